"""Tables carry seals without knowing them, logs keep them, and `verify` says whether they held."""

from pathlib import Path

import pytest
from referee_sdk import LogMismatch, Referee, SealRefused, Table

from referee.web.app import create_app
from referee.web.settings import Settings

OLD, NEW = b"an old key of thirty-two bytes !", b"a new key of thirty-two bytes !!"


def referee(*keys: bytes) -> Referee:
    return Referee.local(app=create_app(Settings(seal_keys=keys)))


def played(ref: Referee) -> Table:
    """Play a few moves of a game."""
    table = ref.game("wireburn").table(["ana", "bo"], seed="s")
    for _ in range(9):
        table.apply(table.legal_moves()["moves"][0])
    return table


def test_a_table_carries_seals_and_its_log_keeps_them(tmp_path: Path) -> None:
    with referee(NEW) as ref:
        table = played(ref)
        assert "seal" in table.state
        assert table.verify() is True
        table.undo(force=True)
        assert table.verify() is True
        table.save(tmp_path / "log")
        loaded = Table.load(ref.game("wireburn"), tmp_path / "log")
        assert loaded.state == table.state
        assert loaded.verify() is True


def test_without_keys_there_is_no_seal_to_hold() -> None:
    with Referee.local() as ref:
        assert played(ref).verify() is False


def test_seals_of_a_key_that_was_rotated_hold_as_long_as_it_is_known(tmp_path: Path) -> None:
    with referee(OLD) as ref:
        played(ref).save(tmp_path / "log")
    with referee(NEW, OLD) as ref:
        assert Table.load(ref.game("wireburn"), tmp_path / "log").verify() is True
    with referee(NEW) as ref, pytest.raises(SealRefused) as refused:
        Table.load(ref.game("wireburn"), tmp_path / "log")
    assert refused.value.name == "unknown-seal-key"


def test_a_changed_state_is_found_by_its_seal() -> None:
    with referee(NEW) as ref:
        table = played(ref)
        table.state["turn"]["number"] += 1
        with pytest.raises(LogMismatch, match="seal does not hold") as error:
            table.verify()
        assert error.value.pointer == "/seal"


def test_a_broken_seal_is_an_error_of_its_own() -> None:
    with referee(NEW) as ref:
        table = played(ref)
        state = {**table.state, "ply": 0}
        with pytest.raises(SealRefused) as refused:
            ref.game("wireburn").describe(state)
    assert refused.value.name == "broken-seal"
    assert [fault["pointer"] for fault in refused.value.errors] == ["/state/seal"]
