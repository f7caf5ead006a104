"""A table's log: written, read again, and refused when it is damaged."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from referee_sdk import Game, LogError, Table, UndoRefused

from .fakes import CountingGame

MOVES: list[dict[str, Any]] = [
    {"player": "ana", "type": "add", "amount": 4},
    {"player": "bo", "type": "peek"},
    {"player": "ana", "type": "add", "amount": 5, "note": "für \u2028 später"},
]


@pytest.fixture
def table(count: Game) -> Table:
    """Return a table after three moves."""
    held = count.table(["ana", "bo"], seed="s")
    for move in MOVES:
        held.apply(move)
    return held


def text_of(table: Table) -> str:
    """Return the saved log."""
    file = io.StringIO()
    table.save(file)
    return file.getvalue()


def load(game: Game, text: str) -> Table:
    """Load a log from its text."""
    return Table.load(game, io.StringIO(text))


def test_the_format(table: Table, count: Game) -> None:
    head, *lines = map(json.loads, text_of(table).splitlines())
    start = count.setup(["ana", "bo"])["state"]
    setup = {"players": ["ana", "bo"], "options": {}, "seed": "s", "chance": "seeded"}
    assert head == {
        "format": "tabletop-referee-log",
        "format_version": 1,
        "game": "count",
        "setup": {**setup, "first_player": None, "deck": None},
        "state": start,
        "moves": 3,
    }
    assert lines == [
        {"move": MOVES[0], "undoable": True},
        {"move": MOVES[1], "undoable": False},
        {"move": MOVES[2], "undoable": True},
    ]


def check_same(one: Table, other: Table) -> None:
    """Hold two tables against each other."""
    assert (one.state, one.to_act, one.log) == (other.state, other.to_act, other.log)
    assert text_of(one) == text_of(other)


def test_a_path(table: Table, count: Game, tmp_path: Path) -> None:
    table.save(tmp_path / "game.jsonl")
    table.save(str(tmp_path / "same.jsonl"))
    check_same(Table.load(count, tmp_path / "game.jsonl"), table)
    check_same(Table.load(count, str(tmp_path / "same.jsonl")), table)


def test_an_open_file(table: Table, count: Game) -> None:
    check_same(load(count, text_of(table)), table)
    check_same(Table.load(count, io.BytesIO(text_of(table).encode())), table)


def test_other_line_ends_and_letters(table: Table, count: Game) -> None:
    text = text_of(table).replace("\n", "\r\n").replace("\\u2028", "\u2028") + "\r\n\r\n"
    check_same(load(count, text), table)
    check_same(Table.load(count, io.BytesIO(text.encode())), table)


def test_letters_that_utf8_has_not_got(table: Table, count: Game) -> None:
    loaded = load(count, text_of(table).replace("\\u2028", "\udcff"))
    assert loaded.log[2].move["note"] == "für \udcff später"
    loaded.verify()


def test_a_table_without_moves(count: Game, counting: CountingGame) -> None:
    fresh = Table(count, count.setup(["ana", "bo"]))
    loaded = load(count, text_of(fresh))
    check_same(loaded, fresh)
    assert json.loads(text_of(loaded))["setup"] is None
    loaded.verify()
    assert "replay" not in counting.operations()


def test_a_loaded_table_goes_on(table: Table, count: Game) -> None:
    loaded = load(count, text_of(table))
    loaded.verify()
    loaded.apply({"player": "bo", "type": "add", "amount": 1})
    loaded.verify()
    assert loaded.state["sum"] == 10
    loaded.undo()
    check_same(loaded, table)


def test_a_loaded_table_goes_back(table: Table, count: Game) -> None:
    loaded = load(count, text_of(table))
    assert loaded.undo() == MOVES[2]
    assert (loaded.state["sum"], loaded.to_act) == (4, ["ana"])
    with pytest.raises(UndoRefused):
        loaded.undo()
    loaded.undo(force=True)
    loaded.undo()
    assert (loaded.state["sum"], loaded.to_act, loaded.log) == (0, ["ana"], ())
    loaded.apply(MOVES[0])
    loaded.verify()


def edited(line: int, edit: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    """Return a function that changes the JSON of one line, counted from 1."""

    def change(text: str) -> str:
        lines = text.splitlines()
        members = json.loads(lines[line - 1])
        edit(members)
        lines[line - 1] = json.dumps(members)
        return "\n".join(lines)

    return change


DAMAGES: list[tuple[str, Callable[[str], str], int, str]] = [
    ("empty", lambda text: "", 1, "empty"),
    ("blank", lambda text: "\n \n", 1, "empty"),
    ("no log", lambda text: "Dear diary\n" + text, 1, "no JSON"),
    ("other JSON", lambda text: "{}", 1, "this is no tabletop-referee-log"),
    ("list", lambda text: "[]", 1, "no JSON object"),
    ("version", edited(1, lambda head: head.update(format_version=2)), 1, "format version 2"),
    ("no version", edited(1, lambda head: head.pop("format_version")), 1, "version None"),
    ("no state", edited(1, lambda head: head.pop("state")), 1, "'state' is missing"),
    ("odd state", edited(1, lambda head: head.update(state=[])), 1, "'state'"),
    ("no setup", edited(1, lambda head: head.pop("setup")), 1, "'setup'"),
    ("odd count", edited(1, lambda head: head.update(moves="3")), 1, "'moves'"),
    ("other game", edited(1, lambda head: head.update(game="chess")), 1, "chess, not count"),
    ("cut in a line", lambda text: text[:-9], 4, "no JSON"),
    ("cut at a line", lambda text: text[: text.rindex('{"move"')], 3, "first line says 3"),
    ("blank between", lambda text: text.replace("\n", "\n\n", 1), 2, "no JSON"),
    ("deep", lambda text: text.replace('"add"', "[" * 99_999, 1), 2, "no JSON"),
    ("no move", edited(3, lambda line: line.pop("move")), 3, "'move' is missing"),
    ("odd move", edited(3, lambda line: line.update(move="add")), 3, "'move'"),
    ("odd undoable", edited(3, lambda line: line.update(undoable=1)), 3, "'undoable'"),
    ("illegal", edited(4, lambda line: line["move"].update(amount=10)), 4, "[count.step]"),
    ("illegal first", edited(2, lambda line: line["move"].update(amount=0)), 2, "[count.step]"),
]


@pytest.mark.parametrize(
    ("damage", "line", "told"),
    [(damage, line, told) for _, damage, line, told in DAMAGES],
    ids=[name for name, *_ in DAMAGES],
)
def test_a_damaged_log_names_the_line(
    table: Table, count: Game, damage: Callable[[str], str], line: int, told: str
) -> None:
    damaged = damage(text_of(table))
    with pytest.raises(LogError) as caught:
        load(count, damaged)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line} of the log: ")
    assert told in str(caught.value)


def test_bytes_that_are_no_text(table: Table, count: Game) -> None:
    data = text_of(table).encode().replace(b'"peek"', b'"p\xffek"')
    with pytest.raises(LogError) as caught:
        Table.load(count, io.BytesIO(data))
    assert caught.value.line == 3


def test_a_missing_file_is_pythons_own_error(count: Game, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Table.load(count, tmp_path / "none.jsonl")
