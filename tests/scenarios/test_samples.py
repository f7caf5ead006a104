"""Samples of a view know no more than the view: they hit the truth as often as chance does.

For a hidden place, a completion that is drawn without looking hits the true card with the share
that its copies have of the unseen cards. The hits of many deals are held against the sum of these
shares; the bound is six standard deviations and a little, and the seeds are fixed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import pytest

from referee.core.chance import Stream
from referee.core.game import AnyGame
from referee.core.registry import games
from referee.core.sampling import samples
from tests.scenarios.asking import ask, packs
from tests.scenarios.seen import readers, seen
from tests.support import GAMES, Deal, plain, play, record, without_rng

DEALS = 300
LATER = 30
MODES: dict[str, dict[str, Any]] = {
    "wireburn": {"variant": "standard"},
    "circuit-sibz": {"mode": "collapse", "hidden_hands": True},
    "mindburners": {"mode": "multiplayer"},
}
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


class Zone(NamedTuple):
    """A list of cards: its name, the deck that they are of, and the cards in order."""

    name: str
    deck: str
    cards: list[str]


def zones(state: Any) -> Iterator[Zone]:
    """List the zones that have hidden cards in some view."""
    for player in state["players"]:
        yield Zone(f"the hand of {player['id']}", "main", player["hand"])
    if state["game"] != "mindburners":
        yield Zone("the draw pile", "main", state["draw_pile"])
        return
    yield Zone("the ability deck", "main", state["ability_deck"])
    yield Zone("the event deck", "events", state["event_deck"])
    yield Zone("the void deck", "void", state["void_deck"])
    yield Zone("the box", "main", state["box"]["abilities"])
    yield Zone("the boxed events", "events", state["box"]["events"])


class Tally:
    """Hits by place, with what chance says of them."""

    def __init__(self) -> None:
        self.hits: Counter[str] = Counter()
        self.mean: dict[str, float] = defaultdict(float)
        self.variance: dict[str, float] = defaultdict(float)

    def add(self, truth: Any, view: Any, sample: Any) -> None:
        """Hold a sample against the truth, in every place that the view hides."""
        shown = list(zip(zones(truth), zones(view), zones(sample), strict=True))
        unseen = Counter(
            (true.deck, card)
            for true, told, _ in shown
            for card, known in zip(true.cards, told.cards, strict=True)
            if known == "?"
        )
        totals: Counter[str] = Counter()
        for (deck, _), copies in unseen.items():
            totals[deck] += copies
        for true, told, guessed in shown:
            for place, known in enumerate(told.cards):
                if known == "?":
                    card = true.cards[place]
                    share = unseen[true.deck, card] / totals[true.deck]
                    hit = guessed.cards[place] == card
                    for name in (true.name, f"{true.name}: {place}", "everywhere"):
                        self.hits[name] += hit
                        self.mean[name] += share
                        self.variance[name] += share * (1 - share)

    def beyond_chance(self) -> list[str]:
        """Name the places that are hit more often, or less, than chance has it."""
        assert len(self.mean) >= 20
        # Places of one deal hang together a little: two cards that are swapped miss twice.
        bounds = {name: 6 * sqrt(self.variance[name]) + 4 for name in self.mean}
        return [n for n, mean in self.mean.items() if abs(self.hits[n] - mean) > bounds[n]]


def held_against_the_truth(truths: Iterator[Any]) -> Tally:
    tally = Tally()
    for number, truth in enumerate(truths):
        state = plain(truth)
        for reader in ("ana", None):
            view = ask("view", state, player=reader)["state"]
            answer = ask("sample", view, seed=f"{number} {reader}")
            # What ought to be hidden counts, so that a view that shows too much hits too often.
            tally.add(state, seen(state, reader), answer["states"][0])
    return tally


@EACH
def test_samples_of_a_deal_hit_the_truth_as_often_as_chance(game: AnyGame) -> None:
    truths = (Deal(game, 3, MODES[game.name], "seeded", seed).state() for seed in range(DEALS))
    assert held_against_the_truth(truths).beyond_chance() == []


@EACH
def test_samples_late_in_a_game_hit_the_truth_as_often_as_chance(game: AnyGame) -> None:
    assert held_against_the_truth(late(game)).beyond_chance() == []


def late(game: AnyGame) -> Iterator[Any]:
    """List a position from the second half of each of many games, recycled piles and all."""
    for seed in range(LATER):
        deck = packs(game)[seed % len(packs(game))]
        if game.name == "circuit-sibz":
            # Where most cards are alike chance hits too often to tell anything.
            deck = None
        states = [s.state for s in play(Deal(game, 3, MODES[game.name], "seeded", seed, deck))]
        asking = [s for s in states[len(states) // 2 :] if s.chance is None]
        yield asking[len(asking) // 3]


def test_samples_of_what_solo_has_boxed_hit_the_truth_as_often_as_chance() -> None:
    game = games()["mindburners"]
    truths = (Deal(game, 1, {"mode": "solo"}, "seeded", seed).state() for seed in range(DEALS))
    assert held_against_the_truth(truths).beyond_chance() == []


@EACH
def test_the_tally_would_notice_who_knows_one_place(game: AnyGame) -> None:
    """The bounds are no good if a sampler that knows the next card alone stays within them."""
    tally = Tally()
    for seed in range(DEALS):
        truth = plain(Deal(game, 3, MODES[game.name], "seeded", seed).state())
        view = seen(truth, "ana")
        knowing = ask("sample", view, seed=str(seed))["states"][0]
        pile = "draw_pile" if "draw_pile" in truth else "void_deck"
        knowing[pile][0] = truth[pile][0]
        tally.add(truth, view, knowing)
    assert {"the draw pile: 0", "the void deck: 0"} & set(tally.beyond_chance())


@EACH
def test_samples_depend_on_the_view_alone(game: AnyGame) -> None:
    """Two games that differ in what a seat may not know give it the same samples."""
    for seed in range(6):
        steps = list(play(Deal(game, 3, MODES[game.name], "seeded", seed)))
        truth = next(s.state for s in steps[len(steps) // 2 :] if s.state.chance is None)
        for reader in readers(plain(truth)):
            view = game.view(truth, reader)
            other = game.complete(view, Stream(f"another deal {seed}"))
            assert without_rng(other) != without_rng(truth)
            other_view = seen({**plain(other), "rng": plain(truth.rng)}, reader)
            assert other_view == plain(view)
            told = ask("sample", other_view, seed="s", count=3)
            assert told == ask("sample", plain(view), seed="s", count=3)


@EACH
def test_samples_do_not_hang_on_the_commitment_or_the_numbers_used(game: AnyGame) -> None:
    """What is left of the true seed in a view bears on no sample."""
    truth = Deal(game, 3, MODES[game.name], "seeded", 1).state()
    view = plain(game.view(truth, "ana"))
    stranger = {"seed": None, "commitment": "0" * 64, "counter": 7}
    told = ask("sample", view, seed="s", count=3)
    assert told == ask("sample", {**view, "rng": stranger}, seed="s", count=3)
    assert told == ask("sample", {**view, "rng": None}, seed="s", count=3)
    for sample in told["states"]:
        assert sample["rng"]["seed"] != truth.rng.seed
        assert sample["rng"]["commitment"] != truth.rng.commitment


@EACH
def test_other_samples_are_other_completions(game: AnyGame) -> None:
    view = game.view(Deal(game, 3, MODES[game.name], "seeded", 2).state(), "ana")
    found = samples(game, view, "s", 20)
    assert len({str(plain(without_rng(sample))) for sample in found}) == 20
    assert len({sample.rng.seed for sample in found}) == 20
    assert all(record(game, "state", plain(sample)) == sample for sample in found)
