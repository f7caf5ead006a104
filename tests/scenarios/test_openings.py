"""However a game is dealt, somebody can act at once, or the table is asked."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from referee.core import judge
from referee.core.game import AnyGame
from referee.core.records import TABLE
from tests.scenarios.asking import deals_of, kinds
from tests.support import GAMES, Deal, is_legal, plain, play

EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SEEDS = {"wireburn": 60, "circuit-sibz": 5, "mindburners": 20}


def dealt(game: AnyGame, seeds: Sequence[int], chance: str = "seeded") -> Iterator[Deal]:
    """List deals of every kind, with every deck."""
    for players, options, deck in kinds(game):
        for seed in seeds:
            yield Deal(game, players, options, chance, seed, deck)


def assert_goes_on(game: AnyGame, state: Any) -> None:
    """Hold that somebody in `to_act` has a legal move, or the table an answer to give."""
    assert state.outcome is None
    acting = judge.to_act(game, state)
    assert acting
    assert (acting == (TABLE,)) == (state.chance is not None)
    listed = judge.legal_moves(game, state).moves
    hidden = [p.id for p in state.players if p.id in acting and "?" in p.hand]
    assert listed or hidden
    assert all(is_legal(game, state, move) for move in listed)


@EACH
def test_somebody_can_act_however_the_cards_are_dealt(game: AnyGame) -> None:
    for deal in dealt(game, range(SEEDS[game.name])):
        assert_goes_on(game, deal.state())


@EACH
def test_whoever_may_act_has_a_move_in_every_deal(game: AnyGame) -> None:
    for deal in dealt(game, (1000,)):
        state = deal.state()
        for player in judge.to_act(game, state):
            assert judge.legal_moves(game, state, player).moves


@EACH
def test_at_a_table_somebody_can_act_whatever_is_told_first(game: AnyGame) -> None:
    for deal in dealt(game, (0,), TABLE):
        state = deal.state()
        assert_goes_on(game, state)
        if state.chance is not None:
            for answer in judge.legal_moves(game, state).moves:
                assert_goes_on(game, judge.apply(game, state, answer).state)


@EACH
def test_the_first_of_the_list_begins_or_all_do(game: AnyGame) -> None:
    for players, options, deck in kinds(game):
        state = Deal(game, players, options, "seeded", 1, deck).state()
        if hasattr(state, "turn"):
            assert judge.to_act(game, state) == (state.players[0].id,)
        else:
            assert judge.to_act(game, state) == tuple(p.id for p in state.players)


@EACH
@pytest.mark.parametrize("chance", ["seeded", TABLE])
def test_no_game_comes_to_a_standstill_on_its_way(game: AnyGame, chance: str) -> None:
    for deal in deals_of(game, (100, 101), chance):
        for step in play(deal):
            state = step.ruling.state
            if state.outcome is None:
                acting = judge.to_act(game, state)
                assert acting
                listed = judge.legal_moves(game, state).moves
                hidden = [p for p in state.players if p.id in acting and "?" in p.hand]
                assert listed or hidden


REASONS: dict[str, dict[str, int]] = {
    "wireburn": {"firewall_survived": 1, "breach_backfired": 1, "gridlock": 0},
    "circuit-sibz": {"hand_emptied": 1, "structural_closure": 1, "total_lock": 1, "solo_over": 0},
    "mindburners": {"ten_points": 1, "time_expired": 0},
}
"""How a game may end, by its page, with the fewest winners."""


@EACH
def test_a_game_ends_in_a_way_that_its_page_knows(game: AnyGame) -> None:
    for deal in deals_of(game, (7, 8, 9)):
        *_, last = play(deal)
        outcome = plain(last.ruling.state.outcome)
        fewest = REASONS[game.name][outcome["reason"]]
        solo = dict(deal.options).get("mode") == "solo"
        assert len(outcome["winners"]) >= (0 if solo else fewest)
        assert last.ruling.to_act == ()
