"""What a player may not know is in nothing that they get; a view is a state."""

from collections.abc import Iterable
from typing import Any

import msgspec
from hypothesis import given

from referee.core import judge
from referee.core.chance import Stream
from referee.core.records import UNKNOWN, Refusal
from referee.core.sampling import samples
from tests.support import Deal, Step, deals, play, sparse, without_counter, without_rng


def readers(state: Any) -> list[str | None]:
    """List who may look: every player, and a spectator."""
    return [*(player.id for player in state.players), None]


def otherwise(deal: Deal, state: Any, reader: str | None, known: Iterable[str] = ()) -> Any:
    """Return a state that differs from this one only in what is hidden from the reader.

    The hands of those who are `known` stay as they are, too.
    """
    view = deal.game.view(state, reader)
    players = tuple(
        original if original.id in known else seen
        for original, seen in zip(state.players, view.players, strict=True)
    )
    partly = msgspec.structs.replace(view, players=players)
    hidden = deal.game.complete(partly, Stream(f"other {deal.seed}"))
    return msgspec.structs.replace(hidden, rng=state.rng)


def exposed(step: Step) -> list[str]:
    """List who has shown something of their hand by a move: the mover, and who has lost cards."""
    hands = zip(step.state.players, step.ruling.state.players, strict=True)
    shown = [p.id for p, after in hands if after.hand[: len(p.hand)] != p.hand]
    return [step.move.player, *shown]


@given(deals())
def test_a_view_is_a_valid_state_and_its_own_view(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random()):
        for reader in readers(step.state):
            view = deal.game.view(step.state, reader)
            judge.audit(deal.game, view)
            assert deal.game.view(view, reader) == view
            assert view.rng.seed is None
            assert view.rng.commitment == step.state.rng.commitment


@given(deals())
def test_a_players_legal_moves_follow_from_their_view(deal: Deal) -> None:
    assert_legal_moves_follow_from_views(deal)


@given(deals("table"))
def test_at_a_table_legal_moves_follow_from_what_the_player_knows(deal: Deal) -> None:
    assert_legal_moves_follow_from_views(deal)


def assert_legal_moves_follow_from_views(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random()):
        for player in step.state.players:
            view = deal.game.view(step.state, player.id)
            assert judge.legal_moves(deal.game, view, player.id) == judge.legal_moves(
                deal.game, step.state, player.id
            )


@given(deals())
def test_a_move_without_chance_leads_from_view_to_view(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random(), 40):
        reader = step.move.player
        turned_up = not step.ruling.undoable or set(exposed(step)) != {reader}
        if turned_up or reader not in readers(step.state):
            continue
        view = deal.game.view(step.state, reader)
        from_view = judge.apply(deal.game, view, step.move).state
        assert without_counter(deal.game.view(from_view, reader)) == without_counter(
            deal.game.view(step.ruling.state, reader)
        )


@given(deals())
def test_hidden_cards_leave_the_view_unchanged(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random()):
        for reader in readers(step.state):
            other = otherwise(deal, step.state, reader)
            judge.audit(deal.game, other)
            assert deal.game.view(other, reader) == deal.game.view(step.state, reader)


@given(deals())
def test_hidden_cards_leave_refusals_unchanged(deal: Deal) -> None:
    steps = sparse(play(deal), deal.random())
    for step in steps:
        for player in step.state.players:
            other = otherwise(deal, step.state, player.id)
            for move in (s.move for s in steps if s.move.player == player.id):
                assert judge.check(deal.game, other, move) == judge.check(
                    deal.game, step.state, move
                )


@given(deals())
def test_hidden_cards_leave_events_unchanged(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random(), 40):
        for reader in readers(step.state):
            # What the move itself brings to light is the same in both.
            other = otherwise(deal, step.state, reader, exposed(step))
            if isinstance(judge.check(deal.game, other, step.move), Refusal):
                # That it is legal hangs on what the mover alone knows: the move tells it.
                assert step.move.player != reader
                continue
            ruling = judge.apply(deal.game, other, step.move)
            after, after_other = (
                without_rng(deal.game.view(r.state, reader)) for r in (step.ruling, ruling)
            )
            # Where the views differ afterwards, a card has been turned up.
            if after == after_other:
                assert seen(deal, step.state, ruling, reader) == seen(
                    deal, step.state, step.ruling, reader
                )


def seen(deal: Deal, state: Any, ruling: judge.Ruling, reader: str | None) -> list[Any]:
    """Return the events as the reader may see them."""
    return [deal.game.view_event(state, event, reader) for event in ruling.events]


@given(deals())
def test_what_happened_is_told_the_same_to_all_but_for_private_fields(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random(), 40):
        for reader in readers(step.state):
            told = seen(deal, step.state, step.ruling, reader)
            for event, original in zip(told, step.ruling.events, strict=True):
                for field in event.__struct_fields__:
                    value = getattr(event, field)
                    if value == getattr(original, field):
                        continue
                    assert field in event.private
                    assert getattr(event, event.owner) != reader
                    assert set(value) == {UNKNOWN}


@given(deals())
def test_samples_agree_with_the_view(deal: Deal) -> None:
    for step in sparse(play(deal), deal.random(), 4):
        for reader in readers(step.state):
            view = deal.game.view(step.state, reader)
            for sample in samples(deal.game, view, "s", 2):
                judge.audit(deal.game, sample)
                assert sample.rng.seed is not None
                assert without_rng(deal.game.view(sample, reader)) == without_rng(view)
