"""A server keeps nothing of what it has been asked: every cache is bounded."""

from functools import _lru_cache_wrapper
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import referee
from referee.core.registry import games
from referee.core.search import thesaurus
from referee.web import catalogue
from referee.web.games import _configured

OF_THE_CODE = (games, thesaurus, catalogue._schemas, _configured)
"""They are asked by the names of the registered games alone, or by nothing."""


def caches() -> list[Any]:
    """List the caches of the project's functions."""
    modules = [import_module(found.name) for found in walk_packages(referee.__path__, "referee.")]
    members = [member for module in modules for member in vars(module).values()]
    classes = [member for member in members if isinstance(member, type)]
    members += [attribute for owner in classes for attribute in vars(owner).values()]
    return [member for member in members if isinstance(member, _lru_cache_wrapper)]


def test_every_cache_is_bounded() -> None:
    bounded = [entry for entry in caches() if entry not in OF_THE_CODE]
    assert bounded
    for entry in bounded:
        most = entry.cache_parameters()["maxsize"]
        assert most is not None, entry
        assert most <= 4096, entry
