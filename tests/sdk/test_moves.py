"""The builders of moves."""

from types import MappingProxyType

from referee_sdk import moves


def test_any_move() -> None:
    built = moves.move("ana", "play", card="T5", dock="teal")
    assert built == {"player": "ana", "type": "play", "card": "T5", "dock": "teal"}


def test_reveal() -> None:
    base = {"player": "table", "type": "reveal", "card": "T5"}
    assert moves.reveal("T5") == base
    assert moves.reveal("T5", "bo") == {**base, "holder": "bo"}
    assert moves.reveal("T5", "bo", drawn=1) == {**base, "holder": "bo", "drawn": 1}


def test_roll() -> None:
    assert moves.roll("ana", 6) == {"player": "table", "type": "roll", "for": "ana", "value": 6}


def test_rule() -> None:
    assert moves.rule() == {"player": "table", "type": "rule", "adjust": []}
    change = MappingProxyType({"player": "ana", "hp": -1})
    assert moves.rule([change])["adjust"] == [{"player": "ana", "hp": -1}]
