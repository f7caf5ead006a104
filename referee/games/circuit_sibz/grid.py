"""The network on its grid: which ports are live, and where a card connects."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from referee.core.records import Refusal
from referee.games.circuit_sibz.deck import Deck, Sides, ports_of
from referee.games.circuit_sibz.state import Placed

Cell = tuple[int, int]


STEPS: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""What leads to the cells in the north, east, south and west (`grid.square`)."""


def around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the cells to the north, east, south and west."""
    x, y = cell
    return (x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)


def beside(cell: Cell, direction: int) -> Cell:
    """Return the cell that an edge looks at."""
    east, north = STEPS[direction]
    return cell[0] + east, cell[1] + north


def opposite(direction: int) -> int:
    """Return the direction that looks back."""
    return (direction + 2) % 4


class Port(NamedTuple):
    """A port of a placed card."""

    cell: Cell
    direction: int
    kind: str


class Grid:
    """A network made ready: every placed card's edges, and what each free cell is offered.

    `offers` are the free cells that live ports face, each with the kinds that meet its edges, by
    direction. The time that it takes grows with the network, not with the area that it spans.
    """

    def __init__(
        self, deck: Deck, edges: dict[Cell, Sides], offers: dict[Cell, dict[int, str]]
    ) -> None:
        """Keep what has been laid out (`laid_out`, `plus`)."""
        self.deck = deck
        self.edges = edges
        self.offers = offers
        self._placements: dict[str, tuple[tuple[Cell, int], ...]] = {}

    @cached_property
    def _facing(self) -> Mapping[tuple[int, str], list[Cell]]:
        """The free cells by what they are offered."""
        facing: dict[tuple[int, str], list[Cell]] = {}
        for cell, offered in self.offers.items():
            for port in offered.items():
                facing.setdefault(port, []).append(cell)
        return facing

    @classmethod
    def laid_out(cls, deck: Deck, network: Iterable[Placed]) -> "Grid":
        """Lay out a sound network."""
        cards = [(placed.x, placed.y, placed.card, placed.rotation) for placed in network]
        edges = {(x, y): deck.sides(card, rotation) for x, y, card, rotation in cards}
        offers: dict[Cell, dict[int, str]] = {}
        for x, y, card, rotation in cards:
            for direction, kind in deck.ports(card, rotation):
                east, north = STEPS[direction]
                facing = x + east, y + north
                if facing not in edges:
                    offers.setdefault(facing, {})[opposite(direction)] = kind
        return cls(deck, edges, offers)

    def plus(self, placed: Placed) -> "Grid":
        """Return the grid with one card more; this one stays as it is."""
        cell = placed.x, placed.y
        edges = {**self.edges, cell: self.deck.sides(placed.card, placed.rotation)}
        offers = {free: offered for free, offered in self.offers.items() if free != cell}
        for direction, kind in self.deck.ports(placed.card, placed.rotation):
            facing = beside(cell, direction)
            if facing not in edges:
                offers[facing] = {**offers.get(facing, {}), opposite(direction): kind}
        return Grid(self.deck, edges, offers)

    def ports(self) -> Iterator[Port]:
        """List every port of the network, in the order of placing."""
        for cell, sides in self.edges.items():
            for direction, kind in ports_of(sides):
                yield Port(cell, direction, kind)

    def live_ports(self) -> Iterator[Port]:
        """List the ports whose facing cell is free (`port.live`)."""
        for port in self.ports():
            if beside(port.cell, port.direction) not in self.edges:
                yield port

    def takes(self, card: str) -> bool:
        """Say whether a card can be placed somewhere (`place.connect`)."""
        return not self._facing.keys().isdisjoint(self.deck.meets[card])

    def connections(self, card: str, cell: Cell, rotation: int) -> tuple[int, ...]:
        """Return the directions in which a card connects in a free cell (`port.connect`)."""
        return connecting(self.deck.sides(card, rotation), self.offers.get(cell, {}))

    def placements(self, card: str) -> tuple[tuple[Cell, int], ...]:
        """List where a card can be placed, and how turned: by x, y and rotation."""
        known = self._placements.get(card)
        if known is None:
            # Who is stuck draws and draws, and is asked for the same hand on the same grid.
            known = self._placements[card] = self._find(card)
        return known

    def _find(self, card: str) -> tuple[tuple[Cell, int], ...]:
        meets, facing = self.deck.meets[card], self._facing
        ways = {
            (cell, rotation)
            for port in meets.keys() & facing.keys()
            for cell in facing[port]
            for rotation in meets[port]
        }
        return tuple(sorted(ways))

    def refusal(self, card: str, cell: Cell, rotation: int) -> Refusal | None:
        """Say why a card does not go into a cell, or None where it does (`place.connect`)."""
        where = {"card": card, "x": cell[0], "y": cell[1]}
        at = f"{cell[0]},{cell[1]}"
        if cell in self.edges:
            return _refuse("cell_occupied", f"There is a card at {at} already.", where)
        if self.edges.keys().isdisjoint(around(cell)):
            return _refuse("no_neighbour", f"Nothing lies next to {at}.", where)
        if not self.connections(card, cell, rotation):
            message = f"No port of {card}, lying like that at {at}, meets a live port of its kind."
            return _refuse("no_connection", message, where)
        return None


def connecting(sides: Sides, offered: Mapping[int, str]) -> tuple[int, ...]:
    """Return the directions in which edges meet a port of their kind (`port.connect`)."""
    return tuple(d for d, kind in sorted(offered.items()) if sides[d] == kind)


def _refuse(code: str, message: str, details: dict[str, object]) -> Refusal:
    return Refusal(code, "place.connect", message, details)
