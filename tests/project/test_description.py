"""`openapi.yaml` is what the code says, is valid, and lets a reader walk a game."""

import inspect
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from openapi_spec_validator import validate
from referee_sdk import Game

from referee.core.game import AnyGame
from referee.web import description_games
from referee.web.app import create_app
from referee.web.operations import OPERATIONS
from tests.support import GAMES

ROOT = Path(__file__).parents[2]

OF_EVERY_GAME = {
    ("get", "/v1/games"),
    ("get", "/v1/games/{game}"),
    ("get", "/v1/games/{game}/rules"),
    ("get", "/v1/games/{game}/rules/{rule}"),
    ("get", "/v1/games/{game}/cards"),
    ("get", "/v1/games/{game}/cards/{card}"),
    ("post", "/v1/batch"),
    ("get", "/healthz"),
    ("get", "/problems/{name}"),
}
RULINGS = {"setup", "check", "apply", "legal-moves", "view", "describe", "replay", "sample"}
CASES = [(game, name) for game in GAMES for name in sorted(RULINGS)]
LOOKUPS = [(game, name) for game in GAMES for name in game.lookups]
SCHEMAS = "#/components/schemas/"


def camel_case(game: AnyGame) -> str:
    return game.name.title().replace("-", "")


def owner(reference: str) -> str:
    """Name the game whose component is referred to: the longest, where names begin alike."""
    owners = [g.name for g in GAMES if reference.startswith(f"{SCHEMAS}{camel_case(g)}")]
    return max(owners, key=len, default="")


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield method, path, operation


def dicts(part: Any) -> Iterator[dict[str, Any]]:
    """List every object in a part of a description."""
    if isinstance(part, dict):
        yield part
    for value in part.values() if isinstance(part, dict) else part:
        if isinstance(value, dict | list):
            yield from dicts(value)


def references(part: Any) -> set[str]:
    """Return what a part refers to, in a `$ref` or the mapping of a discriminator."""
    return {
        value
        for found in dicts(part)
        for value in found.values()
        if isinstance(value, str) and value.startswith("#/components/")
    }


def reached(document: dict[str, Any], part: Any) -> set[str]:
    """Return what a part leads to, by however many references."""
    seen: set[str] = set()
    found = references(part)
    while found:
        seen |= found
        parts = [resolved(document, reference) for reference in found]
        found = references(parts) - seen
    return seen


def resolved(document: dict[str, Any], reference: str) -> Any:
    part: Any = document
    for step in reference.split("/")[1:]:
        part = part[step]
    return part


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
    rulings = {("post", f"/v1/games/{game.name}/{name}") for game, name in CASES}
    lookups = {("get", f"/v1/games/{game.name}/lookups/{name}") for game, name in LOOKUPS}
    routes = {(method, path) for method, path, _ in operations(document)}
    assert routes == OF_EVERY_GAME | rulings | lookups
    assert OPERATIONS.keys() == RULINGS


def test_every_operation_is_explained(document: dict[str, Any]) -> None:
    declared = [tag["name"] for tag in document["tags"]]
    assert declared == ["Games", *(game.title for game in GAMES), "Service"]
    assert all(tag["description"].endswith(".") for tag in document["tags"])
    for _, path, operation in operations(document):
        assert operation["summary"].endswith((".", "?"))
        assert operation["description"].endswith(".")
        assert operation["summary"] not in operation["description"]
        (tag,) = operation["tags"]
        of_games = [game.title for game in GAMES if f"/games/{game.name}/" in path]
        assert [tag] == of_games or (not of_games and tag in ("Games", "Service"))


def test_operations_have_names_of_their_own(document: dict[str, Any]) -> None:
    named = Counter(operation["operationId"] for _, _, operation in operations(document))
    assert set(named.values()) == {1}
    rulings = {f"{game.name}_{name}".replace("-", "_") for game, name in CASES}
    lookups = {f"{game.name}_lookup_{name}".replace("-", "_") for game, name in LOOKUPS}
    assert rulings | lookups < named.keys()


def test_the_paths_of_a_game_lead_to_no_other_game(document: dict[str, Any]) -> None:
    for path, item in document["paths"].items():
        owners = {owner(reference) for reference in reached(document, item)} - {""}
        of_game = [game.name for game in GAMES if path.startswith(f"/v1/games/{game.name}/")]
        assert owners <= {*of_game}


