"""The command line: JSON on stdout, words on stderr; exit 0 fine, 1 illegal, 2 bad input."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec
import orjson
import yaml
from rich.console import Console
from rich.panel import Panel
from rich.table import Table

from referee import __version__
from referee.core.errors import UnknownDeck
from referee.web import catalogue
from referee.web.games import current_games, find_game, pack_of, parse_deck, read_deck_file
from referee.web.operations import perform
from referee.web.problems import Problem

ILLEGAL, BAD_INPUT = 1, 2
LOG_FORMAT = ("tabletop-referee-log", 1)
"""What the SDK saves (`referee_sdk.log`), which need not be here."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="tabletop-referee")
def main() -> None:
    """Referee tabletop games: say whether a move is legal, by which rule, and what happens then.

    STATE and MOVE are files, or - for standard input; a MOVE may be given as JSON, too. Where a
    state is asked for, an answer that has one will do, so that commands can be piped.
    """


class Document(click.ParamType[Any]):
    """A JSON document: a file, - for standard input, or the JSON itself."""

    name = "json"

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Read and parse it; what cannot be read is bad input."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(self._text(value))
        except OSError as error:
            self.fail(f"{value}: {error.strerror or error}", param, ctx)
        except (orjson.JSONDecodeError, yaml.YAMLError) as error:
            self.fail(f"{value}: this is not JSON: {error}", param, ctx)
        except (KeyError, TypeError):
            self.fail(f"{value}: this is no log of a game", param, ctx)

    def parse(self, text: bytes) -> Any:
        """Parse the text."""
        return orjson.loads(text)

    def _text(self, value: str) -> bytes:
        if value.lstrip().startswith("{"):
            return value.encode(errors="surrogateescape")
        with click.open_file(value, "rb") as stream:
            text: bytes = stream.read()
        return text


class DeckDocument(Document):
    """A deck: the name of an installed one, a file of JSON or YAML, or the JSON itself."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Read it; what is no file and no JSON is a name."""
        if isinstance(value, str) and value[:1] not in "[{-" and not Path(value).exists():
            return value
        return super().convert(value, param, ctx)

    def parse(self, text: bytes) -> Any:
        """Parse JSON or YAML; of a deck file, take the pack alone."""
        document = parse_deck(text)
        return pack_of(document) if isinstance(document, dict) else document


