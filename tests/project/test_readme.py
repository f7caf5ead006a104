"""What the README shows works, and is what comes out."""

import json
import re
import shlex
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from referee_sdk import Referee

from referee.cli import main
from referee.core.chance import Stream
from referee.web.app import create_app
from tests.support import GAMES

README = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)


def block(language: str, words: str) -> str:
    """Find the block of a language that has these words."""
    found: list[str] = [text for kind, text in BLOCKS if kind == language and words in text]
    (only,) = found
    return only


def test_the_first_ruling_is_answered_as_shown() -> None:
    url = urlsplit(shlex.split(block("", "lookups/fit"))[1])
    answer = create_app().test_client().get(f"{url.path}?{url.query}").get_json()
    assert answer == json.loads(block("json", "colour_mismatch"))


def test_the_commands_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exits = {}
    for line in block("", "referee setup").splitlines():
        command, _, target = line.partition(" > ")
        _, *arguments = shlex.split(command)
        result = CliRunner().invoke(main, arguments)
        if target:
            Path(target).write_text(result.stdout)
        exits[arguments[0]] = result.exit_code
        if arguments[0] == "check":
            assert "P4 does not go onto the empty teal dock" in result.stderr
    assert exits == {"setup": 0, "check": 1, "describe": 0, "rules": 0}


def test_the_client_plays_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = block("python", "referee_sdk")
    local = shown.replace('Referee("http://127.0.0.1:8000")', "Referee.local()")
    assert local != shown
    exec(compile(local, "README.md", "exec"), {})
    told = capsys.readouterr().out
    assert told.startswith("dock.open - P4 does not go onto the empty teal dock")
    assert "'winners'" in told
    assert Path("game.jsonl").exists()


@pytest.mark.parametrize("seed", ["wireburn", "0", "é:1"])
def test_the_shuffle_is_the_referees(seed: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(block("python", "def shuffle"), "README.md", "exec"), names)
    cards = [str(i) for i in range(59)]
    assert names["shuffle"](seed, list(cards)) == Stream(seed).shuffle(cards)


def test_every_game_is_listed() -> None:
    for game in GAMES:
        assert f"| {game.title} |" in README


def test_every_operation_and_setting_is_listed() -> None:
    with Referee.local() as ref:
        for entry in ref.games()["games"]:
            assert entry["title"] in README
    for name in ("REFEREE_RATE_LIMIT", "REFEREE_DECKS", "REFEREE_PROXIES"):
        assert f"`{name}`" in README


def test_every_link_leads_somewhere() -> None:
    root = Path(__file__).parents[2]
    for page in (
        "README.md",
        "CONTRIBUTING.md",
        "referee/games/README.md",
        "examples/README.md",
        "docs/decks.md",
        "docs/performance.md",
    ):
        text = root.joinpath(page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            assert target.startswith("http") or root.joinpath(page).parent.joinpath(target).exists()
