"""The command line: JSON on stdout, words on stderr; exit 0 fine, 1 illegal, 2 bad input."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from referee_sdk import Referee

from referee.cli import main


def run(*arguments: str, stdin: Any = None) -> Result:
    """Run a command; its input is given as a value."""
    text = stdin if stdin is None or isinstance(stdin, str) else json.dumps(stdin)
    return CliRunner().invoke(main, list(arguments), input=text)


def fine(*arguments: str, stdin: Any = None) -> Any:
    """Run a command that is fine, and return what it prints."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return json.loads(result.stdout)


@pytest.fixture
def dealt() -> Any:
    return fine("setup", "wireburn", "ana", "bo", "--seed", "wireburn")


@pytest.fixture
def state(dealt: Any) -> Any:
    return dealt["state"]


DRAW = '{"player": "ana", "type": "draw"}'
END_TURN = '{"player": "ana", "type": "end_turn"}'


def test_setup_takes_everything_that_the_api_takes() -> None:
    options = ("-o", "variant=one_at_a_time", "--first", "bo")
    answer = fine("setup", "wireburn", "ana", "bo", "--table", *options)
    assert answer["to_act"] == ["bo"]
    assert answer["state"]["options"] == {"variant": "one_at_a_time"}
    assert answer["state"]["rng"] is None


def test_a_deck_may_be_given(tmp_path: Path, state: Any) -> None:
    cards = [c["id"] for c in fine("cards", "wireburn")["cards"] for _ in range(c["count"])]
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(cards))
    answer = fine("setup", "wireburn", "ana", "bo", "--seed", "s", "--deck", str(path))
    assert answer["state"]["players"][0]["hand"][0] == "T1"


def test_a_legal_move(state: Any) -> None:
    assert fine("check", "-", DRAW, stdin=state) == {"legal": True, "assumptions": []}
    assert fine("apply", "-", DRAW, stdin=state)["state"]["ply"] == 1


def test_an_illegal_move_exits_with_1_and_names_its_rule(state: Any) -> None:
    for command in ("check", "apply"):
        result = run(command, "-", END_TURN, stdin=state)
        assert result.exit_code == 1
        assert json.loads(result.stdout)["violation"]["rule"] == "turn.act"
        assert result.stderr == "illegal: A turn has at least one play or one draw. [turn.act]\n"


def test_answers_can_be_piped(tmp_path: Path, dealt: Any) -> None:
    path = tmp_path / "draw.json"
    path.write_text(DRAW)
    applied = fine("apply", "-", str(path), stdin=dealt)
    legal = fine("legal", "-", "-p", "ana", stdin=applied)
    assert {"type": "end_turn", "player": "ana"} in legal["moves"]
    view = fine("view", "-", "--player", "bo", stdin=applied)
    assert view["state"]["players"][0]["hand"] == ["?"] * 10
    samples = fine("sample", "-", "--seed", "s", "--count", "3", stdin=view)
    assert len(samples["states"]) == 3


def test_describe_is_a_page(dealt: Any) -> None:
    result = run("describe", "-", "-p", "ana", stdin=dealt)
    assert result.exit_code == 0
    headline, blank, *lines = result.stdout.splitlines()
    assert headline == "Turn 1: ana plays."
    assert blank == ""
    assert "ana: 9 cards: - G3 G8 O8 VOLT G9 P4 T7 P6." in lines
    assert fine("describe", "-", "--json", stdin=dealt)["headline"] == headline


def test_describe_is_framed_on_a_terminal(dealt: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = run("describe", "-", stdin=dealt)
    assert "╭" in result.stdout
    assert "Turn 1: ana plays." in result.stdout


def test_lists_are_tables_on_a_terminal_and_json_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        fine("rules", "wireburn", "nominate", "--limit", "1")["rules"][0]["rule"]
        == "firewall.nominate"
    )
    assert "wireburn" in [game["game"] for game in fine("games")["games"]]
    monkeypatch.setenv("FORCE_COLOR", "1")
    for command in (["rules", "wireburn", "shield"], ["cards", "wireburn"], ["games"]):
        result = run(*command)
        assert result.exit_code == 0
        assert "┃" in result.stdout


def test_a_replay_request_is_replayed() -> None:
    moves = [json.loads(DRAW), json.loads(END_TURN)]
    log = {"game": "wireburn", "setup": {"players": ["ana", "bo"], "seed": "s"}, "moves": moves}
    answer = fine("replay", "-", "--detail", "all", stdin=log)
    assert answer["applied"] == len(answer["states"]) == 2
    result = run("replay", "-", stdin={**log, "moves": [moves[0], json.loads(DRAW), moves[0]] * 2})
    assert result.exit_code == 1
    assert result.stderr.startswith("illegal: move 3: ")


def test_a_log_of_the_sdk_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Referee.local() as ref:
        table = ref.game("wireburn").table(["ana", "bo"], seed="s")
        table.save(path)
        assert fine("replay", str(path))["state"] == table.state
        table.apply(json.loads(DRAW))
        table.save(path)
        assert fine("replay", str(path))["state"] == table.state


def test_the_description_is_printed() -> None:
    written = Path(__file__).parents[1].joinpath("openapi.yaml").read_text(encoding="utf-8")
    assert run("openapi").stdout == written


BAD: dict[str, tuple[list[str], Any, str]] = {
    "no such game": (["rules", "chess"], None, "wireburn"),
    "no such game to set up": (["setup", "chess", "ana"], None, "wireburn"),
    "too few players": (["setup", "wireburn", "ana"], None, "2 to 6 players"),
    "no such option": (["setup", "wireburn", "a", "b", "-o", "x=1"], None, "/options/x"),
    "a variant without rules": (
        ["setup", "wireburn", "a", "b", "-o", "variant=simple"],
        None,
        "simple",
    ),
    "no such file": (["check", "nowhere.json", DRAW], None, "nowhere.json"),
    "no JSON": (["legal", "-"], "{", "not JSON"),
    "no state": (["legal", "-"], {"players": []}, "names no game"),
    "a list": (["legal", "-"], [1], "names no game"),
    "a state of no such game": (["legal", "-"], {"game": "chess"}, "chess"),
    "a broken state": (["legal", "-"], {"game": "wireburn"}, "/state/"),
    "a stranger": (["legal", "-", "-p", "zoe"], "STATE", "zoe"),
    "a move of no kind": (["check", "-", '{"type": "fly"}'], "STATE", "/move/type"),
    "no log": (["replay", "-"], {"moves": []}, "names its game"),
    "a log of nothing": (["replay", "-"], "[1]\n[2]", "no log"),
}


@pytest.mark.parametrize(("arguments", "stdin", "words"), BAD.values(), ids=BAD)
def test_bad_input_exits_with_2_and_says_what_is_wrong(
    state: Any, arguments: list[str], stdin: Any, words: str
) -> None:
    result = run(*arguments, stdin=state if stdin == "STATE" else stdin)
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
