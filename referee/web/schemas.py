"""JSON Schemas of the games' records, for the API's description and its readers."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec

from referee.core.game import AnyGame, Lookup

COMPONENTS = "#/components/"
SCHEMAS = f"{COMPONENTS}schemas/"
_TYPES: Mapping[type, str] = {str: "string", int: "integer", type(None): "null"}


def record_schema(record: Any) -> dict[str, Any]:
    """Return a record's JSON Schema, self-contained."""
    return _plain(msgspec.json.schema(record))


def component_name(game: str, name: str) -> str:
    """Name a component of a game in whole words, as in `CircuitSibzState`.

    Code is generated from these names: they are unique by themselves, and no other sign is in them.
    """
    words = re.findall(r"[A-Za-z0-9]+", f"{game} {name}")
    return "".join(f"{word[0].upper()}{word[1:]}" for word in words)


def components(game: AnyGame) -> Mapping[str, dict[str, Any]]:
    """Return the schemas of a game's records by component name.

    `State`, `Move`, `Event` and `Options`, with the game's name before, are there for every game.
    """
    records = (game.state_type, game.move_type, game.event_type)
    (state, move, event), named = msgspec.json.schema_components(
        records, ref_template=f"{SCHEMAS}{{name}}"
    )
    schemas = {"State": state, **named, "Move": move, "Event": event}
    schemas["Options"] = options_schema(game)
    names = {name: component_name(game.name, name) for name in schemas}
    typed = json.loads(msgspec.json.encode(schemas), object_hook=_with_type)
    return {names[name]: schema for name, schema in renamed(typed, names).items()}


def renamed(part: Any, names: Mapping[str, str]) -> Any:
    """Return a part of a description that refers to other schemas: by old name, the new one."""
    pointers = {f"{SCHEMAS}{old}": f"{SCHEMAS}{new}" for old, new in names.items()}

    def follow(value: dict[str, Any]) -> dict[str, Any]:
        return {
            key: pointers.get(to, to) if isinstance(to, str) else to for key, to in value.items()
        }

    return json.loads(json.dumps(part), object_hook=follow)


def references(part: Any) -> Iterator[str]:
    """List what a part of a description refers to, mappings of discriminators included."""
    if isinstance(part, dict):
        for value in part.values():
            yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)
    elif isinstance(part, str) and part.startswith(COMPONENTS):
        yield part


def query_schema(lookup: Lookup) -> dict[str, Any]:
    """Return the schema of a lookup's query."""
    (query,) = record_schema(lookup.query)["$defs"].values()
    schema: dict[str, Any] = query
    return schema


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


def _with_type(schema: dict[str, Any]) -> dict[str, Any]:
    # Generators of code look for a type beside the values of an enumeration.
    values = schema.get("enum")
    kinds = {type(value) for value in values} if isinstance(values, list) else set()
    return {"type": _TYPES[kinds.pop()], **schema} if len(kinds) == 1 else schema
