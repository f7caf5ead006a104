"""The ops: what each effect of a card does."""

from collections.abc import Sequence

from msgspec.structs import replace

from referee.core.records import UNKNOWN, CardChance, DieChance, DieRolled, counted
from referee.games.mindburners import deck as ops
from referee.games.mindburners.deck import AnyEffect
from referee.games.mindburners.events import (
    DamageTaken,
    EnergyChanged,
    HandDiscarded,
    Healed,
    PlayerDied,
    PlayerEjected,
    VoidScanned,
)
from referee.games.mindburners.mind import Mind
from referee.games.mindburners.moves import RulingChance
from referee.games.mindburners.state import ALL, MOST_HP, PendingEvent

SIDES = 6
VOID = CardChance("void_deck")


def do(
    game: Mind, effect: AnyEffect, player_id: str, targets: Sequence[str], asking: RulingChance
) -> None:
    """Let one effect of a player's card take place; `asking` is what `manual` asks.

    Whoever is dead is beyond what an effect would do to its own player.
    """
    alive = game.player(player_id).status != "dead"
    match effect:
        case ops.Scan():
            scan(game)
        case ops.Manual(text=text):
            game.become(chance=replace(asking, text=text))
        case ops.Damage(amount=amount):
            for target in targets:
                hit(game, target, amount)
        case ops.Eject():
            for target in targets:
                eject(game, target)
        case ops.Steal(amount=amount) if alive:
            for target in targets:
                _steal(game, player_id, target, amount)
        case _ if alive:
            _do_to_self(game, effect, player_id)


def _do_to_self(game: Mind, effect: AnyEffect, player_id: str) -> None:
    player = game.player(player_id)
    match effect:
        case ops.Prevent(amount=None):
            game.change(player_id, absorb=ALL)
        case ops.Prevent(amount=int(amount)) if player.absorb != ALL:
            game.change(player_id, absorb=counted(player.absorb + amount))
        case ops.Survive():
            game.change(player_id, guarded=True)
        case ops.Heal(amount=amount):
            healed = game.change(player_id, hp=min(MOST_HP, player.hp + amount))
            game.tell(Healed(player_id, healed.hp))
        case ops.Energy(amount=amount):
            change_energy(game, player_id, amount)
        case ops.Draw(amount=amount):
            game.deal(player_id, amount)
        case ops.Reroll():
            reroll(game, player_id)
        case ops.Vp(amount=amount):
            game.gain_vp(player_id, amount)


def change_energy(game: Mind, player_id: str, amount: int) -> int:
    """Change stored energy, to 0 at the least; return by how much it has changed."""
    before = game.player(player_id).energy
    after = game.change(player_id, energy=counted(max(0, before + amount))).energy
    game.tell(EnergyChanged(player_id, after - before, after))
    return after - before


def _steal(game: Mind, player_id: str, target: str, amount: int) -> None:
    """Take stored energy from who is within reach (`stack.dead-target`)."""
    if game.player(target).present:
        taken = -change_energy(game, target, -amount)
        change_energy(game, player_id, taken)


def hit(game: Mind, player_id: str, amount: int) -> None:
    """Let damage come to a player who is in the void (`damage.absorb`, `void.death`)."""
    player = game.player(player_id)
    if not player.present:
        return
    absorbed = amount if player.absorb == ALL else min(player.absorb, amount)
    left = player.absorb if player.absorb == ALL else player.absorb - absorbed
    hp = _after(player.hp, absorbed - amount, player.guarded)
    game.change(player_id, absorb=left, hp=hp)
    game.tell(DamageTaken(player_id, amount, absorbed, hp))
    if not hp:
        die(game, player_id)


def _after(hp: int, change: int, guarded: bool) -> int:
    """Return HP after a change: 0 to 10, and not below 1 for the guarded."""
    return max(1 if guarded else 0, min(MOST_HP, hp + change))


def die(game: Mind, player_id: str) -> None:
    """Take a player out of the run (`void.death`)."""
    hand = game.player(player_id).hand
    game.change(player_id, hp=0, status="dead", overcharged=False, decided=False, hand=())
    game.tell(PlayerDied(player_id))
    game.discard_abilities(*hand)
    if hand:
        game.tell(HandDiscarded(player_id, hand))
    drop_roll(game, player_id)


def eject(game: Mind, player_id: str) -> None:
    """Let a running player leave the void alive at once (`void.eject`)."""
    player = game.player(player_id)
    if not player.running:
        return
    cleared = player.cards_cleared + (game.state.phase == "resolve")
    game.change(player_id, status="leaving", decided=False, cards_cleared=cleared)
    game.tell(PlayerEjected(player_id))
    drop_roll(game, player_id)


def drop_roll(game: Mind, player_id: str) -> None:
    """Forget a roll whose row is done, or no longer touches the player."""
    pending = game.state.pending
    if isinstance(pending, PendingEvent) and player_id in pending.rolls:
        rolls = {who: roll for who, roll in pending.rolls.items() if who != player_id}
        game.become(pending=replace(pending, rolls=rolls))


def reroll(game: Mind, player_id: str) -> None:
    """Roll a player's pending roll anew, by the seed or at the table."""
    pending = game.state.pending
    if not isinstance(pending, PendingEvent) or player_id not in pending.rolls:
        return
    if not roll_for(game, player_id):
        game.become(chance=DieChance(SIDES, (player_id,)))


def roll_for(game: Mind, player_id: str) -> bool:
    """Roll for a player by the seed; False where the table has to."""
    value = game.roll(SIDES)
    if value is None:
        return False
    set_roll(game, player_id, value)
    return True


def set_roll(game: Mind, player_id: str, value: int) -> None:
    """Note what a player has rolled."""
    pending = game.state.pending
    assert isinstance(pending, PendingEvent)
    game.become(pending=replace(pending, rolls={**pending.rolls, player_id: value}))
    game.turn_up()
    game.tell(DieRolled(player_id, value))


def scan(game: Mind) -> None:
    """Turn up the next void card that lies face down, if there is one."""
    hidden = game.state.void_deck[game.state.scanned :]
    if hidden and hidden[0] == UNKNOWN:
        game.become(chance=VOID)
    elif hidden:
        turn_up_void(game, hidden[0])


def turn_up_void(game: Mind, card: str) -> None:
    """Let the next face-down void card lie face up."""
    place = game.state.scanned
    void_deck = (*game.state.void_deck[:place], card, *game.state.void_deck[place + 1 :])
    game.become(void_deck=void_deck, scanned=place + 1)
    game.turn_up()
    game.tell(VoidScanned(card))


def rule(game: Mind, player_id: str, hp: int, energy: int, vp: int, ejected: bool) -> None:
    """Let one entry of a ruling take place, prevention or not (`damage.absorb`)."""
    player = game.player(player_id)
    stored, points = max(0, player.energy + energy), max(0, player.vp + vp)
    game.change(player_id, energy=counted(stored), vp=counted(points))
    preparing = player.status == "preparing"
    if hp and (player.present or preparing):
        after = _after(player.hp, hp, player.guarded or preparing)
        game.change(player_id, hp=after)
        if not after:
            die(game, player_id)
    if ejected:
        eject(game, player_id)
