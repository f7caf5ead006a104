"""Setting up a game, and filling in the cards that a state does not know."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.core.cards import filled, unseen
from referee.core.chance import Stream, seeded, shuffled
from referee.core.errors import Malformed
from referee.core.records import TABLE, UNKNOWN, Fault, Rng, Setup
from referee.games.mindburners import preparation
from referee.games.mindburners.deck import Deck, Pack, pile_of
from referee.games.mindburners.events import GameStarted
from referee.games.mindburners.mind import Mind
from referee.games.mindburners.state import (
    Box,
    Options,
    Player,
    State,
    censuses_of,
)

ENERGY = 5
BOXED = 5
RUNS = 6


def seat_faults(players: int, options: Options) -> Iterator[Fault]:
    """List why a mode is not for so many players (`setup.players`)."""
    solo = options.mode == "solo"
    if (players == 1) != solo:
        wanted = "exactly 1 player" if solo else "2 to 4 players"
        yield Fault("/players", f"The mode {options.mode} takes {wanted}.")


def setup(request: Setup, deck: Deck, named: Pack | str) -> Mind:
    """Shuffle, and begin the first preparation (`setup.deal`, `solo.setup`)."""
    faults = list(seat_faults(len(request.players), request.options))
    if request.first_player is not None:
        faults.append(Fault("/first_player", "Nobody begins: all play at the same time."))
    if faults:
        raise Malformed(faults)
    game = Mind(_opening(request, deck, named), deck)
    game.tell(GameStarted(request.players))
    preparation.begin(game)
    return game


class _Shuffler:
    """Shuffles piles one after the other by a seed, or lays them face down."""

    def __init__(self, request: Setup) -> None:
        self.rng: Rng | None = None
        if request.chance != TABLE:
            assert request.seed is not None
            self.rng = seeded(request.seed)

    def __call__(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        if self.rng is None:
            return (UNKNOWN,) * len(cards)
        order, self.rng = shuffled(self.rng, cards)
        return order


def _opening(request: Setup, deck: Deck, named: Pack | str) -> State:
    solo = request.options.mode == "solo"
    shuffle = _Shuffler(request)
    abilities, events = pile_of(deck.ability_copies(solo)), pile_of(deck.event_copies)
    box = Box((), ())
    if solo:
        abilities, events = shuffle(abilities), shuffle(events)
        box = Box(abilities[:BOXED], events[:BOXED])
        abilities, events = abilities[BOXED:], events[BOXED:]
    event_deck, void_deck = shuffle(events), shuffle(pile_of(deck.void_copies))
    ability_deck = shuffle(abilities)
    return State(
        game="mindburners",
        version=1,
        options=request.options,
        deck=named,
        players=tuple(map(_player, request.players)),
        ability_deck=ability_deck,
        ability_discard=(),
        event_deck=event_deck,
        event_discard=(),
        void_deck=void_deck,
        void_row=(),
        scanned=0,
        box=box,
        run=1,
        phase="preparation",
        stack=(),
        next_id=1,
        pending=None,
        time_left=RUNS if solo else None,
        ply=0,
        rng=shuffle.rng,
        chance=None,
        outcome=None,
    )


def _player(player_id: str) -> Player:
    return Player(
        id=player_id,
        hp=preparation.HP,
        energy=ENERGY,
        vp=0,
        overcharged=False,
        hand=(),
        **preparation.REFRESHED,
    )


def complete(state: State, deck: Deck, stream: Stream) -> State:
    """Fill in every unknown card; each way to do it is equally likely."""
    abilities, events, void = (
        iter(stream.shuffle(list(unseen(census).elements()))) for census in censuses_of(state, deck)
    )
    return replace(
        state,
        players=tuple(replace(p, hand=filled(p.hand, abilities)) for p in state.players),
        ability_deck=filled(state.ability_deck, abilities),
        ability_discard=filled(state.ability_discard, abilities),
        event_deck=filled(state.event_deck, events),
        void_deck=filled(state.void_deck, void),
        box=Box(filled(state.box.abilities, abilities), filled(state.box.events, events)),
    )
