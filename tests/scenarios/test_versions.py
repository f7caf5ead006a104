"""A log is of a version, of a game, and whole: what is not is refused in clear words."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from referee_sdk import Game, InvalidRequest, LogError, Referee, Table, UnsupportedVersion

from referee.cli import main
from referee.core.game import AnyGame
from referee.web.operations import OPERATIONS, perform
from tests.support import GAMES, Deal, configurations, plain, play

EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
OTHERS = pytest.mark.parametrize("version", [0, 2, -1, 10**6])


def start(game: AnyGame) -> tuple[Any, list[Any]]:
    """Return a dealt state, and the first moves of a game."""
    players, options = configurations(game)[-1]
    deal = Deal(game, players, options, "seeded", 8)
    return plain(deal.state()), [plain(step.move) for step in list(play(deal))[:5]]


def assert_names_both(text: str, game: AnyGame, version: int) -> None:
    assert f"version {version}" in text
    assert f"version {game.version}" in text


@EACH
@OTHERS
def test_every_operation_refuses_a_state_of_another_version(game: AnyGame, version: int) -> None:
    state, moves = start(game)
    other = {**state, "version": version}
    bodies: dict[str, Any] = {
        "check": {"move": moves[0]},
        "apply": {"move": moves[0]},
        "replay": {"moves": moves},
    }
    for operation in OPERATIONS.keys() - {"setup"}:
        body = {"state": other, **bodies.get(operation, {})}
        response = plain(perform(game.name, operation, body))
        assert response["status"] == 422
        assert response["body"]["type"] == "/problems/unsupported-version"
        assert_names_both(response["body"]["detail"], game, version)


@EACH
def test_a_version_is_asked_before_what_else_may_have_changed_with_it(game: AnyGame) -> None:
    """Another version's state may have members that this one does not know."""
    state, moves = start(game)
    other = {**state, "version": 2, "weather": "rain", "players": "ana and bo"}
    response = plain(perform(game.name, "replay", {"state": other, "moves": moves}))
    assert response["body"]["type"] == "/problems/unsupported-version"


@EACH
@pytest.mark.parametrize("version", [None, "1", 1.5, True, []])
def test_a_version_that_is_no_number_is_pointed_at(game: AnyGame, version: Any) -> None:
    state, moves = start(game)
    body = {"state": {**state, "version": version}, "moves": moves}
    response = plain(perform(game.name, "replay", body))
    assert response["body"]["type"] == "/problems/invalid-request"
    assert "/state/version" in [error["pointer"] for error in response["body"]["errors"]]


@EACH
def test_a_state_without_its_version_is_pointed_at(game: AnyGame) -> None:
    state, moves = start(game)
    del state["version"]
    response = plain(perform(game.name, "replay", {"state": state, "moves": moves}))
    assert response["body"]["type"] == "/problems/invalid-request"
    assert [error["pointer"] for error in response["body"]["errors"]] == ["/state/version"]


@EACH
def test_a_state_of_another_game_is_pointed_at(game: AnyGame) -> None:
    state, moves = start(next(other for other in GAMES if other is not game))
    response = plain(perform(game.name, "replay", {"state": state, "moves": moves}))
    assert response["body"]["type"] == "/problems/invalid-request"
    assert "/state/game" in [error["pointer"] for error in response["body"]["errors"]]


def saved(referee: Referee, game: AnyGame) -> str:
    """Return the log of a few moves at the SDK's table."""
    state, moves = start(game)
    table = Table(referee.game(game.name), state)
    for move in moves:
        table.apply(move)
    file = io.StringIO()
    table.save(file)
    return file.getvalue()


def edited(log: str, edit: Callable[[Any], object]) -> str:
    """Change the first line of a log."""
    head, *lines = log.splitlines()
    members = json.loads(head)
    edit(members)
    return "\n".join([json.dumps(members), *lines])


def load(game: Game, log: str) -> Table:
    return Table.load(game, io.StringIO(log))


