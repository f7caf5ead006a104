"""`openapi.yaml` is what the code says, is valid, and lets a reader walk a game."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from openapi_spec_validator import validate
from referee_sdk import Game

from referee.web.app import create_app
from referee.web.operations import OPERATIONS
from tests.support import GAMES

ROOT = Path(__file__).parents[2]

CONTRACT = {
    ("get", "/v1/games"),
    ("get", "/v1/games/{game}"),
    ("get", "/v1/games/{game}/rules"),
    ("get", "/v1/games/{game}/rules/{rule}"),
    ("get", "/v1/games/{game}/cards"),
    ("get", "/v1/games/{game}/cards/{card}"),
    ("get", "/v1/games/{game}/lookups/{name}"),
    ("post", "/v1/games/{game}/setup"),
    ("post", "/v1/games/{game}/check"),
    ("post", "/v1/games/{game}/apply"),
    ("post", "/v1/games/{game}/legal-moves"),
    ("post", "/v1/games/{game}/view"),
    ("post", "/v1/games/{game}/describe"),
    ("post", "/v1/games/{game}/replay"),
    ("post", "/v1/games/{game}/sample"),
    ("post", "/v1/batch"),
    ("get", "/healthz"),
    ("get", "/problems/{name}"),
}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(scope="module")
def document(client: FlaskClient) -> dict[str, Any]:
    written: dict[str, Any] = client.get("/openapi.json").get_json()
    return written


def test_the_file_is_what_the_code_says(client: FlaskClient) -> None:
    written = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    assert written == client.get("/openapi.yaml").text, "run `make openapi`"


def test_yaml_and_json_say_the_same(client: FlaskClient, document: dict[str, Any]) -> None:
    assert yaml.safe_load(client.get("/openapi.yaml").text) == document


def test_it_is_valid(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    validate(document)


def test_it_has_the_contract_and_nothing_else(document: dict[str, Any]) -> None:
    routes = {
        (m, path) for path, item in document["paths"].items() for m in item if m != "parameters"
    }
    assert routes == CONTRACT


def test_every_operation_is_explained_and_has_real_examples(document: dict[str, Any]) -> None:
    for _, path in CONTRACT:
        for method in ("get", "post"):
            operation = document["paths"][path].get(method)
            assert operation is None or operation["summary"].endswith(".")
    for name in OPERATIONS:
        operation = document["paths"][f"/v1/games/{{game}}/{name}"]["post"]
        sent = operation["requestBody"]["content"]["application/json"]["examples"]
        came = operation["responses"]["200"]["content"]["application/json"]["examples"]
        assert sent.keys() == came.keys() == {game.name for game in GAMES}


@pytest.mark.parametrize("game", [game.name for game in GAMES])
@pytest.mark.parametrize("name", OPERATIONS)
def test_the_examples_are_true(
    client: FlaskClient, document: dict[str, Any], game: str, name: str
) -> None:
    operation = document["paths"][f"/v1/games/{{game}}/{name}"]["post"]
    sent = operation["requestBody"]["content"]["application/json"]["examples"][game]["value"]
    came = operation["responses"]["200"]["content"]["application/json"]["examples"][game]["value"]
    assert client.post(f"/v1/games/{game}/{name}", json=sent).get_json() == came


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_its_links_walk_a_game(client: FlaskClient, document: dict[str, Any], game: str) -> None:
    operations: dict[str, tuple[str, Any]] = {
        operation["operationId"]: (path.replace("{game}", game), operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method == "post"
    }
    name = "setup"
    body: dict[str, Any] = {"players": ["ana", "bo"], "seed": "s"}
    for _ in range(30):
        path, operation = operations[name]
        response = client.post(path, json=body)
        assert response.status_code == 200, response.get_json()
        link = operation["responses"]["200"]["links"][
            "ApplyFirst" if name == "legal_moves" else "LegalMoves"
        ]
        values = {"$response.body#": response.get_json(), "$request.body#": body}
        body = {key: resolve(value, values) for key, value in link["requestBody"].items()}
        name = link["operationId"]
    assert body["state"]["ply"] >= 14


def resolve(expression: str, values: dict[str, Any]) -> Any:
    """Follow a runtime expression of a link (OpenAPI 3.1)."""
    source, _, pointer = expression.partition("/")
    value = values[source]
    for step in pointer.split("/"):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def test_docs_work_without_any_network(client: FlaskClient) -> None:
    page = client.get("/docs").text
    for part in page.split('"'):
        if part.startswith("/docs/"):
            with client.get(part) as asset:
                assert asset.status_code == 200
    assert "http://" not in page.replace("http://www.w3.org", "").replace("http://localhost", "")
    assert "https://" not in page
    assert '"validatorUrl": null' in page


def test_the_sdk_has_a_method_for_every_operation(document: dict[str, Any]) -> None:
    named = {
        "get_game": "info",
        "list_rules": "rules",
        "get_rule": "rule",
        "list_cards": "cards",
        "get_card": "card",
        "look_up": "lookup",
    }
    about_a_game = {
        operation["operationId"]
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if path.startswith("/v1/games/{game}") and method in ("get", "post")
    }
    methods = {
        name
        for name, _ in inspect.getmembers(Game, inspect.isfunction)
        if not name.startswith("_") and name != "table"
    }
    assert methods == {named.get(operation, operation) for operation in about_a_game}


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_sdk_knows_every_member_of_every_request(document: dict[str, Any], name: str) -> None:
    operation = document["paths"][f"/v1/games/{{game}}/{name}"]["post"]
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    schema = document["components"]["schemas"][reference.rsplit("/", 1)[-1]]
    method = getattr(Game, name.replace("-", "_"))
    assert set(inspect.signature(method).parameters) - {"self"} == set(schema["properties"])


def test_it_is_json_through_and_through(document: dict[str, Any]) -> None:
    assert json.loads(json.dumps(document)) == document
