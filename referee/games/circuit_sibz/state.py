"""The records of Circuit Sibz: its state, moves and events, and who may see what."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta
from msgspec.structs import replace

from referee.core.cards import Hand, hidden
from referee.core.records import (
    CardRevealed,
    Count,
    DealtCardChance,
    Event,
    GameWon,
    Integer,
    Listed,
    Move,
    Named,
    PlayerId,
    Record,
    Reveal,
    Rng,
    Roll,
    Seal,
    TurnStarted,
    reseated,
    seated,
    veil,
)
from referee.games.circuit_sibz.deck import Pack

Mode = Literal["pressure", "collapse", "solo"]
Coordinate = Annotated[int, Meta(ge=-100, le=100)]
Rotation = Annotated[int, Meta(ge=0, le=3)]
Direction = Annotated[int, Meta(ge=0, le=3)]
Reason = Literal["hand_emptied", "structural_closure", "total_lock", "solo_over"]
Rank = Literal[
    "System Collapse",
    "Partial Network",
    "Stable Grid",
    "Master Builder",
    "Full System Achieved",
]


class Options(Record, frozen=True):
    """What is chosen at setup (`setup.players`, `setup.open-hands`)."""

    mode: Mode
    hidden_hands: bool


class Player(Record, frozen=True):
    """A player, in turn order."""

    id: PlayerId
    hand: Hand


class Placed(Record, frozen=True, cache_hash=True):
    """A card of the network: x grows to the east, y to the north; `player` placed it."""

    card: str
    x: Coordinate
    y: Coordinate
    rotation: Rotation
    player: str | None


class Turn(Record, frozen=True):
    """Whose turn it is; in solo the number is the network's length."""

    number: Count
    player: str


class Outcome(Record, frozen=True, omit_defaults=True):
    """How the game ended: what each player held, or, in solo, the score and its rank."""

    winners: Listed[str]
    reason: Reason
    cards: Named[Integer] | None = None
    score: Count | None = None
    rank: Rank | None = None


class State(Record, frozen=True):
    """A Circuit Sibz position: full, a view, or what a table can see."""

    game: Literal["circuit-sibz"]
    version: Literal[1]
    options: Options
    deck: Pack | str
    players: Listed[Player]
    network: Listed[Placed]
    draw_pile: Listed[str]
    turn: Turn
    ply: Count
    rng: Rng | None
    chance: DealtCardChance | None
    outcome: Outcome | None
    seal: Seal = UNSET

    def hand(self, player_id: str) -> Hand:
        """Return a player's hand."""
        return seated(self.players, player_id).hand

    def with_hand(self, player_id: str, hand: Hand) -> tuple[Player, ...]:
        """Return the players, one of them with another hand."""
        return reseated(self.players, player_id, hand=hand)

    @property
    def solo(self) -> bool:
        """Whether it is the solo game."""
        return self.options.mode == "solo"


class Place(Move, frozen=True):
    """A card onto a free cell, so many quarter turns clockwise."""

    does = "place a card"

    card: str
    x: Coordinate
    y: Coordinate
    rotation: Rotation


class Draw(Move, frozen=True):
    """A card from the draw pile; in solo three."""

    does = "draw a card"


class Pass(Move, frozen=True):
    """The end of a turn without a card."""


CircuitMove = Place | Draw | Pass | Reveal | Roll


class GameStarted(Event, frozen=True):
    """The Live Tile lies."""

    players: Listed[str]
    first: str
    live_tile: str


class CardPlaced(Event, frozen=True):
    """A card lies in the network; `connections` are the directions in which a port connected."""

    player: str
    card: str
    x: Integer
    y: Integer
    rotation: Integer
    connections: Listed[Direction]


class CardDrawn(Event, frozen=True):
    """A player has drawn a card; the card is private where hands are hidden."""

    private = ("card",)

    player: str
    card: str


class HandRefilled(Event, frozen=True):
    """Solo: an empty hand takes a wave of cards."""

    player: str
    cards: Listed[str]


class TurnPassed(Event, frozen=True):
    """A turn ends without a card."""

    player: str


class StructuralClosure(Event, frozen=True):
    """The network has no live port left."""


class TotalLock(Event, frozen=True):
    """The pile is empty and nobody can place a card."""


class SoloScored(Event, frozen=True):
    """The solo game is over."""

    score: Integer
    rank: Rank


CircuitEvent = (
    GameStarted
    | TurnStarted
    | CardPlaced
    | CardDrawn
    | HandRefilled
    | TurnPassed
    | StructuralClosure
    | TotalLock
    | SoloScored
    | CardRevealed
    | GameWon
)


def view(state: State, player: str | None) -> State:
    """Hide what `player` may not know: the draw pile, the seed, and hidden hands of others."""
    hides = state.options.hidden_hands
    return replace(
        state,
        players=tuple(
            replace(p, hand=hidden(p.hand)) if hides and p.id != player else p
            for p in state.players
        ),
        draw_pile=hidden(state.draw_pile),
        rng=state.rng and replace(state.rng, seed=None),
    )


def view_event(state: State, event: Event, player: str | None) -> Event:
    """Hide a card of a hidden hand."""
    return veil(event, player) if state.options.hidden_hands else event
