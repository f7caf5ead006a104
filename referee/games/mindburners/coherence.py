"""What a posted Mindburners state must satisfy besides the census; every fault is listed."""

from collections.abc import Iterator

from referee.core.decoding import escaped
from referee.core.endings import outcome_faults
from referee.core.records import UNKNOWN, CardChance, DieChance, Fault
from referee.games.mindburners import deck as ops
from referee.games.mindburners.bank import keepers
from referee.games.mindburners.dealing import BOXED, seat_faults
from referee.games.mindburners.deck import CHANCE_MATRIX, Deck
from referee.games.mindburners.effects import SIDES, VOID
from referee.games.mindburners.mind import by_points, out_of_time
from referee.games.mindburners.moves import RulingChance
from referee.games.mindburners.run import EVENT, ROW
from referee.games.mindburners.stack import decision_due, waiting
from referee.games.mindburners.state import (
    PendingCreature,
    PendingEvent,
    Player,
    StackEntry,
    State,
)

ROW_LENGTHS = {
    "preparation": (0, 0),
    "reveal": (0, ROW - 1),
    "resolve": (1, ROW),
    "decide": (1, ROW - 1),
}
STATUSES = {
    "preparation": ("preparing",),
    "reveal": ("running", "left", "dead"),
    "resolve": ("running", "leaving", "left", "dead"),
    "decide": ("running", "leaving", "left", "dead"),
    "bank": ("left", "cleared", "dead"),
}
WINDOWS = ("resolve", "decide")
DECIDING = ("decide", True)


def faults(state: State, deck: Deck) -> list[Fault]:
    """List every defect of a state whose deck is sound (the page's section on posted states)."""
    found = [*seat_faults(len(state.players), state.options), *_mode_faults(state)]
    found += [f for seat, p in enumerate(state.players) for f in _player_faults(state, p, seat)]
    found += [*_row_faults(state, deck), *_outcome_faults(state)]
    if state.phase == "over":
        # Where the game is over everything else stays as it was.
        return found
    found += [*_phase_faults(state, deck), *_stack_faults(state, deck)]
    return found or [*_chance_faults(state, deck), *_standstill(state)]


def _mode_faults(state: State) -> Iterator[Fault]:
    if (state.time_left is not None) != state.solo:
        yield Fault("/time_left", "Time is told in solo, and there only.")
    elif state.time_left == 0 and state.outcome is None:
        yield Fault("/time_left", "With no time left the game is over.")
    boxed = BOXED if state.solo else 0
    for name, cards in (("abilities", state.box.abilities), ("events", state.box.events)):
        if len(cards) != boxed:
            yield Fault(f"/box/{name}", f"The box holds {boxed} of these.")


def _player_faults(state: State, player: Player, seat: int) -> Iterator[Fault]:
    pointer = f"/players/{seat}"
    if (player.hp == 0) != (player.status == "dead"):
        yield Fault(f"{pointer}/hp", "HP is 0 for the dead, and for them only.")
    if player.status == "dead" and player.hand:
        yield Fault(f"{pointer}/hand", "The dead have dropped their hands.")
    allowed = STATUSES.get(state.phase)
    if allowed and player.status not in allowed:
        yield Fault(f"{pointer}/status", f"Nobody is {player.status} in this phase.")
    if player.status == "cleared" and len(state.void_row) != ROW:
        yield Fault(f"{pointer}/status", "Only ten cards can all be cleared.")
    if player.cards_cleared > _clearable(state, player):
        yield Fault(f"{pointer}/cards_cleared", "These are more cards than can be cleared by now.")
    if player.decided and state.phase != "over" and (state.phase, player.running) != DECIDING:
        yield Fault(f"{pointer}/decided", "Only a running player decides, in decide.")
    if player.passed and not state.stack and decision_due(state, player):
        yield Fault(f"{pointer}/passed", "With an empty stack the decision is the pass.")


