"""A table: moves, undoing them, and checking the log against the referee."""

import copy
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from referee_sdk import Game, IllegalMove, LogMismatch, Table, UndoRefused
from referee_sdk import table as table_module
from referee_sdk.log import chunks, first_difference

from .fakes import CountingGame


def add(player: str, amount: int) -> dict[str, Any]:
    """Build a move of the tiny game."""
    return {"player": player, "type": "add", "amount": amount}


PEEK = {"player": "bo", "type": "peek"}


@pytest.fixture
def table(count: Game) -> Table:
    """Return a table of the tiny game, before its first move."""
    return count.table(["ana", "bo"], seed="s")


def test_a_table_begins_with_the_setup(table: Table) -> None:
    assert table.state["sum"] == 0
    assert table.to_act == ["ana"]
    assert table.log == ()
    assert table.outcome is None
    assert not table.over


def test_a_move_leads_on(table: Table) -> None:
    answer = table.apply(add("ana", 4))
    assert answer["events"] == [add("ana", 4)]
    assert table.state["sum"] == 4
    assert table.to_act == ["bo"]
    assert [entry.move for entry in table.log] == [add("ana", 4)]


def test_a_refused_move_changes_nothing(table: Table) -> None:
    before = copy.deepcopy(table.state)
    with pytest.raises(IllegalMove, match=r"From 1 to 9 .* \[count\.step\]"):
        table.apply(add("bo", 1))
    assert (table.state, table.to_act, table.log) == (before, ["ana"], ())


def test_a_game_ends(table: Table) -> None:
    for player, amount in [("ana", 9), ("bo", 9), ("ana", 2)]:
        table.apply(add(player, amount))
    assert table.over
    assert table.outcome == {"winners": ["ana"], "reason": "twenty"}
    assert table.to_act == []


def test_questions_are_about_the_state_held(table: Table) -> None:
    table.apply(add("ana", 4))
    assert table.check(add("bo", 1)) == {"legal": True, "assumptions": []}
    assert not table.check(add("ana", 1))["legal"]
    assert table.describe("bo")["headline"] == "bo sees 4"
    assert table.describe()["headline"] == "None sees 4"
    assert table.view("bo")["state"] == {**table.state, "seen_by": "bo"}
    assert table.legal_moves("bo")["moves"] == [add("bo", 1)]
    assert len(table.log) == 1


def test_undo_goes_back_step_by_step(table: Table) -> None:
    table.apply(add("ana", 4))
    table.apply(add("bo", 5))
    assert table.undo() == add("bo", 5)
    assert (table.state["sum"], table.to_act, len(table.log)) == (4, ["bo"], 1)
    assert table.undo() == add("ana", 4)
    assert (table.state["sum"], table.to_act, table.log) == (0, ["ana"], ())
    with pytest.raises(UndoRefused, match="no move to take back"):
        table.undo(force=True)


def test_undo_asks_nothing_of_a_table_that_was_there(table: Table, counting: CountingGame) -> None:
    table.apply(add("ana", 4))
    table.undo()
    assert counting.operations() == ["setup", "apply"]


def test_what_gives_something_away_is_undone_by_force_only(table: Table) -> None:
    table.apply(add("ana", 4))
    table.apply(PEEK)
    with pytest.raises(UndoRefused, match=r"undo\(force=True\)"):
        table.undo()
    assert (table.state["ply"], len(table.log)) == (2, 2)
    assert table.undo(force=True) == PEEK
    assert (table.state["ply"], len(table.log)) == (1, 1)


def test_a_table_goes_on_after_an_undo(table: Table) -> None:
    table.apply(add("ana", 4))
    table.undo()
    table.apply(add("ana", 7))
    assert table.state["sum"] == 7
    table.verify()


@pytest.mark.parametrize("wrap", [dict, MappingProxyType], ids=["dict", "proxy"])
def test_what_is_given_is_neither_changed_nor_kept(count: Game, wrap: Any) -> None:
    answer = count.setup(["ana", "bo"])
    given, move = copy.deepcopy(answer), add("ana", 4)
    table = Table(count, wrap(given))
    table.apply(wrap(move))
    assert (given, move) == (answer, add("ana", 4))
    given["state"]["players"].clear()
    move["amount"] = 9
    table.verify()
    assert table.log[0].move == add("ana", 4)


def test_answers_are_the_callers_own(table: Table) -> None:
    answer = table.apply(add("ana", 4))
    answer["state"]["sum"] = 17
    answer["to_act"].clear()
    table.to_act.clear()
    assert (table.state["sum"], table.to_act) == (4, ["bo"])


def test_a_mere_state_will_do(count: Game, counting: CountingGame) -> None:
    state = count.apply(count.setup(["ana", "bo"])["state"], add("ana", 4))["state"]
    table = Table(count, state)
    assert (table.state, table.to_act) == (state, ["bo"])
    assert counting.operations()[-1] == "describe"


