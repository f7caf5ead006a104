"""Measures HTTP: `check`, `apply`, and batches of `check`, beside the floor on the same server."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from socket import create_connection
from threading import Thread
from time import perf_counter

import orjson

from bench import ours, server
from bench.measure import Clock, Contestant, Quantity, Sample, percentile
from referee.core.game import AnyGame

CLIENTS = (1, 16)
BATCH = 100
"""Requests of a batch: as many as one may hold."""
MICRO = 1_000_000
CONTENT_LENGTH = b"\r\ncontent-length:"
FLOOR_DIFFERS = "A Flask view that reads the same body by orjson and writes it again."


class Client:
    """A keep-alive connection that sends ready-made requests.

    It does hardly more than read the answer's length: the client shares the machine with the
    server, and all that it takes would be taken for the server's.
    """

    def __init__(self, port: int) -> None:
        self.socket = create_connection((server.HOST, port), 30)

    def ask(self, request: bytes) -> bytes:
        """Send a request and return the answer's body. Raises OSError unless it is a 200."""
        self.socket.sendall(request)
        received = self.socket.recv(65536)
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._more()
        head, body = received[:end], [received[end + 4 :]]
        left = _length(head) - len(body[0])
        while left > 0:
            body.append(self._more())
            left -= len(body[-1])
        return b"".join(body)

    def close(self) -> None:
        """Close the connection."""
        self.socket.close()

    def _more(self) -> bytes:
        received = self.socket.recv(65536)
        if not received:
            raise ConnectionError("The server has closed the connection.")
        return received


def _length(head: bytes) -> int:
    if b" 200 " not in head[:16]:
        raise ConnectionError(head.decode("latin-1").splitlines()[0])
    at = head.lower().index(CONTENT_LENGTH) + len(CONTENT_LENGTH)
    return int(head[at:].split(b"\r\n", 1)[0])


def request_of(path: str, body: bytes) -> bytes:
    """Make the bytes of a request."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {server.HOST}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def latencies(
    client: Client, requests: Sequence[bytes], until: float, first: int, clock: Clock = perf_counter
) -> list[float]:
    """Ask one after the other until a moment, at least once; return the seconds of each."""
    took = []
    for place in count(first):
        began = clock()
        client.ask(requests[place % len(requests)])
        now = clock()
        took.append(now - began)
        if now >= until:
            return took
    raise AssertionError


@contextmanager
def connected(port: int, number: int) -> Iterator[list[Client]]:
    """Open so many connections for one turn: until the next, a server would have closed them."""
    with ExitStack() as opened:
        yield [opened.enter_context(closing(Client(port))) for _ in range(number)]


def ask_together(clients: Sequence[Client], requests: Sequence[bytes], seconds: float) -> Sample:
    """Let all clients ask for so long, each beginning with another request."""
    took: list[float] = []
    began = perf_counter()
    threads = [
        Thread(target=lambda c=c, n=n: took.extend(latencies(c, requests, began + seconds, n)))
        for n, c in enumerate(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    elapsed = perf_counter() - began
    return {
        "p50": Quantity(MICRO * percentile(took, 0.5), "µs"),
        "p99": Quantity(MICRO * percentile(took, 0.99), "µs"),
        "requests": Quantity(len(took) / elapsed, "per second"),
    }


@contextmanager
def on_waitress() -> Iterator[list[Contestant]]:
    """List all that is asked of waitress, while the floor and the referee run on it."""
    with server.running("floor", "waitress") as floor, server.running("referee", "waitress") as our:
        yield [
            contestant
            for game in ours.all_games()
            for contestant in (*_singles(game, floor, our), _batch(game, our))
        ]


@contextmanager
def on_granian() -> Iterator[list[Contestant]]:
    """List what is asked of granian, by one client. Raises `Unavailable` where there is none."""
    with server.running("floor", "granian") as floor, server.running("referee", "granian") as our:
        yield [
            _single(row_name(game.title, name, 1), port, _requests(game, "check"), differs=differs)
            for game in ours.all_games()
            for name, port, differs in (
                ("floor on granian", floor, FLOOR_DIFFERS),
                ("check on granian", our, ""),
            )
        ]


def _singles(game: AnyGame, floor: int, our: int) -> Iterator[Contestant]:
    for number in CLIENTS:
        for name, port, operation, differs in (
            ("floor", floor, "check", FLOOR_DIFFERS),
            ("check", our, "check", ""),
            ("apply", our, "apply", ""),
        ):
            row = row_name(game.title, name, number)
            yield _single(row, port, _requests(game, operation), number, differs)


def _requests(game: AnyGame, operation: str) -> list[bytes]:
    path = f"/v1/games/{game.name}/{operation}"
    return [request_of(path, position.body()) for position in ours.positions(game.name)]


def row_name(title: str, operation: str, clients: int) -> str:
    """Name the row of an operation."""
    return f"{title}: {operation}, {clients} client{'s' if clients > 1 else ''}"


def _single(
    name: str, port: int, requests: Sequence[bytes], number: int = 1, differs: str = ""
) -> Contestant:
    def measure(seconds: float) -> Sample:
        with connected(port, number) as clients:
            return ask_together(clients, requests, seconds)

    return Contestant(name, measure, differs)


def _batch(game: AnyGame, port: int) -> Contestant:
    items = [
        {"game": game.name, "operation": "check", "body": orjson.loads(position.body())}
        for position in ours.positions(game.name)
    ]
    bodies = [
        orjson.dumps({"requests": items[at : at + BATCH]}) for at in range(0, len(items), BATCH)
    ]
    requests = [request_of("/v1/batch", body) for body in bodies]
    with connected(port, 1) as (client,):
        _require_answers(client.ask(requests[0]))

    def measure(seconds: float) -> Sample:
        with connected(port, 1) as clients:
            asked = ask_together(clients, requests, seconds)
        return {**asked, "moves": Quantity(BATCH * asked["requests"].value, "per second")}

    return Contestant(row_name(game.title, f"batch of {BATCH}", 1), measure)


def _require_answers(body: bytes) -> None:
    statuses = {response["status"] for response in orjson.loads(body)["responses"]}
    if statuses != {200}:
        raise ConnectionError(f"A batch is answered with {sorted(statuses)}.")
