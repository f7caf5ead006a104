"""Windows and the stack: playing, passing, answering, and what resolves next."""

from collections.abc import Callable

from msgspec.structs import replace

from referee.core.cards import holding, take, unseen
from referee.core.records import ALLOWED, MOST, UNKNOWN, Refusal, Verdict
from referee.games.mindburners import deck as ops
from referee.games.mindburners.deck import Ability, Deck
from referee.games.mindburners.effects import do
from referee.games.mindburners.events import (
    AbilityFizzled,
    AbilityNegated,
    AbilityPlayed,
    AbilityResolved,
    Passed,
)
from referee.games.mindburners.mind import Mind
from referee.games.mindburners.moves import Pass, Play, RulingChance
from referee.games.mindburners.state import (
    PendingEvent,
    Player,
    StackEntry,
    State,
    censuses_of,
)


def decision_due(state: State, player: Player) -> bool:
    """Say whether a player still has to continue or leave (`void.decide`)."""
    return state.phase == "decide" and player.running and not player.decided


def has_passed(state: State, player: Player) -> bool:
    """Say whether a present player lets the window close (`stack.window`)."""
    return player.passed or (not player.hand and not decision_due(state, player))


def waiting(state: State) -> list[Player]:
    """List the present players for whom a window is open."""
    return [player for player in state.present if not has_passed(state, player)]


def check_play(state: State, deck: Deck, move: Play) -> Verdict:
    """Judge a play: the hand, the cost, the preparation, the target, the roll."""
    player = state.player(move.player)
    held = holding(player.hand, (move.card,), lambda: unseen(censuses_of(state, deck)[0]))
    if isinstance(held, Refusal):
        return held
    card = deck.abilities[move.card]
    return (
        _unpayable(state, card, player)
        or _unanswering(state, card)
        or _misaimed(state, card, move)
        or _unrolled(state, card, move.player)
        or ALLOWED
    )


def plays(state: State, deck: Deck, player_id: str) -> list[Play]:
    """List the legal plays of known cards, by hand and target."""
    player = state.player(player_id)
    listed: list[Play] = []
    for card_id in dict.fromkeys(player.hand):
        if card_id == UNKNOWN:
            continue
        card = deck.abilities[card_id]
        if not (
            _unpayable(state, card, player)
            or _unanswering(state, card)
            or _unrolled(state, card, player_id)
        ):
            listed += [Play(player_id, card_id, to) for to in targets(state, card, player_id)]
    return listed


def _unpayable(state: State, card: Ability, player: Player) -> Refusal | None:
    """Say why a player cannot pay for an ability in this phase (`stack.cost`, `prep.play`)."""
    if card.cost > player.energy:
        message = f"{card.name} costs {card.cost} energy; {player.energy} is stored."
        details = {"card": card.id, "cost": card.cost, "energy": player.energy}
        return Refusal("not_enough_energy", "stack.cost", message, details)
    if state.phase == "preparation" and not card.preparation:
        message = f"{card.name} is no ability for the preparation."
        return Refusal("not_a_preparation_ability", "prep.play", message, {"card": card.id})
    return None


def _unanswering(state: State, card: Ability) -> Refusal | None:
    """Say why an ability has nothing to answer (`stack.answer`)."""
    if not state.stack and card.negates:
        return _misused(card, "nothing_to_negate", "there is no ability on the stack.")
    return None


def _misaimed(state: State, card: Ability, move: Play) -> Refusal | None:
    """Say why an ability cannot be aimed like that (`stack.answer`)."""
    if move.target in targets(state, card, move.player):
        return None
    if card.target in ("none", "opponents"):
        return _misused(card, "target_not_allowed", "it is aimed at nobody in particular.")
    if move.target is None:
        return _misused(card, "target_required", f"it needs a target: an {card.target}.")
    aimed = "another player in the void" if card.target == "opponent" else "one on the stack"
    return _misused(card, "bad_target", f"its target is {aimed}.")


def _unrolled(state: State, card: Ability, player: str) -> Refusal | None:
    """Say why an ability has no roll to repeat (`stack.answer`)."""
    rolls = state.pending.rolls if isinstance(state.pending, PendingEvent) else {}
    if player not in rolls and card.rerolls:
        return _misused(card, "no_roll_to_repeat", "no roll of its player is pending.")
    return None


def targets(state: State, card: Ability, player: str) -> list[str | int | None]:
    """List what an ability of a player may be aimed at; null where nobody is in particular."""
    if card.target == "ability":
        return [entry.id for entry in state.stack]
    if card.target == "opponent":
        return [other.id for other in state.present if other.id != player]
    return [None]


