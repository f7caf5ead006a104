"""A companion for a real table: the cards lie on the table, and the app knows what ana knows.

    python examples/table_companion.py

Ana and bo play Wireburn with real cards. Ana tells the app her own nine cards and whatever is
played in the open; every other card is a "?" to it. That is enough for the referee: it says what
it takes for granted, and asks the table only for a card that a ruling depends on.

Three things to look at: `knows` reveals a card, `may_i` asks before anything is done (a state is a
mere value, so a move can be tried and forgotten), and `does` makes moves until one is refused.
"""

from referee_sdk import IllegalMove, Move, Referee, Table
from referee_sdk.moves import move, reveal
from referee_sdk.types import Description


def play(player: str, cards: str, dock: str) -> list[Move]:
    return [move(player, "play", card=card, dock=dock) for card in cards.split()]


def knows(table: Table, cards: str, drawn: int | None = None) -> None:
    """Tell the referee cards of ana's hand."""
    for card in cards.split():
        table.apply(reveal(card, holder="ana", drawn=drawn))


def may_i(table: Table, question: str, asked: Move) -> None:
    """Ask whether a move is legal and, if it is, what happens then."""
    print(f"\n{question}")
    verdict = table.check(asked)
    if verdict["legal"]:
        print("    Yes, and then:")
        then = table.game.apply(table.state, asked)["state"]
        show_changes(table.describe("ana"), table.game.describe(then, "ana"))
    else:
        show_refusal(verdict["violation"]["message"], verdict["violation"]["rule"])


def does(table: Table, words: str, *made: Move) -> None:
    """Make moves, and tell what has changed on the table."""
    print(f"\n{words}")
    before = table.describe("ana")
    for each in made:
        try:
            answer = table.apply(each)
        except IllegalMove as error:
            show_refusal(error.message, error.rule)
            break
        for assumption in answer["assumptions"]:
            print(f"    Taken for granted: {assumption['text']} [{assumption['rule']}]")
    show_changes(before, table.describe("ana"))


def show_refusal(message: str, rule: str) -> None:
    print(f"    No. {message} [{rule}]")


def show_changes(before: Description, after: Description) -> None:
    for line in (after["headline"], *after["lines"]):
        if line not in (before["headline"], *before["lines"]):
            print(f"    | {line}")


def main() -> None:
    """Play a short game, the table's side of it written down in advance."""
    with Referee.local() as referee:
        wireburn = referee.game("wireburn")
        table = wireburn.table(["ana", "bo"], chance="table", first_player="bo")

        print("Nine cards each have been dealt. Ana tells the app hers; bo begins.")
        knows(table, "T10 P5 T6 G4 O8 VOLT NULL P10 +")
        draw, done = move("bo", "draw"), move("bo", "end_turn")
        does(table, "Bo draws three cards, frowns, and passes.", draw, draw, draw, done)

        may_i(table, "Ana: May I play my G4 onto the teal dock?", *play("ana", "G4", "teal"))
        may_i(table, "Ana: And P10 onto purple?", *play("ana", "P10", "purple"))
        does(table, "Ana does that.", *play("ana", "P10", "purple"))
        does(table, "Bo takes it. Nobody needs to see the card.", move("bo", "take"))

        does(table, "Ana draws a card.", move("ana", "draw"))
        knows(table, "T5", drawn=1)
        may_i(table, "Ana: It is T5. Does it go onto teal?", *play("ana", "T5", "teal"))
        does(table, "Ana plays T6 first, then T5 and G4.", *play("ana", "T6 T5 G4", "teal"))
        does(table, "Ana: That was my turn.", move("ana", "end_turn"))

        does(table, "Bo: Then P5 onto teal.", *play("bo", "P5", "teal"))
        does(table, "Bo: Sorry, that is a P6.", *play("bo", "P6", "teal"))
        cards = "O2 O3 O4 O5 O6 P6 G7 T7 G8 P8 G9 O9 G9"
        does(table, f"Bo: Then all of these onto orange: {cards}.", *play("bo", cards, "orange"))

        attack = play("ana", "VOLT T10", "orange")
        does(table, "Ana: You shall not get away! VOLT and T10 onto orange.", *attack)
        does(table, "Bo looks at the card: it is no NULL, and that will do.", reveal("?"))
        does(table, "Bo turns over the next one. It is a NULL!", reveal("NULL"))


if __name__ == "__main__":
    main()
