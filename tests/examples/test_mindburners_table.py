"""The table that goes into the void with cards and a die of its own."""

from pathlib import Path

from .support import in_order, python, succeeded


def test_the_transcript(tmp_path: Path) -> None:
    in_order(
        succeeded(python(tmp_path, "mindburners_table.py")),
        "| Preparation of run 1: ana and bo may prepare, until ready.\n",
        "preparing; 3 cards: phase-shield void-spike second-throw.\n",
        "Ana buys 1 HP.\n    | ana: 6 HP, 3 energy, 0 VP, ",
        "And another 2.\n    No. 2 HP cost 4 energy; ",
        "[prep.boost]\n",
        "So am I.\n    | Which void card comes next? The table turns it up and tells.\n",
        "It is the Maw!\n    | ana or bo may play an ability or pass before the Maw hits for 3.\n",
        "Phase Shield!\n    | ana or bo may answer ana's Phase Shield.\n",
        "Countermand!\n    | ana or bo may answer bo's Countermand; 1 ability waits beneath it.\n",
        "| bo: 5 HP, 4 energy, 0 VP, running; 2 cards.\n",
        "an answer to that.\n    Ability 1 is undone by ability 2.\n    Done: countermand ",
        "Nor to the Maw.\n    ana takes 3 damage and has 3 HP.\n",
        "bo takes 3 damage and has 2 HP.\n",
        "| ana and bo decide: continue, or leave the void.\n",
        "for me?\n    Damage on the average: 0.9.\n    The chance that it kills at 2 HP: 25.3%.\n",
        "Both go on.\n    | Which void card comes next? The table turns it up and tells.\n",
        "a Chance Matrix.\n    | Which roll event is it? The table turns it up and tells.\n",
        "is a Surge.\n    | The table rolls for ana and bo.\n",
        "a 1, bo a 4.\n    | ana or bo may play an ability or pass before Surge takes effect.\n",
        "| Pending: Surge. ana rolled 1: 2 damage; bo rolled 4: nothing.\n",
        "a 5 have done?\n    With a 5: gain 2 energy.\n",
        "Both pass.\n    | The table rolls for ana.\n",
        "it is a 5.\n    Done: second-throw ",
        "| Pending: Surge. ana rolled 5: gain 2 energy; bo rolled 4: nothing.\n",
        "anything more.\n    ana's energy changes by +2.\n",
        "for me here.\n    No. ana has not decided yet: ",
        "[void.decide]\n",
        "I leave.\n    | ana decides: continue, or leave the void.\n",
        "after you?\n    Yes, and then:\n    | ana or bo may answer ana's Void Spike.\n",
        "waits for me?\n    Damage on the average: 0.9.\n",
        "goes on alone.\n    | Which void card comes next? The table turns it up and tells.\n",
        "| bo: 2 HP, 4 energy, 0 VP, left; 2 cards.\n",
        "is a beacon.\n    ana scores 1 VP.\n",
        "Static Lash!\n    No. ",
        "[table.turn]\n",
        "as well.\n    ana banks 3 energy and 0 VP.\n    bo banks 2 energy and 0 VP.\n",
        "| Run 1 is over: ana and bo may keep a card.\n",
        "her Void Spike.\n    ana has chosen, ",
        "not show the other?\n    Yes, and then:\n    Mind: ",
        "[bank.keep]\n    bo has chosen, and is paid 0 energy for the rest.\n",
        "keeps the other.\n    bo has chosen, and is paid 3 energy for the rest.\n",
        "| Preparation of run 2: ana and bo may prepare, until ready.\n",
        "take it out again.\n",
        "moves have been made. Preparation of run 2: ",
        "\n    ana   1 VP   6 energy, 3 cards\n    bo    0 VP   9 energy, 3 cards\n",
    )


def test_a_what_if_leaves_the_table_as_it_is(tmp_path: Path) -> None:
    asked, done = succeeded(python(tmp_path, "mindburners_table.py")).split("Ana keeps it, ")
    assert "On the stack: ana's Void Spike" in asked
    assert "Void Spike (" not in done
    assert "1 card: void-spike." in done


def test_it_is_the_same_each_time_and_leaves_no_file(tmp_path: Path) -> None:
    once = succeeded(python(tmp_path, "mindburners_table.py"))
    assert once == succeeded(python(tmp_path, "mindburners_table.py"))
    assert not list(tmp_path.iterdir())
