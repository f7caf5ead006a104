"""A turn: playing, digging, ending it."""

from msgspec.structs import replace

from referee.core.cards import take
from referee.core.records import ALLOWED, Allowed, Move, Refusal, Verdict, counted
from referee.games.wireburn.attack import aim
from referee.games.wireburn.deck import ATTACKS, CLEARING, DOCKS, STASIS, VOLT, WILDS
from referee.games.wireburn.passing import pass_on
from referee.games.wireburn.piles import Wireburn, clear, discard, draw, recycle
from referee.games.wireburn.plays import WASH, check_wash, plays, third_card
from referee.games.wireburn.state import (
    AttackAdded,
    CardDrawn,
    CardPlayed,
    DockCleared,
    DockOpened,
    Draw,
    EndTurn,
    Gridlock,
    Outcome,
    Play,
    State,
    SystemClear,
    TurnEnded,
    Wash,
    Washed,
)

MOST_DRAWS = 3


def check_draw(state: State) -> Verdict:
    """Judge a draw (`dig.third`, `dig.ends-on-play`, `dig.limit`, `pile.empty`)."""
    third = third_card(state)
    if third.forbids(()):
        return third.refusal()
    if state.turn.plays:
        message = "After the first play of a turn there is no more drawing."
        return Refusal("draw_after_play", "dig.ends-on-play", message, {})
    if len(state.turn.drawn) == MOST_DRAWS:
        return Refusal("draw_limit", "dig.limit", "Three cards have been drawn this turn.", {})
    if not state.draw_pile:
        return Refusal("nothing_to_draw", "pile.empty", "Both piles are empty.", {})
    return ALLOWED


def check_end_turn(state: State) -> Verdict:
    """Judge the end of a turn (`dig.third`, `turn.act`)."""
    third = third_card(state)
    if third.forbids(()):
        return third.refusal()
    if not state.turn.plays and not state.turn.drawn and state.draw_pile:
        message = "A turn has at least one play or one draw."
        return Refusal("must_play_or_draw", "turn.act", message, {})
    return third.allowance(())


def moves(state: State, player: str) -> list[Move]:
    """List the legal moves of a turn: plays and a Wash of known cards, a draw, the end."""
    hand = state.hand(player)
    listed: list[Move] = [*plays(state, player)]
    if all(card in hand for card in WASH) and isinstance(check_wash(state, player), Allowed):
        listed.append(Wash(player))
    if isinstance(check_draw(state), Allowed):
        listed.append(Draw(player))
    if isinstance(check_end_turn(state), Allowed):
        listed.append(EndTurn(player))
    return listed


def play(game: Wireburn, move: Play) -> None:
    """Put a card onto a dock, and see what it does (`attack.plus-one`, `attack.clear`)."""
    player, card, dock = move.player, move.card, move.dock
    if not game.state.docks.stack(dock):
        _change_turn(game, opened=True)
        game.tell(DockOpened(player, dock, card))
    _leave_hand(game, player, move.cards)
    stack = (*game.state.docks.stack(dock), *move.cards)
    game.become(docks=replace(game.state.docks, **{dock: stack}))
    game.tell(CardPlayed(player, dock, card, move.added))
    if card in ATTACKS:
        _add_attack(game, player, card)
    if cause := CLEARING.get(card):
        game.tell(DockCleared(dock, clear(game, dock), cause))
        recycle(game)
    _after_play(game, player, card)


def wash(game: Wireburn, player: str) -> None:
    """Put a [+] and a [-] onto the discard (`grey.wash`)."""
    _leave_hand(game, player, WASH)
    discard(game, *WASH)
    game.tell(Washed(player))
    recycle(game)
    _after_play(game, player, WASH[0])


def _leave_hand(game: Wireburn, player: str, cards: tuple[str, ...]) -> None:
    hand = take(game.state.hand(player), cards)
    turn = replace(game.state.turn, plays=counted(game.state.turn.plays + 1), idle=0)
    game.become(players=game.state.with_player(player, hand=hand), turn=turn)


def _change_turn(game: Wireburn, **changes: object) -> None:
    game.become(turn=replace(game.state.turn, **changes))


def _add_attack(game: Wireburn, player: str, card: str) -> None:
    turn = game.state.turn
    wild = turn.attack_wild or card in (VOLT, STASIS)
    damage = counted(turn.damage + 1)
    _change_turn(game, damage=damage, attack_wild=wild)
    game.tell(AttackAdded(player, card, damage))


def _after_play(game: Wireburn, player: str, card: str) -> None:
    """End the turn where the play does (`attack.clear`, `clear.system`, `turn.one-card`)."""
    cleared = not game.state.hand(player)
    if cleared:
        game.tell(SystemClear(player))
    one_card = game.state.options.variant == "one_at_a_time" and card not in WILDS
    if cleared or one_card or card in CLEARING:
        end_turn(game)


def dig(game: Wireburn, player: str) -> None:
    """Draw one card (`dig.limit`)."""
    card = draw(game, player)
    _change_turn(game, drawn=(*game.state.turn.drawn, card))
    game.tell(CardDrawn(player, card))
    recycle(game)


def end_turn(game: Wireburn) -> None:
    """End the turn: VOLTs clear, the damage is aimed, play passes on (`attack.volt-clear`)."""
    turn = game.state.turn
    game.tell(TurnEnded(turn.player, turn.damage))
    for dock in DOCKS:
        if game.state.docks.stack(dock)[-1:] == (VOLT,):
            game.tell(DockCleared(dock, clear(game, dock), "volt"))
            recycle(game)
    if _gridlocked(game):
        game.become(phase="over", outcome=Outcome((), "gridlock"))
        game.tell(Gridlock())
    elif turn.damage:
        aim(game)
    else:
        pass_on(game)


def _gridlocked(game: Wireburn) -> bool:
    """Count a turn without a play while both piles are empty (`pile.gridlock`)."""
    turn = game.state.turn
    idle = 0 if turn.plays or game.state.draw_pile else turn.idle + 1
    _change_turn(game, idle=idle)
    return idle == len(game.state.players)
