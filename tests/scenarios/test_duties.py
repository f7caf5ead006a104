"""A card that has been drawn and can be played is played: it is not drawn on instead."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.core.registry import games
from referee.games.circuit_sibz.state import Draw, Place
from tests.circuit_sibz.test_faults import position
from tests.scenarios.asking import State, deals_of, led, legal, refused, seat, wireburn
from tests.support import Deal, changed, configurations, hand, is_legal, plain, play

WIREBURN, CIRCUIT = games()["wireburn"], games()["circuit-sibz"]
DRAW = {"player": "ana", "type": "draw"}
END_TURN = {"player": "ana", "type": "end_turn"}
MUST_PLAY = ("third_card_must_be_played", "dig.third")


def digging(*pile: str, **changes: Any) -> State:
    """Return a turn in which ana holds a card that fits, and digs these."""
    docks = {"docks__teal": ["T4"], "docks__purple": ["P8"]}
    return wireburn({"ana": ["P7", "O9"], "bo": []}, pile, **docks, **changes)


def played(move: Any) -> set[str]:
    """Return the cards that a move takes from the hand."""
    wash = {"+", "-"} if move["type"] == "wash" else set()
    return {move.get("card", ""), *move.get("modifiers", ()), *wash} - {""}


def test_a_third_card_that_fits_is_played_before_anything_else() -> None:
    state = led(digging("O2", "O3", "T5", "T6"), DRAW, DRAW, DRAW)
    assert [move["card"] for move in legal(state)] == ["T5"]
    for move in (DRAW, END_TURN, {**DRAW, "type": "play", "card": "P7", "dock": "purple"}):
        assert refused(state, move) == MUST_PLAY


def test_a_third_card_that_fits_nowhere_is_not_followed_by_a_fourth() -> None:
    state = led(digging("O2", "O3", "P2", "T6"), DRAW, DRAW, DRAW)
    assert {move["type"] for move in legal(state)} == {"play", "end_turn"}
    assert refused(state, DRAW) == ("draw_limit", "dig.limit")


def test_a_pile_made_anew_between_two_draws_brings_no_more_draws() -> None:
    state = digging("O2", discard=["T5"])
    state = led(state, DRAW, DRAW)
    assert refused(state, DRAW) == ("nothing_to_draw", "pile.empty")
    state = led(digging("O2", "O3", "P2", discard=["T5"]), DRAW, DRAW, DRAW)
    assert state["draw_pile"] == ["T5"]
    assert refused(state, DRAW) == ("draw_limit", "dig.limit")


def test_after_a_play_nothing_is_drawn_not_even_by_a_wild() -> None:
    for variant in ("standard", "one_at_a_time"):
        state = wireburn({"ana": ["NULL", "T5"], "bo": []}, ["G2"], docks__teal=["T4"])
        state["options"]["variant"] = variant
        state = led(state, {**DRAW, "type": "play", "card": "NULL", "dock": "teal"})
        assert refused(state, DRAW) == ("draw_after_play", "dig.ends-on-play")


def dug() -> Iterator[State]:
    """List positions of random games in which three cards have been drawn, and none played."""
    for deal in deals_of(WIREBURN, range(8)):
        for step in play(deal):
            turn = step.ruling.state.turn
            if len(turn.drawn) == 3 and not turn.plays and step.ruling.state.phase == "main":
                yield plain(step.ruling.state)


def test_a_third_card_that_fits_by_itself_is_all_that_may_be_played() -> None:
    """What fits is asked of the same position in which nothing has been drawn."""
    met = {True: 0, False: 0}
    for state in dug():
        third = state["turn"]["drawn"][2]
        free = [m for m in legal(changed(state, {"turn__drawn": []})) if m["type"] != "draw"]
        alone = [m for m in free if m.get("card") == third and not m.get("modifiers")]
        expected = [move for move in free if third in played(move)] if alone else free
        if not alone and not any(move["type"] == "end_turn" for move in expected):
            expected.append({**END_TURN, "player": state["turn"]["player"]})
        assert legal(state) == expected
        met[bool(alone)] += 1
    assert min(met.values()) >= 10


def can_place(state: Any, player: str) -> bool:
    """Say whether a placement of the hand's cards is legal, cell by cell."""
    cells = {(p.x + x, p.y + y) for p in state.network for x, y in AROUND}
    return any(
        is_legal(CIRCUIT, state, Place(player, card, *cell, rotation))
        for card in set(hand(state, player))
        for cell in cells
        for rotation in range(4)
    )


AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))


@pytest.mark.parametrize(
    ("players", "options"),
    [pytest.param(*kind, id=f"{kind[0]}-{kind[1]}") for kind in configurations(CIRCUIT)],
)
def test_as_soon_as_a_card_can_be_placed_no_more_is_drawn(
    players: int, options: dict[str, Any]
) -> None:
    rule = "solo.stuck" if options["mode"] == "solo" else "draw.only-if-stuck"
    met = {True: 0, False: 0}
    for seed in range(3):
        for step in play(Deal(CIRCUIT, players, options, "seeded", seed)):
            if not isinstance(step.move, Draw) or step.ruling.state.outcome is not None:
                continue
            mover, state = step.move.player, plain(step.ruling.state)
            placeable = can_place(step.ruling.state, mover)
            stuck = "draw" if state["draw_pile"] else "pass"
            assert {move["type"] for move in legal(state)} == {"place" if placeable else stuck}
            if placeable:
                draw = {"player": mover, "type": "draw"}
                assert refused(state, draw) == ("placement_available", rule)
            met[placeable] += 1
    assert met[True] >= 2


def test_whoever_is_stuck_draws_one_by_one_until_a_card_can_be_placed() -> None:
    network = [{"card": "dddd", "x": 0, "y": 0, "rotation": 0, "player": None}]
    hands = [{"id": "ana", "hand": ["cxxx"]}, {"id": "bo", "hand": ["?"]}]
    state = position(network=network, players=hands)
    state["draw_pile"][:3] = ["cgxx", "dxgx", "cdxx"]
    state = led(state, DRAW)
    assert [move["type"] for move in legal(state)] == ["draw"]
    state = led(state, DRAW)
    assert {move["card"] for move in legal(state)} == {"dxgx"}
    assert refused(state, DRAW) == ("placement_available", "draw.only-if-stuck")
    assert state["turn"] == {"number": 2, "player": "ana"}


def test_in_solo_three_are_drawn_at_once_and_no_more_while_one_of_them_fits() -> None:
    network = [{"card": "dddd", "x": 0, "y": 0, "rotation": 0, "player": None}]
    hands = [{"id": "ana", "hand": ["cxxx"]}]
    solo = {"options": {"mode": "solo", "hidden_hands": False}, "turn__number": 1}
    state = position(network=network, players=hands, **solo)
    state["draw_pile"][:4] = ["dxgx", "cgxx", "ccxx", "cdxx"]
    state = led(state, DRAW)
    assert seat(state, "ana")["hand"] == ["cxxx", "dxgx", "cgxx", "ccxx"]
    assert refused(state, DRAW) == ("placement_available", "solo.stuck")
    assert {move["card"] for move in legal(state)} == {"dxgx"}


def test_a_hidden_card_that_can_be_placed_whatever_it_is_keeps_from_drawing() -> None:
    pack = {
        "name": "one kind",
        "ports": ["wire"],
        "cards": [{"id": "cross", "sides": ["wire"] * 4, "count": 72}],
    }
    network = [{"card": "cross", "x": 0, "y": 0, "rotation": 0, "player": None}]
    hands = [{"id": "ana", "hand": ["?"]}, {"id": "bo", "hand": ["?"]}]
    state = position(deck=pack, network=network, players=hands)
    assert refused(state, DRAW) == ("placement_available", "draw.only-if-stuck")
