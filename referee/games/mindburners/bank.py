"""After a run: banking, keeping, and the way to the next preparation."""

from referee.core.cards import holding, take, unseen
from referee.core.records import (
    ALLOWED,
    UNKNOWN,
    Allowed,
    Assumption,
    Refusal,
    Verdict,
    counted,
)
from referee.games.mindburners import preparation
from referee.games.mindburners.deck import Deck
from referee.games.mindburners.events import (
    Banked,
    CardKept,
    DeckReshuffled,
    GameLost,
    RunEnded,
    TimePassed,
)
from referee.games.mindburners.mind import Mind, out_of_time
from referee.games.mindburners.moves import Keep
from referee.games.mindburners.state import Player, State, censuses_of

ALL_TEN_VP = 2


def end_run(game: Mind) -> None:
    """End a run: what it has gained comes to all at once, then the ten are asked."""
    for player in game.state.present:
        game.change(player.id, status="left")
    game.tell(RunEnded(game.state.run))
    for player in game.state.players:
        if player.status in ("left", "cleared"):
            _bank(game, player)
    if game.end_at_ten():
        return
    game.become(phase="bank")
    game.change_all(ready=False, passed=False)
    if not keepers(game.state):
        _next_run(game)


def _bank(game: Mind, player: Player) -> None:
    """Give a living player what the run has gained them (`bank.cleared`, `bank.all-ten`)."""
    vp = ALL_TEN_VP if player.status == "cleared" else 0
    energy = counted(player.energy + player.cards_cleared)
    game.change(player.id, energy=energy, vp=counted(player.vp + vp))
    game.tell(Banked(player.id, player.cards_cleared, vp))


def keepers(state: State) -> list[Player]:
    """List who still has to say what they keep (`bank.keep`)."""
    alive = [player for player in state.players if player.status in ("left", "cleared")]
    return [player for player in alive if player.hand and not player.ready]


def check_keep(state: State, deck: Deck, move: Keep) -> Verdict:
    """Judge what a player keeps (`bank.keep`)."""
    hand = state.player(move.player).hand
    if move.card is not None:
        held = holding(hand, (move.card,), lambda: unseen(censuses_of(state, deck)[0]))
        if isinstance(held, Refusal):
            return held
    if state.solo or UNKNOWN not in _rest(hand, move.card):
        return ALLOWED
    text = "A hidden card that is discarded pays nothing; the table can tell it first."
    return Allowed((Assumption("bank.keep", text),))


def keeps(state: State, deck: Deck, player: str) -> list[Keep]:
    """List what a player may keep: the known cards by hand, one that is hidden, or none."""
    hand = state.player(player).hand
    known = [card for card in dict.fromkeys(hand) if card != UNKNOWN]
    kept = [*known, *([UNKNOWN] if UNKNOWN in hand else []), None]
    moves = [Keep(player, card) for card in kept]
    return [move for move in moves if not isinstance(check_keep(state, deck, move), Refusal)]


def _rest(hand: tuple[str, ...], kept: str | None) -> tuple[str, ...]:
    return hand if kept is None else take(hand, (kept,))


def keep(game: Mind, move: Keep) -> None:
    """Keep a card or none, and be paid for the others (`bank.keep`)."""
    player = game.player(move.player)
    rest = _rest(player.hand, move.card)
    costs = (game.deck.abilities[card].cost for card in rest if card != UNKNOWN)
    paid = 0 if game.state.solo else sum(costs)
    kept = () if move.card is None else (move.card,)
    game.change(player.id, hand=kept, energy=counted(player.energy + paid), ready=True)
    game.discard_abilities(*rest)
    game.tell(CardKept(player.id, move.card, rest, paid))
    if not keepers(game.state):
        _next_run(game)


def _next_run(game: Mind) -> None:
    """Shuffle the void anew and prepare, unless solo's time is up (`solo.time`, `solo.lose`)."""
    if game.state.time_left is not None:
        left = game.state.time_left - 1
        game.become(time_left=left)
        game.tell(TimePassed(left))
    if lost := out_of_time(game.state):
        game.finish(lost)
        game.tell(GameLost(lost.reason))
        return
    cards = (*game.state.void_deck, *game.state.void_row)
    run = counted(game.state.run + 1)
    game.become(void_deck=game.shuffle(cards), void_row=(), scanned=0, run=run)
    game.tell(DeckReshuffled("void", len(cards)))
    preparation.begin(game)