class StateDocument(Document):
    """A state, or an answer that has one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: Any) -> Any:
        """Read it, and say so where it is of no game."""
        document = super().convert(value, param, ctx)
        if isinstance(document, dict) and "game" not in document:
            document = document.get("state")
        if not isinstance(document, dict) or not isinstance(document.get("game"), str):
            self.fail("this is no state: it names no game", param, ctx)
        return document


_state = click.argument("state", type=StateDocument())
_move = click.argument("move", type=Document())
_player = click.option("-p", "--player", help="The player who asks.")


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--server",
    default="waitress",
    show_default=True,
    type=click.Choice(["waitress", "granian"]),
    help="granian needs the extra [fast].",
)
@click.option("--decks", type=click.Path(file_okay=False, exists=True), help="Decks to install.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1), help="granian's.")
def serve(host: str, port: int, server: str, decks: str | None, workers: int) -> None:
    """Serve the API until it is told to stop."""
    from referee.serving import serve as run

    try:
        run(host, port, server, decks, workers)
    except ImportError:
        _fail("granian is not installed: pip install 'tabletop-referee[fast]'")
    except (ValueError, OSError) as error:
        _fail(str(error))


@main.command()
def openapi() -> None:
    """Print the description of the API (OpenAPI 3.1, YAML)."""
    from referee.web.app import create_app

    click.echo(create_app().test_client().get("/openapi.yaml").text, nl=False)


@main.group()
def decks() -> None:
    """Check deck packs, and list those that are installed."""


@decks.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check_decks(files: tuple[Path, ...]) -> None:
    """Check deck FILES: every fault is named; exit 0 if there is none, else 2."""
    broken = False
    for path in files:
        try:
            game, installed = read_deck_file(path)
        except ValueError as error:
            broken = True
            click.echo(str(error), err=True)
        else:
            click.echo(f"{path}: {installed.pack.name!r} is a deck of {find_game(game).title}.")
    if broken:
        sys.exit(BAD_INPUT)


@decks.command("list")
@click.argument("game")
def list_decks(game: str) -> None:
    """List the installed decks of a GAME; REFEREE_DECKS names a folder of more."""
    listed = _game(game).shelf.listing()
    rows = [(deck["name"], "yes" if deck["official"] else "no") for deck in listed]
    _list({"decks": listed}, ("deck", "official"), rows)


@main.command("games")
def list_games() -> None:
    """List the games."""
    listed = [catalogue.overview(game) for game in current_games().values()]
    rows = [
        (g["game"], g["title"], f"{g['players']['min']}-{g['players']['max']}", str(g["version"]))
        for g in listed
    ]
    _list({"games": listed}, ("game", "title", "players", "version"), rows)


@main.command()
@click.argument("game")
@click.argument("query", required=False, default="")
@click.option("--limit", type=click.IntRange(1), help="At most so many.")
def rules(game: str, query: str, limit: int | None) -> None:
    """List the rules of a GAME, those that speak of the QUERY first."""
    found = catalogue.rules(_game(game), query, limit)
    rows = [(r.rule, r.title, f"{r.text}\n{r.ruling or ''}".strip()) for r in found]
    _list({"rules": found}, ("rule", "title", "text and reading"), rows)


@main.command()
@click.argument("game")
@click.option("--deck", default="", help="The name of an installed deck.")
def cards(game: str, deck: str) -> None:
    """List the cards of a GAME."""
    try:
        found = catalogue.cards(_game(game), deck)
    except UnknownDeck as error:
        _fail(str(error))
    rows = [(c.id, c.name, str(c.count), c.text) for c in found]
    _list({"cards": found}, ("card", "name", "copies", "what it does"), rows)


@main.command()
@click.argument("game")
@click.argument("players", nargs=-1, required=True)
@click.option("--seed", help="Left out: a random one.")
@click.option("--table", is_flag=True, help="A table state: every card face down.")
@click.option("--first", "first_player", help="Who begins.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option.")
@click.option("--deck", type=DeckDocument(), help="An installed deck, a deck file, or JSON.")
def setup(
    game: str,
    players: tuple[str, ...],
    seed: str | None,
    table: bool,
    first_player: str | None,
    options: tuple[str, ...],
    deck: Any,
) -> None:
    """Deal a new GAME to PLAYERS, named in turn order."""
    body = {
        "players": list(players),
        "options": dict(_option(option) for option in options),
        "seed": seed,
        "chance": "table" if table else "seeded",
        "first_player": first_player,
        "deck": deck,
    }
    _answer(_game(game).name, "setup", body)


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


@main.command()
@_state
@_move
def check(state: Any, move: Any) -> None:
    """Judge a MOVE in a STATE."""
    verdict = _answer(state["game"], "check", {"state": state, "move": move})
    if not verdict["legal"]:
        _refused(verdict["violation"])


@main.command()
@_state
@_move
def apply(state: Any, move: Any) -> None:
    """Make a MOVE in a STATE."""
    _answer(state["game"], "apply", {"state": state, "move": move})


@main.command()
@_state
@_player
def legal(state: Any, player: str | None) -> None:
    """List the legal moves in a STATE."""
    _answer(state["game"], "legal-moves", {"state": state, "player": player})


@main.command()
@_state
@_player
def view(state: Any, player: str | None) -> None:
    """Hide from a STATE what the player, or a spectator, may not know."""
    _answer(state["game"], "view", {"state": state, "player": player})


@main.command()
@_state
@_player
@click.option("--json", "as_json", is_flag=True, help="The whole answer, as JSON.")
def describe(state: Any, player: str | None, as_json: bool) -> None:
    """Put a STATE into words."""
    body = {"state": state, "player": player}
    if as_json:
        _answer(state["game"], "describe", body)
        return
    told = _perform(state["game"], "describe", body)
    console = Console()
    if console.is_terminal:
        lines = "\n".join(_emphasised(line) for line in told["lines"])
        console.print(Panel(lines, title=told["headline"], padding=(1, 2), expand=False))
    else:
        click.echo("\n".join((told["headline"], "", *told["lines"])))


def _emphasised(line: str) -> str:
    subject, colon, rest = line.replace("[", r"\[").partition(":")
    return f"[bold]{subject}:[/bold]{rest}" if colon else line


class LogDocument(Document):
    """A replay request that names its game, or a log as the SDK saves it."""

    def parse(self, text: bytes) -> Any:
        """Parse one document, or one a line: the start, then the moves."""
        start, *entries = (orjson.loads(line) for line in _documents(text))
        if not entries and "format" not in start:
            return start
        if (start["format"], start["format_version"]) != LOG_FORMAT:
            told = f"{start['format']}, format version {start['format_version']}"
            self.fail(f"this is {told}; what is read is {LOG_FORMAT[0]}, version {LOG_FORMAT[1]}")
        moves = [entry["move"] for entry in entries]
        if len(moves) != start["moves"]:
            self.fail(f"the log has {len(moves)} moves, its first line says {start['moves']}")
        return {"game": start["game"], "state": start["state"], "moves": moves}


def _documents(text: bytes) -> list[bytes]:
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError:
        return text.splitlines()
    return [text]


@main.command()
@click.argument("game_log", metavar="LOG", type=LogDocument())
@click.option(
    "--detail",
    default="last",
    show_default=True,
    type=click.Choice(["last", "events", "all"]),
)
def replay(game_log: Any, detail: str) -> None:
    """Replay a LOG: {"game", "setup" or "state", "moves"}, or one that the SDK has saved."""
    if not isinstance(game_log, dict) or not isinstance(game_log.get("game"), str):
        _fail('a log names its game: {"game", "setup" or "state", "moves"}')
    body = {name: value for name, value in game_log.items() if name != "game"}
    _answer(game_log["game"], "replay", {**body, "detail": detail})


@main.command()
@_state
@click.option("--seed", help="The same seed gives the same samples.")
@click.option("--count", default=1, show_default=True)
def sample(state: Any, seed: str | None, count: int) -> None:
    """Complete the unknown cards of a STATE."""
    _answer(state["game"], "sample", {"state": state, "seed": seed, "count": count})


def _answer(game: str, operation: str, body: dict[str, Any]) -> Any:
    answer = _perform(game, operation, body)
    _print(answer)
    return answer


def _perform(game: str, operation: str, body: dict[str, Any]) -> Any:
    response = perform(game, operation, body)
    told = msgspec.to_builtins(response["body"])
    if response["status"] != 200:
        _report(told)
    return told


def _report(problem: dict[str, Any]) -> NoReturn:
    if "violation" in problem:
        _print({"violation": problem["violation"]})
        _refused(problem["violation"], problem.get("index"))
    for fault in problem.get("errors", ())[1:]:
        click.echo(f"{fault['pointer'] or 'body'}: {fault['message']}", err=True)
    _fail(problem["detail"])


def _refused(violation: Any, index: int | None = None) -> NoReturn:
    where = "" if index is None else f"move {index}: "
    click.echo(f"illegal: {where}{violation['message']} [{violation['rule']}]", err=True)
    sys.exit(ILLEGAL)


def _game(name: str) -> Any:
    try:
        return find_game(name)
    except Problem as problem:
        _fail(f"{problem.detail} There are: {', '.join(current_games())}.")


def _fail(message: str) -> NoReturn:
    click.echo(f"error: {message}", err=True)
    sys.exit(BAD_INPUT)


def _print(value: Any) -> None:
    text = msgspec.json.encode(value)
    click.echo(msgspec.json.format(text, indent=2 if sys.stdout.isatty() else 0))


def _list(value: Any, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Show a table on a terminal, JSON elsewhere."""
    console = Console()
    if not console.is_terminal:
        return _print(value)
    table = Table(*columns)
    for row in rows:
        table.add_row(*(cell.replace("[", r"\[") for cell in row))
    console.print(table)
    return None


if __name__ == "__main__":
    main()
