"""A server keeps nothing of what it has been asked: every cache is bounded."""

import gc
from functools import _lru_cache_wrapper
from typing import Any

from referee.core.registry import games
from referee.web import catalogue
from referee.web.app import create_app
from referee.web.games import _configured_games

OF_THE_CODE = (games, catalogue._schemas, _configured_games)
"""They are asked by the names of the registered games alone, or by nothing."""


def caches() -> list[Any]:
    """List the caches of the project's functions."""
    create_app()
    found = (entry for entry in gc.get_objects() if isinstance(entry, _lru_cache_wrapper))
    return [entry for entry in found if str(entry.__module__).split(".")[0] == "referee"]


def test_every_cache_is_bounded() -> None:
    bounded = [entry for entry in caches() if entry not in OF_THE_CODE]
    assert bounded
    for entry in bounded:
        most = entry.cache_parameters()["maxsize"]
        assert most is not None, entry
        assert most <= 4096, entry
