"""OpenSpiel: crazy_eights, written in C++, and tic-tac-toe, written in Python."""

from importlib import metadata
from random import Random
from typing import Any

import pyspiel
from open_spiel.python.games import tic_tac_toe

from bench.measure import Contestant
from bench.playing import PLAYERS, Decision, decisions, playouts, spread_out, stateless

EIGHTS = "OpenSpiel crazy_eights"
EIGHTS_DIFFERS = (
    "C++ behind a Python interface; fewer rules, and the state is changed in place. Every card "
    "that is dealt or drawn is an action of chance, made from Python."
)
EIGHTS_SERIALISED_DIFFERS = (
    "C++; the text is the list of all actions since the deal, which reading plays again, so "
    "there is nothing to audit; no events, no JSON. All legal actions are listed."
)
TICTACTOE = "OpenSpiel tic-tac-toe in Python"
TICTACTOE_DIFFERS = "A Python game on nine cells, without chance or hidden cards, changed in place."
TICTACTOE_SERIALISED_DIFFERS = (
    "Nine cells; the text is the object pickled, so that it cannot come from strangers; the "
    "state is not audited. All legal actions are listed."
)


class Spiel:
    """A game of OpenSpiel as a playout needs it."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.random = Random(0)

    def start(self, random: Random) -> Any:
        """Make the first state, and deal."""
        self.random = random
        return self._past_chance(self.game.new_initial_state())

    def legal(self, state: Any) -> list[int]:
        """List the legal actions; there are none in the end."""
        actions: list[int] = state.legal_actions()
        return actions

    def apply(self, state: Any, action: int) -> Any:
        """Make an action, and draw what chance has to draw."""
        state.apply_action(action)
        return self._past_chance(state)

    def _past_chance(self, state: Any) -> Any:
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self.random.choices(outcomes, weights)[0])
        return state


def version() -> str:
    """Return the installed version."""
    return metadata.version("open_spiel")


def playing() -> list[Contestant]:
    """List its playouts."""
    return [
        playouts(EIGHTS, _eights(), EIGHTS_DIFFERS),
        playouts(TICTACTOE, _tictactoe(), TICTACTOE_DIFFERS),
    ]


def answering() -> list[Contestant]:
    """List its stateless requests: a serialised state and an action in, a serialised state out."""
    return [
        _answering(EIGHTS, _eights(), EIGHTS_SERIALISED_DIFFERS),
        _answering(TICTACTOE, _tictactoe(), TICTACTOE_SERIALISED_DIFFERS),
    ]


def _eights() -> Spiel:
    return Spiel(pyspiel.load_game("crazy_eights", {"players": PLAYERS}))


def _tictactoe() -> Spiel:
    # Importing the module registers the game; making it is left to the registry.
    assert tic_tac_toe.TicTacToeGame
    return Spiel(pyspiel.load_game("python_tic_tac_toe"))


def _answering(name: str, rules: Spiel, differs: str) -> Contestant:
    cases = [_case(made) for made in spread_out(decisions(rules))]

    def answer(case: tuple[str, int]) -> str:
        text, action = case
        state = rules.game.deserialize_state(text)
        if action not in rules.legal(state):
            raise AssertionError(action)
        serialised: str = rules.apply(state, action).serialize()
        return serialised

    return stateless(name, cases, answer, differs)


def _case(made: Decision) -> tuple[str, int]:
    return made.state.serialize(), made.move
