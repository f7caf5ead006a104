"""Judges: audits a posted state, orders the reasons, applies moves, lists them, replays games."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from referee.core.cards import census_faults, impossible, seen
from referee.core.chance import commitment
from referee.core.errors import (
    Illegal,
    Incoherent,
    Malformed,
    UnsupportedVariant,
    UnsupportedVersion,
)
from referee.core.game import AnyGame
from referee.core.names import alike, name_fault
from referee.core.records import (
    ALLOWED,
    TABLE,
    UNKNOWN,
    Allowed,
    Assumption,
    CardChance,
    Event,
    Fault,
    Move,
    Record,
    Refusal,
    Reveal,
    Setup,
    TableMove,
    Verdict,
    counted,
    seated,
)

SHARED_CODES: Mapping[str, tuple[str, ...]] = {
    "game_over": ("table.over",),
    "unknown_player": ("table.seats",),
    "awaiting_chance": ("table.chance",),
    "chance_not_asked": ("table.chance",),
    "not_your_turn": ("table.turn",),
    "wrong_phase": ("table.phase",),
    "card_not_held": ("table.hand",),
    "impossible_card": ("table.census",),
}


class Ruling(Record, frozen=True):
    """What a legal move makes of a state."""

    state: Any
    events: tuple[Event, ...]
    to_act: tuple[str, ...]
    assumptions: tuple[Assumption, ...]
    undoable: bool


class LegalMoves(Record, frozen=True):
    """Who may act, and the legal moves of those who were asked for.

    `complete` is false where one of their hands holds unknown cards; `weights`, for the table's
    answers only, says how many of the unseen cards or faces each move stands for.
    """

    to_act: tuple[str, ...]
    moves: tuple[Move, ...]
    complete: bool
    weights: tuple[int, ...] | None


def require_supported(game: AnyGame, options: Any) -> None:
    """Raise `UnsupportedVariant` where raw options name a variant that has no rules."""
    if not isinstance(options, Mapping):
        return
    for option, values in game.unsupported.items():
        if options.get(option) in values:
            raise UnsupportedVariant(
                f"The publisher names the {option} {options[option]!r} but gives no rules for it."
            )


def require_version(game: AnyGame, state: Any) -> None:
    """Raise `UnsupportedVersion` where a raw state names another version than the game's."""
    version = state.get("version") if isinstance(state, Mapping) else None
    if type(version) is int and version != game.version:
        raise UnsupportedVersion(
            f"The state is of version {version}; this referee rules version {game.version}."
        )


def audit(game: AnyGame, state: Any) -> None:
    """Raise `Incoherent` with every fault of a posted state.

    Raises `Malformed` before that where a player has a name that is none.
    """
    ids = tuple([player.id for player in state.players])
    if not _told_apart(ids) and (unnamed := list(_name_faults(ids, "/players/{seat}/id"))):
        raise Malformed(unnamed)
    if faults := [*_shared_faults(game, state), *game.faults(state)]:
        raise Incoherent(faults)


def _shared_faults(game: AnyGame, state: Any) -> Iterator[Fault]:
    ids = tuple([player.id for player in state.players])
    yield from _seat_faults(game, ids, "/players/{seat}/id")
    hidden = False
    for census in game.censuses(state):
        counts = seen(census)
        hidden = hidden or UNKNOWN in counts
        yield from census_faults(census, counts)
    if state.rng and state.rng.seed is not None:
        if commitment(state.rng.seed) != state.rng.commitment:
            yield Fault("/rng/commitment", "This is not the SHA-256 of the seed.")
        if hidden:
            yield Fault("/rng/seed", 'Who holds the seed knows every card: no "?" may be left.')
    for place, winner in enumerate(state.outcome.winners if state.outcome else ()):
        if winner not in ids:
            yield Fault(f"/outcome/winners/{place}", f"{winner!r} is no player.")


def _seat_faults(game: AnyGame, ids: tuple[str, ...], pointer: str) -> Iterator[Fault]:
    """List what is wrong with who plays; `pointer` has a place for the `{seat}`."""
    if not game.min_players <= len(ids) <= game.max_players:
        message = f"{game.title} takes {game.min_players} to {game.max_players} players."
        yield Fault("/players", message)
    if _told_apart(ids):
        return
    met: dict[str, str] = {}
    for seat, player in enumerate(ids):
        if message := _seat_fault(player, met):
            yield Fault(pointer.format(seat=seat), f"{player!r} {message}")
        met.setdefault(alike(player), player)


