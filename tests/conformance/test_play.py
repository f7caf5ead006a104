"""Laws of play, on random games of every kind, size and variant."""

import msgspec
import pytest
from hypothesis import given

from referee.core import judge
from referee.core.game import AnyGame
from referee.core.records import TABLE, UNKNOWN, CardRevealed, Refusal, Reveal
from tests.support import (
    GAMES,
    Deal,
    configurations,
    deals,
    decks,
    hand,
    is_legal,
    plain,
    play,
    record,
    sparse,
    without_hands,
)

CONFIGURATIONS = [
    pytest.param(game, players, options, id=f"{game.name}-{players}-{options}")
    for game in GAMES
    for players, options in configurations(game)
]


@pytest.mark.parametrize("chance", ["seeded", "table"])
@pytest.mark.parametrize(("game", "players", "options"), CONFIGURATIONS)
def test_random_games_end_and_stay_sound(
    game: AnyGame, players: int, options: dict[str, object], chance: str
) -> None:
    packs = decks(game)
    for seed in range(max(6, len(packs))):
        last = None
        deck = packs[seed % len(packs)]
        for step in play(Deal(game, players, options, chance, seed, deck)):
            judge.audit(game, step.ruling.state)
            assert step.ruling.state.ply == step.state.ply + 1
            last = step.ruling
        assert last is not None
        assert last.state.outcome is not None
        assert last.to_act == ()


@given(deals())
def test_listed_moves_are_legal_and_others_are_not(deal: Deal) -> None:
    steps = sparse(play(deal), deal.random())
    pool = {move for step in steps for move in judge.legal_moves(deal.game, step.state).moves}
    for state in (step.state for step in steps):
        listed = set(judge.legal_moves(deal.game, state).moves)
        assert all(is_legal(deal.game, state, move) for move in listed)
        assert not [move for move in pool - listed if is_legal(deal.game, state, move)]


@given(deals("table"))
def test_only_what_hidden_cards_allow_is_legal_and_not_listed(deal: Deal) -> None:
    steps = sparse(play(deal), deal.random())
    pool = {move for step in steps for move in judge.legal_moves(deal.game, step.state).moves}
    for state in (step.state for step in steps):
        legal = judge.legal_moves(deal.game, state)
        assert all(is_legal(deal.game, state, move) for move in legal.moves)
        for move in pool - set(legal.moves):
            if is_legal(deal.game, state, move):
                assert move.player in legal.to_act
                assert UNKNOWN in hand(state, move.player)
                assert not legal.complete


@given(deals("table"))
def test_a_listing_is_complete_exactly_where_every_hand_asked_for_is_known(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random()):
        for player in step.state.players:
            legal = judge.legal_moves(deal.game, step.state, player.id)
            assert legal.complete is (UNKNOWN not in player.hand)
        assert judge.legal_moves(deal.game, step.state, TABLE).complete


@given(deals())
def test_every_player_and_the_table_may_move_only_when_asked(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random()):
        acting = judge.to_act(deal.game, step.state)
        for player in (*(p.id for p in step.state.players), TABLE):
            moves = judge.legal_moves(deal.game, step.state, player).moves
            assert bool(moves) == (player in acting)
            assert all(move.player == player for move in moves)


@given(deals())
def test_a_seeded_game_never_asks_the_table_for_a_card_or_a_roll(deal: Deal) -> None:
    for step in play(deal):
        chance = step.ruling.state.chance
        assert chance is None or type(chance).__name__ == "RulingChance"


@given(deals())
def test_moves_change_nothing_that_was_sent(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random()):
        before = msgspec.json.encode((step.state, step.move))
        judge.legal_moves(deal.game, step.state)
        judge.apply(deal.game, step.state, step.move)
        assert msgspec.json.encode((step.state, step.move)) == before


@given(deals())
def test_records_survive_the_wire(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random()):
        assert record(deal.game, "state", plain(step.state)) == step.state
        assert record(deal.game, "move", plain(step.move)) == step.move
        for event in step.ruling.events:
            assert record(deal.game, "event", plain(event)) == event


@given(deals())
def test_the_same_moves_make_the_same_game(deal: Deal) -> None:
    first, second = deal.state(), deal.state()
    assert first == second
    for step in play(deal):
        assert second == step.state
        ruling = judge.apply(deal.game, second, step.move)
        assert ruling == step.ruling
        second = ruling.state


@given(deals("table"))
def test_a_told_card_changes_knowledge_only(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random()):
        if not isinstance(step.move, Reveal) or step.move.holder is None:
            continue
        holder, after = step.move.holder, step.ruling.state
        assert len(hand(after, holder)) == len(hand(step.state, holder))
        assert judge.to_act(deal.game, after) == judge.to_act(deal.game, step.state)
        before = msgspec.structs.replace(deal.game.view(step.state, None), ply=after.ply)
        assert without_hands(deal.game.view(after, None)) == without_hands(before)


@given(deals("table"))
def test_a_card_of_a_hand_is_told_at_any_time_and_a_question_stands(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random()):
        if step.state.outcome is not None:
            continue
        card = next(iter(deal.game.unseen(step.state, None)), None)
        for holder in (player.id for player in step.state.players if UNKNOWN in player.hand):
            assert card is not None
            told = judge.apply(deal.game, step.state, judge.reveal_of(deal.game, card, holder))
            assert told.state.chance == step.state.chance
            assert [type(event) for event in told.events] == [CardRevealed]
            assert told.undoable
            judge.audit(deal.game, told.state)


@given(deals())
def test_a_finished_game_takes_no_move(deal: Deal) -> None:
    steps = list(play(deal))
    over = steps[-1].ruling.state
    for step in sparse(iter(steps), deal.random()):
        verdict = judge.check(deal.game, over, step.move)
        assert isinstance(verdict, Refusal)
        assert verdict.code == "game_over"
