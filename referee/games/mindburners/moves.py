"""The moves of Mindburners."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from referee.core.records import (
    TABLE,
    Chance,
    Integer,
    Listed,
    Move,
    Record,
    Reveal,
    TableMove,
)
from referee.core.records import Roll as SharedRoll

Adjustment = Annotated[int, Meta(ge=-20, le=20)]


class Boost(Move, frozen=True):
    """Energy buys HP for this run."""

    does = "boost HP"

    hp: Annotated[int, Meta(ge=1, le=10)]


class BuyCard(Move, frozen=True):
    """1 HP buys an ability."""

    does = "buy a card"


class Overcharge(Move, frozen=True):
    """10 energy overcharge the player."""


class Ready(Move, frozen=True):
    """The player has prepared."""

    does = "get ready"


class Play(Move, frozen=True):
    """An ability, at a player, at an ability on the stack, or at nobody."""

    does = "play an ability"

    card: str
    target: str | Integer | None = None

    def seats(self) -> tuple[str, ...]:
        """Return the target, where it is a player."""
        return (self.target,) if isinstance(self.target, str) else ()


class Pass(Move, frozen=True):
    """Nothing more to play for now."""


class Continue(Move, frozen=True):
    """Go on to the next void card."""


class Leave(Move, frozen=True):
    """Leave the void alive."""

    does = "leave the void"


class Keep(Move, frozen=True, omit_defaults=False):
    """After a run: one card to keep, or none (null)."""

    does = "keep a card"

    card: str | None = None


class Adjust(Record, frozen=True):
    """What a ruling does to a player; what is left out is 0."""

    player: str
    hp: Adjustment | UnsetType = UNSET
    energy: Adjustment | UnsetType = UNSET
    vp: Adjustment | UnsetType = UNSET
    eject: bool | UnsetType = UNSET


class RulingChance(Chance, frozen=True, tag="ruling", omit_defaults=True, rename={"for_": "for"}):
    """The table rules on a printed effect: of an `ability` on the stack, or of an `event`'s row."""

    ability: Integer | None = None
    event: str | None = None
    for_: str | None = None
    text: str = ""

    def answers(self) -> tuple[TableMove, ...]:
        """Return the ruling that adjusts nothing; there are too many to list."""
        return (Rule(TABLE, ()),)


class Rule(TableMove, frozen=True, omit_defaults=False):
    """The table rules on a printed effect."""

    does = "rule"

    adjust: Listed[Adjust]

    def seats(self) -> tuple[str, ...]:
        """Return whom the ruling touches."""
        return tuple(entry.player for entry in self.adjust)

    def answers(self, chance: Any) -> bool:
        """Say whether a ruling is asked for."""
        return isinstance(chance, RulingChance)


class Roll(SharedRoll, frozen=True, tag="roll", rename={"for_": "for"}):
    """The table tells a roll of the six-sided die."""

    value: Annotated[int, Meta(ge=1, le=6)]


MindburnersMove = (
    Boost
    | BuyCard
    | Overcharge
    | Ready
    | Play
    | Pass
    | Continue
    | Leave
    | Keep
    | Rule
    | Reveal
    | Roll
)
