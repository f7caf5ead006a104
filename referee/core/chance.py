"""The seeded number stream (contract, Randomness), and a move as it unfolds."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from referee.core.records import MOST, UNKNOWN, Event, Rng, StateRecord

_RANGE = 2**64

S = TypeVar("S", bound=StateRecord)
T = TypeVar("T")


@lru_cache(maxsize=64)
def commitment(seed: str) -> str:
    """Return the lower-case hex SHA-256 of the seed's UTF-8 bytes."""
    return hashlib.sha256(seed.encode()).hexdigest()


def number(seed: str, index: int) -> int:
    """Return number `index` (from 0) of the seed's stream, 0 to 2^64 - 1."""
    digest = hashlib.sha256(f"{seed}:{index}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


class Stream:
    """Numbers drawn one after the other from a seed; `counter` says how many have been used.

    Behind number 2^53 - 1, the last that a state can count, the stream begins anew.
    """

    def __init__(self, seed: str, counter: int = 0) -> None:
        """Start at number `counter` of the seed's stream."""
        self.seed = seed
        self.counter = counter

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely: numbers past the last whole
        multiple of n are thrown away."""
        limit = _RANGE // n * n
        while True:
            drawn = number(self.seed, self.counter)
            self.counter = (self.counter + 1) % (MOST + 1)
            if drawn < limit:
                return drawn % n

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return the items in a random order (from the last index down, swap with one below)."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def die(self, sides: int) -> int:
        """Return a roll, 1 to `sides`."""
        return self.below(sides) + 1


def seeded(seed: str) -> Rng:
    """Return the stream of a new game, no number used yet."""
    return Rng(seed=seed, commitment=commitment(seed), counter=0)


def shuffled(rng: Rng | None, cards: tuple[str, ...]) -> tuple[tuple[str, ...], Rng | None]:
    """Shuffle a pile by the seed; without one, two cards or more become unknown.

    Returns the pile, next card first, and the stream behind the numbers used.
    """
    if len(cards) < 2:
        return cards, rng
    if rng is None or rng.seed is None:
        return (UNKNOWN,) * len(cards), rng
    stream = Stream(rng.seed, rng.counter)
    order = tuple(stream.shuffle(cards))
    return order, msgspec.structs.replace(rng, counter=stream.counter)


class Unfolding(Generic[S]):
    """A move as it unfolds: the state so far, the events told, and whether it can be undone.

    A game's `apply` makes one, lets its rules work on it, and returns it; nobody else holds it,
    so the states that go in and come out stay frozen.
    """

    def __init__(self, state: S) -> None:
        """Begin with the state before the move."""
        self.state = state
        self.events: list[Event] = []
        self.undoable = True

    def become(self, **changes: Any) -> None:
        """Go on with these members of the state changed."""
        self.state = msgspec.structs.replace(self.state, **changes)  # type: ignore[type-var]

    def tell(self, *events: Event) -> None:
        """Add to what happened."""
        self.events += events

    def turn_up(self) -> None:
        """Note that a card has left a face-down pile: taking the move back would tell it."""
        self.undoable = False

    def roll(self, sides: int) -> int | None:
        """Roll a die by the seed; None where there is none, and the table has to roll."""
        rng = self.state.rng
        if rng is None or rng.seed is None:
            return None
        stream = Stream(rng.seed, rng.counter)
        value = stream.die(sides)
        self.become(rng=msgspec.structs.replace(rng, counter=stream.counter))
        self.undoable = False
        return value

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards shuffled, and use up the numbers that it takes."""
        order, rng = shuffled(self.state.rng, cards)
        if len(cards) > 1:
            self.undoable = False
        if rng is not self.state.rng:
            self.become(rng=rng)
        return order