def _misused(card: Ability, code: str, why: str) -> Refusal:
    message = f"{card.name} cannot be played like that: {why}"
    return Refusal(code, "stack.answer", message, {"card": card.id})


def check_pass(state: State, player: str) -> Verdict:
    """Judge a pass (`void.decide`)."""
    if not state.stack and decision_due(state, state.player(player)):
        message = f"{player} has not decided yet: continue, or leave the void."
        return Refusal("decision_due", "void.decide", message, {})
    return ALLOWED


def passes(state: State, player: str) -> list[Pass]:
    """List the pass, where it is legal."""
    return [] if isinstance(check_pass(state, player), Refusal) else [Pass(player)]


def play(game: Mind, move: Play) -> None:
    """Pay for an ability and put it onto the stack; all passes are taken back."""
    player, card = game.player(move.player), game.deck.abilities[move.card]
    energy = player.energy - card.cost
    game.change(player.id, hand=take(player.hand, (move.card,)), energy=energy)
    played = StackEntry(game.state.next_id, player.id, move.card, move.target)
    stack = (*game.state.stack, played)
    if played.id == MOST:
        stack = _numbered_anew(stack)
    entry = stack[-1]
    game.become(stack=stack, next_id=entry.id + 1)
    game.change_all(passed=False)
    game.tell(AbilityPlayed(player.id, entry.card, entry.target, entry.id, energy))


def _numbered_anew(stack: tuple[StackEntry, ...]) -> tuple[StackEntry, ...]:
    """Give the abilities on the stack new ids, from 1 up: those of the game are used up.

    A target that has left the stack becomes 0, which is no id.
    """
    ids = {entry.id: place for place, entry in enumerate(stack, 1)}
    return tuple(
        replace(
            entry,
            id=ids[entry.id],
            target=ids.get(entry.target, 0) if isinstance(entry.target, int) else entry.target,
        )
        for entry in stack
    )


def pass_window(game: Mind, player: str) -> None:
    """Let a player pass."""
    game.change(player, passed=True)
    game.tell(Passed(player))


def settle(game: Mind, close: Callable[[Mind], None]) -> None:
    """Resolve the newest ability while all have passed; with none left, close the window."""
    while not game.over and game.state.chance is None and not waiting(game.state):
        if not game.state.stack:
            close(game)
            return
        resolve_newest(game)


def resolve_newest(game: Mind) -> None:
    """Let the newest ability take effect, as far as the table need not be asked."""
    entry = game.state.stack[-1]
    card = game.deck.abilities[entry.card]
    if _fizzles(game.state, card, entry):
        game.tell(AbilityFizzled(entry.id, entry.card))
        _leave_stack(game, entry)
        return
    asking = RulingChance(ability=entry.id)
    for effect in card.effects:
        if isinstance(effect, ops.Negate):
            _negate(game, entry)
        else:
            do(game, effect, entry.player, _aimed_at(game.state, card, entry), asking)
    if game.state.chance is None:
        resolved(game)


def _fizzles(state: State, card: Ability, entry: StackEntry) -> bool:
    """Say whether the target is gone (`stack.fizzle`)."""
    if card.target == "ability":
        return entry.target not in [other.id for other in state.stack]
    return card.target == "opponent" and not state.player(str(entry.target)).present


def _aimed_at(state: State, card: Ability, entry: StackEntry) -> list[str]:
    """Return whom an ability touches: those aimed at who are present still."""
    others = [player.id for player in state.present if player.id != entry.player]
    if card.target == "opponent":
        return [other for other in others if other == entry.target]
    return others if card.target == "opponents" else []


def _negate(game: Mind, entry: StackEntry) -> None:
    """Take the target ability off the stack, without effect."""
    for negated in [other for other in game.state.stack if other.id == entry.target]:
        game.become(stack=tuple(e for e in game.state.stack if e.id != negated.id))
        game.discard_abilities(negated.card)
        game.tell(AbilityNegated(negated.id, entry.id, negated.card))


def resolved(game: Mind) -> None:
    """Note that the newest ability has had its effects."""
    entry = game.state.stack[-1]
    _leave_stack(game, entry)
    game.tell(AbilityResolved(entry.id, entry.card))


def _leave_stack(game: Mind, entry: StackEntry) -> None:
    game.become(stack=tuple(e for e in game.state.stack if e.id != entry.id))
    game.discard_abilities(entry.card)
    game.change_all(passed=False)


def open_window(game: Mind) -> None:
    """Open a window: nobody has passed yet."""
    game.become(players=tuple(replace(p, passed=False) for p in game.state.players))
