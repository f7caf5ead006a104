"""Circuit Sibz: what is listed of a card's turnings is what the check allows, and no less.

Every card of every deck is tried on random networks, on every cell near them, turned in every
way. A second opinion on the edges comes from the page's formula, written here once more.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.core import judge
from referee.core.registry import games
from referee.games.circuit_sibz.state import Place, Player, State
from referee.web.catalogue import lookup
from tests.scenarios.asking import packs
from tests.support import Deal, is_legal, plain, play

GAME = games()["circuit-sibz"]
COLLAPSE = {"mode": "collapse", "hidden_hands": False}
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
NAMES = ("north", "east", "south", "west")
DECKS = [pytest.param(deck, id=deck["name"] if deck else "reference") for deck in packs(GAME)]
GAMES_PLAYED = 4

Cell = tuple[int, int]
Sides = tuple[str | None, ...]


def sides_of(deck: Any) -> dict[str, Sides]:
    """Return the edges of every card of a deck as it lies unrotated."""
    pack = deck or plain(GAME.shelf.find("reference"))
    return {card["id"]: tuple(card["sides"]) for card in pack["cards"]}


def look(sides: Sides, rotation: int) -> Sides:
    """Turn a card by so many quarters (`grid.rotation`)."""
    return tuple(sides[(direction - rotation) % 4] for direction in range(4))


def smallest(sides: Sides, rotation: int) -> int:
    return [look(sides, r) for r in range(4)].index(look(sides, rotation))


def networks(deck: Any) -> Iterator[State]:
    """List positions of random games, ana being given every card that is not in the network."""
    for seed in range(GAMES_PLAYED):
        deal = Deal(GAME, 2, COLLAPSE, "seeded", seed, deck)
        states = [step.state for step in play(deal)]
        for state in dict.fromkeys([states[0], states[len(states) // 2], states[-1]]):
            rest = [card for player in state.players for card in player.hand]
            hand = (*rest, *state.draw_pile)
            players = (Player("ana", hand), Player("bo", ()))
            turn = replace(state.turn, player="ana")
            yield replace(state, players=players, draw_pile=(), turn=turn, rng=None)


def near(state: State) -> Iterator[Cell]:
    """List the cells of the network, and those up to two steps round it."""
    xs, ys = [p.x for p in state.network], [p.y for p in state.network]
    for x in range(min(xs) - 2, max(xs) + 3):
        for y in range(min(ys) - 2, max(ys) + 3):
            yield x, y


def around(edges: dict[Cell, Sides], cell: Cell) -> list[Any]:
    """Return what the four neighbours of a cell show it: kinds, None, or False where it is free."""
    met: list[Any] = []
    for direction, (dx, dy) in enumerate(STEPS):
        other = edges.get((cell[0] + dx, cell[1] + dy))
        met.append(other[(direction + 2) % 4] if other else False)
    return met


def edges_of(state: State, deck: Any) -> dict[Cell, Sides]:
    sides = sides_of(deck)
    return {(p.x, p.y): look(sides[p.card], p.rotation) for p in state.network}


def connects(sides: Sides, met: list[Any]) -> bool:
    return any(side and side == other for side, other in zip(sides, met, strict=True))


Way = tuple[str, int, int, int]


def listed(state: State) -> list[Way]:
    moves: Any = judge.legal_moves(GAME, state, "ana").moves
    return [(m.card, m.x, m.y, m.rotation) for m in moves if isinstance(m, Place)]


@lru_cache
def tried(name: str | None) -> list[tuple[State, set[Way]]]:
    """Return networks of a deck, each with every way that the check allows, as it was asked."""
    deck = next(deck for deck in packs(GAME) if name_of(deck) == name)
    found = []
    for state in networks(deck):
        cards = set(state.players[0].hand)
        ways = {
            (card, x, y, rotation)
            for x, y in near(state)
            for card in cards
            for rotation in range(4)
            if is_legal(GAME, state, Place("ana", card, x, y, rotation))
        }
        found.append((state, ways))
    return found


def name_of(deck: Any) -> str | None:
    return deck["name"] if deck else None


@pytest.mark.parametrize("deck", DECKS)
def test_the_turnings_that_are_listed_are_those_that_the_check_allows(deck: Any) -> None:
    sides = sides_of(deck)
    for state, ways in tried(name_of(deck)):
        distinct = {(card, x, y, smallest(sides[card], r)) for card, x, y, r in ways}
        assert set(listed(state)) == distinct
        assert len(listed(state)) == len(distinct)


@pytest.mark.parametrize("deck", DECKS)
def test_equal_looking_turnings_are_allowed_alike(deck: Any) -> None:
    sides = sides_of(deck)
    for _, ways in tried(name_of(deck)):
        for card, x, y, rotation in ways:
            alike = [r for r in range(4) if look(sides[card], r) == look(sides[card], rotation)]
            assert all((card, x, y, r) in ways for r in alike)


@pytest.mark.parametrize("deck", DECKS)
def test_a_turning_is_allowed_exactly_where_a_port_connects(deck: Any) -> None:
    sides = sides_of(deck)
    for state, ways in tried(name_of(deck)):
        edges = edges_of(state, deck)
        expected = {
            (card, *cell, rotation)
            for cell in near(state)
            if cell not in edges
            for card in set(state.players[0].hand)
            for rotation in range(4)
            if connects(look(sides[card], rotation), around(edges, cell))
        }
        assert ways == expected


def test_every_card_of_every_deck_has_been_tried() -> None:
    for deck in packs(GAME):
        met = {card for state in networks(deck) for card in state.players[0].hand}
        assert met == set(sides_of(deck))


@pytest.mark.parametrize("deck", DECKS)
def test_the_lookup_finds_the_turnings_that_are_allowed_in_a_cell(deck: Any) -> None:
    """What `fit` says of a card and its neighbours' edges, for every open cell of a network."""
    sides = sides_of(deck)
    state, ways = max(tried(name_of(deck)), key=lambda pair: len(pair[0].network))
    edges = edges_of(state, deck)
    for cell in near(state):
        met = around(edges, cell)
        if cell in edges or not any(met):
            continue
        query = {n: kind or "none" for n, kind in zip(NAMES, met, strict=True) if kind is not False}
        for card in sorted(set(state.players[0].hand)):
            spelled = ",".join(side or "none" for side in sides[card])
            found = plain(lookup(GAME, "fit", {"sides": spelled, **query}))
            allowed = {r for c, x, y, r in ways if (c, x, y) == (card, *cell)}
            assert {way["rotation"] for way in found["ways"]} == {
                smallest(sides[card], r) for r in allowed
            }
            for way in found["ways"]:
                lying = look(sides[card], way["rotation"])
                assert way["connections"] == [d for d in range(4) if met[d] and met[d] == lying[d]]


def test_the_lookup_by_a_cards_name_says_the_same_as_by_its_sides() -> None:
    random = Random(1)
    for card, sides in sides_of(None).items():
        kinds = ("", "none", "clock", "data", "ground", "power", "reset", "signal")
        query = {name: random.choice(kinds) for name in NAMES}
        spelled = ",".join(side or "none" for side in sides)
        by_name = lookup(GAME, "fit", {"card": card, **query})
        assert by_name == lookup(GAME, "fit", {"sides": spelled, **query})
        for rotation in range(4):
            turned = lookup(GAME, "fit", {"card": card, "rotation": str(rotation), **query})
            told = {way["rotation"] for way in plain(by_name)["ways"]}
            assert plain(turned)["fits"] is (smallest(sides, rotation) in told)


def test_placements_are_listed_in_hand_order_then_by_cell_and_turning() -> None:
    for state, _ in tried(None):
        order = {card: place for place, card in enumerate(dict.fromkeys(state.players[0].hand))}
        found = listed(state)
        assert found == sorted(found, key=lambda way: (order[way[0]], *way[1:]))
