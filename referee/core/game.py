"""What a game supplies: the few functions and tables that the referee judges with."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from referee.core.cards import Census
from referee.core.chance import Stream, Unfolding
from referee.core.errors import Malformed
from referee.core.packs import Shelf
from referee.core.records import (
    Event,
    Fault,
    Move,
    Record,
    Setup,
    StateRecord,
    Verdict,
)
from referee.core.rulebook import Rulebook

S = TypeVar("S", bound=StateRecord)


class CardInfo(Record, frozen=True):
    """A card of the catalogue: how many the deck has, what it does, the rules that speak of it.

    `facts` say for programs what `text` says for people.
    """

    id: str
    name: str
    count: int
    text: str
    rules: tuple[str, ...]
    facts: dict[str, Any]


class Lookup(Record, frozen=True):
    """A quick answer without a state: `query` is the record of its parameters, all text.

    `answer` is given the game, for its decks, and the query; it raises `Malformed` where a
    parameter means nothing to the game, its pointers naming the parameter, and `UnknownDeck`.
    """

    title: str
    query: type[Record]
    answer: Callable[["AnyGame", Any], dict[str, Any]]


def number(name: str, text: str, least: int, most: int) -> int:
    """Read a lookup's parameter that is a whole number, 0 or more. Raises `Malformed`."""
    digits = text.lstrip("0") or "0"
    # Only as long as the greatest: thousands of digits are more than int() takes.
    short = text.isascii() and text.isdigit() and len(digits) <= len(str(most))
    if not (short and least <= int(digits) <= most):
        raise Malformed([Fault(f"/{name}", f"This is a number from {least} to {most}.")])
    return int(digits)


class Description(Record, frozen=True):
    """A position in words (`headline`, `lines`) and what can be derived from it (`facts`)."""

    headline: str
    lines: tuple[str, ...]
    facts: dict[str, Any]


class Game(Hashable, Protocol[S]):
    """A game, as the judge, the web and the tests see it.

    All functions are pure. They get states that have been audited, but for `faults` and
    `censuses`, which get whatever the decoder let through.
    """

    name: str
    title: str
    version: int
    min_players: int
    max_players: int
    default_options: Record
    unsupported: Mapping[str, Sequence[str]]
    """By option: values that the publisher names but gives no rules for."""
    state_type: type[S]
    move_type: Any
    event_type: Any
    codes: Mapping[str, tuple[str, ...]]
    """The game's own violation codes, each with the rules that it may stand for."""
    rulebook: Rulebook
    lookups: Mapping[str, Lookup]

    pack_type: type[Record] | None
    """The record of a deck pack; None where the game has one deck."""
    shelf: Shelf[Any]
    """The packs that are installed, the built-in ones first."""

    def with_shelf(self, shelf: Shelf[Any]) -> "Game[S]":
        """Return the game with other packs installed."""
        ...

    def pack_faults(self, pack: Any) -> list[Fault]:
        """List every defect of a decoded pack; pointers start at the pack."""
        ...

    def cards(self, deck: str | None) -> tuple[CardInfo, ...]:
        """List the catalogue of a deck, in the order from which it is shuffled when fresh.

        None is the deck that is played with unless another is named. Raises `UnknownDeck`.
        """
        ...

    def setup(self, request: Setup) -> Unfolding[S]:
        """Deal a new game. Raises `Malformed` where the request fits no game."""
        ...

    def censuses(self, state: S) -> tuple[Census, ...]:
        """Return each deck with the zones that its cards lie in."""
        ...

    def faults(self, state: S) -> list[Fault]:
        """List every defect of a state besides the census and what all games share."""
        ...

    def to_act(self, state: S) -> tuple[str, ...]:
        """Return who may move, in turn order, where no chance is set and the game is on."""
        ...

    def open_moves(self, state: S, player: str) -> frozenset[type[Move]]:
        """Return the types of move that the phase opens to a player in `to_act`."""
        ...

    def malformed(self, state: S, move: Move) -> list[Fault]:
        """List why a decoded move is no move of this game; pointers start at the move."""
        ...

    def check(self, state: S, move: Move) -> Verdict:
        """Judge a move that no shared rule refuses."""
        ...

    def apply(self, state: S, move: Move) -> Unfolding[S]:
        """Make a legal move; `ply` is the judge's."""
        ...

    def moves(self, state: S, player: str) -> list[Move]:
        """List the legal moves of a player in `to_act`, always in the same order."""
        ...

    def unseen(self, state: S, zone: str | None) -> Counter[str]:
        """Count what an unknown card of a zone (None: of a hand) may be, in catalogue order."""
        ...

    def stays_hidden(self, state: S) -> bool:
        """Say whether the table may answer the card asked for with `"?"`."""
        ...

    def view(self, state: S, player: str | None) -> S:
        """Hide from the state what `player` (None: a spectator) may not know."""
        ...

    def view_event(self, state: S, event: Event, player: str | None) -> Event:
        """Hide from an event what `player` may not know."""
        ...

    def describe(self, state: S, player: str | None) -> Description:
        """Put a position into words; hands are spelled out for `player` alone."""
        ...

    def complete(self, state: S, stream: Stream) -> S:
        """Fill in every unknown card, each completion equally likely; `rng` is the sampler's."""
        ...


AnyGame = Game[Any]
