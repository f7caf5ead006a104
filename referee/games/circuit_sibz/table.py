"""What the cards on the table say of the hands: who can place, and what the census decides."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Literal

from referee.core.cards import Census, unseen
from referee.core.records import UNKNOWN
from referee.games.circuit_sibz.deck import Deck, Pack, deck_of
from referee.games.circuit_sibz.grid import Grid
from referee.games.circuit_sibz.state import Placed, State


def census_of(state: State, deck: Deck) -> Census:
    """Return the deck and all zones, in the order hands, network, draw pile."""
    hands = [player.hand for player in state.players]
    network = tuple([placed.card for placed in state.network])
    zones = (*hands, network, state.draw_pile)
    return Census(deck.copies, zones, partial(_pointers, len(hands)))


def _pointers(seats: int) -> list[str]:
    hands = [f"/players/{seat}/hand/{{}}" for seat in range(seats)]
    return [*hands, "/network/{}/card", "/draw_pile/{}"]


class Table:
    """A position with its deck made ready and its network laid out."""

    def __init__(self, state: State, pack: Pack) -> None:
        """Lay out a sound state."""
        self.state = state
        self.deck = deck_of(pack)
        self.grid = _grid(pack, state.network)

    @property
    def unseen(self) -> Counter[str]:
        """What the unknown cards stand for."""
        return unseen(census_of(self.state, self.deck))

    def places(self, hand: Iterable[str]) -> str | None:
        """Return the first known card of a hand that can be placed."""
        for card in hand:
            if card != UNKNOWN and self.grid.takes(card):
                return card
        return None

    def can_place(self, hand: tuple[str, ...]) -> bool | Literal["hidden"]:
        """Say whether a hand has a card that can be placed, or that hidden cards decide it.

        Where more unknown cards are in the hand than there are unseen ones that cannot be
        placed, one of them can.
        """
        if self.places(hand) is not None:
            return True
        hidden = hand.count(UNKNOWN)
        if not hidden:
            return False
        unseen_cards = self.unseen
        stuck = sum(n for card, n in unseen_cards.items() if not self.grid.takes(card))
        if stuck < hidden:
            return True
        return False if stuck == unseen_cards.total() else "hidden"

    def locked(self) -> bool:
        """Say whether nobody can draw or place any more (`end.lock`, `solo.end`).

        With the draw pile empty, every unseen card is in some hand.
        """
        if self.state.draw_pile or not self.state.network:
            return False
        hands = [player.hand for player in self.state.players]
        if any(self.places(hand) for hand in hands):
            return False
        hidden = any(UNKNOWN in hand for hand in hands)
        return not (hidden and any(self.grid.takes(card) for card in self.unseen))

    def closed(self) -> bool:
        """Say whether the network has no live port left (`end.closure`)."""
        return bool(self.state.network) and not self.grid.offers


class _Layout:
    """A place for the grid of a network, once somebody has made it."""

    grid: Grid | None = None


@lru_cache(maxsize=64)
def _layout(pack: Pack, network: tuple[Placed, ...]) -> _Layout:
    # A position is asked about several times in a row: by check, by apply, by what may follow.
    return _Layout()


def _grid(pack: Pack, network: tuple[Placed, ...]) -> Grid:
    layout = _layout(pack, network)
    if layout.grid is None:
        layout.grid = Grid.laid_out(deck_of(pack), network)
    return layout.grid


def grow(pack: Pack, network: tuple[Placed, ...], before: Grid) -> None:
    """Make the grid of a network ready from the one before its last card was placed."""
    _layout(pack, network).grid = before.plus(network[-1])
