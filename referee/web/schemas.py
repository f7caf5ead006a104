"""JSON Schemas of the games' records, for the API's description and its readers."""

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from referee.core.game import AnyGame


def record_schema(record: Any) -> dict[str, Any]:
    """Return a record's JSON Schema, self-contained."""
    return _plain(msgspec.json.schema(record))


def components(game: AnyGame) -> Mapping[str, dict[str, Any]]:
    """Return the schemas of a game's records by component name, like `wireburn.State`.

    `State`, `Move`, `Event` and `Options` are there for every game.
    """
    records = (game.state_type, game.move_type, game.event_type)
    template = f"#/components/schemas/{game.name}.{{name}}"
    (_, move, event), named = msgspec.json.schema_components(records, ref_template=template)
    schemas = {**named, "Move": move, "Event": event, "Options": options_schema(game)}
    return {f"{game.name}.{name}": _plain(schema) for name, schema in schemas.items()}


def options_schema(game: AnyGame) -> dict[str, Any]:
    """Return the schema of what is chosen at setup, with the defaults."""
    schema = record_schema(type(game.default_options))
    (options,) = schema["$defs"].values()
    defaults = msgspec.to_builtins(game.default_options)
    properties = {
        name: {**about, "default": defaults[name]} for name, about in options["properties"].items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def event_schemas(game: AnyGame) -> dict[str, dict[str, Any]]:
    """Return the schema of every event by its type."""
    return {
        str(event.__struct_config__.tag): record_schema(event)
        for event in get_args(game.event_type)
    }


def _plain(schema: Any) -> dict[str, Any]:
    """Write a schema as JSON would have it: lists for tuples."""
    schema_of: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    return schema_of
