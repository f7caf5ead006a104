"""What is posted about a state: decoded from JSON, admitted and judged, its faults pointed at."""

from functools import lru_cache
from types import TracebackType
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from referee.core import decoding, judge
from referee.core.errors import Faulty, Incoherent
from referee.core.game import AnyGame
from referee.core.packs import deck_faults
from referee.core.records import Fault, Move, Verdict
from referee.core.seals import NO_SEALS, STATE, Seals


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


class Admitted(NamedTuple):
    """A posted state without its seal, and what that proved it to be; None where it had none."""

    state: Any
    kind: str | None

    @property
    def reached(self) -> bool:
        """Whether it is proved that moves have led to it: only then do more lead to such states."""
        return self.kind == STATE


def admitted(game: AnyGame, state: Any, seals: Seals = NO_SEALS) -> Admitted:
    """Admit a posted state by its seal or, where it has none, by an audit.

    Raises `Incoherent` and `Malformed` with every fault; `BrokenSeal`, `UnknownSealKey` and
    `SealRequired`.
    """
    with At("/state"):
        if state.seal is UNSET:
            seals.require()
            judge.audit(game, state)
            return Admitted(state, None)
        bare = msgspec.structs.replace(state, seal=UNSET)
        if game.pack_type is not None and (missing := deck_faults(game, bare.deck)):
            raise Incoherent(missing)
        return Admitted(bare, seals.kind(game, bare, state.seal))


def verdict(game: AnyGame, state: Any, move: Move, seals: Seals = NO_SEALS) -> Verdict:
    """Judge a posted move on a posted state. Raises what `admitted` does, and `Malformed`."""
    return judge.check(game, _sound(game, state, move, seals).state, move)


def ruling(game: AnyGame, state: Any, move: Move, seals: Seals = NO_SEALS) -> judge.Ruling:
    """Make a posted move on a posted state; seal what a sealed state leads to.

    Raises what `admitted` does, `Malformed` and `Illegal`.
    """
    before = _sound(game, state, move, seals)
    made = judge.apply(game, before.state, move)
    if not before.reached:
        return made
    return msgspec.structs.replace(made, state=seals.sealed(game, made.state))


def _sound(game: AnyGame, state: Any, move: Move, seals: Seals) -> Admitted:
    before = admitted(game, state, seals)
    with At("/move"):
        judge.require_wellformed(game, before.state, move)
    return before


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


def apply(game: AnyGame, text: bytes, seals: Seals = NO_SEALS) -> bytes:
    """Make the move of a JSON object `{"state": …, "move": …}`; return the ruling as JSON.

    The way of a whole request without HTTP. Raises what `ruling` does, and `Malformed` for what is
    no JSON, too.
    """
    request = decoding.decode_json(text, move_request(game))
    return msgspec.json.encode(ruling(game, request.state, request.move, seals))