def _seat_fault(player: str, met: Mapping[str, str]) -> str:
    """Say why nobody of this name takes a seat beside those that were `met`, by `alike`."""
    if alike(player) == TABLE:
        return "is the table's name, not a player's."
    other = met.get(alike(player))
    if other is None:
        return ""
    return "sits at the table twice." if other == player else f"is the same name as {other!r}."


@lru_cache(maxsize=1024)
def _told_apart(ids: tuple[str, ...]) -> bool:
    """Say that players have names which are names and of which no two look the same.

    A game is posted again and again with the same players.
    """
    apart = {alike(player) for player in ids}
    return not any(map(name_fault, ids)) and len(apart) == len(ids) and TABLE not in apart


def _name_faults(ids: Iterable[str], pointer: str) -> Iterator[Fault]:
    for seat, player in enumerate(ids):
        if message := name_fault(player):
            yield Fault(pointer.format(seat=seat), f"{player!r} {message}")


def setup(game: AnyGame, request: Setup) -> Ruling:
    """Deal a new game. Raises `Malformed` where the request fits no game of this kind."""
    if faults := list(_setup_faults(game, request)):
        raise Malformed(faults)
    unfolding = game.setup(request)
    return Ruling(
        unfolding.state, tuple(unfolding.events), to_act(game, unfolding.state), (), False
    )


def _setup_faults(game: AnyGame, request: Setup) -> Iterator[Fault]:
    yield from _name_faults(request.players, "/players/{seat}")
    yield from _seat_faults(game, request.players, "/players/{seat}")
    if request.chance == TABLE and request.seed is not None:
        message = "A table shuffles its own cards: a seed and a table state do not go together."
        yield Fault("/seed", message)
    if request.first_player not in (None, *request.players):
        yield Fault("/first_player", f"{request.first_player!r} is no player.")


def to_act(game: AnyGame, state: Any) -> tuple[str, ...]:
    """Return who may move now: players in turn order, the table while it is asked, or nobody."""
    if state.outcome is not None:
        return ()
    return (TABLE,) if state.chance is not None else game.to_act(state)


def require_wellformed(game: AnyGame, state: Any, move: Move) -> None:
    """Raise `Malformed` where a decoded move is no move of the game at all."""
    faults = game.malformed(state, move)
    if isinstance(move, Reveal) and move.holder is not None and move.card == UNKNOWN:
        faults.append(Fault("/card", 'A hand is told a card that is known, not "?".'))
    if faults:
        raise Malformed(faults)


def check(game: AnyGame, state: Any, move: Move) -> Verdict:
    """Judge a move on an audited state: the shared reasons in their order, then the game's."""
    if refusal := _shared_refusal(game, state, move):
        return refusal
    if isinstance(move, TableMove):
        return _check_answer(game, state, move)
    return game.check(state, move)


def _shared_refusal(game: AnyGame, state: Any, move: Move) -> Refusal | None:
    """Find the first of the contract's shared reasons, up to `wrong_phase`."""
    mover = move.player
    if state.outcome is not None:
        return _refuse("game_over", "The game is over.")
    ids = [player.id for player in state.players]
    for named in (*([] if mover == TABLE else [mover]), *move.seats()):
        if named not in ids:
            return _refuse("unknown_player", f"Nobody called {named!r} plays here.", player=named)
    if mover != TABLE:
        return _out_of_turn(game, state, move)
    if not isinstance(move, TableMove):
        return _refuse("wrong_phase", f"The table cannot {_words(move)}: a player does.")
    if not _is_asked(game, state, move):
        return _refuse("chance_not_asked", "The table is not asked for that now.")
    return None


