"""The client: a referee on a server, or in the same process."""

from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from requests.adapters import BaseAdapter

from .errors import RefereeError
from .game import Game
from .transport import RetryingAdapter, Transport
from .types import BatchAnswer, BatchRequest, GamesAnswer

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


class Referee:
    """A referee somewhere, with one session to it; a context manager.

    Connection failures, time-outs and the statuses 429, 502, 503 and 504 are tried again, after
    a growing pause of well under a second at first, or as long as the server's Retry-After asks,
    up to 30 seconds. A client is for one thread at a time.

    Args:
        base_url: Where the server is: `http://` or `https://`, a path prefix if there is one.
        timeout: How many seconds each try may take to connect, and then to send something.
        retries: How often a request is tried again.
        adapter: A transport for `requests` in place of the network; it does its own retries.

    Raises:
        ValueError: The base URL, the timeout or the number of retries makes no sense.
    """

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:8000",
        timeout: float = 10.0,
        retries: int = 3,
        *,
        adapter: BaseAdapter | None = None,
    ) -> None:
        if retries < 0:
            raise ValueError(f"retries is 0 or more, not {retries!r}")
        self._transport = Transport(base_url, timeout, adapter or RetryingAdapter(retries))

    @classmethod
    def local(cls, app: "WSGIApplication | None" = None) -> Self:
        """Return a client of a referee in this process, without a server.

        Args:
            app: The WSGI app to ask; left out, the one of the installed server package.

        Raises:
            RefereeError: The server package is not installed.
        """
        try:
            from .local import WsgiAdapter, server_app

            adapter = WsgiAdapter(app or server_app())
        except ImportError as error:
            raise RefereeError(
                "Referee.local() needs the server package here: "
                f"pip install tabletop-referee ({error})"
            ) from error
        return cls("http://localhost", adapter=adapter)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Referee {self._transport.shown_url}>"

    def close(self) -> None:
        """Close the session."""
        self._transport.close()

    def game(self, name: str) -> Game:
        """Return the operations of a game (`wireburn`); asks nothing yet."""
        return Game(self._transport, name)

    def games(self) -> GamesAnswer:
        """List the games: `{"games": [{"game", "title", "players", …}]}`."""
        return self._transport.get("/v1/games", GamesAnswer)

    def batch(self, requests: Iterable[BatchRequest]) -> BatchAnswer:
        """Ask up to 100 things at once.

        Args:
            requests: `{"game", "operation", "body"}` each, `operation` as in the path
                (`legal-moves`).

        Returns:
            `{"responses": [{"status", "body"}]}`, in order. One that failed raises nothing:
            `error_from(response["status"], response["body"])` is its error.
        """
        return self._transport.post("/v1/batch", BatchAnswer, {"requests": list(requests)})

    def health(self) -> dict[str, Any]:
        """Ask whether the server is well; raises if not."""
        return self._transport.get("/healthz", dict)
