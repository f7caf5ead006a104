"""A seat is shown what it may know: of the deal, of every move, of a replay, and in words."""

import json
from typing import Any

import pytest

from referee.core.game import AnyGame
from referee.core.registry import games
from referee.web.operations import perform
from tests.scenarios.asking import ask, deals_of, kinds
from tests.scenarios.seen import committed, readers, seen, seen_event
from tests.support import GAMES, Deal, plain, play, sparse

SEED = "nobody at the table may see this seed"
NAMES = ["ana", "bo", "cy", "dee", "eli", "fay"]
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def dealt(game: AnyGame, players: int, options: Any, deck: Any, **members: Any) -> Any:
    body = {"players": NAMES[:players], "options": options, "deck": deck, **members}
    response = plain(perform(game.name, "setup", body))
    assert response["status"] == 200, response["body"]
    return response["body"]


@EACH
def test_a_deal_shows_every_seat_its_own_hand_and_nothing_face_down(game: AnyGame) -> None:
    for players, options, deck in kinds(game):
        answer = dealt(game, players, options, deck, seed=SEED)
        state, events = answer["state"], answer["events"]
        for reader in readers(state):
            told = ask("view", state, player=reader, events=events)
            assert told["state"] == seen(state, reader)
            assert told["events"] == [seen_event(state, event, reader) for event in events]


@EACH
def test_a_view_of_the_deal_shows_the_commitment_and_not_the_seed(game: AnyGame) -> None:
    for players, options, deck in kinds(game):
        answer = dealt(game, players, options, deck, seed=SEED)
        for reader in readers(answer["state"]):
            told = ask("view", answer["state"], player=reader, events=answer["events"])
            assert SEED not in json.dumps(told)
            assert told["state"]["rng"]["seed"] is None
            assert told["state"]["rng"]["commitment"] == committed(SEED)


@EACH
def test_a_deal_at_a_table_shows_no_card_at_all(game: AnyGame) -> None:
    for players, options, deck in kinds(game):
        state = dealt(game, players, options, deck, chance="table")["state"]
        assert state["rng"] is None
        assert all(set(player["hand"]) == {"?"} for player in state["players"])
        for reader in readers(state):
            assert ask("view", state, player=reader)["state"] == state


@EACH
def test_every_move_shows_a_seat_what_it_may_know_and_no_more(game: AnyGame) -> None:
    for deal in deals_of(game, (11, 12)):
        for step in sparse(play(deal), deal.random(), 6):
            state, events = plain(step.ruling.state), plain(step.ruling.events)
            for reader in readers(state):
                told = ask("view", state, player=reader, events=events)
                assert told["state"] == seen(state, reader)
                assert told["events"] == [seen_event(state, event, reader) for event in events]


@EACH
def test_words_for_a_seat_come_from_what_it_sees(game: AnyGame) -> None:
    for deal in deals_of(game, (14, 15)):
        for step in sparse(play(deal), deal.random(), 4):
            state = plain(step.ruling.state)
            for reader in readers(state)[:-1]:
                of_view = ask("describe", seen(state, reader), player=reader)
                assert ask("describe", state, player=reader) == of_view


def short_game(game: AnyGame, seed: int) -> tuple[Any, list[Any]]:
    """Return a setup request and the first moves of a game with hidden hands."""
    options = {"hidden_hands": True} if game.name == "circuit-sibz" else {}
    chosen = {**plain(game.default_options), **options}
    deal = Deal(game, 2, chosen, "seeded", seed)
    moves = [plain(step.move) for step in play(deal)][:60]
    return {"players": NAMES[:2], "options": options, "seed": str(seed)}, moves


@EACH
def test_every_state_and_event_of_a_replay_can_be_hidden(game: AnyGame) -> None:
    """A replay is for who holds the whole state; a seat is sent a view of it."""
    setup, moves = short_game(game, 5)
    body = {"setup": setup, "moves": moves, "detail": "all"}
    answer = plain(perform(game.name, "replay", body))["body"]
    assert len(answer["states"]) == len(moves)
    hidden_once = False
    for reader in ("ana", "bo", None):
        for state in answer["states"]:
            told = ask("view", state, player=reader, events=answer["events"])
            assert told["state"] == seen(state, reader)
            expected = [seen_event(state, event, reader) for event in answer["events"]]
            assert told["events"] == expected
            hidden_once = hidden_once or expected != answer["events"]
    assert hidden_once


def test_a_scanned_void_card_is_seen_by_all_and_the_others_by_nobody() -> None:
    scans = 0
    for deal in deals_of(games()["mindburners"], range(4)):
        for step in play(deal):
            if not any(type(event).__name__ == "VoidScanned" for event in step.ruling.events):
                continue
            state = plain(step.ruling.state)
            for reader in readers(state):
                void = ask("view", state, player=reader)["state"]["void_deck"]
                scanned = state["scanned"]
                assert void[:scanned] == state["void_deck"][:scanned]
                assert set(void[scanned:]) <= {"?"}
            scans += 1
    assert scans >= 5
