"""python-chess: a board of its own, and one that is read from FEN for every move."""

from random import Random

import chess

from bench.measure import Contestant
from bench.playing import Decision, decisions, playouts, spread_out, stateless

PLAYOUTS = "python-chess"
LISTING = "python-chess by FEN, listing"
JUDGING = "python-chess by FEN, judging one"
DIFFERS = "Another kind of game, with more moves; the board is changed in place, bits of integers."
LISTING_DIFFERS = (
    "About 60 bytes of text instead of JSON; the position is not audited. All legal moves are "
    "listed, and the one is looked for among them."
)
JUDGING_DIFFERS = (
    "As before, but only the one move is judged, as ours does; no reason is given for a refusal."
)
LONGEST = 150
"""Half moves without a capture or a pawn's move after which the game is drawn (FIDE, 9.6.2)."""


class Chess:
    """Chess as a playout needs it."""

    def start(self, random: Random) -> chess.Board:
        """Set up the board."""
        return chess.Board()

    def legal(self, board: chess.Board) -> list[chess.Move]:
        """List the legal moves; none in the end."""
        return [] if board.halfmove_clock >= LONGEST else list(board.legal_moves)

    def apply(self, board: chess.Board, move: chess.Move) -> chess.Board:
        """Push a move."""
        board.push(move)
        return board


def version() -> str:
    """Return the installed version."""
    return str(chess.__version__)


def playing() -> list[Contestant]:
    """List its playouts."""
    return [playouts(PLAYOUTS, Chess(), DIFFERS)]


def answering() -> list[Contestant]:
    """List its stateless requests: FEN and UCI in, FEN out."""
    cases = [_case(made) for made in spread_out(decisions(Chess()))]
    return [
        stateless(LISTING, cases, answer_by_listing, LISTING_DIFFERS),
        stateless(JUDGING, cases, answer_by_judging, JUDGING_DIFFERS),
    ]


def _case(made: Decision) -> tuple[str, str]:
    return made.state.fen(), made.move.uci()


def answer_by_listing(case: tuple[str, str]) -> str:
    """Make a move that is found among the legal ones."""
    fen, uci = case
    board = chess.Board(fen)
    move = chess.Move.from_uci(uci)
    if move not in list(board.legal_moves):
        raise AssertionError(uci)
    board.push(move)
    return str(board.fen())


def answer_by_judging(case: tuple[str, str]) -> str:
    """Make a move that python-chess judges by itself."""
    fen, uci = case
    board = chess.Board(fen)
    board.push(board.parse_uci(uci))
    return str(board.fen())
