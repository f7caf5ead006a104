"""Two bots at play over HTTP."""

import re
from pathlib import Path

import pytest
from referee_sdk import Referee, Table

from .support import Server, python, succeeded

WIREBURN = "/v1/games/wireburn"


@pytest.mark.parametrize("seed", ["1", "7", "a seed of one's own"])
def test_they_play_to_the_end(tmp_path: Path, server: Server, seed: str) -> None:
    told = succeeded(python(tmp_path, "two_bots.py", "--url", server.url, "--seed", seed))
    lines = told.splitlines()
    assert lines[0] == f"The seed is {seed}."
    assert lines[1].startswith("  1 ana: ")
    assert all(re.match(r" *\d+ (ana|bo):", line) for line in lines[1:-3])
    assert lines[-2].startswith("The game is over: ")
    moves = sum(path == f"{WIREBURN}/apply" for _, path in server.recorder.asked)
    assert lines[-1] == f"The log of {moves} moves leads to this very end."
    assert server.recorder.asked[-1] == ("POST", f"{WIREBURN}/replay")


def test_each_bot_sees_only_its_own_hand(tmp_path: Path, server: Server) -> None:
    succeeded(python(tmp_path, "two_bots.py", "--url", server.url, "--seed", "7"))
    bodies = server.recorder.bodies
    asked = [body for path, body in bodies if path == f"{WIREBURN}/legal-moves"]
    assert {body["player"] for body in asked} == {"ana", "bo"}
    for body in asked:
        state = body["state"]
        assert state["rng"]["seed"] is None
        assert set(state["draw_pile"]) <= {"?"}
        for player in state["players"]:
            own = player["id"] == body["player"]
            assert own != ("?" in player["hand"]) or not player["hand"]


def test_the_comment_names_no_hidden_card(tmp_path: Path) -> None:
    told = succeeded(python(tmp_path, "two_bots.py", "--local", "--seed", "7"))
    draws = re.findall(r" draws[^;]*;", told)
    assert " draws;" in draws
    assert all(re.fullmatch(r" draws( \d+)?;", draw) for draw in draws)


def test_a_seed_repeats_its_game(tmp_path: Path, server: Server) -> None:
    over_http = succeeded(python(tmp_path, "two_bots.py", "--url", server.url, "--seed", "3"))
    assert over_http == succeeded(python(tmp_path, "two_bots.py", "--local", "--seed", "3"))
    assert over_http != succeeded(python(tmp_path, "two_bots.py", "--local", "--seed", "4"))


def test_without_a_seed_it_says_which_it_drew(tmp_path: Path) -> None:
    told = succeeded(python(tmp_path, "two_bots.py", "--local"))
    drawn = re.match(r"The seed is ([0-9a-f]{16})\.\n", told)
    assert drawn
    assert told == succeeded(python(tmp_path, "two_bots.py", "--local", "--seed", drawn[1]))


def test_the_log_can_be_kept(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    told = succeeded(python(tmp_path, "two_bots.py", "--local", "--seed", "7", "--save", log))
    with Referee.local() as referee:
        table = Table.load(referee.game("wireburn"), log)
        assert table.over
        assert f"\n{table.describe()['headline']}\nThe log of {len(table.log)} moves" in told
    assert succeeded(python(tmp_path, "check_shuffle.py", log)).startswith("ok: ")


def test_without_a_server_it_says_how_to_start_one(tmp_path: Path, nobody: str) -> None:
    finished = python(tmp_path, "two_bots.py", "--url", nobody)
    assert finished.returncode == 1
    assert finished.stdout == ""
    assert nobody in finished.stderr
    assert "`referee serve` starts one" in finished.stderr
    assert "Traceback" not in finished.stderr
