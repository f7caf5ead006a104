"""Answers that are not the referee's become errors that a person understands."""

from typing import Any

import pytest
from referee_sdk import ApiError, Referee, UnexpectedAnswer

from .fakes import PROBLEM, Reply, Server, problem

HTML = b"<html>\n  <h1>Please log in</h1>\x1b[31m" + b"x" * 500
DEEP = b"[" * 100_000


def ask(ref: Referee) -> Any:
    """Ask for something by POST."""
    return ref.game("wireburn").check({}, {})


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply(401, HTML, kind="text/html"), ["401 (text/html)", "<html> <h1>Please log in</h1>"]),
        (Reply(200, HTML, kind="text/html"), ["200 (text/html)", "not with readable JSON"]),
        (Reply(404, HTML, kind="text/html"), ["404 (text/html)"]),
        (Reply(200, b'{"legal": tr'), ['200 (application/json), not with readable JSON: {"legal"']),
        (Reply(200, b'{"legal": "\xff"}'), ["not with readable JSON"]),
        (Reply(200, b""), ["(an empty body)"]),
        (Reply(200, DEEP), ["not with readable JSON"]),
        (Reply(200, [1, 2]), ["JSON that is not the referee's: [1, 2]"]),
        (Reply(200, b"null"), ["null"]),
        (Reply(201, {"legal": True}), ["201"]),
        (Reply(403, {"message": "Forbidden"}), ["403", '{"message": "Forbidden"}']),
        (Reply(200, {"ok": True}), ["answered without legal", '{"ok": true}']),
    ],
)
def test_an_answer_that_is_not_the_referees(
    server: Server, ref: Referee, reply: Reply, told: list[str]
) -> None:
    server.script = [Reply(reply.status, reply.body, {"X-Request-Id": "r-9"}, reply.kind)]
    with pytest.raises(UnexpectedAnswer) as caught:
        ask(ref)
    text = str(caught.value)
    assert text.startswith(f"POST {server.url}/v1/games/wireburn/check was answered with")
    for part in told:
        assert part in text
    assert len(text) < 400
    assert text.isprintable()
    assert (caught.value.status, caught.value.request_id) == (reply.status, "r-9")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("location", ["/elsewhere", "http://[", "ftp://example.org/", ""])
def test_a_redirect_is_not_followed(
    server: Server, ref: Referee, status: int, location: str
) -> None:
    server.script = [Reply(status, b"", {"Location": location})]
    with pytest.raises(UnexpectedAnswer) as caught:
        ask(ref)
    assert f"{status}, a redirect to {location}" in str(caught.value)
    assert "check base_url" in str(caught.value)
    assert len(server.asked) == 1


def test_a_401_in_the_referees_manner_is_a_plain_error(server: Server, ref: Referee) -> None:
    server.script = [Reply(401, {"type": "about:blank", "title": "Who?"}, kind=PROBLEM)]
    with pytest.raises(ApiError, match=r"^Who\?$") as caught:
        ask(ref)
    assert type(caught.value) is ApiError


def test_a_problem_carries_the_request_id(server: Server, ref: Referee) -> None:
    server.script = [problem("not-found", 404)]
    with pytest.raises(ApiError) as caught:
        ask(ref)
    assert caught.value.request_id == "r-1"
    assert caught.value.body == server.script[0].body


def test_members_of_later_releases_are_kept(server: Server, ref: Referee) -> None:
    server.script = [Reply(200, {"legal": True, "new": 1})]
    assert ask(ref) == {"legal": True, "new": 1}


def test_a_broken_encoding_is_an_error_of_ours(server: Server, ref: Referee) -> None:
    server.script = [Reply(200, b"no gzip", {"Content-Encoding": "gzip"})]
    with pytest.raises(Exception, match="no answer") as caught:
        ask(ref)
    assert type(caught.value).__name__ == "ConnectionFailed"
