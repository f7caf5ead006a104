"""Finds the games: every package under `referee.games` that has a `GAME`."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import ModuleInfo, iter_modules

import referee.games
from referee.core.game import AnyGame


@cache
def games() -> Mapping[str, AnyGame]:
    """Return every registered game by its name, sorted by it."""
    found = (import_module(f"referee.games.{module.name}") for module in _packages())
    by_name = {module.GAME.name: module.GAME for module in found}
    return dict(sorted(by_name.items()))


def _packages() -> list[ModuleInfo]:
    return [module for module in iter_modules(referee.games.__path__) if module.ispkg]
