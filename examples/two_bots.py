"""Two bots play a whole game of Wireburn over HTTP, each seeing no more than its own hand.

Start a referee, then let them play:

    referee serve
    python examples/two_bots.py --seed 7

`--url` names another server, `--local` does without one, and `--save game.jsonl` keeps the game's
log, for check_shuffle.py for instance. The same seed gives the same game.

The part to look at is `play`: it is a whole game server. The referee keeps nothing between two
requests, so the server alone holds the state, and it never hands a bot more than a view of it.
"""

import argparse
import secrets
from pathlib import Path
from random import Random

from referee_sdk import ConnectionFailed, Game, Move, Referee, State, Table
from referee_sdk.types import Event

PLAYERS = ["ana", "bo"]
SAYINGS = {
    "turn_started": "\n{number:>3} {player}:",
    "card_drawn": " draws;",
    "dock_opened": " opens {dock};",
    "card_played": " {card}{modifiers} on {dock};",
    "washed": " washes a + and a - away;",
    "dock_cleared": " {dock} is cleared ({cause});",
    "pile_recycled": " the discard is shuffled;",
    "system_clear": " SYSTEM CLEAR for {player};",
    "attack_aimed": " {damage} damage to {target};",
    "attack_deflected": " {player} deflects it with a NULL;",
    "attack_boomeranged": " it comes back to {attacker};",
    "damage_taken": " {player} takes it and draws {cards};",
    "firewall_breached": " {player}'s Firewall is breached;",
    "breach_backfired": " by a NULL;",
    "turn_skipped": " {player} skips a turn;",
}


class Bot:
    """A player who picks a move at random."""

    def __init__(self, game: Game, name: str, random: Random) -> None:
        self.game = game
        self.name = name
        self.random = random

    def choose(self, view: State) -> Move:
        """Choose a move. A view is a valid state, so a bot can ask the referee about it."""
        return self.random.choice(self.game.legal_moves(view, self.name)["moves"])


def play(table: Table, bots: dict[str, Bot]) -> None:
    """Be the game server: show each bot its view, make its move, tell the spectators."""
    while not table.over:
        bot = bots[table.to_act[0]]
        move = bot.choose(table.view(bot.name)["state"])
        events = table.apply(move)["events"]
        say(table.view(None, events)["events"])


def say(events: list[Event]) -> None:
    """Comment on what happened, a line a turn."""
    for event in events:
        words = event | {"modifiers": "".join(event.get("modifiers", []))}
        print(SAYINGS.get(event["type"], "").format(**words), end="")


def main() -> None:
    """Read the options, play, and check the log."""
    parser = argparse.ArgumentParser(description="Two bots play Wireburn over HTTP.")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="a running referee")
    parser.add_argument("--local", action="store_true", help="have the referee in this process")
    parser.add_argument("--seed", default=secrets.token_hex(8), help="left out: a random one")
    parser.add_argument("--save", type=Path, metavar="LOG", help="write the game's log here")
    args = parser.parse_args()

    with Referee.local() if args.local else Referee(args.url) as referee:
        game = referee.game("wireburn")
        try:
            deal = game.setup(PLAYERS, seed=args.seed)
        except ConnectionFailed as error:
            parser.exit(1, f"{error}\nIs a referee running there? `referee serve` starts one.\n")
        print(f"The seed is {args.seed}.", end="")
        say(deal["events"])
        table = Table(game, deal)
        # The bots get dice of their own: whoever holds the seed holds the deck.
        bots = {name: Bot(game, name, Random(f"{args.seed}/{name}")) for name in PLAYERS}
        play(table, bots)
        print(f"\n\n{table.describe()['headline']}")
        table.verify()
        print(f"The log of {len(table.log)} moves leads to this very end.")
        if args.save:
            table.save(args.save)


if __name__ == "__main__":
    main()
