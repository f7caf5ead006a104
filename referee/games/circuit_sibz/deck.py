"""Deck packs of Circuit Sibz: the kinds of port, the cards, and how they look when turned."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Annotated

from msgspec import Meta

from referee.core.game import CardInfo
from referee.core.packs import Slug, count_faults, slug_faults
from referee.core.records import UNKNOWN, Fault, Listed, Record

CARDS = 72
MOST_KINDS = 12
NO_PORT = "none"
DIRECTIONS = ("north", "east", "south", "west")

Sides = tuple[str | None, ...]
"""The kinds of port north, east, south and west, None for an edge without a port."""


class Card(Record, frozen=True):
    """A card of a pack: its edges as it lies unrotated, and how many there are of it."""

    id: Slug
    sides: Annotated[Sides, Meta(min_length=4, max_length=4)]
    count: Annotated[int, Meta(ge=1, le=CARDS)]


class Pack(Record, frozen=True, cache_hash=True):
    """A deck pack (`deck.pack`)."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    ports: Listed[Slug]
    cards: Listed[Card]


def pack_faults(pack: Pack) -> list[Fault]:
    """List every defect of a decoded pack (`deck.pack`)."""
    return [*_port_faults(pack), *_card_faults(pack)]


def _port_faults(pack: Pack) -> Iterator[Fault]:
    count = len(pack.ports)
    if not 1 <= count <= MOST_KINDS:
        message = f"A pack has 1 to {MOST_KINDS} kinds of port; this one has {count}."
        yield Fault("/ports", message)
    met: set[str] = set()
    for place, kind in enumerate(pack.ports):
        if kind == NO_PORT:
            yield Fault(f"/ports/{place}", f"{NO_PORT!r} stands for an edge without a port.")
        if kind in met:
            yield Fault(f"/ports/{place}", f"The kind {kind!r} is listed twice.")
        met.add(kind)
        yield from slug_faults(f"/ports/{place}", kind)


def _card_faults(pack: Pack) -> Iterator[Fault]:
    met: set[str] = set()
    kinds = {None, *pack.ports}
    for place, card in enumerate(pack.cards):
        pointer = f"/cards/{place}"
        yield from slug_faults(f"{pointer}/id", card.id)
        if card.id in met:
            yield Fault(f"{pointer}/id", f"There is a card {card.id!r} already.")
        met.add(card.id)
        if not any(card.sides):
            yield Fault(f"{pointer}/sides", "A card has at least one port.")
        for direction, kind in enumerate(card.sides):
            if kind not in kinds:
                yield Fault(f"{pointer}/sides/{direction}", f"The pack lists no kind {kind!r}.")
    yield from count_faults("/cards", pack.cards, CARDS)


def turned(sides: Sides, rotation: int) -> Sides:
    """Return the edges after so many quarter turns clockwise (`grid.rotation`)."""
    return tuple(sides[(direction - rotation) % 4] for direction in range(4))


def distinct(sides: Sides) -> tuple[int, ...]:
    """List the rotations in which a card looks different, each the smallest."""
    ways = [turned(sides, rotation) for rotation in range(4)]
    return tuple(rotation for rotation, way in enumerate(ways) if way not in ways[:rotation])


def ports_of(sides: Sides) -> tuple[tuple[int, str], ...]:
    """Return the ports of four edges, each with its direction."""
    return tuple((direction, kind) for direction, kind in enumerate(sides) if kind is not None)


class Deck:
    """A pack made ready: copies and edges by card, and the ways in which a card can lie."""

    def __init__(self, pack: Pack) -> None:
        """Read a sound pack."""
        self.pack = pack
        self.copies: Mapping[str, int] = {card.id: card.count for card in pack.cards}
        self.named = frozenset((*self.copies, UNKNOWN))
        """What can be in a hand: the cards, and one that is hidden."""
        self._ways = {card.id: [turned(card.sides, r) for r in range(4)] for card in pack.cards}
        self._ports = {card: [ports_of(way) for way in ways] for card, ways in self._ways.items()}
        self.rotations: Mapping[str, tuple[int, ...]] = {
            card: distinct(ways[0]) for card, ways in self._ways.items()
        }
        self.meets: Mapping[str, Mapping[tuple[int, str], tuple[int, ...]]] = {
            card: self._meeting(card) for card in self.copies
        }
        """By card, and by direction and kind: the rotations in which it has that port there."""

    def _meeting(self, card: str) -> Mapping[tuple[int, str], tuple[int, ...]]:
        meeting: dict[tuple[int, str], tuple[int, ...]] = {}
        for rotation in self.rotations[card]:
            for port in self._ports[card][rotation]:
                meeting[port] = (*meeting.get(port, ()), rotation)
        return meeting

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card in the pack's order, copies adjacent."""
        return tuple(Counter(self.copies).elements())

    def sides(self, card: str, rotation: int) -> Sides:
        """Return a card's edges as it lies."""
        return self._ways[card][rotation]

    def ports(self, card: str, rotation: int) -> tuple[tuple[int, str], ...]:
        """Return a card's ports as it lies, each with its direction."""
        return self._ports[card][rotation]

    def smallest(self, card: str, rotation: int) -> int:
        """Return the smallest rotation in which the card looks the same."""
        return self._ways[card].index(self._ways[card][rotation])


@lru_cache(maxsize=64)
def deck_of(pack: Pack) -> Deck:
    """Make a sound pack ready."""
    return Deck(pack)


def _reference() -> Pack:
    """Make the built-in pack (`deck.reference`)."""
    kinds = ("clock", "data", "ground", "power", "reset", "signal")
    by_letter = {kind[0]: kind for kind in kinds}
    ways = {min(_rotations("".join(s))) for s in product((*by_letter, "x"), repeat=4)}
    few = [spelled for spelled in ways if 1 <= 4 - spelled.count("x") <= 2]
    whole = [letter * 4 for letter in by_letter]
    cards = tuple(
        Card(spelled, tuple(map(by_letter.get, spelled)), 1 + (spelled in whole[:3]))
        for spelled in sorted([*few, *whole])
    )
    return Pack("reference", kinds, cards)


def _rotations(spelled: str) -> list[str]:
    return [spelled[r:] + spelled[:r] for r in range(4)]


REFERENCE = _reference()


def catalogue(pack: Pack) -> tuple[CardInfo, ...]:
    """List the cards of a pack with their edges."""
    return tuple(
        CardInfo(card.id, card.id, card.count, _edges(card.sides), _RULES, {"sides": card.sides})
        for card in pack.cards
    )


_RULES = ("place.connect", "port.live", "port.connect", "grid.rotation")


def _edges(sides: Sides) -> str:
    edges = (f"{d} {kind}" for d, kind in zip(DIRECTIONS, sides, strict=True) if kind)
    return f"Ports: {', '.join(edges)}."
