"""The requests with curl."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .support import EXAMPLES, Finished, Server, run, succeeded

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

WIREBURN = "/v1/games/wireburn"


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Return a folder that has what the script may use, and neither jq nor Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "curl", "cat", "mktemp", "rm", "sed"):
        found = shutil.which(name)
        assert found, f"{name} is not installed: requests.sh needs it, and so does its test"
        (folder / name).symlink_to(found)
    return folder


def script(tools: Path, base: str) -> Finished:
    """Run the script, and check that it leaves nothing behind."""
    temporary = tools.parent / "tmp"
    temporary.mkdir()
    command = [tools / "sh", EXAMPLES / "requests.sh"]
    finished = run(command, tools.parent, PATH=str(tools), TMPDIR=str(temporary), BASE=base)
    assert list(temporary.iterdir()) == []
    return finished


def answers(told: str) -> list[tuple[str, Any]]:
    """Split what was printed into headings and answers."""
    parts = [part.strip().split("\n") for part in told.split("\n== ")]
    assert parts.pop(0) == [""]
    return [(heading, json.loads(answer)) for heading, answer in parts]


def test_the_requests(tools: Path, server: Server) -> None:
    told = dict(answers(succeeded(script(tools, server.url))))
    setup, verdict, rule, legal, applied, view, described, lookup = told.values()
    assert setup["to_act"] == ["ana"]
    assert verdict["legal"] is False
    assert verdict["violation"]["rule"] == rule["rule"] == "dock.open"
    assert {"type": "play", "player": "ana", "card": "T7", "dock": "teal"} in legal["moves"]
    assert applied["state"]["docks"]["teal"] == ["T7"]
    assert view["state"]["players"][0]["hand"] == ["?"] * 8
    assert view["state"]["docks"] == applied["state"]["docks"]
    assert described["lines"][0] == "Teal dock: shows teal 7 (T7)."
    assert (lookup["legal"], lookup["shows"]["colour"]) == (True, "orange")
    assert server.recorder.asked == [
        ("POST", f"{WIREBURN}/setup"),
        ("POST", f"{WIREBURN}/check"),
        ("GET", f"{WIREBURN}/rules/dock.open"),
        ("POST", f"{WIREBURN}/legal-moves"),
        ("POST", f"{WIREBURN}/apply"),
        ("POST", f"{WIREBURN}/view"),
        ("POST", f"{WIREBURN}/describe"),
        ("GET", f"{WIREBURN}/lookups/fit"),
    ]


def test_without_a_server_it_stops(tools: Path, nobody: str) -> None:
    finished = script(tools, nobody)
    assert finished.returncode != 0
    assert finished.stdout.count("==") == 1
    assert finished.stderr.startswith("curl: (7)")


@pytest.mark.parametrize("path", ["setup", "check", "rules/dock.open", "describe", "lookups/fit"])
def test_it_stops_at_an_answer_that_says_no(tools: Path, server: Server, path: str) -> None:
    app = server.recorder.app

    def broken(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ["PATH_INFO"] != f"{WIREBURN}/{path}":
            return app(environ, start_response)
        start_response("503 Service Unavailable", [("Content-Type", "text/plain")])
        return [b"closed today"]

    server.recorder.app = broken
    finished = script(tools, server.url)
    assert finished.returncode != 0
    assert "closed today" in finished.stdout + finished.stderr
    assert server.recorder.asked[-1][1] == f"{WIREBURN}/{path}"
