"""People find a rule by asking as they talk: most find it first, nearly all among three."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from referee.core.registry import games

FIRST, AMONG_THREE = 0.75, 0.9
HALVES = yaml.safe_load(Path(__file__).with_name("questions.yaml").read_text(encoding="utf-8"))


class Asked(NamedTuple):
    """A question, the rules that answer it, and at which place the first of them is found."""

    game: str
    question: str
    answers: list[str]

    @property
    def place(self) -> int:
        found = [rule.rule for rule in games()[self.game].rulebook.search(self.question)]
        return min(
            (found.index(rule) for rule in self.answers if rule in found), default=len(found)
        )


def questions(half: str) -> Iterator[Asked]:
    for game, table in HALVES[half].items():
        for entry in table:
            yield Asked(game, entry["q"], entry["answers"])


def share(places: list[int], most: int) -> float:
    return sum(place < most for place in places) / len(places)


@pytest.mark.parametrize("half", HALVES)
def test_most_questions_find_their_rule(half: str) -> None:
    places = [asked.place for asked in questions(half)]
    assert len(places) == 60
    told = f"{share(places, 1):.0%} first, {share(places, 3):.0%} among three"
    assert share(places, 1) >= FIRST, told
    assert share(places, 3) >= AMONG_THREE, told


def test_the_table_asks_for_rules_that_there_are_and_nothing_twice() -> None:
    asked = [one for half in HALVES for one in questions(half)]
    assert len({(one.game, one.question) for one in asked}) == 120
    for one in asked:
        assert set(one.answers) <= set(games()[one.game].rulebook.rules)
