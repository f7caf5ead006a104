"""Runs the application: waitress by default, granian where it is installed."""

import signal
from types import FrameType

import waitress

from referee.web.app import create_app
from referee.web.settings import from_environment
from referee.web.wire import MAX_BODY

THREADS = 8
IDLE_SECONDS = 30


def serve(host: str, port: int, server: str, workers: int) -> None:
    """Serve until SIGTERM or SIGINT; requests in flight are answered first.

    Raises ValueError for settings that are wrong, ImportError where granian is not installed,
    OSError where the address cannot be had.
    """
    from_environment()
    if server == "granian":
        _serve_with_granian(host, port, workers)
    else:
        _serve_with_waitress(host, port)


def _serve_with_waitress(host: str, port: int) -> None:
    app = create_app(from_environment())
    listening = waitress.create_server(
        app,
        host=host,
        port=port,
        threads=THREADS,
        connection_limit=1000,
        channel_timeout=IDLE_SECONDS,
        # The application refuses what is over its limit, with a problem; waitress need not.
        max_request_body_size=8 * MAX_BODY,
        asyncore_use_poll=True,
        ident=None,
    )
    signal.signal(signal.SIGTERM, _stop)
    listening.print_listen("Tabletop Referee on http://{}:{}")
    listening.run()


def _stop(number: int, frame: FrameType | None) -> None:
    # waitress drops requests in flight on a plain SIGTERM, but lets them finish on SystemExit.
    raise SystemExit(0)


def _serve_with_granian(host: str, port: int, workers: int) -> None:
    from granian import Granian
    from granian.constants import Interfaces

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
