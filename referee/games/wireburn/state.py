"""The records of Wireburn: its state, moves and events, and who may see what."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta
from msgspec.structs import replace

from referee.core.cards import Census, Hand, hidden
from referee.core.records import (
    UNKNOWN,
    CardRevealed,
    Count,
    DealtCardChance,
    Event,
    GameWon,
    Integer,
    Listed,
    Move,
    PlayerId,
    Record,
    Rng,
    Seal,
    TurnStarted,
    reseated,
    seated,
)
from referee.core.records import Reveal as SharedReveal
from referee.core.records import Roll as SharedRoll
from referee.games.wireburn.deck import DECK, DOCKS, Dock, Modifier

if TYPE_CHECKING:
    CardId: TypeAlias = str
    Told: TypeAlias = str
else:
    CardId = Literal[tuple(DECK)]
    Told = Literal[(*DECK, UNKNOWN)]
Phase = Literal["main", "nominate", "shield", "penalty", "over"]
MOST_SKIPS = 1000
Skips = Annotated[int, Meta(ge=0, le=MOST_SKIPS)]
"""Bounded, since passing on walks over every skip that is owed (`damage.skip-limit`)."""


class Options(Record, frozen=True):
    """What is chosen at setup (`setup.variant`)."""

    variant: Literal["standard", "one_at_a_time"]


class Player(Record, frozen=True):
    """A player, in turn order; in the Final Firewall while the hand is empty."""

    id: PlayerId
    hand: Hand
    skips: Skips


class Docks(Record, frozen=True):
    """The three stacks, each from the bottom up."""

    teal: Listed[str]
    purple: Listed[str]
    orange: Listed[str]

    def stack(self, dock: Dock) -> tuple[str, ...]:
        """Return the stack on one dock, from the bottom up."""
        stack: tuple[str, ...] = getattr(self, dock)
        return stack


class Turn(Record, frozen=True):
    """The turn so far; `drawn` are the cards dug for, in order."""

    number: Count
    player: str
    plays: Count
    drawn: Listed[str]
    opened: bool
    attack_wild: bool
    damage: Count
    idle: Count


class Attack(Record, frozen=True):
    """Damage on its way: `to_draw` cards are still to be drawn by `target` in a penalty."""

    target: str | None
    deflected_by: Listed[str]
    to_draw: Count


class Outcome(Record, frozen=True):
    """How the game ended."""

    winners: Listed[str]
    reason: Literal["firewall_survived", "breach_backfired", "gridlock"]


class State(Record, frozen=True):
    """A Wireburn position: full, a view, or what a table can see."""

    game: Literal["wireburn"]
    version: Literal[1]
    options: Options
    players: Listed[Player]
    docks: Docks
    draw_pile: Listed[str]
    discard: Listed[str]
    turn: Turn
    phase: Phase
    attack: Attack | None
    ply: Count
    rng: Rng | None
    chance: DealtCardChance | None
    outcome: Outcome | None
    seal: Seal = UNSET

    def player(self, player_id: str) -> Player:
        """Return a player by id."""
        return seated(self.players, player_id)

    def hand(self, player_id: str) -> Hand:
        """Return a player's hand."""
        return seated(self.players, player_id).hand

    def with_player(self, player_id: str, **changes: object) -> tuple[Player, ...]:
        """Return the players, one of them changed."""
        return reseated(self.players, player_id, **changes)

    @property
    def third(self) -> str | None:
        """The third card drawn this turn, until something has been played."""
        drawn = self.turn.drawn
        digging = self.phase == "main" and not self.turn.plays
        return drawn[2] if digging and len(drawn) > 2 else None


class Play(Move, frozen=True):
    """A card onto a dock, a Grey with modifiers if wanted."""

    does = "play a card"

    card: CardId
    dock: Dock
    modifiers: Listed[Modifier] | None = ()

    @property
    def added(self) -> tuple[str, ...]:
        """The modifiers played along; null counts as none."""
        return self.modifiers or ()

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that leaves the hand."""
        return (self.card, *self.added)


class Wash(Move, frozen=True):
    """A [+] and a [-] into the discard together."""

    does = "wash modifiers"


class Draw(Move, frozen=True):
    """One card from the draw pile."""

    does = "draw a card"


class EndTurn(Move, frozen=True):
    """The end of one's turn."""

    does = "end the turn"


class Nominate(Move, frozen=True):
    """The attacker names the Firewall player who is hit."""

    does = "nominate a target"

    target: str

    def seats(self) -> tuple[str, ...]:
        """Return the target."""
        return (self.target,)


class Deflect(Move, frozen=True):
    """The target answers with a NULL from the hand."""

    does = "deflect damage"


