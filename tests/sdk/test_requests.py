"""What goes over the wire: paths, queries, bodies, headers, time-outs."""

import json
from types import MappingProxyType
from typing import Any

import pytest
from referee_sdk import Game, Referee, types

from .fakes import Spy

MEMBERS = """
games game title players options version decks rules rule text ruling section state events to_act
legal assumptions undoable moves complete weights headline lines facts applied states responses
"""
EVERYTHING: dict[str, Any] = {name: [] for name in MEMBERS.split()}
STATE = {"ply": 3}
MOVE = {"player": "ana", "type": "draw"}


@pytest.fixture
def spy() -> Spy:
    """Return a transport that sends nothing."""
    return Spy(EVERYTHING)


@pytest.fixture
def wireburn(spy: Spy) -> Game:
    """Return a game over it."""
    return Referee("http://host", adapter=spy).game("wireburn")


def target(spy: Spy) -> str:
    """Return the path and query of the only request."""
    (request,) = spy.sent
    return request.path_url


GETS: list[tuple[Any, str]] = [
    (lambda game: game.info(), ""),
    (lambda game: game.rules(), "/rules"),
    (lambda game: game.rules(q="volt & step", limit=3), "/rules?q=volt+%26+step&limit=3"),
    (lambda game: game.rule("fit.step"), "/rules/fit.step"),
    (lambda game: game.rule("a/b?c#d%2F"), "/rules/a%2Fb%3Fc%23d%252F"),
    (lambda game: game.cards(None), "/cards"),
    (lambda game: game.cards(deck="my copy"), "/cards?deck=my+copy"),
    (lambda game: game.card("+"), "/cards/%2B"),
    (lambda game: game.card("-", deck="a"), "/cards/-?deck=a"),
    (lambda game: game.card("é .."), "/cards/%C3%A9%20.."),
    (lambda game: game.lookup("face", on="T4,G4,+"), "/lookups/face?on=T4%2CG4%2C%2B"),
    (
        lambda game: game.lookup("fit", card="O5", on=["T4", "G4"], dock=None, name="x", y=False),
        "/lookups/fit?card=O5&on=T4%2CG4&name=x&y=false",
    ),
]


@pytest.mark.parametrize(("ask", "path"), GETS, ids=[path or "/" for _, path in GETS])
def test_gets(spy: Spy, wireburn: Game, ask: Any, path: str) -> None:
    ask(wireburn)
    assert spy.sent[0].method == "GET"
    assert target(spy) == f"/v1/games/wireburn{path}"


SETUP: dict[str, Any] = {
    "players": ["ana", "bo"],
    "options": {},
    "seed": None,
    "chance": "seeded",
    "first_player": None,
    "deck": None,
}
CHOSEN: dict[str, Any] = {
    "players": ["ana", "bo"],
    "options": {"variant": "standard"},
    "seed": "s",
    "chance": "table",
    "first_player": "bo",
    "deck": ["T5"],
}
POSTS: list[tuple[Any, str, dict[str, Any]]] = [
    (lambda game: game.setup(("ana", "bo")), "setup", SETUP),
    (lambda game: game.setup(**CHOSEN), "setup", CHOSEN),
    (lambda game: game.table(**CHOSEN), "setup", CHOSEN),
    (lambda game: game.check(STATE, MOVE), "check", {"state": STATE, "move": MOVE}),
    (lambda game: game.apply(STATE, MOVE), "apply", {"state": STATE, "move": MOVE}),
    (lambda game: game.legal_moves(STATE), "legal-moves", {"state": STATE, "player": None}),
    (lambda game: game.legal_moves(STATE, "bo"), "legal-moves", {"state": STATE, "player": "bo"}),
    (lambda game: game.view(STATE), "view", {"state": STATE, "player": None, "events": []}),
    (
        lambda game: game.view(STATE, "bo", ({"type": "wash"},)),
        "view",
        {"state": STATE, "player": "bo", "events": [{"type": "wash"}]},
    ),
    (lambda game: game.describe(STATE, "bo"), "describe", {"state": STATE, "player": "bo"}),
    (
        lambda game: game.replay(iter([MOVE]), state=STATE),
        "replay",
        {"state": STATE, "moves": [MOVE], "detail": "last"},
    ),
    (
        lambda game: game.replay([], setup=SETUP, detail="all"),
        "replay",
        {"setup": SETUP, "moves": [], "detail": "all"},
    ),
    (lambda game: game.sample(STATE), "sample", {"state": STATE, "seed": None, "count": 1}),
    (lambda game: game.sample(STATE, "s", 9), "sample", {"state": STATE, "seed": "s", "count": 9}),
    (
        lambda game: game.check(MappingProxyType(STATE), MappingProxyType(MOVE)),
        "check",
        {"state": STATE, "move": MOVE},
    ),
]


