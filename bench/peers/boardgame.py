"""boardgame.io's reducer on a small shedding game, in node: `node/playouts.js` plays it."""

import os
import shutil
from functools import cache

from bench.measure import Contestant, Quantity, Sample
from bench.outside import ROOT, Talk, Unavailable, ask
from bench.playing import PLAYERS, POSITIONS, STRIDE, decided

PLAYOUTS = "boardgame.io"
STATELESS = "boardgame.io with JSON"
DIFFERS = (
    "JavaScript, compiled; a small shedding game (play what fits, or draw) with undo switched "
    "off. The game lists its moves itself; the reducer copies the state by immer."
)
STATELESS_DIFFERS = (
    "JSON text as ours, in JavaScript; the game judges the move, but the state is not audited, "
    "a refusal has no reason, and there are no events."
)
# Elsewhere boardgame.io logs every move, and checks that it can be serialised.
ENVIRONMENT = {**os.environ, "NODE_ENV": "production"}


def _command(task: str) -> list[str]:
    node = shutil.which("node")
    if node is None:
        raise Unavailable("There is no node.")
    return [node, str(ROOT / "bench" / "node" / "playouts.js"), task]


VERSION = str(ask(_command("version"), ENVIRONMENT)["version"])


@cache
def _talk(task: str) -> Talk:
    """Return the process of a task: one for all rounds, so that its code stays compiled."""
    sizes = [str(size) for size in (PLAYERS, POSITIONS, STRIDE)]
    return Talk([*_command(task), *sizes], ENVIRONMENT)


def version() -> str:
    """Return the installed version."""
    return VERSION


def playing() -> list[Contestant]:
    """List its playouts."""
    return [Contestant(PLAYOUTS, _play, DIFFERS)]


def _play(seconds: float) -> Sample:
    told = _talk("playouts").ask(str(seconds))
    return decided(told["decisions"], told["seconds"], told["legal"])


def answering() -> list[Contestant]:
    """List its stateless requests: JSON of state and action in, JSON of the state out."""
    return [Contestant(STATELESS, _answer, STATELESS_DIFFERS)]


def _answer(seconds: float) -> Sample:
    told = _talk("stateless").ask(str(seconds))
    return {"moves": Quantity(told["moves"] / told["seconds"], "per second")}
