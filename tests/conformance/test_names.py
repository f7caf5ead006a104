"""Real people's names are players' names, and no two of a game look the same."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_sdk import Referee, Table

from referee.core.game import AnyGame
from referee.core.names import alike, name_fault
from referee.web.app import create_app
from referee.web.operations import perform
from tests.support import GAMES, WORLDLY, Deal, configurations, plain, state_faults

NAMES = [
    *WORLDLY,
    *("Zoë", "Łukasz", "太郎", "O'Brien", "Søren-Åke", "Ελένη", "Иван", "José María", "김민준"),
    *("a", "7", "_", "..", "x" * 40, "ß", "١٢٣", "Nguyễn Thị", "שרה", "นิรันดร์", "a.b-c_d'e"),
]
NO_NAMES = {
    "nothing": ("", "1 to 40"),
    "41 characters": ("x" * 41, "1 to 40"),
    "a blank before": (" ana", "begins or ends"),
    "a blank behind": ("ana ", "begins or ends"),
    "nothing but a blank": (" ", "begins or ends"),
    "two blanks": ("ana  bo", "two blanks"),
    "decomposed": ("Zoe\u0308", "NFC"),
    "a compatibility ideograph": ("\uf900", "NFC"),
    "a line break": ("ana\n", "U+000A"),
    "a control character": ("a\x00na", "U+0000"),
    "a blank that does not break": ("ana\xa0bo", "U+00A0"),
    "a direction turned round": ("ana\u202ebo", "U+202E"),
    "an isolated direction": ("ana\u2066bo", "U+2066"),
    "a joiner of no width": ("ana\u200dbo", "U+200D"),
    "a byte order mark": ("\ufeffana", "U+FEFF"),
    "a soft hyphen": ("ana\xadbo", "U+00AD"),
    "a letter that shows nothing": ("ana\u3164", "U+3164"),
    "a mark that shows nothing": ("ana\ufe0f", "U+FE0F"),
    "half a surrogate": ("\ud800", "U+D800"),
    "for private use": ("\ue000", "U+E000"),
    "not assigned": ("\u0378", "U+0378"),
    "a picture": ("\N{GRINNING FACE}", "U+1F600"),
    "markup": ("<b>", "U+003C"),
    "a quotation mark": ('"ana"', "U+0022"),
    "a fraction": ("½", "U+00BD"),
}
SAME = [
    ("Ana", "ana"),
    ("STRASSE", "straße"),
    ("\N{LATIN SMALL LIGATURE FI}n", "fin"),
    ("ａｎａ", "ana"),
    ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ("Zoë", "ZOË"),
]
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def deal(game: AnyGame, names: list[str]) -> tuple[int, Any]:
    """Deal a game of two or more to players of these names."""
    answer = plain(perform(game.name, "setup", {"players": names, "seed": "s"}))
    return answer["status"], answer["body"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_a_name_in_any_script(name: str) -> None:
    assert name_fault(name) is None
    status, dealt = deal(GAMES[-1], [name, "somebody else"])
    assert status == 200
    assert state_faults(dealt["state"]) == []


@pytest.mark.parametrize(("name", "told"), NO_NAMES.values(), ids=NO_NAMES)
def test_what_is_no_name_is_told_why(name: str, told: str) -> None:
    status, problem = deal(GAMES[-1], ["ana", name])
    assert (status, problem["type"]) == (422, "/problems/invalid-request")
    (fault,) = problem["errors"]
    assert fault["pointer"] == "/players/1"
    assert told in fault["message"]
    assert fault["message"].endswith(".")


@by_game
@pytest.mark.parametrize(("name", "told"), NO_NAMES.values(), ids=NO_NAMES)
def test_a_posted_state_has_no_such_name(game: AnyGame, name: str, told: str) -> None:
    players, options = configurations(game)[-1]
    state = plain(Deal(game, players, options, "table", 1).state())
    state["players"][0]["id"] = name
    answer = plain(perform(game.name, "legal-moves", {"state": state}))
    assert answer["body"]["type"] == "/problems/invalid-request"
    assert [error["pointer"] for error in answer["body"]["errors"]] == ["/state/players/0/id"]


@by_game
@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_nobody_can_tell_apart_are_refused_by_name(
    game: AnyGame, one: str, other: str
) -> None:
    status, problem = deal(game, [one, other])
    assert status == 422
    (fault,) = problem["errors"]
    assert fault["pointer"] == "/players/1"
    assert fault["message"] == f"{other!r} is the same name as {one!r}."
    status, dealt = deal(game, [one, "bo"])
    dealt["state"]["players"][1]["id"] = other
    assert "/players/1/id" in state_faults(dealt["state"])


@pytest.mark.parametrize("name", ["table", "Table", "TABLE", "ｔａｂｌｅ"])
def test_the_table_is_no_player_in_any_case(name: str) -> None:
    _, problem = deal(GAMES[-1], ["ana", name])
    assert problem["errors"][0]["message"] == f"{name!r} is the table's name, not a player's."


@given(st.text(st.characters(categories=("L", "M", "Nd", "Cf", "Zs", "P")), max_size=42))
def test_a_name_can_be_printed_and_is_its_own_composed_form(name: str) -> None:
    if name_fault(name) is None:
        assert name.isprintable()
        assert name == name.strip()
        assert alike(alike(name)) == alike(name)


@by_game
def test_names_are_carried_through_words_views_and_logs(game: AnyGame, tmp_path: Path) -> None:
    players, options = configurations(game)[-1]
    names = list(WORLDLY[:players])
    with Referee.local() as ref:
        table = ref.game(game.name).table(names, options=options, seed="s")
        for _ in range(12):
            if not table.over:
                table.apply(table.legal_moves()["moves"][0])
        told = table.describe(names[0])
        assert all(any(name in line for line in told["lines"]) for name in names)
        table.save(tmp_path / "game.jsonl")
        table.save(told_as_text := io.StringIO())
        assert (tmp_path / "game.jsonl").read_text(encoding="utf-8") == told_as_text.getvalue()
        again = Table.load(ref.game(game.name), tmp_path / "game.jsonl")
        again.verify()
        assert [player["id"] for player in again.view(names[1])["state"]["players"]] == names


@by_game
def test_names_come_over_http_escaped_or_not(game: AnyGame) -> None:
    players, options = configurations(game)[-1]
    body = {"players": WORLDLY[:players], "options": options, "seed": "s"}
    client, path = create_app().test_client(), f"/v1/games/{game.name}/setup"
    answers = [
        client.post(path, data=text.encode(), content_type="application/json").data
        for text in (json.dumps(body), json.dumps(body, ensure_ascii=False))
    ]
    assert answers[0] == answers[1]
    assert WORLDLY[0] in answers[0].decode()


def test_a_shell_that_knows_no_encoding_carries_names(tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": ""}

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "referee.cli", *arguments]
        done = subprocess.run(command, capture_output=True, check=True, env=environment)
        return done.stdout.decode()

    dealt = tmp_path / "dealt.json"
    dealt.write_text(run("setup", "wireburn", *WORLDLY, "--seed", "s"), encoding="utf-8")
    ids = [
        player["id"] for player in json.loads(dealt.read_text(encoding="utf-8"))["state"]["players"]
    ]
    assert ids == list(WORLDLY)
    assert "太郎: 9 cards: " in run("describe", str(dealt), "--player", "太郎")
    move = {"player": "Zoë", "type": "draw"}
    assert '"legal": true' in run("check", str(dealt), json.dumps(move, ensure_ascii=False))
