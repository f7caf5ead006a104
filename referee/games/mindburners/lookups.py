"""Quick answers for people at a table: what an event does, and how the odds are."""

from collections import Counter
from fractions import Fraction
from typing import Any

from referee.core.errors import Malformed
from referee.core.game import AnyGame, Lookup, number
from referee.core.records import Fault, Record
from referee.games.mindburners import deck as ops
from referee.games.mindburners.deck import (
    BEACON,
    CHANCE_MATRIX,
    EVENTS,
    FACES,
    REFERENCE,
    AnyEffect,
    Deck,
    deck_of,
    told,
)
from referee.games.mindburners.state import MOST_HP


class EventQuery(Record, frozen=True):
    """`lookups/event`: a roll event of a deck, and a roll."""

    card: str
    roll: str
    deck: str = ""


class OddsQuery(Record, frozen=True):
    """`lookups/odds`: a player's HP, the row so far (commas between the cards), and the deck."""

    hp: str
    row: str = ""
    deck: str = ""


def event(game: AnyGame, query: EventQuery) -> dict[str, Any]:
    """Say what a roll of an event does."""
    deck = _deck(game, query.deck)
    card = deck.events.get(query.card)
    if card is None:
        message = f"The deck {deck.pack.name!r} has no roll event {query.card!r}."
        raise Malformed([Fault("/card", message)])
    roll = number("roll", query.roll, 1, len(FACES))
    effects = card.effects(roll)
    return {"event": card.id, "roll": roll, "effects": effects, "text": told(effects)}


def odds(game: AnyGame, query: OddsQuery) -> dict[str, Any]:
    """Say how likely each void card is to come next, and what it may do to so many HP.

    Probabilities and damage are decimal numbers; a Chance Matrix is averaged over the twelve
    events and six faces.
    """
    deck, hp = _deck(game, query.deck), number("hp", query.hp, 1, MOST_HP)
    left = _left(deck, query.row)
    total = left.total()
    chances = {card: Fraction(count, total) for card, count in left.items()}
    dealt = {card: _average(deck, card, hp) for card in chances}
    damage = sum((chances[card] * dealt[card][0] for card in chances), Fraction(0))
    kill = sum((chances[card] * dealt[card][1] for card in chances), Fraction(0))
    return {
        "left": dict(left),
        "next": {card: float(chance) for card, chance in chances.items()},
        "expected_damage": float(damage),
        "kills": float(kill),
    }


def _left(deck: Deck, text: str) -> Counter[str]:
    row = text.split(",") if text else []
    for card in row:
        if card not in deck.void_copies:
            raise Malformed([Fault("/row", f"There is no void card {card!r}.")])
    left = Counter(deck.void_copies)
    left.subtract(row)
    if min(left.values()) < 0:
        raise Malformed([Fault("/row", "The void has not so many of one card.")])
    return +left


def _average(deck: Deck, card: str, hp: int) -> tuple[Fraction, Fraction]:
    """Return the damage that a void card deals on the average, and how likely it kills."""
    if card == BEACON:
        return Fraction(0), Fraction(0)
    if card != CHANCE_MATRIX:
        damage = deck.creatures[card].damage
        return Fraction(damage), Fraction(damage >= hp)
    average, kills = Fraction(0), Fraction(0)
    for roll_event in deck.pack.events:
        weight = Fraction(roll_event.count, EVENTS * len(FACES))
        for face in FACES:
            dealt, died = _row(roll_event.effects(face), hp)
            average += weight * dealt
            kills += weight * died
    return average, kills


def _row(effects: tuple[AnyEffect, ...], hp: int) -> tuple[int, bool]:
    """Return the damage of a row, and whether it kills; who is dead is not hurt again."""
    damage = 0
    for effect in effects:
        if isinstance(effect, ops.Damage) and hp > 0:
            damage += effect.amount
            hp -= effect.amount
        elif isinstance(effect, ops.Heal) and hp > 0:
            hp = min(MOST_HP, hp + effect.amount)
    return damage, hp <= 0


def _deck(game: AnyGame, name: str) -> Deck:
    return deck_of(game.shelf.find(name or REFERENCE.name))


LOOKUPS = {
    "event": Lookup("What does this roll of an event do?", EventQuery, event),
    "odds": Lookup("What may the next void card do?", OddsQuery, odds),
}
