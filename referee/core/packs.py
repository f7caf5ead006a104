"""Deck packs: the cards of a game as data, inline in a state or installed by name."""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Meta

from referee.core.decoding import every_fault
from referee.core.errors import Malformed, UnknownDeck
from referee.core.records import Fault, Record


class PackRecord(Protocol):
    """What every game's pack has."""

    @property
    def name(self) -> str: ...


P = TypeVar("P", bound=PackRecord)


class Installed(Record, frozen=True):
    """A pack that can be asked for by its name; `official` ones are the publisher's cards."""

    pack: Any
    official: bool


SLUG = r"^[a-z0-9-]+$"
MOST_LETTERS = 24
Slug = Annotated[str, Meta(pattern=SLUG, min_length=1, max_length=MOST_LETTERS)]
"""The id of a card, or the name of a kind, in a pack."""


def is_slug(text: str) -> bool:
    """Say whether a text can be an id; unlike the pattern's `$`, no line break may end it."""
    return len(text) <= MOST_LETTERS and re.fullmatch(SLUG, text) is not None


def slug_faults(pointer: str, slug: str) -> Iterator[Fault]:
    """List what the pattern lets through and an id may not have."""
    if not is_slug(slug):
        yield Fault(pointer, "This ends with a line break.")


class Counted(Protocol):
    """A card of a pack, with the number of its copies."""

    @property
    def count(self) -> int: ...


def count_faults(pointer: str, cards: Iterable[Counted], expected: int) -> Iterator[Fault]:
    """List why a pack's cards are not as many as the game has."""
    total = sum(card.count for card in cards)
    if total != expected:
        yield Fault(pointer, f"The counts add up to {expected}; these add up to {total}.")


class Shelf(Generic[P]):
    """The packs that are installed for a game, by name."""

    def __init__(self, installed: Iterable[Installed] = ()) -> None:
        """Put packs on the shelf. Raises ValueError where two have the same name."""
        self._by_name: dict[str, Installed] = {}
        for entry in installed:
            if entry.pack.name in self._by_name:
                raise ValueError(f"There is a deck called {entry.pack.name!r} already.")
            self._by_name[entry.pack.name] = entry

    def plus(self, *installed: Installed) -> "Shelf[P]":
        """Return a shelf with more packs. Raises ValueError for a name that is taken."""
        return Shelf([*self._by_name.values(), *installed])

    def get(self, name: str) -> P | None:
        """Return a pack by its name, if it is installed."""
        entry = self._by_name.get(name)
        return entry.pack if entry else None

    def find(self, name: str) -> P:
        """Return a pack by its name. Raises `UnknownDeck`."""
        pack = self.get(name)
        if pack is None:
            raise UnknownDeck(f"There is no installed deck {name!r}.")
        return pack

    def carried(self, deck: str | P) -> P:
        """Return what the deck of an audited state stands for: a name, or a pack inline."""
        return self.find(deck) if isinstance(deck, str) else deck

    def listing(self) -> list[dict[str, Any]]:
        """List what is installed, as the catalogue shows it."""
        entries = self._by_name.items()
        return [{"name": name, "official": entry.official} for name, entry in entries]


class PackGame(Hashable, Protocol):
    """What reading a pack needs of a game."""

    @property
    def title(self) -> str: ...
    @property
    def pack_type(self) -> Any: ...
    @property
    def shelf(self) -> Shelf[Any]: ...
    def pack_faults(self, pack: Any) -> list[Fault]: ...


@lru_cache(maxsize=64)
def judged(game: PackGame, pack: Any) -> tuple[Fault, ...]:
    """List every defect of a decoded pack, whose judging takes longer than that of a move.

    A request asks for it more than once, and the requests of a game have the same pack.
    """
    return tuple(game.pack_faults(pack))


def read_pack(game: PackGame, document: Any) -> Any:
    """Decode and judge a pack. Raises `Malformed` with every fault."""
    if game.pack_type is None:
        raise Malformed([Fault("", f"{game.title} has one deck and takes no pack.")])
    if faults := list(every_fault(document, game.pack_type)):
        raise Malformed(faults)
    pack = msgspec.convert(document, game.pack_type)
    if broken := judged(game, pack):
        raise Malformed(broken)
    return pack


def chosen_pack(game: PackGame, deck: Any) -> Any:
    """Return the pack that a setup asks for, by name or inline.

    Raises `UnknownDeck`, or `Malformed` with pointers that start at the setup.
    """
    if isinstance(deck, str):
        return game.shelf.find(deck)
    if not isinstance(deck, Mapping):
        raise Malformed([Fault("/deck", "This is the name of an installed deck, or a pack.")])
    try:
        return read_pack(game, deck)
    except Malformed as error:
        raise Malformed(Fault(f"/deck{f.pointer}", f.message) for f in error.faults) from None


def deck_faults(game: PackGame, deck: Any) -> list[Fault]:
    """List why a state cannot carry this deck, decoded: it is not installed, or not sound."""
    if not isinstance(deck, str):
        return [Fault(f"/deck{f.pointer}", f.message) for f in judged(game, deck)]
    if game.shelf.get(deck) is None:
        return [Fault("/deck", f"There is no installed deck {deck!r}.")]
    return []
