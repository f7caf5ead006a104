"""What the referee accepts leads to what it accepts, at the bounds of every number too."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core import judge
from referee.core.chance import Stream, number
from referee.core.game import AnyGame
from referee.core.records import MOST
from tests.mutants import NUMBERS, Path, accepted, at, followed, mutant, paths, put
from tests.support import GAMES, Deal, configurations, deals, decks, plain, play, sparse

TABLES = st.sampled_from(["seeded", "table"])


def numbers(document: Any) -> list[Path]:
    """List the ways to the numbers that a state counts with."""
    found = (path for path in paths(document) if path[:1] != ("deck",))
    return [path for path in found if type(at(document, path)) is int]


def at_the_bounds(game: AnyGame, document: Any) -> Any:
    """Return a document with each number as large as it can be."""
    for path in numbers(document):
        for value in sorted(NUMBERS, reverse=True):
            changed = put(document, path, value)
            if value > at(document, path) and accepted(game, changed) is not None:
                document = changed
                break
    return document


@pytest.mark.parametrize("chance", ["seeded", "table"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_state_at_the_bounds_leads_to_states_that_are_accepted(
    game: AnyGame, chance: str
) -> None:
    raised = set()
    for seed, (players, options) in enumerate(configurations(game)):
        packs = decks(game)
        deal = Deal(game, players, options, chance, seed, packs[seed % len(packs)])
        for step in sparse(play(deal), deal.random(), 5):
            before = plain(step.state)
            document = at_the_bounds(game, before)
            raised |= {p[-1] for p in numbers(before) if at(before, p) != at(document, p)}
            state = accepted(game, document)
            assert not list(followed(game, state, deal.random()))
    assert {"ply", "number" if game.name != "mindburners" else "run"} <= raised


@given(deals(), TABLES, st.integers(1, 3))
def test_a_changed_state_that_is_accepted_leads_to_states_that_are(
    deal: Deal, chance: str, changes: int
) -> None:
    deal, random = deal._replace(chance=chance), deal.random()
    for step in sparse(play(deal), random, 3):
        for reader in (None, *(player.id for player in step.state.players)):
            document = plain(deal.game.view(step.state, reader))
            for _ in range(changes):
                document = mutant(document, random)
            state = accepted(deal.game, document)
            if state is not None:
                assert not list(followed(deal.game, state, random))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_number_at_its_bound_stays_there(game: AnyGame) -> None:
    players, options = configurations(game)[-1]
    dealt = Deal(game, players, options, "table", 1).state()
    state = accepted(game, put(plain(dealt), ("ply",), MOST))
    move = next(iter(judge.legal_moves(game, state).moves))
    assert judge.apply(game, state, move).state.ply == MOST


def test_behind_its_last_number_a_stream_begins_anew() -> None:
    stream = Stream("seed", MOST)
    drawn = [stream.below(2**32) for _ in range(3)]
    assert drawn == [number("seed", index) % 2**32 for index in (MOST, 0, 1)]
    assert stream.counter == 2


def test_random_changes_are_sometimes_accepted() -> None:
    for game in GAMES:
        players, options = configurations(game)[-1]
        document = plain(Deal(game, players, options, "table", 1).state())
        random = Random(1)
        tried = [accepted(game, mutant(document, random)) for _ in range(400)]
        assert 10 < sum(state is not None for state in tried) < 390
