"""Wireburn: the card in play when the pile runs out is in the pile that is made, once."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.scenarios.asking import State, ask, cards_of, seat, seeded, told, types, wireburn
from tests.support import state_faults

Fill = Callable[[State], State]


def at_a_table(state: State) -> State:
    return state


@pytest.fixture(params=[at_a_table, seeded], ids=["table", "seeded"])
def fill(request: pytest.FixtureRequest) -> Fill:
    chosen: Fill = request.param
    return chosen


def play(card: str, dock: str = "teal", *modifiers: str) -> dict[str, Any]:
    return {
        "player": "ana",
        "type": "play",
        "card": card,
        "dock": dock,
        "modifiers": list(modifiers),
    }


def apply(state: State, move: Mapping[str, Any]) -> Any:
    """Make a move, and see that no card of the 59 is lost by it, none is there twice."""
    answer = ask("apply", state, move=move)
    assert state_faults(answer["state"]) == []
    assert cards_of(answer["state"])[0].total() == 59
    return answer


def assert_piled(state: State, *cards: str) -> None:
    """Hold the draw pile against the cards that it is made of: all, and nothing besides."""
    hidden = state["rng"] is None and len(cards) > 1
    assert Counter(state["draw_pile"]) == Counter(["?"] * len(cards) if hidden else cards)
    assert state["discard"] == []


def test_a_tripwire_is_in_the_pile_that_is_made_of_its_dock(fill: Fill) -> None:
    state = fill(wireburn({"ana": ["T10", "P3"], "bo": []}, docks__teal=["T8", "G9"]))
    answer = apply(state, play("T10"))
    assert_piled(answer["state"], "T8", "G9", "T10")
    assert answer["state"]["docks"]["teal"] == []
    assert types(answer)[:5] == [
        "card_played",
        "attack_added",
        "dock_cleared",
        "pile_recycled",
        "turn_ended",
    ]


def test_a_defuse_that_opens_its_dock_is_a_pile_of_its_own(fill: Fill) -> None:
    answer = apply(fill(wireburn({"ana": ["T1", "P3"], "bo": []})), play("T1"))
    assert_piled(answer["state"], "T1")
    assert told(answer, "pile_recycled") == [{"type": "pile_recycled", "cards": 1}]


def test_the_modifiers_of_a_cleared_grey_are_in_the_pile(fill: Fill) -> None:
    state = fill(wireburn({"ana": ["O10", "P3"], "bo": []}, docks__orange=["G8", "+", "+"]))
    assert_piled(apply(state, play("O10", "orange"))["state"], "G8", "+", "+", "O10")


def test_a_wash_puts_both_its_cards_into_the_pile(fill: Fill) -> None:
    state = fill(wireburn({"ana": ["+", "-", "P3"], "bo": []}))
    answer = apply(state, {"player": "ana", "type": "wash"})
    assert_piled(answer["state"], "+", "-")
    assert told(answer, "pile_recycled") == [{"type": "pile_recycled", "cards": 2}]
    assert seat(answer["state"], "ana")["hand"] == ["P3"]


def test_a_volt_that_clears_when_the_turn_ends_is_in_the_pile(fill: Fill) -> None:
    volt: dict[str, Any] = {"docks__teal": ["T9", "VOLT"], "turn__attack_wild": True}
    spent: dict[str, Any] = {"turn__plays": 1, "turn__damage": 1}
    state = fill(wireburn({"ana": ["P3"], "bo": []}, **volt, **spent))
    answer = apply(state, {"player": "ana", "type": "end_turn"})
    assert_piled(answer["state"], "T9", "VOLT")


def test_two_volts_that_clear_into_an_empty_pile_are_both_kept(fill: Fill) -> None:
    volts: dict[str, Any] = {"docks__teal": ["T9", "VOLT"], "docks__orange": ["O2", "VOLT"]}
    spent: dict[str, Any] = {"turn__attack_wild": True, "turn__plays": 2, "turn__damage": 2}
    state = fill(wireburn({"ana": ["P3"], "bo": []}, **volts, **spent))
    answer = apply(state, {"player": "ana", "type": "end_turn"})
    # The first stack is the new pile at once; the second finds cards to draw.
    assert sorted(answer["state"]["draw_pile"]) in (["T9", "VOLT"], ["?", "?"])
    assert answer["state"]["discard"] == ["O2", "VOLT"]


SHIELD: dict[str, Any] = {
    "phase": "shield",
    "attack": {"target": "bo", "deflected_by": [], "to_draw": 0},
    "turn__plays": 1,
}


def test_a_null_that_deflects_as_the_last_card_down_is_the_new_pile(fill: Fill) -> None:
    hands = {"ana": ["P3"], "bo": ["NULL", "T4"], "cy": []}
    state = fill(wireburn(hands, **SHIELD, turn__damage=2))
    answer = apply(state, {"player": "bo", "type": "deflect"})
    assert_piled(answer["state"], "NULL")
    assert answer["to_act"] == ["cy"]


def test_a_boomerang_draws_the_null_that_threw_it_back() -> None:
    state = wireburn({"ana": ["P3"], "bo": ["NULL", "T4"]}, **SHIELD, turn__damage=2)
    answer = apply(state, {"player": "bo", "type": "deflect"})
    assert seat(answer["state"], "ana")["hand"] == ["P3", "NULL"]
    assert told(answer, "damage_taken")[0]["cards"] == 1
    assert (answer["state"]["draw_pile"], answer["state"]["discard"]) == ([], [])


def test_the_null_that_threw_a_boomerang_back_may_backfire_in_the_firewall(fill: Fill) -> None:
    state = fill(wireburn({"ana": ["STASIS"], "bo": ["NULL", "T4"]}, docks__teal=["T5"]))
    state = apply(state, play("STASIS"))["state"]
    answer = apply(state, {"player": "bo", "type": "deflect"})
    assert answer["state"]["outcome"] == {"winners": ["ana"], "reason": "breach_backfired"}
    assert seat(answer["state"], "ana")["hand"] == ["NULL"]


TAKE = {"player": "bo", "type": "take"}


def test_a_penalty_that_runs_the_pile_out_goes_on_with_the_new_one(fill: Fill) -> None:
    hands = {"ana": ["P3"], "bo": ["T4"], "cy": []}
    piles = {"draw_pile": ["G2"], "discard": ["G3", "G4", "G6"]}
    state = fill(wireburn(hands, **piles, **SHIELD, turn__damage=3))
    answer = apply(state, TAKE)
    drawn = ["penalty_drawn", "pile_recycled", "penalty_drawn", "penalty_drawn", "damage_taken"]
    assert types(answer)[: len(drawn)] == drawn
    hand = seat(answer["state"], "bo")["hand"]
    assert hand[:2] == ["T4", "G2"]
    left = Counter({"G3": 1, "G4": 1, "G6": 1})
    if state["rng"] is not None:
        assert Counter([*hand[2:], *answer["state"]["draw_pile"]]) == left
    assert (len(hand), len(answer["state"]["draw_pile"])) == (4, 1)


def test_a_penalty_draws_as_many_cards_as_both_piles_have(fill: Fill) -> None:
    hands = {"ana": ["P3"], "bo": ["T4"], "cy": []}
    piles = {"draw_pile": ["G2"], "discard": ["G3"]}
    state = fill(wireburn(hands, **piles, **SHIELD, turn__damage=5))
    answer = apply(state, TAKE)
    assert seat(answer["state"], "bo")["hand"] == ["T4", "G2", "G3"]
    assert told(answer, "damage_taken")[0]["cards"] == 2
    assert (answer["state"]["draw_pile"], answer["state"]["discard"]) == ([], [])


def test_a_firewall_penalty_goes_on_over_the_new_pile_until_a_null(fill: Fill) -> None:
    hands: dict[str, list[str]] = {"ana": ["P3", "T10"], "bo": [], "cy": ["T2"]}
    state = wireburn({**hands, "dee": []}, ["G2"], ["NULL"], docks__teal=["T9", "G9"])
    state["turn"] |= {"damage": 1, "plays": 1}
    answer = apply(fill(state), play("T10"))
    # The pile runs out after the first card; what has been discarded by then is the next pile.
    first, *rest = [e for e in types(answer) if e in ("penalty_drawn", "pile_recycled")]
    assert (first, rest[0]) == ("penalty_drawn", "pile_recycled")
    assert told(answer, "pile_recycled")[0]["cards"] == 4


def test_a_dig_that_takes_the_last_card_leaves_the_new_pile_without_it(fill: Fill) -> None:
    state = fill(wireburn({"ana": ["P3"], "bo": []}, ["G2"], ["G3", "G4"]))
    answer = apply(state, {"player": "ana", "type": "draw"})
    assert_piled(answer["state"], "G3", "G4")
    assert seat(answer["state"], "ana")["hand"] == ["P3", "G2"]
    assert types(answer) == ["card_drawn", "pile_recycled"]
