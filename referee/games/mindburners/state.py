"""The records of Mindburners: its state, and who may see what of it."""

from functools import partial
from typing import Annotated, Literal

from msgspec import UNSET, Meta
from msgspec.structs import replace

from referee.core.cards import Census, Hand, hidden
from referee.core.records import (
    MOST,
    CardChance,
    Count,
    DieChance,
    Integer,
    Listed,
    Named,
    PlayerId,
    Record,
    Rng,
    Seal,
    seated,
)
from referee.games.mindburners.deck import Deck, Pack
from referee.games.mindburners.moves import RulingChance

MOST_HP = 10
TEN = 10
Phase = Literal["preparation", "reveal", "resolve", "decide", "bank", "over"]
Status = Literal["preparing", "running", "leaving", "left", "cleared", "dead"]
PRESENT = ("running", "leaving")
ALL = -1
"""`absorb` where all damage of the step is prevented."""


class Options(Record, frozen=True):
    """What is chosen at setup (`setup.players`)."""

    mode: Literal["multiplayer", "solo"]


class Player(Record, frozen=True):
    """A void runner."""

    id: PlayerId
    hp: Annotated[int, Meta(ge=0, le=MOST_HP)]
    energy: Count
    vp: Count
    overcharged: bool
    hand: Hand
    status: Status
    decided: bool
    passed: bool
    ready: bool
    cards_cleared: Count
    absorb: Annotated[int, Meta(ge=ALL, le=MOST)]
    guarded: bool
    extra_draws: Count

    @property
    def present(self) -> bool:
        """Whether the player may play and be a target (`void.leaving`)."""
        return self.status in PRESENT

    @property
    def running(self) -> bool:
        """Whether the void still touches the player."""
        return self.status == "running"


class Box(Record, frozen=True):
    """What solo has removed."""

    abilities: Listed[str]
    events: Listed[str]


class StackEntry(Record, frozen=True):
    """An ability on the stack; `target` is a player's id or an entry's."""

    id: Count
    player: str
    card: str
    target: str | Integer | None


class PendingCreature(Record, frozen=True, tag_field="kind", tag="creature"):
    """A creature that is about to hit."""

    card: str


class PendingEvent(Record, frozen=True, tag_field="kind", tag="event"):
    """A roll event, and the rolls whose rows have not taken effect."""

    card: str
    rolls: Named[Annotated[int, Meta(ge=1, le=6)]]


class Outcome(Record, frozen=True):
    """How the game ended."""

    winners: Listed[str]
    reason: Literal["ten_points", "time_expired"]
    vp: Named[Integer]


class State(Record, frozen=True):
    """A Mindburners position: full, a view, or what a table can see."""

    game: Literal["mindburners"]
    version: Literal[1]
    options: Options
    deck: Pack | str
    players: Listed[Player]
    ability_deck: Listed[str]
    ability_discard: Listed[str]
    event_deck: Listed[str]
    event_discard: Listed[str]
    void_deck: Listed[str]
    void_row: Listed[str]
    scanned: Count
    box: Box
    run: Count
    phase: Phase
    stack: Listed[StackEntry]
    next_id: Count
    pending: PendingCreature | PendingEvent | None
    time_left: Count | None
    ply: Count
    rng: Rng | None
    chance: CardChance | DieChance | RulingChance | None
    outcome: Outcome | None
    seal: Seal = UNSET

    def player(self, player_id: str) -> Player:
        """Return a player by id."""
        return seated(self.players, player_id)

    @property
    def solo(self) -> bool:
        """Whether it is the solo game."""
        return self.options.mode == "solo"

    @property
    def present(self) -> list[Player]:
        """Who may play and be a target."""
        return [player for player in self.players if player.status in PRESENT]

    @property
    def running(self) -> list[Player]:
        """Whom the void still touches."""
        return [player for player in self.players if player.running]


def censuses_of(state: State, deck: Deck) -> tuple[Census, Census, Census]:
    """Return the decks of abilities, events and void cards, each with its zones."""
    pending = (state.pending.card,) if isinstance(state.pending, PendingEvent) else ()
    hands = [player.hand for player in state.players]
    stack, box = tuple([entry.card for entry in state.stack]), state.box
    abilities = (*hands, state.ability_deck, state.ability_discard, stack, box.abilities)
    events = (state.event_deck, state.event_discard, pending, box.events)
    return (
        Census(deck.ability_copies(state.solo), abilities, partial(_pointers, len(hands))),
        Census(deck.event_copies, events, lambda: _OF_EVENTS),
        Census(deck.void_copies, (state.void_deck, state.void_row), lambda: _OF_VOID),
    )


_OF_ABILITIES = ("/ability_deck/{}", "/ability_discard/{}", "/stack/{}", "/box/abilities/{}")
_OF_EVENTS = ("/event_deck/{}", "/event_discard/{}", "/pending/{}", "/box/events/{}")
_OF_VOID = ("/void_deck/{}", "/void_row/{}")


def _pointers(seats: int) -> list[str]:
    return [*(f"/players/{seat}/hand/{{}}" for seat in range(seats)), *_OF_ABILITIES]


def view(state: State, player: str | None) -> State:
    """Hide what `player` may not know: other hands, the decks, the box, the seed."""
    known = state.void_deck[: state.scanned]
    return replace(
        state,
        players=tuple(
            p if p.id == player else replace(p, hand=hidden(p.hand)) for p in state.players
        ),
        ability_deck=hidden(state.ability_deck),
        event_deck=hidden(state.event_deck),
        void_deck=known + hidden(state.void_deck[state.scanned :]),
        box=Box(hidden(state.box.abilities), hidden(state.box.events)),
        rng=state.rng and replace(state.rng, seed=None),
    )
