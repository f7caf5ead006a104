"""Circuit Sibz: lay cards with ports on a grid, until hands are empty or no port is live."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.cards import Census, tell
from referee.core.chance import Stream
from referee.core.game import AnyGame, CardInfo, Description, Lookup
from referee.core.packs import Installed, Shelf, chosen_pack, deck_faults
from referee.core.records import (
    ALLOWED,
    CardRevealed,
    Event,
    Fault,
    Move,
    Record,
    Reveal,
    Setup,
    Verdict,
)
from referee.core.rulebook import rulebook_of
from referee.games.circuit_sibz import dealing, deck, state, turn, words
from referee.games.circuit_sibz.coherence import faults
from referee.games.circuit_sibz.deck import REFERENCE, Pack
from referee.games.circuit_sibz.ending import Circuit
from referee.games.circuit_sibz.lookups import LOOKUPS
from referee.games.circuit_sibz.state import State
from referee.games.circuit_sibz.table import Table, census_of

__all__ = ["GAME"]

_CODES: Mapping[str, tuple[str, ...]] = {
    "cell_occupied": ("place.connect",),
    "no_neighbour": ("place.connect",),
    "no_connection": ("place.connect",),
    "placement_available": ("draw.only-if-stuck", "solo.stuck", "draw.pass"),
    "draw_pile_empty": ("draw.pass",),
    "pass_with_draw_pile": ("draw.pass",),
}


class _CircuitSibz:
    """The game as the judge sees it (`referee.core.game.Game`)."""

    name = "circuit-sibz"
    title = "Circuit Sibz"
    version = 1
    min_players = 1
    max_players = 4
    default_options: Record = state.Options("pressure", False)
    unsupported: Mapping[str, Sequence[str]] = {}
    state_type = State
    move_type = state.CircuitMove
    event_type = state.CircuitEvent
    codes = _CODES
    rulebook = rulebook_of(__name__)
    lookups: Mapping[str, Lookup] = LOOKUPS
    pack_type: type[Record] | None = Pack

    def __init__(self, shelf: Shelf[Pack]) -> None:
        self.shelf = shelf

    def with_shelf(self, shelf: Shelf[Any]) -> AnyGame:
        return _CircuitSibz(shelf)

    def pack_faults(self, pack: Pack) -> list[Fault]:
        return deck.pack_faults(pack)

    def cards(self, named: str | None) -> tuple[CardInfo, ...]:
        return deck.catalogue(self.shelf.find(named or REFERENCE.name))

    def _pack(self, position: State) -> Pack:
        """Return the pack of an audited state."""
        return self.shelf.carried(position.deck)

    def _table(self, position: State) -> Table:
        return Table(position, self._pack(position))

    def setup(self, request: Setup) -> Circuit:
        asked = REFERENCE.name if request.deck is None else request.deck
        pack = chosen_pack(self, asked)
        return dealing.setup(request, pack, asked if isinstance(asked, str) else pack)

    def censuses(self, position: State) -> tuple[Census, ...]:
        if deck_faults(self, position.deck):
            return ()
        return (census_of(position, deck.deck_of(self._pack(position))),)

    def faults(self, position: State) -> list[Fault]:
        return deck_faults(self, position.deck) or faults(position, self._pack(position))

    def to_act(self, position: State) -> tuple[str, ...]:
        return (position.turn.player,)

    def open_moves(self, position: State, player: str) -> frozenset[type[Move]]:
        solo: frozenset[type[Move]] = frozenset((state.Place, state.Draw))
        return solo if position.solo else solo | {state.Pass}

    def malformed(self, position: State, move: Move) -> list[Fault]:
        copies = deck.deck_of(self._pack(position)).copies
        named = move.card if isinstance(move, state.Place | Reveal) else None
        hidden = isinstance(move, Reveal) and named == "?"
        if named is None or named in copies or hidden:
            return []
        return [Fault("/card", f"The deck has no card {named!r}.")]

    def check(self, position: State, move: Move) -> Verdict:
        pack = self._pack(position)
        match move:
            case state.Place():
                return turn.check_place(position, pack, move)
            case state.Draw():
                return turn.check_draw(position, pack, move.player)
            case state.Pass():
                return turn.check_pass(position, pack, move.player)
        return ALLOWED

    def apply(self, position: State, move: Move) -> Circuit:
        game, pack = Circuit(position), self._pack(position)
        match move:
            case state.Place():
                turn.place(game, pack, move)
            case state.Draw():
                turn.draw(game, pack, move.player)
            case state.Pass():
                turn.pass_turn(game, move)
            case Reveal(holder=None):
                game.become(draw_pile=(move.card, *position.draw_pile[1:]))
                dealing.lay_live_tile(game, pack)
            case Reveal(holder=str(holder)):
                hand = tell(position.hand(holder), move.card)
                game.become(players=position.with_hand(holder, hand))
                game.tell(CardRevealed(holder, move.card))
        return game

    def moves(self, position: State, player: str) -> list[Move]:
        return turn.moves(position, self._pack(position), player)

    def unseen(self, position: State, zone: str | None) -> Counter[str]:
        return self._table(position).unseen

    def stays_hidden(self, position: State) -> bool:
        return False

    def view(self, position: State, player: str | None) -> State:
        return state.view(position, player)

    def view_event(self, position: State, event: Event, player: str | None) -> Event:
        return state.view_event(position, event, player)

    def describe(self, position: State, player: str | None) -> Description:
        return words.describe(self._table(position), player)

    def complete(self, position: State, stream: Stream) -> State:
        return dealing.complete(position, self._pack(position), stream)


GAME: AnyGame = _CircuitSibz(Shelf([Installed(REFERENCE, official=False)]))
