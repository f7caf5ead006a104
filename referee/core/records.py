"""The frozen records that every game's state, moves, events and rulings are made of.

A record is the wire format itself: `msgspec` decodes it strictly and encodes it as it stands.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeVar

import msgspec

from referee.core.names import MOST_CHARACTERS, NAME_SCHEMA

UNKNOWN = "?"
TABLE = "table"

MOST = 2**53 - 1

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
"""A number that the state counts with (`counted`)."""


def counted(number: int, most: int = MOST) -> int:
    """Hold a number that a move has counted on: at its bound it stays.

    So whatever is accepted leads to what is accepted, and no game comes as far.
    """
    return min(number, most)


Integer = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
"""A number that nothing else bounds: an integer that JSON readers share (RFC 8259, section 6)."""

T = TypeVar("T")
MOST_LISTED = 200
Listed = Annotated[tuple[T, ...], msgspec.Meta(max_length=MOST_LISTED)]
"""A list, as long as no game's can be: so a request is judged in no time, whatever it holds."""
Named = Annotated[dict[str, T], msgspec.Meta(max_length=MOST_LISTED)]
"""Values by name, bounded in the same way."""

PlayerId = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=MOST_CHARACTERS, extra_json_schema=NAME_SCHEMA),
]
"""The name of a player; what the types cannot say of it, `referee.core.names` does."""


Seal = Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | msgspec.UnsetType
"""A seal of a state (`referee.core.seals`); most states have none, and then no such member."""


def snake_case(name: str) -> str:
    """Give the wire name of a record type: `CardDrawn` is `card_drawn`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A frozen value with a strict decoder.

    Made of older values alone, it is in no cycle: the garbage collector need not look at it.
    """


class Rng(Record, frozen=True):
    """The seeded number stream of a game: `counter` numbers are used up (contract, Randomness).

    `seed` is None where it is not for this reader, as in a view; `commitment` stays.
    """

    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None
    commitment: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$", max_length=64)]
    counter: Count


class Chance(Record, frozen=True, tag_field="kind"):
    """What the table is asked for."""

    def answers(self) -> tuple["TableMove", ...]:
        """List the answers that do not hang on the cards that are unseen."""
        return ()


class CardChance(Chance, frozen=True, tag="card"):
    """The table is asked for the next card of a zone."""

    zone: str


class DealtCardChance(CardChance, frozen=True, tag="card", rename={"for_": "for"}):
    """The table is asked for the next card of a zone; `for_` is who gets it, if anybody does."""

    for_: str | None


class DieChance(Chance, frozen=True, tag="die", rename={"for_": "for"}):
    """The table is asked for one roll of a die by each of `for_`."""

    sides: Integer
    for_: Listed[str]

    def answers(self) -> tuple["TableMove", ...]:
        """List every roll of everybody who is asked for one."""
        faces = range(1, self.sides + 1)
        return tuple(Roll(TABLE, who, value) for who in self.for_ for value in faces)


class Move(Record, frozen=True, tag_field="type", tag=snake_case, omit_defaults=True):
    """What somebody wants to do. `player` is a player's id, or `table`."""

    does: ClassVar[str] = ""
    """What the mover does, in words that follow "cannot"; else the type's own words."""

    player: str

    def seats(self) -> tuple[str, ...]:
        """Return every player id that the move names besides its mover (`table.seats`)."""
        return ()


class TableMove(Move, frozen=True):
    """A move by which the table tells the referee what it cannot know."""

    def answers(self, chance: Any) -> bool:
        """Say whether it is of the kind that is asked."""
        raise NotImplementedError


class Reveal(TableMove, frozen=True):
    """The table tells a card: of a hand (`holder`), or the one that it was asked for."""

    does = "tell a card"

    card: str
    holder: str | None = None

    def seats(self) -> tuple[str, ...]:
        """Return the holder, if one is named."""
        return () if self.holder is None else (self.holder,)

    def answers(self, chance: Any) -> bool:
        """Say whether a card is asked for."""
        return self.holder is None and isinstance(chance, CardChance)


class Roll(TableMove, frozen=True, rename={"for_": "for"}):
    """The table tells what a player has rolled."""

    does = "tell a roll"

    for_: str
    value: Annotated[int, msgspec.Meta(ge=1, le=1000)]

    def seats(self) -> tuple[str, ...]:
        """Return whose roll it is."""
        return (self.for_,)

    def answers(self, chance: Any) -> bool:
        """Say whether this player's roll is asked for."""
        return isinstance(chance, DieChance) and self.for_ in chance.for_


