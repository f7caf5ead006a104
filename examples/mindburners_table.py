"""A run into the void on a real table: Mindburners with real cards and a die of your own.

    python examples/mindburners_table.py

Ana and bo shuffle, draw and roll themselves. Ana tells the app her hand; bo keeps his to himself,
so to the app his cards are "?"s until he plays them. The referee keeps the windows and the stack,
and asks the table whenever a card is turned up or a die is rolled.

Three things to look at: `does` tells from the events what has happened, and from `describe` how
things stand; `how_risky` and `what_does` ask the quick lookups, which need no state; `put_away`
saves the evening's log to a file and sets the table up from it again.
"""

import tempfile
from pathlib import Path

from referee_sdk import IllegalMove, Move, Referee, Table
from referee_sdk.moves import move, reveal, roll
from referee_sdk.types import Applied, Description

ANAS_HAND = ("phase-shield", "void-spike", "second-throw")

# What has happened, where the table's new looks alone do not tell it.
HAPPENED = {
    "ability_negated": "Ability {id} is undone by ability {by}.",
    "ability_resolved": "Done: {card} (ability {id}).",
    "banked": "{player} banks {energy} energy and {vp} VP.",
    "card_kept": "{player} has chosen, and is paid {energy} energy for the rest.",
    "cards_dealt": "{player} is dealt {count} cards.",
    "damage_taken": "{player} takes {amount} damage and has {hp} HP.",
    "energy_changed": "{player}'s energy changes by {change:+d}.",
    "vp_gained": "{player} scores {gain} VP.",
}


def may_i(table: Table, question: str, asked: Move) -> None:
    """Ask whether a move is legal and, if it is, what happens then."""
    print(f"\n{question}")
    verdict = table.check(asked)
    if verdict["legal"]:
        then = table.preview(asked)
        print("    Yes, and then:")
        show([then], table.describe("ana"), table.game.describe(then["state"], "ana"))
    else:
        show_refusal(verdict["violation"]["message"], verdict["violation"]["rule"])


def does(table: Table, words: str, *made: Move) -> None:
    """Make moves, and tell what has happened and how things stand now."""
    print(f"\n{words}")
    before = table.describe("ana")
    answers = []
    for each in made:
        try:
            answers.append(table.apply(each))
        except IllegalMove as error:
            show_refusal(error.message, error.rule)
            break
    show(answers, before, table.describe("ana"))


def show_refusal(message: str, rule: str) -> None:
    print(f"    No. {message} [{rule}]")


def show(answers: list[Applied], before: Description, after: Description) -> None:
    for answer in answers:
        for assumption in answer["assumptions"]:
            print(f"    Mind: {assumption['text']} [{assumption['rule']}]")
        for event in answer["events"]:
            if event["type"] in HAPPENED:
                count = len(event.get("cards", ()))
                print(f"    {HAPPENED[event['type']].format(**event, count=count)}")
    for line in (after["headline"], *after["lines"]):
        known = line in (before["headline"], *before["lines"])
        if not known and not line.startswith("Decks: "):
            print(f"    | {line}")


def what_does(table: Table, question: str, card: str, rolled: int) -> None:
    """Ask the quick lookup what a roll of an event does."""
    print(f"\n{question}")
    answer = table.game.lookup("event", card=card, roll=rolled)
    print(f"    With a {answer['roll']}: {answer['text']}.")


def how_risky(table: Table, question: str, hp: int, row: str) -> None:
    """Ask the quick lookup what the next void card may do to somebody with so many HP."""
    print(f"\n{question}")
    answer = table.game.lookup("odds", hp=hp, row=row)
    print(f"    Damage on the average: {answer['expected_damage']:.1f}.")
    print(f"    The chance that it kills at {hp} HP: {answer['kills']:.1%}.")
    print(f"    The chance of a beacon: {answer['next'].get('beacon', 0):.1%}.")


