"""Every error is a problem that names what is to blame; nothing gets a 500."""

import json
import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.web.app import create_app
from referee.web.operations import OPERATIONS
from referee.web.problems import KINDS
from referee.web.settings import Settings, from_environment
from referee.web.wire import MAX_BODY
from tests.support import GAMES, json_lines

NAME = GAMES[0].name
APPLY = f"/v1/games/{NAME}/apply"
JSON = "application/json"


def problem(response: Any) -> str:
    """Return the name of a problem, having looked at its form (RFC 9457)."""
    assert response.content_type == "application/problem+json"
    body = response.get_json()
    name: str = body["type"].removeprefix("/problems/")
    assert body["status"] == response.status_code == KINDS[name].status
    assert body["title"] == KINDS[name].title
    assert body["detail"]
    assert body["request_id"] == response.headers["X-Request-Id"]
    return name


BODIES = {
    "empty": (b"", JSON, "malformed-json"),
    "empty without a type": (b"", None, "malformed-json"),
    "no JSON": (b"{", JSON, "malformed-json"),
    "NaN": (b'{"state": NaN}', JSON, "malformed-json"),
    "Infinity": (b'{"state": -Infinity}', JSON, "malformed-json"),
    "not UTF-8": (b'{"state": "\xff"}', JSON, "malformed-json"),
    "UTF-16": ('{"state": 1}'.encode("utf-16"), JSON, "malformed-json"),
    "half a surrogate": (b'{"state": "\\ud800"}', JSON, "malformed-json"),
    "too deep": (b"[" * 100_000 + b"]" * 100_000, JSON, "malformed-json"),
    "deep objects": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, JSON, "malformed-json"),
    "two documents": (b"{} {}", JSON, "malformed-json"),
    "no type": (b"{}", None, "unsupported-media-type"),
    "text": (b"{}", "text/plain", "unsupported-media-type"),
    "a form": (b"a=1", "application/x-www-form-urlencoded", "unsupported-media-type"),
    "JSON of another kind": (b"{}", "application/problem+json", "unsupported-media-type"),
    "a list": (b"[]", JSON, "invalid-request"),
    "null": (b"null", JSON, "invalid-request"),
    "with a charset": (b"[]", f"{JSON}; charset=utf-8", "invalid-request"),
    "too large": (b" " * (MAX_BODY + 1), JSON, "body-too-large"),
    "as large as can be": (b"[]" + b" " * (MAX_BODY - 2), JSON, "invalid-request"),
}


