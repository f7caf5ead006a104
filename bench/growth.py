"""Measures how the cost grows: with the hand, with the network, with the requests answered."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle, islice
from typing import NamedTuple

from bench import ours
from bench.measure import Contestant, Quantity, Row, Sample, figure_of, per_second, ratio_of
from bench.outside import Unavailable, ask

MICRO = 1_000_000
SHARE = 0.4
"""The share of a round's seconds for each size."""
EACH = 300
"""Positions of each size: more than the referee keeps the grids of, so that each is met anew."""
MET = 100_000
"""Positions of random games that are looked through for them, at most."""
HAND = 5
"""The hand while the network grows."""
MEMORY = "Memory of a worker"
FEW = "after few requests"
MANY = "after many requests"

Sized = Mapping[int, list[ours.Position]]
"""Positions by size."""


class Growing(NamedTuple):
    """What grows in a game: `vary` makes positions of one or more sizes out of one."""

    game: str
    what: str
    sizes: tuple[int, int, int]
    vary: Callable[[ours.Position, tuple[int, int, int]], Sized]

    def row(self, size: int) -> str:
        """Name the row of a size."""
        return f"{ours.title(self.game)}: {self.what} of {size}"

    @property
    def growth(self) -> str:
        """Name the row that compares the largest size with the smallest."""
        return f"{ours.title(self.game)}: {self.what}, {self.sizes[-1]} to {self.sizes[0]}"


def _hands(position: ours.Position, sizes: tuple[int, int, int]) -> Sized:
    """Make the same position with hands of all sizes, where there is one of each."""
    made = {size: ours.resized(position, size) for size in sizes}
    found = {size: [position] for size, position in made.items() if position is not None}
    return found if len(found) == len(sizes) else {}


def _networks(position: ours.Position, sizes: tuple[int, int, int]) -> Sized:
    """Keep a position with a network of one of the sizes, and a hand that is always the same."""
    size = ours.cards_laid(position)
    kept = ours.resized(position, HAND) if size in sizes else None
    return {} if kept is None else {size: [kept]}


GROWING = (
    Growing(ours.CIRCUIT, "hand", (10, 20, 40), _hands),
    Growing(ours.CIRCUIT, "network", (12, 24, 48), _networks),
    Growing("mindburners", "hand", (3, 6, 12), _hands),
    Growing("wireburn", "hand", (5, 10, 20), _hands),
)
"""Each of some size, and two and four times as large."""


@cache
def positions(growing: Growing) -> Sized:
    """Look for positions of each size in random games."""
    found: dict[int, list[ours.Position]] = {size: [] for size in growing.sizes}
    for position in islice(ours.duels(growing.game), MET):
        for size, made in growing.vary(position, growing.sizes).items():
            found[size] += made[: EACH - len(found[size])]
        if all(len(kept) == EACH for kept in found.values()):
            break
    return found


def contestants() -> list[Contestant]:
    """List every size of everything that grows."""
    return [
        _contestant(growing.row(size), positions(growing)[size])
        for growing in GROWING
        for size in growing.sizes
    ]


def _contestant(name: str, met: Sequence[ours.Position]) -> Contestant:
    going = cycle(met)
    legal = sum(ours.list_moves(position) for position in met) / len(met)

    def measure(seconds: float) -> Sample:
        listed = per_second(lambda: ours.list_moves(next(going)), seconds * SHARE / 2)
        made = per_second(lambda: ours.make_move(next(going)), seconds * SHARE / 2)
        return {
            "list": Quantity(MICRO / listed, "µs"),
            "apply": Quantity(MICRO / made, "µs"),
            "legal moves": Quantity(legal, "per position"),
        }

    return Contestant(name, measure)


def with_ratios(rows: Sequence[Row]) -> Iterator[Row]:
    """Give the rows, and after each thing's last size the growth from the first."""
    named = {row.name: row for row in rows}
    for growing in GROWING:
        sizes = [named[growing.row(size)] for size in growing.sizes]
        small, large = sizes[0].figures, sizes[-1].figures
        yield from sizes
        yield Row(growing.growth, {name: ratio_of(large[name], small[name]) for name in small})


def memory(few: int, many: int) -> Row:
    """Measure the resident memory of one worker after few and after many requests."""
    command = [sys.executable, "-m", "bench.memory", str(few), str(many)]
    try:
        told = ask(command)
    except Unavailable as error:
        return Row(MEMORY, missing=str(error))
    before, after = (figure_of("MiB", [told[str(requests)]]) for requests in (few, many))
    return Row(MEMORY, {FEW: before, MANY: after})
