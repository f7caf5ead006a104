"""Times the steps of one stateless request: the profile that shows where its time goes."""

from collections.abc import Callable, Sequence
from itertools import cycle
from time import perf_counter
from typing import Any

from bench import ours
from bench.measure import Contestant, Quantity, Sample, per_second
from referee.core.game import AnyGame

MICRO = 1_000_000


def contestants() -> list[Contestant]:
    """List our games; each measures its steps in microseconds, and their shares of them all."""
    return [_contestant(game) for game in ours.all_games()]


def _contestant(game: AnyGame) -> Contestant:
    steps = ours.Steps(game)
    going = cycle([position.body() for position in ours.positions(game.name)])

    def measure(seconds: float) -> Sample:
        spent = [0.0] * len(steps.all())
        rate = per_second(lambda: _walk(steps.all(), next(going), spent), seconds / 2)
        whole = per_second(lambda: steps.whole(next(going)), seconds / 2)
        named = {step.__name__: s for step, s in zip(steps.all(), spent, strict=True)}
        return {**_parts(named, rate), "whole request": Quantity(MICRO / whole, "µs")}

    return Contestant(game.title, measure)


def _walk(steps: Sequence[Callable[[Any], Any]], value: Any, spent: list[float]) -> None:
    """Take the steps, and add what each took to `spent`, in seconds."""
    began = perf_counter()
    for place, step in enumerate(steps):
        value = step(value)
        now = perf_counter()
        spent[place] += now - began
        began = now


def _parts(spent: dict[str, float], rate: float) -> Sample:
    total = sum(spent.values())
    parts: dict[str, Quantity] = {}
    for name, seconds in spent.items():
        share = seconds / total
        parts[name] = Quantity(MICRO / rate * share, "µs")
        parts[f"{name}, of all steps"] = Quantity(100 * share, "%")
    return parts
