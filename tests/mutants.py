"""Mutants: states changed in a few places, of which the referee accepts some."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from referee.core import judge
from referee.core.decoding import decode
from referee.core.errors import RequestError
from referee.core.game import AnyGame
from referee.core.records import MOST, MOST_LISTED
from tests.support import plain

Path = tuple[Any, ...]

NUMBERS = (MOST, MOST - 1, 2**52, 1000, 999, MOST_LISTED, 100, 10, 6, 1, 0, -1)
"""Bounds that numbers of states have, and their neighbours."""


def paths(document: Any, above: Path = ()) -> Iterator[Path]:
    """List the way to every value of a document."""
    yield above
    if isinstance(document, dict | list):
        below = document.items() if isinstance(document, dict) else enumerate(document)
        for key, value in below:
            yield from paths(value, (*above, key))


def at(document: Any, path: Path) -> Any:
    """Return a value of a document."""
    for key in path:
        document = document[key]
    return document


def put(document: Any, path: Path, value: Any) -> Any:
    """Return a copy of a document with one value changed."""
    changed = copy.deepcopy(document)
    at(changed, path[:-1])[path[-1]] = value
    return changed


def accepted(game: AnyGame, document: Any) -> Any:
    """Return the state of a document as it would be posted, or None where it is refused."""
    try:
        state = decode(document, game.state_type)
        judge.audit(game, state)
    except RequestError:
        return None
    return state


def mutant(document: Any, random: Random) -> Any:
    """Return a document with one value changed at random."""
    everywhere = [path for path in paths(document) if path and "rng" not in path]
    path = random.choice(everywhere)
    return put(document, path, _other(at(document, path), document, everywhere, random))


def _other(value: Any, document: Any, everywhere: list[Path], random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice((*NUMBERS, value + 1, value - 1))
    if isinstance(value, list) and random.random() < 0.8:
        return _other_list(value, random)
    # Something that stands elsewhere in the state: often of the right kind, in the wrong place.
    return at(document, random.choice(everywhere))


def _other_list(value: list[Any], random: Random) -> list[Any]:
    changed = [*value]
    match random.randrange(4):
        case 0 if changed:
            del changed[random.randrange(len(changed))]
        case 1 if changed:
            changed.append(random.choice(changed))
        case 2:
            random.shuffle(changed)
        case _:
            changed = ["?" if isinstance(item, str) else item for item in changed]
    return changed


def followed(game: AnyGame, state: Any, random: Random, most: int = 40) -> Iterator[Any]:
    """Make legal moves in a state; list the moves whose states the referee itself refuses."""
    moves = list(judge.legal_moves(game, state).moves)
    for move in random.sample(moves, min(most, len(moves))):
        after = plain(judge.apply(game, state, move).state)
        if accepted(game, after) is None:
            yield move
