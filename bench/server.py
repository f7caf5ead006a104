"""Serves the referee or the floor, in a process of its own.

    python -m bench.server referee|floor PORT waitress|granian

The floor is the least that a Flask view can do with the same body: read it as JSON and write it
again.
"""

import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from socket import create_connection, create_server
from tempfile import TemporaryFile
from typing import IO

import orjson
from flask import Flask, Response, request

from bench.outside import ROOT, Unavailable, reason_in
from referee import serving
from referee.web.app import create_app

HOST = "127.0.0.1"
STARTING = 30
"""Seconds in which a server has to listen."""


def floor() -> Flask:
    """Make an application that echoes JSON, at any address."""
    app = Flask("floor", static_folder=None)

    @app.post("/<path:path>")
    def echo(path: str) -> Response:
        body = orjson.dumps(orjson.loads(request.get_data()))
        return Response(body, mimetype="application/json")

    return app


def referee() -> Flask:
    """Make the application that is measured."""
    return create_app()


APPLICATIONS: Mapping[str, Callable[[], Flask]] = {"floor": floor, "referee": referee}


@contextmanager
def running(application: str, server: str) -> Iterator[int]:
    """Run a server; give its port. Raises `Unavailable` where it does not start."""
    port = _free_port()
    command = [sys.executable, "-m", "bench.server", application, str(port), server]
    # Not a pipe: one that nobody reads would stop the server once it is full.
    with TemporaryFile("w+", encoding="utf-8") as errors:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=errors)
        try:
            _wait_for(port, process, errors)
            yield port
        finally:
            process.terminate()
            process.wait()


def _free_port() -> int:
    with create_server((HOST, 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def _wait_for(port: int, process: subprocess.Popen[bytes], errors: IO[str]) -> None:
    for _ in range(STARTING * 10):
        try:
            create_connection((HOST, port), 1).close()
        except OSError:
            if process.poll() is not None:
                errors.seek(0)
                raise Unavailable(reason_in(errors.read())) from None
            time.sleep(0.1)
        else:
            return
    raise Unavailable("The server does not listen.")


def main() -> None:
    """Serve until the process is ended."""
    application, port, server = sys.argv[1:]
    if server == "granian":
        _serve_with_granian(application, int(port))
    else:
        _serve_with_waitress(APPLICATIONS[application](), int(port))


def _serve_with_waitress(app: Flask, port: int) -> None:
    # As the referee does it; with 16 clients there would be a line for nearly every request.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    serving.waitress_server(app, HOST, port).run()


def _serve_with_granian(application: str, port: int) -> None:
    from granian import Granian
    from granian.constants import Interfaces

    Granian(
        f"bench.server:{application}",
        address=HOST,
        port=port,
        interface=Interfaces.WSGI,
        factory=True,
        workers=1,
        blocking_threads=1,
    ).serve()


if __name__ == "__main__":
    main()