@EACH
@OTHERS
def test_the_sdk_loads_no_log_of_another_version(
    referee: Referee, game: AnyGame, version: int
) -> None:
    log = edited(saved(referee, game), lambda head: head["state"].update(version=version))
    with pytest.raises(UnsupportedVersion) as caught:
        load(referee.game(game.name), log)
    assert_names_both(str(caught.value), game, version)


@EACH
def test_the_sdk_verifies_no_table_of_another_version(referee: Referee, game: AnyGame) -> None:
    """The server has been brought up to date while the table stood."""
    table = load(referee.game(game.name), saved(referee, game))
    table.verify()
    table._start["version"] = 2
    with pytest.raises(UnsupportedVersion) as caught:
        table.verify()
    assert_names_both(str(caught.value), game, 2)


@EACH
def test_the_sdk_loads_no_log_without_its_version(referee: Referee, game: AnyGame) -> None:
    log = edited(saved(referee, game), lambda head: head["state"].pop("version"))
    with pytest.raises(InvalidRequest, match="/state/version"):
        load(referee.game(game.name), log)


@EACH
def test_the_sdk_loads_no_log_of_another_game(referee: Referee, game: AnyGame) -> None:
    log = saved(referee, game)
    other = next(other for other in GAMES if other is not game)
    with pytest.raises(LogError, match=f"the game is {game.name}, not {other.name}"):
        load(referee.game(other.name), log)
    renamed = edited(log, lambda head: head.update(game=other.name))
    with pytest.raises(InvalidRequest, match="/state/game"):
        load(referee.game(other.name), renamed)


@EACH
def test_the_sdk_loads_no_log_that_is_cut(referee: Referee, game: AnyGame) -> None:
    log = saved(referee, game)
    lines = log.splitlines()
    for kept in range(1, len(lines)):
        with pytest.raises(LogError, match=f"has {kept - 1} moves, its first line says 5"):
            load(referee.game(game.name), "\n".join(lines[:kept]))
    with pytest.raises(LogError, match="no JSON"):
        load(referee.game(game.name), log[:-9])


def replayed(tmp_path: Path, log: str) -> tuple[int, str, str]:
    """Replay a log by the command line; return the exit code and what was told."""
    path = tmp_path / "game.jsonl"
    path.write_text(log, encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(path)])
    return result.exit_code, result.stdout, result.stderr


@EACH
@OTHERS
def test_the_command_line_replays_no_log_of_another_version(
    referee: Referee, game: AnyGame, version: int, tmp_path: Path
) -> None:
    log = edited(saved(referee, game), lambda head: head["state"].update(version=version))
    code, stdout, stderr = replayed(tmp_path, log)
    assert (code, stdout) == (2, "")
    assert_names_both(stderr, game, version)


@EACH
def test_the_command_line_replays_no_log_without_its_version_or_of_another_game(
    referee: Referee, game: AnyGame, tmp_path: Path
) -> None:
    log = saved(referee, game)
    code, _, stderr = replayed(tmp_path, edited(log, lambda head: head["state"].pop("version")))
    assert (code, "/state/version" in stderr) == (2, True)
    other = next(other for other in GAMES if other is not game)
    code, _, stderr = replayed(tmp_path, edited(log, lambda head: head.update(game=other.name)))
    assert (code, "/state/game" in stderr) == (2, True)


@EACH
def test_the_command_line_replays_no_log_that_is_cut(
    referee: Referee, game: AnyGame, tmp_path: Path
) -> None:
    log = saved(referee, game)
    lines = log.splitlines()
    assert replayed(tmp_path, log)[0] == 0
    for kept in range(1, len(lines)):
        code, stdout, stderr = replayed(tmp_path, "\n".join(lines[:kept]))
        assert (code, stdout) == (2, "")
        assert "5" in stderr
    assert replayed(tmp_path, log[:-9])[0] == 2


@EACH
def test_the_command_line_replays_no_log_of_another_format(
    referee: Referee, game: AnyGame, tmp_path: Path
) -> None:
    log = edited(saved(referee, game), lambda head: head.update(format_version=2))
    code, stdout, stderr = replayed(tmp_path, log)
    assert (code, stdout) == (2, "")
    assert "format version 2" in stderr
