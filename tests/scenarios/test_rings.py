"""Circuit Sibz: a network may close round free cells, and what faces them stays live."""

from typing import Any

import pytest

from tests.scenarios.asking import State, ask, led, legal, refused, types
from tests.support import read_pack_file

Cell = tuple[int, int]
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
CROSSES = read_pack_file("circuit-sibz", "one-kind")
PIPES = {
    "name": "pipes",
    "ports": ["p"],
    "cards": [
        {"id": "bend", "sides": ["p", "p", None, None], "count": 36},
        {"id": "bar", "sides": ["p", None, "p", None], "count": 36},
    ],
}
MODES = ("pressure", "collapse", "solo")


def ring(width: int, height: int) -> list[Cell]:
    """List the cells round a hole, clockwise from the Live Tile at its south-west corner."""
    east, north = width + 1, height + 1
    west_side = [(0, y) for y in range(north)]
    north_side = [(x, north) for x in range(east)]
    east_side = [(east, y) for y in range(north, 0, -1)]
    return [*west_side, *north_side, *east_side, *[(x, 0) for x in range(east, 0, -1)]]


def dealt(mode: str, deck: Any, **hands: list[str]) -> State:
    """Return a full state with these hands, the rest of the deck being the draw pile."""
    players = [{"id": who, "hand": cards} for who, cards in hands.items()]
    live = {"card": deck["cards"][0]["id"], "x": 0, "y": 0, "rotation": 0, "player": None}
    copies = {card["id"]: card["count"] for card in deck["cards"]}
    for card in [live["card"], *(card for cards in hands.values() for card in cards)]:
        copies[card] -= 1
    return {
        "game": "circuit-sibz",
        "version": 1,
        "options": {"mode": mode, "hidden_hands": False},
        "deck": deck,
        "players": players,
        "network": [live],
        "draw_pile": [card for card, count in copies.items() for _ in range(count)],
        "turn": {"number": 1, "player": "ana"},
        "ply": 0,
        "rng": None,
        "chance": None,
        "outcome": None,
    }


def place(player: str, card: str, cell: Cell, rotation: int = 0) -> dict[str, Any]:
    where = {"x": cell[0], "y": cell[1], "rotation": rotation}
    return {"player": player, "type": "place", "card": card, **where}


def crossed(mode: str, cells: list[Cell]) -> State:
    """Lay crosses into cells, one after the other, each a legal and listed move."""
    count = 20 if mode == "solo" else 30
    names = ["ana"] if mode == "solo" else ["ana", "bo"]
    state = dealt(mode, CROSSES, **{name: ["cross"] * count for name in names})
    for turn, cell in enumerate(cells):
        move = place(names[turn % len(names)], "cross", cell)
        assert move in legal(state)
        state = led(state, move)
    return state


def inside(width: int, height: int) -> list[Cell]:
    return [(x, y) for x in range(1, width + 1) for y in range(1, height + 1)]


def facts(state: State) -> Any:
    return ask("describe", state)["facts"]


