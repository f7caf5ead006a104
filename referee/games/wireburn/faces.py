"""What a dock shows, and what fits onto it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from referee.games.wireburn.deck import (
    COLOUR_CARDS,
    GREYS,
    MODIFIERS,
    NULL,
    STASIS,
    VOLT,
    moved,
)

EDGE = (1, 2, 9, 10)
MIDDLE = (4, 5, 6)


class Face(NamedTuple):
    """What a dock shows: `values` are the numbers that count (two over a VOLT under NULLs)."""

    shows: Literal["empty", "colour", "open", "locked", "free"]
    colour: str | None = None
    values: tuple[int, ...] = ()
    grey_on_top: bool = False


EMPTY = Face("empty")
LOCKED = Face("locked")
FREE = Face("free")


_ON_TOP: Mapping[str, Face] = {
    **{card: Face("colour", colour, (value,)) for card, (colour, value) in COLOUR_CARDS.items()},
    **{grey: Face("open", values=(value,), grey_on_top=True) for grey, value in GREYS.items()},
    STASIS: Face("open", values=(5,)),
    VOLT: LOCKED,
}
"""What a stack shows whose top card says it all."""


def face_of(stack: tuple[str, ...]) -> Face:
    """Read a stack, bottom first (`face.empty` … `face.null`)."""
    if not stack:
        return EMPTY
    top = stack[-1]
    if top in _ON_TOP:
        return _ON_TOP[top]
    if top == NULL:
        return _through_null(stack)
    return Face("open", values=(_grey_value(stack),), grey_on_top=True)


def _through_null(stack: tuple[str, ...]) -> Face:
    """Look through the NULLs on top to the number beneath them (`face.null`)."""
    beneath = stack
    while beneath and beneath[-1] == NULL:
        beneath = beneath[:-1]
    face = face_of(beneath)
    if face is EMPTY:
        return FREE
    return Face("open", values=(1, 10) if face is LOCKED else face.values)


def _grey_value(stack: tuple[str, ...]) -> int:
    grey = next(i for i in range(len(stack) - 1, -1, -1) if stack[i] not in MODIFIERS)
    return moved(GREYS[stack[grey]], stack[grey + 1 :])


Misfit = tuple[str, str, str]
"""A violation's code, its rule, and the reason in words that follow a colon."""


@lru_cache(maxsize=4096)
def misfit(card: str, face: Face, modifiers: tuple[str, ...] = ()) -> Misfit | None:
    """Say why a card does not go onto a stack's face, or None where it fits.

    A Grey counts as moved by `modifiers`. An empty dock is opened, not fitted (`plays.py`).
    """
    if card == NULL:
        return None
    if card in MODIFIERS:
        return None if face.grey_on_top else _NEEDS_GREY
    if face.shows == "free":
        return None
    if face.shows == "locked":
        return None if card == VOLT or _is_edge_card(card) else _LOCKED
    if card == VOLT:
        return None if any(value in EDGE for value in face.values) else _VOLT
    if card == STASIS:
        return None if any(value in MIDDLE for value in face.values) else _STASIS
    if card in GREYS:
        reach = moved(GREYS[card], modifiers)
        return None if _near(reach, face) else _GREY
    return _colour_misfit(*COLOUR_CARDS[card], face)


def _colour_misfit(colour: str, value: int, face: Face) -> Misfit | None:
    """Judge a colour card (`fit.step`, `fit.echo`, `fit.open`)."""
    if face.shows == "open":
        return None if _near(value, face) else _OPEN
    if value in face.values:
        return None
    if not _near(value, face):
        return _STEP
    if colour == face.colour:
        return None
    direction = "up" if value > face.values[0] else "down"
    return "colour_mismatch", "fit.step", f"one step {direction} needs the same colour."


def _near(value: int, face: Face) -> bool:
    return any(abs(value - shown) <= 1 for shown in face.values)


def _is_edge_card(card: str) -> bool:
    return card in COLOUR_CARDS and COLOUR_CARDS[card][1] in (1, 10)


_NEEDS_GREY = (
    "modifier_needs_grey",
    "grey.modifier",
    "a modifier lies only on a Grey that is on top, or on a modifier of one.",
)
_LOCKED = (
    "dock_locked",
    "fit.volt-lock",
    "only a 1, a 10, a VOLT or a NULL goes onto a VOLT, and a moved Grey is neither 1 nor 10.",
)
_VOLT = ("volt_needs_edge", "wild.volt", "a VOLT needs a 1, 2, 9 or 10.")
_STASIS = ("stasis_needs_middle", "wild.stasis", "a STASIS needs a 4, 5 or 6.")
_GREY = ("value_out_of_reach", "fit.grey", "a Grey needs the same number or one step.")
_OPEN = ("value_out_of_reach", "fit.open", "an open dock takes the same number or one step.")
_STEP = (
    "value_out_of_reach",
    "fit.step",
    "it takes the same number, or one step in the same colour.",
)


def words(face: Face) -> str:
    """Name what a dock shows, as a player would."""
    values = " or ".join(map(str, face.values))
    return {
        "empty": "an empty dock",
        "colour": f"{face.colour} {values}",
        "open": f"an open {values}",
        "locked": "a locked VOLT",
        "free": "a free dock",
    }[face.shows]
