"""Seals: proof that a state was reached by moves which a referee with the same key allowed.

A seal says of a state: it was reached from a setup by moves that were allowed. Of a view it says
that it is the view, by that player, of such a state. Whoever holds sealed states can go back to an
older one, or try several moves from the same: that, no seal forbids.
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from referee.core.errors import BrokenSeal, SealRequired, UnknownSealKey
from referee.core.game import AnyGame
from referee.core.records import Fault

SHORTEST_KEY = 32
"""How many bytes a key has at the least."""
STATE = "state"
"""The kind of what is no view."""

_POINTER = "/seal"
_ENCODER = msgspec.json.Encoder(order="deterministic")


def view_of(player: str | None) -> str:
    """Return the kind of a player's view; of a spectator's for None."""
    return "view" if player is None else f"view:{player}"


class Key:
    """A secret that seals are made and checked with; its id tells it from others."""

    def __init__(self, secret: bytes) -> None:
        """Take a secret. Raises ValueError, which does not tell it, where it is too short."""
        if len(secret) < SHORTEST_KEY:
            raise ValueError(f"A key has at least {SHORTEST_KEY} bytes; one has {len(secret)}.")
        self._mac = hmac.new(secret, digestmod=sha256)
        self.id = self._code(b"referee key id")[:8]

    def seal(self, message: bytes) -> str:
        """Return the key's id and the message's MAC (HMAC with SHA-256, RFC 2104)."""
        return f"{self.id}.{self._code(message)}"

    def _code(self, message: bytes) -> str:
        mac = self._mac.copy()
        mac.update(message)
        return urlsafe_b64encode(mac.digest()).rstrip(b"=").decode()


class Seals:
    """How a referee seals: with the first of its keys; and it knows the seals of all of them."""

    def __init__(self, secrets: Iterable[bytes] = (), required: bool = False) -> None:
        """Take the keys, the newest first, and whether a state without a seal is refused.

        Raises ValueError where a key is too short, or where seals are required without a key.
        """
        keys = [Key(secret) for secret in secrets]
        if required and not keys:
            raise ValueError("Where seals are required there has to be a key.")
        self._newest = keys[0] if keys else None
        self._keys: Mapping[str, Key] = {key.id: key for key in reversed(keys)}
        self.required = required

    def sealed(self, game: AnyGame, state: Any, kind: str = STATE) -> Any:
        """Return a state or a view with its seal; as it is where there is no key."""
        if self._newest is None:
            return state
        seal = self._newest.seal(_message(game, kind, _content(game, state)))
        return msgspec.structs.replace(state, seal=seal)

    def kind(self, game: AnyGame, state: Any, seal: str) -> str:
        """Return what a seal proves a state to be: of kind `state`, or somebody's view.

        The state is given without the seal. Raises `UnknownSealKey` and `BrokenSeal`.
        """
        key = self._keys.get(seal.partition(".")[0])
        if key is None:
            message = "No key of this referee has that id: it is another's, or was rotated away."
            raise UnknownSealKey([Fault(_POINTER, message)])
        content = _content(game, state)
        views = (view_of(player) for player in (None, *(p.id for p in state.players)))
        for kind in (STATE, *views):
            expected = key.seal(_message(game, kind, content))
            if hmac.compare_digest(expected.encode(), seal.encode()):
                return kind
        message = "This is no seal of this state: one of the two has been changed."
        raise BrokenSeal([Fault(_POINTER, message)])

    def require(self) -> None:
        """Raise `SealRequired` where a state without a seal is refused."""
        if self.required:
            raise SealRequired([Fault(_POINTER, "This referee rules on states with seals alone.")])


NO_SEALS = Seals()


def _message(game: AnyGame, kind: str, content: bytes) -> bytes:
    """Return what is sealed: each kind of each game and version is a domain of its own."""
    return f"{game.name}\n{game.version}\n{kind}\n".encode() + content


def _content(game: AnyGame, state: Any) -> bytes:
    """Return a state without a seal as it is sealed, behind a digest of the pack that it names.

    Another pack of the same name, installed later, makes another game of it.
    """
    named = game.pack_type is not None and isinstance(state.deck, str)
    pack = _pack_digest(game.shelf.find(state.deck)) if named else b""
    return pack + b"\n" + _ENCODER.encode(state)


@lru_cache(maxsize=64)
def _pack_digest(pack: Any) -> bytes:
    return sha256(_ENCODER.encode(pack)).hexdigest().encode()
