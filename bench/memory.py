"""Answers requests in one process, and prints its resident memory in MiB after so many.

    python -m bench.memory COUNT...

The requests play random games of all kinds, so that hardly a state is met twice.
"""

import json
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import count
from random import Random
from typing import Any

import orjson
import psutil
from flask import Flask
from werkzeug.test import run_wsgi_app

from bench import ours
from bench.server import HOST, referee
from referee.core.game import AnyGame

DECISIONS = 60
"""Decisions of a game before the next one begins: some games would go on for long."""


def call(app: Flask, path: str, body: Any) -> Any:
    """Post a request to the application, as a server would."""
    sent = orjson.dumps(body)
    environ = {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(sent)),
        "REMOTE_ADDR": HOST,
        "SERVER_NAME": HOST,
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(sent),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    chunks, status, _ = run_wsgi_app(app, environ, buffered=True)
    answer = b"".join(chunks)
    if not status.startswith("200 "):
        raise AssertionError(answer)
    return orjson.loads(answer)


def requests(app: Flask) -> Iterator[None]:
    """Play games without end, stopping after each request."""
    for seed in count():
        for game in ours.all_games():
            yield from _play(app, game, Random(seed))


def _play(app: Flask, game: AnyGame, random: Random) -> Iterator[None]:
    path = f"/v1/games/{game.name}"
    players = ours.SEATS[: random.randint(max(2, game.min_players), len(ours.SEATS))]
    seed = str(random.getrandbits(64))
    state = call(app, f"{path}/setup", {"players": players, "seed": seed})["state"]
    yield
    for _ in range(DECISIONS):
        moves = call(app, f"{path}/legal-moves", {"state": state})["moves"]
        yield
        if not moves:
            return
        asked = {"state": state, "move": random.choice(moves)}
        call(app, f"{path}/check", asked)
        yield
        state = call(app, f"{path}/apply", asked)["state"]
        yield


def main() -> None:
    """Answer as many requests as the largest count says."""
    counts = [int(argument) for argument in sys.argv[1:]]
    process, going = psutil.Process(), requests(referee())
    told = {}
    for done in range(1, max(counts) + 1):
        next(going)
        if done in counts:
            told[done] = process.memory_info().rss / 2**20
    print(json.dumps(told))


if __name__ == "__main__":
    main()
