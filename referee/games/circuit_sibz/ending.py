"""How a game ends: an emptied hand, a closure, a lock, and who has won or how well."""

from referee.core.chance import Unfolding
from referee.core.records import GameWon
from referee.games.circuit_sibz.deck import CARDS, Pack
from referee.games.circuit_sibz.state import (
    Outcome,
    Rank,
    Reason,
    SoloScored,
    State,
    StructuralClosure,
    TotalLock,
)
from referee.games.circuit_sibz.table import Table


class Circuit(Unfolding[State]):
    """A Circuit Sibz move as it unfolds."""


LADDER: tuple[tuple[int, Rank], ...] = (
    (20, "System Collapse"),
    (40, "Partial Network"),
    (55, "Stable Grid"),
    (CARDS - 1, "Master Builder"),
    (CARDS, "Full System Achieved"),
)


def rank_of(score: int) -> Rank:
    """Return the rank of a solo score, 0 to 72 (`solo.score`)."""
    return next(rank for most, rank in LADDER if score <= most)


def emptied(state: State) -> bool:
    """Say whether a hand is empty where that wins (`end.emptied`)."""
    return state.options.mode == "pressure" and any(not p.hand for p in state.players)


def fewest(state: State) -> tuple[str, ...]:
    """Return who holds the fewest cards; of several, who placed last (`end.fewest`, `end.tie`)."""
    least = min(len(player.hand) for player in state.players)
    tied = [player.id for player in state.players if len(player.hand) == least]
    latest = [placed.player for placed in reversed(state.network) if placed.player in tied]
    return (str(latest[0]),) if latest else tuple(tied)


def ending(state: State, pack: Pack) -> Outcome | None:
    """Say how a position has ended the game; None where it goes on."""
    if emptied(state):
        winners = tuple(player.id for player in state.players if not player.hand)
        return _won(state, winners, "hand_emptied")
    table = Table(state, pack)
    if table.closed():
        return _halted(state, "structural_closure")
    if table.locked():
        return _halted(state, "solo_over" if state.solo else "total_lock")
    return None


def _halted(state: State, reason: Reason) -> Outcome:
    """Return the outcome where nobody can go on: a score in solo, else the fewest cards."""
    if not state.solo:
        return _won(state, fewest(state), reason)
    score = len(state.network)
    winners = tuple(player.id for player in state.players if score == CARDS)
    return Outcome(winners, reason, score=score, rank=rank_of(score))


def _won(state: State, winners: tuple[str, ...], reason: Reason) -> Outcome:
    return Outcome(winners, reason, cards={p.id: len(p.hand) for p in state.players})


def finish(game: Circuit, pack: Pack) -> bool:
    """End the game where it ends, asked after every move; say whether it has."""
    outcome = ending(game.state, pack)
    if outcome is None:
        return False
    game.become(outcome=outcome)
    if outcome.reason == "structural_closure":
        game.tell(StructuralClosure())
    elif outcome.reason == "total_lock":
        game.tell(TotalLock())
    if outcome.score is not None and outcome.rank is not None:
        game.tell(SoloScored(outcome.score, outcome.rank))
    else:
        game.tell(GameWon(outcome.winners, outcome.reason))
    return True
