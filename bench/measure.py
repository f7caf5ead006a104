"""Measures contestants in interleaved rounds: each figure is a median with its spread."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from statistics import median
from time import perf_counter
from typing import NamedTuple

import msgspec

from bench.outside import Unavailable

Clock = Callable[[], float]
"""Seconds, from any beginning."""

WARMING = 0.2
"""The share of a round's seconds for which each contestant runs before the first round."""


class Quantity(NamedTuple):
    """One measured value with its unit."""

    value: float
    unit: str


Sample = Mapping[str, Quantity]
"""What a contestant measures in one round, by the figure's name."""


class Contestant(NamedTuple):
    """What is measured: `measure` takes the seconds that it may spend.

    `differs` says how the contestant differs from ours; it is empty for our own.
    """

    name: str
    measure: Callable[[float], Sample]
    differs: str = ""


class Figure(msgspec.Struct, frozen=True, rename={"low": "min", "high": "max"}):
    """What one quantity came to in every round; `low` and `high` are its spread."""

    unit: str
    median: float
    low: float
    high: float
    rounds: tuple[float, ...]


class Row(msgspec.Struct, frozen=True):
    """A contestant's figures by name; none where it is `missing`, and then why."""

    name: str
    figures: dict[str, Figure] = {}
    differs: str = ""
    missing: str = ""


def figure_of(unit: str, values: Sequence[float]) -> Figure:
    """Sum up the values of all rounds, at least one."""
    return Figure(unit, median(values), min(values), max(values), tuple(values))


def ratio_of(above: Figure, below: Figure) -> Figure:
    """Divide figures round by round, so that what slows a whole round down cancels out."""
    return figure_of("times", [a / b for a, b in zip(above.rounds, below.rounds, strict=True)])


def interleave(contestants: Sequence[Contestant], rounds: int, seconds: float) -> list[Row]:
    """Measure every contestant once a round, each round beginning with another one.

    One that fails on the way is missing from then on, and its row says why.
    """
    samples: dict[str, list[Sample]] = {contestant.name: [] for contestant in contestants}
    failed: dict[str, str] = {}

    def measure(contestant: Contestant, time: float) -> None:
        if contestant.name not in failed:
            try:
                samples[contestant.name].append(contestant.measure(time))
            except Unavailable as error:
                failed[contestant.name] = str(error)

    with _own_objects_left_alone():
        for contestant in contestants:
            measure(contestant, seconds * WARMING)
            samples[contestant.name].clear()
        for turn in range(rounds):
            first = turn % len(contestants) if contestants else 0
            for contestant in (*contestants[first:], *contestants[:first]):
                measure(contestant, seconds)
    return [
        Row(c.name, differs=c.differs, missing=failed[c.name])
        if c.name in failed
        else Row(c.name, _figures(samples[c.name]), c.differs)
        for c in contestants
    ]


@contextmanager
def _own_objects_left_alone() -> Iterator[None]:
    """Keep the collector from what the run itself holds.

    Else it would look through that, again and again, at the expense of whoever makes new objects.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _figures(samples: Sequence[Sample]) -> dict[str, Figure]:
    return {
        name: figure_of(quantity.unit, [sample[name].value for sample in samples])
        for name, quantity in samples[0].items()
    }


def per_second(step: Callable[[], object], seconds: float, clock: Clock = perf_counter) -> float:
    """Repeat a step for so long, at least once; return the steps per second."""
    began = now = clock()
    count = 0
    while now - began < seconds or not count:
        step()
        count += 1
        now = clock()
    return count / (now - began)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values does not exceed."""
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]