@pytest.mark.parametrize(("body", "content_type", "expected"), BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("path", [APPLY, "/v1/batch"])
def test_bodies(
    client: FlaskClient, path: str, body: bytes, content_type: str | None, expected: str
) -> None:
    assert problem(client.post(path, data=body, content_type=content_type)) == expected


def chunked(body: bytes) -> dict[str, Any]:
    """Return a request that announces no length, as a server that unchunks passes it on."""
    return {
        "input_stream": BytesIO(body),
        "headers": {"Transfer-Encoding": "chunked"},
        "environ_overrides": {"wsgi.input_terminated": True},
        "content_type": JSON,
    }


def test_chunked_bodies_have_the_same_limit(client: FlaskClient) -> None:
    just_too_large = chunked(b" " * (MAX_BODY + 1))
    assert problem(client.post(APPLY, **just_too_large)) == "body-too-large"
    assert problem(client.post(APPLY, **chunked(b"[]"))) == "invalid-request"


PATHS = {
    "no such path": ("GET", "/nothing", "not-found"),
    "no such game": ("GET", "/v1/games/chess", "not-found"),
    "a setup of no such game": ("POST", "/v1/games/chess/setup", "not-found"),
    "no such operation": ("POST", f"/v1/games/{NAME}/undo", "not-found"),
    "no such rule": ("GET", f"/v1/games/{NAME}/rules/no.rule", "not-found"),
    "no such card": ("GET", f"/v1/games/{NAME}/cards/X1", "not-found"),
    "no such deck": ("GET", f"/v1/games/{NAME}/cards?deck=mine", "not-found"),
    "no such lookup": ("GET", f"/v1/games/{NAME}/lookups/none", "not-found"),
    "no such problem": ("GET", "/problems/none", "not-found"),
    "two slashes": ("GET", "/v1//games", "not-found"),
    "DELETE": ("DELETE", f"/v1/games/{NAME}", "method-not-allowed"),
    "GET of an operation": ("GET", APPLY, "method-not-allowed"),
    "POST of a list": ("POST", "/v1/games", "method-not-allowed"),
    "a limit that is no number": ("GET", f"/v1/games/{NAME}/rules?limit=x", "invalid-request"),
    "a limit of none": ("GET", f"/v1/games/{NAME}/rules?limit=0", "invalid-request"),
    "an unknown parameter": ("GET", f"/v1/games/{NAME}/rules?query=x", "invalid-request"),
}


@pytest.mark.parametrize(("method", "path", "expected"), PATHS.values(), ids=PATHS)
def test_paths(client: FlaskClient, method: str, path: str, expected: str) -> None:
    response = client.open(path, method=method)
    assert problem(response) == expected
    assert ("Allow" in response.headers) == (expected == "method-not-allowed")
    allowed = response.headers.get("Allow", "").split(", ")
    assert allowed == sorted(allowed)


@pytest.mark.parametrize(
    ("accept", "acceptable"),
    [
        ("application/json", True),
        ("*/*", True),
        ("application/*;q=0.1", True),
        ("text/html, application/json;q=0.5", True),
        ("text/html", False),
        ("application/json;q=0, text/html", False),
    ],
)
def test_accept(client: FlaskClient, accept: str, acceptable: bool) -> None:
    response = client.get("/v1/games", headers={"Accept": accept})
    assert acceptable or problem(response) == "not-acceptable"
    assert (response.status_code == 200) == acceptable


Change = Callable[[dict[str, Any]], Any]
WRONG: dict[str, tuple[Change, str, list[str]]] = {
    "no move": (lambda b: b.pop("move"), "invalid-request", ["/move"]),
    "no state": (lambda b: b.pop("state"), "invalid-request", ["/state"]),
    "an unknown member": (lambda b: b.update({"a/b~": 1}), "invalid-request", ["/a~1b~0"]),
    "a state that is none": (lambda b: b.update(state=3), "invalid-request", ["/state"]),
    "an unknown member of the state": (
        lambda b: b["state"].update(note=""),
        "invalid-request",
        ["/state/note"],
    ),
    "a missing member of the state": (
        lambda b: b["state"].pop("ply"),
        "invalid-request",
        ["/state/ply"],
    ),
    "a ply below zero": (lambda b: b["state"].update(ply=-1), "invalid-request", ["/state/ply"]),
    "a ply that is true": (
        lambda b: b["state"].update(ply=True),
        "invalid-request",
        ["/state/ply"],
    ),
    "a ply past all bounds": (
        lambda b: b["state"].update(ply=10**30),
        "invalid-request",
        ["/state/ply"],
    ),
    "a card that is a number": (
        lambda b: b["state"]["players"][1].update(hand=[3]),
        "invalid-request",
        ["/state/players/1/hand/0"],
    ),
    "another game": (lambda b: b["state"].update(game="chess"), "invalid-request", ["/state/game"]),
    "a move of no kind": (
        lambda b: b["move"].update(type="fly"),
        "invalid-request",
        ["/move/type"],
    ),
    "a move of nobody": (lambda b: b["move"].pop("player"), "invalid-request", ["/move/player"]),
    "a move with more": (lambda b: b["move"].update(zz=1), "invalid-request", ["/move/zz"]),
    "two faults": (
        lambda b: (b.pop("move"), b["state"].update(ply=-1)),
        "invalid-request",
        ["/state/ply", "/move"],
    ),
    "another version": (lambda b: b["state"].update(version=2), "unsupported-version", []),
    "a version that is text": (
        lambda b: b["state"].update(version="1"),
        "invalid-request",
        ["/state/version"],
    ),
    "a wrong commitment": (
        lambda b: b["state"]["rng"].update(seed="another"),
        "invalid-state",
        ["/state/rng/commitment"],
    ),
    "the table as a player": (
        lambda b: b["state"]["players"][1].update(id="table"),
        "invalid-state",
        ["/state/players/1/id"],
    ),
    "the same player twice": (
        lambda b: b["state"]["players"][1].update(id="ana"),
        "invalid-state",
        ["/state/players/1/id"],
    ),
    "a player's id with a line break": (
        lambda b: b["state"]["players"][1].update(id="bo\n"),
        "invalid-request",
        ["/state/players/1/id"],
    ),
    "an id that looks like another": (
        lambda b: b["state"]["players"][1].update(id="ANA"),
        "invalid-state",
        ["/state/players/1/id"],
    ),
}


@pytest.mark.parametrize(("change", "expected", "pointers"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("operation", ["check", "apply"])
def test_wrong_requests_name_the_member(
    client: FlaskClient,
    url: str,
    dealt: Any,
    operation: str,
    change: Change,
    expected: str,
    pointers: list[str],
) -> None:
    legal = client.post(f"{url}/legal-moves", json={"state": dealt["state"]}).get_json()["moves"]
    body = {"state": dealt["state"], "move": legal[0]}
    change(body)
    response = client.post(f"{url}/{operation}", json=body)
    assert problem(response) == expected
    assert [error["pointer"] for error in response.get_json().get("errors", [])] == pointers


SETUPS: dict[str, tuple[dict[str, Any], str]] = {
    "players": ({"players": "ana"}, "/players"),
    "a name": ({"players": ["ana", ""]}, "/players/1"),
    "a long name": ({"players": ["ana", "b" * 41]}, "/players/1"),
    "a number": ({"players": ["ana", 3]}, "/players/1"),
    "a name twice": ({"players": ["ana", "bo", "ana"]}, "/players/2"),
    "a line break": ({"players": ["ana", "bo\n"]}, "/players/1"),
    "the table": ({"players": ["ana", "table"]}, "/players/1"),
    "nobody": ({"players": []}, "/players"),
    "too many": ({"players": [f"p{i}" for i in range(30)]}, "/players"),
    "options": ({"options": []}, "/options"),
    "an option": ({"options": {"speed": 3}}, "/options/speed"),
    "an empty seed": ({"seed": ""}, "/seed"),
    "a long seed": ({"seed": "s" * 201}, "/seed"),
    "chance": ({"chance": "luck"}, "/chance"),
    "a table's seed": ({"chance": "table", "seed": "s"}, "/seed"),
    "a stranger": ({"first_player": "zoe"}, "/first_player"),
    "more": ({"name": "x"}, "/name"),
}


@pytest.mark.parametrize(("members", "pointer"), SETUPS.values(), ids=SETUPS)
def test_wrong_setups_name_the_member(
    client: FlaskClient, url: str, members: dict[str, Any], pointer: str
) -> None:
    response = client.post(f"{url}/setup", json={"players": ["ana", "bo"], **members})
    assert problem(response) == "invalid-request"
    assert [error["pointer"] for error in response.get_json()["errors"]] == [pointer]


@pytest.mark.parametrize("operation", ["legal-moves", "view", "describe"])
def test_strangers_are_named(client: FlaskClient, url: str, dealt: Any, operation: str) -> None:
    body = {"state": dealt["state"], "player": "zoe"}
    response = client.post(f"{url}/{operation}", json=body)
    assert problem(response) == "invalid-request"
    assert response.get_json()["errors"][0]["pointer"] == "/player"


def test_a_sample_waits_for_the_table(client: FlaskClient) -> None:
    for game in GAMES:
        asked = [
            c["state"] for c in json_lines(game, "cases.jsonl") if c.get("state", {}).get("chance")
        ]
        assert asked
        response = client.post(f"/v1/games/{game.name}/sample", json={"state": asked[0]})
        assert problem(response) == "invalid-request"


@cache
def shared_client() -> FlaskClient:
    """Return one client for all examples of a property."""
    return create_app().test_client()


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["state", "move", "player", "game", "setup"]), inner)
    ),
    max_leaves=12,
)


