"""The grid of Circuit Sibz against the page's words, written here once more."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import Malformed
from referee.core.registry import games
from referee.games.circuit_sibz.deck import REFERENCE, deck_of, turned
from referee.games.circuit_sibz.ending import rank_of
from referee.games.circuit_sibz.grid import Grid
from referee.web.catalogue import lookup
from referee.web.operations import perform
from tests.support import Deal, plain, play, read_pack_file

GAME = games()["circuit-sibz"]
SIDES = {card.id: card.sides for card in REFERENCE.cards}
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SOLO = {"mode": "solo", "hidden_hands": False}


def networks() -> st.SearchStrategy[Any]:
    """Draw a state in the midst of a game."""

    def midst(seed: int) -> Any:
        steps = list(play(Deal(GAME, 1, SOLO, "seeded", seed)))
        return Random(seed).choice(steps).state

    return st.integers(0, 10_000).map(midst)


def facing(state: Any) -> dict[tuple[int, int], tuple[Any, ...]]:
    """Return the edges of every placed card, by the page's formula."""
    return {
        (p.x, p.y): tuple(SIDES[p.card][(d - p.rotation) % 4] for d in range(4))
        for p in state.network
    }


@given(networks())
def test_live_blocked_and_connected_ports_are_all_ports(state: Any) -> None:
    edges = facing(state)
    live, blocked, connected = set(), set(), set()
    for (x, y), sides in edges.items():
        for d, kind in enumerate(sides):
            if kind is None:
                continue
            other = edges.get((x + STEPS[d][0], y + STEPS[d][1]))
            port = (x, y, d)
            if other is None:
                live.add(port)
            elif other[(d + 2) % 4] == kind:
                connected.add(port)
            else:
                blocked.add((*port, "other-kind" if other[(d + 2) % 4] else "no-port"))
    facts = plain(perform("circuit-sibz", "describe", {"state": plain(state)}))["body"]["facts"]
    assert {(p["x"], p["y"], p["direction"]) for p in facts["live_ports"]} == live
    assert {(p["x"], p["y"], p["direction"], p["by"]) for p in facts["blocked_ports"]} == blocked
    cells = sorted({(x + STEPS[d][0], y + STEPS[d][1]) for x, y, d in live})
    assert [(c["x"], c["y"]) for c in facts["open_cells"]] == cells
    assert all(kind for port in facts["live_ports"] for kind in [port["kind"]])


@given(networks(), st.sampled_from(sorted(SIDES)))
def test_a_card_goes_somewhere_exactly_if_it_has_a_placement(state: Any, card: str) -> None:
    grid = Grid.laid_out(deck_of(REFERENCE), state.network)
    assert grid.takes(card) == any(True for _ in grid.placements(card))


@given(networks(), st.sampled_from(sorted(SIDES)))
def test_placements_are_those_that_connect_each_once(state: Any, card: str) -> None:
    edges = facing(state)
    grid = Grid.laid_out(deck_of(REFERENCE), state.network)
    xs = range(min(x for x, _ in edges) - 1, max(x for x, _ in edges) + 2)
    ys = range(min(y for _, y in edges) - 1, max(y for _, y in edges) + 2)
    expected = []
    for x in xs:
        for y in ys:
            looks: list[Any] = []
            for rotation in range(4):
                sides = turned(SIDES[card], rotation)
                met = [edges.get((x + dx, y + dy)) for dx, dy in STEPS]
                connects = any(
                    sides[d] is not None and other and other[(d + 2) % 4] == sides[d]
                    for d, other in enumerate(met)
                )
                if (x, y) not in edges and connects and sides not in looks:
                    expected.append(((x, y), rotation))
                looks.append(sides)
    assert list(grid.placements(card)) == expected


@pytest.mark.parametrize(
    ("most", "rank"),
    [
        (20, "System Collapse"),
        (40, "Partial Network"),
        (55, "Stable Grid"),
        (71, "Master Builder"),
        (72, "Full System Achieved"),
    ],
)
def test_the_ladder(most: int, rank: str) -> None:
    assert rank_of(most) == rank
    assert most == 72 or rank_of(most + 1) != rank


