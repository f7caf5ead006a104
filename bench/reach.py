"""What the referee is to reach, as ratios within one run, and whether it does."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bench import growth, http, ours
from bench.measure import Figure, Row, ratio_of

NOISE = 1.1
"""How far a ratio that theory holds at a bound may be measured above it."""


class At(NamedTuple):
    """Where a figure stands in a run: the section, the row's name, the figure's name."""

    section: str
    row: str
    figure: str


class Goal(NamedTuple):
    """What the ratio of two figures is to be: `bound` at the least, or at the most.

    An `aim` is no more than a direction.
    """

    name: str
    above: At
    below: At
    bound: float
    at_least: bool = True
    aim: bool = False


class Reach(msgspec.Struct, frozen=True):
    """What became of a goal: the ratio in every round, and whether its median keeps the bound.

    Both are None where a figure is `missing`, and then which.
    """

    name: str
    bound: float
    at_least: bool
    aim: bool
    ratio: Figure | None = None
    reached: bool | None = None
    missing: str = ""


Measured = Mapping[str, Sequence[Row]]
"""The rows of every section that was measured."""


def goals() -> Iterator[Goal]:
    """List every goal, section by section."""
    yield from _playout_goals()
    yield from _stateless_goals()
    for game in ours.all_games():
        yield from _http_goals(game.title)
    yield from _growth_goals()
    few, many = (At("memory", growth.MEMORY, when) for when in (growth.FEW, growth.MANY))
    yield Goal("Memory after many requests, to after few", many, few, 1.05, at_least=False)


def _playout_goals() -> Iterator[Goal]:
    peers = ("python-chess", "boardgame.io")
    pairs = [(game.title, peer) for game in ours.all_games() for peer in peers]
    for title, peer in [("Wireburn", "RLCard UNO"), *pairs]:
        above, below = (At("playouts", row, "decisions") for row in (title, peer))
        yield Goal(f"{title}: decisions, to those of {peer}", above, below, 1)


def _stateless_goals() -> Iterator[Goal]:
    for peer, bound, aim in (
        ("boardgame.io with JSON", 4, False),
        ("python-chess by FEN, listing", 4, False),
        ("OpenSpiel crazy_eights", 1, True),
    ):
        above, below = (At("stateless", row, "moves") for row in ("Wireburn", peer))
        yield Goal(f"Wireburn: moves, to those of {peer}", above, below, bound, aim=aim)


def _http_goals(title: str) -> Iterator[Goal]:
    floor, check = (http.row_name(title, name, 1) for name in ("floor", "check"))
    batch = http.row_name(title, f"batch of {http.BATCH}", 1)
    above, below = At("http", check, "p50"), At("http", floor, "p50")
    yield Goal(f"{title}: p50 of check, to the floor's", above, below, 1.5, at_least=False)
    above, below = At("http", batch, "moves"), At("http", check, "requests")
    yield Goal(f"{title}: moves in batches, to single calls", above, below, 8)


def _growth_goals() -> Iterator[Goal]:
    for growing in growth.GROWING:
        if growing.what == "hand":
            small, *_, large = growing.sizes
            above, below = (At("growth", growing.row(size), "list") for size in (large, small))
            name = f"{ours.title(growing.game)}: listing with a hand of {large}, to one of {small}"
            yield Goal(name, above, below, round(NOISE * large / small, 1), at_least=False)


def judge(measured: Measured) -> list[Reach]:
    """Judge every goal of the sections that were measured."""
    return [judge_goal(goal, measured) for goal in goals() if goal.above.section in measured]


def judge_goal(goal: Goal, measured: Measured) -> Reach:
    """Judge a goal by the median of its ratio over the rounds."""
    above, below = _find(goal.above, measured), _find(goal.below, measured)
    if above is None or below is None:
        missing = f"no figure of {(goal.below if above else goal.above).row}"
        return Reach(goal.name, goal.bound, goal.at_least, goal.aim, missing=missing)
    ratio = ratio_of(above, below)
    reached = ratio.median >= goal.bound if goal.at_least else ratio.median <= goal.bound
    return Reach(goal.name, goal.bound, goal.at_least, goal.aim, ratio, reached)


def _find(at: At, measured: Measured) -> Figure | None:
    rows = [row for row in measured.get(at.section, ()) if row.name == at.row]
    return rows[0].figures.get(at.figure) if rows else None
