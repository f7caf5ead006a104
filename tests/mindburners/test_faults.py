"""What a posted Mindburners state must satisfy: every fault is found, with its pointer."""

from typing import Any

import pytest

from referee.web.operations import perform
from tests.support import changed, plain, read_pack_file, state_faults

State = dict[str, Any]


def player(name: str, **changes: Any) -> dict[str, Any]:
    """Return a running player with one unknown card."""
    seat = {
        "id": name,
        "hp": 5,
        "energy": 5,
        "vp": 0,
        "overcharged": False,
        "hand": ["?"],
        "status": "running",
        "decided": False,
        "passed": False,
        "ready": True,
        "cards_cleared": 0,
        "absorb": 0,
        "guarded": False,
        "extra_draws": 0,
    }
    return {**seat, **changes}


def position(**changes: Any) -> State:
    """Return a sound table state with the Maw pending, with members changed by their paths."""
    state: State = {
        "game": "mindburners",
        "version": 1,
        "options": {"mode": "multiplayer"},
        "deck": "reference",
        "players": [player("ana"), player("bo")],
        "ability_deck": ["?"] * 22,
        "ability_discard": [],
        "event_deck": ["?"] * 12,
        "event_discard": [],
        "void_deck": ["?"] * 9,
        "void_row": ["maw"],
        "scanned": 0,
        "box": {"abilities": [], "events": []},
        "run": 1,
        "phase": "resolve",
        "stack": [],
        "next_id": 1,
        "pending": {"kind": "creature", "card": "maw"},
        "time_left": None,
        "ply": 7,
        "rng": None,
        "chance": None,
        "outcome": None,
    }
    state = changed(state, changes)
    hands = sum(len(p["hand"]) for p in state["players"])
    pile = [*state["stack"], *state["ability_discard"], *state["box"]["abilities"]]
    abilities = 13 if state["options"]["mode"] == "solo" else 24
    state["ability_deck"] = ["?"] * (abilities - hands - len(pile))
    events = [*state["event_discard"], *state["box"]["events"]]
    drawn = (state["pending"] or {}).get("kind") == "event"
    state["event_deck"] = ["?"] * (12 - len(events) - drawn)
    if "void_deck" not in changes:
        state["void_deck"] = ["?"] * (10 - len(state["void_row"]))
    return state


DECIDE = {
    "phase": "decide",
    "pending": None,
    "players": [player("ana", cards_cleared=1), player("bo", cards_cleared=1)],
}
EVENT = {
    "void_row": ["chance-matrix"],
    "pending": {"kind": "event", "card": "surge", "rolls": {"ana": 1, "bo": 6}},
}
ASKED = {"kind": "card", "zone": "void_deck"}
REVEAL: dict[str, object] = {"phase": "reveal", "pending": None, "void_row": [], "chance": ASKED}
PREPARATION = {
    "phase": "preparation",
    "pending": None,
    "void_row": [],
    "players": [
        player("ana", status="preparing", ready=False),
        player("bo", status="preparing", ready=False),
    ],
}
BANK = {
    "phase": "bank",
    "pending": None,
    "players": [
        player("ana", status="left", ready=False, cards_cleared=1),
        player("bo", status="dead", hp=0, hand=[]),
    ],
}
SOLO = {
    "options": {"mode": "solo"},
    "players": [player("ana")],
    "time_left": 6,
    "box": {"abilities": ["?"] * 5, "events": ["?"] * 5},
}
LASH = {"id": 1, "player": "ana", "card": "static-lash", "target": "bo"}
OVER: dict[str, Any] = {
    "phase": "over",
    "players__0__vp": 10,
    "outcome": {"winners": ["ana"], "reason": "ten_points", "vp": {"ana": 10, "bo": 0}},
}
EVERY_OP = read_pack_file("mindburners", "every-op")
SCOUTING = {
    **EVERY_OP,
    "abilities": [
        {**card, "preparation": True} if card["id"] == "peek" else card
        for card in EVERY_OP["abilities"]
    ],
}
RIDDLE = "Guess the next void card. Right: 3 energy."

