"""Holds how a posted game has ended against the end that its state leads to."""

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.core.records import Fault, OutcomeRecord, StateRecord


def outcome_faults(
    state: StateRecord, told: OutcomeRecord, follows: OutcomeRecord
) -> Iterator[Fault]:
    """List the members of an outcome that do not follow from the state.

    In which order the winners are told is all the same. A winner who is no player is named by the
    audit already.
    """
    if not {player.id for player in state.players}.issuperset(told.winners):
        return
    for field in msgspec.structs.fields(follows):  # type: ignore[arg-type]
        expected = getattr(follows, field.name)
        if not _same(getattr(told, field.name), expected):
            message = f"By this position it is {msgspec.json.encode(expected).decode()}."
            yield Fault(f"/outcome/{field.encode_name}", message)


def _same(told: Any, expected: Any) -> bool:
    if isinstance(expected, tuple):
        return told is not None and sorted(told) == sorted(expected)
    return bool(told == expected)
