"""What is tried again, how long it waits, and when it gives up."""

import socket
import threading

import pytest
from referee_sdk import ConnectionFailed, Referee, ServerError, TooManyRequests
from referee_sdk.transport import LONGEST_WAIT, retry_after

from .fakes import Reply, Server, problem

GAMES = Reply(body={"games": []})
MOVE = {"player": "ana", "type": "draw"}


def limited(wait: str) -> Reply:
    """Build a 429 with a Retry-After."""
    reply = problem("too-many-requests", 429)
    return Reply(429, reply.body, {"Retry-After": wait}, reply.kind)


@pytest.mark.parametrize(
    "first",
    [
        Reply(502, b"<html>", kind="text/html"),
        Reply(503),
        Reply(504),
        limited("0"),
        Reply(dropped=True),
        Reply(body={"games": []}, torn=True),
    ],
    ids=["502", "503", "504", "429", "dropped", "torn"],
)
def test_a_passing_failure_is_passed_over(
    server: Server, ref: Referee, naps: list[float], first: Reply
) -> None:
    server.script = [first, first, GAMES]
    assert ref.games() == {"games": []}
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    "first", [Reply(503), Reply(dropped=True), Reply(torn=True)], ids=["503", "dropped", "torn"]
)
def test_a_post_is_sent_again_whole(
    server: Server, ref: Referee, naps: list[float], first: Reply
) -> None:
    server.script = [first, Reply(body={"legal": True})]
    assert ref.game("wireburn").check({"ply": 1}, MOVE)["legal"]
    assert [asked.json for asked in server.asked] == [{"state": {"ply": 1}, "move": MOVE}] * 2


@pytest.mark.parametrize("status", [400, 401, 404, 409, 413, 422, 500])
def test_a_lasting_no_is_asked_once(server: Server, ref: Referee, status: int) -> None:
    server.script = [Reply(status, headers={"Retry-After": "0"})]
    with pytest.raises(Exception, match=str(status)):
        ref.games()
    assert len(server.asked) == 1


def test_a_server_that_stays_down(server: Server, naps: list[float]) -> None:
    server.script = [Reply(503, b"down for now", kind="text/plain")]
    with Referee(server.url, retries=2) as ref, pytest.raises(ServerError) as caught:
        ref.games()
    assert len(server.asked) == 3
    assert caught.value.status == 503
    assert "503 (text/plain)" in str(caught.value)
    assert "down for now" in str(caught.value)


def test_a_limit_that_stays(server: Server, naps: list[float]) -> None:
    server.script = [limited("7")]
    with Referee(server.url, retries=2) as ref, pytest.raises(TooManyRequests) as caught:
        ref.games()
    assert naps == [7, 7]
    assert caught.value.retry_after == 7
    assert str(caught.value) == "It won't do."


@pytest.mark.parametrize("reply", [Reply(dropped=True), Reply(torn=True)], ids=["dropped", "torn"])
def test_a_connection_that_keeps_breaking(server: Server, naps: list[float], reply: Reply) -> None:
    server.script = [reply]
    with Referee(server.url, retries=2) as ref, pytest.raises(ConnectionFailed) as caught:
        ref.games()
    assert len(server.asked) == 3
    assert str(caught.value).startswith(f"GET {server.url}/v1/games: no answer (")
    assert (caught.value.status, caught.value.request_id) == (None, None)


def test_pauses_grow(server: Server, naps: list[float]) -> None:
    server.script = [Reply(503)]
    with Referee(server.url, retries=4) as ref, pytest.raises(ServerError):
        ref.games()
    assert naps == sorted(naps)
    assert 0 < naps[0] < naps[-1] < 5


def test_no_retries(server: Server, naps: list[float]) -> None:
    server.script = [Reply(503), GAMES]
    with Referee(server.url, retries=0) as ref, pytest.raises(ServerError):
        ref.games()
    assert len(server.asked) == 1
    assert naps == []


@pytest.mark.parametrize(
    ("header", "nap"),
    [
        ("7", 7),
        ("99999999999", LONGEST_WAIT),
        ("9" * 5000, None),
        ("Fri, 31 Dec 9999 23:59:59 GMT", LONGEST_WAIT),
        ("Thu, 01 Jan 1970 00:00:00 GMT", None),
        ("soon", None),
        ("-1", None),
    ],
)
def test_a_retry_after_is_obeyed_within_reason(
    server: Server, ref: Referee, naps: list[float], header: str, nap: float | None
) -> None:
    server.script = [limited(header), GAMES]
    ref.games()
    assert naps == ([] if nap is None else [nap])


@pytest.mark.parametrize("header", [None, "", "soon", "9" * 5000])
def test_a_retry_after_that_makes_no_sense_is_none(header: str | None) -> None:
    assert retry_after(header) is None


def test_a_stalled_answer_is_given_up_and_asked_for_again(server: Server) -> None:
    release = threading.Event()
    server.script = [Reply(held=release), GAMES]
    with Referee(server.url, timeout=0.5, retries=5) as ref:
        assert ref.games() == {"games": []}
    release.set()
    assert len(server.asked) >= 2


def test_a_time_out_is_told_in_seconds(server: Server) -> None:
    release = threading.Event()
    server.script = [Reply(held=release)]
    told = r"no answer within 0\.05 seconds"
    with (
        Referee(server.url, timeout=0.05, retries=0) as ref,
        pytest.raises(ConnectionFailed, match=told),
    ):
        ref.games()
    release.set()


def test_nobody_there(naps: list[float]) -> None:
    with socket.socket() as taken:
        # Bound but not listening: nobody else can answer at this port either.
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with Referee(url, retries=2) as ref, pytest.raises(ConnectionFailed) as caught:
            ref.health()
    assert str(caught.value).startswith(f"GET {url}/healthz: no answer (")
    assert "refused" in str(caught.value)
    assert len(naps) == 1
