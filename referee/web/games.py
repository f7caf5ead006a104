"""The games that are refereed here: those registered, with the decks that are installed."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from flask import current_app, has_app_context

from referee.core.errors import Malformed
from referee.core.game import AnyGame
from referee.core.packs import Installed, read_pack
from referee.core.registry import games
from referee.core.seals import Seals
from referee.web.problems import Problem
from referee.web.settings import Settings, from_environment

EXTENSION = "referee"
_ENDINGS = (".json", ".yaml", ".yml")


class Refereed(NamedTuple):
    """What an application rules on, and how it seals."""

    games: Mapping[str, AnyGame]
    seals: Seals


def refereed(settings: Settings) -> Refereed:
    """Load what the settings ask for. Raises ValueError where a pack or a key is no good."""
    return Refereed(load_games(settings.decks), Seals(settings.seal_keys, settings.require_seal))


def _current() -> Refereed:
    """Return what the application has; outside of one, what the environment sets."""
    if has_app_context():
        of_app: Refereed = current_app.extensions[EXTENSION]
        return of_app
    return _configured()


@cache
def _configured() -> Refereed:
    return refereed(from_environment())


def current_games() -> Mapping[str, AnyGame]:
    """Return the games that are refereed here."""
    return _current().games


def current_seals() -> Seals:
    """Return how states are sealed here."""
    return _current().seals


def find_game(name: str) -> AnyGame:
    """Return a game by its name. Raises `Problem`."""
    game = current_games().get(name)
    if game is None:
        raise Problem("not-found", f"There is no game called {name!r}.")
    return game


def load_games(decks: str | None) -> Mapping[str, AnyGame]:
    """Return all games, with the packs of a folder installed.

    Raises ValueError naming the file and every fault where a pack is broken.
    """
    loaded = dict(games())
    for path in _pack_files(decks) if decks else ():
        name, installed = read_deck_file(path)
        try:
            loaded[name] = loaded[name].with_shelf(loaded[name].shelf.plus(installed))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    return loaded


def _pack_files(folder: str) -> Iterator[Path]:
    try:
        found = sorted(Path(folder).iterdir())
    except OSError as error:
        raise ValueError(f"{folder}: {error.strerror}") from None
    return (path for path in found if path.suffix in _ENDINGS)


def read_deck_file(path: Path) -> tuple[str, Installed]:
    """Read a deck file, JSON or YAML: a pack that also names its `game`, and may be `official`.

    Returns the game's name and the pack. Raises ValueError naming every fault.
    """
    try:
        document = parse_deck(path.read_bytes())
    except (OSError, yaml.YAMLError) as error:
        raise ValueError(f"{path}: {error}") from None
    return installed_from(document, str(path))


class _Loader(yaml.SafeLoader):
    """YAML with true and false for the only truth values, as in YAML 1.2: `no` is a word."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, expression) for tag, expression in resolvers if not tag.endswith(":bool")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


def parse_deck(text: bytes) -> Any:
    """Parse a deck file: YAML, of which JSON is a part. Raises YAMLError."""
    return yaml.load(text, _Loader)


def pack_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the pack of a deck file, without what the file says besides."""
    return {key: value for key, value in document.items() if key not in ("game", "official")}


def installed_from(document: Any, where: str) -> tuple[str, Installed]:
    """Make an installed pack of a parsed deck file. Raises ValueError naming every fault."""
    if not isinstance(document, dict) or document.get("game") not in games():
        raise ValueError(f"{where}: /game: This is one of {', '.join(games())}.")
    official = document.get("official", False)
    if not isinstance(official, bool):
        raise ValueError(f"{where}: /official: This is true or false.")
    game = games()[document["game"]]
    try:
        return game.name, Installed(read_pack(game, pack_of(document)), official)
    except Malformed as error:
        told = (f"{where}: {fault.pointer or '/'}: {fault.message}" for fault in error.told)
        raise ValueError("\n".join(told)) from None
