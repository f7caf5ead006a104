"""Endings and refusals of Circuit Sibz that only rare packs and tables bring about."""

from typing import Any

import pytest

from referee.web.operations import perform
from tests.support import plain

LAST = {"id": "last", "sides": ["power", None, None, None], "count": 1}
STUCK = {"id": "stuck", "sides": ["ground", None, None, None], "count": 71}
ONE_LEFT = {"name": "one left", "ports": ["power", "ground"], "cards": [LAST, STUCK]}
LIVE_TILE = {"kind": "card", "zone": "draw_pile", "for": None}


def answer(operation: str, **body: Any) -> Any:
    response = plain(perform("circuit-sibz", operation, body))
    assert response["status"] == 200, response["body"]
    return response["body"]


@pytest.mark.parametrize(
    ("mode", "hands", "reason", "winners"),
    [
        ("pressure", [36, 35], "total_lock", ["bo"]),
        ("collapse", [71, 0], "total_lock", ["bo"]),
        ("solo", [71], "solo_over", []),
    ],
)
def test_a_live_tile_that_nobody_can_join_ends_the_game(
    mode: str, hands: list[int], reason: str, winners: list[str]
) -> None:
    names = ["ana", "bo"][: len(hands)]
    state = {
        "game": "circuit-sibz",
        "version": 1,
        "options": {"mode": mode, "hidden_hands": False},
        "deck": ONE_LEFT,
        "players": [{"id": p, "hand": ["?"] * n} for p, n in zip(names, hands, strict=True)],
        "network": [],
        "draw_pile": ["?"],
        "turn": {"number": 0 if mode == "solo" else 1, "player": "ana"},
        "ply": 0,
        "rng": None,
        "chance": LIVE_TILE,
        "outcome": None,
    }
    told = {"player": "table", "type": "reveal", "card": "last"}
    after = answer("apply", state=state, move=told)
    assert after["state"]["outcome"]["reason"] == reason
    assert after["state"]["outcome"]["winners"] == winners
    assert after["to_act"] == []
    assert [event["type"] for event in after["events"]].count("turn_started") == 0
    assert answer("legal-moves", state=after["state"])["moves"] == []


@pytest.mark.parametrize("held", ["whole", "stuck"])
def test_whether_a_draw_is_legal_does_not_tell_the_other_hidden_hand(held: str) -> None:
    whole = {"id": "whole", "sides": ["power"] * 4, "count": 65}
    pack = {**ONE_LEFT, "cards": [whole, {**STUCK, "count": 7}]}
    state = answer(
        "setup",
        players=["ana", "bo"],
        options={"mode": "pressure", "hidden_hands": True},
        deck=pack,
        chance="table",
        first_player="bo",
    )["state"]
    for move in [{"card": "whole"}, {"card": held, "holder": "ana"}]:
        told = {"player": "table", "type": "reveal", **move}
        state = answer("apply", state=state, move=told)["state"]
    verdict = answer("check", state=state, move={"player": "bo", "type": "draw"})
    assert verdict["legal"] is True
    assert [assumption["rule"] for assumption in verdict["assumptions"]] == ["draw.only-if-stuck"]
