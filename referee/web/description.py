"""The API's description (OpenAPI 3.1): what the routes say, the games' records, examples, links."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import yaml
from apispec import APISpec
from flask_smorest import Api
from marshmallow import fields

from referee import __version__
from referee.core.registry import games
from referee.web import envelopes
from referee.web.examples import requests_of
from referee.web.operations import perform
from referee.web.problems import KINDS, MEDIA_TYPE, ProblemSchema
from referee.web.schemas import components

Document = dict[str, Any]

CONFIG: Mapping[str, Any] = {
    "API_TITLE": "Tabletop Referee",
    "API_VERSION": __version__,
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "A stateless rules referee for tabletop games: post a state and a "
            "move, and read whether it is legal, by which rule, and what happens then.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
    },
}

_READS = (404, 406, 429, 500)
_POSTS = (400, 404, 406, 413, 415, 422, 429, 500)
_QUERIES = ("list_rules", "list_cards", "get_card", "look_up")
_REFUSES = ("apply", "replay")
_LOOKUPS = "/v1/games/{game}/lookups/{name}"

_STATE = {"state": "$response.body#/state"}
_SAME_STATE = {"state": "$request.body#/state"}
_LINKS: Mapping[str, Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "setup": {
        "LegalMoves": ("legal_moves", _STATE),
        "ApplyMove": ("apply", _STATE),
        "CheckMove": ("check", _STATE),
        "DescribeState": ("describe", _STATE),
        "ViewState": ("view", _STATE),
    },
    "legal_moves": {
        "CheckFirst": ("check", {**_SAME_STATE, "move": "$response.body#/moves/0"}),
        "ApplyFirst": ("apply", {**_SAME_STATE, "move": "$response.body#/moves/0"}),
    },
    "apply": {
        "LegalMoves": ("legal_moves", _STATE),
        "DescribeState": ("describe", _STATE),
        "ViewState": ("view", _STATE),
    },
    "view": {"Sample": ("sample", _STATE), "LegalMoves": ("legal_moves", _STATE)},
}
"""By operation: where its answer can be taken, and the body that goes there."""


def prepare(api: Api) -> None:
    """Add the games' records to an API's components, before its routes are described."""
    spec: APISpec = api.spec
    for game in games().values():
        for name, schema in components(game).items():
            spec.components.schema(name, schema)
    spec.components.schema("Problem", schema=ProblemSchema)
    api.ma_plugin.converter.add_attribute_function(_record_schema)


def _record_schema(self: Any, field: fields.Field[Any], **kwargs: Any) -> dict[str, Any]:
    """Describe a field of an envelope that holds a game's record."""
    if not isinstance(field, envelopes.RecordField):
        return {}
    references = [{"$ref": f"#/components/schemas/{name}.{field.kind}"} for name in games()]
    # An event that games share is of each of them, so that more than one may match.
    return references[0] if len(references) == 1 else {"anyOf": references}


def document(api: Api) -> Document:
    """Write the whole description."""
    written: Document = api.spec.to_dict()
    written["components"]["responses"] = dict(_problem_responses())
    for path, method, operation in _operations(written):
        _identify(path, method, operation)
        _answer_with_problems(method, operation)
        _link(operation)
    _give_parameters(written)
    _give_examples(written)
    return written


def _operations(written: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in written["paths"].items():
        for method, operation in item.items():
            if method in ("get", "post"):
                yield path, method, operation


def _identify(path: str, method: str, operation: dict[str, Any]) -> None:
    """Name an operation by its path, as in `legal_moves`, or else by what it gets."""
    last = path.rsplit("/", 1)[-1]
    if method == "post":
        operation["operationId"] = last.replace("-", "_")
    else:
        operation["operationId"] = {
            "/v1/games": "list_games",
            "/v1/games/{game}": "get_game",
            "/v1/games/{game}/rules": "list_rules",
            "/v1/games/{game}/rules/{rule}": "get_rule",
            "/v1/games/{game}/cards": "list_cards",
            "/v1/games/{game}/cards/{card}": "get_card",
            "/v1/games/{game}/lookups/{name}": "look_up",
            "/healthz": "health",
            "/problems/{name}": "problem_page",
        }[path]


def _problem_responses() -> Iterator[tuple[str, dict[str, Any]]]:
    for status in sorted({kind.status for kind in KINDS.values()}):
        named = {name: kind for name, kind in KINDS.items() if kind.status == status}
        yield (
            f"Problem{status}",
            {
                "description": "; ".join(f"{k.title} (`{n}`)" for n, k in named.items()),
                "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            },
        )


def _answer_with_problems(method: str, operation: dict[str, Any]) -> None:
    name = operation["operationId"]
    statuses = {*(_POSTS if method == "post" else _READS)}
    statuses |= {422} if name in _QUERIES else set()
    statuses |= {409} if name in _REFUSES else set()
    answers = {"200": operation["responses"]["200"]}
    for status in sorted(statuses):
        answers[str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
    operation["responses"] = answers


def _link(operation: dict[str, Any]) -> None:
    """Say where an answer can be taken, so that a reader, or a test, can walk a game."""
    links = {
        title: {
            "operationId": target,
            "parameters": {"game": "$request.path.game"},
            "requestBody": dict(body),
        }
        for title, (target, body) in _LINKS.get(operation["operationId"], {}).items()
    }
    if links:
        operation["responses"]["200"]["links"] = links


def _give_parameters(written: Document) -> None:
    """Name the values that path parameters have."""
    rules = [rule for game in games().values() for rule in game.rulebook.rules]
    cards = [card.id for game in games().values() for card in game.cards(None)]
    lookups = [lookup for game in games().values() for lookup in game.lookups]
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
    for parameter in written["paths"][_LOOKUPS]["parameters"]:
        if parameter["name"] == "name":
            parameter["schema"] = {"type": "string", "enum": sorted(set(lookups))}
    written["paths"][_LOOKUPS]["get"]["parameters"] = _lookup_queries()


def _lookup_queries() -> list[dict[str, Any]]:
    named: dict[str, list[str]] = {}
    for game in games().values():
        for lookup, about in game.lookups.items():
            for name in about.query.__struct_fields__:
                named.setdefault(name, []).append(f"{game.name} {lookup}")
    return [
        {
            "name": name,
            "in": "query",
            "required": False,
            "schema": {"type": "string"},
            "description": f"For {', '.join(users)}.",
        }
        for name, users in named.items()
    ]


def _give_examples(written: Document) -> None:
    """Show each operation on a real game: what is sent, and what comes back."""
    for game in games():
        for name, body in requests_of(game).items():
            operation = written["paths"][f"/v1/games/{{game}}/{name}"]["post"]
            answer = _plain(perform(game, name, body)["body"])
            sent = operation["requestBody"]["content"]["application/json"]
            came = operation["responses"]["200"]["content"]["application/json"]
            sent.setdefault("examples", {})[game] = {"value": body}
            came.setdefault("examples", {})[game] = {"value": answer}


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


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
