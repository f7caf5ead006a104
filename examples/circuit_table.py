"""Your own deck on a real table: Circuit Sibz with cards that somebody has typed in.

    python examples/circuit_table.py

Ana and bo have printed a deck of their own. What its cards look like stands below, in a deck pack
that goes along with the game, so any referee can rule on it. Hands are open: ana's is told to the
app, card by card. Nobody has told it bo's, so to the app they are "?"s until they are played.

Three things to look at: `may_i` asks before a card is laid, and tells what would happen then;
`show_map` finds the map in what `describe` says; `what_next` reads the facts.
"""

from referee_sdk import IllegalMove, Move, Referee, Table
from referee_sdk.moves import move, reveal
from referee_sdk.types import Applied, Description

# Read each card clockwise: north, east, south, west. None (null in JSON) is an edge without a port.
# Which way up a card is read is up to you. All counts together are 72.
PACK = {
    "name": "kitchen table",
    "ports": ["red", "blue", "gold"],
    "cards": [
        {"id": "red-end", "sides": ["red", None, None, None], "count": 8},
        {"id": "red-bar", "sides": ["red", None, "red", None], "count": 6},
        {"id": "red-bend", "sides": ["red", "red", None, None], "count": 5},
        {"id": "blue-end", "sides": ["blue", None, None, None], "count": 8},
        {"id": "blue-bar", "sides": ["blue", None, "blue", None], "count": 6},
        {"id": "blue-bend", "sides": ["blue", "blue", None, None], "count": 5},
        {"id": "gold-end", "sides": ["gold", None, None, None], "count": 8},
        {"id": "gold-bar", "sides": ["gold", None, "gold", None], "count": 6},
        {"id": "gold-bend", "sides": ["gold", "gold", None, None], "count": 5},
        {"id": "gold-tee", "sides": ["gold", "gold", None, "gold"], "count": 4},
        {"id": "red-blue", "sides": ["red", "blue", None, None], "count": 1},
        {"id": "blue-gold", "sides": ["blue", "gold", None, None], "count": 5},
        {"id": "gold-red", "sides": ["gold", "red", None, None], "count": 5},
    ],
}

ANAS_HAND = ("red-end", "gold-red", "red-bar", "blue-bend", "blue-gold", "gold-bend", "red-bend")

DIRECTIONS = ("north", "east", "south", "west")
TURNS = ("as it is", "turned once", "half turned", "turned three times")


def place(player: str, card: str, x: int, y: int, rotation: int = 0) -> Move:
    """Lay a card x cells east and y cells north of the Live Tile, after some quarter turns."""
    return move(player, "place", card=card, x=x, y=y, rotation=rotation)


def may_i(table: Table, question: str, asked: Move) -> None:
    """Ask whether a move is legal and, if it is, what happens then."""
    print(f"\n{question}")
    verdict = table.check(asked)
    if verdict["legal"]:
        then = table.preview(asked)
        print("    Yes, and then:")
        show(then, table.describe(), table.game.describe(then["state"]))
    else:
        show_refusal(verdict["violation"]["message"], verdict["violation"]["rule"])


def does(table: Table, words: str, made: Move) -> None:
    """Make a move, and tell what has changed on the table."""
    print(f"\n{words}")
    before = table.describe()
    try:
        answer = table.apply(made)
    except IllegalMove as error:
        show_refusal(error.message, error.rule)
    else:
        show(answer, before, table.describe())


def show_refusal(message: str, rule: str) -> None:
    print(f"    No. {message} [{rule}]")


def show(answer: Applied, before: Description, after: Description) -> None:
    for assumption in answer["assumptions"]:
        print(f"    Mind: {assumption['text']} [{assumption['rule']}]")
    for event in answer["events"]:
        if event["type"] == "card_placed":
            print(f"    {event['card']} connects to the {directions(event['connections'])}.")
    known, _ = words_and_map(before)
    words, _ = words_and_map(after)
    for line in words:
        if line not in known:
            print(f"    | {line}")


def directions(connections: list[int]) -> str:
    return " and ".join(DIRECTIONS[side] for side in connections)


def show_map(table: Table) -> None:
    _, drawn = words_and_map(table.describe())
    print()
    for line in drawn:
        print(f"    | {line}".rstrip())


