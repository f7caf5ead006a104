"""Plays onto docks: opening, fitting, washing, and the third card that must be played."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from referee.core.cards import holding, lacking, take, unseen
from referee.core.records import ALLOWED, UNKNOWN, Allowed, Assumption, Refusal, Verdict
from referee.games.wireburn.deck import (
    COLOUR_CARDS,
    DECK,
    DOCKS,
    GREYS,
    MODIFIERS,
    NULL,
    Dock,
    Modifier,
)
from referee.games.wireburn.faces import (
    EMPTY,
    Face,
    Misfit,
    face_of,
    misfit,
    words,
)
from referee.games.wireburn.state import Play, State, Turn, census_of

WASH = ("+", "-")

_OWN_COLOUR = (
    "dock_needs_own_colour",
    "dock.open",
    "an empty dock is opened with a card of its own colour or a NULL.",
)
_ONE_OPENING = (
    "one_opening_per_turn",
    "dock.one-per-turn",
    "a dock has been opened this turn already.",
)
_AFTER_WILD = (
    "no_opening_after_wild",
    "dock.no-open-after-wild",
    "after a VOLT or a STASIS no dock is opened in the same turn.",
)
_ONE_SIGN = ("mixed_modifiers", "grey.one-sign", "modifiers played together bear one sign.")


_GREY_TAKES = (
    "modifier_needs_grey",
    "grey.modifier",
    "only a Grey takes modifiers from the hand along.",
)


def check_play(state: State, move: Play) -> Verdict:
    """Judge a play: the third card, the hand, the modifiers, then the dock."""
    third = third_card(state, move.cards)
    if third.forbids(move.cards):
        return third.refusal()
    held = holding(state.hand(move.player), move.cards, lambda: unseen(census_of(state)))
    if isinstance(held, Refusal):
        return held
    stack = state.docks.stack(move.dock)
    refusal = judge_dock(state.turn, move.card, move.dock, stack, move.added)
    return refusal or third.allowance(move.cards)


def check_wash(state: State, player: str) -> Verdict:
    """Judge a Wash (`dig.third`, `grey.wash`)."""
    third = third_card(state, WASH)
    if third.forbids(WASH):
        return third.refusal()
    held = holding(state.hand(player), WASH, lambda: unseen(census_of(state)))
    if isinstance(held, Refusal) and held.code == "card_not_held":
        message = "A Wash takes a [+] and a [-] from the hand."
        return Refusal("wash_needs_both", "grey.wash", message, {})
    return held if isinstance(held, Refusal) else third.allowance(WASH)


def judge_dock(
    turn: Turn, card: str, dock: Dock | None, stack: tuple[str, ...], modifiers: tuple[str, ...]
) -> Refusal | None:
    """Judge a card and its modifiers on a dock, whoever holds them; None where they go onto it.

    Which dock it is matters only where it is empty.
    """
    face = face_at(turn, dock, stack)
    found = unplayable(card, face, modifiers)
    if not found:
        return None
    code, rule, why = found
    shown = " ".join((card, *modifiers))
    where = f"the empty {dock} dock" if isinstance(face, Opening) else words(face)
    message = f"{shown} does not go onto {where}: {why}"
    details = {"card": card, "dock": dock} if dock else {"card": card}
    return Refusal(code, rule, message, details)


class Opening(NamedTuple):
    """An empty dock, by its colour where that is told, and what of the turn bears on opening it."""

    dock: Dock | None
    opened: bool
    attack_wild: bool


def face_at(turn: Turn, dock: Dock | None, stack: tuple[str, ...]) -> Face | Opening:
    """Return what a card meets on a dock: the face of its stack, or the dock to be opened."""
    return face_of(stack) if stack else Opening(dock, turn.opened, turn.attack_wild)


def unplayable(card: str, face: Face | Opening, modifiers: tuple[str, ...] = ()) -> Misfit | None:
    """Say why a card does not go onto a dock that shows `face`: its modifiers, then the dock."""
    if modifiers and card not in GREYS:
        return _GREY_TAKES
    if len(set(modifiers)) > 1:
        return _ONE_SIGN
    if isinstance(face, Opening):
        return misfit(card, EMPTY) if card in MODIFIERS else _unopened(card, face)
    return misfit(card, face, modifiers)


def _unopened(card: str, opening: Opening) -> Misfit | None:
    """Say why a card does not open an empty dock (`dock.open` and what limits it)."""
    if card != NULL and (card not in COLOUR_CARDS or COLOUR_CARDS[card][0] != opening.dock):
        return _OWN_COLOUR
    if opening.opened:
        return _ONE_OPENING
    return _AFTER_WILD if opening.attack_wild else None


class Third(NamedTuple):
    """The third drawn card: what it may be and fits some dock, and whether it may be another.

    Where the state knows it, `fitting` has at most that card. Where it does not, it has every
    card that it may be, going by the hand and the census.
    """

    fitting: frozenset[str]
    exempt: bool

    def forbids(self, cards: tuple[str, ...]) -> bool:
        """Say whether playing these cards leaves a third card unplayed that must be played."""
        return not self.exempt and self.fitting.isdisjoint(cards)

    def refusal(self) -> Refusal:
        """Refuse whatever does not play the third card."""
        message = "The third drawn card fits a dock, so it must be played before anything else."
        return Refusal("third_card_must_be_played", "dig.third", message, {})

    def allowance(self, cards: tuple[str, ...]) -> Allowed:
        """Allow these cards, saying so where a hidden third card might forbid them."""
        return ALLOWED if self.fitting.issubset(cards) else _ASSUMED


NO_DUTY = Third(frozenset(), True)
_ASSUMED = Allowed(
    (
        Assumption(
            "dig.third",
            "The third drawn card is hidden: it is taken to be one that need not be played first.",
        ),
    )
)


def third_card(state: State, played: tuple[str, ...] = ()) -> Third:
    """Work out the duty to play the third drawn card (`dig.third`).

    `played` are the cards of the move that is judged: it shows that the hand has them.
    """
    third = state.third
    if third is None:
        return NO_DUTY
    candidates = _candidates(state, played) if third == UNKNOWN else {third}
    docks = [takes for _, takes in docks_take(state, 0, 0)]
    fitting = frozenset(card for card in candidates if any(card in takes for takes in docks))
    return Third(fitting, len(fitting) < len(candidates))


def _candidates(state: State, played: tuple[str, ...]) -> set[str]:
    """Return what an unknown third card may be: it is one of the hand, but no known draw."""
    hand, left = state.hand(state.turn.player), unseen(census_of(state))
    shown = Counter(lacking(hand, played))
    if not isinstance(holding(hand, played, lambda: left), Refusal):
        hand = (*take(hand, shown.elements()), *shown.elements())
        left -= shown
    others = Counter(hand) - Counter(card for card in state.turn.drawn if card != UNKNOWN)
    if others.pop(UNKNOWN, 0):
        others += left
    return set(others)


Choices = tuple[tuple[Modifier, ...], ...]


def modifier_choices(pluses: int, minuses: int) -> Choices:
    """List what may be played along with a Grey: nothing, or modifiers of one sign."""
    up: Modifier = "+"
    down: Modifier = "-"
    return (
        (),
        *((up,) * n for n in range(1, pluses + 1)),
        *((down,) * n for n in range(1, minuses + 1)),
    )


@lru_cache(maxsize=4096)
def taken(face: Face | Opening, pluses: int, minuses: int) -> Mapping[str, Choices]:
    """Return every card that goes onto a dock, with the choices of modifiers to go along.

    So many modifiers are there to choose from.
    """
    choices = modifier_choices(pluses, minuses)
    ways = {
        card: tuple(
            modifiers
            for modifiers in (choices if card in GREYS else choices[:1])
            if not unplayable(card, face, modifiers)
        )
        for card in DECK
    }
    return {card: fitting for card, fitting in ways.items() if fitting}


def docks_take(state: State, pluses: int, minuses: int) -> list[tuple[Dock, Mapping[str, Choices]]]:
    """Return what each dock takes now, openings included."""
    return [
        (dock, taken(face_at(state.turn, dock, state.docks.stack(dock)), pluses, minuses))
        for dock in DOCKS
    ]


def plays(state: State, player: str) -> list[Play]:
    """List the legal plays of known cards, by hand, dock and modifiers."""
    hand = state.hand(player)
    docks = docks_take(state, hand.count("+"), hand.count("-"))
    listed = [
        Play(player, card, dock, modifiers)
        for card in dict.fromkeys(hand)
        for dock, takes in docks
        for modifiers in takes.get(card, ())
    ]
    third = third_card(state)
    return listed if third.exempt else [p for p in listed if not third.forbids(p.cards)]