def _clearable(state: State, player: Player) -> int:
    """Return how many cards of the row a player can have cleared (`void.counted`)."""
    resolving = state.phase == "resolve" and player.running
    return max(0, len(state.void_row) - resolving)


def _row_faults(state: State, deck: Deck) -> Iterator[Fault]:
    fewest, most = ROW_LENGTHS.get(state.phase, (0, ROW))
    if not fewest <= len(state.void_row) <= most:
        yield Fault("/void_row", f"In this phase the row has {fewest} to {most} cards.")
    for place, card in enumerate(state.void_row):
        if card == UNKNOWN:
            yield Fault(f"/void_row/{place}", "The row lies open: no card is unknown.")
    if state.scanned > len(state.void_deck):
        yield Fault("/scanned", "There are not so many void cards.")
    for place, card in enumerate(state.void_deck[: state.scanned]):
        if card == UNKNOWN:
            yield Fault(f"/void_deck/{place}", "A scanned card lies face up and is known.")
    for place, card in enumerate(state.event_discard):
        if card == UNKNOWN:
            yield Fault(f"/event_discard/{place}", "The discard lies face up.")


def _outcome_faults(state: State) -> Iterator[Fault]:
    """Hold the outcome against the points and the time, which say all of it.

    A solo state with ten points and no time left may have ended by either: a table may have missed
    the ten.
    """
    if (state.phase == "over") != (state.outcome is not None):
        yield Fault("/outcome", "The outcome is set exactly when the game is over.")
    if state.outcome is not None and state.chance is not None:
        yield Fault("/chance", "Nothing is asked once the game is over.")
    if state.outcome is not None and state.phase == "over":
        ends = [end for end in (by_points(state), out_of_time(state)) if end is not None]
        told = [end for end in ends if end.reason == state.outcome.reason]
        for follows in (told or ends)[:1]:
            yield from outcome_faults(state, state.outcome, follows)
        if not ends:
            yield Fault("/outcome", "Nobody has ten points, and there is time left.")


def _phase_faults(state: State, deck: Deck) -> Iterator[Fault]:
    pending, last = state.pending, state.void_row[-1:]
    if pending is not None and state.phase != "resolve":
        yield Fault("/pending", "Something is pending in resolve only.")
    elif isinstance(pending, PendingCreature) and last != (pending.card,):
        yield Fault("/pending/card", "The creature is the last card of the row.")
    elif isinstance(pending, PendingCreature) and pending.card not in deck.creatures:
        yield Fault("/pending/card", "This is no creature.")
    elif isinstance(pending, PendingEvent) and last != (CHANCE_MATRIX,):
        yield Fault("/pending", "An event is pending after a Chance Matrix only.")
    elif isinstance(pending, PendingEvent) and pending.card not in deck.events:
        yield Fault("/pending/card", "This is no roll event.")
    elif pending is None and state.phase == "resolve" and state.chance != EVENT:
        yield Fault("/pending", "In resolve something is pending, unless the event is asked for.")
    elif state.phase == "resolve" and pending is None and last != (CHANCE_MATRIX,):
        yield Fault("/pending", "An event is asked for after a Chance Matrix only.")
    if state.phase == "reveal" and not state.running:
        yield Fault("/phase", "Nobody runs any more, so that the run is over.")
    if isinstance(pending, PendingEvent):
        yield from _roll_faults(state, pending)


def _roll_faults(state: State, pending: PendingEvent) -> Iterator[Fault]:
    running = [player.id for player in state.running]
    for who in pending.rolls:
        if who not in running:
            yield Fault(f"/pending/rolls/{escaped(who)}", "Only who runs has a roll pending.")
    asked = isinstance(state.chance, DieChance | RulingChance)
    if not asked and set(pending.rolls) != set(running):
        yield Fault("/pending/rolls", "Everyone who runs has rolled.")


