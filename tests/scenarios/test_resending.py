"""Sending a request again is safe; a move sent to the state after it is judged like any other."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.core import judge
from referee.core.game import AnyGame
from referee.core.records import Allowed, Refusal
from referee.web.operations import OPERATIONS
from tests.scenarios.asking import deals_of, types
from tests.support import GAMES, Deal, Step, configurations, plain, play

EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def midst(game: AnyGame) -> Step:
    players, options = configurations(game)[-1]
    steps = list(play(Deal(game, players, options, "seeded", 3)))
    return steps[len(steps) // 2]


def bodies(game: AnyGame) -> Iterator[tuple[str, Any]]:
    """List a request of every operation in the midst of a game, and some that are refused."""
    step = midst(game)
    state, move = plain(step.state), plain(step.move)
    players = [player["id"] for player in state["players"]]
    view = plain(game.view(step.state, players[0]))
    yield "setup", {"players": players, "options": state["options"], "seed": "s"}
    yield "check", {"state": state, "move": move}
    yield "apply", {"state": state, "move": move}
    yield "legal-moves", {"state": state}
    yield "view", {"state": state, "player": players[0], "events": plain(step.ruling.events)}
    yield "describe", {"state": state, "player": players[-1]}
    yield "replay", {"state": state, "moves": [move], "detail": "all"}
    yield "sample", {"state": view, "seed": "s", "count": 3}
    yield "apply", {"state": state, "move": {**move, "player": "nobody"}}
    yield "replay", {"state": state, "moves": [move, {**move, "player": "nobody"}]}
    yield "apply", {"state": {**state, "players": []}, "move": move}
    yield "check", {"state": state, "move": {"player": players[0], "type": "fly"}}


def post(client: FlaskClient, path: str, body: Any) -> tuple[int, bytes]:
    # The id of a request is told in a problem: who sends the same request sends the same id.
    response = client.post(path, json=body, headers={"X-Request-Id": "again"})
    return response.status_code, response.data


@EACH
def test_the_same_request_gets_the_same_bytes_from_any_server(
    clients: list[FlaskClient], game: AnyGame
) -> None:
    asked, statuses = set(), set()
    for operation, body in bodies(game):
        path = f"/v1/games/{game.name}/{operation}"
        answers = [post(client, path, body) for client in [*clients, *clients]]
        assert len(set(answers)) == 1
        assert answers[0][0] < 500
        asked.add(operation)
        statuses.add(answers[0][0])
    assert asked == OPERATIONS.keys()
    assert statuses == {200, 409, 422}


@EACH
def test_a_batch_that_is_sent_again_gets_the_same_bytes(
    clients: list[FlaskClient], game: AnyGame
) -> None:
    requests = [{"game": game.name, "operation": o, "body": b} for o, b in bodies(game)]
    first, *others = [post(c, "/v1/batch", {"requests": requests}) for c in [*clients, *clients]]
    assert first[0] == 200
    assert others == [first] * 3


@EACH
def test_a_move_on_the_older_state_gets_the_older_answer_again(
    clients: list[FlaskClient], game: AnyGame
) -> None:
    """Also when the game has gone on meanwhile: nothing is stored that it could have changed."""
    path = f"/v1/games/{game.name}/apply"
    players, options = configurations(game)[0]
    first: list[tuple[Any, bytes]] = []
    for step in list(play(Deal(game, players, options, "seeded", 4)))[:25]:
        body = {"state": plain(step.state), "move": plain(step.move)}
        first.append((body, post(clients[0], path, body)[1]))
    for body, answer in reversed(first):
        assert post(clients[1], path, body) == (200, answer)


@EACH
def test_a_setup_without_a_seed_is_dealt_anew_and_with_one_is_not(
    clients: list[FlaskClient], game: AnyGame
) -> None:
    path = f"/v1/games/{game.name}/setup"
    body = {"players": ["ana", "bo"]}
    assert post(clients[0], path, body) != post(clients[0], path, body)
    seeded = {**body, "seed": "s"}
    assert post(clients[0], path, seeded) == post(clients[1], path, seeded)


@EACH
def test_the_same_move_on_the_state_after_it_gets_an_ordinary_verdict(game: AnyGame) -> None:
    codes = {**judge.SHARED_CODES, **game.codes}
    met = {True: 0, False: 0}
    for deal in deals_of(game, (31, 32)):
        for step in play(deal):
            judge.require_wellformed(game, step.ruling.state, step.move)
            verdict = judge.check(game, step.ruling.state, step.move)
            if isinstance(verdict, Refusal):
                assert verdict.rule in codes[verdict.code]
                assert verdict.message.endswith(".")
            else:
                assert isinstance(verdict, Allowed)
                again = judge.apply(game, step.ruling.state, step.move).state
                judge.audit(game, again)
                assert again.ply == step.state.ply + 2
            met[isinstance(verdict, Allowed)] += 1
    assert min(met.values()) >= 10


@EACH
def test_over_http_a_second_client_is_refused_by_rule_or_moves_on(
    clients: list[FlaskClient], game: AnyGame
) -> None:
    path = f"/v1/games/{game.name}/apply"
    players, options = configurations(game)[-1]
    statuses = set()
    for step in list(play(Deal(game, players, options, "seeded", 6)))[:60]:
        body = {"state": plain(step.ruling.state), "move": plain(step.move)}
        response = clients[0].post(path, json=body)
        answer = response.get_json()
        statuses.add(response.status_code)
        if response.status_code == 409:
            assert answer["violation"]["rule"] in game.rulebook.rules
        else:
            assert response.status_code == 200
            assert types(answer)
    assert 409 in statuses


def test_the_readme_says_that_resending_is_safe(request: pytest.FixtureRequest) -> None:
    readme = (request.config.rootpath / "README.md").read_text(encoding="utf-8")
    promises = readme.split("## What statelessness promises")[1].split("\n## ")[0]
    assert "can be sent again" in promises
    assert "older state" in promises