@pytest.mark.parametrize(("game", "name"), CASES)
def test_a_ruling_takes_and_gives_the_records_of_its_game(
    document: dict[str, Any], game: AnyGame, name: str
) -> None:
    operation = document["paths"][f"/v1/games/{game.name}/{name}"]["post"]
    sent = reached(document, operation["requestBody"])
    taken = {"Options"} if name == "setup" else {"State"}
    taken |= {"Move"} if name in ("check", "apply", "replay") else set()
    given = {"State"} if name not in ("check", "describe", "legal-moves") else set()
    given |= {"Move"} if name == "legal-moves" else set()
    given |= {"Event"} if name in ("setup", "apply", "view", "replay") else set()
    came = reached(document, operation["responses"]["200"]["content"])
    prefix = f"{SCHEMAS}{camel_case(game)}"
    assert {f"{prefix}{record}" for record in taken} <= sent
    assert {f"{prefix}{record}" for record in given} <= came


def test_components_have_whole_words_for_names(document: dict[str, Any]) -> None:
    names = [name for parts in document["components"].values() for name in parts]
    assert [name for name in names if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name)] == []
    folded = Counter(name.lower() for name in names)
    assert set(folded.values()) == {1}
    schemas = document["components"]["schemas"]
    for game in GAMES:
        of_game = {
            f"{camel_case(game)}{record}" for record in ("State", "Move", "Event", "Options")
        }
        assert of_game < schemas.keys()


def test_no_two_schemas_have_one_title(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    titles = Counter(part["title"] for part in dicts(schemas) if isinstance(part.get("title"), str))
    assert titles == Counter(schemas.keys())
    assert all(schema["title"] == name for name, schema in schemas.items())


def test_no_name_is_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(description_games, "component_name", lambda game, name: name)
    with pytest.raises(ValueError, match="More than one schema is called SetupRequest"):
        create_app()


def test_every_component_is_used_and_is_there(document: dict[str, Any]) -> None:
    there = {
        f"#/components/{kind}/{name}"
        for kind, parts in document["components"].items()
        for name in parts
    }
    assert reached(document, document["paths"]) == there


@pytest.mark.parametrize(("game", "name"), LOOKUPS)
def test_a_lookup_has_exactly_its_parameters(
    document: dict[str, Any], game: AnyGame, name: str
) -> None:
    operation = document["paths"][f"/v1/games/{game.name}/lookups/{name}"]["get"]
    assert operation["summary"] == game.lookups[name].title
    query = game.lookups[name].query
    named = [parameter["name"] for parameter in operation["parameters"]]
    required = [parameter["name"] for parameter in operation["parameters"] if parameter["required"]]
    assert named == list(query.__struct_encode_fields__)
    assert required == named[: len(named) - len(query.__struct_defaults__)]
    for parameter in operation["parameters"]:
        assert parameter["in"] == "query"
        assert parameter["schema"]["type"] == "string"


@pytest.mark.parametrize(("game", "name"), CASES)
def test_the_examples_are_true(
    client: FlaskClient, document: dict[str, Any], game: AnyGame, name: str
) -> None:
    path = f"/v1/games/{game.name}/{name}"
    operation = document["paths"][path]["post"]
    sent = operation["requestBody"]["content"]["application/json"]["example"]
    came = operation["responses"]["200"]["content"]["application/json"]["example"]
    assert client.post(path, json=sent).get_json() == came


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_its_links_walk_a_game(
    client: FlaskClient, document: dict[str, Any], game: AnyGame
) -> None:
    named = {
        operation["operationId"]: (path, operation) for _, path, operation in operations(document)
    }
    name = f"{game.name}_setup".replace("-", "_")
    body: dict[str, Any] = {"players": ["ana", "bo"], "seed": "s"}
    for _ in range(30):
        path, operation = named[name]
        response = client.post(path, json=body)
        assert response.status_code == 200, response.get_json()
        links = operation["responses"]["200"]["links"]
        assert all(
            named[link["operationId"]][0].startswith(f"/v1/games/{game.name}/")
            for link in links.values()
        )
        link = links["ApplyFirst" if name.endswith("legal_moves") else "LegalMoves"]
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
    }
    about_a_game = {
        named.get(operation["operationId"], path.rsplit("/", 1)[-1].replace("-", "_"))
        for method, path, operation in operations(document)
        if path.startswith("/v1/games/") and "/lookups/" not in path
    }
    methods = {
        name
        for name, _ in inspect.getmembers(Game, inspect.isfunction)
        if not name.startswith("_") and name != "table"
    }
    assert methods == about_a_game | {"lookup"}


@pytest.mark.parametrize(("game", "name"), CASES)
def test_the_sdk_knows_every_member_of_every_request(
    document: dict[str, Any], game: AnyGame, name: str
) -> None:
    operation = document["paths"][f"/v1/games/{game.name}/{name}"]["post"]
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    method = getattr(Game, name.replace("-", "_"))
    members = set(resolved(document, reference)["properties"])
    assert set(inspect.signature(method).parameters) - {"self"} == members


def test_it_is_json_through_and_through(document: dict[str, Any]) -> None:
    assert json.loads(json.dumps(document)) == document
