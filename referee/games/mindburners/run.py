"""A run: revealing, resolving, deciding, and how it ends."""

from referee.core.records import (
    ALLOWED,
    UNKNOWN,
    CardChance,
    DieChance,
    Move,
    Refusal,
    Verdict,
)
from referee.games.mindburners import bank
from referee.games.mindburners.deck import BEACON, CHANCE_MATRIX
from referee.games.mindburners.effects import (
    SIDES,
    VOID,
    do,
    drop_roll,
    hit,
    roll_for,
    set_roll,
)
from referee.games.mindburners.events import (
    Decided,
    DeckReshuffled,
    EventDrawn,
    RunStarted,
    VoidRevealed,
)
from referee.games.mindburners.mind import Mind
from referee.games.mindburners.moves import Continue, Leave, RulingChance
from referee.games.mindburners.stack import decision_due, open_window, settle
from referee.games.mindburners.state import PendingCreature, PendingEvent, State

ROW = 10
EVENT = CardChance("event_deck")


def start(game: Mind) -> None:
    """Let everyone run (`prep.ready`)."""
    game.change_all(status="running", absorb=0, guarded=False)
    game.tell(RunStarted(game.state.run))
    reveal(game)


def reveal(game: Mind) -> None:
    """Turn up the next void card, or ask the table for it."""
    game.become(phase="reveal")
    if game.state.void_deck[0] == UNKNOWN:
        game.become(chance=VOID)
    else:
        turn_up(game)


def turn_up(game: Mind) -> None:
    """Lay the next void card into the row, and let it happen."""
    state = game.state
    card, *rest = state.void_deck
    if not state.scanned:
        game.turn_up()
    row = (*state.void_row, card)
    game.become(void_deck=tuple(rest), void_row=row, scanned=max(0, state.scanned - 1))
    game.become(phase="resolve")
    game.tell(VoidRevealed(card, len(row)))
    if card == BEACON:
        _beacon(game)
    elif card == CHANCE_MATRIX:
        _draw_event(game)
    else:
        game.become(pending=PendingCreature(card))
        window(game)


def _beacon(game: Mind) -> None:
    """Give everyone who runs a point at once (`void.beacon`)."""
    for player in game.state.running:
        game.gain_vp(player.id, 1)
    if not game.end_at_ten():
        _card_resolved(game)


def _draw_event(game: Mind) -> None:
    """Draw a roll event, or ask the table for it (`void.chance`, `draw.reshuffle`)."""
    if not game.state.event_deck and game.state.event_discard:
        cards = game.state.event_discard
        game.become(event_deck=game.shuffle(cards), event_discard=())
        game.tell(DeckReshuffled("events", len(cards)))
    if not game.state.event_deck:
        _card_resolved(game)
    elif game.state.event_deck[0] == UNKNOWN:
        game.become(chance=EVENT)
    else:
        turn_up_event(game)


def turn_up_event(game: Mind) -> None:
    """Let each running player roll for the next event, in turn order or at the table."""
    card, *rest = game.state.event_deck
    game.become(event_deck=tuple(rest), pending=PendingEvent(card, {}))
    game.turn_up()
    game.tell(EventDrawn(card))
    left = tuple(p.id for p in game.state.running if not roll_for(game, p.id))
    if left:
        game.become(chance=DieChance(SIDES, left))
    else:
        window(game)


def told_roll(game: Mind, player_id: str, value: int) -> None:
    """Note a roll of the table for an event; when all have rolled, a window opens."""
    chance = game.state.chance
    assert isinstance(chance, DieChance)
    left = tuple(who for who in chance.for_ if who != player_id)
    set_roll(game, player_id, value)
    game.become(chance=DieChance(SIDES, left) if left else None)
    if not left:
        window(game)


def window(game: Mind) -> None:
    """Open a window, which is closed at once where nobody could use it."""
    open_window(game)
    settle(game, close)


def close(game: Mind) -> None:
    """Go on with the step, its window being closed."""
    pending = game.state.pending
    if isinstance(pending, PendingCreature):
        _creature(game, pending)
    elif isinstance(pending, PendingEvent):
        rows(game)
    else:
        _decided(game)


def _creature(game: Mind, pending: PendingCreature) -> None:
    """Let a creature hit everyone who runs, in turn order (`void.creature`)."""
    damage = game.deck.creatures[pending.card].damage
    for player in game.state.running:
        hit(game, player.id, damage)
    game.become(pending=None)
    _card_resolved(game)


def rows(game: Mind) -> None:
    """Let the rows take effect in turn order, up to one on which the table rules."""
    for player in game.state.running:
        pending = game.state.pending
        assert isinstance(pending, PendingEvent)
        if player.id in pending.rolls:
            _row(game, player.id, pending)
        if game.state.chance is not None:
            return
    _event_over(game)


def _row(game: Mind, player_id: str, pending: PendingEvent) -> None:
    """Let one row take effect, as long as the player lives."""
    asking = RulingChance(event=pending.card, for_=player_id)
    for effect in game.deck.events[pending.card].effects(pending.rolls[player_id]):
        if game.player(player_id).running:
            do(game, effect, player_id, (player_id,), asking)
    if game.state.chance is None:
        drop_roll(game, player_id)


def _event_over(game: Mind) -> None:
    pending = game.state.pending
    assert pending is not None
    if game.end_at_ten():
        return
    game.become(pending=None, event_discard=(*game.state.event_discard, pending.card))
    _card_resolved(game)


def _card_resolved(game: Mind) -> None:
    """Count the card for those who run; the step is over (`void.end`)."""
    for player in game.state.running:
        game.change(player.id, cards_cleared=player.cards_cleared + 1)
    _step_over(game)
    if len(game.state.void_row) == ROW:
        for player in game.state.running:
            game.change(player.id, status="cleared")
    if not game.state.running:
        bank.end_run(game)
    else:
        game.become(phase="decide")
        window(game)


def _step_over(game: Mind) -> None:
    """End what lasts for a step (`damage.absorb`)."""
    game.change_all(absorb=0, guarded=False, passed=False, decided=False)


def _decided(game: Mind) -> None:
    """Let those who leave go for good, and the others on (`void.decide`, `void.leaving`)."""
    _step_over(game)
    if not game.state.running:
        bank.end_run(game)
        return
    for player in game.state.present:
        if not player.running:
            game.change(player.id, status="left")
    reveal(game)


def check_decision(state: State, player_id: str) -> Verdict:
    """Judge a decision (`void.decide`, `void.leaving`)."""
    player = state.player(player_id)
    if not player.running:
        message = f"{player_id} is leaving the void already."
        return Refusal("not_running", "void.leaving", message, {})
    if not decision_due(state, player):
        message = f"{player_id} has decided to continue; a decision stands."
        return Refusal("already_decided", "void.decide", message, {})
    return ALLOWED


def decisions(state: State, player_id: str) -> list[Move]:
    """List the decisions that a player may make now."""
    if state.phase != "decide" or check_decision(state, player_id) is not ALLOWED:
        return []
    return [Continue(player_id), Leave(player_id)]


def decide(game: Mind, player_id: str, leave: bool) -> None:
    """Note a decision, which is a pass as well (`void.decide`, `stack.window`)."""
    if leave:
        game.change(player_id, status="leaving", passed=True)
    else:
        game.change(player_id, decided=True, passed=True)
    game.tell(Decided(player_id, "leave" if leave else "continue"))
    settle(game, close)
