"""A table: the state of a game held on this side, and the log of how it came about."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, Self, cast

from .errors import IllegalMove, LogError, LogMismatch, SealRefused, UndoRefused
from .log import Log, LogEntry, LogFile, chunks, first_difference
from .transport import encode
from .types import Applied, Description, Event, LegalMoves, Move, State, Verdict, ViewAnswer

if TYPE_CHECKING:
    from .game import Game

_SEAL: Final = "seal"
_REPLAY_MOVES: Final = 10_000
# The server takes 1 MiB; the rest of a request's body is state, and a little besides.
_REPLAY_BYTES: Final = 1_000_000


class _Position(NamedTuple):
    state: State
    to_act: list[str]


class Table:
    """Holds a game's state, who may act, and the log of its moves.

    What is given is copied, never changed. The methods raise what the game's operations raise;
    whenever one raises, the table stays as it was.

    Args:
        game: The game's operations.
        start: The answer of a setup (or of another operation that tells `to_act`), or a state;
            for a mere state the referee is asked who may act.
        setup: The setup request that led to it, for the log.
    """

    def __init__(
        self, game: "Game", start: Mapping[str, Any], *, setup: Mapping[str, Any] | None = None
    ) -> None:
        self.game = game
        self._setup = _plain(setup)
        answer = _plain(start)
        self._start: State = answer.get("state", answer)
        self.opening: list[Event] = answer.get("events", [])
        """What the setup told, where the table began with its answer."""
        to_act = answer["to_act"] if "to_act" in answer else _to_act(game, self._start)
        self._now = _Position(_plain(self._start), to_act)
        self._log: list[LogEntry] = []
        self._before: list[_Position | None] = []

    @property
    def state(self) -> State:
        """The state now; for reading."""
        return self._now.state

    @property
    def to_act(self) -> list[str]:
        """Who may move now: players, `["table"]` while a chance is asked, `[]` at the end."""
        return list(self._now.to_act)

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """The moves made since the start, each with whether it is undoable."""
        return tuple(self._log)

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How the game ended, at least `{"winners", "reason"}`; None while it goes on."""
        return cast(dict[str, Any] | None, self.state["outcome"])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    def apply(self, move: Move) -> Applied:
        """Make a move and log it; returns the referee's answer, with the `events`.

        Raises:
            IllegalMove: The rules do not allow it.
        """
        answer = self.game.apply(self.state, move)
        self._before.append(self._now)
        self._log.append(LogEntry(_plain(move), answer["undoable"]))
        self._now = _Position(_plain(answer["state"]), list(answer["to_act"]))
        return answer

    def preview(self, move: Move) -> Applied:
        """Ask what a move would lead to, and leave the table as it is.

        Raises:
            IllegalMove: The rules do not allow it.
        """
        return self.game.apply(self.state, move)

    def check(self, move: Move) -> Verdict:
        """Ask whether a move is legal now."""
        return self.game.check(self.state, move)

    def legal_moves(self, player: str | None = None) -> LegalMoves:
        """List what `player`, or anybody who may act, may do now."""
        return self.game.legal_moves(self.state, player)

    def view(self, player: str | None = None, events: Iterable[Event] = ()) -> ViewAnswer:
        """Hide what a player, or a spectator (None), may not see of the state and of events."""
        return self.game.view(self.state, player, events)

    def describe(self, player: str | None = None) -> Description:
        """Put the position into words."""
        return self.game.describe(self.state, player)

    def undo(self, force: bool = False) -> Move:
        """Take the last move back, off the log too, and return it.

        Args:
            force: Also where somebody has seen a card or a roll by it.

        Raises:
            UndoRefused: There is no move, or it is not undoable and `force` is not set.
        """
        if not self._log:
            raise UndoRefused("There is no move to take back.")
        last = self._log[-1]
        if not (last.undoable or force):
            raise UndoRefused(
                "Taking this move back would give away a card or a roll; undo(force=True) does."
            )
        moves = [entry.move for entry in self._log[:-1]]
        self._now = self._before[-1] or _replayed(self.game, self._start, moves)
        self._log.pop()
        self._before.pop()
        return last.move

    def save(self, target: str | os.PathLike[str] | IO[str]) -> None:
        """Write the log, as JSON lines, to a path or to a file that is open for text.

        It holds the start state with all its secrets, a seed included.
        """
        Log(self.game.name, self._setup, self._start, self.log).write(target)

    @classmethod
    def load(cls, game: "Game", source: LogFile) -> Self:
        """Read a log from a path or an open file, and let the referee lead it to its last state.

        Raises:
            LogError: The log is damaged, of another game, or has an illegal move; the error
                names the line.
        """
        log = Log.read(source)
        if log.game != game.name:
            raise LogError(1, f"the game is {log.game}, not {game.name}")
        moves = [entry.move for entry in log.entries]
        try:
            now = _replayed(game, log.state, moves)
        except IllegalMove as error:
            # Moves start on the second line, and lines are counted from 1.
            raise LogError((error.index or 0) + 2, f"{error.message} [{error.rule}]") from error
        table = cls(game, {"state": log.state, "to_act": now.to_act}, setup=log.setup)
        table._now = now
        table._log = list(log.entries)
        # The states on the way are not in the log; undo asks for them.
        table._before = [None] * len(moves)
        return table

    def verify(self) -> bool:
        """Replay the log from its start and compare where it leads with the state held.

        Returns:
            Whether both the start and the state held carry a seal. Those that they carry hold;
            the states themselves are compared without.

        Raises:
            LogMismatch: It leads elsewhere, the referee does not allow one of its moves, or a seal
                does not hold.
        """
        try:
            replayed = _replayed(self.game, self._start, [entry.move for entry in self._log])
            if _SEAL in self.state:
                # The referee may have sealed anew with a later key, so it is asked about this one.
                _to_act(self.game, self.state)
        except IllegalMove as error:
            raise LogMismatch(f"The log does not replay. {error}") from error
        except SealRefused as error:
            raise LogMismatch(f"A seal does not hold. {error}", f"/{_SEAL}") from error
        pointer = first_difference(_unsealed(replayed.state), _unsealed(self.state))
        if pointer is not None:
            raise LogMismatch(
                f"The log leads to another state: {pointer or 'the whole'} differs.", pointer
            )
        if replayed.to_act != self._now.to_act:
            raise LogMismatch(f"By the log {replayed.to_act} may act, not {self._now.to_act}.")
        return _SEAL in self._start and _SEAL in self.state


def _plain(value: Any) -> Any:
    """Copy a value as the JSON that the referee sees, whatever mappings it is made of."""
    return json.loads(encode(value))


def _unsealed(state: State) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name != _SEAL}


def _to_act(game: "Game", state: State) -> list[str]:
    return game.describe(state)["to_act"]


def _replayed(game: "Game", state: State, moves: Sequence[Move]) -> _Position:
    """Lead a state through moves, in as few requests as the server's limits allow.

    Raises:
        IllegalMove: With the `index` of the move among all of them.
    """
    if not moves:
        return _Position(state, _to_act(game, state))
    now = _Position(state, [])
    done = 0
    for chunk in chunks(moves, _REPLAY_MOVES, _REPLAY_BYTES - len(encode(state))):
        try:
            answer = game.replay(chunk, state=now.state)
        except IllegalMove as error:
            error.index = done + (error.index or 0)
            raise
        now = _Position(answer["state"], answer["to_act"])
        done += len(chunk)
    return now
