"""Mindburners: what is on the stack or pending is in no deck that is made of a discard."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.mindburners.test_faults import BANK, DECIDE, EVENT, PREPARATION, player
from tests.scenarios.asking import (
    State,
    ask,
    cards_of,
    led,
    mindburners,
    refused,
    seat,
    seeded,
    told,
    types,
)
from tests.support import read_pack_file, state_faults

Fill = Callable[[State], State]
DEADLY: dict[str, Any] = {
    "deck": read_pack_file("mindburners", "deadly"),
    "void_row": ["ogre"],
}


def at_a_table(state: State) -> State:
    return state


@pytest.fixture(params=[at_a_table, seeded], ids=["table", "seeded"])
def fill(request: pytest.FixtureRequest) -> Fill:
    chosen: Fill = request.param
    return chosen


def move(player_id: str, kind: str, **members: Any) -> dict[str, Any]:
    return {"player": player_id, "type": kind, **members}


def apply(state: State, made: Mapping[str, Any]) -> Any:
    """Make a move, and see that no card of the three decks is lost by it."""
    answer = ask("apply", state, move=made)
    assert state_faults(answer["state"]) == []
    assert [counts.total() for counts in cards_of(answer["state"])] == [24, 12, 10]
    return answer


def preparing(name: str, *hand: str, **changes: Any) -> Any:
    return player(name, status="preparing", ready=False, hand=list(hand), **changes)


def prepared(*hand: str, **changes: Any) -> State:
    """Return a preparation in which bo holds what is nowhere else."""
    in_preparation = {k: v for k, v in PREPARATION.items() if k != "players"}
    seats = [preparing("ana", *hand), preparing("bo")]
    return mindburners(seats, **{**in_preparation, **changes})


STUDY = move("ana", "play", card="quick-study")


def test_an_ability_that_draws_is_not_in_the_discard_that_it_reshuffles(fill: Fill) -> None:
    dropped = ["siphon", "ejector", "null-field"]
    answer = apply(fill(prepared("quick-study", ability_discard=dropped)), STUDY)
    state = answer["state"]
    assert told(answer, "deck_reshuffled")[0]["cards"] == 3
    drawn = [*seat(state, "ana")["hand"], *state["ability_deck"]]
    assert Counter(drawn) == Counter(["?"] * 3 if state["rng"] is None else dropped)
    assert (len(seat(state, "ana")["hand"]), state["ability_discard"]) == (2, ["quick-study"])
    assert types(answer) == [
        "ability_played",
        "deck_reshuffled",
        "cards_dealt",
        "ability_resolved",
    ]


def test_an_ability_that_draws_does_not_draw_itself(fill: Fill) -> None:
    answer = apply(fill(prepared("quick-study", ability_discard=["siphon"])), STUDY)
    assert seat(answer["state"], "ana")["hand"] == ["siphon"]
    assert answer["state"]["ability_discard"] == ["quick-study"]
    assert answer["state"]["ability_deck"] == []


def test_an_ability_that_finds_nothing_to_draw_is_discarded_all_the_same(fill: Fill) -> None:
    answer = apply(fill(prepared("quick-study")), STUDY)
    assert seat(answer["state"], "ana")["hand"] == []
    assert answer["state"]["ability_discard"] == ["quick-study"]


def in_decide(seats: list[Any], **changes: Any) -> State:
    deciding = {k: v for k, v in DECIDE.items() if k != "players"}
    return mindburners(seats, **{**deciding, **changes})


def cleared(name: str, *hand: str, **changes: Any) -> Any:
    return player(name, cards_cleared=1, hand=list(hand), **changes)


def resolve(state: State) -> Any:
    """Let everybody pass until the newest ability has had its effects."""
    answer: Any = {"events": [], "state": state, "to_act": ask("legal-moves", state)["to_act"]}
    while not told(answer, "ability_resolved"):
        answer = apply(answer["state"], move(answer["to_act"][0], "pass"))
    return answer


def test_what_waits_beneath_is_not_in_the_deck_that_an_answer_draws_from(fill: Fill) -> None:
    stab = {"id": 1, "player": "bo", "card": "stab", "target": "ana"}
    beneath = {**DEADLY, "stack": [stab], "next_id": 2, "ability_discard": ["no", "out"]}
    state = fill(in_decide([cleared("ana", "look"), cleared("bo")], **beneath))
    answer = resolve(led(state, move("ana", "play", card="look")))
    assert told(answer, "deck_reshuffled")[0]["cards"] == 2
    assert [entry["card"] for entry in answer["state"]["stack"]] == ["stab"]
    assert answer["state"]["ability_discard"] == ["look"]
    assert len(seat(answer["state"], "ana")["hand"]) == 1


def test_the_negated_is_in_the_discard_before_the_negating(fill: Fill) -> None:
    look = {"id": 1, "player": "ana", "card": "look", "target": None}
    waiting = {**DEADLY, "stack": [look], "next_id": 2}
    state = fill(in_decide([cleared("ana", "out"), cleared("bo", "no")], **waiting))
    state = led(state, move("bo", "play", card="no", target=1))
    answer = resolve(state)
    assert answer["state"]["ability_discard"] == ["look", "no"]
    assert answer["state"]["stack"] == []
    assert seat(answer["state"], "ana")["hand"] == ["out"]


def test_an_ability_of_the_dead_draws_nothing_and_is_discarded_after_their_hand(fill: Fill) -> None:
    stack = [
        {"id": 1, "player": "ana", "card": "look", "target": None},
        {"id": 2, "player": "bo", "card": "stab", "target": "ana"},
    ]
    seats = [cleared("ana", "out", "no", hp=2), cleared("bo")]
    state = fill(in_decide(seats, **DEADLY, stack=stack, next_id=3))
    answer = resolve(state)
    assert answer["state"]["ability_discard"] == ["out", "no", "stab"]
    answer = resolve(answer["state"])
    assert answer["state"]["ability_discard"] == ["out", "no", "stab", "look"]
    assert seat(answer["state"], "ana")["hand"] == []


EVENTS = ("surge", "fracture", "salvage", "undertow", "resonance", "rift-storm")
ALL_EVENTS = [kind for kind in EVENTS for _ in range(2)]
MATRIX_NEXT: dict[str, Any] = {"scanned": 1, "void_deck": ["chance-matrix", *["?"] * 8]}
NEW_DECK = {"type": "deck_reshuffled", "deck": "events", "cards": 12}


def test_the_event_that_is_pending_is_not_in_the_new_event_deck(fill: Fill) -> None:
    state = in_decide([cleared("ana", decided=True, passed=True), cleared("bo")], **MATRIX_NEXT)
    state = fill({**state, "event_deck": [], "event_discard": ALL_EVENTS})
    answer = apply(state, move("bo", "continue"))
    assert told(answer, "deck_reshuffled") == [NEW_DECK]
    if state["rng"] is None:
        assert answer["state"]["chance"] == {"kind": "card", "zone": "event_deck"}
        answer = apply(answer["state"], {"player": "table", "type": "reveal", "card": "surge"})
    after = answer["state"]
    assert after["pending"]["card"] == told(answer, "event_drawn")[0]["card"]
    assert (len(after["event_deck"]), after["event_discard"]) == (11, [])


def test_an_event_that_is_over_has_landed_before_the_next_is_drawn(fill: Fill) -> None:
    pending_event: dict[str, Any] = {**EVENT, **MATRIX_NEXT}
    state = mindburners([player("ana"), player("bo")], **pending_event)
    pending, *others = ALL_EVENTS
    assert state["pending"]["card"] == pending
    state = fill({**state, "event_deck": [], "event_discard": others})
    state = led(state, move("bo", "pass"), move("ana", "pass"))
    assert (state["pending"], state["event_discard"]) == (None, [*others, pending])
    state = led(state, move("bo", "continue"))
    assert told(apply(state, move("ana", "continue")), "deck_reshuffled") == [NEW_DECK]


def test_a_card_that_is_bought_comes_from_the_discard_where_the_deck_is_empty(fill: Fill) -> None:
    state = fill(prepared("patch-kit", ability_discard=["siphon", "ejector"]))
    answer = apply(state, move("ana", "buy_card"))
    state = answer["state"]
    assert types(answer) == ["deck_reshuffled", "card_bought"]
    assert (len(seat(state, "ana")["hand"]), seat(state, "ana")["hp"]) == (2, 4)
    assert (len(state["ability_deck"]), state["ability_discard"]) == (1, [])


def test_where_nothing_is_left_no_card_is_bought_and_no_hp_is_paid() -> None:
    state = prepared("patch-kit")
    assert refused(state, move("ana", "buy_card")) == ("nothing_to_draw", "draw.reshuffle")
    assert move("ana", "buy_card") not in ask("legal-moves", state)["moves"]


def test_what_is_kept_is_not_in_the_deck_that_is_dealt_from_and_what_is_not_kept_is(
    fill: Fill,
) -> None:
    banking: dict[str, Any] = {k: v for k, v in BANK.items() if k != "players"}
    seats = [
        player("ana", status="left", ready=False, hand=["siphon", "ejector", "null-field"]),
        player("bo", status="left", ready=True),
    ]
    state = fill(mindburners(seats, **banking))
    answer = apply(state, move("ana", "keep", card="siphon"))
    assert told(answer, "deck_reshuffled")[-1] == {
        "type": "deck_reshuffled",
        "deck": "abilities",
        "cards": 2,
    }
    hand = seat(answer["state"], "ana")["hand"]
    if state["rng"] is not None:
        assert Counter(hand) == Counter(["siphon", "ejector", "null-field"])
    assert (hand[0], len(hand)) == ("siphon", 3)
    assert (answer["state"]["ability_deck"], answer["state"]["ability_discard"]) == ([], [])
