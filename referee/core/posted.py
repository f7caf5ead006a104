"""What is posted about a state: decoded from JSON, audited and judged, its faults pointed at."""

from functools import lru_cache
from types import TracebackType
from typing import Any

import msgspec

from referee.core import decoding, judge
from referee.core.errors import Faulty
from referee.core.game import AnyGame
from referee.core.records import Fault, Move, Verdict


class At:
    """Lets the faults that are found inside point into the request."""

    def __init__(self, pointer: str) -> None:
        """Keep the pointer from the request to what is looked at inside."""
        self.pointer = pointer

    def __enter__(self) -> None:
        """Look there."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Put the pointer before those of the faults."""
        if isinstance(error, Faulty):
            found = error.faults
            raise type(error)(Fault(self.pointer + f.pointer, f.message) for f in found) from None


def audited(game: AnyGame, state: Any) -> Any:
    """Return a posted state as it is. Raises `Incoherent` with every fault."""
    with At("/state"):
        judge.audit(game, state)
    return state


def verdict(game: AnyGame, state: Any, move: Move) -> Verdict:
    """Judge a posted move on a posted state. Raises `Incoherent` and `Malformed`."""
    _require_sound(game, state, move)
    return judge.check(game, state, move)


def ruling(game: AnyGame, state: Any, move: Move) -> judge.Ruling:
    """Make a posted move on a posted state. Raises `Incoherent`, `Malformed` and `Illegal`."""
    _require_sound(game, state, move)
    return judge.apply(game, state, move)


def _require_sound(game: AnyGame, state: Any, move: Move) -> None:
    audited(game, state)
    with At("/move"):
        judge.require_wellformed(game, state, move)


@lru_cache(maxsize=64)
def move_request(game: AnyGame) -> Any:
    """Return the record of a request with a `state` and a `move`."""
    return _request(("state", game.state_type), ("move", game.move_type))


@lru_cache(maxsize=64)
def player_request(game: AnyGame) -> Any:
    """Return the record of a request with a `state` and perhaps a `player`."""
    return _request(("state", game.state_type), ("player", str | None, None))


def _request(*members: Any) -> Any:
    return msgspec.defstruct("Request", members, frozen=True, forbid_unknown_fields=True)


def apply(game: AnyGame, text: bytes) -> bytes:
    """Make the move of a JSON object `{"state": …, "move": …}`; return the ruling as JSON.

    The way of a whole request without HTTP. Raises `Malformed` (for what is no JSON, too),
    `Incoherent` and `Illegal`.
    """
    request = decoding.decode_json(text, move_request(game))
    return msgspec.json.encode(ruling(game, request.state, request.move))
