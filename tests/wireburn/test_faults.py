"""What a posted state must satisfy: every fault is found, with its pointer, and all at once."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.web.operations import perform
from tests.support import changed, plain, state_faults
from tests.wireburn.test_dealing import CARDS

State = dict[str, Any]


def position(**changes: Any) -> State:
    """Return a sound table state in ana's turn, with members changed by their paths."""
    state: State = {
        "game": "wireburn",
        "version": 1,
        "options": {"variant": "standard"},
        "players": [
            {"id": "ana", "hand": ["T5", "?"], "skips": 0},
            {"id": "bo", "hand": ["?", "?"], "skips": 0},
            {"id": "cy", "hand": ["?"], "skips": 0},
        ],
        "docks": {"teal": ["T4", "G4"], "purple": [], "orange": []},
        "draw_pile": ["?"] * 51,
        "discard": ["T10"],
        "turn": {
            "number": 5,
            "player": "ana",
            "plays": 0,
            "drawn": [],
            "opened": False,
            "attack_wild": False,
            "damage": 0,
            "idle": 0,
        },
        "phase": "main",
        "attack": None,
        "ply": 20,
        "rng": None,
        "chance": None,
        "outcome": None,
    }
    state = changed(state, changes)
    fill(state)
    return state


def fill(state: State) -> None:
    """Let the first unknown cards of the draw pile make up the number of cards."""
    zones = [*(p["hand"] for p in state["players"]), *state["docks"].values(), state["discard"]]
    others = [card for zone in zones for card in zone]
    known = [card for card in state["draw_pile"] if card != "?"]
    if state["draw_pile"]:
        state["draw_pile"] = ["?"] * (59 - len(others) - len(known)) + known


ATTACK: dict[str, Any] = {"target": "bo", "deflected_by": [], "to_draw": 0}
SHIELD: dict[str, Any] = {"phase": "shield", "attack": ATTACK, "turn__plays": 1, "turn__damage": 2}
ASKED = {"kind": "card", "zone": "draw_pile", "for": "cy"}
PENALTY: dict[str, Any] = {
    "phase": "penalty",
    "attack": {"target": "cy", "deflected_by": [], "to_draw": 2},
    "turn__plays": 1,
    "turn__damage": 2,
    "players__2__hand": [],
    "chance": ASKED,
}
NOMINATE: dict[str, Any] = {
    "phase": "nominate",
    "attack": {"target": None, "deflected_by": [], "to_draw": 0},
    "turn__plays": 1,
    "turn__damage": 1,
    "players__1__hand": [],
    "players__2__hand": [],
}
OVER: dict[str, Any] = {
    "phase": "over",
    "players__0__hand": [],
    "outcome": {"winners": ["ana"], "reason": "firewall_survived"},
}
EMPTY_PILES: dict[str, Any] = {"draw_pile": [], "discard": [], "players__1__hand": ["?"] * 54}
GRIDLOCK: dict[str, Any] = {
    **EMPTY_PILES,
    "phase": "over",
    "turn__idle": 3,
    "outcome": {"winners": [], "reason": "gridlock"},
}

SOUND: dict[str, dict[str, Any]] = {
    "main": {},
    "shield": SHIELD,
    "penalty": PENALTY,
    "nominate": NOMINATE,
    "over": OVER,
    "gridlock": GRIDLOCK,
    "empty piles": {**EMPTY_PILES, "turn__idle": 2},
    "a volt on top": {"docks__teal": ["T9", "VOLT"], "turn__attack_wild": True},
    "a boomerang's penalty": {
        **PENALTY,
        "players__0__hand": [],
        "attack": {"target": "ana", "deflected_by": ["bo", "cy"], "to_draw": 1},
        "chance": {**ASKED, "for": "ana"},
        "players__2__hand": ["?"],
    },
    "a dock opened by mistake": {"docks__purple": ["T3", "STASIS", "G9", "-"]},
}