def test_an_answer_without_to_act_will_do(count: Game) -> None:
    view = count.view(count.setup(["ana", "bo"])["state"], "bo")
    assert Table(count, view).to_act == ["ana"]


def test_verify_says_nothing_of_a_sound_table(table: Table) -> None:
    table.verify()
    table.apply(add("ana", 4))
    table.apply(PEEK)
    table.verify()


def test_verify_finds_a_state_that_was_changed(table: Table) -> None:
    table.apply(add("ana", 4))
    table.state["players"][1]["id"] = "eve"
    with pytest.raises(LogMismatch, match="/players/1/id differs") as caught:
        table.verify()
    assert caught.value.pointer == "/players/1/id"


def test_verify_finds_a_changed_start(table: Table) -> None:
    table.state["sum"] = 5
    with pytest.raises(LogMismatch, match="/sum"):
        table.verify()


def test_verify_finds_a_move_that_was_not_legal(table: Table) -> None:
    table.apply(add("ana", 4))
    table.apply(add("bo", 4))
    move = table.log[1].move
    assert isinstance(move, dict)
    move["amount"] = 10
    with pytest.raises(LogMismatch, match=r"does not replay\. Move at index 1: From 1 to 9"):
        table.verify()


def test_verify_finds_another_player_to_act(
    table: Table, counting: CountingGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.apply(add("ana", 4))
    answer = {"state": table.state, "applied": 1, "to_act": ["eve"]}
    monkeypatch.setattr(counting, "replay", lambda body: (200, answer))
    with pytest.raises(LogMismatch, match=r"\['eve'\] may act, not \['bo'\]"):
        table.verify()


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_a_long_log_is_replayed_in_runs(
    table: Table, counting: CountingGame, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(table_module, "_REPLAY_MOVES", size)
    for index in range(7):
        table.apply(add("ana" if index % 2 == 0 else "bo", 1))
    counting.asked.clear()
    table.verify()
    lengths = [len(body["moves"]) for _, body in counting.asked]
    assert sum(lengths) == 7
    assert lengths[:-1] == [size] * (len(lengths) - 1)
    assert 0 < lengths[-1] <= size


def test_a_big_log_is_replayed_within_the_limits(count: Game, counting: CountingGame) -> None:
    start: Mapping[str, Any] = {**count.setup(["ana", "bo"])["state"], "note": "x" * 400_000}
    table = Table(count, start)
    for index in range(3):
        table.apply({**add("ana" if index % 2 == 0 else "bo", 1), "note": "x" * 400_000})
    counting.asked.clear()
    table.verify()
    assert [len(body["moves"]) for _, body in counting.asked] == [1, 1, 1]


def test_an_illegal_move_in_a_later_run_keeps_its_place(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "_REPLAY_MOVES", 2)
    for index in range(5):
        table.apply(add("ana" if index % 2 == 0 else "bo", 1))
    move = table.log[3].move
    assert isinstance(move, dict)
    move["amount"] = 0
    with pytest.raises(LogMismatch, match="Move at index 3"):
        table.verify()


def test_chunks_keep_every_move_in_order() -> None:
    moves = [{"n": index, "pad": "x" * (index % 5)} for index in range(50)]
    for count, size in [(1, 1000), (7, 1000), (50, 60), (1000, 10**6), (3, 0), (3, -5)]:
        runs = list(chunks(moves, count, size))
        assert [move for run in runs for move in run] == moves
        assert all(0 < len(run) <= count for run in runs)
    assert len(list(chunks(moves, 1000, 10**6))) == 1
    assert len(list(chunks(moves, 1000, 0))) == 50


@pytest.mark.parametrize(
    ("one", "other", "pointer"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}, None),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "/a/1/b"),
        ({"a": 1}, {"a": 1, "b/c~": 2}, "/b~1c~0"),
        ({"a": 1}, {}, "/a"),
        ([1, 2], [1], "/1"),
        ([], {}, ""),
        ({"a": None}, {"a": []}, "/a"),
    ],
)
def test_the_first_difference(one: Any, other: Any, pointer: str | None) -> None:
    assert first_difference(one, other) == pointer


def test_a_preview_leaves_the_table_as_it_is(table: Table) -> None:
    before = (copy.deepcopy(table.state), table.to_act, table.log)
    assert table.preview(add("ana", 4))["state"]["sum"] == 4
    assert (table.state, table.to_act, table.log) == before
    with pytest.raises(IllegalMove):
        table.preview(add("bo", 1))


def test_a_table_keeps_what_its_setup_told(count: Game) -> None:
    answer = count.setup(["ana", "bo"], seed="s")
    assert Table(count, answer).opening == answer["events"]
    assert Table(count, answer["state"]).opening == []
