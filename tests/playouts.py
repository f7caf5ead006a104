"""Plays 1,000 random games of each kind, size and variant, and judges every position twice.

    python -m tests.playouts [GAMES]

For each game it holds that it ends, that every state on the way is sound, that every listed move
is legal, and that no move listed in another position of the game is legal without being listed.
"""

import sys
from collections import Counter
from multiprocessing import Pool
from random import Random
from typing import Any

from referee.core import judge
from referee.core.game import AnyGame
from referee.core.registry import games
from tests.support import GAMES, Deal, configurations, is_legal, play

POOL = 40


def judge_games(work: tuple[str, int, dict[str, Any], int]) -> tuple[str, Counter[str], int]:
    """Play and judge the games of one configuration; return how they ended, and the plies."""
    name, players, options, count = work
    game = games()[name]
    ends: Counter[str] = Counter()
    plies = 0
    for seed in range(count):
        plies += judge_game(Deal(game, players, options, "seeded", seed), ends)
    chosen = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{name}, {players} players, {chosen}", ends, plies


def judge_game(deal: Deal, ends: Counter[str]) -> int:
    """Play and judge one game; return its plies."""
    random, plies = Random(deal.seed), 0
    pool: list[Any] = []
    state = deal.state()
    for step in play(deal):
        plies += 1
        state = step.ruling.state
        judge.audit(deal.game, state)
        pool = judge_position(deal.game, state, pool, random)
    ends[state.outcome.reason] += 1
    return plies


def judge_position(game: AnyGame, state: Any, pool: list[Any], random: Random) -> list[Any]:
    """Judge what is listed in a position, and what was in others; return the others to come."""
    listed = set(judge.legal_moves(game, state).moves)
    assert all(is_legal(game, state, move) for move in listed), state
    wrong = [move for move in pool if move not in listed and is_legal(game, state, move)]
    assert not wrong, (state, wrong)
    known = list({*pool, *listed})
    return random.sample(known, min(POOL, len(known)))


def main() -> None:
    """Play the games in as many processes as there are cores."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    work = [(g.name, players, o, count) for g in GAMES for players, o in configurations(g)]
    with Pool() as processes:
        for about, ends, plies in processes.imap(judge_games, work):
            print(f"{about}: {count} games, {plies} plies, {dict(ends)}", flush=True)


if __name__ == "__main__":
    main()
