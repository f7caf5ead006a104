"""The events of Mindburners."""

from typing import Literal

from referee.core.records import (
    CardRevealed,
    DieRolled,
    Event,
    GameWon,
    Integer,
    Listed,
)
from referee.games.mindburners.moves import Adjust


class GameStarted(Event, frozen=True):
    """The game begins."""

    players: Listed[str]


class PreparationStarted(Event, frozen=True):
    """The preparation of a run begins."""

    run: Integer


class CardsDealt(Event, frozen=True):
    """A player gets abilities."""

    private = ("cards",)

    player: str
    cards: Listed[str]


class HpBoosted(Event, frozen=True):
    """Energy has bought HP; the new totals."""

    player: str
    hp: Integer
    energy: Integer


class CardBought(Event, frozen=True):
    """HP has bought an ability."""

    private = ("card",)

    player: str
    card: str
    hp: Integer


class Overcharged(Event, frozen=True):
    """A player is overcharged."""

    player: str
    energy: Integer


class PlayerReady(Event, frozen=True):
    """A player has prepared."""

    player: str


class RunStarted(Event, frozen=True):
    """Everyone runs."""

    run: Integer


class VoidRevealed(Event, frozen=True):
    """The next void card is turned up."""

    card: str
    position: Integer


class VpGained(Event, frozen=True):
    """Victory points, and the new total."""

    player: str
    gain: Integer
    vp: Integer


class EventDrawn(Event, frozen=True):
    """A roll event is drawn."""

    card: str


class AbilityPlayed(Event, frozen=True):
    """An ability is on the stack, its cost is paid."""

    player: str
    card: str
    target: str | Integer | None
    id: Integer
    energy: Integer


class Passed(Event, frozen=True):
    """A player passes."""

    player: str


class AbilityResolved(Event, frozen=True):
    """An ability has had its effects."""

    id: Integer
    card: str


class AbilityNegated(Event, frozen=True):
    """An ability leaves the stack without effect; `by` is the id of the one that negates it."""

    id: Integer
    by: Integer
    card: str


class AbilityFizzled(Event, frozen=True):
    """An ability's target is gone."""

    id: Integer
    card: str


class DamageTaken(Event, frozen=True):
    """Damage before absorption, what was absorbed, and the HP that are left."""

    player: str
    amount: Integer
    absorbed: Integer
    hp: Integer


class Healed(Event, frozen=True):
    """HP are up."""

    player: str
    hp: Integer


class EnergyChanged(Event, frozen=True):
    """Stored energy has changed, by so much in fact."""

    player: str
    change: Integer
    energy: Integer


class VoidScanned(Event, frozen=True):
    """A void card is turned up where it lies."""

    card: str


class PlayerEjected(Event, frozen=True):
    """A player leaves the void alive, perforce."""

    player: str


class PlayerDied(Event, frozen=True):
    """A player dies."""

    player: str


class HandDiscarded(Event, frozen=True):
    """A dead player's hand is dropped, openly."""

    player: str
    cards: Listed[str]


class Decided(Event, frozen=True):
    """A player goes on, or leaves."""

    player: str
    decision: Literal["continue", "leave"]


class RunEnded(Event, frozen=True):
    """A run is over."""

    run: Integer


class Banked(Event, frozen=True):
    """What a run has gained a player."""

    player: str
    energy: Integer
    vp: Integer


class CardKept(Event, frozen=True):
    """What a player keeps and discards."""

    private = ("card",)

    player: str
    card: str | None
    discarded: Listed[str]
    energy: Integer


class TimePassed(Event, frozen=True):
    """Solo: so many runs are left."""

    left: Integer


class DeckReshuffled(Event, frozen=True):
    """So many cards are a new deck."""

    deck: Literal["abilities", "events", "void"]
    cards: Integer


class Ruled(Event, frozen=True):
    """The table has ruled."""

    adjust: Listed[Adjust]


class GameLost(Event, frozen=True):
    """Solo: the time is up."""

    reason: str


MindburnersEvent = (
    GameStarted
    | PreparationStarted
    | CardsDealt
    | HpBoosted
    | CardBought
    | Overcharged
    | PlayerReady
    | RunStarted
    | VoidRevealed
    | VpGained
    | EventDrawn
    | DieRolled
    | AbilityPlayed
    | Passed
    | AbilityResolved
    | AbilityNegated
    | AbilityFizzled
    | DamageTaken
    | Healed
    | EnergyChanged
    | VoidScanned
    | PlayerEjected
    | PlayerDied
    | HandDiscarded
    | Decided
    | RunEnded
    | Banked
    | CardKept
    | TimePassed
    | DeckReshuffled
    | Ruled
    | GameLost
    | CardRevealed
    | GameWon
)
