"""A real request for each operation, for the API's description."""

from typing import Any

import msgspec

from referee.core import judge
from referee.core.records import Setup
from referee.web.games import find_game

SEED = "wireburn"


def requests_of(name: str) -> dict[str, dict[str, Any]]:
    """Return one body by operation, from the beginning of a seeded game."""
    game = find_game(name)
    players = ("ana", "bo", "cy")[: game.max_players]
    dealt = judge.setup(
        game, Setup(players, game.default_options, SEED, "seeded", None, None)
    ).state
    mover = judge.to_act(game, dealt)[0]
    state, move = _plain(dealt), _plain(game.moves(dealt, mover)[0])
    setup = {"players": list(players), "seed": SEED}
    return {
        "setup": setup,
        "check": {"state": state, "move": move},
        "apply": {"state": state, "move": move},
        "legal-moves": {"state": state, "player": mover},
        "view": {"state": state, "player": mover},
        "describe": {"state": state, "player": mover},
        "replay": {"setup": setup, "moves": [move], "detail": "events"},
        "sample": {"state": _plain(game.view(dealt, mover)), "seed": "a sample", "count": 1},
    }


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
