"""Quick answers for people at a table: does this card connect here, and how good is a score."""

from typing import Any

from referee.core.errors import Malformed
from referee.core.game import AnyGame, Lookup, number
from referee.core.packs import is_slug
from referee.core.records import Fault, Record
from referee.games.circuit_sibz.deck import (
    CARDS,
    DIRECTIONS,
    NO_PORT,
    REFERENCE,
    Deck,
    Pack,
    Sides,
    deck_of,
    distinct,
    turned,
)
from referee.games.circuit_sibz.ending import rank_of
from referee.games.circuit_sibz.grid import connecting


class FitQuery(Record, frozen=True):
    """`lookups/fit`: a card of a deck or its four `sides`, and the edges that the cell meets.

    Each of north, east, south and west is a kind of port, `none` for an edge without a port, or
    left out for a free cell; without `rotation` every rotation is tried.
    """

    card: str = ""
    deck: str = ""
    sides: str = ""
    rotation: str = ""
    north: str = ""
    east: str = ""
    south: str = ""
    west: str = ""


class ScoreQuery(Record, frozen=True):
    """`lookups/score`: how many cards lie in the network."""

    cards: str


def fit(game: AnyGame, query: FitQuery) -> dict[str, Any]:
    """Say whether a card connects in a cell, turned like that or in any way."""
    sides, kinds = _sides(game, query)
    offered = _offered(query, kinds)
    tried = (_rotation(query.rotation),) if query.rotation else distinct(sides)
    found = [(r, connecting(turned(sides, r), offered)) for r in tried]
    ways = [{"rotation": r, "connections": list(c)} for r, c in found if c]
    return {"fits": bool(ways), "ways": ways}


def _sides(game: AnyGame, query: FitQuery) -> tuple[Sides, tuple[str, ...] | None]:
    """Return the card's edges, and the kinds of its deck where it is of one."""
    if bool(query.card) == bool(query.sides):
        raise Malformed([Fault("/card", "Name a card, or its four sides, not both.")])
    if query.card:
        deck = _deck(game, query.deck)
        if query.card not in deck.copies:
            message = f"The deck {deck.pack.name!r} has no card {query.card!r}."
            raise Malformed([Fault("/card", message)])
        return deck.sides(query.card, 0), deck.pack.ports
    edges = query.sides.split(",")
    if query.deck:
        raise Malformed([Fault("/deck", "Sides are told without a deck.")])
    if len(edges) != len(DIRECTIONS) or not all(map(is_slug, edges)):
        message = "These are four kinds of port or none, like clock,none,data,none."
        raise Malformed([Fault("/sides", message)])
    return tuple(None if edge == NO_PORT else edge for edge in edges), None


def _deck(game: AnyGame, name: str) -> Deck:
    pack: Pack = game.shelf.find(name or REFERENCE.name)
    return deck_of(pack)


def _rotation(text: str) -> int:
    if text not in ("0", "1", "2", "3"):
        raise Malformed([Fault("/rotation", "This is 0 to 3 quarter turns clockwise.")])
    return int(text)


def _offered(query: FitQuery, kinds: tuple[str, ...] | None) -> dict[int, str]:
    """Return the kinds that the neighbours show, by direction."""
    offered = {}
    for direction, name in enumerate(DIRECTIONS):
        edge: str = getattr(query, name)
        if edge and edge != NO_PORT:
            if not is_slug(edge) or (kinds is not None and edge not in kinds):
                raise Malformed([Fault(f"/{name}", f"There is no kind of port {edge!r}.")])
            offered[direction] = edge
    return offered


def rank(game: AnyGame, query: ScoreQuery) -> dict[str, Any]:
    """Return the rank of a solo score (`solo.score`)."""
    score = number("cards", query.cards, 0, CARDS)
    return {"score": score, "rank": rank_of(score)}


LOOKUPS = {
    "fit": Lookup("Does this card connect in that cell?", FitQuery, fit),
    "score": Lookup("What is a solo score worth?", ScoreQuery, rank),
}
