"""While the table is asked, players have no moves: that is an answer, and no failure."""

from collections.abc import Iterator
from typing import Any

import pytest
from referee_sdk import IllegalMove, Referee, Table

from referee.core.game import AnyGame
from referee.core.registry import games
from referee.web.operations import perform
from tests.circuit_sibz import test_faults as circuit
from tests.mindburners import test_faults as mind
from tests.scenarios.asking import State, ask, deals_of, legal, refused
from tests.scenarios.seen import readers
from tests.support import GAMES, Deal, configurations, plain, play
from tests.wireburn import test_faults as fire

MIND = games()["mindburners"]
HIDDEN_HANDS = {**circuit.ASKED, "options__hidden_hands": True}
SOLO = {**circuit.SOLO, **circuit.ASKED, "turn__number": 0}
SOLO.pop("network__1__player")


def posted() -> Iterator[tuple[str, State]]:
    """List every position of the tests of posted states in which the table is asked."""
    for about, changes in fire.SOUND.items():
        yield about, fire.position(**changes)
    for about, changes in mind.SOUND.items():
        yield about, mind.position(**changes)
    for about, changes in {**circuit.SOUND, "hidden": HIDDEN_HANDS, "solo asks": SOLO}.items():
        yield about, circuit.position(**changes)


def ruling_on_a_row() -> State:
    event = {"kind": "event", "card": "mirror", "rolls": {"ana": 6, "bo": 2}}
    text = "Swap HP with a player of your choice."
    asked = {"kind": "ruling", "event": "mirror", "for": "ana", "text": text}
    row = {"void_row": ["chance-matrix"], "pending": event, "chance": asked}
    return mind.position(deck=mind.EVERY_OP, **row)


def ruling_in_a_window() -> State:
    riddle = {"id": 1, "player": "bo", "card": "riddle", "target": None}
    asked = {"kind": "ruling", "ability": 1, "text": mind.RIDDLE}
    gnat = {"void_row": ["gnat"], "pending": {"kind": "creature", "card": "gnat"}}
    stack = {"stack": [riddle], "next_id": 2, "chance": asked}
    return mind.position(deck=mind.EVERY_OP, **gnat, **stack)


RULINGS = [("a row's ruling", ruling_on_a_row()), ("a window's ruling", ruling_in_a_window())]
ASKING = [
    pytest.param(state, id=f"{state['game']}: {about}")
    for about, state in [*posted(), *RULINGS]
    if state["chance"]
]
EACH = pytest.mark.parametrize("state", ASKING)
KINDS = {"wireburn": "end_turn", "circuit-sibz": "draw", "mindburners": "pass"}
"""By game: a move that anybody can make, if it is their turn."""


def players(state: State) -> list[str]:
    return [player["id"] for player in state["players"]]


def test_every_kind_of_question_is_among_them() -> None:
    states: list[Any] = [param.values[0] for param in ASKING]
    kinds = {(s["game"], s.get("phase", ""), kind(s["chance"])) for s in states}
    assert kinds >= {
        ("wireburn", "penalty", "card draw_pile"),
        ("circuit-sibz", "", "card draw_pile"),
        ("mindburners", "reveal", "card void_deck"),
        ("mindburners", "resolve", "card void_deck"),
        ("mindburners", "preparation", "card void_deck"),
        ("mindburners", "resolve", "card event_deck"),
        ("mindburners", "resolve", "die"),
        ("mindburners", "preparation", "ruling ability"),
        ("mindburners", "resolve", "ruling ability"),
        ("mindburners", "resolve", "ruling event"),
    }


def kind(chance: Any) -> str:
    about = chance.get("zone") or next((a for a in ("ability", "event") if a in chance), "")
    return f"{chance['kind']} {about}".strip()


@EACH
def test_a_player_has_no_moves_while_the_table_is_asked(state: State) -> None:
    for player in players(state):
        answer = ask("legal-moves", state, player=player)
        assert (answer["to_act"], answer["moves"], answer["weights"]) == (["table"], [], None)


@EACH
def test_the_table_has_an_answer_to_give_whoever_asks(state: State) -> None:
    answer = ask("legal-moves", state)
    assert answer["moves"]
    assert answer == ask("legal-moves", state, player="table")
    assert all(move["player"] == "table" for move in answer["moves"])
    assert len(answer["weights"]) == len(answer["moves"])


@EACH
def test_the_position_is_described_and_seen_by_everybody(state: State) -> None:
    for reader in readers(state):
        told = ask("describe", state, player=reader)
        assert told["to_act"] == ["table"]
        assert told["headline"].endswith((".", "?"))
        view = ask("view", state, player=reader)["state"]
        assert view["chance"] == state["chance"]
        assert legal(view, reader) == ([] if reader else legal(view))


@EACH
def test_whatever_a_player_does_then_waits_for_the_table(state: State) -> None:
    for player in players(state):
        move = {"player": player, "type": KINDS[state["game"]]}
        assert refused(state, move) == ("awaiting_chance", "table.chance")


@EACH
def test_a_sample_is_told_to_answer_first(state: State) -> None:
    response = plain(perform(state["game"], "sample", {"state": state, "seed": "s"}))
    assert response["status"] == 422
    assert [error["pointer"] for error in response["body"]["errors"]] == ["/state/chance"]


@EACH
def test_the_sdks_table_answers_none_as_well(referee: Referee, state: State) -> None:
    table = Table(referee.game(state["game"]), state)
    assert table.to_act == ["table"]
    for player in players(state):
        assert table.legal_moves(player)["moves"] == []
        assert table.describe(player)["to_act"] == ["table"]
        assert table.view(player)["state"]["chance"] == state["chance"]
        with pytest.raises(IllegalMove) as caught:
            table.apply({"player": player, "type": KINDS[state["game"]]})
        assert caught.value.code == "awaiting_chance"
    assert table.legal_moves()["moves"]
    assert table.log == ()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_in_games_at_a_table_nobody_has_a_move_while_it_is_asked(game: AnyGame) -> None:
    asked = 0
    for deal in deals_of(game, (21,), "table"):
        for step in play(deal):
            if step.state.chance is None:
                continue
            state = plain(step.state)
            asked += 1
            if asked % 7 and game.name == "mindburners":
                continue
            for player in players(state):
                assert legal(state, player) == []
                assert ask("describe", state, player=player)["to_act"] == ["table"]
    assert asked >= {"wireburn": 1, "circuit-sibz": 10, "mindburners": 100}[game.name]


def test_with_a_seed_the_table_is_asked_for_rulings_and_nobody_has_a_move_then() -> None:
    asked = 0
    for players, options in configurations(MIND):
        for step in play(Deal(MIND, players, options, "seeded", 1, mind.EVERY_OP)):
            state = plain(step.state)
            if state["chance"] is None:
                continue
            assert state["chance"]["kind"] == "ruling"
            nothing = {"player": "table", "type": "rule", "adjust": []}
            assert legal(state) == [nothing]
            for reader in readers(state)[:-1]:
                view = ask("view", state, player=reader)["state"]
                assert legal(state, reader) == legal(view, reader) == []
                assert legal(view) == [nothing]
            asked += 1
    assert asked >= 20
