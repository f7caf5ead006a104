"""The peers that are measured beside the referee, each where it is installed."""

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple, Protocol

from bench.install import reasons
from bench.measure import Contestant, Row


class Peer(Protocol):
    """A peer's module: it cannot be imported where the peer is not installed."""

    def version(self) -> str:
        """Return the installed version."""

    def playing(self) -> list[Contestant]:
        """List its playouts."""

    def answering(self) -> list[Contestant]:
        """List its stateless requests; none where it has no form for them."""


class Place(NamedTuple):
    """Where a peer's module is, and whether it takes part in the stateless requests."""

    module: str
    stateless: bool


PLACES: Mapping[str, Place] = {
    "RLCard": Place("bench.peers.rlcard", False),
    "OpenSpiel": Place("bench.peers.openspiel", True),
    "python-chess": Place("bench.peers.chess", True),
    "boardgame.io": Place("bench.peers.boardgame", True),
}


class Found(NamedTuple):
    """The peers that are here, and why the others are not."""

    peers: Mapping[str, Peer]
    missing: Mapping[str, str]

    def rows(self, *, stateless: bool) -> list[Row]:
        """Make rows for the missing peers of a section."""
        return [
            Row(name, missing=reason)
            for name, reason in self.missing.items()
            if PLACES[name].stateless or not stateless
        ]


def find(places: Mapping[str, Place] = PLACES) -> Found:
    """Import every peer that can be."""
    found: dict[str, Peer] = {}
    missing: dict[str, str] = {}
    for name, place in places.items():
        # Whatever is wrong with a peer must not end the run: it is reported.
        try:
            found[name] = import_module(place.module)
        except Exception as error:
            missing[name] = reasons().get(name) or str(error)
    return Found(found, missing)
