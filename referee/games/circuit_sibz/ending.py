"""How a game ends: an emptied hand, a closure, a lock, and who has won or how well."""

from referee.core.chance import Unfolding
from referee.core.records import GameWon
from referee.games.circuit_sibz.deck import CARDS, Pack
from referee.games.circuit_sibz.state import (
    Outcome,
    Rank,
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


def finish(game: Circuit, pack: Pack) -> bool:
    """End the game where it ends, asked after every move; say whether it has."""
    if emptied(game.state):
        winners = tuple(player.id for player in game.state.players if not player.hand)
        _win(game, winners, "hand_emptied")
        return True
    table = Table(game.state, pack)
    if table.closed():
        game.tell(StructuralClosure())
        if game.state.solo:
            _score(game, "structural_closure")
        else:
            _win(game, fewest(game.state), "structural_closure")
        return True
    if table.locked():
        if game.state.solo:
            _score(game, "solo_over")
        else:
            game.tell(TotalLock())
            _win(game, fewest(game.state), "total_lock")
        return True
    return False


def _win(game: Circuit, winners: tuple[str, ...], reason: str) -> None:
    held = {player.id: len(player.hand) for player in game.state.players}
    game.become(outcome=Outcome(winners, reason, cards=held))  # type: ignore[arg-type]
    game.tell(GameWon(winners, reason))


def _score(game: Circuit, reason: str) -> None:
    score = len(game.state.network)
    winners = tuple(p.id for p in game.state.players if score == CARDS)
    rank = rank_of(score)
    game.become(outcome=Outcome(winners, reason, score=score, rank=rank))  # type: ignore[arg-type]
    game.tell(SoloScored(score, rank))
