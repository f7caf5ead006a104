"""Check that a finished game of Wireburn was dealt from its seed, in plain Python.

    python examples/check_shuffle.py                 checks a deal that stands in this file
    python examples/check_shuffle.py game.jsonl      checks a log that Table.save wrote
    python examples/check_shuffle.py game.jsonl --commitment e002ce...

Nothing but the standard library is used: neither the referee nor its SDK has to be trusted, and
what stands here takes a few minutes to write again in any other language.

While a game is going on its views show a commitment, the SHA-256 of the seed, which nobody can
alter afterwards. Note it when the game begins and give it here when the seed has been told: then
you know that the deck had been settled before the first card was played. Later shuffles of the
discard use the same stream of numbers, from where the deal left it.

The exit status is 0 if all is well, 1 if something differs, 2 if there is nothing to check.
"""

import argparse
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

DECK = [
    *(f"{colour}{number}" for colour in "TPO" for number in range(1, 11)),
    *(f"G{number}" for number in (2, 3, 4, 6, 7, 8, 9) for _ in range(2)),
    *(card for card in ("+", "-", "VOLT", "STASIS", "NULL") for _ in range(3)),
]
HAND = 9


class Stream:
    """The numbers that come from a seed."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.counter = 0

    def number(self) -> int:
        """Number i is made of the first 8 bytes of the SHA-256 of "seed:i"."""
        digest = sha256(f"{self.seed}:{self.counter}".encode()).digest()
        self.counter += 1
        return int.from_bytes(digest[:8], "big")

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each as likely as the others."""
        while (number := self.number()) >= 2**64 // n * n:
            pass
        return number % n

    def shuffle(self, cards: list[str]) -> None:
        """Shuffle, from the last card down (Fisher-Yates)."""
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]


def deal(seed: str, players: list[str]) -> dict[str, Any]:
    """Shuffle and deal one card at a time round the table, by the name of where the cards lie."""
    stream, pile = Stream(seed), list(DECK)
    stream.shuffle(pile)
    dealt, rest = pile[: HAND * len(players)], pile[HAND * len(players) :]
    hands = {f"{player}'s hand": dealt[i :: len(players)] for i, player in enumerate(players)}
    return {
        **hands,
        "the draw pile": rest,
        "the commitment": sha256(seed.encode()).hexdigest(),
        "the counter": stream.counter,
    }


def differences(state: dict[str, Any], commitment: str | None) -> list[str]:
    """Compare the state that a game began with to what its seed gives."""
    rng, players = state["rng"], state["players"]
    told = {
        **{f"{player['id']}'s hand": player["hand"] for player in players},
        "the draw pile": state["draw_pile"],
        "the commitment": rng["commitment"],
        "the counter": rng["counter"],
    }
    due = deal(rng["seed"], [player["id"] for player in players])
    found = [
        f"{name}: the seed gives {due[name]}, the game had {told[name]}"
        for name in due
        if due[name] != told[name]
    ]
    if commitment is not None and commitment.lower() != due["the commitment"]:
        found.append(f"the commitment: the seed gives {due['the commitment']}, not {commitment}")
    return found


def start_of(log: Path) -> dict[str, Any]:
    """Read the state that a log starts with; raises ValueError if that is no seeded deal."""
    with log.open(encoding="utf-8") as lines:
        state = json.loads(lines.readline()).get("state")
    if not isinstance(state, dict) or state.get("game") != "wireburn":
        raise ValueError("this is no log of a game of Wireburn")
    if not state.get("rng") or state["rng"].get("seed") is None:
        raise ValueError("there is no seed in it; a view has none, and a table state neither")
    if state.get("ply") != 0:
        raise ValueError("it starts in the middle of the game, not with the deal")
    if state["rng"]["counter"] == 0:
        raise ValueError("nothing was shuffled: the deck's order was given at setup")
    return state


PILE = (
    "P10 T4 T2 G7 O1 O3 T5 O7 P3 O5 O6 P2 NULL O9 T6 G9 STASIS O10 O4 G3 T1 VOLT G6 VOLT + - NULL "
    "G7 G4 G6 G2 STASIS P5 T3 + STASIS G4 P9 T9 NULL O2"
)
SAMPLE: dict[str, Any] = {
    "players": [
        {"id": "ana", "hand": ["-", "G3", "G8", "O8", "VOLT", "G9", "P4", "T7", "P6"]},
        {"id": "bo", "hand": ["P7", "-", "+", "P1", "P8", "G2", "T10", "G8", "T8"]},
    ],
    "draw_pile": PILE.split(),
    "rng": {
        "seed": "wireburn",
        "commitment": "e002cedb3d37545af8cc73ec1fc5ae557a1600b0e6dad53792b0a38ef03063b1",
        "counter": 58,
    },
}


def main() -> int:
    """Check a log, or the sample, and say what was found."""
    parser = argparse.ArgumentParser(description="Check a game's deal against its seed.")
    parser.add_argument("log", nargs="?", type=Path, help="left out: the sample in this file")
    parser.add_argument("--commitment", help="what the views showed while the game went on")
    args = parser.parse_args()
    try:
        state = start_of(args.log) if args.log else SAMPLE
        found = differences(state, args.commitment)
    except (OSError, ValueError) as error:
        print(f"Nothing to check: {error}", file=sys.stderr)
        return 2
    except (LookupError, TypeError, AttributeError) as error:
        print(f"Nothing to check: the log is damaged ({error!r})", file=sys.stderr)
        return 2
    for difference in found:
        print(f"DIFFERS: {difference}")
    if found:
        return 1
    count = len(state["players"])
    print(f"ok: the seed {state['rng']['seed']!r} gives exactly this deal for {count} players.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
