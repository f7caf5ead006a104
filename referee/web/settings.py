"""What an operator can set, from the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from limits import parse_many
from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_load, pre_load, validate

_PREFIX = "REFEREE_"


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    `rate_limit` is what one client address may ask, like "100 per second" (None: no limit);
    `proxies` is how many proxies in front are trusted to name that address; `decks` is a folder
    of deck packs to install.
    """

    rate_limit: str | None = None
    proxies: int = 0
    decks: str | None = None


def _is_rate(text: str) -> None:
    try:
        parse_many(text)
    except ValueError:
        raise ValidationError(f"{text!r} is no rate like '100 per second'.") from None


class SettingsSchema(Schema):
    """The environment variables, REFEREE_ left off."""

    class Meta:
        """Other programs' variables are none of ours."""

        unknown = EXCLUDE

    rate_limit = fields.String(validate=_is_rate)
    proxies = fields.Integer(validate=validate.Range(0, 10))
    decks = fields.String()

    @pre_load
    def _unprefixed(self, data: Mapping[str, str], **kwargs: Any) -> dict[str, str]:
        return {
            name.removeprefix(_PREFIX).lower(): value
            for name, value in data.items()
            if name.startswith(_PREFIX) and value
        }

    @post_load
    def _settings(self, data: dict[str, Any], **kwargs: Any) -> Settings:
        return Settings(**data)


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings. Raises ValueError naming the variables that are wrong."""
    try:
        settings: Settings = SettingsSchema().load(environment)
    except ValidationError as error:
        messages: dict[str, list[str]] = error.messages_dict
        wrong = (f"{_PREFIX}{name.upper()}: {' '.join(of)}" for name, of in messages.items())
        raise ValueError("; ".join(wrong)) from None
    return settings
