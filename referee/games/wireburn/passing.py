"""Passing on: whose turn comes next, and the win of whoever survived in the Firewall."""

from referee.core.records import GameWon, TurnStarted, counted, next_seat
from referee.games.wireburn.piles import Wireburn
from referee.games.wireburn.state import Outcome, Turn, TurnSkipped


def fresh_turn(player: str, number: int, idle: int = 0) -> Turn:
    """Return a turn in which nothing has happened yet."""
    return Turn(
        number=number,
        player=player,
        plays=0,
        drawn=(),
        opened=False,
        attack_wild=False,
        damage=0,
        idle=idle,
    )


def pass_on(game: Wireburn) -> None:
    """Begin the next turn; skips are served on the way (`turn.pass-on`, `firewall.win`)."""
    following = next_seat(game.state, game.state.turn.player)
    while following.hand and following.skips:
        players = game.state.with_player(following.id, skips=following.skips - 1)
        game.become(players=players)
        game.tell(TurnSkipped(following.id))
        following = next_seat(game.state, following.id)
    _begin_turn(game, following.id)


def _begin_turn(game: Wireburn, player: str) -> None:
    ended = game.state.turn
    turn = fresh_turn(player, counted(ended.number + 1), ended.idle)
    game.become(turn=turn, phase="main", attack=None)
    game.tell(TurnStarted(player, turn.number))
    if not game.state.hand(player):
        win(game, player, "firewall_survived")


def win(game: Wireburn, player: str, reason: str) -> None:
    """End the game with one winner."""
    outcome = Outcome((player,), reason)  # type: ignore[arg-type]
    game.become(phase="over", attack=None, outcome=outcome)
    game.tell(GameWon((player,), reason))
