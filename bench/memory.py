"""Answers requests in one process, and prints its resident memory in MiB after so many.

    python -m bench.memory COUNT...

The requests play random games of all kinds, so that hardly a state is met twice.
"""

import json
import sys
from collections.abc import Iterator
from http import HTTPStatus
from itertools import count
from random import Random
from typing import Any

import orjson
import psutil
from flask.testing import FlaskClient

from bench import ours
from bench.server import referee
from referee.core.game import AnyGame

DECISIONS = 60
"""Decisions of a game before the next one begins: some games would go on for long."""


def call(client: FlaskClient, path: str, body: Any) -> Any:
    """Post a request to the application, in this process."""
    response = client.post(path, data=orjson.dumps(body), content_type="application/json")
    if response.status_code != HTTPStatus.OK:
        raise AssertionError(response.data)
    return orjson.loads(response.data)


def requests(client: FlaskClient) -> Iterator[None]:
    """Play games without end, stopping after each request."""
    for seed in count():
        for game in ours.all_games():
            yield from _play(client, game, Random(seed))


def _play(client: FlaskClient, game: AnyGame, random: Random) -> Iterator[None]:
    path = f"/v1/games/{game.name}"
    players = ours.SEATS[: random.randint(max(2, game.min_players), len(ours.SEATS))]
    seed = str(random.getrandbits(64))
    state = call(client, f"{path}/setup", {"players": players, "seed": seed})["state"]
    yield
    for _ in range(DECISIONS):
        moves = call(client, f"{path}/legal-moves", {"state": state})["moves"]
        yield
        if not moves:
            return
        asked = {"state": state, "move": random.choice(moves)}
        call(client, f"{path}/check", asked)
        yield
        state = call(client, f"{path}/apply", asked)["state"]
        yield


def main() -> None:
    """Answer as many requests as the largest count says."""
    counts = [int(argument) for argument in sys.argv[1:]]
    process, going = psutil.Process(), requests(referee().test_client())
    told = {}
    for done in range(1, max(counts) + 1):
        next(going)
        if done in counts:
            told[done] = process.memory_info().rss / 2**20
    print(json.dumps(told))


if __name__ == "__main__":
    main()
