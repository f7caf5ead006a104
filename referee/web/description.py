"""The API's description (OpenAPI 3.1): what the routes say, and what each game has of its own."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import yaml
from flask_smorest import Api
from marshmallow import fields

from referee import __version__
from referee.core.registry import games
from referee.web import description_games as of_game
from referee.web import description_problems as problems
from referee.web.envelopes import RecordField
from referee.web.problems import KINDS, ProblemSchema
from referee.web.schemas import COMPONENTS, SCHEMAS, references

Document = dict[str, Any]

CONFIG: Mapping[str, Any] = {
    "API_TITLE": "Tabletop Referee",
    "API_VERSION": __version__,
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "A stateless rules referee for tabletop games: post a state and a "
            "move, and read whether it is legal, by which rule, and what happens then.\n\n"
            "Every game has its operations under paths of its own, which differ in its name and "
            "in its records alone. Errors are problems (RFC 9457); each kind has a page.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [],
    },
}

_TAGS: Mapping[str, dict[str, str]] = {
    "games": {"name": "Games", "description": "What can be read about every game."},
    "service": {"name": "Service", "description": "Many requests at once, and the server itself."},
}
"""By blueprint: the group that its operations are in."""

_NAMED: Mapping[tuple[str, str], str] = {
    ("get", "/v1/games"): "list_games",
    ("get", "/v1/games/{game}"): "get_game",
    ("get", "/v1/games/{game}/rules"): "list_rules",
    ("get", "/v1/games/{game}/rules/{rule}"): "get_rule",
    ("get", "/v1/games/{game}/cards"): "list_cards",
    ("get", "/v1/games/{game}/cards/{card}"): "get_card",
    ("post", "/v1/batch"): "batch",
    ("get", "/healthz"): "health",
    ("get", "/problems/{name}"): "problem_page",
}
"""What the operations that are not of one game are called."""


def prepare(api: Api) -> None:
    """Teach an API the schemas that are no envelopes, before its routes are described."""
    api.spec.components.schema("Problem", schema=ProblemSchema)
    api.ma_plugin.converter.add_attribute_function(_record_schema)


def _record_schema(self: Any, field: fields.Field[Any], **kwargs: Any) -> dict[str, Any]:
    """Describe a field of an envelope that holds a record, of whichever game."""
    return {"$ref": f"{SCHEMAS}{field.kind}"} if isinstance(field, RecordField) else {}


def document(api: Api) -> Document:
    """Write the whole description."""
    written: Document = api.spec.to_dict()
    template = of_game.taken_out(written)
    written["components"]["responses"] = dict(problems.responses())
    for path, method, operation in _operations(written):
        _complete(path, method, operation)
    _give_parameters(written)
    for game in games().values():
        written["paths"].update(of_game.paths(game, template))
        _add_schemas(written, of_game.schemas(game, template))
    written["tags"] = [_TAGS["games"], *map(of_game.tag, games().values()), _TAGS["service"]]
    _drop_unused(written)
    _give_titles(written)
    return written


def _operations(written: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in written["paths"].items():
        for method, operation in item.items():
            if method in ("get", "post"):
                yield path, method, operation


def _complete(path: str, method: str, operation: dict[str, Any]) -> None:
    """Name an operation that is not of one game, and say what it answers."""
    (blueprint,) = operation["tags"]
    operation["tags"] = [_TAGS[blueprint]["name"]]
    operation["operationId"] = _NAMED[method, path]
    refused = {*problems.OF_BODY} if method == "post" else set()
    refused |= {*problems.OF_API} if path.startswith("/v1/") else set()
    refused |= {*problems.OF_PARAMETER} if "{" in path else set()
    refused |= {*problems.OF_QUERY} if "parameters" in operation else set()
    operation["responses"] = problems.answers(operation["responses"]["200"], refused)


def _give_parameters(written: Document) -> None:
    """Name the values that path parameters have."""
    rules = [rule for game in games().values() for rule in game.rulebook.rules]
    cards = [card.id for game in games().values() for card in game.cards(None)]
    values = {
        "/v1/games/{game}/rules/{rule}": ("rule", rules),
        "/v1/games/{game}/cards/{card}": ("card", cards),
        "/problems/{name}": ("name", list(KINDS)),
    }
    for path, item in written["paths"].items():
        for parameter in item.get("parameters", ()):
            if parameter["name"] == "game":
                parameter["schema"]["enum"] = list(games())
            elif parameter["name"] == values.get(path, ("", []))[0]:
                parameter["schema"]["examples"] = values[path][1][:3]


def _add_schemas(written: Document, schemas: Iterable[tuple[str, Document]]) -> None:
    """Add the schemas of a game. Raises ValueError where a name is taken."""
    known = written["components"]["schemas"]
    for name, schema in schemas:
        if name in known:
            raise ValueError(f"More than one schema is called {name}.")
        known[name] = schema


def _drop_unused(written: Document) -> None:
    """Leave out the components that nothing leads to."""
    used: set[str] = set()
    found = set(references(written["paths"]))
    while found:
        used |= found
        found = {more for of in found for more in references(_resolved(written, of))} - used
    for kind, parts in written["components"].items():
        for name in [name for name in parts if f"{COMPONENTS}{kind}/{name}" not in used]:
            del parts[name]


def _resolved(written: Document, reference: str) -> Any:
    kind, name = reference.removeprefix(COMPONENTS).split("/")
    return written["components"][kind][name]


def _give_titles(written: Document) -> None:
    """Let every schema bear its name: some generators of code call it by its title."""
    schemas = written["components"]["schemas"]
    for name, schema in schemas.items():
        untitled = {key: value for key, value in schema.items() if key != "title"}
        schemas[name] = {"title": name, **untitled}


def files(written: Document) -> Mapping[str, tuple[str, str]]:
    """Return the description as files, each with its content and media type."""
    return {
        "openapi.json": (json.dumps(written, indent=1), "application/json"),
        "openapi.yaml": (_as_yaml(written), "application/yaml"),
    }


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _as_yaml(written: Document) -> str:
    plain = json.loads(json.dumps(written))
    text: str = yaml.dump(plain, Dumper=_Dumper, sort_keys=False, width=100, allow_unicode=True)
    return text
