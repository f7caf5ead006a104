"""The SDK's table: a seat's view hides, a log holds moves alone, an undo gives nothing away."""

import io
import json
from random import Random
from typing import Any

import pytest
from referee_sdk import Game, Referee, Table, UndoRefused

from referee.core.game import AnyGame
from tests.scenarios.asking import deals_of
from tests.scenarios.seen import FACE_DOWN, readers, seen, seen_event
from tests.support import GAMES, plain, play

SEED = "nobody at the table may see this seed"
MOVES = 30


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(referee: Referee, request: pytest.FixtureRequest) -> Game:
    return referee.game(request.param.name)


@pytest.fixture
def table(game: Game) -> Table:
    options = {"hidden_hands": True} if game.name == "circuit-sibz" else None
    return game.table(["ana", "bo"], options=options, seed=SEED)


def made(table: Table, random: Random) -> Any:
    """Make a random move, and return the answer."""
    return table.apply(random.choice(table.legal_moves()["moves"]))


def views(table: Table) -> list[Any]:
    return [table.view(reader) for reader in readers(table.state)]


def test_a_seats_view_of_the_table_hides_at_every_move(table: Table) -> None:
    random, events = Random(1), table.opening
    for _ in range(MOVES):
        for reader in readers(table.state):
            told = table.view(reader, events)
            assert told["state"] == seen(table.state, reader)
            assert told["events"] == [seen_event(table.state, e, reader) for e in events]
            assert SEED not in json.dumps(told)
        if table.over:
            break
        events = made(table, random)["events"]


def test_the_log_has_moves_and_nothing_of_what_they_brought(table: Table) -> None:
    random = Random(2)
    for _ in range(MOVES):
        if not table.over:
            move = random.choice(table.legal_moves()["moves"])
            answer = table.apply(move)
            assert table.log[-1].move == move
            assert table.log[-1].undoable is answer["undoable"]
    for entry in table.log:
        assert entry.__dataclass_fields__.keys() == {"move", "undoable"}
    file = io.StringIO()
    table.save(file)
    head, *lines = map(json.loads, file.getvalue().splitlines())
    assert all(line.keys() == {"move", "undoable"} for line in lines)
    # The file is for who holds the game: it starts with the whole state, seed and all.
    assert head["state"]["rng"]["seed"] == SEED


def test_an_undo_leaves_every_seat_the_view_that_it_had(table: Table) -> None:
    random, undone = Random(3), 0
    for _ in range(MOVES):
        if table.over:
            break
        before = views(table)
        answer = made(table, random)
        move = table.log[-1].move
        if answer["undoable"]:
            # What it returns is the move as it was sent, no card that it has brought.
            assert table.undo() == move
            assert views(table) == before
            table.apply(move)
            undone += 1
    table.verify()
    assert undone >= 3


def test_a_move_that_has_shown_something_is_not_taken_back(table: Table) -> None:
    random, refused = Random(4), 0
    for _ in range(100):
        if table.over:
            break
        if made(table, random)["undoable"]:
            continue
        before, log = views(table), table.log
        with pytest.raises(UndoRefused) as caught:
            table.undo()
        assert "?" not in str(caught.value)
        assert (views(table), table.log) == (before, log)
        refused += 1
    assert refused >= 1


def face_down(state: Any) -> list[Any]:
    """Return the piles that lie face down, and how much chance has been used up."""
    piles = [state[pile] for pile in FACE_DOWN[state["game"]]]
    void = state["void_deck"][state["scanned"] :] if state["game"] == "mindburners" else []
    return [*piles, void, state["rng"]["counter"]]


@pytest.mark.parametrize("rules", GAMES, ids=lambda game: game.name)
def test_a_move_is_undoable_exactly_if_no_chance_was_taken_and_no_face_down_card_moved(
    rules: AnyGame,
) -> None:
    met = {True: 0, False: 0}
    for deal in deals_of(rules, (13,)):
        for step in play(deal):
            before, after = plain(step.state), plain(step.ruling.state)
            same = face_down(before) == face_down(after)
            recycled = any(type(e).__name__ == "PileRecycled" for e in step.ruling.events)
            # One card alone is not shuffled: that it is the new pile is no secret.
            if not recycled:
                assert step.ruling.undoable is same
            met[step.ruling.undoable] += 1
    assert min(met.values()) >= 20
