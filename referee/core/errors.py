"""What is wrong with a request, kept apart: malformed, impossible, unsupported, illegal."""

from collections.abc import Iterable

from referee.core.records import Fault, Refusal


class RequestError(Exception):
    """A request that gets no ruling."""


class Malformed(RequestError):
    """No request, state or move of the game at all: wrong members, types, ranges, card ids."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep the faults; their pointers start at the request's body."""
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.pointer}: {fault.message}" for fault in self.faults))


class Incoherent(RequestError):
    """A state that cannot be: the census or the game's coherence fails."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep every fault; their pointers start at the state."""
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.pointer}: {fault.message}" for fault in self.faults))


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
