"""Golden games replay: every event, who may act after every move, and the last state."""

import pytest

from referee.core.game import AnyGame
from referee.web.operations import perform
from tests.support import GAMES, golden_names, json_lines, plain

GOLDEN = [
    pytest.param(game, name, id=f"{game.name}:{name}")
    for game in GAMES
    for name in golden_names(game)
]


@pytest.mark.parametrize(("game", "name"), GOLDEN)
def test_golden_game_replays_move_by_move(game: AnyGame, name: str) -> None:
    start, *lines = json_lines(game, name)
    state = plain(perform(game.name, "setup", start["setup"]))["body"]["state"]
    for line in lines:
        answer = plain(perform(game.name, "apply", {"state": state, "move": line["move"]}))
        assert answer["status"] == 200, answer["body"]
        assert answer["body"]["events"] == line["events"]
        assert answer["body"]["to_act"] == line["to_act"]
        state = answer["body"]["state"]
    assert state == start["end"]
    assert state["outcome"] is not None


@pytest.mark.parametrize(("game", "name"), GOLDEN)
def test_golden_game_replays_in_one_request(game: AnyGame, name: str) -> None:
    start, *lines = json_lines(game, name)
    body = {"setup": start["setup"], "moves": [line["move"] for line in lines]}
    answer = plain(perform(game.name, "replay", body))
    assert answer["body"] == {"state": start["end"], "applied": len(lines), "to_act": []}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_golden_games(game: AnyGame) -> None:
    assert len(golden_names(game)) >= 3
