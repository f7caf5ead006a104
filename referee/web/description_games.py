"""What the API's description says of one game: paths of its own, typed with its records alone.

On the wire a game's name is a part of the path like any other. In the description it is written
out, so that a state of one game is none that another's operations would take.
"""

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from referee.core.game import AnyGame, Lookup
from referee.web import description_problems as problems
from referee.web.examples import requests_of
from referee.web.operations import OPERATIONS, perform
from referee.web.schemas import (
    SCHEMAS,
    component_name,
    components,
    query_schema,
    references,
    renamed,
)

Part = dict[str, Any]

_ANY = "/v1/games/{game}"
_RECORDS = ("State", "Move", "Event", "Options")
"""The schemas that stand for a game's records where no game is named."""

_REFUSE = ("apply", "replay")
_NAME_DECKS = ("setup", "replay")

_TOLD: Mapping[str, str] = {
    "setup": "What fits no game is an `invalid-request`, a variant to which the publisher gives "
    "no rules an `unsupported-variant`.",
    "check": "An illegal move is answered with 200 as well: `violation` has a stable code, the "
    "rule that decides, and words for players. Only what is no move of the game at all is an "
    "`invalid-request`, and what cannot be a position of it an `invalid-state`.",
    "apply": "An illegal move is the problem `illegal-move` (409), with the violation that "
    "`check` tells; what cannot be a position of the game is an `invalid-state`. The next move is "
    "sent with the state that is answered.",
    "legal-moves": "`complete` is false where a hand of those asked for holds unknown cards: the "
    "moves that these would allow are not listed. `weights` is for the table's answers alone.",
    "view": "A view is a state: every operation takes it. Events that are sent along are hidden "
    "from the player in the same way.",
    "describe": "With a player, what that player may see is told; without, all that the state "
    "sent holds. `facts` are what follows from a state and is not in it.",
    "replay": "It begins with just one of `setup`, which then needs its seed, and `state`. The "
    "first illegal move is the problem `illegal-move` (409), with its `index`.",
    "sample": "The same seed gives the same states. While `chance` asks the table for something, "
    "there is none: that is an `invalid-request`, so answer first.",
}
"""By operation: what those who ask over HTTP should know besides what it does."""

_PURE = "Nothing is kept: any request may be sent again."

_STATE = {"state": "$response.body#/state"}
_FIRST_MOVE = {"state": "$request.body#/state", "move": "$response.body#/moves/0"}
_LINKS: Mapping[str, Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "setup": {
        "LegalMoves": ("legal-moves", _STATE),
        "ApplyMove": ("apply", _STATE),
        "CheckMove": ("check", _STATE),
        "DescribeState": ("describe", _STATE),
        "ViewState": ("view", _STATE),
    },
    "legal-moves": {"CheckFirst": ("check", _FIRST_MOVE), "ApplyFirst": ("apply", _FIRST_MOVE)},
    "apply": {
        "LegalMoves": ("legal-moves", _STATE),
        "DescribeState": ("describe", _STATE),
        "ViewState": ("view", _STATE),
    },
    "view": {"Sample": ("sample", _STATE), "LegalMoves": ("legal-moves", _STATE)},
}
"""By operation: where its answer can be taken, and the body that goes there."""


class Template(NamedTuple):
    """What the routes say of any game: its operations by name, a lookup, schemas with records."""

    operations: Mapping[str, Part]
    lookup: Part
    schemas: Mapping[str, Part]


def taken_out(written: Part) -> Template:
    """Take what is to be written for every game out of a description."""
    paths, schemas = written["paths"], written["components"]["schemas"]
    return Template(
        {name: paths.pop(f"{_ANY}/{name}")["post"] for name in OPERATIONS},
        paths.pop(f"{_ANY}/lookups/{{name}}")["get"],
        {name: schemas.pop(name) for name in _with_records(schemas)},
    )


