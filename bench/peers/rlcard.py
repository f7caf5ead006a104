"""RLCard's UNO: the raw game, without RLCard's environments round it."""

from importlib import metadata
from random import Random
from typing import Any, NamedTuple

import numpy
from rlcard.games.uno import Game

from bench.measure import Contestant
from bench.playing import PLAYERS, playouts

DIFFERS = (
    "Raw game of mutable objects, changed in place; nothing is judged, recorded as events, or "
    "written as JSON. A step also makes the next player's observation, whose list of legal "
    "actions is used here."
)


class Table(NamedTuple):
    """A game under way, and the legal actions that its last step has listed."""

    game: Any
    legal: list[str]


class Uno:
    """UNO as a playout needs it."""

    def start(self, random: Random) -> Table:
        """Deal."""
        game = Game(num_players=PLAYERS)
        game.np_random = numpy.random.RandomState(random.getrandbits(32))
        observation, _ = game.init_game()
        return Table(game, observation["legal_actions"])

    def legal(self, table: Table) -> list[str]:
        """Return what the last step has listed."""
        return [] if table.game.is_over() else table.legal

    def apply(self, table: Table, action: str) -> Table:
        """Take a step."""
        observation, _ = table.game.step(action)
        return Table(table.game, observation["legal_actions"])


def version() -> str:
    """Return the installed version."""
    return metadata.version("rlcard")


def playing() -> list[Contestant]:
    """List its playouts."""
    return [playouts("RLCard UNO", Uno(), DIFFERS)]


def answering() -> list[Contestant]:
    """List nothing: its games cannot be written down and read again."""
    return []
