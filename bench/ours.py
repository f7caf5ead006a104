"""The referee as the benchmark uses it: the one file that knows how it is called."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from bench.measure import Contestant
from bench.playing import PLAYERS, Decision, decisions, playouts, spread_out, stateless
from referee.core import judge, posted
from referee.core.decoding import decoder
from referee.core.errors import Incoherent
from referee.core.game import AnyGame
from referee.core.records import Move, Refusal, Setup, seated
from referee.core.registry import games

SEATS = ("ana", "bo", "cy", "dee")


class Position(NamedTuple):
    """A state of a game, and a legal move in it."""

    game: AnyGame
    state: Any
    move: Move

    def body(self) -> bytes:
        """Return the body of a request about the move."""
        return msgspec.json.encode({"state": self.state, "move": self.move})


class OurRules:
    """One of our games, dealt by seeds, so that the table is never asked."""

    def __init__(self, game: AnyGame, players: int = PLAYERS) -> None:
        self.game = game
        self.players = players

    def start(self, random: Random) -> Any:
        """Deal by a seed."""
        seed = str(random.getrandbits(64))
        seats, options = SEATS[: self.players], self.game.default_options
        return judge.setup(self.game, Setup(seats, options, seed, "seeded", None, None)).state

    def legal(self, state: Any) -> Sequence[Move]:
        """List the moves of all that may act."""
        return judge.legal_moves(self.game, state).moves

    def apply(self, state: Any, move: Move) -> Any:
        """Make a listed move without judging it again."""
        return judge.make(self.game, state, move).state


def all_games() -> list[AnyGame]:
    """List our games by name."""
    return list(games().values())


def title(name: str) -> str:
    """Return the title of a game."""
    return games()[name].title


def playing() -> list[Contestant]:
    """List our games' playouts."""
    return [playouts(game.title, OurRules(game)) for game in all_games()]


def answering() -> list[Contestant]:
    """List our games' stateless requests: JSON bytes in, JSON bytes out."""
    return [
        stateless(game.title, [p.body() for p in positions(game.name)], _answer(game))
        for game in all_games()
    ]


def _answer(game: AnyGame) -> Callable[[bytes], bytes]:
    return lambda body: posted.apply(game, body)


@cache
def positions(name: str) -> tuple[Position, ...]:
    """List positions of random games."""
    game = games()[name]
    return tuple(_position(game, made) for made in spread_out(decisions(OurRules(game))))


def _position(game: AnyGame, made: Decision) -> Position:
    return Position(game, made.state, made.move)


class Steps:
    """The steps of one stateless request, each taking what the one before returns."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.decoder = decoder(posted.move_request(game))

    def all(self) -> tuple[Callable[[Any], Any], ...]:
        """List the steps in their order; their names are the figures'."""
        return self.decode, self.audit, self.check, self.make, self.encode

    def decode(self, body: bytes) -> Any:
        """Read JSON bytes into records."""
        return self.decoder.decode(body)

    def audit(self, body: Any) -> Any:
        """Look for every fault of the state, and of the move's form."""
        judge.audit(self.game, body.state)
        judge.require_wellformed(self.game, body.state, body.move)
        return body

    def check(self, body: Any) -> Any:
        """Judge the move, which is legal."""
        verdict = judge.check(self.game, body.state, body.move)
        if isinstance(verdict, Refusal):
            raise AssertionError(verdict)
        return body

    def make(self, body: Any) -> Any:
        """Make the move."""
        return judge.make(self.game, body.state, body.move)

    def encode(self, ruling: Any) -> bytes:
        """Write the answer as JSON bytes."""
        return msgspec.json.encode(ruling)

    def whole(self, body: bytes) -> bytes:
        """Answer as the referee does."""
        return posted.apply(self.game, body)


PILES = {"circuit-sibz": "draw_pile", "mindburners": "ability_deck", "wireburn": "draw_pile"}
"""The pile from which a game's hands are filled."""


def resized(position: Position, size: int) -> Position | None:
    """Let the mover hold so many cards, the others going to or coming from the draw pile.

    None where that makes no sound position, or one in which the mover can do nothing.
    """
    game, state, mover = position.game, position.state, position.move.player
    pile = PILES[game.name]
    cards = (*seated(state.players, mover).hand, *getattr(state, pile))
    players = tuple(
        msgspec.structs.replace(p, hand=cards[:size]) if p.id == mover else p for p in state.players
    )
    state = msgspec.structs.replace(state, players=players, **{pile: cards[size:]})
    if len(cards) < size or not sound(game, state):
        return None
    moves = game.moves(state, mover)
    return Position(game, state, moves[len(cards) % len(moves)]) if moves else None


def sound(game: AnyGame, state: Any) -> bool:
    """Say whether the audit finds nothing."""
    try:
        judge.audit(game, state)
    except Incoherent:
        return False
    return True


CIRCUIT = "circuit-sibz"
FILLED = 8
"""Cards that a hand of Circuit Sibz is filled up to, for its network to grow large."""


class Building(OurRules):
    """Circuit Sibz, whose players place while they can, from hands that do not run out."""

    def legal(self, state: Any) -> Sequence[Move]:
        """List the placements, or, where there are none, all moves."""
        moves = super().legal(state)
        return [move for move in moves if move.__struct_config__.tag == "place"] or moves

    def apply(self, state: Any, move: Move) -> Any:
        """Make a move, and fill the hand of the next to move."""
        after = super().apply(state, move)
        moves = super().legal(after)
        if not moves or len(after.hand(moves[0].player)) >= FILLED:
            return after
        filled = resized(Position(self.game, after, moves[0]), FILLED)
        return filled.state if filled else after


def duels(name: str) -> Iterator[Position]:
    """Meet positions of random games of two, whose draw piles have cards left for large hands.

    Neighbours that share a network are met once: its grid would be known the second time.
    """
    game = games()[name]
    rules = Building(game, 2) if name == CIRCUIT else OurRules(game, 2)
    laid = None
    for made in decisions(rules):
        before, laid = laid, getattr(made.state, "network", None)
        if laid is None or laid != before:
            yield _position(game, made)


def cards_laid(position: Position) -> int:
    """Count the cards of a Circuit Sibz network."""
    return len(position.state.network)


def list_moves(position: Position) -> int:
    """List the mover's legal moves; return how many they are."""
    return len(judge.legal_moves(position.game, position.state, position.move.player).moves)


def make_move(position: Position) -> object:
    """Judge and make the move."""
    return judge.apply(position.game, position.state, position.move)