SOUND: dict[str, dict[str, Any]] = {
    "a creature": {},
    "an event": EVENT,
    "a decision": DECIDE,
    "the void card is asked for": REVEAL,
    "preparation": PREPARATION,
    "bank": BANK,
    "solo": SOLO,
    "over, everything else as it was": OVER,
    "over by a ruling, after a decision": {
        **OVER,
        "players": [player("ana", vp=10, decided=True, cards_cleared=1), player("bo")],
    },
    "an ability of the preparation asks for a card": {
        **PREPARATION,
        "deck": SCOUTING,
        "stack": [{"id": 1, "player": "ana", "card": "peek", "target": None}],
        "next_id": 2,
        "chance": ASKED,
    },
    "an ability on the stack": {"stack": [LASH], "next_id": 2},
    "a hidden card dropped": {"ability_discard": ["?"]},
    "an event asked for": {
        "void_row": ["chance-matrix"],
        "pending": None,
        "chance": {"kind": "card", "zone": "event_deck"},
    },
    "rolls asked for": {
        **EVENT,
        "pending": {"kind": "event", "card": "surge", "rolls": {"bo": 6}},
        "chance": {"kind": "die", "sides": 6, "for": ["ana"]},
    },
    "a reroll asked for": {
        **EVENT,
        "stack": [{"id": 1, "player": "bo", "card": "second-throw", "target": None}],
        "next_id": 2,
        "chance": {"kind": "die", "sides": 6, "for": ["bo"]},
    },
    "a scan asked for": {
        "stack": [{"id": 1, "player": "bo", "card": "deep-scan", "target": None}],
        "next_id": 2,
        "chance": ASKED,
    },
    "a ruling asked for in preparation": {
        **PREPARATION,
        "deck": EVERY_OP,
        "stack": [{"id": 1, "player": "bo", "card": "riddle", "target": None}],
        "next_id": 2,
        "chance": {"kind": "ruling", "ability": 1, "text": RIDDLE},
    },
    "a target that is gone": {
        "stack": [{"id": 2, "player": "bo", "card": "countermand", "target": 1}],
        "next_id": 3,
    },
    "everybody leaves": {
        **DECIDE,
        "players": [player("ana", status="leaving"), player("bo", status="left")],
    },
}

BROKEN: dict[str, tuple[dict[str, Any], list[str]]] = {
    "an ability too often": (
        {"ability_discard": ["null-field", "null-field"]},
        ["/ability_discard/1"],
    ),
    "a void card too often": ({"void_row": ["maw", "maw"]}, ["/void_row/1"]),
    "an event too often": (
        {"event_discard": ["surge", "surge", "surge"]},
        ["/event_discard/2"],
    ),
    "an ability that solo leaves out": (
        {**SOLO, "ability_discard": ["siphon"]},
        ["/ability_discard/0"],
    ),
    "no HP and alive": ({"players__0__hp": 0}, ["/players/0/hp"]),
    "dead with HP": ({"players__1": player("bo", status="dead", hand=[])}, ["/players/1/hp"]),
    "dead with cards": ({"players__1": player("bo", status="dead", hp=0)}, ["/players/1/hand"]),
    "running in preparation": (
        {**PREPARATION, "players__1": player("bo")},
        ["/players/1/status"],
    ),
    "preparing in the run": ({"players__1__status": "preparing"}, ["/players/1/status"]),
    "cleared too early": (
        {**BANK, "players__1": player("bo", status="cleared")},
        ["/players/1/status"],
    ),
    "more cleared than the row has": (
        {"players__0__cards_cleared": 2},
        ["/players/0/cards_cleared"],
    ),
    "decided in resolve": ({"players__0__decided": True}, ["/players/0/decided"]),
    "passed without a decision": (
        {**DECIDE, "players": [player("ana", passed=True), player("bo")]},
        ["/players/0/passed"],
    ),
    "a row in preparation": ({**PREPARATION, "void_row": ["maw"]}, ["/void_row"]),
    "no row in resolve": ({"void_row": []}, ["/void_row", "/pending/card"]),
    "an unknown card in the row": ({"void_row": ["?", "maw"]}, ["/void_row/0"]),
    "an unknown card in the event discard": ({"event_discard": ["?"]}, ["/event_discard/0"]),
    "an unknown scanned card": ({"scanned": 1}, ["/void_deck/0"]),
    "more scanned than there are": (
        {"scanned": 10, "void_deck": ["beacon", "?", "?", "?", "?", "?", "?", "?", "?"]},
        ["/scanned", *(f"/void_deck/{i}" for i in range(1, 9))],
    ),
    "nothing pending": ({"pending": None}, ["/pending"]),
    "pending in decide": ({**DECIDE, "pending": {"kind": "creature", "card": "maw"}}, ["/pending"]),
    "another creature": ({"pending__card": "mite"}, ["/pending/card"]),
    "an event after a creature": ({"pending": EVENT["pending"]}, ["/pending"]),
    "a roll of nobody": (
        {**EVENT, "pending__rolls": {"ana": 1, "bo": 6, "zoe": 2}},
        ["/pending/rolls/zoe", "/pending/rolls"],
    ),
    "a roll of a stranger whose name needs escaping": (
        {**EVENT, "pending__rolls": {"ana": 1, "bo": 6, "a/b": 2}},
        ["/pending/rolls/a~1b", "/pending/rolls"],
    ),
    "the pending card cleared already": (
        {"players": [player("ana", cards_cleared=1), player("bo")]},
        ["/players/0/cards_cleared"],
    ),
    "a roll missing": ({**EVENT, "pending__rolls": {"ana": 1}}, ["/pending/rolls"]),
    "a stack in bank": ({**BANK, "stack": [LASH], "next_id": 2}, ["/stack"]),
    "a stack in preparation": (
        {
            **PREPARATION,
            "stack": [{"id": 1, "player": "bo", "card": "patch-kit", "target": None}],
            "next_id": 2,
        },
        ["/stack"],
    ),
    "an id that is yet to come": ({"stack": [LASH]}, ["/stack/0/id"]),
    "an id twice": ({"stack": [LASH, LASH], "next_id": 2}, ["/stack/1/id"]),
    "an ability of a stranger": (
        {"stack": [{**LASH, "player": "zoe"}], "next_id": 2},
        ["/stack/0/player"],
    ),
    "no ability on the stack": (
        {"stack": [{**LASH, "card": "maw"}], "next_id": 2},
        ["/stack/0", "/stack/0/card"],
    ),
    "an ability at nobody": (
        {"stack": [{**LASH, "target": None}], "next_id": 2},
        ["/stack/0/target"],
    ),
    "an ability at oneself": (
        {"stack": [{**LASH, "target": "ana"}], "next_id": 2},
        ["/stack/0/target"],
    ),
    "reveal without a question": ({**REVEAL, "chance": None}, ["/chance"]),
    "a question in resolve": ({"chance": ASKED}, ["/chance"]),
    "rolls of others": (
        {
            **EVENT,
            "pending": {"kind": "event", "card": "surge", "rolls": {"bo": 6}},
            "chance": {"kind": "die", "sides": 6, "for": ["bo"]},
        },
        ["/chance"],
    ),
    "time in multiplayer": ({"time_left": 3}, ["/time_left"]),
    "no time in solo": ({**SOLO, "time_left": None}, ["/time_left"]),
    "time that is up": ({**SOLO, "time_left": 0}, ["/time_left"]),
    "an empty box in solo": (
        {**SOLO, "box": {"abilities": [], "events": []}},
        ["/box/abilities", "/box/events"],
    ),
    "solo of two": (
        {"options__mode": "solo", "time_left": 6},
        ["/players", "/box/abilities", "/box/events"],
    ),
    "an outcome while the game is on": ({"outcome": OVER["outcome"]}, ["/outcome"]),
    "over without an outcome": ({"phase": "over"}, ["/outcome"]),
    "over with too few points": ({**OVER, "players__0__vp": 9}, ["/outcome"]),
    "another winner": (
        {**OVER, "outcome": {**OVER["outcome"], "winners": ["bo"]}},
        ["/outcome/winners"],
    ),
    "a shared win with less energy": (
        {
            **OVER,
            "players__1__vp": 10,
            "players__1__energy": 4,
            "outcome": {**OVER["outcome"], "winners": ["ana", "bo"], "vp": {"ana": 10, "bo": 10}},
        },
        ["/outcome/winners"],
    ),
    "other points": (
        {**OVER, "outcome": {**OVER["outcome"], "vp": {"ana": 11, "bo": 0}}},
        ["/outcome/vp"],
    ),
    "a time that is not up": (
        {**OVER, "outcome": {**OVER["outcome"], "reason": "time_expired"}},
        ["/outcome/reason"],
    ),
    "nobody can act": (
        {"players": [player("ana", passed=True), player("bo", hand=[])]},
        ["/phase"],
    ),
    "nobody runs to the next card": (
        {**REVEAL, "players": [player("ana", status="left"), player("bo", status="left")]},
        ["/phase"],
    ),
}


