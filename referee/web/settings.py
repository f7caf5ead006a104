"""What an operator can set, from the environment."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from limits import parse_many
from marshmallow import (
    EXCLUDE,
    Schema,
    ValidationError,
    fields,
    post_load,
    pre_load,
    validate,
    validates_schema,
)

from referee.core.seals import SHORTEST_KEY

_PREFIX = "REFEREE_"
_KEYS = ("seal_key", "seal_key_file")


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    `rate_limit` is what one client address may ask, like "100 per second" (None: no limit);
    `proxies` is how many proxies in front are trusted to name that address; `decks` is a folder
    of deck packs to install. `seal_keys` are the secrets that states are sealed with, the newest
    first; where `require_seal` is set, states without a seal are refused.
    """

    rate_limit: str | None = None
    proxies: int = 0
    decks: str | None = None
    seal_keys: tuple[bytes, ...] = field(default=(), repr=False)
    require_seal: bool = False


def _is_rate(text: str) -> None:
    try:
        parse_many(text)
    except ValueError:
        raise ValidationError(f"{text!r} is no rate like '100 per second'.") from None


def _read_keys(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ValidationError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValidationError(f"{path}: This is not UTF-8.") from None


class KeysField(fields.Field[Any]):
    """Secrets in a text, separated by blanks, line ends or commas; the newest first."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> tuple[bytes, ...]:
        keys = tuple(key.encode() for key in re.split(r"[\s,]+", value) if key)
        if not keys or any(len(key) < SHORTEST_KEY for key in keys):
            # The key itself is nobody's to read, be it too short or not.
            raise ValidationError(f"Each key has at least {SHORTEST_KEY} bytes.")
        return keys


class KeyFileField(KeysField):
    """The path of a file with such secrets."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> tuple[bytes, ...]:
        return super()._deserialize(_read_keys(value), attr, data, **kwargs)


class SettingsSchema(Schema):
    """The environment variables, REFEREE_ left off."""

    class Meta:
        """Other programs' variables are none of ours."""

        unknown = EXCLUDE

    rate_limit = fields.String(validate=_is_rate)
    proxies = fields.Integer(validate=validate.Range(0, 10))
    decks = fields.String()
    seal_key = KeysField()
    seal_key_file = KeyFileField()
    require_seal = fields.Boolean()

    @validates_schema
    def _one_source(self, data: Mapping[str, Any], **kwargs: Any) -> None:
        keys = [name for name in _KEYS if name in data]
        if len(keys) > 1:
            raise ValidationError("Keys are told here or in a file, not both.", keys[0])
        if data.get("require_seal") and not keys:
            raise ValidationError("To require seals takes a key.", "require_seal")

    @pre_load
    def _unprefixed(self, data: Mapping[str, str], **kwargs: Any) -> dict[str, str]:
        return {
            name.removeprefix(_PREFIX).lower(): value
            for name, value in data.items()
            if name.startswith(_PREFIX) and value
        }

    @post_load
    def _settings(self, data: dict[str, Any], **kwargs: Any) -> Settings:
        keys = [data.pop(name) for name in _KEYS if name in data]
        return Settings(**data, seal_keys=keys[0] if keys else ())


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings. Raises ValueError naming the variables that are wrong."""
    try:
        settings: Settings = SettingsSchema().load(environment)
    except ValidationError as error:
        messages: dict[str, list[str]] = error.messages_dict
        wrong = (f"{_PREFIX}{name.upper()}: {' '.join(of)}" for name, of in messages.items())
        raise ValueError("; ".join(wrong)) from None
    return settings
