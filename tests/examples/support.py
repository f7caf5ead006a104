"""What the tests of the examples share: running them, and a real server that takes notes."""

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from werkzeug.serving import WSGIRequestHandler, make_server

from referee.web.app import create_app

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

EXAMPLES = Path(__file__).parents[2] / "examples"
# A guard against hanging for good; nothing here comes near it.
TIMEOUT = 300

Finished = subprocess.CompletedProcess[str]


def environment(**extra: str) -> dict[str, str]:
    """Return this process's environment without what would change what an example does."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.lower().endswith("_proxy")
        and not name.startswith(("PYTHON", "REFEREE_"))
        and name != "BASE"
    }
    return {**kept, "PYTHONUTF8": "1", **extra}


def run(command: Sequence[str | Path], cwd: Path, text: str = "", **extra: str) -> Finished:
    """Run a command in a folder, and wait for its end."""
    return subprocess.run(
        command,
        cwd=cwd,
        input=text,
        env=environment(**extra),
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )


def python(cwd: Path, name: str, *args: str | Path, flags: Sequence[str] = ()) -> Finished:
    """Run an example with this Python, warnings being errors."""
    return run([sys.executable, "-W", "error", *flags, EXAMPLES / name, *args], cwd)


def succeeded(finished: Finished) -> str:
    """Return what a run printed; it must have ended well and complained of nothing."""
    assert (finished.returncode, finished.stderr) == (0, ""), finished.stderr
    return finished.stdout


def in_order(text: str, *parts: str) -> None:
    """Check that a text has these parts one after the other."""
    place = 0
    for part in parts:
        found = text.find(part, place)
        assert found >= 0, f"{part!r} is missing after {text[:place][-80:]!r} in:\n{text}"
        place = found + len(part)


class Recorder:
    """A WSGI app that passes requests on, and keeps their paths and bodies."""

    def __init__(self, app: "WSGIApplication") -> None:
        self.app = app
        self.asked: list[tuple[str, str]] = []
        self.bodies: list[tuple[str, Any]] = []

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Take a note and pass the request on."""
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        self.asked.append((method, path))
        if method == "POST":
            body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
            environ["wsgi.input"] = io.BytesIO(body)
            self.bodies.append((path, json.loads(body)))
        return self.app(environ, start_response)


class _Silent(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:
        """Keep the test's output clean."""


class Server:
    """The referee on a free port of this machine, in a thread."""

    def __init__(self, app: "WSGIApplication | None" = None) -> None:
        self.recorder = Recorder(app or create_app())
        self._server = make_server(
            "127.0.0.1", 0, self.recorder, threaded=True, request_handler=_Silent
        )
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        """Stop, and free the port."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
