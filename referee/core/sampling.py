"""Completions of unknown cards: full states that agree with a view or a table state."""

from hashlib import sha256
from typing import Any

import msgspec

from referee.core.chance import Stream, seeded
from referee.core.game import AnyGame


def samples(game: AnyGame, state: Any, seed: str, count: int) -> list[Any]:
    """Return `count` full states; sample i depends on the seed and i alone.

    Each has a seed of its own, from which its later shuffles and rolls follow: the first 32 hex
    digits of the SHA-256 of `seed + ":sample:" + i`. Its cards are dealt by the number stream of
    `seed + ":cards:" + i`.
    """
    return [_sample(game, state, seed, index) for index in range(count)]


def _sample(game: AnyGame, state: Any, seed: str, index: int) -> Any:
    own = sha256(f"{seed}:sample:{index}".encode()).hexdigest()[:32]
    completed = game.complete(state, Stream(f"{seed}:cards:{index}"))
    return msgspec.structs.replace(completed, rng=seeded(own))
