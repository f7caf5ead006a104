"""Every ruled case of every game is answered as it was ruled."""

from typing import Any

import pytest

from referee.core.game import AnyGame
from referee.web.operations import perform
from tests.support import GAMES, json_lines, plain

CASES = [
    pytest.param(game, case, id=f"{game.name}:{case['id']}")
    for game in GAMES
    for case in json_lines(game, "cases.jsonl")
]


def run(game: AnyGame, operation: str, body: Any) -> tuple[int, Any]:
    """Answer a request, as parsed JSON."""
    response = plain(perform(game.name, operation, body))
    return response["status"], response["body"]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_case(game: AnyGame, case: dict[str, Any]) -> None:
    expect = case["expect"]
    operation = "setup" if "setup" in case else "apply"
    body = case.get("setup") or {"state": case["state"], "move": case["move"]}
    status, answer = run(game, operation, body)
    if "problem" in expect:
        assert answer["type"] == f"/problems/{expect['problem']}"
        return
    if operation == "apply":
        _, verdict = run(game, "check", body)
        assert verdict["legal"] is expect["legal"], verdict
    if expect.get("legal") is False:
        assert (status, answer["violation"]) == (409, verdict["violation"])
        assert {"code": expect["code"], "rule": expect["rule"]}.items() <= (
            verdict["violation"].items()
        )
        return
    assert status == 200, answer
    check_effects(answer, expect)
    if "assumptions" in expect:
        assert [a["rule"] for a in verdict["assumptions"]] == expect["assumptions"]
        assert answer["assumptions"] == verdict["assumptions"]


def check_effects(answer: dict[str, Any], expect: dict[str, Any]) -> None:
    """Hold a new state and its events against what the case expects of them."""
    for pointer, value in expect.get("patch", {}).items():
        if value == "<absent>":
            with pytest.raises((IndexError, KeyError)):
                at(answer["state"], pointer)
        else:
            assert at(answer["state"], pointer) == value, pointer
    types = [event["type"] for event in answer["events"]]
    told = iter(types)
    assert all(event in told for event in expect.get("events", ())), types
    for event_type, fields in expect.get("event", {}).items():
        first = next((e for e in answer["events"] if e["type"] == event_type), None)
        if fields is None:
            assert first is None
        else:
            assert first is not None, types
            assert fields.items() <= first.items()
    if "to_act" in expect:
        assert answer["to_act"] == expect["to_act"]
    if "undoable" in expect:
        assert answer["undoable"] is expect["undoable"]
    if "outcome" in expect:
        assert answer["state"]["outcome"] == expect["outcome"]


def at(document: Any, pointer: str) -> Any:
    """Follow a JSON pointer (RFC 6901)."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        document = document[int(name)] if isinstance(document, list) else document[name]
    return document


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_case_ids_are_unique(game: AnyGame) -> None:
    ids = [case["id"] for case in json_lines(game, "cases.jsonl")]
    assert len(ids) == len(set(ids))
