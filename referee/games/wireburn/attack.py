"""Damage: aiming it, shielding against it, taking it, and what a breach can do."""

from msgspec.structs import replace

from referee.core.cards import holding, take, unseen
from referee.core.records import (
    ALLOWED,
    UNKNOWN,
    Allowed,
    DealtCardChance,
    Move,
    Refusal,
    Verdict,
    counted,
    next_seat,
    seat_order,
)
from referee.games.wireburn.deck import NULL
from referee.games.wireburn.passing import pass_on, win
from referee.games.wireburn.piles import Wireburn, discard, draw, recycle
from referee.games.wireburn.state import (
    MOST_SKIPS,
    Attack,
    AttackAimed,
    AttackBoomeranged,
    AttackDeflected,
    BreachBackfired,
    DamageTaken,
    Deflect,
    FirewallBreached,
    Nominate,
    PenaltyDrawn,
    State,
    SystemClear,
    Take,
    census_of,
)


def firewall_targets(state: State) -> list[str]:
    """List the attacker's fellow players in the Firewall, who draw all damage (`attack.target`)."""
    return [p.id for p in seat_order(state, state.turn.player) if not p.hand]


def aim(game: Wireburn) -> None:
    """Aim the turn's damage (`attack.target`, `firewall.nominate`)."""
    targets = firewall_targets(game.state)
    if len(targets) > 1:
        game.become(phase="nominate", attack=Attack(None, (), 0))
    else:
        following = next_seat(game.state, game.state.turn.player).id
        strike(game, targets[0] if targets else following)


def check_nominate(state: State, move: Nominate) -> Verdict:
    """Judge whom the attacker names (`firewall.nominate`)."""
    if move.target in firewall_targets(state):
        return ALLOWED
    message = f"{move.target} is not in the Firewall: one of those who are takes the damage."
    return Refusal("not_in_firewall", "firewall.nominate", message, {"target": move.target})


def strike(game: Wireburn, target: str) -> None:
    """Send the damage at a player."""
    turn = game.state.turn
    game.tell(AttackAimed(turn.player, target, turn.damage))
    _confront(game, target, ())


def _confront(game: Wireburn, target: str, deflected_by: tuple[str, ...]) -> None:
    """Ask a target who holds cards, NULL or none; the others take (`shield.null`)."""
    game.become(attack=Attack(target, deflected_by, 0))
    if game.state.hand(target):
        game.become(phase="shield")
    else:
        take_damage(game, target)


def check_deflect(state: State, player: str) -> Verdict:
    """Judge a shield: the hand must have a NULL for it (`shield.null`)."""
    return holding(state.hand(player), (NULL,), lambda: unseen(census_of(state)))


def moves(state: State) -> list[Move]:
    """List the legal moves of an attack: whom to name, or a known NULL and taking the damage."""
    player = state.turn.player
    if state.phase == "nominate":
        return [Nominate(player, target) for target in firewall_targets(state)]
    target = _target(state)
    known = NULL in state.hand(target)
    if known and isinstance(check_deflect(state, target), Allowed):
        return [Deflect(target), Take(target)]
    return [Take(target)]


def deflect(game: Wireburn, player: str) -> None:
    """Send the whole bundle on to the next in turn order (`shield.bounce`)."""
    hand = take(game.state.hand(player), (NULL,))
    game.become(players=game.state.with_player(player, hand=hand))
    discard(game, NULL)
    target = next_seat(game.state, player).id
    game.tell(AttackDeflected(player, target))
    recycle(game)
    if not hand:
        game.tell(SystemClear(player))
    _bounce(game, player, target)


def _bounce(game: Wireburn, player: str, target: str) -> None:
    attack = _attack(game.state)
    deflected_by = (*attack.deflected_by, player)
    if target == game.state.turn.player:
        game.become(attack=Attack(target, deflected_by, 0))
        game.tell(AttackBoomeranged(target))
        take_damage(game, target)
    else:
        _confront(game, target, deflected_by)


def take_damage(game: Wireburn, target: str) -> None:
    """Let a target draw the damage (`damage.draw`)."""
    attack = replace(_attack(game.state), to_draw=game.state.turn.damage)
    game.become(attack=attack)
    _draw_penalty(game, in_firewall=not game.state.hand(target))


def answer(game: Wireburn, card: str) -> None:
    """Go on with a penalty, the table having told the next card; `"?"` is any but a NULL."""
    pile = (card, *game.state.draw_pile[1:])
    game.become(draw_pile=pile, chance=None)
    if _penalty_card(game, in_firewall=True):
        _draw_penalty(game, in_firewall=True)


def check_answer(state: State, card: str) -> Verdict:
    """Judge a card that stays hidden: some unseen card must be no NULL (`firewall.backfire`)."""
    if card != UNKNOWN or any(other != NULL for other in unseen(census_of(state))):
        return ALLOWED
    message = "The card cannot be anything but a NULL: no other card is unseen."
    return Refusal("impossible_card", "table.census", message, {"card": card})


def _draw_penalty(game: Wireburn, in_firewall: bool) -> None:
    """Draw what is still to draw, as long as there are cards (`damage.draw`, `pile.empty`)."""
    while _attack(game.state).to_draw and game.state.draw_pile:
        if in_firewall and game.state.draw_pile[0] == UNKNOWN:
            game.become(phase="penalty", chance=asked(game.state))
            return
        if not _penalty_card(game, in_firewall):
            return
    _settle(game, in_firewall)


def asked(state: State) -> DealtCardChance | None:
    """Say what a penalty asks of the table: the card that a NULL would make a win."""
    attack = state.attack
    return DealtCardChance("draw_pile", attack.target) if attack and attack.target else None


def _penalty_card(game: Wireburn, in_firewall: bool) -> bool:
    """Draw one card; False where it wins the game (`firewall.breach`, `firewall.backfire`)."""
    attack, target = _attack(game.state), _target(game.state)
    card = draw(game, target)
    game.tell(PenaltyDrawn(target, card))
    recycle(game)
    game.become(attack=replace(attack, to_draw=attack.to_draw - 1))
    if in_firewall and attack.to_draw == game.state.turn.damage:
        game.tell(FirewallBreached(target))
    if in_firewall and card == NULL:
        game.tell(BreachBackfired(target, card))
        win(game, target, "breach_backfired")
    return game.state.outcome is None


def _settle(game: Wireburn, in_firewall: bool) -> None:
    """Count the damage taken, owe the skip, pass on (`damage.skip`, `firewall.breach`)."""
    target = _target(game.state)
    cards = game.state.turn.damage - _attack(game.state).to_draw
    if cards or not in_firewall:
        skips = _owes_skip(game.state, in_firewall)
        game.tell(DamageTaken(target, cards, skips))
        owed = counted(game.state.player(target).skips + skips, MOST_SKIPS)
        game.become(players=game.state.with_player(target, skips=owed))
    pass_on(game)


def _owes_skip(state: State, in_firewall: bool) -> bool:
    """Say whether the target who has taken the damage skips a turn (`damage.skip`)."""
    attacker, target = state.turn.player, _target(state)
    if target == attacker:
        return False
    if target == next_seat(state, attacker).id:
        return True
    return bool(_attack(state).deflected_by) and not in_firewall


def _attack(state: State) -> Attack:
    assert state.attack is not None
    return state.attack


def _target(state: State) -> str:
    target = _attack(state).target
    assert target is not None
    return target
