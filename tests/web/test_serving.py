"""A real `referee serve` process on a loopback port, and the SDK that talks to it."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from referee_sdk import IllegalMove, Referee, Table

from referee.web.wire import MAX_BODY

PATIENCE = 60


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start a server on any free port, and stop it as an operator would."""
    command = [sys.executable, "-m", "referee.cli", "serve", "--port", "0"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    told = process.stderr.readline()
    found = re.search(r"http://127\.0\.0\.1:(\d+)", told)
    assert found, told
    yield process, int(found[1])
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()


@pytest.fixture(scope="module")
def port(server: tuple[Any, int]) -> int:
    return server[1]


def post(port: int, body: Any, headers: dict[str, str], chunked: bool = False) -> tuple[int, Any]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        path = "/v1/games/wireburn/setup"
        connection.request("POST", path, body, headers, encode_chunked=chunked)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def test_the_sdk_plays_a_game(port: int) -> None:
    with Referee(f"http://127.0.0.1:{port}") as ref:
        table = ref.game("wireburn").table(["ana", "bo"], seed="s")
        while not table.over and len(table.log) < 60:
            table.apply(table.legal_moves()["moves"][0])
        table.verify()
        assert table.log
        with pytest.raises(IllegalMove) as raised:
            table.apply({"player": "zoe", "type": "draw"})
        assert raised.value.rule == ("table.over" if table.over else "table.seats")
        assert raised.value.request_id


@pytest.mark.parametrize("size", [MAX_BODY + 1, 2 * MAX_BODY, 4 * MAX_BODY])
@pytest.mark.parametrize("chunked", [False, True])
def test_large_bodies_get_413_as_a_problem(port: int, size: int, chunked: bool) -> None:
    headers = {"Content-Type": "application/json"}
    body: Any = b" " * size
    if chunked:
        headers["Transfer-Encoding"] = "chunked"
        body = [body[i : i + 65536] for i in range(0, size, 65536)]
    status, problem = post(port, body, headers, chunked)
    assert status == 413
    assert problem["type"] == "/problems/body-too-large"
    assert problem["request_id"]


def test_a_body_announced_past_all_bounds_gets_413_at_once(port: int) -> None:
    headers = {"Content-Type": "application/json", "Content-Length": str(10**9)}
    status, problem = post(port, b"", headers)
    assert status == 413
    assert problem["type"] == "/problems/body-too-large"


def test_a_chunked_body_within_the_limit_is_read_whole(port: int) -> None:
    body = json.dumps({"players": ["ana", "bo"], "seed": "s"}).encode()
    body += b" " * (MAX_BODY - len(body))
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    pieces = (body[i : i + 65536] for i in range(0, len(body), 65536))
    status, answer = post(port, pieces, headers, True)
    assert status == 200
    assert answer["state"]["rng"]["seed"] == "s"


def test_many_clients_at_once(port: int) -> None:
    statuses: list[int] = []

    def ask() -> None:
        body = json.dumps({"players": ["ana", "bo"]})
        statuses.append(post(port, body, {"Content-Type": "application/json"})[0])

    threads = [threading.Thread(target=ask) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 24


def test_a_port_that_is_taken_is_said_in_words(port: int) -> None:
    command = [sys.executable, "-m", "referee.cli", "serve", "--port", str(port)]
    process = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert process.returncode == 2
    assert "Traceback" not in process.stderr
    assert "in use" in process.stderr


def test_wrong_settings_are_said_in_words() -> None:
    command = [sys.executable, "-m", "referee.cli", "serve", "--port", "0"]
    environment = {**os.environ, "REFEREE_RATE_LIMIT": "often"}
    process = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=environment
    )
    assert process.returncode == 2
    assert "REFEREE_RATE_LIMIT" in process.stderr


SLOW_SERVER = """
import sys
from referee import serving


def answers_when_told(environ, start_response):
    print("taken in", flush=True)
    sys.stdin.readline()
    start_response("200 OK", [("Content-Length", "4")])
    return [b"done"]


serving.create_app = lambda settings: answers_when_told
serving.serve("127.0.0.1", 0, "waitress", None, 1)
"""


def test_requests_in_flight_are_answered_before_the_server_stops() -> None:
    command = [sys.executable, "-c", SLOW_SERVER]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        found = re.search(r":(\d+)", process.stderr.readline())
        assert found
        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=PATIENCE)
        with closing(connection):
            connection.request("GET", "/")
            assert process.stdout.readline() == "taken in\n"
            process.send_signal(signal.SIGTERM)
            process.stdin.write("\n")
            process.stdin.flush()
            response = connection.getresponse()
            assert (response.status, response.read()) == (200, b"done")
        assert process.wait(PATIENCE) == 0


def test_a_table_is_saved_and_loaded_over_http(port: int, tmp_path: Any) -> None:
    with Referee(f"http://127.0.0.1:{port}") as ref:
        game = ref.game("wireburn")
        table = game.table(["ana", "bo", "cy"], chance="table")
        table.apply({"player": "ana", "type": "draw"})
        table.save(tmp_path / "game.jsonl")
        loaded = Table.load(game, tmp_path / "game.jsonl")
        assert loaded.state == table.state
        loaded.verify()