class Event(Record, frozen=True, tag_field="type", tag=snake_case):
    """Something that happened. `private` fields are `"?"` to all but the player in `owner`."""

    private: ClassVar[tuple[str, ...]] = ()
    owner: ClassVar[str] = "player"


class CardRevealed(Event, frozen=True):
    """The table has told a card of a hand."""

    private = ("card",)
    owner = "holder"

    holder: str
    card: str


class DieRolled(Event, frozen=True):
    """A die has been rolled, by the seed or at the table."""

    player: str
    value: Integer


class TurnStarted(Event, frozen=True):
    """A turn has begun; turns are counted from 1."""

    player: str
    number: Integer


class GameWon(Event, frozen=True):
    """The game is over and somebody has won it."""

    winners: Listed[str]
    reason: str


class Fault(Record, frozen=True):
    """What is wrong with one member of a request: a JSON pointer (RFC 6901) and words."""

    pointer: str
    message: str


class Assumption(Record, frozen=True):
    """What the referee took for granted where hidden cards would decide."""

    rule: str
    text: str


class Refusal(Record, frozen=True):
    """Why a move is not legal: a stable `code`, the rule that decides, and words for players."""

    code: str
    rule: str
    message: str
    details: dict[str, Any]


class Allowed(Record, frozen=True):
    """A legal move, with what was taken for granted."""

    assumptions: tuple[Assumption, ...] = ()


Verdict = Allowed | Refusal
ALLOWED = Allowed()


class PlayerRecord(Protocol):
    """What every game's player record has."""

    @property
    def id(self) -> str: ...
    @property
    def hand(self) -> tuple[str, ...]: ...


class OutcomeRecord(Protocol):
    """What every game's outcome has."""

    @property
    def winners(self) -> tuple[str, ...]: ...
    @property
    def reason(self) -> str: ...


class StateRecord(Protocol):
    """The members that every game's state has (contract, State)."""

    @property
    def game(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def players(self) -> tuple[Any, ...]: ...
    @property
    def ply(self) -> int: ...
    @property
    def rng(self) -> Rng | None: ...
    @property
    def chance(self) -> Any: ...
    @property
    def outcome(self) -> Any: ...
    @property
    def seal(self) -> Any: ...


class Setup(Record, frozen=True):
    """A request for a new game; `options` are the game's own record, defaults filled in."""

    players: tuple[str, ...]
    options: Any
    seed: str | None
    chance: Literal["seeded", "table"]
    first_player: str | None
    deck: Any


P = TypeVar("P", bound=PlayerRecord)


def seated(players: tuple[P, ...], player_id: str) -> P:
    """Return a player by id. Raises LookupError where nobody has it."""
    for player in players:
        if player.id == player_id:
            return player
    raise LookupError(player_id)


def reseated(players: tuple[P, ...], player_id: str, **changes: object) -> tuple[P, ...]:
    """Return the players, one of them changed. Raises LookupError where nobody has the id."""
    before = seated(players, player_id)
    changed = msgspec.structs.replace(before, **changes)  # type: ignore[type-var]
    return tuple([changed if player is before else player for player in players])


def seat_order(state: StateRecord, after: str) -> tuple[Any, ...]:
    """Return the other players in turn order, beginning with the one after `after`."""
    seat = state.players.index(seated(state.players, after))
    return state.players[seat + 1 :] + state.players[:seat]


def next_seat(state: StateRecord, after: str) -> Any:
    """Return the next player in turn order."""
    seat = state.players.index(seated(state.players, after))
    return state.players[(seat + 1) % len(state.players)]


def veil(event: Event, player: str | None) -> Event:
    """Return the event as `player` (None: a spectator) may see it."""
    if not event.private or getattr(event, event.owner) == player:
        return event
    return msgspec.structs.replace(event, **_veiled(event))


def _veiled(event: Event) -> Mapping[str, Any]:
    # What is null says nothing: it has no card to hide.
    values = {name: getattr(event, name) for name in event.private if getattr(event, name)}
    return {
        name: (UNKNOWN,) * len(value) if isinstance(value, tuple) else UNKNOWN
        for name, value in values.items()
    }
