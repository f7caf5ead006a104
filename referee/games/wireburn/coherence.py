"""What a posted Wireburn state must satisfy besides the census; every fault is listed."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from referee.core.records import UNKNOWN, Fault
from referee.games.wireburn.attack import asked, firewall_targets
from referee.games.wireburn.deck import CLEARING, DECK, DOCKS, GREYS, MODIFIERS, NULL, VOLT, Dock
from referee.games.wireburn.passing import fresh_turn
from referee.games.wireburn.state import Attack, Outcome, State
from referee.games.wireburn.turn import MOST_DRAWS

ATTACK_PHASES = ("nominate", "shield", "penalty")


def faults(state: State) -> list[Fault]:
    """List every defect of a state (the page's last section)."""
    seated = state.turn.player in [player.id for player in state.players]
    over = state.phase == "over"
    return [
        *_stack_faults(state),
        *_pile_faults(state),
        *_drawn_faults(state),
        *(_hand_faults(state) if seated else _stranger_faults(state)),
        *_phase_faults(state),
        *(_end_faults(state, state.outcome) if over and state.outcome and seated else ()),
        *_attack_faults(state),
    ]


def _stack_faults(state: State) -> Iterator[Fault]:
    for dock in DOCKS:
        stack = state.docks.stack(dock)
        for place, message in stack_faults(stack):
            yield Fault(f"/docks/{dock}/{place}", message)
        if stack[-1:] == (VOLT,):
            yield from _volt_faults(state, dock)


@lru_cache(maxsize=4096)
def stack_faults(stack: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """List the cards of a stack that cannot lie where they do, each by its place.

    Most stacks of a posted state were posted with the state before it.
    """
    return tuple(_misplaced(stack))


def _misplaced(stack: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    on_grey = False
    for place, card in enumerate(stack):
        if card in MODIFIERS:
            if not on_grey:
                yield place, "A modifier lies on a Grey or on another modifier of one."
            continue
        on_grey = card in GREYS
        if card == UNKNOWN:
            yield place, "A stack lies open: none of its cards is unknown."
        elif card in CLEARING:
            yield place, f"{card} would have cleared the stack."


def _volt_faults(state: State, dock: Dock) -> Iterator[Fault]:
    pointer = f"/docks/{dock}/{len(state.docks.stack(dock)) - 1}"
    if state.phase != "main":
        yield Fault(pointer, "A VOLT on top would have cleared when the turn ended.")
    elif not state.turn.attack_wild:
        yield Fault(pointer, "A VOLT on top was played this turn, so attack_wild is true.")


def _pile_faults(state: State) -> Iterator[Fault]:
    for place, card in enumerate(state.discard):
        if card == UNKNOWN:
            yield Fault(f"/discard/{place}", "The discard lies face up: no card is unknown.")
    if state.discard and not state.draw_pile:
        yield Fault("/draw_pile", "An empty draw pile takes the discard in at once.")
    idle, most = state.turn.idle, len(state.players)
    gridlock = state.outcome is not None and state.outcome.reason == "gridlock"
    if gridlock and idle != most:
        yield Fault("/turn/idle", "After a gridlock this is the number of players.")
    if not gridlock and idle >= most:
        yield Fault("/turn/idle", "So many idle turns would have been a gridlock.")
    if idle and (state.draw_pile or state.discard):
        yield Fault("/turn/idle", "A turn is idle only while both piles are empty.")


def _drawn_faults(state: State) -> Iterator[Fault]:
    turn = state.turn
    if len(turn.drawn) > MOST_DRAWS:
        yield Fault("/turn/drawn", "At most three cards are drawn in a turn.")
    seeded = state.rng is not None and state.rng.seed is not None
    for place, card in enumerate(turn.drawn):
        if card == UNKNOWN and seeded:
            yield Fault(f"/turn/drawn/{place}", "Who holds the seed knows what was drawn.")
        elif card != UNKNOWN and card not in DECK:
            yield Fault(f"/turn/drawn/{place}", f"The deck has no card {card!r}.")


def _stranger_faults(state: State) -> Iterator[Fault]:
    yield Fault("/turn/player", f"{state.turn.player!r} is no player.")


def _hand_faults(state: State) -> Iterator[Fault]:
    """Hold the turn against the hand of the player whose turn it is."""
    turn, hand = state.turn, state.hand(state.turn.player)
    for place, card in enumerate(turn.drawn):
        if card in DECK and _not_in_hand(state, place):
            yield Fault(f"/turn/drawn/{place}", f"{card} is not in {turn.player}'s hand.")
    if not turn.plays and len(turn.drawn) > len(hand):
        yield Fault("/turn/drawn", "More cards have been drawn than the hand holds.")
    if state.phase == "main" and not hand:
        yield Fault("/turn/player", f"{turn.player} has no card left, so the turn is over.")
    if state.phase == "nominate" and len(firewall_targets(state)) < 2:
        message = "The attacker names somebody only if several others are in the Firewall."
        yield Fault("/phase", message)


def _not_in_hand(state: State, place: int) -> bool:
    """Say whether a drawn card, with its likes drawn before it, is more than the hand holds."""
    turn = state.turn
    copies = turn.drawn[: place + 1].count(turn.drawn[place])
    return not turn.plays and copies > Counter(state.hand(turn.player))[turn.drawn[place]]


def _phase_faults(state: State) -> Iterator[Fault]:
    if (state.phase == "over") != (state.outcome is not None):
        yield Fault("/outcome", "The outcome is set exactly when the game is over.")
    if (state.phase in ATTACK_PHASES) != (state.attack is not None):
        message = "There is an attack exactly while it is named, answered or drawn for."
        yield Fault("/attack", message)
    if state.phase in ATTACK_PHASES and not state.turn.damage:
        yield Fault("/turn/damage", "An attack has at least 1 damage.")
    if state.phase != "penalty" and state.chance is not None:
        yield Fault("/chance", "The table is asked for nothing but the card of a penalty.")
    if state.phase == "penalty" and (state.chance is None or state.chance != asked(state)):
        yield Fault("/chance", "A penalty asks for the target's next card of the draw pile.")
    if state.phase == "penalty" and state.draw_pile[:1] != (UNKNOWN,):
        pointer = "/draw_pile/0" if state.draw_pile else "/draw_pile"
        yield Fault(pointer, "A penalty asks for a card that is there and is not known.")


def _end_faults(state: State, outcome: Outcome) -> Iterator[Fault]:
    """Hold the outcome against what it leaves behind (`firewall.win`, `firewall.backfire`).

    Of a backfire the state does not say who was hit, only who may have drawn a NULL last. That a
    gridlock follows is said by the count of idle turns (`pile.gridlock`).
    """
    turn = state.turn
    begins = fresh_turn(turn.player, turn.number, turn.idle) == turn
    if outcome.reason == "firewall_survived" and (not begins or state.hand(turn.player)):
        message = "Whoever survives wins as their turn begins, without a card."
        yield Fault("/outcome/reason", message)
    elif outcome.reason == "breach_backfired" and not turn.damage:
        yield Fault("/outcome/reason", "Without damage nobody draws penalty cards.")
    else:
        yield from _winner_faults(state, outcome)


def _winner_faults(state: State, outcome: Outcome) -> Iterator[Fault]:
    lasts = {player.id: player.hand[-1:] for player in state.players}
    backfired = {(p,) for p, last in lasts.items() if last in ((NULL,), (UNKNOWN,))}
    winners: Mapping[str, Collection[tuple[str, ...]]] = {
        "firewall_survived": {(state.turn.player,)},
        "breach_backfired": backfired,
        "gridlock": {()},
    }
    known = lasts.keys() >= set(outcome.winners)
    if known and outcome.winners not in winners[outcome.reason]:
        message = {
            "firewall_survived": "The winner is the player whose turn has begun.",
            "breach_backfired": "The winner is one player, who has drawn a NULL last.",
            "gridlock": "A gridlock has no winner.",
        }[outcome.reason]
        yield Fault("/outcome/winners", message)


def _attack_faults(state: State) -> Iterator[Fault]:
    attack = state.attack
    if attack is None:
        return
    penalty, damage = state.phase == "penalty", state.turn.damage
    if attack.to_draw > damage or (penalty and not attack.to_draw):
        yield Fault("/attack/to_draw", "From 1 to the turn's damage is still to be drawn.")
    if not penalty and attack.to_draw:
        yield Fault("/attack/to_draw", "Cards are still to be drawn in a penalty only.")
    if (attack.target is None) != (state.phase == "nominate"):
        yield Fault("/attack/target", "There is a target as soon as one has been named.")
    yield from _chain_faults(state, attack)


def _chain_faults(state: State, attack: Attack) -> Iterator[Fault]:
    """Follow the deflections round the table (`shield.chain`, `shield.boomerang`)."""
    ids = [player.id for player in state.players]
    for place, player in enumerate(attack.deflected_by):
        if player not in ids:
            yield Fault(f"/attack/deflected_by/{place}", f"{player!r} is no player.")
        elif player in attack.deflected_by[:place]:
            yield Fault(f"/attack/deflected_by/{place}", f"{player} deflects no more than once.")
        elif player == state.turn.player:
            message = "The attacker has no shield against their own attack."
            yield Fault(f"/attack/deflected_by/{place}", message)
        elif place + 1 < len(attack.deflected_by) or attack.target is not None:
            yield from _step_faults(ids, attack, place)
    if attack.target is None and attack.deflected_by:
        yield Fault("/attack/deflected_by", "Nobody deflects before a target is named.")
    if attack.target not in (None, *ids):
        yield Fault("/attack/target", f"{attack.target!r} is no player.")
    boomerang = state.phase == "penalty" and bool(attack.deflected_by)
    if attack.target == state.turn.player and not boomerang:
        yield Fault("/attack/target", "The attacker is hit only by what comes all the way round.")


def _step_faults(ids: list[str], attack: Attack, place: int) -> Iterator[Fault]:
    """Hold one deflection against the turn order, where it leads to a player."""
    following = [*attack.deflected_by, attack.target][place + 1]
    expected = ids[(ids.index(attack.deflected_by[place]) + 1) % len(ids)]
    if following in ids and following != expected:
        message = f"A deflection goes to the next player in turn order, {expected}."
        yield Fault(f"/attack/deflected_by/{place}", message)
