"""What is wrong with a request, kept apart: malformed, impossible, unsupported, illegal."""

from collections.abc import Iterable

from referee.core.records import Fault, Refusal


class RequestError(Exception):
    """A request that gets no ruling."""


MOST_TOLD = 50
"""How many faults an answer lists: more would tell nobody more, and could be millions."""


class Faulty(RequestError):
    """A request in which members are to blame."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep every fault."""
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.pointer}: {fault.message}" for fault in self.told))

    @property
    def told(self) -> tuple[Fault, ...]:
        """The faults as they are answered: the first 50, and how many have been found besides.

        Of a list that is bad throughout not every entry is looked at, so there may be more.
        """
        rest = len(self.faults) - MOST_TOLD
        if rest <= 0:
            return self.faults
        return (*self.faults[:MOST_TOLD], Fault("", f"… and {rest} more, at the least."))


class Malformed(Faulty):
    """No request, state or move of the game at all: wrong members, types, ranges, card ids.

    The pointers of its faults start at the request's body.
    """


class Incoherent(Faulty):
    """A state that cannot be: the census or the game's coherence fails.

    The pointers of its faults start at the state.
    """


class BrokenSeal(Faulty):
    """A seal that does not hold: of another state, or changed."""


class UnknownSealKey(Faulty):
    """A seal by a key that this referee does not have."""


class SealRequired(Faulty):
    """A state without a seal, where one is required."""


class UnknownDeck(RequestError):
    """A deck that is asked for by name and is not installed."""


class UnsupportedVersion(RequestError):
    """A state of another version of the format and the rulings."""


class UnsupportedVariant(RequestError):
    """A variant that the publisher names but gives no rules for."""


class Illegal(RequestError):
    """A move that is well formed and possible, but against the rules."""

    def __init__(self, refusal: Refusal, index: int | None = None) -> None:
        """Keep the refusal and, in a replay, the index of the move that it refuses."""
        self.refusal = refusal
        self.index = index
        super().__init__(f"{refusal.message} [{refusal.rule}]")
