"""Deck packs: the cards of a game as data, inline in a state or installed by name."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

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

    def listing(self) -> list[dict[str, Any]]:
        """List what is installed, as the catalogue shows it."""
        entries = self._by_name.items()
        return [{"name": name, "official": entry.official} for name, entry in entries]


class PackGame(Protocol):
    """What reading a pack needs of a game."""

    @property
    def title(self) -> str: ...
    @property
    def pack_type(self) -> Any: ...
    def pack_faults(self, pack: Any) -> list[Fault]: ...


def read_pack(game: PackGame, document: Any) -> Any:
    """Decode and judge a pack. Raises `Malformed` with every fault."""
    if game.pack_type is None:
        raise Malformed([Fault("", f"{game.title} has one deck and takes no pack.")])
    if faults := list(every_fault(document, game.pack_type)):
        raise Malformed(faults)
    pack = msgspec.convert(document, game.pack_type)
    if faults := game.pack_faults(pack):
        raise Malformed(faults)
    return pack


def chosen_pack(game: PackGame, shelf: Shelf[Any], deck: Any) -> Any:
    """Return the pack that a setup asks for, by name or inline.

    Raises `UnknownDeck`, or `Malformed` with pointers that start at the setup.
    """
    if isinstance(deck, str):
        return shelf.find(deck)
    if not isinstance(deck, Mapping):
        raise Malformed([Fault("/deck", "This is the name of an installed deck, or a pack.")])
    try:
        return read_pack(game, deck)
    except Malformed as error:
        raise Malformed(Fault(f"/deck{f.pointer}", f.message) for f in error.faults) from None
