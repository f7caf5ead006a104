"""The log of a table: what a game started from and the moves made since, as JSON lines.

The first line is the start, `{"format", "format_version", "game", "setup", "state", "moves"}`:
`setup` is the setup request or null, `moves` how many lines follow. Each of these is
`{"move", "undoable"}`. As the referee rules the same way every time, that is the whole game.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import IO, Any, Final

from .errors import LogError
from .transport import encode
from .types import Move, State

FORMAT: Final = "tabletop-referee-log"
FORMAT_VERSION: Final = 1

_ABSENT: Final = object()

LogFile = str | os.PathLike[str] | IO[str] | IO[bytes]


@dataclass(frozen=True)
class LogEntry:
    """A move made, and whether taking it back gives nothing away."""

    move: Move
    undoable: bool


@dataclass(frozen=True)
class Log:
    """A game from its start."""

    game: str
    setup: dict[str, Any] | None
    state: State
    entries: tuple[LogEntry, ...]

    def write(self, target: str | os.PathLike[str] | IO[str]) -> None:
        """Write the log to a path, or to a file that is open for text."""
        text = "".join(f"{encode(line).decode()}\n" for line in self._lines())
        if isinstance(target, (str, os.PathLike)):
            Path(target).write_text(text, encoding="utf-8", newline="\n")
        else:
            target.write(text)

    def _lines(self) -> Iterator[Mapping[str, Any]]:
        yield {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": self.game,
            "setup": self.setup,
            "state": self.state,
            "moves": len(self.entries),
        }
        for entry in self.entries:
            yield {"move": entry.move, "undoable": entry.undoable}

    @classmethod
    def read(cls, source: LogFile) -> "Log":
        """Read a log from a path or an open file.

        Raises:
            LogError: It is damaged; the error names the line.
        """
        lines = list(enumerate(_bytes(source).rstrip().splitlines(), 1))
        if not lines:
            raise LogError(1, "the file is empty")
        head = _header(lines[0][1])
        entries = tuple(_entry(number, line) for number, line in lines[1:])
        if len(entries) != head["moves"]:
            told = f"the log has {len(entries)} moves, its first line says {head['moves']}"
            raise LogError(len(lines), told)
        return cls(head["game"], head["setup"], head["state"], entries)


def _bytes(source: LogFile) -> bytes:
    if isinstance(source, (str, os.PathLike)):
        return Path(source).read_bytes()
    data = source.read()
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


def _header(line: bytes) -> dict[str, Any]:
    head = _object(1, line)
    if head.get("format") != FORMAT:
        raise LogError(1, f"this is no {FORMAT}")
    if head.get("format_version") != FORMAT_VERSION:
        told = f"format version {head.get('format_version')!r}; this package reads {FORMAT_VERSION}"
        raise LogError(1, told)
    _member(1, head, "game", str)
    _member(1, head, "setup", (dict, type(None)))
    _member(1, head, "state", dict)
    _member(1, head, "moves", int)
    return head


def _entry(number: int, line: bytes) -> LogEntry:
    members = _object(number, line)
    _member(number, members, "move", dict)
    _member(number, members, "undoable", bool)
    return LogEntry(members["move"], members["undoable"])


def _object(number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LogError(number, f"no JSON ({error})") from error
    if not isinstance(value, dict):
        raise LogError(number, "no JSON object")
    return value


def _member(
    number: int, members: Mapping[str, Any], name: str, kind: type | tuple[type, ...]
) -> None:
    if not isinstance(members.get(name, _ABSENT), kind):
        raise LogError(number, f"{name!r} is missing or of the wrong kind")


def chunks(moves: Sequence[Move], count: int, size: int) -> Iterator[Sequence[Move]]:
    """Cut moves into runs of at most `count` moves and, if one move alone fits, `size` bytes."""
    start = used = 0
    for index, move in enumerate(moves):
        length = len(encode(move)) + 1
        if index > start and (index - start == count or used + length > size):
            yield moves[start:index]
            start, used = index, 0
        used += length
    yield moves[start:]


def first_difference(one: Any, other: Any, pointer: str = "") -> str | None:
    """Return a JSON pointer to where two JSON values first differ, or None if they are equal."""
    if one == other:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        names: Iterable[Any] = dict.fromkeys((*one, *other))
        parts = [(name, one.get(name, _ABSENT), other.get(name, _ABSENT)) for name in names]
    elif isinstance(one, list) and isinstance(other, list):
        pairs = zip_longest(one, other, fillvalue=_ABSENT)
        parts = [(index, here, there) for index, (here, there) in enumerate(pairs)]
    else:
        return pointer
    found = (
        first_difference(here, there, f"{pointer}/{_escape(name)}") for name, here, there in parts
    )
    return next((place for place in found if place is not None), pointer)


def _escape(name: Any) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")
