"""The fit table of the page, cell by cell, against the lookups."""

from typing import Any

import pytest

from referee.core.errors import Malformed
from referee.core.registry import games
from referee.games.wireburn.deck import catalogue
from referee.web.catalogue import lookup
from tests.support import plain

GAME = games()["wireburn"]
DECK = [card.id for card in GAME.cards(None)]
COLOUR = {"T": "teal", "P": "purple", "O": "orange"}


def look_up(name: str, **query: str) -> Any:
    return plain(lookup(GAME, name, query))


def values(card: str) -> tuple[str, int] | None:
    """Return the colour and value of a colour card."""
    if card[0] in COLOUR and card[1:].isdigit():
        return COLOUR[card[0]], int(card[1:])
    return None


def onto_colour(card: str, colour: str, v: int) -> bool:
    """Read the table's column "value v, colour c"."""
    if card in ("+", "-"):
        return False
    if card == "VOLT":
        return v in (1, 2, 9, 10)
    if card == "STASIS":
        return v in (4, 5, 6)
    if card == "NULL":
        return True
    if card[0] == "G":
        return abs(int(card[1:]) - v) <= 1
    own, value = values(card) or ("", 0)
    return value == v or (own == colour and abs(value - v) == 1)


def onto_open(card: str, v: int, grey: bool) -> bool:
    """Read the table's column "value v, open"."""
    if card in ("+", "-"):
        return grey
    if own := values(card):
        return abs(own[1] - v) <= 1
    return onto_colour(card, "", v)


def onto_locked(card: str) -> bool:
    """Read the table's column "locked"."""
    own = values(card)
    return card in ("VOLT", "NULL") or (own is not None and own[1] in (1, 10))


STACKS: dict[str, tuple[dict[str, Any], Any]] = {
    "": (
        {"shows": "empty", "colour": "teal", "values": []},
        lambda card: card == "NULL" or (values(card) or ("",))[0] == "teal",
    ),
    "NULL": (
        {"shows": "free", "colour": None, "values": []},
        lambda card: card not in ("+", "-"),
    ),
    "NULL,NULL": (
        {"shows": "free", "colour": None, "values": []},
        lambda card: card not in ("+", "-"),
    ),
    "T9,VOLT": ({"shows": "locked", "colour": None, "values": []}, onto_locked),
    "T4,STASIS": (
        {"shows": "open", "colour": None, "values": [5]},
        lambda card: onto_open(card, 5, False),
    ),
    "T9,VOLT,NULL": (
        {"shows": "open", "colour": None, "values": [1, 10]},
        lambda card: onto_open(card, 1, False) or onto_open(card, 10, False),
    ),
    "T6,G6,+,+,NULL": (
        {"shows": "open", "colour": None, "values": [8]},
        lambda card: onto_open(card, 8, False),
    ),
    "T9,VOLT,NULL,VOLT": ({"shows": "locked", "colour": None, "values": []}, onto_locked),
    **{
        f"{letter}{v}": (
            {"shows": "colour", "colour": colour, "values": [v]},
            lambda card, colour=colour, v=v: onto_colour(card, colour, v),
        )
        for letter, colour in COLOUR.items()
        for v in range(2, 10)
    },
    **{
        stack: (
            {"shows": "open", "colour": None, "values": [v]},
            lambda card, v=v: onto_open(card, v, True),
        )
        for stack, v in {
            "G2": 2,
            "G9": 9,
            "T5,G6": 6,
            "T5,G6,+": 7,
            "T5,G6,-,-": 4,
            "G9,+,+,+": 10,
            "G9,+,+,-": 9,
            "G2,-,-,-": 1,
            "G2,-,-,+": 2,
            "G9,+,+,-,-": 8,
        }.items()
    },
}


@pytest.mark.parametrize(("stack", "expected"), STACKS.items(), ids=lambda s: str(s)[:20])
def test_what_a_stack_shows_and_takes(stack: str, expected: tuple[dict[str, Any], Any]) -> None:
    shows, takes = expected
    found = look_up("face", on=stack, dock="teal")
    assert shows.items() <= found["shows"].items()
    assert found["shows"]["cards"] == len(stack.split(",")) * bool(stack)
    left = [c for c in DECK if stack.split(",").count(c) < GAME_COUNTS[c]]
    assert found["fits"] == [card for card in left if takes(card)]
    for card in left:
        verdict = look_up("fit", card=card, on=stack, dock="teal")
        assert verdict["legal"] is takes(card), card


GAME_COUNTS = {card.id: card.count for card in GAME.cards(None)}