class Take(Move, frozen=True):
    """The target takes the damage."""

    does = "take damage"


class Reveal(SharedReveal, frozen=True, tag="reveal"):
    """The table tells a card; `drawn` says as which number of this turn's draws it came."""

    card: Told
    drawn: Annotated[int, Meta(ge=1, le=3)] | None = None


class Roll(SharedRoll, frozen=True, tag="roll"):
    """A roll, which Wireburn never asks for."""


WireburnMove = Play | Wash | Draw | EndTurn | Nominate | Deflect | Take | Reveal | Roll


class GameStarted(Event, frozen=True):
    """The cards are dealt."""

    players: Listed[str]
    first: str


class DockOpened(Event, frozen=True):
    """An empty dock gets its first card."""

    player: str
    dock: Dock
    card: str


class CardPlayed(Event, frozen=True):
    """A card, with its modifiers, goes onto a dock."""

    player: str
    dock: Dock
    card: str
    modifiers: Listed[str]


class Washed(Event, frozen=True):
    """A [+] and a [-] go to the discard."""

    player: str


class CardDrawn(Event, frozen=True):
    """A player digs for a card."""

    private = ("card",)

    player: str
    card: str


class AttackAdded(Event, frozen=True):
    """An attack card adds 1; `damage` is the turn's sum so far."""

    player: str
    card: str
    damage: Integer


class DockCleared(Event, frozen=True):
    """A stack goes to the discard, from the bottom."""

    dock: Dock
    cards: Listed[str]
    cause: Literal["tripwire", "defuse", "volt"]


class PileRecycled(Event, frozen=True):
    """The discard, so many cards, is the new draw pile."""

    cards: Integer


class SystemClear(Event, frozen=True):
    """A player has no cards left and enters the Final Firewall."""

    player: str


class TurnEnded(Event, frozen=True):
    """A turn is over; so much damage will be aimed."""

    player: str
    damage: Integer


class AttackAimed(Event, frozen=True):
    """The damage has a target."""

    attacker: str
    target: str
    damage: Integer


class AttackDeflected(Event, frozen=True):
    """A NULL sends the damage on to `target`, the next in turn order."""

    player: str
    target: str


class AttackBoomeranged(Event, frozen=True):
    """The damage has come back to the attacker."""

    attacker: str


class PenaltyDrawn(Event, frozen=True):
    """A card drawn as damage."""

    private = ("card",)

    player: str
    card: str


class DamageTaken(Event, frozen=True):
    """So many cards were drawn in all, and whether a turn will be skipped."""

    player: str
    cards: Integer
    skips: bool


class FirewallBreached(Event, frozen=True):
    """A Firewall player has cards again."""

    player: str


class BreachBackfired(Event, frozen=True):
    """A Firewall player has drawn a NULL as damage."""

    player: str
    card: str


class TurnSkipped(Event, frozen=True):
    """A turn that was owed is skipped."""

    player: str


class Gridlock(Event, frozen=True):
    """Both piles are empty and nobody plays."""


WireburnEvent = (
    GameStarted
    | TurnStarted
    | DockOpened
    | CardPlayed
    | Washed
    | CardDrawn
    | AttackAdded
    | DockCleared
    | PileRecycled
    | SystemClear
    | TurnEnded
    | AttackAimed
    | AttackDeflected
    | AttackBoomeranged
    | PenaltyDrawn
    | DamageTaken
    | FirewallBreached
    | BreachBackfired
    | TurnSkipped
    | Gridlock
    | CardRevealed
    | GameWon
)


def census_of(state: State) -> Census:
    """Return the deck and all zones, in the order hands, docks, draw pile, discard."""
    hands, docks = [player.hand for player in state.players], state.docks
    open_zones = (docks.teal, docks.purple, docks.orange, state.draw_pile, state.discard)
    return Census(DECK, (*hands, *open_zones), partial(_pointers, len(hands)))


def _pointers(seats: int) -> list[str]:
    hands = [f"/players/{seat}/hand/{{}}" for seat in range(seats)]
    return [*hands, *(f"/docks/{dock}/{{}}" for dock in DOCKS), "/draw_pile/{}", "/discard/{}"]


def view(state: State, player: str | None) -> State:
    """Hide what `player` may not know: other hands, the draw pile, others' draws, the seed."""
    drawn = state.turn.drawn if player == state.turn.player else hidden(state.turn.drawn)
    return replace(
        state,
        players=tuple(
            p if p.id == player else replace(p, hand=hidden(p.hand)) for p in state.players
        ),
        draw_pile=hidden(state.draw_pile),
        turn=replace(state.turn, drawn=drawn),
        rng=state.rng and replace(state.rng, seed=None),
    )