BROKEN: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a card too often": ({"docks__teal": ["T4", "T5"]}, ["/docks/teal/1"]),
    "later copies in the order of the zones": (
        {"players__0__hand": ["T5", "T5"], "docks__purple": ["T5"], "discard": ["T5"]},
        ["/players/0/hand/1", "/docks/purple/0", "/discard/0"],
    ),
    "a third copy of a Grey": ({"docks__teal": ["G4", "G4", "G4"]}, ["/docks/teal/2"]),
    "no card of the deck": ({"docks__teal": ["G5"]}, ["/docks/teal/0"]),
    "a Tripwire in a stack": ({"docks__teal": ["T4", "P10"]}, ["/docks/teal/1"]),
    "a Defuse in a stack": ({"docks__orange": ["O1", "O2"]}, ["/docks/orange/0"]),
    "a modifier on a colour card": ({"docks__teal": ["T4", "+"]}, ["/docks/teal/1"]),
    "a modifier on a VOLT": ({"docks__teal": ["G4", "VOLT", "+", "T9"]}, ["/docks/teal/2"]),
    "modifiers at the bottom": ({"docks__teal": ["+", "-"]}, ["/docks/teal/0", "/docks/teal/1"]),
    "an unknown card in a stack": ({"docks__teal": ["?"]}, ["/docks/teal/0"]),
    "an unknown card in the discard": ({"discard": ["T10", "?"]}, ["/discard/1"]),
    "a discard without a draw pile": (
        {"draw_pile": [], "players__1__hand": ["?"] * 53},
        ["/draw_pile"],
    ),
    "a VOLT on top without a wild": ({"docks__teal": ["T9", "VOLT"]}, ["/docks/teal/1"]),
    "a VOLT on top out of the main phase": (
        {**SHIELD, "docks__teal": ["T9", "VOLT"], "turn__attack_wild": True},
        ["/docks/teal/1"],
    ),
    "four draws": (
        {"turn__drawn": ["?", "?", "?", "?"], "players__0__hand": ["?"] * 5},
        ["/turn/drawn"],
    ),
    "a drawn card that is not held": ({"turn__drawn": ["T6"]}, ["/turn/drawn/0"]),
    "a card drawn twice and held once": (
        {"turn__drawn": ["G7", "G7"], "players__0__hand": ["G7", "?"]},
        ["/turn/drawn/1"],
    ),
    "a drawn card that is none": ({"turn__drawn": ["X"]}, ["/turn/drawn/0"]),
    "more drawn than held": ({"turn__drawn": ["?"] * 3}, ["/turn/drawn"]),
    "a stranger's turn": ({"turn__player": "zoe"}, ["/turn/player"]),
    "an idle turn with cards to draw": ({"turn__idle": 1}, ["/turn/idle"]),
    "more idle turns than a gridlock": ({**EMPTY_PILES, "turn__idle": 3}, ["/turn/idle"]),
    "a gridlock too early": ({**GRIDLOCK, "turn__idle": 2}, ["/turn/idle"]),
    "over without an outcome": ({**OVER, "outcome": None}, ["/outcome"]),
    "an outcome while the game is on": ({"outcome": OVER["outcome"]}, ["/outcome"]),
    "a winner who does not play": (
        {**OVER, "outcome": {"winners": ["zoe"], "reason": "firewall_survived"}},
        ["/outcome/winners/0"],
    ),
    "an attack in the main phase": ({"attack": ATTACK, "turn__damage": 1}, ["/attack"]),
    "a shield without an attack": ({**SHIELD, "attack": None}, ["/attack"]),
    "an attack without damage": ({**SHIELD, "turn__damage": 0}, ["/turn/damage"]),
    "cards to draw in a shield": (
        {**SHIELD, "attack": {**ATTACK, "to_draw": 1}},
        ["/attack/to_draw"],
    ),
    "more to draw than damage": (
        {**PENALTY, "attack": {**PENALTY["attack"], "to_draw": 3}},
        ["/attack/to_draw"],
    ),
    "nothing to draw in a penalty": (
        {**PENALTY, "attack": {**PENALTY["attack"], "to_draw": 0}},
        ["/attack/to_draw"],
    ),
    "a target who does not play": (
        {**SHIELD, "attack": {**ATTACK, "target": "zoe"}},
        ["/attack/target"],
    ),
    "the attacker as target": (
        {**SHIELD, "attack": {**ATTACK, "target": "ana"}},
        ["/attack/target"],
    ),
    "the attacker in a penalty without a boomerang": (
        {
            **PENALTY,
            "players__0__hand": [],
            "attack": {**PENALTY["attack"], "target": "ana"},
            "chance": {**ASKED, "for": "ana"},
        },
        ["/attack/target"],
    ),
    "no target": ({**SHIELD, "attack": {**ATTACK, "target": None}}, ["/attack/target"]),
    "a target before one is named": (
        {**NOMINATE, "attack": ATTACK},
        ["/attack/target"],
    ),
    "one player to name": ({**NOMINATE, "players__1__hand": ["?"]}, ["/phase"]),
    "the same deflector twice": (
        {**SHIELD, "attack": {**ATTACK, "target": "cy", "deflected_by": ["bo", "bo"]}},
        ["/attack/deflected_by/0", "/attack/deflected_by/1"],
    ),
    "a deflector who does not play": (
        {**SHIELD, "attack": {**ATTACK, "deflected_by": ["zoe"]}},
        ["/attack/deflected_by/0"],
    ),
    "a deflection past the next player": (
        {**SHIELD, "attack": {**ATTACK, "deflected_by": ["cy"]}},
        ["/attack/deflected_by/0"],
    ),
    "an attacker who deflects": (
        {**SHIELD, "attack": {**ATTACK, "deflected_by": ["ana"]}},
        ["/attack/deflected_by/0"],
    ),
    "a stranger's deflection back to the attacker": (
        {**SHIELD, "attack": {**ATTACK, "target": "ana", "deflected_by": ["zoe"]}},
        ["/attack/deflected_by/0", "/attack/target"],
    ),
    "deflections before a target is named": (
        {**NOMINATE, "attack": {**NOMINATE["attack"], "deflected_by": ["bo"]}},
        ["/attack/deflected_by"],
    ),
    "everything that does not hang on whose turn it is": (
        {
            "turn__player": "zoe",
            "turn__drawn": ["X", "?", "?", "?"],
            "outcome": OVER["outcome"],
            "attack": {"target": "qq", "deflected_by": [], "to_draw": 9},
        },
        [
            "/turn/drawn",
            "/turn/drawn/0",
            "/turn/player",
            "/outcome",
            "/attack",
            "/attack/to_draw",
            "/attack/to_draw",
            "/attack/target",
        ],
    ),
    "a penalty without an attack": (
        {**PENALTY, "attack": None, "chance": None},
        ["/attack", "/chance"],
    ),
    "a penalty with nothing to draw from": (
        {**PENALTY, "draw_pile": [], "discard": [], "players__1__hand": ["?"] * 55},
        ["/draw_pile"],
    ),
    "a win without a winner": (
        {**OVER, "outcome": {"winners": [], "reason": "firewall_survived"}},
        ["/outcome/winners"],
    ),
    "a win before the turn has begun": (
        {**OVER, "players__1__hand": [], "outcome": {**OVER["outcome"], "winners": ["bo"]}},
        ["/outcome/winners"],
    ),
    "a survivor with cards": ({**OVER, "players__0__hand": ["?"] * 3}, ["/outcome/reason"]),
    "a survivor in the middle of a turn": ({**OVER, "turn__plays": 1}, ["/outcome/reason"]),
    "a backfire without damage": (
        {**OVER, "outcome": {"winners": ["bo"], "reason": "breach_backfired"}},
        ["/outcome/reason"],
    ),
    "a backfire without a NULL": (
        {
            **OVER,
            "turn__damage": 1,
            "players__1__hand": ["NULL", "T3"],
            "outcome": {"winners": ["bo"], "reason": "breach_backfired"},
        },
        ["/outcome/winners"],
    ),
    "a backfire of two": (
        {
            **OVER,
            "turn__damage": 1,
            "outcome": {"winners": ["bo", "cy"], "reason": "breach_backfired"},
        },
        ["/outcome/winners"],
    ),
    "a gridlock with a winner": (
        {**GRIDLOCK, "outcome": {"winners": ["ana"], "reason": "gridlock"}},
        ["/outcome/winners"],
    ),
    "a question in the main phase": ({"chance": ASKED}, ["/chance"]),
    "a penalty that asks nothing": ({**PENALTY, "chance": None}, ["/chance"]),
    "a penalty that asks for another": (
        {**PENALTY, "chance": {**ASKED, "for": "bo"}},
        ["/chance"],
    ),
    "a question for a known card": ({**PENALTY, "draw_pile": ["T6"]}, ["/draw_pile/0"]),
    "a turn of somebody without cards": ({"players__0__hand": []}, ["/turn/player"]),
}


