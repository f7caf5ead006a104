"""Runs the application: waitress by default, granian where it is installed."""

import logging
import os
import signal
import uuid
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING

import msgspec
import waitress
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer
from waitress.task import ErrorTask

from referee.web.app import create_app
from referee.web.games import load_games
from referee.web.problems import MEDIA_TYPE, Problem
from referee.web.settings import Settings, from_environment
from referee.web.wire import MAX_BODY, too_large

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS = 8
CONNECTIONS = 1000
IDLE_SECONDS = 30


def serve(host: str, port: int, server: str, decks: str | None, workers: int) -> None:
    """Serve until SIGTERM or SIGINT; requests in flight are answered first.

    `workers` are granian's processes; waitress serves with threads of one process. Port 0 is any
    free port; `decks` is a folder of deck packs, else the environment's. Raises ValueError for
    settings or packs that are wrong, ImportError where granian is not
    installed, OSError where the address cannot be had.
    """
    settings = from_environment()
    if decks is not None:
        settings = replace(settings, decks=decks)
    load_games(settings.decks)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    # A client too many is no news: it waits its turn.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    if server == "granian":
        _serve_with_granian(host, port, settings, workers)
    else:
        _serve_with_waitress(host, port, settings)


class _ProblemTask(ErrorTask):
    """Answers a body that waitress itself refuses as the application would."""

    def execute(self) -> None:
        if self.request.error.code == too_large().status:
            self.request.error = _Refusal(too_large())
        super().execute()


class _Refusal:
    """A problem, in the form in which waitress answers errors."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def to_response(self, ident: str | None) -> tuple[str, list[tuple[str, str]], bytes]:
        request_id = uuid.uuid4().hex
        body = msgspec.json.encode({**self.problem.body(), "request_id": request_id})
        headers = [("Content-Type", MEDIA_TYPE), ("X-Request-Id", request_id)]
        return f"{self.problem.status} Content Too Large", headers, body


class _Channel(HTTPChannel):
    error_task_class = _ProblemTask


def waitress_server(app: "WSGIApplication", host: str, port: int) -> BaseWSGIServer:
    """Make waitress listen, fit for slow clients and large bodies; `run()` serves.

    Raises OSError where the address cannot be had.
    """
    BaseWSGIServer.channel_class = _Channel
    return waitress.create_server(
        app,
        host=host,
        port=port,
        threads=THREADS,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE_SECONDS,
        # waitress takes a body in before it hands it on. What it refuses itself it does not read,
        # and a client that is still sending sees a broken connection instead of the answer.
        max_request_body_size=64 * MAX_BODY,
        asyncore_use_poll=True,
        ident=None,
    )


def _serve_with_waitress(host: str, port: int, settings: Settings) -> None:
    listening = waitress_server(create_app(settings), host, port)
    signal.signal(signal.SIGTERM, _stop)
    listening.print_listen("Tabletop Referee on http://{}:{}")
    listening.run()


def _stop(number: int, frame: FrameType | None) -> None:
    # waitress drops requests in flight on a plain SIGTERM, but lets them finish on SystemExit.
    raise SystemExit(0)


def _serve_with_granian(host: str, port: int, settings: Settings, workers: int) -> None:
    from granian import Granian
    from granian.constants import Interfaces

    if settings.decks is not None:
        # The workers read it from there, each for itself.
        os.environ["REFEREE_DECKS"] = settings.decks

    Granian(
        "referee.web.app:create_configured_app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        factory=True,
        workers=workers,
        blocking_threads=1,
        respawn_failed_workers=True,
    ).serve()
