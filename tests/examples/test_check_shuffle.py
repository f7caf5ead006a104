"""The check of a finished game's deal, without any package installed."""

import json
import runpy
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from referee_sdk import Referee, Table

from .support import EXAMPLES, Finished, python, succeeded

PLAYERS = ["ana", "bo", "cy", "ana 2", "bo 2", "cy 2"]
SEED = "a seed"


def check(cwd: Path, *args: str | Path) -> Finished:
    """Run the check with nothing but the standard library."""
    return python(cwd, "check_shuffle.py", *args, flags=["-S", "-I"])


def dealt(folder: Path, count: int = 2, **setup: Any) -> Path:
    """Save the log of a game that has only just begun."""
    with Referee.local() as referee:
        table = referee.game("wireburn").table(PLAYERS[:count], **setup)
        table.apply(table.legal_moves()["moves"][-1])
        table.save(folder / "game.jsonl")
    return folder / "game.jsonl"


def altered(log: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Tamper with the state that a log starts with."""
    first, *rest = log.read_text(encoding="utf-8").splitlines()
    head = json.loads(first)
    change(head["state"])
    log.write_text("\n".join([json.dumps(head), *rest]), encoding="utf-8")
    return log


def test_the_sample(tmp_path: Path) -> None:
    assert succeeded(check(tmp_path)) == (
        "ok: the seed 'wireburn' gives exactly this deal for 2 players.\n"
    )


def test_the_sample_is_what_the_referee_deals() -> None:
    sample = runpy.run_path(str(EXAMPLES / "check_shuffle.py"))["SAMPLE"]
    with Referee.local() as referee:
        state = referee.game("wireburn").setup(["ana", "bo"], seed="wireburn")["state"]
    assert sample["draw_pile"] == state["draw_pile"]
    assert sample["rng"] == state["rng"]
    hands = [(player["id"], player["hand"]) for player in state["players"]]
    assert [(player["id"], player["hand"]) for player in sample["players"]] == hands


@pytest.mark.parametrize("count", range(2, 7))
@pytest.mark.parametrize("seed", [SEED, "Prüfstein 5"])
def test_an_honest_log(tmp_path: Path, count: int, seed: str) -> None:
    told = succeeded(check(tmp_path, dealt(tmp_path, count, seed=seed)))
    assert told == f"ok: the seed {seed!r} gives exactly this deal for {count} players.\n"


def test_who_begins_does_not_matter(tmp_path: Path) -> None:
    succeeded(check(tmp_path, dealt(tmp_path, seed=SEED, first_player="bo")))


def swap_in_hand(state: dict[str, Any]) -> None:
    hand = state["players"][0]["hand"]
    hand[0], hand[1] = hand[1], hand[0]


def swap_hands(state: dict[str, Any]) -> None:
    ana, bo = state["players"]
    ana["hand"], bo["hand"] = bo["hand"], ana["hand"]


def swap_in_pile(state: dict[str, Any]) -> None:
    state["draw_pile"].append(state["draw_pile"].pop(0))


def other_seed(state: dict[str, Any]) -> None:
    state["rng"]["seed"] = "another seed"
    state["rng"]["commitment"] = sha256(b"another seed").hexdigest()


def other_commitment(state: dict[str, Any]) -> None:
    state["rng"]["commitment"] = "0" * 64


def other_counter(state: dict[str, Any]) -> None:
    state["rng"]["counter"] += 1


@pytest.mark.parametrize(
    ("change", "places"),
    [
        (swap_in_hand, ["ana's hand"]),
        (swap_hands, ["ana's hand", "bo's hand"]),
        (swap_in_pile, ["the draw pile"]),
        (other_seed, ["ana's hand", "bo's hand", "the draw pile"]),
        (other_commitment, ["the commitment"]),
        (other_counter, ["the counter"]),
    ],
)
def test_a_tampered_log(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], places: list[str]
) -> None:
    finished = check(tmp_path, altered(dealt(tmp_path, seed=SEED), change))
    lines = finished.stdout.splitlines()
    assert finished.returncode == 1
    assert [line.split(": ")[:2] for line in lines] == [["DIFFERS", place] for place in places]
    assert finished.stderr == ""


def test_the_commitment_that_was_noted(tmp_path: Path) -> None:
    log = dealt(tmp_path, seed=SEED)
    noted = sha256(SEED.encode()).hexdigest()
    succeeded(check(tmp_path, log, "--commitment", noted))
    finished = check(tmp_path, log, "--commitment", sha256(b"another seed").hexdigest())
    assert finished.returncode == 1
    assert finished.stdout.startswith(f"DIFFERS: the commitment: the seed gives {noted}, not ")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "Expecting value"),
        ("no JSON\n", "Expecting value"),
        ("[]\n", "the log is damaged"),
        ("{}\n", "no log of a game of Wireburn"),
        ('{"state": {"game": "circuit-sibz"}}\n', "no log of a game of Wireburn"),
        ('{"state": {"game": "wireburn", "ply": 0, "rng": {"seed": "a"}}}\n', "damaged"),
    ],
)
def test_no_log(tmp_path: Path, content: str, why: str) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(content, encoding="utf-8")
    nothing_to_check(check(tmp_path, log), why)


def test_no_file(tmp_path: Path) -> None:
    nothing_to_check(check(tmp_path, tmp_path / "nowhere"), "nowhere")


def test_a_table_state_has_no_seed(tmp_path: Path) -> None:
    nothing_to_check(check(tmp_path, dealt(tmp_path, chance="table")), "no seed in it")


def test_a_view_has_no_seed(tmp_path: Path) -> None:
    log = tmp_path / "view.jsonl"
    with Referee.local() as referee:
        game = referee.game("wireburn")
        Table(game, game.table(["ana", "bo"]).view("ana")["state"]).save(log)
    nothing_to_check(check(tmp_path, log), "no seed in it")


def test_a_log_from_the_middle(tmp_path: Path) -> None:
    def start_later(state: dict[str, Any]) -> None:
        state["ply"] = 1

    nothing_to_check(check(tmp_path, altered(dealt(tmp_path), start_later)), "in the middle")


def test_a_deck_that_was_given(tmp_path: Path) -> None:
    deck = runpy.run_path(str(EXAMPLES / "check_shuffle.py"))["DECK"]
    nothing_to_check(check(tmp_path, dealt(tmp_path, deck=deck)), "nothing was shuffled")


def nothing_to_check(finished: Finished, why: str) -> None:
    """Check that a run ended with status 2, a reason and no traceback."""
    assert finished.returncode == 2, finished
    assert finished.stdout == ""
    assert finished.stderr.startswith("Nothing to check: ")
    assert why in finished.stderr
    assert "Traceback" not in finished.stderr


def test_numbers_that_would_favour_some_cards_are_passed_over() -> None:
    stream = runpy.run_path(str(EXAMPLES / "check_shuffle.py"))["Stream"]("seed")
    numbers = iter([2**64 - 1, 5])
    stream.number = lambda: next(numbers)
    assert stream.below(3) == 2
