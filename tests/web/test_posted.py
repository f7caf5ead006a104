"""What is decoded from its text at once is answered as what the envelopes load."""

import json
from typing import Any

import msgspec
import orjson
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from marshmallow import RAISE

from referee.core import posted
from referee.core.errors import Illegal, Incoherent, Malformed
from referee.core.game import AnyGame
from referee.web.app import create_app
from referee.web.envelopes import envelopes_of
from referee.web.examples import requests_of
from referee.web.operations import OPERATIONS, perform
from tests.support import GAMES, Deal, deals, plain, play, sparse

CLIENT = create_app().test_client()
AT_ONCE = ("check", "apply", "legal-moves")
ODD = [None, True, -1, 1.5, 10**30, "", "?", "zoe", "\n", [], {}, ["?"], {"a": 1}]
few = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def members(document: Any) -> list[tuple[Any, Any]]:
    """List every place in a document: what holds it, and its key or index."""
    here = list(document) if isinstance(document, dict) else range(len(document))
    below = [
        m for key in here if isinstance(document[key], dict | list) for m in members(document[key])
    ]
    return [*((document, key) for key in here), *below]


def damaged(document: Any, data: st.DataObject) -> Any:
    """Return a copy with something removed, or replaced by something odd."""
    copy = json.loads(json.dumps(document))
    places = members(copy)
    if not places:
        return copy
    holder, key = data.draw(st.sampled_from(places))
    if data.draw(st.booleans()):
        del holder[key]
    else:
        holder[key] = data.draw(st.sampled_from(ODD))
    return copy


def sent(path: str, text: bytes) -> tuple[int, Any]:
    response = CLIENT.post(path, data=text, content_type="application/json")
    body = json.loads(response.data)
    body.pop("request_id", None)
    return response.status_code, body


@few
@given(deals(), st.data())
def test_the_text_gets_the_answer_of_the_value(deal: Deal, data: st.DataObject) -> None:
    random = deal.random()
    for step in sparse(play(deal), random, 3):
        move = {"state": plain(step.state), "move": plain(step.move)}
        for name in AT_ONCE:
            sound = {"state": move["state"]} if name == "legal-moves" else move
            for body in (sound, damaged(sound, data), damaged(damaged(sound, data), data)):
                text = json.dumps(body).encode()
                expected = plain(perform(deal.game.name, name, orjson.loads(text)))
                path = f"/v1/games/{deal.game.name}/{name}"
                assert sent(path, text) == (expected["status"], expected["body"])
                item = {"game": deal.game.name, "operation": name, "body": body}
                batch = sent("/v1/batch", json.dumps({"requests": [item]}).encode())
                assert batch == (200, {"responses": [expected]})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_bytes_in_bytes_out(game: AnyGame) -> None:
    body = requests_of(game.name)["apply"]
    text = json.dumps(body).encode()
    response = CLIENT.post(f"/v1/games/{game.name}/apply", json=body)
    assert posted.apply(game, text) == response.data
    with pytest.raises(Malformed, match="This is not JSON"):
        posted.apply(game, text[:-1])
    with pytest.raises(Malformed, match="This is not JSON"):
        posted.apply(game, b"[" * 100_000)
    with pytest.raises(Malformed, match=r"^/move"):
        posted.apply(game, json.dumps({**body, "move": {}}).encode())
    with pytest.raises(Malformed, match="/extra: "):
        posted.apply(game, json.dumps({**body, "extra": 1}).encode())
    rng = {**body["state"]["rng"], "commitment": "0" * 64}
    unsound = {**body, "state": {**body["state"], "rng": rng}}
    with pytest.raises(Incoherent, match="/state/rng/commitment: "):
        posted.apply(game, json.dumps(unsound).encode())
    strange = {**body, "move": {"type": "roll", "player": "table", "for": "zoe", "value": 1}}
    with pytest.raises(Illegal, match=r"table\.seats"):
        posted.apply(game, json.dumps(strange).encode())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("name", OPERATIONS)
def test_an_answer_is_what_its_envelope_says(game: AnyGame, name: str) -> None:
    bodies = [requests_of(game.name)[name]]
    if name == "check":
        bodies.append({**bodies[0], "move": {**bodies[0]["move"], "player": "zoe"}})
    for body in bodies:
        answer = plain(perform(game.name, name, body))
        assert answer["status"] == 200
        with envelopes_of(game):
            OPERATIONS[name].answer.load(answer["body"], unknown=RAISE)
        wanted = [n for n in OPERATIONS[name].answer.fields if n in answer["body"]]
        assert list(answer["body"]) == wanted


UNREAD = {
    "no UTF-8": b'"\xff"',
    "half a surrogate pair": b'"\\ud800"',
    "nested beyond reason": b"[" * 1200 + b"]" * 1200,
}


@pytest.mark.parametrize("text", UNREAD.values(), ids=UNREAD)
def test_a_batch_that_is_no_json_where_nothing_is_decoded_is_refused_whole(
    client: FlaskClient, text: bytes
) -> None:
    body = b'{"requests": [{"game": "wireburn", "operation": "unknown", "body": %s}]}' % text
    response = client.post("/v1/batch", data=body, content_type="application/json")
    assert response.status_code == 400
    assert response.get_json()["type"] == "/problems/malformed-json"


def test_unknown_members_are_told_in_the_order_in_which_they_are_sent(client: FlaskClient) -> None:
    names = [f"member-{number}" for number in (3, 1, 4, 15, 9, 2, 6, 5, 35, 8)]
    body = {**dict.fromkeys(names, 1), **requests_of("wireburn")["check"]}
    response = client.post("/v1/games/wireburn/check", json=body)
    pointers = [error["pointer"] for error in msgspec.json.decode(response.data)["errors"]]
    assert pointers == [f"/{name}" for name in names]
