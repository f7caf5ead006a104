"""Setting up a game, and filling in the cards that a state does not know."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from referee.core.cards import filled, unseen
from referee.core.chance import Stream, seeded, shuffled
from referee.core.errors import Malformed
from referee.core.records import MOST_LISTED, TABLE, UNKNOWN, Fault, Rng, Setup, TurnStarted
from referee.games.wireburn.deck import CARDS, DECK
from referee.games.wireburn.passing import fresh_turn
from referee.games.wireburn.piles import Wireburn
from referee.games.wireburn.state import Docks, GameStarted, Player, State, census_of

HAND = 9


def setup(request: Setup) -> Wireburn:
    """Shuffle and deal (`setup.players`, `setup.deal`, `setup.deck`)."""
    deck, rng = _deck(request)
    dealt = len(request.players) * HAND
    players = tuple(
        Player(player, deck[seat : dealt : len(request.players)], 0)
        for seat, player in enumerate(request.players)
    )
    first = request.first_player or request.players[0]
    unfolding = Wireburn(_opening(request, players, deck[dealt:], rng, first))
    unfolding.tell(GameStarted(request.players, first), TurnStarted(first, 1))
    return unfolding


def _opening(
    request: Setup,
    players: tuple[Player, ...],
    draw_pile: tuple[str, ...],
    rng: Rng | None,
    first: str,
) -> State:
    return State(
        game="wireburn",
        version=1,
        options=request.options,
        players=players,
        docks=Docks((), (), ()),
        draw_pile=draw_pile,
        discard=(),
        turn=fresh_turn(first, 1),
        phase="main",
        attack=None,
        ply=0,
        rng=rng,
        chance=None,
        outcome=None,
    )


def _deck(request: Setup) -> tuple[tuple[str, ...], Rng | None]:
    """Return the deck, next card first, and the number stream behind its shuffle."""
    if request.chance == TABLE:
        if request.deck is not None:
            raise Malformed([Fault("/deck", "A table state has every card face down.")])
        return (UNKNOWN,) * len(CARDS), None
    assert request.seed is not None
    rng = seeded(request.seed)
    if request.deck is None:
        return shuffled(rng, CARDS)
    if faults := list(_deck_faults(request.deck)):
        raise Malformed(faults)
    return tuple(request.deck), rng


def _deck_faults(deck: object) -> Iterator[Fault]:
    """List why a given deck is not the 59 cards in some order (`setup.deck`)."""
    if not isinstance(deck, list):
        yield Fault("/deck", "This is a list of the 59 cards, the next one first.")
        return
    if len(deck) <= MOST_LISTED:
        yield from _card_faults(deck)
    if len(deck) != len(CARDS):
        yield Fault("/deck", f"The deck has {len(CARDS)} cards; these are {len(deck)}.")


def _card_faults(deck: list[object]) -> Iterator[Fault]:
    met: Counter[str] = Counter()
    for place, card in enumerate(deck):
        if not isinstance(card, str) or card not in DECK:
            yield Fault(f"/deck/{place}", f"The deck has no card {card!r}.")
            continue
        met[card] += 1
        if met[card] > DECK[card]:
            yield Fault(f"/deck/{place}", f"The deck has {card} no more than {DECK[card]} times.")


def complete(state: State, stream: Stream) -> State:
    """Fill in every unknown card; each way to do it is equally likely."""
    cards = iter(stream.shuffle(list(unseen(census_of(state)).elements())))
    players = tuple(replace(p, hand=filled(p.hand, cards)) for p in state.players)
    known = replace(state, players=players, draw_pile=filled(state.draw_pile, cards))
    return replace(known, turn=replace(state.turn, drawn=_drawn(known, stream)))


def _drawn(state: State, stream: Stream) -> tuple[str, ...]:
    """Fill in what has been drawn this turn: cards of the hand, or anywhere once played."""
    turn = state.turn
    where = CARDS if turn.plays else state.hand(turn.player)
    known = Counter(card for card in turn.drawn if card != UNKNOWN)
    pool = list((Counter(where) - known).elements())
    return filled(turn.drawn, iter(stream.shuffle(pool)))