def _stack_faults(state: State, deck: Deck) -> Iterator[Fault]:
    ids = [entry.id for entry in state.stack]
    preparing = state.phase == "preparation"
    if state.stack and not preparing and state.phase not in WINDOWS:
        yield Fault("/stack", "There are no abilities on the stack outside windows.")
    if preparing and len(state.stack) != (state.chance is not None):
        yield Fault("/stack", "In preparation only the ability that asks lies on the stack.")
    for place, entry in enumerate(state.stack):
        pointer = f"/stack/{place}"
        if entry.id >= state.next_id:
            yield Fault(f"{pointer}/id", "Ids are below the next id.")
        if entry.id in ids[:place]:
            yield Fault(f"{pointer}/id", "An ability has this id already.")
        if entry.player not in [player.id for player in state.players]:
            yield Fault(f"{pointer}/player", f"{entry.player!r} is no player.")
        if entry.card not in deck.abilities:
            yield Fault(f"{pointer}/card", "The stack lies open, of abilities.")
        elif not _aimed(state, deck, entry):
            yield Fault(f"{pointer}/target", "The target does not fit the ability.")


def _aimed(state: State, deck: Deck, entry: StackEntry) -> bool:
    """Say whether an entry's target is of the kind that its ability needs."""
    target = deck.abilities[entry.card].target
    if target == "ability":
        return isinstance(entry.target, int) and entry.target < entry.id
    if target == "opponent":
        others = [player.id for player in state.players if player.id != entry.player]
        return entry.target in others
    return entry.target is None


def _chance_faults(state: State, deck: Deck) -> Iterator[Fault]:
    """Hold what the table is asked against what this state would ask."""
    if state.chance is None and state.phase == "reveal":
        yield Fault("/chance", "The table is asked for the void card.")
    elif state.chance is not None and state.chance not in _possible(state, deck):
        yield Fault("/chance", "This state does not ask that.")


def _possible(state: State, deck: Deck) -> list[CardChance | DieChance | RulingChance]:
    """List what a state may ask: for a card, for rolls, for a ruling."""
    asked: list[CardChance | DieChance | RulingChance] = []
    next_void = state.void_deck[state.scanned : state.scanned + 1]
    if state.phase == "reveal" and state.void_deck[:1] == (UNKNOWN,):
        asked.append(VOID)
    if state.phase == "resolve" and state.pending is None and state.event_deck[:1] == (UNKNOWN,):
        asked.append(EVENT)
    pending = state.pending
    if isinstance(pending, PendingEvent) and not state.stack:
        rolled = [player.id for player in state.running if player.id in pending.rolls]
        missing = tuple(p.id for p in state.running if p.id not in pending.rolls)
        asked += [DieChance(SIDES, missing)] if missing else []
        asked += _row_rulings(deck, pending, rolled)
    if state.stack:
        entry = state.stack[-1]
        last = deck.abilities[entry.card].effects[-1:]
        if last and isinstance(last[0], ops.Manual):
            asked.append(RulingChance(ability=entry.id, text=last[0].text))
        if last == (ops.Scan(),) and next_void == (UNKNOWN,):
            asked.append(VOID)
        rolls = pending.rolls if isinstance(pending, PendingEvent) else {}
        if last == (ops.Reroll(),) and entry.player in rolls:
            asked.append(DieChance(SIDES, (entry.player,)))
    return asked


def _row_rulings(deck: Deck, pending: PendingEvent, rolled: list[str]) -> list[RulingChance]:
    """List the ruling that the first row that has not taken effect may ask."""
    for who in rolled[:1]:
        last = deck.events[pending.card].effects(pending.rolls[who])[-1:]
        if last and isinstance(last[0], ops.Manual):
            return [RulingChance(event=pending.card, for_=who, text=last[0].text)]
    return []


def _standstill(state: State) -> Iterator[Fault]:
    if state.chance is not None:
        return
    acting = {
        "preparation": [player for player in state.players if not player.ready],
        "bank": keepers(state),
    }.get(state.phase, waiting(state))
    if not acting:
        yield Fault("/phase", "Nobody can act, and nothing is asked.")
