"""The 59 cards of Wireburn, in catalogue order."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

from referee.core.game import CardInfo

Colour = Literal["teal", "purple", "orange"]
Dock = Colour
Modifier = Literal["+", "-"]

DOCKS: tuple[Dock, ...] = ("teal", "purple", "orange")
MODIFIERS: tuple[Modifier, ...] = ("+", "-")
VOLT, STASIS, NULL = "VOLT", "STASIS", "NULL"
WILDS = (VOLT, STASIS, NULL)

COLOUR_CARDS: Mapping[str, tuple[Colour, int]] = {
    f"{colour[0].upper()}{value}": (colour, value) for colour in DOCKS for value in range(1, 11)
}
GREYS: Mapping[str, int] = {f"G{value}": value for value in (2, 3, 4, 6, 7, 8, 9)}
CLEARING: Mapping[str, Literal["tripwire", "defuse"]] = {
    card: "tripwire" if value == 10 else "defuse"
    for card, (_, value) in COLOUR_CARDS.items()
    if value in (1, 10)
}
ATTACKS = frozenset((*CLEARING, VOLT, STASIS))

DECK: Mapping[str, int] = (
    dict.fromkeys(COLOUR_CARDS, 1)
    | dict.fromkeys(GREYS, 2)
    | dict.fromkeys(MODIFIERS, 3)
    | dict.fromkeys(WILDS, 3)
)
CARDS: tuple[str, ...] = tuple(Counter(DECK).elements())


def moved(value: int, modifiers: tuple[str, ...]) -> int:
    """Move a Grey's value by its modifiers, one by one, each step held to 1…10 (`face.grey`)."""
    for modifier in modifiers:
        value = max(1, min(10, value + (1 if modifier == "+" else -1)))
    return value


_WORDS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "+": (
        "Plus",
        "Moves a Grey's value one up, to 10 at the most.",
        ("grey.modifier", "grey.one-sign", "grey.no-attack", "grey.wash"),
    ),
    "-": (
        "Minus",
        "Moves a Grey's value one down, to 1 at the least.",
        ("grey.modifier", "grey.one-sign", "grey.no-attack", "grey.wash"),
    ),
    VOLT: (
        "Volt",
        "Goes onto 1, 2, 9 or 10, adds 1 damage and locks its dock.",
        ("wild.volt", "face.volt", "fit.volt-lock", "attack.plus-one", "attack.volt-clear"),
    ),
    STASIS: (
        "Stasis",
        "Goes onto 4, 5 or 6, adds 1 damage and leaves its dock open at 5.",
        ("wild.stasis", "face.stasis", "attack.plus-one", "dock.no-open-after-wild"),
    ),
    NULL: (
        "Null",
        "Goes anywhere and opens its dock; out of turn it is a shield against damage.",
        ("wild.null", "face.null", "dock.open", "shield.null", "firewall.backfire"),
    ),
}


def catalogue() -> tuple[CardInfo, ...]:
    """List every kind of card with what it does and the rules that speak of it."""
    return tuple(
        CardInfo(card, *_about(card, copies), _facts(card)) for card, copies in DECK.items()
    )


def _facts(card: str) -> dict[str, Any]:
    """Say what kind of card it is; Greys and colour cards have a value, the latter a colour."""
    kind = "grey" if card in GREYS else "modifier" if card in MODIFIERS else "wild"
    colour, value = COLOUR_CARDS.get(card, (None, GREYS.get(card)))
    return {
        "kind": "colour" if colour else kind,
        "colour": colour,
        "value": value,
        "attacks": card in ATTACKS,
        "clears": card in CLEARING,
    }


def _about(card: str, copies: int) -> tuple[str, int, str, tuple[str, ...]]:
    if card in COLOUR_CARDS:
        return _about_colour(card, copies)
    if card in GREYS:
        text = f"Goes onto {_near(GREYS[card])} of any colour and opens the dock to every colour."
        return f"Grey {GREYS[card]}", copies, text, ("fit.grey", "face.grey", "grey.modifier")
    name, text, rules = _WORDS[card]
    return name, copies, text, rules


def _about_colour(card: str, copies: int) -> tuple[str, int, str, tuple[str, ...]]:
    colour, value = COLOUR_CARDS[card]
    name = f"{colour.capitalize()} {value}"
    text = f"Steps onto {colour} beside {value}, echoes any {value}, opens the {colour} dock."
    rules: tuple[str, ...] = ("fit.step", "fit.echo", "fit.open", "dock.open")
    if card in CLEARING:
        name += f" ({CLEARING[card].capitalize()})"
        text += " Clears its stack, adds 1 damage and ends the turn."
        rules += ("attack.clear", "attack.plus-one", "fit.volt-lock")
    return name, copies, text, rules


def _near(value: int) -> str:
    return f"{value - 1}, {value} or {value + 1}"