@pytest.mark.parametrize("changes", SOUND.values(), ids=SOUND)
def test_a_sound_state_has_no_fault(changes: dict[str, Any]) -> None:
    assert state_faults(position(**changes)) == []


@pytest.mark.parametrize(("changes", "pointers"), BROKEN.values(), ids=BROKEN)
def test_a_fault_is_found_where_it_is(changes: dict[str, Any], pointers: list[str]) -> None:
    assert state_faults(position(**changes)) == pointers


@pytest.mark.parametrize("roll", [0, 7, "x", None])
def test_a_roll_that_is_none_is_pointed_at(roll: Any) -> None:
    state = position(**{**EVENT, "pending__rolls": {"ana": 1, "bo": roll, "cy": 3}})
    response = plain(perform("mindburners", "legal-moves", {"state": state}))
    assert response["status"] == 422
    assert [e["pointer"] for e in response["body"]["errors"]] == ["/state/pending/rolls/bo"]


def test_a_rerolled_die_is_no_ruling_so_that_points_are_not_counted() -> None:
    throw = {"id": 1, "player": "ana", "card": "second-throw", "target": None}
    asked = {"kind": "die", "sides": 6, "for": ["ana"]}
    players = [player("ana"), player("bo", vp=10)]
    state = position(**EVENT, players=players, stack=[throw], next_id=2, chance=asked)
    move = {"player": "table", "type": "roll", "for": "ana", "value": 3}
    after = plain(perform("mindburners", "apply", {"state": state, "move": move}))
    assert after["status"] == 200, after["body"]
    assert after["body"]["state"]["phase"] == "resolve"