def put_away(table: Table, path: Path) -> Table:
    """Save the log, and return a table that is set up from it."""
    table.save(path)
    return Table.load(table.game, path)


def show_points(table: Table) -> None:
    for player, facts in table.describe()["facts"]["players"].items():
        cards = f"{facts['cards_in_hand']} cards"
        print(f"    {player:<4}{facts['vp']:>3} VP {facts['energy']:>3} energy, {cards}")


def main() -> None:
    """Play the first run of a game, the table's side of it written down in advance."""
    with Referee.local() as referee:
        mindburners = referee.game("mindburners")
        table = mindburners.table(["ana", "bo"], chance="table", deck="reference")
        ana, bo = "ana", "bo"
        both_pass = move(ana, "pass"), move(bo, "pass")

        print("Three abilities each have been dealt. Ana tells the app hers.")
        for card in ANAS_HAND:
            table.apply(reveal(card, holder=ana))
        description = table.describe(ana)
        for line in (description["headline"], *description["lines"]):
            print(f"    | {line}")
        does(table, "Ana buys 1 HP.", move(ana, "boost", hp=1))
        does(table, "Ana: And another 2.", move(ana, "boost", hp=2))
        does(table, "Ana: Then I am ready. Bo: So am I.", move(ana, "ready"), move(bo, "ready"))

        does(table, "Ana turns over the first void card. It is the Maw!", reveal("maw"))
        does(table, "Ana: Phase Shield!", move(ana, "play", card="phase-shield"))
        # On the stack abilities have numbers; the Phase Shield is (1).
        counter = move(bo, "play", card="countermand", target=1)
        does(table, "Bo: You shall not: Countermand!", counter)
        does(table, "Nobody has an answer to that.", *both_pass)
        does(table, "Nor to the Maw.", *both_pass)

        how_risky(table, "Bo, quickly: How bad can the next one be for me?", 2, "maw")
        does(table, "Both go on.", move(ana, "continue"), move(bo, "continue"))
        does(table, "Bo turns over a Chance Matrix.", reveal("chance-matrix"))
        does(table, "The roll event is a Surge.", reveal("surge"))
        does(table, "They roll. Ana has a 1, bo a 4.", roll(ana, 1), roll(bo, 4))
        what_does(table, "Ana: What would a 5 have done?", "surge", 5)
        again = move(ana, "play", card="second-throw")
        does(table, "Ana: Then Second Throw. Both pass.", again, *both_pass)
        does(table, "She rolls again, and it is a 5.", roll(ana, 5))
        does(table, "Nobody does anything more.", *both_pass)

        does(table, "Ana: Nothing to do for me here.", move(ana, "pass"))
        does(table, "Bo: I have had enough. I leave.", move(bo, "leave"))
        spike = move(ana, "play", card="void-spike", target=bo)
        may_i(table, "Ana: May I still throw a Void Spike after you?", spike)
        how_risky(table, "Ana: And what waits for me?", 3, "maw,chance-matrix")
        does(table, "Ana keeps it, and goes on alone.", move(ana, "continue"))
        does(table, "The card is a beacon.", reveal("beacon"))
        does(table, "Bo, from outside: Static Lash!", move(bo, "play", card="static-lash"))
        does(table, "Ana leaves as well.", move(ana, "leave"))

        does(table, "Ana keeps her Void Spike.", move(ana, "keep", card="void-spike"))
        one = move(bo, "keep", card="?")
        may_i(table, "Bo: May I keep one and not show the other?", one)
        shown = reveal("null-field", holder=bo)
        does(table, "Bo shows a Null Field to be paid for it, and keeps the other.", shown, one)

        print("\nIt is late. They put the game away, and next week they take it out again.")
        with tempfile.TemporaryDirectory() as folder:
            later = put_away(table, Path(folder) / "mindburners.jsonl")
        print(f"    {len(later.log)} moves have been made. {later.describe()['headline']}")
        show_points(later)


if __name__ == "__main__":
    main()