@given(anything, st.sampled_from([*OPERATIONS]))
def test_no_body_gets_a_500(body: Any, operation: str) -> None:
    client = shared_client()
    content = json.dumps(body, allow_nan=True)
    response = client.post(f"/v1/games/{NAME}/{operation}", data=content, content_type=JSON)
    assert problem(response) in ("malformed-json", "invalid-request")


@given(st.data())
def test_no_mutation_of_a_state_gets_a_500(data: st.DataObject) -> None:
    client = shared_client()
    setup = {"players": ["ana", "bo"], "seed": "s"}
    state = client.post(f"/v1/games/{NAME}/setup", json=setup).get_json()["state"]
    holder: Any = state
    for _ in range(data.draw(st.integers(1, 3))):
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if isinstance(holder[key], dict | list) and data.draw(st.booleans()):
            holder = holder[key]
        else:
            holder[key] = data.draw(anything)
            break
    content = json.dumps({"state": state, "move": {"player": "ana", "type": "draw"}})
    response = client.post(APPLY, data=content, content_type=JSON)
    assert response.status_code < 500, response.get_json()
    if response.status_code != 200:
        problem(response)


def test_a_fault_of_the_referee_is_internal_and_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**kwargs: Any) -> Any:
        raise RuntimeError("a secret of the machine")

    app = create_app()
    monkeypatch.setattr("referee.web.catalogue.overview", fail)
    response = app.test_client().get("/v1/games", headers={"X-Request-Id": "mine"})
    assert problem(response) == "internal"
    assert b"secret" not in response.data
    assert b"Traceback" not in response.data
    assert response.get_json()["request_id"] == "mine"
    assert "mine" in caplog.text


