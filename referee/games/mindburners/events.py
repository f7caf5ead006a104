"""The events of Mindburners."""

from typing import Literal

from referee.core.records import CardRevealed, DieRolled, Event, GameWon
from referee.games.mindburners.moves import Adjust


class GameStarted(Event, frozen=True):
    """The game begins."""

    players: tuple[str, ...]


class PreparationStarted(Event, frozen=True):
    """The preparation of a run begins."""

    run: int


class CardsDealt(Event, frozen=True):
    """A player gets abilities."""

    private = ("cards",)

    player: str
    cards: tuple[str, ...]


class HpBoosted(Event, frozen=True):
    """Energy has bought HP; the new totals."""

    player: str
    hp: int
    energy: int


class CardBought(Event, frozen=True):
    """HP has bought an ability."""

    private = ("card",)

    player: str
    card: str
    hp: int


class Overcharged(Event, frozen=True):
    """A player is overcharged."""

    player: str
    energy: int


class PlayerReady(Event, frozen=True):
    """A player has prepared."""

    player: str


class RunStarted(Event, frozen=True):
    """Everyone runs."""

    run: int


class VoidRevealed(Event, frozen=True):
    """The next void card is turned up."""

    card: str
    position: int


class VpGained(Event, frozen=True):
    """Victory points, and the new total."""

    player: str
    gain: int
    vp: int


class EventDrawn(Event, frozen=True):
    """A roll event is drawn."""

    card: str


class AbilityPlayed(Event, frozen=True):
    """An ability is on the stack, its cost is paid."""

    player: str
    card: str
    target: str | int | None
    id: int
    energy: int


class Passed(Event, frozen=True):
    """A player passes."""

    player: str


class AbilityResolved(Event, frozen=True):
    """An ability has had its effects."""

    id: int
    card: str


class AbilityNegated(Event, frozen=True):
    """An ability leaves the stack without effect."""

    id: int
    by: int


class AbilityFizzled(Event, frozen=True):
    """An ability's target is gone."""

    id: int


class DamageTaken(Event, frozen=True):
    """Damage before absorption, what was absorbed, and the HP that are left."""

    player: str
    amount: int
    absorbed: int
    hp: int


class Healed(Event, frozen=True):
    """HP are up."""

    player: str
    hp: int


class EnergyChanged(Event, frozen=True):
    """Stored energy has changed, by so much in fact."""

    player: str
    change: int
    energy: int


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
    cards: tuple[str, ...]


class Decided(Event, frozen=True):
    """A player goes on, or leaves."""

    player: str
    decision: Literal["continue", "leave"]


class RunEnded(Event, frozen=True):
    """A run is over."""

    run: int


class Banked(Event, frozen=True):
    """What a run has gained a player."""

    player: str
    energy: int
    vp: int


class CardKept(Event, frozen=True):
    """What a player keeps and discards."""

    private = ("card",)

    player: str
    card: str | None
    discarded: tuple[str, ...]
    energy: int


class TimePassed(Event, frozen=True):
    """Solo: so many runs are left."""

    left: int


class DeckReshuffled(Event, frozen=True):
    """So many cards are a new deck."""

    deck: Literal["abilities", "events", "void"]
    cards: int


class Ruled(Event, frozen=True):
    """The table has ruled."""

    adjust: tuple[Adjust, ...]


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
