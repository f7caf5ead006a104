"""Wireburn: shed your cards, aim damage, survive in the Final Firewall."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from referee.core.cards import Census, tell, unseen
from referee.core.chance import Stream
from referee.core.game import AnyGame, CardInfo, Description, Lookup
from referee.core.packs import Shelf
from referee.core.records import (
    ALLOWED,
    UNKNOWN,
    CardRevealed,
    Event,
    Fault,
    Move,
    Record,
    Refusal,
    Setup,
    Verdict,
    veil,
)
from referee.core.rulebook import rulebook_of
from referee.games.wireburn import attack, dealing, deck, plays, state, turn, words
from referee.games.wireburn.coherence import faults
from referee.games.wireburn.lookups import LOOKUPS
from referee.games.wireburn.piles import Wireburn
from referee.games.wireburn.state import State

__all__ = ["GAME"]

_OPEN: Mapping[str, frozenset[type[Move]]] = {
    "main": frozenset((state.Play, state.Wash, state.Draw, state.EndTurn)),
    "nominate": frozenset((state.Nominate,)),
    "shield": frozenset((state.Deflect, state.Take)),
}

_CODES: Mapping[str, tuple[str, ...]] = {
    "dock_needs_own_colour": ("dock.open",),
    "one_opening_per_turn": ("dock.one-per-turn",),
    "no_opening_after_wild": ("dock.no-open-after-wild",),
    "colour_mismatch": ("fit.step",),
    "value_out_of_reach": ("fit.step", "fit.grey", "fit.open"),
    "dock_locked": ("fit.volt-lock",),
    "volt_needs_edge": ("wild.volt",),
    "stasis_needs_middle": ("wild.stasis",),
    "modifier_needs_grey": ("grey.modifier",),
    "mixed_modifiers": ("grey.one-sign",),
    "wash_needs_both": ("grey.wash",),
    "draw_after_play": ("dig.ends-on-play",),
    "draw_limit": ("dig.limit",),
    "nothing_to_draw": ("pile.empty",),
    "third_card_must_be_played": ("dig.third",),
    "must_play_or_draw": ("turn.act",),
    "not_in_firewall": ("firewall.nominate",),
}


class _Wireburn:
    """The game as the judge sees it (`referee.core.game.Game`)."""

    name = "wireburn"
    title = "Wireburn"
    version = 1
    min_players = 2
    max_players = 6
    default_options: Record = state.Options("standard")
    unsupported: Mapping[str, Sequence[str]] = {"variant": ("simple", "red_shift")}
    state_type = State
    move_type = state.WireburnMove
    event_type = state.WireburnEvent
    codes = _CODES
    rulebook = rulebook_of(__name__)
    lookups: Mapping[str, Lookup] = LOOKUPS
    pack_type: type[Record] | None = None
    shelf: Shelf[Any] = Shelf()

    def with_shelf(self, shelf: Shelf[Any]) -> AnyGame:
        return self

    def pack_faults(self, pack: Any) -> list[Fault]:
        return []

    def cards(self, named: str | None) -> tuple[CardInfo, ...]:
        if named is not None:
            self.shelf.find(named)
        return deck.catalogue()

    def setup(self, request: Setup) -> Wireburn:
        return dealing.setup(request)

    def censuses(self, position: State) -> tuple[Census, ...]:
        return (state.census_of(position),)

    def faults(self, position: State) -> list[Fault]:
        return faults(position)

    def to_act(self, position: State) -> tuple[str, ...]:
        if position.phase == "shield" and position.attack and position.attack.target:
            return (position.attack.target,)
        return (position.turn.player,)

    def open_moves(self, position: State, player: str) -> frozenset[type[Move]]:
        return _OPEN[position.phase]

    def malformed(self, position: State, move: Move) -> list[Fault]:
        if isinstance(move, state.Reveal) and move.drawn and move.holder is None:
            return [Fault("/drawn", "A card that was drawn is in a hand: name its holder.")]
        return []

    def check(self, position: State, move: Move) -> Verdict:
        match move:
            case state.Play():
                return plays.check_play(position, move)
            case state.Wash():
                return plays.check_wash(position, move.player)
            case state.Draw():
                return turn.check_draw(position)
            case state.EndTurn():
                return turn.check_end_turn(position)
            case state.Nominate():
                return attack.check_nominate(position, move)
            case state.Deflect():
                return attack.check_deflect(position, move.player)
            case state.Reveal():
                return _check_reveal(position, move)
        return ALLOWED

    def apply(self, position: State, move: Move) -> Wireburn:
        game = Wireburn(position)
        match move:
            case state.Play():
                turn.play(game, move)
            case state.Wash():
                turn.wash(game, move.player)
            case state.Draw():
                turn.dig(game, move.player)
            case state.EndTurn():
                turn.end_turn(game)
            case state.Nominate():
                attack.strike(game, move.target)
            case state.Deflect():
                attack.deflect(game, move.player)
            case state.Take():
                attack.take_damage(game, move.player)
            case state.Reveal(holder=None):
                attack.answer(game, move.card)
            case state.Reveal():
                _reveal(game, move)
        return game

    def moves(self, position: State, player: str) -> list[Move]:
        return turn.moves(position, player) if position.phase == "main" else attack.moves(position)

    def unseen(self, position: State, zone: str | None) -> Counter[str]:
        return unseen(state.census_of(position))

    def stays_hidden(self, position: State) -> bool:
        return True

    def view(self, position: State, player: str | None) -> State:
        return state.view(position, player)

    def view_event(self, position: State, event: Event, player: str | None) -> Event:
        return veil(event, player)

    def describe(self, position: State, player: str | None) -> Description:
        return words.describe(position, player)

    def complete(self, position: State, stream: Stream) -> State:
        return dealing.complete(position, stream)


def _check_reveal(position: State, move: state.Reveal) -> Verdict:
    """Judge what Wireburn adds to a reveal: which draw it was, and a NULL that must be told."""
    if move.holder is None:
        return attack.check_answer(position, move.card)
    if move.drawn is None:
        return ALLOWED
    drawn = position.turn.drawn[move.drawn - 1 : move.drawn]
    if move.holder == position.turn.player and drawn == (UNKNOWN,):
        return ALLOWED
    message = f"{move.holder} has drawn no unknown card as number {move.drawn} this turn."
    return Refusal("card_not_held", "table.hand", message, {"drawn": move.drawn})


def _reveal(game: Wireburn, move: state.Reveal) -> None:
    assert move.holder is not None
    hand = tell(game.state.hand(move.holder), move.card)
    game.become(players=game.state.with_player(move.holder, hand=hand))
    if move.drawn is not None:
        drawn = list(game.state.turn.drawn)
        drawn[move.drawn - 1] = move.card
        game.become(turn=replace(game.state.turn, drawn=tuple(drawn)))
    game.tell(CardRevealed(move.holder, move.card))


GAME: AnyGame = _Wireburn()
