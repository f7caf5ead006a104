"""Records a golden game: the first random game in which certain things happen.

    python -m tests.record_golden wireburn boomerang --players 3 --with attack_boomeranged

The file goes into the game's folder. Read it before it is committed: from then on it says what
is right. A line of it is a move with its events and who may act then; the first line has the
setup and the last state.
"""

import json
from pathlib import Path
from typing import Any

import click

import referee.games
from referee.core.registry import games
from tests.support import Deal, Step, plain, play, read_pack_file

FOLDER = Path(referee.games.__file__).parent


@click.command()
@click.argument("game")
@click.argument("name")
@click.option("--players", default=2, show_default=True)
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE")
@click.option("--table", is_flag=True, help="A table state, told card by card.")
@click.option("--with", "events", multiple=True, help="An event type that has to occur.")
@click.option("--move", "moves", multiple=True, help="A move type that has to occur.")
@click.option("--deck", help="A test pack of the game, by its file's name.")
@click.option("--until", default="", help="The reason for which the game has to end.")
@click.option("--seeds", default=5000, show_default=True, help="How many seeds to try.")
@click.option("--plies", default=150, show_default=True, help="The most plies of a game.")
def main(
    game: str,
    name: str,
    players: int,
    options: tuple[str, ...],
    table: bool,
    events: tuple[str, ...],
    moves: tuple[str, ...],
    deck: str | None,
    until: str,
    seeds: int,
    plies: int,
) -> None:
    """Record the golden game NAME of a GAME."""
    pack = read_pack_file(game, deck) if deck else None
    chosen = plain(games()[game].default_options) | dict(_option(o) for o in options)
    for seed in range(seeds):
        deal = Deal(games()[game], players, chosen, "table" if table else "seeded", seed, pack)
        steps = list(play(deal))
        told = {str(e.__struct_config__.tag) for step in steps for e in step.ruling.events}
        told |= {str(step.move.__struct_config__.tag) for step in steps}
        ended = steps[-1].ruling.state.outcome.reason
        if len(steps) <= plies and told >= {*events, *moves} and until in ("", ended):
            path = FOLDER / game.replace("-", "_") / "golden" / f"{name}.jsonl"
            path.parent.mkdir(exist_ok=True)
            path.write_text("".join(lines(deal, steps)), encoding="utf-8")
            click.echo(f"{path.name}: seed {seed}, {len(steps)} plies, {ended}")
            return
    raise click.ClickException("no such game among these seeds")


def lines(deal: Deal, steps: list[Step]) -> list[str]:
    """Write a game as JSON lines."""
    first: dict[str, Any] = {"setup": request(deal), "end": steps[-1].ruling.state}
    moves = [{"move": s.move, "events": s.ruling.events, "to_act": s.ruling.to_act} for s in steps]
    return [json.dumps(plain(line)) + "\n" for line in (first, *moves)]


def request(deal: Deal) -> dict[str, Any]:
    """Write the setup of a game as a request."""
    players = [player.id for player in deal.state().players]
    seed = {} if deal.chance == "table" else {"seed": str(deal.seed)}
    deck = {} if deal.deck is None else {"deck": deal.deck}
    return {"players": players, "options": deal.options, "chance": deal.chance, **seed, **deck}


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, value == "true" if value in ("true", "false") else value


if __name__ == "__main__":
    main()
