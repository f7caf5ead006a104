"""A Mindburners position in words, and the facts that can be derived from it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from referee.core.cards import unseen
from referee.core.game import Description
from referee.core.records import UNKNOWN, CardChance, DieChance
from referee.games.mindburners.bank import keepers
from referee.games.mindburners.deck import AnyEffect, Damage, Deck, told
from referee.games.mindburners.moves import RulingChance
from referee.games.mindburners.stack import decision_due, waiting
from referee.games.mindburners.state import (
    ALL,
    PendingCreature,
    PendingEvent,
    Player,
    StackEntry,
    State,
    censuses_of,
)


def describe(state: State, deck: Deck, player: str | None) -> Description:
    """Describe a position; the hand of `player` is spelled out, nobody else's."""
    lines = [
        *_pending_lines(state, deck),
        *(_player_line(p, p.id == player) for p in state.players),
        *_stack_lines(state, deck),
        *_void_lines(state),
        _deck_line(state),
    ]
    return Description(headline(state, deck), tuple(lines), facts(state, deck))


def headline(state: State, deck: Deck) -> str:
    """Say in a sentence what the game waits for."""
    if state.outcome is not None:
        return _ending(state)
    if state.chance is not None:
        return _asked(state, deck)
    if state.phase == "preparation":
        who = [player.id for player in state.players if not player.ready]
        return f"Preparation of run {state.run}: {_names(who)} may prepare, until ready."
    if state.phase == "bank":
        return f"Run {state.run} is over: {_names([p.id for p in keepers(state)])} may keep a card."
    return _window(state, deck)


def _ending(state: State) -> str:
    outcome = state.outcome
    assert outcome is not None
    if not outcome.winners:
        return "The game is over: the time is up, and the breach stays open."
    verb = "wins" if len(outcome.winners) == 1 else "win"
    return f"The game is over: {_names(outcome.winners)} {verb} with ten points or more."


def _asked(state: State, deck: Deck) -> str:
    match state.chance:
        case CardChance(zone="void_deck"):
            return "Which void card comes next? The table turns it up and tells."
        case CardChance():
            return "Which roll event is it? The table turns it up and tells."
        case DieChance(for_=who):
            return f"The table rolls for {_names(who)}."
        case RulingChance(text=text):
            return f"The table rules: {text}"
    return ""


def _window(state: State, deck: Deck) -> str:
    """Put a window into a sentence: who may answer what, and what waits beneath it."""
    who = _names([player.id for player in waiting(state)], "or")
    if state.stack:
        newest, beneath = state.stack[-1], len(state.stack) - 1
        waits = {0: "", 1: "; 1 ability waits beneath it"}.get(
            beneath, f"; {beneath} abilities wait beneath it"
        )
        return f"{who} may answer {newest.player}'s {deck.abilities[newest.card].name}{waits}."
    if state.phase == "decide":
        due = [player.id for player in state.players if decision_due(state, player)]
        if due:
            return f"{_names(due)} decide{'s' * (len(due) == 1)}: continue, or leave the void."
        return f"{who} may play an ability or pass before the next void card."
    return f"{who} may play an ability or pass before {_coming(state, deck)}."


def _coming(state: State, deck: Deck) -> str:
    if isinstance(state.pending, PendingCreature):
        creature = deck.creatures[state.pending.card]
        return f"the {creature.name} hits for {creature.damage}"
    assert state.pending is not None
    return f"{deck.events[state.pending.card].name} takes effect"


def _coming_effects(
    state: State, deck: Deck
) -> Iterator[tuple[str, int | None, Sequence[AnyEffect]]]:
    """List whom the pending card touches, with their rolls, and what it does to them."""
    pending = state.pending
    if isinstance(pending, PendingCreature):
        hit = (Damage(deck.creatures[pending.card].damage),)
        yield from ((player.id, None, hit) for player in state.running)
    elif isinstance(pending, PendingEvent):
        card = deck.events[pending.card]
        for player in state.running:
            roll = pending.rolls.get(player.id)
            if roll is not None:
                yield player.id, roll, card.effects(roll)


def _pending_lines(state: State, deck: Deck) -> list[str]:
    pending = state.pending
    if isinstance(pending, PendingCreature):
        return [f"Pending: {_coming(state, deck)} on {_names([p.id for p in state.running])}."]
    if not isinstance(pending, PendingEvent):
        return []
    rows = [
        f"{who} rolled {roll}: {told(effects)}"
        for who, roll, effects in _coming_effects(state, deck)
    ]
    name = deck.events[pending.card].name
    return [f"Pending: {name}. {'; '.join(rows) or 'Nobody has rolled yet'}."]


