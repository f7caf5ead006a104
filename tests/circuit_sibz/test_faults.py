"""What a posted Circuit Sibz state must satisfy: every fault is found, with its pointer."""

from typing import Any

import pytest

from tests.support import changed, read_pack_file, state_faults

State = dict[str, Any]


def position(**changes: Any) -> State:
    """Return a sound table state in ana's turn, with members changed by their paths."""
    state: State = {
        "game": "circuit-sibz",
        "version": 1,
        "options": {"mode": "pressure", "hidden_hands": False},
        "deck": "reference",
        "players": [{"id": "ana", "hand": ["dxgx", "?"]}, {"id": "bo", "hand": ["?"]}],
        "network": [
            {"card": "dddd", "x": 0, "y": 0, "rotation": 0, "player": None},
            {"card": "dxdx", "x": 0, "y": 1, "rotation": 0, "player": "bo"},
        ],
        "draw_pile": ["?"] * 67,
        "turn": {"number": 2, "player": "ana"},
        "ply": 1,
        "rng": None,
        "chance": None,
        "outcome": None,
    }
    state = changed(state, changes)
    missing = 72 - len(state["network"]) - sum(len(p["hand"]) for p in state["players"])
    if state["draw_pile"]:
        state["draw_pile"] = ["?"] * (missing - 1) + state["draw_pile"][-1:]
    return state


LIVE_TILE = {"kind": "card", "zone": "draw_pile", "for": None}
ASKED = {"network": [], "chance": LIVE_TILE, "turn__number": 1}
SOLO = {
    "options": {"mode": "solo", "hidden_hands": False},
    "players": [{"id": "ana", "hand": ["dxgx", "?"]}],
    "network__1__player": "ana",
}
DUST = read_pack_file("circuit-sibz", "dust")
LOCKED = {
    "deck": DUST,
    "players": [{"id": "ana", "hand": ["dust"] * 24}, {"id": "bo", "hand": ["dust"] * 24}],
    "network": [
        {"card": "bar", "x": 0, "y": y, "rotation": 0, "player": "bo" if y else None}
        for y in range(24)
    ],
    "draw_pile": [],
}
WON = {"winners": ["bo"], "reason": "total_lock", "cards": {"ana": 24, "bo": 24}}
SCORED = {"winners": [], "reason": "solo_over", "score": 2, "rank": "System Collapse"}

SOUND: dict[str, dict[str, Any]] = {
    "a turn": {},
    "the Live Tile is asked for": ASKED,
    "solo": SOLO,
    "a lock": {**LOCKED, "outcome": WON},
    "a card laid by mistake": {"network__1__card": "gxgx"},
    "another of the equal rotations": {"network__1__rotation": 2},
    "an empty hand in collapse": {
        "options__mode": "collapse",
        "players__1__hand": [],
    },
    "an emptied hand": {
        "players__1__hand": [],
        "outcome": {"winners": ["bo"], "reason": "hand_emptied", "cards": {"ana": 2, "bo": 0}},
    },
}

BROKEN: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a card too often": ({"players__1__hand": ["dxgx"]}, ["/players/1/hand/0"]),
    "later copies in the order of the zones": (
        {"players__0__hand": ["dxdx", "?"], "draw_pile": ["dxdx"]},
        ["/network/1/card", "/draw_pile/66"],
    ),
    "no card of the deck in a hand": ({"players__0__hand": ["zzzz"]}, ["/players/0/hand/0"]),
    "no card of the deck in the network": ({"network__1__card": "zzzz"}, ["/network/1/card"]),
    "an unknown card in the network": ({"network__1__card": "?"}, ["/network/1/card"]),
    "two cards on a cell": ({"network__1__y": 0}, ["/network/1"]),
    "a card that touches nothing": ({"network__1__y": 2}, ["/network/1"]),
    "a card at a corner": ({"network__1__x": 1}, ["/network/1"]),
    "nobody placed it": ({"network__1__player": None}, ["/network/1/player"]),
    "a stranger placed it": ({"network__1__player": "zoe"}, ["/network/1/player"]),
    "the Live Tile elsewhere": ({"network__0__x": 1, "network__1__x": 1}, ["/network/0"]),
    "the Live Tile turned": ({"network__0__rotation": 1}, ["/network/0/rotation"]),
    "the Live Tile of somebody": ({"network__0__player": "bo"}, ["/network/0/player"]),
    "a stranger's turn": ({"turn__player": "zoe"}, ["/turn/player"]),
    "a solo number": ({**SOLO, "turn__number": 3}, ["/turn/number"]),
    "solo of two": ({"options__mode": "solo", "turn__number": 2}, ["/players"]),
    "one player": ({"players": [{"id": "bo", "hand": ["?"]}], "turn__player": "bo"}, ["/players"]),
    "solo with hidden hands": (
        {**SOLO, "options": {"mode": "solo", "hidden_hands": True}},
        ["/options/hidden_hands"],
    ),
    "no network and no question": ({"network": [], "turn__number": 1}, ["/chance"]),
    "a question though the tile lies": ({"chance": LIVE_TILE}, ["/chance"]),
    "another question": ({**ASKED, "chance": {**LIVE_TILE, "for": "ana"}}, ["/chance"]),
    "a lock without an outcome": (LOCKED, ["/outcome"]),
    "an emptied hand without an outcome": ({"players__1__hand": []}, ["/outcome"]),
    "a closure without an outcome": (
        {
            "deck": read_pack_file("circuit-sibz", "rope"),
            "players": [{"id": "ana", "hand": ["bar", "?"]}, {"id": "bo", "hand": ["?"]}],
            "network": [
                {"card": "end", "x": 0, "y": 0, "rotation": 0, "player": None},
                {"card": "end", "x": 0, "y": 1, "rotation": 2, "player": "bo"},
            ],
        },
        ["/outcome"],
    ),
    "an outcome though the game goes on": ({"outcome": WON}, ["/outcome"]),
    "a score of several": ({**LOCKED, "outcome": SCORED}, ["/outcome", "/outcome"]),
    "a stranger wins": (
        {**LOCKED, "outcome": {**WON, "winners": ["zoe"]}},
        ["/outcome/winners/0"],
    ),
    "somebody wins who holds more": (
        {**LOCKED, "outcome": {**WON, "winners": ["ana"]}},
        ["/outcome/winners"],
    ),
    "a lock told as a closure": (
        {**LOCKED, "outcome": {**WON, "reason": "structural_closure"}},
        ["/outcome/reason"],
    ),
    "other cards in hand": (
        {**LOCKED, "outcome": {**WON, "cards": {"ana": 1, "bo": 1}}},
        ["/outcome/cards"],
    ),
    "a deck that is not installed": ({"deck": "mine"}, ["/deck"]),
    "several at once": (
        {"network__1__player": "zoe", "turn__player": "yan", "chance": LIVE_TILE},
        ["/network/1/player", "/turn/player", "/chance"],
    ),
}


@pytest.mark.parametrize("changes", SOUND.values(), ids=SOUND)
def test_a_sound_state_has_no_fault(changes: dict[str, Any]) -> None:
    assert state_faults(position(**changes)) == []


@pytest.mark.parametrize(("changes", "pointers"), BROKEN.values(), ids=BROKEN)
def test_a_fault_is_found_where_it_is(changes: dict[str, Any], pointers: list[str]) -> None:
    assert state_faults(position(**changes)) == pointers


def test_a_known_card_is_not_asked_for() -> None:
    state = position(**ASKED)
    state["draw_pile"][0] = "gxgx"
    assert state_faults(state) == ["/draw_pile/0"]
