"""Unknown cards and the census: the cards of all zones together are the deck."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from referee.core.records import ALLOWED, UNKNOWN, Fault, Listed, Record, Refusal, Verdict

Hand = Listed[str]


class Census(Record, frozen=True):
    """A deck (copies by card) and all zones that its cards may lie in, in the page's order.

    `pointers` tells of each zone the JSON pointer, from the state, of a card in it, with `{}` for
    its place; few ask for that.
    """

    deck: Mapping[str, int]
    zones: tuple[Hand, ...]
    pointers: Callable[[], Sequence[str]]


def seen(census: Census) -> Counter[str]:
    """Count the cards of all zones, the unknown ones as `"?"`."""
    return Counter(chain.from_iterable(census.zones))


def unseen(census: Census) -> Counter[str]:
    """Count the cards of the deck that no zone shows: what the `"?"`s stand for, in deck order."""
    counts = seen(census)
    left = Counter({card: copies - counts[card] for card, copies in census.deck.items()})
    return +left


def census_faults(census: Census, counts: Counter[str]) -> list[Fault]:
    """List what breaks the census: later copies of a card that occurs too often, a wrong total.

    `counts` are the cards that are `seen`.
    """
    if dict.__eq__(counts, census.deck) is True:
        # The state of who knows every card, which most are.
        return []
    copies = census.deck.get
    excess = [card for card, n in counts.items() if n > copies(card, 0) and card != UNKNOWN]
    faults = _later_copies(census) if excess else []
    if counts.total() != sum(census.deck.values()):
        faults.append(Fault("", _total_message(counts, census)))
    return faults


def _later_copies(census: Census) -> list[Fault]:
    faults = []
    met: Counter[str] = Counter()
    for zone, pointer in zip(census.zones, census.pointers(), strict=True):
        for index, card in enumerate(zone):
            met[card] += 1
            copies = census.deck.get(card, 0)
            if card != UNKNOWN and met[card] > copies:
                faults.append(Fault(pointer.format(index), _too_often(card, copies)))
    return faults


def _too_often(card: str, copies: int) -> str:
    if not copies:
        return f"The deck has no card {card!r}."
    times = "once" if copies == 1 else f"{copies} times"
    return f"The deck has {card} {times}, and it lies elsewhere already."


def _total_message(counts: Counter[str], census: Census) -> str:
    have, need = sum(counts.values()), sum(census.deck.values())
    return f"Known and unknown cards together are {have}; the deck has {need}."


def lacking(hand: Hand, cards: tuple[str, ...]) -> dict[str, int]:
    """Count the cards that a hand does not show, in the order in which they are named."""
    return {card: n for card in cards if (n := cards.count(card) - hand.count(card)) > 0}


def holding(hand: Hand, cards: tuple[str, ...], left: Callable[[], Mapping[str, int]]) -> Verdict:
    """Judge whether a hand can give these cards, `"?"`s standing in for those it does not show.

    `left` counts the unseen cards of the census, where it takes them (`table.hand`,
    `table.census`).
    """
    missing = lacking(hand, cards)
    if not missing:
        return ALLOWED
    if sum(missing.values()) > hand.count(UNKNOWN):
        return not_held(next(iter(missing)), f"The hand does not hold {' '.join(cards)}.")
    unseen_cards = left()
    for card, copies in missing.items():
        if copies > unseen_cards.get(card, 0):
            return impossible(card)
    return ALLOWED


def not_held(card: str, message: str) -> Refusal:
    """Refuse a card that is not in the hand (`table.hand`)."""
    return Refusal("card_not_held", "table.hand", message, {"card": card})


def impossible(card: str) -> Refusal:
    """Refuse a card that the census has no room for (`table.census`)."""
    message = f"{card} cannot be here: every {card} of the deck is accounted for."
    return Refusal("impossible_card", "table.census", message, {"card": card})


def take(hand: Hand, cards: Iterable[str]) -> Hand:
    """Return the hand without these cards: the first that matches, else the first `"?"`.

    Raises ValueError where the hand has neither.
    """
    rest = list(hand)
    for card in cards:
        rest.remove(card if card in rest else UNKNOWN)
    return tuple(rest)


def hidden(cards: Hand) -> Hand:
    """Return as many unknown cards."""
    return (UNKNOWN,) * len(cards)


def filled(cards: Hand, told: Iterator[str]) -> Hand:
    """Return the cards with each `"?"` told to be the next of `told`."""
    return tuple(next(told) if card == UNKNOWN else card for card in cards)


def tell(cards: Hand, card: str) -> Hand:
    """Return the cards with the first `"?"` told to be `card`."""
    place = cards.index(UNKNOWN)
    return (*cards[:place], card, *cards[place + 1 :])
