"""Quick answers for people at a table: what fits here, and what does this stack show."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.core.errors import Malformed
from referee.core.game import AnyGame, Lookup
from referee.core.records import Fault, Record
from referee.games.wireburn.coherence import stack_faults
from referee.games.wireburn.deck import CLEARING, DECK, DOCKS, MODIFIERS, Dock
from referee.games.wireburn.passing import fresh_turn
from referee.games.wireburn.plays import judge_dock
from referee.games.wireburn.words import shown


class FitQuery(Record, frozen=True):
    """`lookups/fit`: cards are separated by commas, bottom first; an empty dock is named."""

    card: str
    on: str = ""
    dock: str = ""
    modifiers: str = ""


class FaceQuery(Record, frozen=True):
    """`lookups/face`: a stack, bottom first; an empty dock may be named."""

    on: str = ""
    dock: str = ""


def fit(game: AnyGame, query: FitQuery) -> dict[str, Any]:
    """Say whether a card goes onto a stack, and what the dock would show then."""
    card, stack = _one_card(query.card), _cards("on", query.on)
    modifiers, dock = _cards("modifiers", query.modifiers), _dock(query.dock)
    _require_modifiers(modifiers)
    _require_stack(stack)
    _require_copies({"card": (card,), "modifiers": modifiers, "on": stack})
    if not stack and dock is None:
        raise Malformed([Fault("/dock", "An empty dock is told by its colour.")])
    refusal = judge_dock(fresh_turn("", 1), card, dock, stack, modifiers)
    if refusal:
        return {"legal": False, "violation": refusal, "shows": None}
    after = () if card in CLEARING else (*stack, card, *modifiers)
    return {"legal": True, "assumptions": [], "shows": shown(dock, after)}


def face(game: AnyGame, query: FaceQuery) -> dict[str, Any]:
    """Say what a stack shows, and which cards of the deck go onto it."""
    stack, dock = _cards("on", query.on), _dock(query.dock)
    _require_stack(stack)
    _require_copies({"on": stack})
    if not stack and dock is None:
        raise Malformed([Fault("/dock", "An empty dock is told by its colour.")])
    left = Counter(DECK) - Counter(stack)
    turn = fresh_turn("", 1)
    onto = [c for c in left if not judge_dock(turn, c, dock, stack, ())]
    return {"shows": shown(dock, stack), "fits": onto}


def _one_card(text: str) -> str:
    cards = _cards("card", text)
    if len(cards) != 1:
        raise Malformed([Fault("/card", "This is one card.")])
    return cards[0]


def _cards(name: str, text: str) -> tuple[str, ...]:
    cards = tuple(map(_card, text.split(","))) if text else ()
    for card in cards:
        if card not in DECK:
            raise Malformed([Fault(f"/{name}", f"The deck has no card {card!r}.")])
    return cards


def _card(item: str) -> str:
    # In a query string "+" is how a blank is written, so a blank by itself is the card "+".
    return item.strip() or ("+" if item else "")


def _dock(text: str) -> Dock | None:
    if not text:
        return None
    for dock in DOCKS:
        if dock == text:
            return dock
    raise Malformed([Fault("/dock", f"The docks are {', '.join(DOCKS)}.")])


def _require_modifiers(modifiers: tuple[str, ...]) -> None:
    if any(card not in MODIFIERS for card in modifiers):
        raise Malformed([Fault("/modifiers", "Modifiers are + and -.")])


def _require_stack(stack: tuple[str, ...]) -> None:
    """Raise `Malformed` where cards cannot lie like this."""
    if faults := [Fault("/on", message) for _, message in stack_faults(stack)]:
        raise Malformed(faults)


def _require_copies(named: Mapping[str, tuple[str, ...]]) -> None:
    """Raise `Malformed` where the parameters together name a card more often than it is there."""
    excess = Counter(card for cards in named.values() for card in cards) - Counter(DECK)
    for card in excess:
        names = [
            Fault(f"/{name}", _too_many(card)) for name, cards in named.items() if card in cards
        ]
        raise Malformed(names)


def _too_many(card: str) -> str:
    return f"The deck has no more than {DECK[card]} of {card}; here are more."


LOOKUPS = {
    "fit": Lookup("Does this card go onto that stack?", FitQuery, fit),
    "face": Lookup("What does that stack show, and what goes onto it?", FaceQuery, face),
}