def test_a_rate_limit_is_kept_and_says_when_to_come_back() -> None:
    client = create_app(Settings(rate_limit="2 per hour")).test_client()
    answers = [client.get("/v1/games") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert problem(answers[2]) == "too-many-requests"
    assert int(answers[2].headers["Retry-After"]) > 0


def test_a_rate_limit_is_for_each_address_behind_a_trusted_proxy() -> None:
    client = create_app(Settings(rate_limit="1 per hour", proxies=1)).test_client()
    first, second = ({"X-Forwarded-For": f"192.0.2.{i}"} for i in (1, 2))
    statuses = [client.get("/v1/games", headers=h).status_code for h in (first, second, first)]
    assert statuses == [200, 200, 429]


def test_settings_come_from_the_environment() -> None:
    read = from_environment({"REFEREE_RATE_LIMIT": "5 per second", "REFEREE_PROXIES": "1", "X": ""})
    assert read == Settings(rate_limit="5 per second", proxies=1)
    assert from_environment({}) == Settings()


@pytest.mark.parametrize(("name", "value"), [("RATE_LIMIT", "often"), ("PROXIES", "-1")])
def test_wrong_settings_are_named(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"REFEREE_{name}"):
        from_environment({f"REFEREE_{name}": value})


@pytest.mark.parametrize("name", KINDS)
def test_every_problem_has_a_page(client: FlaskClient, name: str) -> None:
    response = client.get(f"/problems/{name}")
    assert response.status_code == 200
    assert response.mimetype == "text/html"
    assert KINDS[name].title in response.text


@pytest.mark.parametrize("path", ["rules", "cards", "cards/T1", "lookups/fit"])
def test_a_query_that_is_no_utf_8_is_no_fault_of_the_referee(
    client: FlaskClient, path: str
) -> None:
    # As a server hands on raw bytes; a client that keeps to RFC 3986 sends none.
    environ = {"QUERY_STRING": "q=\xb2"}
    response = client.get(f"/v1/games/wireburn/{path}", environ_overrides=environ)
    assert response.status_code == 422
    assert response.get_json()["type"] == "/problems/invalid-request"
    assert response.get_json()["detail"] == "The query string is not UTF-8."


def dealt(game: str, client: FlaskClient) -> Any:
    """Deal a game of two."""
    answer = client.post(f"/v1/games/{game}/setup", json={"players": ["ana", "bo"], "seed": "s"})
    return answer.get_json()["state"]


CARD = {"id": "a", "sides": ["b"] * 4, "count": 1}
MANY: dict[str, tuple[str, str, Callable[[Any], Any], int]] = {
    "cards of a deck": (
        *("wireburn", "setup"),
        lambda _: {"players": ["ana", "bo"], "seed": "s", "deck": ["?"] * 150},
        51,
    ),
    "very many cards of a deck": (
        *("wireburn", "setup"),
        lambda _: {"players": ["ana", "bo"], "seed": "s", "deck": [1] * 100_000},
        1,
    ),
    "players": ("wireburn", "setup", lambda _: {"players": [""] * 200}, 51),
    "very many players": ("wireburn", "setup", lambda _: {"players": [""] * 100_000}, 1),
    "members": ("wireburn", "check", lambda _: dict.fromkeys(map(str, range(9_000))), 51),
    "cards of a state": (
        *("wireburn", "legal-moves"),
        lambda state: {"state": {**state, "discard": ["T1"] * 200}},
        51,
    ),
    "events": (
        *("wireburn", "view"),
        lambda state: {"state": state, "player": None, "events": [1] * 100_000},
        51,
    ),
    "moves": ("wireburn", "replay", lambda state: {"state": state, "moves": [{}] * 10_000}, 51),
    "very many moves": (
        *("wireburn", "replay"),
        lambda state: {"state": state, "moves": [{}] * 100_000},
        1,
    ),
    "cards of a pack": (
        *("circuit-sibz", "setup"),
        lambda _: {
            "players": ["ana", "bo"],
            "deck": {"name": "x", "ports": ["c"], "cards": [CARD] * 200},
        },
        51,
    ),
    "members of a pack": (
        *("mindburners", "setup"),
        lambda _: {"players": ["ana", "bo"], "deck": dict.fromkeys(map(str, range(9_000)))},
        51,
    ),
}


@pytest.mark.parametrize(("game", "operation", "body", "count"), MANY.values(), ids=MANY)
def test_of_very_many_faults_the_first_are_told_and_how_many_more(
    client: FlaskClient, game: str, operation: str, body: Callable[[Any], Any], count: int
) -> None:
    response = client.post(f"/v1/games/{game}/{operation}", json=body(dealt(game, client)))
    assert problem(response) in ("invalid-request", "invalid-state")
    errors = response.get_json()["errors"]
    assert len(errors) == count
    assert len(response.data) < 20_000
    more = [bool(re.fullmatch(r"… and \d+ more, at the least\.", e["message"])) for e in errors]
    assert more == [False] * min(count, 50) + [True] * (count > 50)


def test_of_a_batch_each_has_its_own_faults(client: FlaskClient) -> None:
    many = {"game": "wireburn", "operation": "setup", "body": {"players": [""] * 200}}
    answer = client.post("/v1/batch", json={"requests": [many] * 3})
    assert [len(each["body"]["errors"]) for each in answer.get_json()["responses"]] == [51] * 3
    assert problem(client.post("/v1/batch", json={"requests": [{}] * 100})) == "invalid-request"
    assert problem(client.post("/v1/batch", json={"requests": [{}] * 100_000})) == "invalid-request"


def test_as_many_sound_events_as_fit_are_viewed(client: FlaskClient) -> None:
    state, events = dealt("wireburn", client), [{"type": "gridlock"}] * 30_000
    body = {"state": state, "player": "ana", "events": events}
    assert client.post("/v1/games/wireburn/view", json=body).get_json()["events"] == events
