"""How a sensible player plays Mindburners: prepare, shield, push on while it is safe."""

from typing import Any

from referee.core import judge
from referee.core.game import AnyGame
from referee.core.records import Move

SHIELDS = ("phase-shield", "null-field", "last-breath")


def sensible(game: AnyGame, state: Any, player: str, brave: int) -> Move:
    """Choose a move; `brave` is how many HP are enough to go on."""
    legal = judge.legal_moves(game, state, player).moves
    by_type: dict[str, list[Any]] = {}
    for move in legal:
        by_type.setdefault(type(move).__name__, []).append(move)
    me = state.player(player)
    if state.phase == "preparation":
        return _prepare(by_type)
    if state.phase == "bank":
        shields = [m for m in by_type["Keep"] if m.card in SHIELDS]
        kept: Move = (shields or by_type["Keep"])[0]
        return kept
    if state.phase == "decide" and "Continue" in by_type:
        last = len(state.void_row) >= 7
        decided: Move = by_type["Continue" if me.hp >= brave or last else "Leave"][0]
        return decided
    return _answer(state, me, by_type)


def _prepare(by_type: dict[str, list[Any]]) -> Move:
    plays = [m for m in by_type.get("Play", []) if m.card != "patch-kit"]
    if plays:
        return plays[0]  # type: ignore[no-any-return]
    if "Boost" in by_type:
        return by_type["Boost"][-1]  # type: ignore[no-any-return]
    return by_type["Ready"][0]  # type: ignore[no-any-return]


def _answer(state: Any, me: Any, by_type: dict[str, list[Any]]) -> Move:
    threatened = state.phase == "resolve" and not me.absorb and not me.guarded
    if threatened and not state.stack:
        for card in (*SHIELDS, "patch-kit"):
            for move in by_type.get("Play", []):
                if move.card == card and me.hp <= 4:
                    return move  # type: ignore[no-any-return]
    return by_type["Pass"][0] if "Pass" in by_type else next(iter(by_type.values()))[0]  # type: ignore[no-any-return]