def _with_records(schemas: Mapping[str, Part]) -> list[str]:
    """Name the schemas that have records in them, however deep."""
    pointers = {f"{SCHEMAS}{name}" for name in _RECORDS}
    found: list[str] = []
    while more := [
        name
        for name, schema in schemas.items()
        if name not in found and pointers.intersection(references(schema))
    ]:
        found += more
        pointers.update(f"{SCHEMAS}{name}" for name in more)
    return found


def tag(game: AnyGame) -> Part:
    """Describe the group that a game's operations are in."""
    seats = f"{game.min_players} to {game.max_players} players"
    return {"name": game.title, "description": f"Rulings on {game.title}, for {seats}."}


def schemas(game: AnyGame, template: Template) -> Iterator[tuple[str, Part]]:
    """Write the schemas of a game: its records, and the envelopes with records in them."""
    names = _names(game, template)
    yield from components(game).items()
    for name, envelope in template.schemas.items():
        yield names[name], renamed(envelope, names)


def _names(game: AnyGame, template: Template) -> Mapping[str, str]:
    return {name: component_name(game.name, name) for name in (*_RECORDS, *template.schemas)}


def paths(game: AnyGame, template: Template) -> Iterator[tuple[str, Part]]:
    """Write the paths of a game: an operation each."""
    names, requests = _names(game, template), requests_of(game.name)
    for name, operation in template.operations.items():
        written = _operation(game, name, renamed(operation, names))
        _give_example(game, name, written, requests[name])
        yield f"/v1/games/{game.name}/{name}", {"post": written}
    for name in game.lookups:
        yield f"/v1/games/{game.name}/lookups/{name}", {"get": _lookup(game, name, template.lookup)}


def _operation_id(game: AnyGame, name: str) -> str:
    return f"{game.name}_{name}".replace("-", "_")


def _operation(game: AnyGame, name: str, operation: Part) -> Part:
    refused = {*problems.OF_API, *problems.OF_BODY}
    refused |= {*problems.OF_REFUSAL} if name in _REFUSE else set()
    refused |= {*problems.OF_DECK} if name in _NAME_DECKS and game.pack_type else set()
    good = {**operation["responses"]["200"], **_links(game, name)}
    told = (operation.get("description"), _TOLD[name], _PURE)
    return {
        "tags": [game.title],
        "summary": operation["summary"],
        "description": " ".join(text for text in told if text),
        "operationId": _operation_id(game, name),
        "requestBody": operation["requestBody"],
        "responses": problems.answers(good, refused),
    }


def _links(game: AnyGame, name: str) -> Part:
    """Say where an answer can be taken, so that a reader, or a test, can walk a game."""
    links = {
        title: {"operationId": _operation_id(game, target), "requestBody": dict(body)}
        for title, (target, body) in _LINKS.get(name, {}).items()
    }
    return {"links": links} if links else {}


def _give_example(game: AnyGame, name: str, operation: Part, body: Part) -> None:
    """Show an operation on a real position: what is sent, and what comes back."""
    answer = perform(game.name, name, body)["body"]
    sent = operation["requestBody"]["content"]["application/json"]
    came = operation["responses"]["200"]["content"]["application/json"]
    sent["example"], came["example"] = body, msgspec.json.decode(msgspec.json.encode(answer))


def _lookup(game: AnyGame, name: str, operation: Part) -> Part:
    about = game.lookups[name]
    refused = {*problems.OF_API, *problems.OF_QUERY}
    refused |= {*problems.OF_DECK} if game.pack_type else set()
    return {
        "tags": [game.title],
        "summary": about.title,
        "description": f"{inspect.getdoc(about.query)}\n\n{operation['description']}",
        "operationId": _operation_id(game, f"lookup_{name}"),
        "parameters": list(_parameters(about)),
        "responses": problems.answers(operation["responses"]["200"], refused),
    }


def _parameters(about: Lookup) -> Iterator[Part]:
    query = query_schema(about)
    for name, schema in query["properties"].items():
        # A parameter that is left out is left out: no client need send what stands for that.
        sent = {key: value for key, value in schema.items() if key != "default"}
        required = name in query.get("required", ())
        yield {"name": name, "in": "query", "required": required, "schema": sent}