SIZES = [(1, 1), (2, 1), (2, 2), (3, 2)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_card_that_closes_a_ring_round_free_cells_may_be_placed(
    mode: str, width: int, height: int
) -> None:
    state = crossed(mode, ring(width, height)[1:])
    assert len(state["network"]) == len(ring(width, height))
    assert state["outcome"] is None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_ports_round_a_hole_stay_live_and_its_cells_are_offered(
    mode: str, width: int, height: int
) -> None:
    state = crossed(mode, ring(width, height)[1:])
    hole = inside(width, height)
    placed = {(p["x"], p["y"]) for p in state["network"]}
    facing = {
        (x, y, d) for x, y in placed for d, (dx, dy) in enumerate(STEPS) if (x + dx, y + dy) in hole
    }
    live = {(p["x"], p["y"], p["direction"]) for p in facts(state)["live_ports"]}
    assert len(facing) == 2 * (width + height)
    assert facing <= live
    # The cells along the ring; of a hole of three by three the middle would touch nothing.
    offered = {(move["x"], move["y"]) for move in legal(state)}
    assert set(hole) <= offered
    assert set(hole) <= {(cell["x"], cell["y"]) for cell in facts(state)["open_cells"]}


def test_a_cell_amidst_a_hole_is_offered_when_it_has_a_neighbour() -> None:
    state = crossed("solo", ring(3, 3)[1:])
    offered = {(move["x"], move["y"]) for move in legal(state)}
    assert set(inside(3, 3)) - offered == {(2, 2)}
    assert refused(state, place("ana", "cross", (2, 2))) == ("no_neighbour", "place.connect")
    state = led(state, place("ana", "cross", (2, 1)))
    assert place("ana", "cross", (2, 2)) in legal(state)


@pytest.mark.parametrize("mode", MODES)
def test_a_hole_is_filled_by_a_card_that_connects_on_all_sides(mode: str) -> None:
    state = crossed(mode, ring(1, 1)[1:])
    mover = state["turn"]["player"]
    answer = ask("apply", state, move=place(mover, "cross", (1, 1)))
    assert answer["events"][0]["connections"] == [0, 1, 2, 3]
    assert answer["state"]["outcome"] is None
    assert (1, 1) not in {(c["x"], c["y"]) for c in facts(answer["state"])["open_cells"]}


@pytest.mark.parametrize("mode", MODES)
def test_two_rings_may_share_a_side(mode: str) -> None:
    second = [(3, 2), (4, 2), (4, 1), (4, 0), (3, 0)]
    state = crossed(mode, [*ring(1, 1)[1:], *second])
    offered = {(move["x"], move["y"]) for move in legal(state)}
    assert {(1, 1), (3, 1)} <= offered


def turns_of(cells: list[Cell]) -> list[tuple[str, Cell, int]]:
    """Say which pipe goes into each cell of a ring, and how it is turned."""
    laid = []
    befores, afters = [cells[-1], *cells[:-1]], [*cells[1:], cells[0]]
    for before, cell, after in zip(befores, cells, afters, strict=True):
        ways = {STEPS.index((x - cell[0], y - cell[1])) for x, y in (before, after)}
        card, span = ("bar", 2) if (max(ways) - min(ways)) == 2 else ("bend", 1)
        rotation = next(r for r in range(4) if {r, (r + span) % 4} == ways)
        laid.append((card, cell, rotation))
    return laid


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_ring_of_pipes_is_closed_by_its_last_card_and_ends_the_game(
    mode: str, width: int, height: int
) -> None:
    """No port is live then, neither towards the hole nor outwards (`end.closure`)."""
    pipes = turns_of(ring(width, height))
    assert pipes[0] == ("bend", (0, 0), 0)
    names = ["ana"] if mode == "solo" else ["ana", "bo"]
    hands = {name: ["bend", "bar"] * 10 for name in names}
    state = dealt(mode, PIPES, **hands)
    for turn, (card, cell, rotation) in enumerate(pipes[1:]):
        assert state["outcome"] is None
        answer = ask("apply", state, move=place(names[turn % len(names)], card, cell, rotation))
        state = answer["state"]
    assert len(answer["events"][0]["connections"]) == 2
    assert "structural_closure" in types(answer)
    assert state["outcome"]["reason"] == "structural_closure"
    assert facts(state)["live_ports"] == []


def test_a_ring_may_be_closed_by_one_connection_alone() -> None:
    """All other edges may meet anything (`place.connect`)."""
    pipes = turns_of(ring(1, 1))
    state = dealt("solo", PIPES, ana=["bend", "bar"] * 10)
    for card, cell, rotation in pipes[1:-1]:
        state = led(state, place("ana", card, cell, rotation))
    _, cell, _ = pipes[-1]
    across = place("ana", "bar", cell, 0)
    listed = {(m["card"], m["rotation"]) for m in legal(state) if (m["x"], m["y"]) == cell}
    assert refused(state, across) == ("no_connection", "place.connect")
    bends = {("bend", r) for r in range(4)}
    assert listed == {("bar", 1), *bends}
    answer = ask("apply", state, move=place("ana", "bend", cell, 0))
    assert answer["events"][0]["connections"] == [1]
    assert answer["state"]["outcome"] is None