@pytest.mark.parametrize(
    ("ask", "operation", "body"), POSTS, ids=[f"{i}-{post[1]}" for i, post in enumerate(POSTS)]
)
def test_posts(spy: Spy, wireburn: Game, ask: Any, operation: str, body: dict[str, Any]) -> None:
    ask(wireburn)
    (request,) = spy.sent
    assert request.method == "POST"
    assert request.path_url == f"/v1/games/wireburn/{operation}"
    assert request.headers["Content-Type"] == "application/json"
    assert json.loads(request.body or b"") == body


def test_the_rest(spy: Spy) -> None:
    ref = Referee("http://host", adapter=spy)
    one: types.BatchRequest = {"game": "wireburn", "operation": "check", "body": {"state": STATE}}
    ref.games()
    ref.health()
    ref.batch(iter([one]))
    assert [request.path_url for request in spy.sent] == ["/v1/games", "/healthz", "/v1/batch"]
    assert json.loads(spy.sent[2].body or b"") == {"requests": [one]}


def test_every_request_has_a_timeout_and_says_who_asks(spy: Spy) -> None:
    ref = Referee("http://host", timeout=2.5, adapter=spy)
    ref.games()
    ref.game("wireburn").check({}, {})
    assert spy.timeouts == [2.5, 2.5]
    for request in spy.sent:
        assert request.headers["Accept"] == "application/json, application/problem+json"
        assert request.headers["User-Agent"] == "tabletop-referee-sdk/1.0.0"


@pytest.mark.parametrize(
    ("base_url", "url"),
    [
        ("https://host", "https://host/v1/games"),
        ("http://host:81/", "http://host:81/v1/games"),
        ("HTTPS://host/api", "https://host/api/v1/games"),
        ("https://host/api//", "https://host/api/v1/games"),
        ("http://[::1]:8000", "http://[::1]:8000/v1/games"),
    ],
)
def test_a_base_url_may_have_a_prefix(spy: Spy, base_url: str, url: str) -> None:
    Referee(base_url, adapter=spy).games()
    assert spy.sent[0].url == url


@pytest.mark.parametrize(
    "base_url",
    [
        "",
        "host:8000",
        "127.0.0.1:8000",
        "ftp://host",
        "http://",
        "http:///v1",
        "http://host?x=1",
        "http://host#x",
        "http://host:port",
        "http://host:99999",
        "http://[::1",
        " http://host",
        "http://ho st",
    ],
)
def test_a_base_url_that_is_none(base_url: str) -> None:
    with pytest.raises(ValueError, match="base_url is something like"):
        Referee(base_url)


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_there_is_no_doing_without_a_timeout(timeout: float) -> None:
    with pytest.raises(ValueError, match="timeout is a number of seconds"):
        Referee(timeout=timeout)


def test_retries_are_counted_from_nought() -> None:
    with pytest.raises(ValueError, match="retries is 0 or more"):
        Referee(retries=-1)


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_names_that_a_path_would_swallow(wireburn: Game, name: str) -> None:
    with pytest.raises(ValueError, match="names nothing"):
        wireburn.card(name)
    with pytest.raises(ValueError, match="names nothing"):
        wireburn.rule(name)


@pytest.mark.parametrize("starts", [{}, {"setup": SETUP, "state": STATE}])
def test_a_replay_has_one_start(wireburn: Game, starts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="either setup or state"):
        wireburn.replay([], **starts)


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, object()])
def test_what_has_no_json_is_not_sent(spy: Spy, wireburn: Game, value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        wireburn.check({"x": value}, {})
    assert spy.sent == []


def test_a_password_is_used_but_not_shown(spy: Spy) -> None:
    ref = Referee("http://ana:secret@host/api", adapter=spy)
    spy.answer = {}
    with pytest.raises(Exception, match="GET http://host/api/v1/games was answered") as caught:
        ref.games()
    assert spy.sent[0].headers["Authorization"].startswith("Basic ")
    assert "secret" not in f"{ref!r} {ref.game('wireburn')!r} {caught.value}"
