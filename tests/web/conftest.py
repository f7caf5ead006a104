"""A client of the application, and a dealt game to ask about."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.core.game import AnyGame
from referee.web.app import create_app
from tests.support import GAMES


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> AnyGame:
    found: AnyGame = request.param
    return found


@pytest.fixture
def url(game: AnyGame) -> str:
    return f"/v1/games/{game.name}"


@pytest.fixture
def dealt(client: FlaskClient, game: AnyGame, url: str) -> Any:
    players = ["ana", "bo", "cy"][: game.max_players]
    answer = client.post(f"{url}/setup", json={"players": players, "seed": "s"})
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()