@pytest.mark.parametrize("changes", SOUND.values(), ids=SOUND)
def test_a_sound_state_has_no_fault(changes: dict[str, Any]) -> None:
    assert state_faults(position(**changes)) == []


@pytest.mark.parametrize(("changes", "pointers"), BROKEN.values(), ids=BROKEN)
def test_a_fault_is_found_where_it_is(changes: dict[str, Any], pointers: list[str]) -> None:
    state = position(**changes)
    if changes.get("draw_pile") == ["T6"]:
        state["draw_pile"] = ["T6", *["?"] * (len(state["draw_pile"]) - 1)]
    assert state_faults(state) == pointers


@pytest.mark.parametrize("change", [lambda s: s.pop(), lambda s: s.append("?")])
def test_a_wrong_number_of_cards_is_the_states_own_fault(
    change: Callable[[list[str]], Any],
) -> None:
    state = position()
    change(state["draw_pile"])
    assert state_faults(state) == [""]


def test_all_faults_are_listed_at_once() -> None:
    state = position(docks__teal=["T4", "T5"], turn__idle=1, chance=ASKED)
    assert state_faults(state) == ["/docks/teal/1", "/turn/idle", "/chance"]


def test_who_holds_the_seed_knows_every_card() -> None:
    body = {"players": ["ana", "bo"], "seed": "s", "deck": CARDS}
    state = plain(perform("wireburn", "setup", body))["body"]["state"]
    state["draw_pile"][3] = "?"
    assert state_faults(state) == ["/rng/seed"]


def test_a_variant_without_rules_is_refused_by_name() -> None:
    for variant in ("simple", "red_shift"):
        state = position(options__variant=variant)
        response = plain(perform("wireburn", "describe", {"state": state}))
        assert response["body"]["type"] == "/problems/unsupported-variant"
