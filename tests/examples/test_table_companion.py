"""The companion at a table with real cards."""

from pathlib import Path

from .support import in_order, python, succeeded


def test_the_transcript(tmp_path: Path) -> None:
    in_order(
        succeeded(python(tmp_path, "table_companion.py")),
        "Bo draws three cards",
        "Taken for granted: ",
        "[dig.third]\n",
        "| bo: 12 cards.\n",
        "Ana: May I play my G4 onto the teal dock?\n    No. G4 ",
        "[dock.open]\n",
        "Ana: And P10 onto purple?\n    Yes, and then:\n",
        "| bo may deflect 1 damage from ana with a NULL, or take it.\n",
        "Bo takes it.",
        "| bo: 13 cards.\n",
        "Ana draws a card.\n",
        "| ana: 9 cards: T10 P5 T6 G4 O8 VOLT NULL + ?.\n",
        "Yes, and then:\n    | Teal dock: shows teal 5 (T5).\n",
        "Ana plays T6 first",
        "| ana: 6 cards: T10 P5 O8 VOLT NULL +.\n",
        "Bo: Then P5 onto teal.\n    No. P5 ",
        "[table.census]\n\nBo: Sorry, that is a P6.\n    No. P6 ",
        "[fit.open]\n\nBo: Then all of these onto orange",
        "| bo: in the Final Firewall, no cards.\n",
        "VOLT and T10 onto orange.\n    | bo has 2 penalty cards to draw. The table tells the next",
        "it is no NULL",
        "| bo has 1 penalty card to draw. The table tells the next one",
        "| bo: 1 card.\n",
        "It is a NULL!\n    | The game is over: bo drew a NULL",
    )


def test_the_table_is_asked_only_where_it_matters(tmp_path: Path) -> None:
    told = succeeded(python(tmp_path, "table_companion.py"))
    assert told.count("The table tells") == 2
    assert told.index("The table tells") > told.index("in the Final Firewall")


def test_it_is_the_same_each_time(tmp_path: Path) -> None:
    once = succeeded(python(tmp_path, "table_companion.py"))
    assert once == succeeded(python(tmp_path, "table_companion.py"))
