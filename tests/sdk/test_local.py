"""The client over a WSGI app in the same process."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pytest
from referee_sdk import Referee, RefereeError

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class Echo:
    """An app that keeps what it was called with."""

    def __init__(self, status: str = "200 OK") -> None:
        self.status = status
        self.seen: dict[str, Any] = {}
        self.body = b""

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer with a little JSON in two pieces."""
        self.seen = dict(environ)
        self.body = environ["wsgi.input"].read()
        start_response(self.status, [("Content-Type", "application/json"), ("X-Request-Id", "r")])
        yield b'{"legal": '
        yield b"true}"


def test_a_post_reaches_the_app() -> None:
    app = Echo()
    with Referee.local(app=app) as ref:
        assert ref.game("wireburn").check({}, {"player": "é"}) == {"legal": True}
    assert app.seen["REQUEST_METHOD"] == "POST"
    assert app.seen["PATH_INFO"] == "/v1/games/wireburn/check"
    assert app.seen["CONTENT_TYPE"] == "application/json"
    assert app.seen["CONTENT_LENGTH"] == str(len(app.body))
    assert app.seen["HTTP_ACCEPT"].startswith("application/json")
    assert app.body == b'{"state":{},"move":{"player":"\\u00e9"}}'


@pytest.mark.parametrize("card", ["+", "-", "T5", "a%2Fb", "a b", "é"])
def test_a_path_is_decoded_once(card: str) -> None:
    app = Echo()
    Referee.local(app=app).game("wireburn").card(card, deck="a&b")
    path = app.seen["PATH_INFO"].encode("latin-1").decode()
    assert path == f"/v1/games/wireburn/cards/{card}"
    assert app.seen["QUERY_STRING"] == "deck=a%26b"


def test_an_error_is_told_as_over_the_network() -> None:
    ref = Referee.local(app=Echo("403 Forbidden"))
    with pytest.raises(RefereeError, match="403") as caught:
        ref.games()
    assert (caught.value.status, caught.value.request_id) == (403, "r")


def test_an_app_that_raises_is_not_covered_up() -> None:
    def broken(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        raise LookupError("a bug")

    with pytest.raises(LookupError, match="a bug"):
        Referee.local(app=broken).games()


@pytest.mark.parametrize("missing", ["referee", "werkzeug.test"])
def test_without_the_server_package(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "referee"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "referee_sdk.local", raising=False)
    with pytest.raises(RefereeError, match="pip install tabletop-referee"):
        Referee.local()