def _out_of_turn(game: AnyGame, state: Any, move: Move) -> Refusal | None:
    if state.chance is not None:
        return _refuse("awaiting_chance", "The table has to answer first.")
    acting = game.to_act(state)
    if move.player not in acting:
        waiting = " or ".join(acting)
        message = f"It is not for {move.player} to move now, but for {waiting}."
        return _refuse("not_your_turn", message, to_act=list(acting))
    if isinstance(move, TableMove):
        return _refuse("wrong_phase", f"{move.player} cannot {_words(move)}: the table does.")
    if type(move) not in game.open_moves(state, move.player):
        return _refuse("wrong_phase", f"{move.player} cannot {_words(move)} now.")
    return None


def _is_asked(game: AnyGame, state: Any, move: TableMove) -> bool:
    """Say whether the table may tell this now: a card of a hand always (`table.chance`)."""
    if isinstance(move, Reveal) and move.holder is not None:
        return True
    if not move.answers(state.chance):
        return False
    return not (isinstance(move, Reveal) and move.card == UNKNOWN) or game.stays_hidden(state)


def _check_answer(game: AnyGame, state: Any, move: TableMove) -> Verdict:
    """Judge what the table tells: first whether there is such a card to tell, then the census."""
    if not isinstance(move, Reveal):
        return game.check(state, move)
    if move.holder is not None and UNKNOWN not in seated(state.players, move.holder).hand:
        return _refuse("card_not_held", f"{move.holder} holds no unknown card.")
    verdict = game.check(state, move)
    if isinstance(verdict, Refusal) or move.card == UNKNOWN:
        return verdict
    zone = state.chance.zone if move.holder is None else None
    return verdict if game.unseen(state, zone)[move.card] else impossible(move.card)


def _refuse(code: str, message: str, **details: Any) -> Refusal:
    return Refusal(code, SHARED_CODES[code][0], message, details)


def _words(move: Move) -> str:
    return move.does or str(move.__struct_config__.tag).replace("_", " ")


def apply(game: AnyGame, state: Any, move: Move, index: int | None = None) -> Ruling:
    """Make a move on an audited state.

    Raises `Illegal` with the refusal, and with `index` where the move is one of many.
    """
    verdict = check(game, state, move)
    if isinstance(verdict, Refusal):
        raise Illegal(verdict, index)
    return make(game, state, move, verdict)


def make(game: AnyGame, state: Any, move: Move, verdict: Allowed = ALLOWED) -> Ruling:
    """Make a move that is known to be legal: one just listed, or judged with this verdict."""
    unfolding = game.apply(state, move)
    after = msgspec.structs.replace(unfolding.state, ply=counted(state.ply + 1))
    events = tuple(unfolding.events)
    return Ruling(after, events, to_act(game, after), verdict.assumptions, unfolding.undoable)


def legal_moves(game: AnyGame, state: Any, player: str | None = None) -> LegalMoves:
    """List the legal moves of one player or `table` (None: of all that may act)."""
    acting = to_act(game, state)
    asked = acting if player is None else tuple(p for p in acting if p == player)
    if asked == (TABLE,):
        moves, weights = _answers(game, state)
        return LegalMoves(acting, moves, True, weights)
    listed = [move for mover in asked for move in game.moves(state, mover)]
    seats = acting if player is None else (player,)
    complete = not any(UNKNOWN in p.hand for p in state.players if p.id in seats)
    return LegalMoves(acting, tuple(listed), complete, None)


def _answers(game: AnyGame, state: Any) -> tuple[tuple[Move, ...], tuple[int, ...]]:
    if not isinstance(state.chance, CardChance):
        answers = tuple(own(game, answer) for answer in state.chance.answers())
        return answers, (1,) * len(answers)
    weighed = {**game.unseen(state, state.chance.zone), UNKNOWN: 0}
    reveals = {reveal_of(game, card): weight for card, weight in weighed.items()}
    legal = {
        m: weight for m, weight in reveals.items() if isinstance(check(game, state, m), Allowed)
    }
    return tuple(legal), tuple(legal.values())


def own(game: AnyGame, move: Move) -> Move:
    """Return a shared move as the game's own record of it."""
    owned: Move = msgspec.convert(msgspec.to_builtins(move), game.move_type)
    return owned


def reveal_of(game: AnyGame, card: str, holder: str | None = None) -> Move:
    """Make the game's own reveal of a card."""
    return own(game, Reveal(TABLE, card, holder))
