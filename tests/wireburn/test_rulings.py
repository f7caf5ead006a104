"""Rulings that the cases do not reach: closure, what is taken for granted, how refusals read."""

from typing import Any

import pytest

from referee.games.wireburn.deck import DECK
from referee.web.operations import perform
from tests.support import plain, state_faults
from tests.wireburn.test_faults import ATTACK, EMPTY_PILES, SHIELD, position


def ask(operation: str, state: Any, move: Any) -> Any:
    return plain(perform("wireburn", operation, {"state": state, "move": move}))["body"]


def test_a_recycled_pile_ends_the_count_of_idle_turns() -> None:
    hands = {"players__0__hand": ["O2"], "players__2__hand": ["T3"]}
    bo = ["NULL", *["?"] * 54]
    empty = {**EMPTY_PILES, **hands, "players__1__hand": bo}
    state = position(**{**SHIELD, **empty, "attack": ATTACK, "turn__idle": 1, "turn__plays": 0})
    answer = ask("apply", state, {"player": "bo", "type": "deflect"})
    assert answer["state"]["draw_pile"] == ["NULL"]
    assert answer["state"]["turn"]["idle"] == 0
    assert state_faults(answer["state"]) == []


PLAY_T6 = {"player": "ana", "type": "play", "card": "T6", "dock": "teal"}
WASH = {"player": "ana", "type": "wash"}


@pytest.mark.parametrize(
    ("hand", "move", "assumed"),
    [
        (["P3", "P9", "?"], PLAY_T6, []),
        (["P3", "-", "?"], WASH, []),
        (["P3", "P9", "?", "?"], PLAY_T6, ["dig.third"]),
        (["P3", "P9", "?", "O9"], PLAY_T6, ["dig.third"]),
    ],
)
def test_a_move_that_shows_the_third_card_takes_nothing_for_granted(
    hand: list[str], move: Any, assumed: list[str]
) -> None:
    drawn = [hand[0], hand[1], "?"]
    docks = {"docks__teal": ["T5"], "docks__orange": [], "docks__purple": ["P8"]}
    state = position(players__0__hand=hand, turn__drawn=drawn, **docks)
    answer = ask("apply", state, move)
    assert [a["rule"] for a in answer["assumptions"]] == assumed


def play(card: str, dock: str, *modifiers: str) -> Any:
    return {
        "player": "ana",
        "type": "play",
        "card": card,
        "dock": dock,
        "modifiers": list(modifiers),
    }


MESSAGES = {
    "too few unknown cards": (
        {"players__0__hand": ["?"]},
        play("G6", "teal", "+"),
        "The hand does not hold G6 +.",
    ),
    "not often enough": (
        {"players__0__hand": ["G6", "+"]},
        play("G6", "teal", "+", "+"),
        "The hand does not hold G6 + +.",
    ),
    "more than the deck has": (
        {"players__0__hand": ["G6", "+", "+", "+", "?"]},
        play("G6", "teal", "+", "+", "+", "+"),
        "+ cannot be here: every + of the deck is accounted for.",
    ),
    "a modifier with a modifier": (
        {"players__0__hand": ["+", "+"]},
        play("+", "teal", "+"),
        "+ + does not go onto an open 4: only a Grey takes modifiers from the hand along.",
    ),
    "a moved Grey onto a VOLT": (
        {
            "players__0__hand": ["G9", "+"],
            "docks__teal": ["T9", "VOLT"],
            "turn__attack_wild": True,
        },
        play("G9", "teal", "+"),
        "G9 + does not go onto a locked VOLT: only a 1, a 10, a VOLT or a NULL goes onto a VOLT, "
        "and a moved Grey is neither 1 nor 10.",
    ),
    "the table ends a turn": (
        {},
        {"player": "table", "type": "end_turn"},
        "The table cannot end the turn: a player does.",
    ),
    "a shield in peace": (
        {},
        {"player": "ana", "type": "deflect"},
        "ana cannot deflect damage now.",
    ),
    "a player tells": (
        {},
        {"player": "ana", "type": "reveal", "card": "T6", "holder": "bo"},
        "ana cannot tell a card: the table does.",
    ),
}


@pytest.mark.parametrize(("changes", "move", "message"), MESSAGES.values(), ids=MESSAGES)
def test_a_refusal_reads_well(changes: dict[str, Any], move: Any, message: str) -> None:
    answer = ask("check", position(**changes), move)
    assert answer["violation"]["message"] == message


def test_a_duty_to_play_is_told_in_the_main_phase_only() -> None:
    drawn = {"players__0__hand": ["P9", "O9", "T5"], "turn__drawn": ["P9", "O9", "T5"]}
    main = position(**drawn)
    shield = position(**{**SHIELD, **drawn, "turn__plays": 0})
    for state, must_play in ((main, "T5"), (shield, None)):
        told = plain(perform("wireburn", "describe", {"state": state}))["body"]
        assert told["facts"]["must_play"] == must_play


def test_facts_of_a_position() -> None:
    state = position(**SHIELD, docks__purple=["P9", "G9", "+"], docks__orange=["NULL"])
    told = plain(perform("wireburn", "describe", {"state": state}))["body"]
    takes = {dock: set(cards) for dock, cards in told["facts"].pop("takes").items()}
    near_four = {f"{colour}{value}" for colour in "TPO" for value in (3, 4, 5)}
    near_ten = {f"{colour}{value}" for colour in "TPO" for value in (9, 10)}
    assert takes["teal"] == near_four | {"G3", "G4", "+", "-", "STASIS", "NULL"}
    assert takes["purple"] == near_ten | {"G9", "+", "-", "VOLT", "NULL"}
    assert takes["orange"] == set(DECK) - {"+", "-"}
    assert told["facts"] == {
        "docks": {
            "teal": {"shows": "open", "colour": None, "values": [4], "cards": 2},
            "purple": {"shows": "open", "colour": None, "values": [10], "cards": 3},
            "orange": {"shows": "free", "colour": None, "values": [], "cards": 1},
        },
        "firewall": [],
        "cards_in_hand": {"ana": 2, "bo": 2, "cy": 1},
        "draw_pile": 47,
        "discard": 1,
        "damage": 2,
        "must_play": None,
    }
    assert told["headline"] == "bo may deflect 2 damage from ana with a NULL, or take it."


def test_a_seed_that_is_no_text_is_refused_before_it_is_hashed() -> None:
    body = {"players": ["ana", "bo"], "seed": "\ud800"}
    response = plain(perform("wireburn", "setup", body))
    assert [error["pointer"] for error in response["body"]["errors"]] == ["/seed"]
