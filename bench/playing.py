"""Random playouts of any game, ours or a peer's, and the positions met on the way."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, cycle, islice
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from bench.measure import Clock, Contestant, Quantity, Sample, per_second

PLAYERS = 4
"""How many play wherever a game takes so many, ours and the peers'."""

POSITIONS = 400
"""How many positions of random games the stateless requests come from."""

STRIDE = 7
"""Every so manieth position is kept: neighbours resemble each other."""


class Rules(Protocol):
    """A game as a playout needs it; states may be changed in place."""

    def start(self, random: Random) -> Any:
        """Set up a game, with anything that chance decides before the first decision."""

    def legal(self, state: Any) -> Sequence[Any]:
        """List the legal moves; none where the game is over."""

    def apply(self, state: Any, move: Any) -> Any:
        """Make a listed move, and what chance decides up to the next decision."""


class Decision(NamedTuple):
    """A position, its legal moves, and the one that is about to be made."""

    state: Any
    legal: Sequence[Any]
    move: Any


def playout(rules: Rules, seed: int) -> Iterator[Decision]:
    """Play one random game, decision by decision."""
    random = Random(seed)
    state = rules.start(random)
    while legal := rules.legal(state):
        # Half the cost of Random.choice, which would weigh on the fastest games.
        move = legal[int(random.random() * len(legal))]
        yield Decision(state, legal, move)
        state = rules.apply(state, move)


def decisions(rules: Rules) -> Iterator[Decision]:
    """Play random games without end, one seed after the other."""
    for seed in count():
        yield from playout(rules, seed)


def playouts(name: str, rules: Rules, differs: str = "") -> Contestant:
    """Measure decisions per second, and the mean number of legal moves."""
    going = decisions(rules)
    return Contestant(name, lambda seconds: decide(going, seconds), differs)


def decide(going: Iterator[Decision], seconds: float, clock: Clock = perf_counter) -> Sample:
    """Go on with playouts for so long, at least by one decision."""
    began = now = clock()
    made = legal = 0
    while now - began < seconds or not made:
        legal += len(next(going).legal)
        made += 1
        now = clock()
    return decided(made, now - began, legal)


def decided(made: int, seconds: float, legal: int) -> Sample:
    """Sum up so many decisions with so many legal moves in all."""
    return {
        "decisions": Quantity(made / seconds, "per second"),
        "legal moves": Quantity(legal / made, "per decision"),
    }


def spread_out(going: Iterator[Decision], wanted: int = POSITIONS) -> Iterator[Decision]:
    """Keep decisions of all stages of many games."""
    return islice(going, 0, wanted * STRIDE, STRIDE)


def stateless(
    name: str, cases: Sequence[Any], answer: Callable[[Any], object], differs: str = ""
) -> Contestant:
    """Measure how many cases per second are answered, over and over all of them."""
    waiting = cycle(cases)

    def measure(seconds: float) -> Sample:
        rate = per_second(lambda: answer(next(waiting)), seconds)
        return {"moves": Quantity(rate, "per second")}

    return Contestant(name, measure, differs)
