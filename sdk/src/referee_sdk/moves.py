"""Builders for moves that every game shares.

A move is a plain dict and may as well be written out:
`{"player": "ana", "type": "play", "card": "T5", "dock": "teal"}`. What moves a game has stands on
its page and in `Game.info()["moves"]`; what may be done now comes from `Game.legal_moves`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

TABLE = "table"
"""The player of the moves by which a table tells the referee what it cannot know."""


def move(player: str, type: str, **fields: Any) -> dict[str, Any]:
    """Build any move of any game: `move("ana", "play", card="T5", dock="teal")`."""
    return {"player": player, "type": type, **fields}


def reveal(card: str, holder: str | None = None, drawn: int | None = None) -> dict[str, Any]:
    """Build the table's word on a card.

    Args:
        card: The card.
        holder: Whose hand holds it; left out, it answers a `chance` of kind `card`.
        drawn: As which card of this turn it was drawn, from 1, in games that ask for it.
    """
    given = {"holder": holder, "drawn": drawn}
    return move(TABLE, "reveal", card=card, **{k: v for k, v in given.items() if v is not None})


def roll(for_: str, value: int) -> dict[str, Any]:
    """Build the answer to a `chance` of kind `die`: the player `for_` rolled `value`."""
    return move(TABLE, "roll", **{"for": for_, "value": value})


def rule(adjust: Iterable[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Build the answer to a `chance` of kind `ruling`.

    Args:
        adjust: What the ruling changes, a mapping with `player` for each player it touches.
    """
    return move(TABLE, "rule", adjust=[dict(change) for change in adjust])
