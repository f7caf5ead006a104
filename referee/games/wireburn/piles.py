"""The draw pile and the discard: drawing, discarding, recycling."""

from msgspec.structs import replace

from referee.core.chance import Unfolding
from referee.games.wireburn.deck import Dock
from referee.games.wireburn.state import PileRecycled, State


class Wireburn(Unfolding[State]):
    """A Wireburn move as it unfolds."""


def draw(game: Wireburn, player: str) -> str:
    """Move the next card of the draw pile into a hand and return it; the pile has one."""
    card, *rest = game.state.draw_pile
    hand = (*game.state.hand(player), card)
    game.become(draw_pile=tuple(rest), players=game.state.with_player(player, hand=hand))
    game.turn_up()
    return card


def discard(game: Wireburn, *cards: str) -> None:
    """Put cards onto the discard, the first of them first."""
    game.become(discard=(*game.state.discard, *cards))


def clear(game: Wireburn, dock: Dock) -> tuple[str, ...]:
    """Put a dock's stack onto the discard, from the bottom, and return its cards."""
    stack = game.state.docks.stack(dock)
    game.become(docks=replace(game.state.docks, **{dock: ()}))
    discard(game, *stack)
    return stack


def recycle(game: Wireburn) -> None:
    """Make the discard the new draw pile as soon as that is empty (`pile.recycle`).

    With cards to draw again, no turn counts towards a gridlock (`pile.gridlock`).
    """
    cards = game.state.discard
    if game.state.draw_pile or not cards:
        return
    turn = replace(game.state.turn, idle=0)
    game.become(draw_pile=game.shuffle(cards), discard=(), turn=turn)
    game.tell(PileRecycled(len(cards)))
