"""Setting up a game, the Live Tile at a table, and filling in unknown cards."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.core.cards import filled
from referee.core.chance import Stream, seeded, shuffled
from referee.core.errors import Malformed
from referee.core.records import TABLE, UNKNOWN, DealtCardChance, Fault, Rng, Setup, TurnStarted
from referee.games.circuit_sibz.deck import Pack, deck_of
from referee.games.circuit_sibz.ending import Circuit, finish
from referee.games.circuit_sibz.state import GameStarted, Options, Placed, Player, State, Turn
from referee.games.circuit_sibz.table import Table

LIVE_TILE = DealtCardChance("draw_pile", None)
SOLO_HAND = 5


def setup_faults(players: int, options: Options) -> Iterator[Fault]:
    """List why a mode is not for so many players, or not with hidden hands."""
    solo = options.mode == "solo"
    if (players == 1) != solo:
        wanted = "exactly 1 player" if solo else "2 to 4 players"
        yield Fault("/players", f"The mode {options.mode} takes {wanted}.")
    if solo and options.hidden_hands:
        yield Fault("/options/hidden_hands", "There is nobody to hide a hand from in solo.")


def setup(request: Setup, pack: Pack, deck: Pack | str) -> Circuit:
    """Shuffle and deal (`setup.players`, `setup.deal`); `deck` is what the state carries."""
    if faults := list(setup_faults(len(request.players), request.options)):
        raise Malformed(faults)
    cards, rng = _shuffled(request, pack)
    hands, rest = _dealt(cards, len(request.players), request.options)
    players = tuple(map(Player, request.players, hands))
    first = request.first_player or request.players[0]
    unfolding = Circuit(_opening(request.options, deck, players, rest, first, rng))
    if request.chance == TABLE:
        unfolding.become(chance=LIVE_TILE)
    else:
        lay_live_tile(unfolding, pack)
    return unfolding


def _shuffled(request: Setup, pack: Pack) -> tuple[tuple[str, ...], Rng | None]:
    cards = deck_of(pack).cards
    if request.chance == TABLE:
        return (UNKNOWN,) * len(cards), None
    assert request.seed is not None
    return shuffled(seeded(request.seed), cards)


def _dealt(
    cards: tuple[str, ...], players: int, options: Options
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Deal the hands; the Live Tile is the first card of the rest."""
    if options.mode == "solo":
        live_tile, hand, rest = cards[0], cards[1 : SOLO_HAND + 1], cards[SOLO_HAND + 1 :]
        return [hand], (live_tile, *rest)
    dealt = players * (7 if players == 2 else 5)
    return [cards[seat:dealt:players] for seat in range(players)], cards[dealt:]


def _opening(
    options: Options,
    deck: Pack | str,
    players: tuple[Player, ...],
    draw_pile: tuple[str, ...],
    first: str,
    rng: Rng | None,
) -> State:
    return State(
        game="circuit-sibz",
        version=1,
        options=options,
        deck=deck,
        players=players,
        network=(),
        draw_pile=draw_pile,
        turn=Turn(0 if options.mode == "solo" else 1, first),
        ply=0,
        rng=rng,
        chance=None,
        outcome=None,
    )


def lay_live_tile(game: Circuit, pack: Pack) -> None:
    """Lay the next card as the Live Tile, and begin (`setup.deal`)."""
    state = game.state
    card, *rest = state.draw_pile
    network = (Placed(card, 0, 0, 0, None),)
    turn = replace(state.turn, number=1)
    game.become(network=network, draw_pile=tuple(rest), turn=turn, chance=None)
    game.turn_up()
    ids = tuple(player.id for player in state.players)
    game.tell(GameStarted(ids, turn.player, card))
    if not finish(game, pack) and not state.solo:
        game.tell(TurnStarted(turn.player, turn.number))


def complete(state: State, pack: Pack, stream: Stream) -> State:
    """Fill in every unknown card; each way to do it is equally likely."""
    cards = iter(stream.shuffle(list(Table(state, pack).unseen.elements())))
    players = tuple(replace(p, hand=filled(p.hand, cards)) for p in state.players)
    return replace(state, players=players, draw_pile=filled(state.draw_pile, cards))