@pytest.mark.parametrize("dock", ["teal", "purple", "orange"])
def test_an_empty_dock_waits_for_its_own_colour(dock: str) -> None:
    fits = look_up("face", dock=dock)["fits"]
    assert fits == [c for c in DECK if c == "NULL" or (values(c) or ("",))[0] == dock]


@pytest.mark.parametrize(
    ("query", "shows"),
    [
        ({"card": "O5", "on": "T4,G4"}, {"shows": "colour", "colour": "orange", "values": [5]}),
        ({"card": "G6", "on": "T8", "modifiers": "+"}, {"shows": "open", "values": [7]}),
        ({"card": "T10", "on": "T9", "dock": "orange"}, {"shows": "empty", "colour": "orange"}),
        ({"card": "+", "on": "T4,G4"}, {"shows": "open", "values": [5]}),
        ({"card": " ", "on": "T4,G4, "}, {"shows": "open", "values": [6], "cards": 4}),
    ],
)
def test_what_the_dock_would_show(query: dict[str, str], shows: dict[str, Any]) -> None:
    found = look_up("fit", **query)
    assert found["legal"] is True
    assert shows.items() <= found["shows"].items()


def test_a_refusal_names_its_rule() -> None:
    found = look_up("fit", card="P5", on="T4", dock="teal")
    assert found["shows"] is None
    assert found["violation"] == {
        "code": "colour_mismatch",
        "rule": "fit.step",
        "message": "P5 does not go onto teal 4: one step up needs the same colour.",
        "details": {"card": "P5", "dock": "teal"},
    }


@pytest.mark.parametrize(
    ("name", "query", "pointer"),
    [
        ("fit", {}, "/card"),
        ("fit", {"card": ""}, "/card"),
        ("fit", {"card": "X1", "on": "T4"}, "/card"),
        ("fit", {"card": "T5,T6", "on": "T4"}, "/card"),
        ("fit", {"card": "T5"}, "/dock"),
        ("fit", {"card": "T5", "dock": "grey"}, "/dock"),
        ("fit", {"card": "T5", "on": "T4,,T3"}, "/on"),
        ("fit", {"card": "T5", "on": "?"}, "/on"),
        ("fit", {"card": "T5", "on": "T4,+"}, "/on"),
        ("fit", {"card": "T5", "on": "T10"}, "/on"),
        ("fit", {"card": "G4", "on": "T4", "modifiers": "T3"}, "/modifiers"),
        ("fit", {"card": "T5", "on": "T4", "colour": "teal"}, "/colour"),
        ("face", {}, "/dock"),
        ("face", {"on": "T5,T5"}, "/on"),
    ],
)
def test_a_lookup_names_the_parameter(name: str, query: dict[str, str], pointer: str) -> None:
    with pytest.raises(Malformed) as raised:
        look_up(name, **query)
    assert [fault.pointer for fault in raised.value.faults] == [pointer]


@pytest.mark.parametrize(
    ("query", "pointers"),
    [
        ({"card": "T4", "on": "T4"}, ["/card", "/on"]),
        ({"card": "G4", "on": "T4", "modifiers": "+,+,+,+"}, ["/modifiers"]),
        ({"card": "VOLT", "on": "NULL,VOLT,VOLT,VOLT"}, ["/card", "/on"]),
    ],
)
def test_a_lookup_names_every_parameter_that_has_a_card_too_often(
    query: dict[str, str], pointers: list[str]
) -> None:
    with pytest.raises(Malformed) as raised:
        look_up("fit", **query)
    assert [fault.pointer for fault in raised.value.faults] == pointers


def test_a_dock_that_was_not_named_is_not_told_of() -> None:
    assert look_up("fit", card="P5", on="T4")["violation"]["details"] == {"card": "P5"}


@pytest.mark.parametrize(
    ("card", "kind", "colour", "value", "attacks", "clears"),
    [
        ("O5", "colour", "orange", 5, False, False),
        ("T10", "colour", "teal", 10, True, True),
        ("P1", "colour", "purple", 1, True, True),
        ("G7", "grey", None, 7, False, False),
        ("-", "modifier", None, None, False, False),
        ("VOLT", "wild", None, None, True, False),
        ("NULL", "wild", None, None, False, False),
    ],
)
def test_the_catalogue_says_what_kind_of_card_it_is(
    card: str, kind: str, colour: str | None, value: int | None, attacks: bool, clears: bool
) -> None:
    (facts,) = [info.facts for info in catalogue() if info.id == card]
    told = {"kind": kind, "colour": colour, "value": value, "attacks": attacks, "clears": clears}
    assert facts == told