def look_up(name: str, **query: str) -> Any:
    return plain(lookup(GAME, name, query))


@pytest.mark.parametrize(
    ("query", "ways"),
    [
        ({"card": "cdxx", "east": "data"}, [(0, [1])]),
        ({"card": "cdxx", "rotation": "1", "south": "data", "east": "none"}, [(1, [2])]),
        ({"card": "cdxx", "rotation": "0", "south": "data"}, []),
        ({"card": "cxcx", "north": "clock"}, [(0, [0])]),
        ({"card": "cccc", "north": "clock", "west": "clock"}, [(0, [0, 3])]),
        ({"sides": "a,none,b,none", "west": "a"}, [(3, [3])]),
        ({"card": "cdxx"}, []),
    ],
)
def test_the_lookup_fit(query: dict[str, str], ways: list[Any]) -> None:
    found = look_up("fit", **query)
    assert [(way["rotation"], way["connections"]) for way in found["ways"]] == ways
    assert found["fits"] is bool(ways)


@pytest.mark.parametrize(
    ("name", "query", "pointer"),
    [
        ("fit", {}, "/card"),
        ("fit", {"card": "cdxx", "sides": "a,a,a,a"}, "/card"),
        ("fit", {"card": "zzzz"}, "/card"),
        ("fit", {"card": "cdxx", "rotation": "4"}, "/rotation"),
        ("fit", {"card": "cdxx", "north": "water"}, "/north"),
        ("fit", {"sides": "a,b"}, "/sides"),
        ("fit", {"sides": "a,b,c,D"}, "/sides"),
        ("fit", {"sides": "a,a,a,a", "deck": "reference"}, "/deck"),
        ("score", {"cards": "73"}, "/cards"),
        ("score", {"cards": "-1"}, "/cards"),
        ("score", {"cards": "9" * 5000}, "/cards"),
        ("score", {"cards": "\u0663"}, "/cards"),
    ],
)
def test_a_lookup_names_the_parameter(name: str, query: dict[str, str], pointer: str) -> None:
    with pytest.raises(Malformed) as raised:
        look_up(name, **query)
    assert [fault.pointer for fault in raised.value.faults] == [pointer]


def test_the_map_shows_ports_and_open_cells() -> None:
    body = {"players": ["ana"], "options": {"mode": "solo"}, "seed": "s"}
    pack = read_pack_file("circuit-sibz", "rope")
    state = plain(perform("circuit-sibz", "setup", {**body, "deck": pack}))["body"]["state"]
    told = plain(perform("circuit-sibz", "describe", {"state": state}))["body"]["lines"]
    begin = next(i for i, line in enumerate(told) if line.startswith("Map"))
    assert told[begin + 1 :] == [
        "",
        "  +",
        "",
        "  p",
        " .*.",
        "  p",
        "",
        "  +",
        "",
        "Columns x 0 to 0, rows y 1 to -1.",
    ]


def test_the_facts_show_every_card_that_lies_open() -> None:
    for step in play(Deal(GAME, 2, {"mode": "pressure", "hidden_hands": True}, "seeded", 4)):
        view = GAME.view(step.state, "ana")
        facts = plain(perform("circuit-sibz", "describe", {"state": plain(view)}))["body"]["facts"]
        shown = {*view.hand("ana"), *(placed.card for placed in view.network)}
        assert set(facts["sides"]) == shown
        for placed, told in zip(view.network, facts["network"], strict=True):
            assert told.items() >= plain(placed).items()
            unturned = facts["sides"][placed.card]
            assert told["edges"] == [unturned[(d - placed.rotation) % 4] for d in range(4)]


def test_the_catalogue_has_the_edges_of_every_card() -> None:
    for card in GAME.cards(None):
        assert card.facts == {"sides": SIDES[card.id]}
