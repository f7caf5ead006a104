"""Mindburners at its bounds: ids that are used up, and the largest deck that a state can carry."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.core import judge
from referee.core.records import MOST
from referee.core.registry import games
from referee.games.mindburners.deck import FACES
from referee.games.mindburners.moves import Play
from referee.web.app import create_app
from referee.web.operations import perform
from referee.web.wire import MAX_BODY
from tests.support import Deal, changed, plain, play, read_pack_file, record

GAME = games()["mindburners"]
TEXT = "\N{GRINNING FACE}" * 400


def answered(next_id: int) -> Any:
    """Find a position in which a Countermand answers an ability, at this next id."""
    for seed in range(200):
        for step in play(Deal(GAME, 3, {"mode": "multiplayer"}, "seeded", seed)):
            if isinstance(step.move, Play) and isinstance(step.move.target, int):
                below = plain(step.state)
                offset = next_id - below["next_id"]
                below["next_id"] = next_id
                for entry in below["stack"]:
                    entry["id"] += offset
                    if isinstance(entry["target"], int):
                        entry["target"] += offset
                move = {**plain(step.move), "target": step.move.target + offset}
                return record(GAME, "state", below), record(GAME, "move", move)
    raise AssertionError("nobody answers an ability")


@pytest.mark.parametrize("next_id", [7, MOST])
def test_an_answer_keeps_its_target_when_the_ids_are_used_up(next_id: int) -> None:
    state, move = answered(next_id)
    judge.audit(GAME, state)
    aimed_at = next(entry.card for entry in state.stack if entry.id == move.target)
    ruling = judge.apply(GAME, state, move)
    judge.audit(GAME, ruling.state)
    newest, told = ruling.state.stack[-1], plain(ruling.events[0])
    assert newest.id == ruling.state.next_id - 1 == told["id"]
    assert newest.target == told["target"]
    assert [e.card for e in ruling.state.stack if e.id == newest.target] == [aimed_at]
    assert (newest.id == next_id) is (next_id < MOST)


def largest_pack() -> Any:
    """Make a pack in which every list is as long, and every text as large, as it can be."""
    effects = [{"op": "heal", "amount": 20}] * 19 + [{"op": "manual", "text": TEXT}]
    ids = [f"{'x' * 22}{n:02}" for n in range(42)]
    about = [{"id": card, "name": "\N{GRINNING FACE}" * 40, "count": 1} for card in ids]
    ability = {"cost": 20, "preparation": False, "effects": effects}
    return {
        "name": "\N{GRINNING FACE}" * 40,
        "abilities": [
            {**ability, **named, "target": "opponents" if n < 11 else "none"}
            for n, named in enumerate(about[:24])
        ],
        "events": [
            {**named, "table": [{"rolls": [roll], "effects": effects} for roll in FACES]}
            for named in about[24:36]
        ],
        "creatures": [{**named, "damage": 20} for named in about[36:]],
    }


def test_the_largest_deck_leaves_room_for_the_game_in_a_request() -> None:
    body = {"players": ["ana", "bo", "cy", "dee"], "seed": "s", "deck": largest_pack()}
    dealt = plain(perform("mindburners", "setup", body))["body"]
    # Clients may escape whatever is not ASCII.
    assert len(json.dumps(dealt["state"])) < 0.75 * MAX_BODY
    client, events = create_app().test_client(), dealt["events"]
    for state in (dealt["state"], judged(client, "view", dealt["state"], player="ana")["state"]):
        move = judged(client, "legal-moves", state)["moves"][0]
        after = judged(client, "apply", state, move=move)
        judged(client, "view", after["state"], player="bo", events=[*events, *after["events"]])


def judged(client: FlaskClient, operation: str, state: Any, **members: Any) -> Any:
    """Post a state over HTTP, and return the answer."""
    body = {"state": state, **members}
    response = client.post(f"/v1/games/mindburners/{operation}", json=body)
    assert response.status_code == 200, response.get_json()
    return response.get_json()


@pytest.mark.parametrize(
    ("path", "pointer"),
    [
        ("abilities__0__effects", "/abilities/0/effects"),
        ("events__0__table__0__effects", "/events/0/table/0/effects"),
    ],
)
def test_an_effect_list_has_at_most_20_ops(path: str, pointer: str) -> None:
    pack = read_pack_file("mindburners", "every-op")
    for count, status in ((20, 200), (21, 422)):
        deck = changed(pack, {path: [{"op": "heal", "amount": 1}] * count})
        body = {"players": ["ana", "bo"], "seed": "s", "deck": deck}
        answer = plain(perform("mindburners", "setup", body))
        assert answer["status"] == status
    assert [error["pointer"] for error in answer["body"]["errors"]] == [f"/deck{pointer}"]
