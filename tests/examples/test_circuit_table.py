"""The table that plays with a deck of its own."""

from pathlib import Path

from .support import in_order, python, succeeded


def test_the_transcript(tmp_path: Path) -> None:
    in_order(
        succeeded(python(tmp_path, "circuit_table.py")),
        "| The table lays the Live Tile: which card is it?\n",
        "It is red-blue.",
        "| Live ports: 1 blue, 1 red.\n",
        "tells the app card by card.\n    | ana: 7 cards: red-end gold-red red-bar ",
        "Bo: I lay red-blue to the east.\n    No. red-blue ",
        "[table.census]\n",
        "that is a blue-gold.\n    blue-gold connects to the west.\n",
        "| bo: 6 cards: ? ? ? ? ? ?.\n",
        "| Map, ",
        "on the Live Tile?\n    No. There is a card at 0,0 ",
        "[place.connect]\n",
        "at 2,2?\n    No. Nothing ",
        "[place.connect]\n",
        "as it is?\n    No. No port of red-end",
        "[place.connect]\n",
        "half turned?\n    Yes, and then:\n    red-end connects to the south.\n",
        "turned once.\n    gold-red connects to the south.\n",
        "| Live ports: 2 gold.\n",
        "I draw a card.\n    Mind: ",
        "[draw.only-if-stuck]\n    | bo: 7 cards: ? ? ? ? ? ? ?.\n",
        "a red-bar.\n    | bo: 7 cards: red-bar ? ? ? ? ? ?.\n",
        "I draw another.\n    Mind: ",
        "| bo: 8 cards: red-bar gold-tee ? ? ? ? ? ?.\n",
        "all the same?\n    No. gold-tee ",
        "[draw.only-if-stuck]\n",
        "between the two, half turned.\n    gold-tee connects to the south and west.\n",
        "gold to the west?\n    Yes, half turned, to the west.\n",
        "like that.\n    blue-gold connects to the west.\n",
        "south of it?\n    Yes, and then:\n    blue-end connects to the north.\n",
        "no live port is left: ana wins.\n",
        "a blue-bar.\n    blue-bar connects to the north.\n    | Turn 6: ana plays.\n",
        "| Map, ",
        "What can be placed next?\n    | Live: blue, looking south from 2,0.\n    | Open: 2,-1.\n",
        "| ana: can place.\n    | bo: it hangs on cards nobody has told.\n",
        "| ana may lay blue-bend at 2,-1, as it is.\n",
        "| ana may lay blue-bend at 2,-1, turned three times.\n",
    )


def test_the_maps_show_how_the_network_grows(tmp_path: Path) -> None:
    told = succeeded(python(tmp_path, "circuit_table.py"))
    early, late = (part.split("\n\nAna: ")[0] for part in told.split("| Map, ")[1:])
    assert (early.count("*"), early.count("#"), early.count("+")) == (2, 2, 3)
    # A letter of each is in the words above the map.
    assert (late.count("*"), late.count("#"), late.count("+")) == (2, 6, 2)


def test_a_what_if_leaves_the_table_as_it_is(tmp_path: Path) -> None:
    told = succeeded(python(tmp_path, "circuit_table.py"))
    assert told.count("The game is over") == 1
    assert told.index("The game is over") < told.index("Turn 6: ana plays.")


def test_it_is_the_same_each_time(tmp_path: Path) -> None:
    once = succeeded(python(tmp_path, "circuit_table.py"))
    assert once == succeeded(python(tmp_path, "circuit_table.py"))