def _player_line(player: Player, spelled: bool) -> str:
    extras = [
        "overcharged" * player.overcharged,
        {0: "", ALL: "all damage prevented"}.get(player.absorb, f"{player.absorb} prevented"),
        "cannot drop below 1 HP" * player.guarded,
        "will continue" * player.decided,
        "ready" * (player.ready and player.status == "preparing"),
    ]
    about = f"{player.hp} HP, {player.energy} energy, {player.vp} VP, {player.status}"
    about = ", ".join([about, *filter(None, extras)])
    cards = f"{len(player.hand)} card{'s' * (len(player.hand) != 1)}"
    hand = f"{cards}: {' '.join(player.hand)}" if spelled and player.hand else cards
    return f"{player.id}: {about}; {hand}."


def _stack_lines(state: State, deck: Deck) -> list[str]:
    return [f"On the stack: {_entry(state, deck, entry)}." for entry in reversed(state.stack)]


def _entry(state: State, deck: Deck, entry: StackEntry) -> str:
    card = deck.abilities[entry.card]
    named = {other.id: deck.abilities[other.card].name for other in state.stack}
    aim = ""
    if isinstance(entry.target, int):
        aim = f" at {named.get(entry.target, 'an ability that is gone')} ({entry.target})"
    elif entry.target is not None:
        aim = f" at {entry.target}"
    return f"{entry.player}'s {card.name} ({entry.id}){aim}: {told(card.effects)}"


def _void_lines(state: State) -> list[str]:
    lines = []
    if state.void_row:
        lines.append(f"The void so far: {' '.join(state.void_row)} ({len(state.void_row)} of 10).")
    if state.scanned:
        lines.append(f"Next in the void: {' '.join(state.void_deck[: state.scanned])}.")
    if state.time_left is not None:
        lines.append(f"Runs left: {state.time_left}.")
    return lines


def _deck_line(state: State) -> str:
    abilities = (
        f"{len(state.ability_deck)} abilities to draw, {len(state.ability_discard)} discarded"
    )
    return f"Decks: {abilities}; {len(state.event_deck)} roll events to draw."


def _names(who: Any, conjunction: str = "and") -> str:
    *others, last = [*who] or ["nobody"]
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def facts(state: State, deck: Deck) -> dict[str, Any]:
    """Derive what the state does not say itself."""
    return {
        "players": {player.id: _player_facts(player) for player in state.players},
        "position": len(state.void_row) or None,
        "void_left": void_left(state, deck),
        "stack": [_stack_facts(state, deck, entry) for entry in reversed(state.stack)],
        "pending": None if state.pending is None else state.pending.card,
        "coming": [_coming_facts(*about) for about in _coming_effects(state, deck)],
        "decision_due": [p.id for p in state.players if decision_due(state, p)],
        "time_left": state.time_left,
    }


def _stack_facts(state: State, deck: Deck, entry: StackEntry) -> dict[str, Any]:
    """Tell an ability on the stack, with who may still answer it before it resolves."""
    card = deck.abilities[entry.card]
    return {
        "id": entry.id,
        "player": entry.player,
        "card": entry.card,
        "target": entry.target,
        "effects": card.effects,
        "answerable_by": [] if state.chance else [player.id for player in waiting(state)],
        "text": f"{_entry(state, deck, entry)}.",
    }


def _coming_facts(player: str, roll: int | None, effects: Sequence[AnyEffect]) -> dict[str, Any]:
    """Tell what the pending card is about to do to a player who runs."""
    return {"player": player, "roll": roll, "effects": effects, "text": f"{told(effects)}."}


def _player_facts(player: Player) -> dict[str, Any]:
    return {
        "hp": player.hp,
        "energy": player.energy,
        "vp": player.vp,
        "overcharged": player.overcharged,
        "status": player.status,
        "cards_in_hand": len(player.hand),
        "cards_cleared": player.cards_cleared,
    }


def void_left(state: State, deck: Deck) -> dict[str, int]:
    """Count the void cards that may still come this run, scanned ones among them."""
    known = Counter(card for card in state.void_deck if card != UNKNOWN)
    left = known + unseen(censuses_of(state, deck)[2])
    return {card: left[card] for card in deck.void_copies if left[card]}
