"""Shapes of what goes to the referee and what comes back.

They describe the JSON of the HTTP interface, member for member; at run time they are plain
dicts and lists. A `State` is whatever the game says it is: hold it, post it, don't take it apart.
"""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

State = dict[str, Any]
"""A full state, a view or a table state: they are the same JSON."""

Move = Mapping[str, Any]
"""`{"player": "ana", "type": "play", …}`; see `referee_sdk.moves` for builders."""

Event = dict[str, Any]
"""`{"type": "card_drawn", "player": "bo", …}`."""

Detail = Literal["last", "events", "all"]
"""How much `Game.replay` tells of what happened on the way."""


class Seats(TypedDict):
    """How many players a game takes."""

    min: int
    max: int


class GameInfo(TypedDict):
    """A game that the referee knows; `Game.info` adds the members that may be missing here."""

    game: str
    title: str
    players: Seats
    options: Any
    version: int
    decks: Any
    moves: NotRequired[Any]
    state: NotRequired[Any]
    events: NotRequired[Any]
    codes: NotRequired[Any]
    lookups: NotRequired[Any]


class GamesAnswer(TypedDict):
    """All games."""

    games: list[GameInfo]


class RuleEntry(TypedDict):
    """One rule of a game's rulebook; `ruling` is set where the referee settles a doubt."""

    rule: str
    title: str
    text: str
    ruling: str | None
    section: str | None


class RulesAnswer(TypedDict):
    """Rules, the best match first where something was looked for."""

    rules: list[RuleEntry]


class Violation(TypedDict):
    """Why a move is not legal: `code` and `rule` are stable, `message` is for people."""

    code: str
    rule: str
    message: str
    details: dict[str, Any]


class Assumption(TypedDict):
    """Something the referee took for granted about hidden cards."""

    rule: str
    text: str


class Verdict(TypedDict):
    """Whether a move is legal; `assumptions` goes with a yes, `violation` with a no."""

    legal: bool
    assumptions: NotRequired[list[Assumption]]
    violation: NotRequired[Violation]


Chance = TypedDict(
    "Chance",
    {
        "kind": str,
        "zone": NotRequired[str],
        "sides": NotRequired[int],
        "for": NotRequired[str | list[str]],
        "ability": NotRequired[int],
        "event": NotRequired[str],
        "text": NotRequired[str],
    },
)
"""What the referee needs to be told before the game can go on: a state's `chance`."""


class SetupAnswer(TypedDict):
    """A game that is ready to begin."""

    state: State
    events: list[Event]
    to_act: list[str]


class Applied(TypedDict):
    """The state after a move; `undoable` if taking it back gives nothing away."""

    state: State
    events: list[Event]
    to_act: list[str]
    assumptions: list[Assumption]
    undoable: bool


class LegalMoves(TypedDict):
    """What may be done; `weights` has one integer per move, for the table's answers only."""

    to_act: list[str]
    moves: list[Move]
    complete: bool
    weights: list[int] | None


class ViewAnswer(TypedDict):
    """What one player, or a spectator, may see."""

    state: State
    events: list[Event]


class Description(TypedDict):
    """The position in words, and the facts that follow from it."""

    headline: str
    lines: list[str]
    facts: dict[str, Any]
    to_act: list[str]


class ReplayAnswer(TypedDict):
    """Where the moves lead; `events` and `states` as far as the detail asked for has them."""

    state: State
    applied: int
    to_act: list[str]
    events: NotRequired[list[Any]]
    states: NotRequired[list[State]]


class SampleAnswer(TypedDict):
    """Full states that agree with what is known."""

    states: list[State]


class Fault(TypedDict):
    """One fault of what was sent, with a JSON pointer to it."""

    pointer: str
    message: str


class Problem(TypedDict):
    """An error's body (RFC 9457); `violation` and `index` go with an illegal move."""

    type: str
    title: str
    status: int
    detail: str
    errors: NotRequired[list[Fault]]
    violation: NotRequired[Violation]
    index: NotRequired[int]


class BatchRequest(TypedDict):
    """One request of a batch: `operation` is the last part of its path, `body` what is posted."""

    game: str
    operation: str
    body: Mapping[str, Any]


class BatchResponse(TypedDict):
    """One answer of a batch: a `status` other than 200 has a `Problem` for a body."""

    status: int
    body: dict[str, Any]


class BatchAnswer(TypedDict):
    """The answers of a batch, one for one and in order."""

    responses: list[BatchResponse]
