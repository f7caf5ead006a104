"""A pile that is made of a discard has each card once, and is made when it ought to be."""

from collections import Counter
from typing import Any

import pytest

from referee.core.game import AnyGame
from tests.scenarios.asking import cards_of, deals_of
from tests.scenarios.ledger import assert_followed
from tests.support import GAMES, Deal, Step, plain, play

MADE_ANEW = ("PileRecycled", "DeckReshuffled")
FEWEST = {"wireburn": 20, "circuit-sibz": 0, "mindburners": 200}


def copies(deal: Deal) -> list[Counter[str]]:
    """Count the cards of each deck that a game is played with, by the catalogue or the pack."""
    if deal.game.pack_type is None:
        return [Counter({card.id: card.count for card in deal.game.cards(None)})]
    pack = deal.deck or plain(deal.game.shelf.find("reference"))
    if deal.game.name == "circuit-sibz":
        return [counted(pack["cards"])]
    solo = deal.options["mode"] == "solo"
    abilities = [a for a in pack["abilities"] if not (solo and a["target"] != "none")]
    void = Counter({"beacon": 2, "chance-matrix": 2}) + counted(pack["creatures"])
    return [counted(abilities), counted(pack["events"]), void]


def counted(cards: list[Any]) -> Counter[str]:
    return Counter({card["id"]: card["count"] for card in cards})


def makes_anew(step: Step) -> bool:
    return any(type(event).__name__ in MADE_ANEW for event in step.ruling.events)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_recycled_pile_keeps_no_card_twice_and_loses_none(game: AnyGame) -> None:
    made_anew = 0
    for deal in deals_of(game, (1, 2, 3)):
        expected = copies(deal)
        for step in play(deal):
            if makes_anew(step) or step.ruling.state.outcome is not None:
                assert cards_of(plain(step.ruling.state)) == expected
                made_anew += makes_anew(step)
    assert made_anew >= FEWEST[game.name]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_at_a_table_a_recycled_pile_has_as_many_cards_as_were_discarded(game: AnyGame) -> None:
    for deal in deals_of(game, (4, 5), "table"):
        expected = copies(deal)
        for step in play(deal):
            if makes_anew(step) or step.ruling.state.outcome is not None:
                for deck, found in zip(expected, cards_of(plain(step.ruling.state)), strict=True):
                    assert found.total() == deck.total()
                    del found["?"]
                    assert found <= deck


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_events_and_seed_tell_where_every_card_is(game: AnyGame) -> None:
    for deal in deals_of(game, (6, 7, 8)):
        before: Any = plain(deal.state())
        for step in play(deal):
            after = plain(step.ruling.state)
            assert_followed(before, plain(step.ruling.events), after)
            before = after
