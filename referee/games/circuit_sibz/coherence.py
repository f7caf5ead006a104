"""What a posted Circuit Sibz state must satisfy besides the census; every fault is listed."""

from collections.abc import Iterator
from itertools import chain

from referee.core.endings import outcome_faults
from referee.core.records import UNKNOWN, Fault
from referee.games.circuit_sibz.dealing import LIVE_TILE, setup_faults
from referee.games.circuit_sibz.deck import Pack, deck_of
from referee.games.circuit_sibz.ending import ending
from referee.games.circuit_sibz.grid import Cell, around
from referee.games.circuit_sibz.state import State


def faults(state: State, pack: Pack) -> list[Fault]:
    """List every defect of a state whose deck is sound (the page's section on posted states)."""
    network, shape = list(_network_faults(state)), list(_outcome_faults(state))
    # Where the network is not sound, nothing can be said of its ports.
    legible = not network and not shape and _known(state, pack)
    return [
        *setup_faults(len(state.players), state.options),
        *network,
        *_turn_faults(state),
        *_chance_faults(state),
        *shape,
        *(_ending_faults(state, pack) if legible else ()),
    ]


def _known(state: State, pack: Pack) -> bool:
    """Say whether every card of a hand or of the network is one of the deck."""
    named = deck_of(pack).named
    hands = chain.from_iterable([player.hand for player in state.players])
    return named.issuperset(hands) and named.issuperset([laid.card for laid in state.network])


def _network_faults(state: State) -> Iterator[Fault]:
    ids = [player.id for player in state.players]
    cells: set[Cell] = set()
    for place, placed in enumerate(state.network):
        cell = placed.x, placed.y
        if placed.card == UNKNOWN:
            yield Fault(f"/network/{place}/card", "The network lies open: its cards are known.")
        if cell in cells:
            message = f"There is a card at {placed.x},{placed.y} already."
            yield Fault(f"/network/{place}", message)
        elif place and cells.isdisjoint(around(cell)):
            yield Fault(f"/network/{place}", "It touches no card that was placed before.")
        if place and placed.player not in ids:
            message = "This is who placed the card: one of the players."
            yield Fault(f"/network/{place}/player", message)
        cells.add(cell)
    yield from _live_tile_faults(state)


def _live_tile_faults(state: State) -> Iterator[Fault]:
    if not state.network:
        return
    tile = state.network[0]
    if (tile.x, tile.y) != (0, 0):
        yield Fault("/network/0", "The Live Tile lies at 0,0.")
    if tile.rotation:
        yield Fault("/network/0/rotation", "The Live Tile lies unrotated.")
    if tile.player is not None:
        yield Fault("/network/0/player", "Nobody has placed the Live Tile.")


def _turn_faults(state: State) -> Iterator[Fault]:
    if state.turn.player not in [player.id for player in state.players]:
        yield Fault("/turn/player", f"{state.turn.player!r} is no player.")
    if state.solo and state.turn.number != len(state.network):
        yield Fault("/turn/number", "In solo this is the number of cards in the network.")


def _chance_faults(state: State) -> Iterator[Fault]:
    if state.chance != (None if state.network else LIVE_TILE):
        message = "The table is asked for the Live Tile while it does not lie, and only then."
        yield Fault("/chance", message)
    if state.chance is not None and state.draw_pile[:1] != (UNKNOWN,):
        pointer = "/draw_pile/0" if state.draw_pile else "/draw_pile"
        yield Fault(pointer, "The table is asked for a card that is there and is not known.")


def _outcome_faults(state: State) -> Iterator[Fault]:
    outcome = state.outcome
    if outcome is None:
        return
    if (outcome.score is None) == state.solo or (outcome.rank is None) == state.solo:
        yield Fault("/outcome", "A solo game has a score and a rank, and no other game has.")
    if (outcome.cards is None) != state.solo:
        yield Fault("/outcome", "A game of several players tells their cards, and solo does not.")


def _ending_faults(state: State, pack: Pack) -> Iterator[Fault]:
    """Hold the outcome against the one that hands, piles and ports lead to, which say all of it."""
    follows = ending(state, pack)
    if state.outcome is None and follows is not None:
        yield Fault("/outcome", "By its hands, piles and ports the game is over.")
    if state.outcome is not None and follows is None:
        yield Fault("/outcome", "The game is not over: somebody can go on.")
    if state.outcome is not None and follows is not None:
        yield from outcome_faults(state, state.outcome, follows)