def words_and_map(description: Description) -> tuple[list[str], list[str]]:
    """Part what is told of a position: the map, once there is one, is the last of it."""
    told = [description["headline"], *description["lines"]]
    start = next((i for i, line in enumerate(told) if line.startswith("Map, ")), len(told))
    return told[:start], told[start:]


def would_it_fit(table: Table, question: str, card: str, **around: str) -> None:
    """Ask the quick lookup: the card's four sides, what lies around the cell, and no state."""
    print(f"\n{question}")
    answer = table.game.lookup("fit", sides=card, **around)
    for way in answer["ways"]:
        print(f"    Yes, {TURNS[way['rotation']]}, to the {directions(way['connections'])}.")
    if not answer["fits"]:
        print("    No, turn it as you like.")


def what_next(table: Table) -> None:
    """Tell from the facts where the network goes on and who can place a card."""
    facts = table.describe()["facts"]
    for port in facts["live_ports"]:
        looks = DIRECTIONS[port["direction"]]
        print(f"    | Live: {port['kind']}, looking {looks} from {port['x']},{port['y']}.")
    for cell in facts["open_cells"]:
        print(f"    | Open: {cell['x']},{cell['y']}.")
    told = {True: "can place", False: "cannot place", None: "it hangs on cards nobody has told"}
    for player, can in facts["can_place"].items():
        print(f"    | {player}: {told[can]}.")
    for may in table.legal_moves()["moves"]:
        where = f"{may['x']},{may['y']}, {TURNS[may['rotation']]}"
        print(f"    | {may['player']} may lay {may['card']} at {where}.")


def main() -> None:
    """Play the first turns of a game, the table's side of it written down in advance."""
    with Referee.local() as referee:
        circuit = referee.game("circuit-sibz")
        table = circuit.table(["ana", "bo"], chance="table", first_player="bo", deck=PACK)

        print("Seven cards each have been dealt, and bo turns over one more.")
        print(f"    | {table.describe()['headline']}")
        does(table, "It is red-blue. There is only one of those.", reveal("red-blue"))

        print("\nAna puts her hand on the table, and tells the app card by card.")
        for card in ANAS_HAND:
            table.apply(reveal(card, holder="ana"))
        print(f"    | {table.describe()['lines'][0]}")

        does(table, "Bo: I lay red-blue to the east.", place("bo", "red-blue", 1, 0, 3))
        does(table, "Bo: Sorry, that is a blue-gold.", place("bo", "blue-gold", 1, 0, 3))
        show_map(table)

        may_i(table, "Ana: May I lay red-end on the Live Tile?", place("ana", "red-end", 0, 0))
        may_i(table, "Ana: Or over there, at 2,2?", place("ana", "red-end", 2, 2))
        may_i(table, "Ana: North of the Live Tile, as it is?", place("ana", "red-end", 0, 1))
        may_i(table, "Ana: And half turned?", place("ana", "red-end", 0, 1, 2))
        does(table, "Ana lays gold-red there, turned once.", place("ana", "gold-red", 0, 1, 1))

        draw = move("bo", "draw")
        does(table, "Bo: I have no gold port at all. I draw a card.", draw)
        does(table, "Bo: It is a red-bar.", reveal("red-bar", holder="bo"))
        does(table, "Bo: No good. I draw another.", draw)
        does(table, "Bo: A gold-tee!", reveal("gold-tee", holder="bo"))
        does(table, "Bo: May I draw once more all the same?", draw)
        does(table, "Bo lays it between the two, half turned.", place("bo", "gold-tee", 1, 1, 2))

        question = "Ana, quickly: Does blue-gold go where there is gold to the west?"
        would_it_fit(table, question, "blue,gold,none,none", west="gold")
        does(table, "Ana lays it like that.", place("ana", "blue-gold", 2, 1, 2))

        may_i(table, "Bo: What if I lay blue-end south of it?", place("bo", "blue-end", 2, 0))
        does(table, "Bo: Then rather a blue-bar.", place("bo", "blue-bar", 2, 0))
        show_map(table)

        print("\nAna: What can be placed next?")
        what_next(table)


if __name__ == "__main__":
    main()
