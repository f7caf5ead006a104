"""How rules are found: by stems, other words, slips of the pen, and questions people ask."""

from importlib.resources import files

import pytest
import yaml

from referee.core.game import AnyGame
from referee.core.rulebook import Rule, Rulebook
from referee.core.search import stems
from tests.support import GAMES

BOOK = Rulebook(
    [
        Rule("pile.draw", "Drawing", "You draw one card from the pile.", None, None),
        Rule("hand.play", "Playing", "You play cards that match.", None, None),
        Rule("sign.plus", "A plus", "The [+] moves a number up.", None, None),
        Rule("end.shield", "Protection", "A shield keeps damage off.", "We say so.", None),
    ],
    {"hand.play": ["may i put an eight on an eight"]},
)


def found(query: str) -> list[str]:
    return [rule.rule for rule in BOOK.search(query)]


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("draw", "pile.draw"),
        ("drawing cards", "pile.draw"),
        ("DRAWS?", "pile.draw"),
        ("pick up", "pile.draw"),
        ("darw", "pile.draw"),
        ("an eight", "hand.play"),
        ("8", "hand.play"),
        ("matches", "hand.play"),
        ("+", "sign.plus"),
        ("[+]", "sign.plus"),
        ("plus", "sign.plus"),
        ("shields", "end.shield"),
        ("sheild", "end.shield"),
        ("shie", "end.shield"),
        ("hand.play", "hand.play"),
    ],
)
def test_a_word_is_found_in_any_form(query: str, rule: str) -> None:
    assert found(query)[:1] == [rule]


@pytest.mark.parametrize("query", ["", " ", "?!", "the", "can I do this", "xqzwv"])
def test_what_says_nothing_finds_nothing(query: str) -> None:
    assert found(query) == []


def test_signs_are_words_but_where_they_join_words() -> None:
    assert stems("a +2, [-] and face-down cards") == stems("a plus 2, minus and face down cards")


def test_a_query_of_any_length_is_answered() -> None:
    assert found("draw " * 10_000)[:1] == ["pile.draw"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_of_every_rule_it_is_told_how_people_ask_for_it(game: AnyGame) -> None:
    for package in (f"referee.games.{game.name.replace('-', '_')}", "referee.core"):
        rules, asked = (
            yaml.safe_load(files(package).joinpath(name).read_text(encoding="utf-8"))
            for name in ("rules.yaml", "asked.yaml")
        )
        assert list(asked) == [rule["rule"] for rule in rules]
        assert all(len(set(of)) == len(of) >= 5 for of in asked.values())
