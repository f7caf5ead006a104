"""Python client of Tabletop Referee, the stateless rules referee for tabletop games.

from referee_sdk import Referee

with Referee("http://127.0.0.1:8000") as ref:
    table = ref.game("wireburn").table(["ana", "bo"])
    table.apply({"player": "ana", "type": "draw"})
    print(table.describe()["headline"])
"""

from . import errors, moves, types
from .client import Referee
from .errors import (
    ApiError,
    ConnectionFailed,
    IllegalMove,
    InvalidRequest,
    InvalidState,
    LogError,
    LogMismatch,
    NotFound,
    RefereeError,
    SealRefused,
    ServerError,
    TooManyRequests,
    UndoRefused,
    UnexpectedAnswer,
    UnsupportedVariant,
    UnsupportedVersion,
    error_from,
)
from .game import Game
from .log import LogEntry
from .table import Table
from .transport import VERSION as __version__
from .types import Move, State

__all__ = [
    "ApiError",
    "ConnectionFailed",
    "Game",
    "IllegalMove",
    "InvalidRequest",
    "InvalidState",
    "LogEntry",
    "LogError",
    "LogMismatch",
    "Move",
    "NotFound",
    "Referee",
    "RefereeError",
    "SealRefused",
    "ServerError",
    "State",
    "Table",
    "TooManyRequests",
    "UndoRefused",
    "UnexpectedAnswer",
    "UnsupportedVariant",
    "UnsupportedVersion",
    "__version__",
    "error_from",
    "errors",
    "moves",
    "types",
]
