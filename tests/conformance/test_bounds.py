"""No number and no list of a record is without bounds: no request takes long to judge."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from referee.core.game import AnyGame
from referee.core.records import MOST, MOST_LISTED
from tests.support import GAMES, Deal, configurations, plain, state_faults

KINDS = ("state_type", "move_type", "event_type", "pack_type")
RECORDS = [
    pytest.param(getattr(game, kind), id=f"{game.name} {kind}")
    for game in GAMES
    for kind in KINDS
    if getattr(game, kind) is not None
]


def parts(about: inspect.Type, met: set[Any]) -> Iterator[inspect.Type]:
    """List a type and every type in it."""
    yield about
    match about:
        case inspect.StructType(cls=cls, fields=fields) if cls not in met:
            met.add(cls)
            for field in fields:
                yield from parts(field.type, met)
        case inspect.UnionType(types=types):
            for one in types:
                yield from parts(one, met)
        case inspect.VarTupleType(item_type=item) | inspect.DictType(value_type=item):
            yield from parts(item, met)


@pytest.mark.parametrize("record", RECORDS)
def test_every_number_and_every_list_has_bounds(record: Any) -> None:
    met = list(parts(inspect.type_info(record), set()))
    assert not [part for part in met if isinstance(part, inspect.AnyType | inspect.ListType)]
    for part in met:
        if isinstance(part, inspect.IntType):
            assert part.ge is not None
            assert part.le is not None
            assert part.le <= MOST
        if isinstance(part, inspect.VarTupleType | inspect.DictType):
            assert part.max_length is not None
            assert part.max_length <= MOST_LISTED


def lists(document: Any) -> Iterator[list[Any]]:
    """List every list in a document."""
    if isinstance(document, list):
        yield document
    below = document.values() if isinstance(document, dict) else document
    for value in below if isinstance(document, dict | list) else ():
        yield from lists(value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_list_of_no_game_is_no_request(game: AnyGame) -> None:
    players, options = configurations(game)[-1]
    state = plain(Deal(game, players, options, "seeded", 1).state())
    for place, _ in enumerate(lists(state)):
        longer = msgspec.json.decode(msgspec.json.encode(state))
        long = list(lists(longer))[place]
        long += ["?"] * (MOST_LISTED + 1)
        with pytest.raises(AssertionError, match="invalid-request"):
            state_faults(longer)
