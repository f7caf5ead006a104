"""Finds the game that a path or a batch names."""

from referee.core.game import AnyGame
from referee.core.registry import games
from referee.web.problems import Problem


def find_game(name: str) -> AnyGame:
    """Return a game by its name. Raises `Problem`."""
    game = games().get(name)
    if game is None:
        raise Problem("not-found", f"There is no game called {name!r}.")
    return game
