"""Asking the referee as a client does, and positions in which few cards are left to draw."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from referee.core.game import AnyGame
from referee.core.registry import games
from referee.web.operations import perform
from tests.mindburners import test_faults as mind
from tests.support import Deal, changed, configurations, decks, plain
from tests.wireburn import test_faults as fire

State = dict[str, Any]
Move = Mapping[str, Any]


def ask(operation: str, state: State, **body: Any) -> Any:
    """Ask about a state, and return the answer."""
    response = plain(perform(state["game"], operation, {"state": state, **body}))
    assert response["status"] == 200, response["body"]
    return response["body"]


def legal(state: State, player: str | None = None) -> list[Any]:
    """List the legal moves."""
    moves: list[Any] = ask("legal-moves", state, player=player)["moves"]
    return moves


def refused(state: State, move: Move) -> tuple[str, str]:
    """Return the code and the rule by which a move is refused."""
    verdict = ask("check", state, move=move)
    assert not verdict["legal"], move
    return verdict["violation"]["code"], verdict["violation"]["rule"]


def led(state: State, *moves: Move) -> State:
    """Lead a state through moves."""
    for move in moves:
        state = ask("apply", state, move=move)["state"]
    return state


def types(answer: Any) -> list[str]:
    """Name the events of an answer in order."""
    return [event["type"] for event in answer["events"]]


def told(answer: Any, event_type: str) -> list[Any]:
    """Return the events of a type."""
    return [event for event in answer["events"] if event["type"] == event_type]


def seeded(state: State) -> State:
    """Return a full state that agrees with one of the table's, with a seed of its own."""
    sample: State = ask("sample", state, seed="s")["states"][0]
    return sample


def seat(state: State, player: str) -> Any:
    """Return a player's record."""
    return next(p for p in state["players"] if p["id"] == player)


def packs(game: AnyGame) -> list[Any]:
    """List the decks that the tests play a game with, read once."""
    return _packs(game.name)


@lru_cache
def _packs(name: str) -> list[Any]:
    return decks(games()[name])


def kinds(game: AnyGame) -> list[tuple[int, dict[str, Any], Any]]:
    """List every number of players, with every combination of options and every deck."""
    return [(*chosen, deck) for chosen in configurations(game) for deck in packs(game)]


def deals_of(game: AnyGame, seeds: Sequence[int], chance: str = "seeded") -> Iterator[Deal]:
    """List games of every number of players and combination of options, the decks in turn."""
    for place, (players, options) in enumerate(configurations(game)):
        for number, seed in enumerate(seeds):
            deck = packs(game)[(place + number) % len(packs(game))]
            yield Deal(game, players, options, chance, seed, deck)


def cards_of(state: State) -> list[Counter[str]]:
    """Count the cards of all zones, one deck after the other, wherever the page lets them lie."""
    hands = [card for player in state["players"] for card in player["hand"]]
    if state["game"] == "wireburn":
        docks = [card for stack in state["docks"].values() for card in stack]
        return [Counter([*hands, *docks, *state["draw_pile"], *state["discard"]])]
    if state["game"] == "circuit-sibz":
        network = [placed["card"] for placed in state["network"]]
        return [Counter([*hands, *network, *state["draw_pile"]])]
    stack = [entry["card"] for entry in state["stack"]]
    pending = state["pending"] or {"kind": None}
    drawn = [pending["card"]] if pending["kind"] == "event" else []
    box = state["box"]
    abilities = [*hands, *state["ability_deck"], *state["ability_discard"], *stack]
    return [
        Counter([*abilities, *box["abilities"]]),
        Counter([*state["event_deck"], *state["event_discard"], *drawn, *box["events"]]),
        Counter([*state["void_deck"], *state["void_row"]]),
    ]


def wireburn(
    hands: Mapping[str, Sequence[str]],
    draw_pile: Sequence[str] = (),
    discard: Sequence[str] = (),
    **changes: Any,
) -> State:
    """Return a state of the table in the first player's turn; the last holds all other cards."""
    players = [{"id": player, "hand": list(hand), "skips": 0} for player, hand in hands.items()]
    docks: dict[str, list[str]] = {"teal": [], "purple": [], "orange": []}
    piles = {"docks": docks, "draw_pile": list(draw_pile), "discard": list(discard)}
    turn = {"turn__player": players[0]["id"]}
    state: State = changed(fire.position(), {"players": players, **piles, **turn, **changes})
    state["players"][-1]["hand"] += ["?"] * (59 - cards_of(state)[0].total())
    return state


def mindburners(
    players: Sequence[Any],
    ability_deck: Sequence[str] = (),
    ability_discard: Sequence[str] = (),
    **changes: Any,
) -> State:
    """Return a state of the table; the last player holds all other abilities."""
    piles = {"ability_deck": list(ability_deck), "ability_discard": list(ability_discard)}
    state: State = changed(mind.position(), {"players": list(players), **piles, **changes})
    abilities, events, void = (counts.total() for counts in cards_of(state))
    state["players"][-1]["hand"] += ["?"] * (24 - abilities)
    state["event_deck"] += ["?"] * (12 - events)
    state["void_deck"] += ["?"] * (10 - void)
    return state
