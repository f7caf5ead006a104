"""Mindburners: push your luck in the void, play abilities, answer those of others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from referee.core.cards import Census, tell, unseen
from referee.core.chance import Stream
from referee.core.game import AnyGame, CardInfo, Description, Lookup
from referee.core.packs import Installed, Shelf, chosen_pack, deck_faults
from referee.core.records import (
    ALLOWED,
    UNKNOWN,
    CardRevealed,
    Event,
    Fault,
    Move,
    Record,
    Reveal,
    Setup,
    Verdict,
    veil,
)
from referee.core.rulebook import rulebook_of
from referee.games.mindburners import (
    bank,
    deck,
    effects,
    events,
    moves,
    preparation,
    run,
    stack,
    state,
    words,
)
from referee.games.mindburners.coherence import faults
from referee.games.mindburners.dealing import complete, setup
from referee.games.mindburners.deck import REFERENCE, Deck, Pack, deck_of
from referee.games.mindburners.lookups import LOOKUPS
from referee.games.mindburners.mind import Mind
from referee.games.mindburners.moves import RulingChance
from referee.games.mindburners.state import State, censuses_of

__all__ = ["GAME"]

_OPEN: Mapping[str, frozenset[type[Move]]] = {
    "preparation": frozenset(
        (moves.Boost, moves.BuyCard, moves.Overcharge, moves.Ready, moves.Play)
    ),
    "resolve": frozenset((moves.Play, moves.Pass)),
    "decide": frozenset((moves.Play, moves.Pass, moves.Continue, moves.Leave)),
    "bank": frozenset((moves.Keep,)),
}

_CODES: Mapping[str, tuple[str, ...]] = {
    "not_enough_energy": ("prep.boost", "prep.overcharge", "stack.cost"),
    "hp_at_most_ten": ("prep.boost",),
    "hp_would_fall_below_one": ("prep.draw",),
    "extra_draws_used": ("prep.draw",),
    "already_overcharged": ("prep.overcharge",),
    "no_overcharge_in_solo": ("prep.overcharge",),
    "not_a_preparation_ability": ("prep.play",),
    "target_required": ("stack.answer",),
    "target_not_allowed": ("stack.answer",),
    "bad_target": ("stack.answer",),
    "nothing_to_negate": ("stack.answer",),
    "no_roll_to_repeat": ("stack.answer",),
    "decision_due": ("void.decide",),
    "already_decided": ("void.decide",),
    "not_running": ("void.leaving",),
    "nothing_to_draw": ("draw.reshuffle",),
}


class _Mindburners:
    """The game as the judge sees it (`referee.core.game.Game`)."""

    name = "mindburners"
    title = "Mindburners"
    version = 1
    min_players = 1
    max_players = 4
    default_options: Record = state.Options("multiplayer")
    unsupported: Mapping[str, Sequence[str]] = {}
    state_type = State
    move_type = moves.MindburnersMove
    event_type = events.MindburnersEvent
    codes = _CODES
    rulebook = rulebook_of(__name__)
    lookups: Mapping[str, Lookup] = LOOKUPS
    pack_type: type[Record] | None = Pack

    def __init__(self, shelf: Shelf[Pack]) -> None:
        self.shelf = shelf

    def with_shelf(self, shelf: Shelf[Any]) -> AnyGame:
        return _Mindburners(shelf)

    def pack_faults(self, pack: Pack) -> list[Fault]:
        return deck.pack_faults(pack)

    def cards(self, named: str | None) -> tuple[CardInfo, ...]:
        return deck.catalogue(self.shelf.find(named or REFERENCE.name))

    def _deck(self, position: State) -> Deck:
        """Return the deck of an audited state."""
        return deck_of(self.shelf.carried(position.deck))

    def setup(self, request: Setup) -> Mind:
        asked = REFERENCE.name if request.deck is None else request.deck
        pack = chosen_pack(self, asked)
        return setup(request, deck_of(pack), asked if isinstance(asked, str) else pack)

    def censuses(self, position: State) -> tuple[Census, ...]:
        if deck_faults(self, position.deck):
            return ()
        return censuses_of(position, self._deck(position))

    def faults(self, position: State) -> list[Fault]:
        return deck_faults(self, position.deck) or faults(position, self._deck(position))

    def to_act(self, position: State) -> tuple[str, ...]:
        if position.phase == "preparation":
            return tuple([player.id for player in position.players if not player.ready])
        if position.phase == "bank":
            return tuple(player.id for player in bank.keepers(position))
        return tuple([player.id for player in stack.waiting(position)])

    def open_moves(self, position: State, player: str) -> frozenset[type[Move]]:
        return _OPEN[position.phase]

    def malformed(self, position: State, move: Move) -> list[Fault]:
        named = move.card if isinstance(move, moves.Play | moves.Keep | Reveal) else None
        hidden = named == UNKNOWN and not isinstance(move, moves.Play)
        if named is None or hidden or named in self._deck(position).ids:
            return []
        return [Fault("/card", f"The deck has no card {named!r}.")]

    def check(self, position: State, move: Move) -> Verdict:
        match move:
            case moves.Boost():
                return preparation.check_boost(position, move)
            case moves.BuyCard():
                return preparation.check_buy_card(position, move.player)
            case moves.Overcharge():
                return preparation.check_overcharge(position, move.player)
            case moves.Play():
                return stack.check_play(position, self._deck(position), move)
            case moves.Pass():
                return stack.check_pass(position, move.player)
            case moves.Continue() | moves.Leave():
                return run.check_decision(position, move.player)
            case moves.Keep():
                return bank.check_keep(position, self._deck(position), move)
        return ALLOWED

    def apply(self, position: State, move: Move) -> Mind:
        game = Mind(position, self._deck(position))
        match move:
            case moves.Boost():
                preparation.boost(game, move)
            case moves.BuyCard():
                preparation.buy_card(game, move.player)
            case moves.Overcharge():
                preparation.overcharge(game, move.player)
            case moves.Ready():
                if preparation.get_ready(game, move.player):
                    run.start(game)
            case moves.Play():
                _play(game, move)
            case moves.Pass():
                stack.pass_window(game, move.player)
                stack.settle(game, run.close)
            case moves.Continue() | moves.Leave():
                run.decide(game, move.player, isinstance(move, moves.Leave))
            case moves.Keep():
                bank.keep(game, move)
            case _:
                _answer(game, move)
        return game

    def moves(self, position: State, player: str) -> list[Move]:
        made = self._deck(position)
        if position.phase == "bank":
            return [*bank.keeps(position, made, player)]
        plays = stack.plays(position, made, player)
        if position.phase == "preparation":
            return [*plays, *preparation.moves(position, player)]
        return [*plays, *run.decisions(position, player), *stack.passes(position, player)]

    def unseen(self, position: State, zone: str | None) -> Counter[str]:
        abilities, roll_events, void = censuses_of(position, self._deck(position))
        return unseen({"event_deck": roll_events, "void_deck": void}.get(zone or "", abilities))

    def stays_hidden(self, position: State) -> bool:
        return False

    def view(self, position: State, player: str | None) -> State:
        return state.view(position, player)

    def view_event(self, position: State, event: Event, player: str | None) -> Event:
        return veil(event, player)

    def describe(self, position: State, player: str | None) -> Description:
        return words.describe(position, self._deck(position), player)

    def complete(self, position: State, stream: Stream) -> State:
        return complete(position, self._deck(position), stream)


def _play(game: Mind, move: moves.Play) -> None:
    """Play an ability: in preparation it resolves at once, else a window is open for it."""
    stack.play(game, move)
    if game.state.phase == "preparation":
        stack.resolve_newest(game)
    else:
        stack.settle(game, run.close)


def _answer(game: Mind, move: Move) -> None:
    """Let the table tell a card or a roll, or rule."""
    asked = game.state.chance
    match move:
        case Reveal(holder=str(holder)):
            game.change(holder, hand=tell(game.player(holder).hand, move.card))
            game.tell(CardRevealed(holder, move.card))
        case Reveal():
            game.become(chance=None)
            _tell_card(game, move.card)
        case moves.Roll() if game.state.stack:
            game.become(chance=None)
            effects.set_roll(game, move.for_, move.value)
            _go_on(game)
        case moves.Roll():
            run.told_roll(game, move.for_, move.value)
        case moves.Rule() if isinstance(asked, RulingChance):
            game.become(chance=None)
            _rule(game, move, asked)


def _tell_card(game: Mind, card: str) -> None:
    state_now = game.state
    if state_now.phase == "reveal":
        game.become(void_deck=(card, *state_now.void_deck[1:]))
        run.turn_up(game)
    elif state_now.stack:
        effects.turn_up_void(game, card)
        _go_on(game)
    else:
        game.become(event_deck=(card, *state_now.event_deck[1:]))
        run.turn_up_event(game)


def _go_on(game: Mind) -> None:
    """Go on after the newest ability has had its answer."""
    stack.resolved(game)
    _settle(game)


def _settle(game: Mind) -> None:
    """Let what follows from the stack happen; in preparation nothing waits on it."""
    if game.state.phase != "preparation":
        stack.settle(game, run.close)


def _rule(game: Mind, move: moves.Rule, asked: RulingChance) -> None:
    """Let a ruling take place, entry by entry, and go on."""
    game.tell(events.Ruled(move.adjust))
    for entry in move.adjust:
        told = (entry.hp, entry.energy, entry.vp, entry.eject)
        hp, energy, vp, ejected = (0 if value is UNSET else value for value in told)
        effects.rule(game, entry.player, hp, energy, vp, bool(ejected))
    if asked.for_ is None:
        stack.resolved(game)
        game.end_at_ten()
        _settle(game)
    else:
        effects.drop_roll(game, asked.for_)
        run.rows(game)


GAME: AnyGame = _Mindburners(Shelf([Installed(REFERENCE, official=False)]))
