"""A Wireburn position in words, and the facts that can be derived from it."""

from typing import Any

from referee.core.game import Description
from referee.games.wireburn.deck import DOCKS
from referee.games.wireburn.faces import Face, face_of, words
from referee.games.wireburn.plays import docks_take, third_card
from referee.games.wireburn.state import State


def describe(state: State, player: str | None) -> Description:
    """Describe a position; the hand of `player` is spelled out, nobody else's."""
    lines = [
        *(_dock_line(state, dock) for dock in DOCKS),
        _pile_line(state),
        *(_player_line(state, p.id, player) for p in state.players),
        *_turn_lines(state),
    ]
    return Description(headline(state), tuple(lines), facts(state))


def headline(state: State) -> str:
    """Say in a sentence what the game waits for."""
    turn, attack = state.turn, state.attack
    if state.outcome is not None:
        return _ending(state)
    if state.phase == "main":
        return f"Turn {turn.number}: {turn.player} plays."
    hit = f"{turn.damage} damage"
    if state.phase == "nominate" or attack is None:
        return f"{turn.player} names the Firewall player who takes {hit}."
    if state.phase == "shield":
        return f"{attack.target} may deflect {hit} from {turn.player} with a NULL, or take it."
    left = _count(attack.to_draw, "penalty card")
    hidden = 'or "?" if it stays hidden and is no NULL'
    return f"{attack.target} has {left} to draw. The table tells the next one, {hidden}."


def _ending(state: State) -> str:
    outcome = state.outcome
    assert outcome is not None
    if not outcome.winners:
        return "The game is over without a winner: nobody can draw and nobody plays."
    how = {
        "firewall_survived": "survived in the Final Firewall",
        "breach_backfired": "drew a NULL as the Firewall was breached",
    }[outcome.reason]
    return f"The game is over: {' and '.join(outcome.winners)} {how}."


def _dock_line(state: State, dock: str) -> str:
    stack = state.docks.stack(dock)  # type: ignore[arg-type]
    if not stack:
        return f"{dock.capitalize()} dock: empty."
    cards = " ".join(stack)
    return f"{dock.capitalize()} dock: shows {words(face_of(stack))} ({cards})."


def _pile_line(state: State) -> str:
    top = f", {state.discard[-1]} on top" if state.discard else ""
    piles = f"{_count(len(state.draw_pile), 'card')} to draw"
    return f"Piles: {piles}, {len(state.discard)} discarded{top}."


def _player_line(state: State, player: str, reader: str | None) -> str:
    seat = state.player(player)
    if not seat.hand:
        line = f"{player}: in the Final Firewall, no cards"
    elif player == reader:
        line = f"{player}: {_count(len(seat.hand), 'card')}: {' '.join(seat.hand)}"
    else:
        line = f"{player}: {_count(len(seat.hand), 'card')}"
    return line + (f"; skips {_count(seat.skips, 'turn')}." if seat.skips else ".")


def _turn_lines(state: State) -> list[str]:
    turn = state.turn
    if state.phase == "over":
        return []
    lines = []
    if turn.plays or turn.drawn:
        lines.append(f"This turn: {_count(turn.plays, 'play')}, {_count(len(turn.drawn), 'draw')}.")
    if turn.damage and state.phase == "main":
        lines.append(f"{turn.damage} damage will be aimed when the turn ends.")
    if must := must_play(state):
        lines.append(f"{must}, the third card drawn, must be played now.")
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def must_play(state: State) -> str | None:
    """Return the third drawn card where it is known that it must be played (`dig.third`)."""
    third = third_card(state)
    only = next(iter(third.fitting), None)
    return only if len(third.fitting) == 1 and third.forbids(()) else None


def facts(state: State) -> dict[str, Any]:
    """Derive what the state does not say itself."""
    return {
        "docks": {dock: shown(dock, state.docks.stack(dock)) for dock in DOCKS},
        "takes": {dock: list(cards) for dock, cards in docks_take(state, 0, 0)},
        "firewall": [p.id for p in state.players if not p.hand],
        "cards_in_hand": {p.id: len(p.hand) for p in state.players},
        "draw_pile": len(state.draw_pile),
        "discard": len(state.discard),
        "damage": state.turn.damage,
        "must_play": must_play(state),
    }


def shown(dock: str | None, stack: tuple[str, ...]) -> dict[str, Any]:
    """Say what a dock shows; an empty one has its marker's colour, where that is known."""
    face: Face = face_of(stack)
    return {
        "shows": face.shows,
        "colour": face.colour if stack else dock,
        "values": list(face.values),
        "cards": len(stack),
    }
