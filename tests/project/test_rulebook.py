"""The rulebook, the codes, the cases and the events of a game name the same things."""

from typing import Any, get_args

import pytest

from referee.core.game import AnyGame
from referee.core.judge import SHARED_CODES
from referee.web.operations import perform
from tests.support import GAMES, golden_names, json_lines, plain

by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def answers(game: AnyGame) -> list[dict[str, Any]]:
    """Answer every case with a move."""
    return [
        plain(perform(game.name, "apply", {"state": case["state"], "move": case["move"]}))
        for case in json_lines(game, "cases.jsonl")
        if "move" in case
    ]


def dealt_events(game: AnyGame) -> list[Any]:
    """Deal a game and return what is told."""
    body = {"players": ["ana", "bo"], "seed": "s"}
    dealt = plain(perform(game.name, "setup", body))
    events: list[Any] = dealt["body"]["events"]
    return events


@by_game
def test_every_code_stands_for_rules_of_the_book(game: AnyGame) -> None:
    for rules in (*game.codes.values(), *SHARED_CODES.values()):
        assert rules
        assert set(rules) <= set(game.rulebook.rules)


@by_game
def test_every_rule_has_a_case(game: AnyGame) -> None:
    cases = json_lines(game, "cases.jsonl")
    assert {case["rule"] for case in cases} == set(game.rulebook.rules)


@by_game
def test_every_code_occurs_by_each_of_its_rules(game: AnyGame) -> None:
    violations = [a["body"]["violation"] for a in answers(game) if a["status"] == 409]
    met = {(violation["code"], violation["rule"]) for violation in violations}
    table = {**SHARED_CODES, **game.codes}
    expected = {(code, rule) for code, rules in table.items() for rule in rules}
    assert met == expected


@by_game
def test_every_refusal_of_a_case_reads_well(game: AnyGame) -> None:
    for answer in answers(game):
        if answer["status"] == 409:
            message = answer["body"]["violation"]["message"]
            assert message[0] == message[0].upper() or message[0].islower()
            assert message.endswith(".")
            assert "  " not in message
            assert "None" not in message
            assert "_" not in message


@by_game
def test_every_event_type_occurs(game: AnyGame) -> None:
    told = {e["type"] for a in answers(game) if a["status"] == 200 for e in a["body"]["events"]}
    told |= {event["type"] for event in dealt_events(game)}
    for name in golden_names(game):
        start, *lines = json_lines(game, name)
        assert start["setup"]
        told |= {event["type"] for line in lines for event in line["events"]}
    assert told == {str(event.__struct_config__.tag) for event in get_args(game.event_type)}


@by_game
def test_every_rule_says_something(game: AnyGame) -> None:
    for rule in game.rulebook.rules.values():
        assert rule.title
        assert rule.text.endswith(".")
        assert rule.ruling is None or rule.ruling.endswith(".")


@by_game
def test_a_rule_that_rules_tell_of_is_there(game: AnyGame) -> None:
    prefixes = {rule.split(".")[0] for rule in game.rulebook.rules}
    for rule in game.rulebook.rules.values():
        for word in f"{rule.text} {rule.ruling or ''}".replace(",", " ").split():
            name = word.strip("().;:")
            if "." in name and name.split(".")[0] in prefixes:
                assert name in game.rulebook.rules


@by_game
def test_every_card_has_words_for_people_and_facts_for_programs(game: AnyGame) -> None:
    for card in game.cards(None):
        assert card.facts
        assert card.text.endswith(".")
