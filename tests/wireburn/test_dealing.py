"""Setup, shuffles and samples follow the contract's arithmetic, written here once more."""

import hashlib
from collections import Counter
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from referee.core.chance import Stream, seeded
from referee.web.operations import perform
from tests.support import plain

COLOURS = [f"{colour}{value}" for colour in "TPO" for value in range(1, 11)]
GREYS = [f"G{value}" for value in (2, 2, 3, 3, 4, 4, 6, 6, 7, 7, 8, 8, 9, 9)]
CARDS = [*COLOURS, *GREYS, *"+++---", *["VOLT"] * 3, *["STASIS"] * 3, *["NULL"] * 3]

seeds = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200)


class Numbers:
    """The number stream of a seed, by the words of the contract."""

    def __init__(self, seed: str, counter: int = 0) -> None:
        self.seed, self.counter = seed, counter

    def next(self) -> int:
        digest = hashlib.sha256(f"{self.seed}:{self.counter}".encode()).digest()
        self.counter += 1
        return int.from_bytes(digest[:8], "big")

    def below(self, n: int) -> int:
        number = self.next()
        while number >= 2**64 // n * n:
            number = self.next()
        return number % n

    def shuffle(self, cards: list[str]) -> list[str]:
        order = list(cards)
        for i in reversed(range(1, len(order))):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def answer(operation: str, body: Any) -> Any:
    response = plain(perform("wireburn", operation, body))
    assert response["status"] == 200, response
    return response["body"]


@given(seeds, st.integers(2, 6), st.data())
def test_the_deal(seed: str, count: int, data: st.DataObject) -> None:
    players = ["ana", "bo", "cy", "dee", "eli", "fay"][:count]
    first = data.draw(st.sampled_from(players))
    body = {"players": players, "seed": seed, "first_player": first}
    state = answer("setup", body)["state"]
    numbers = Numbers(seed)
    deck = numbers.shuffle(CARDS)
    for _ in range(9):
        for player in state["players"]:
            assert player["hand"].pop(0) == deck.pop(0)
    assert state["draw_pile"] == deck
    assert state["turn"]["player"] == first
    assert state["rng"] == {
        "seed": seed,
        "commitment": hashlib.sha256(seed.encode()).hexdigest(),
        "counter": numbers.counter,
    }


@given(st.text(min_size=1, max_size=9), st.integers(1, 2**63), st.integers(0, 2**40))
def test_numbers_below_a_bound(seed: str, bound: int, counter: int) -> None:
    ours, theirs = Stream(seed, counter), Numbers(seed, counter)
    assert [ours.below(bound) for _ in range(5)] == [theirs.below(bound) for _ in range(5)]
    assert ours.counter == theirs.counter


def test_numbers_past_the_last_whole_multiple_are_thrown_away() -> None:
    stream = Stream("s")
    bound = 2**63 + 1
    assert all(stream.below(bound) < bound for _ in range(20))
    assert stream.counter > 20


@given(seeds)
def test_a_die_shows_one_to_its_sides(seed: str) -> None:
    numbers, stream = Numbers(seed), Stream(seed)
    assert [stream.die(6) for _ in range(9)] == [numbers.below(6) + 1 for _ in range(9)]


def test_a_given_deck_uses_no_number() -> None:
    body = {"players": ["ana", "bo"], "seed": "s", "deck": CARDS}
    state = answer("setup", body)["state"]
    assert state["rng"]["counter"] == 0
    assert state["players"][0]["hand"] == CARDS[0:18:2]
    assert state["draw_pile"] == CARDS[18:]


def test_a_given_deck_without_a_seed_still_has_one_for_later() -> None:
    state = answer("setup", {"players": ["ana", "bo"], "deck": CARDS})["state"]
    assert len(state["rng"]["seed"]) == 32


def test_what_is_wrong_with_a_given_deck() -> None:
    wrong = {
        "too few": (CARDS[:-1], ["/deck"]),
        "too many": ([*CARDS, "T1"], ["/deck/59", "/deck"]),
        "no such card": (["X1", *CARDS[1:]], ["/deck/0"]),
        "no text": ([3, *CARDS[1:]], ["/deck/0"]),
        "twice": (["T2", *CARDS[1:]], ["/deck/1"]),
        "no list": ("T1", ["/deck"]),
    }
    for deck, pointers in wrong.values():
        body = {"players": ["ana", "bo"], "deck": deck}
        response = plain(perform("wireburn", "setup", body))
        assert response["status"] == 422
        assert [error["pointer"] for error in response["body"]["errors"]] == pointers


def test_a_table_state_has_no_given_deck() -> None:
    body = {"players": ["ana", "bo"], "chance": "table", "deck": CARDS}
    response = plain(perform("wireburn", "setup", body))
    assert [error["pointer"] for error in response["body"]["errors"]] == ["/deck"]


def test_every_completion_is_equally_likely() -> None:
    """Three cards for a hand of two and a pile of one: six ways, each about as often."""
    state = answer("setup", {"players": ["ana", "bo"], "seed": "s", "deck": CARDS})["state"]
    everything = [*state["players"][0]["hand"], *state["players"][1]["hand"], *state["draw_pile"]]
    state["players"][0]["hand"] = ["?", "?"]
    state["players"][1]["hand"] = everything[3:]
    state["draw_pile"] = ["?"]
    state["rng"] = None
    dealt: Counter[tuple[str, ...]] = Counter()
    for batch in range(12):
        body = {"state": state, "seed": f"batch {batch}", "count": 100}
        for sample in answer("sample", body)["states"]:
            dealt[(*sample["players"][0]["hand"], *sample["draw_pile"])] += 1
    assert len(dealt) == 6
    expected = 1200 / 6
    # The chance of a chi-squared past 25 with five degrees of freedom is one in 7,000; the seeds
    # are fixed, so that it either is or is not.
    assert sum((n - expected) ** 2 / expected for n in dealt.values()) < 25


def test_a_sample_says_what_was_drawn_this_turn() -> None:
    state = answer("setup", {"players": ["ana", "bo"], "chance": "table"})["state"]
    for _ in range(2):
        move = {"player": "ana", "type": "draw"}
        state = answer("apply", {"state": state, "move": move})["state"]
    told = {"player": "table", "type": "reveal", "card": "T5", "holder": "ana", "drawn": 2}
    state = answer("apply", {"state": state, "move": told})["state"]
    for sample in answer("sample", {"state": state, "seed": "s", "count": 20})["states"]:
        first, second = sample["turn"]["drawn"]
        assert second == "T5"
        assert first in sample["players"][0]["hand"]
        assert first != "T5"


def test_the_stream_of_a_new_game_is_unused() -> None:
    assert seeded("x") == msgspec.structs.replace(seeded("x"), counter=0)
