"""A first ruling: deal a game, ask whether a move is legal, and read the rule that says no.

    python examples/first_ruling.py

No server is needed: `Referee.local()` has the referee in this very process. To ask one that is
running somewhere, write `Referee("http://127.0.0.1:8000")` in its place; the rest stays as it is.
"""

from referee_sdk import Referee

with Referee.local() as referee:
    wireburn = referee.game("wireburn")
    table = wireburn.table(["ana", "bo"], seed="wireburn")
    print("ana holds", *table.state["players"][0]["hand"])
    for dock in ("teal", "purple"):
        verdict = table.check({"player": "ana", "type": "play", "card": "P4", "dock": dock})
        print(f"P4 onto the empty {dock} dock:", "yes" if verdict["legal"] else "no")
        if not verdict["legal"]:
            print("  because:", verdict["violation"]["message"])
            print("  the rule:", wireburn.rule(verdict["violation"]["rule"])["text"])
