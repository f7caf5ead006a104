"""What can be read about the games: the list, the rules, the cards, the lookups."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import ValidationError

from referee.core.errors import Malformed
from referee.core.game import AnyGame, CardInfo
from referee.core.judge import SHARED_CODES
from referee.core.registry import games
from referee.core.rulebook import Rule
from referee.web.problems import Problem
from referee.web.schemas import event_schemas, options_schema, record_schema
from referee.web.wire import decode, faults_of


def overview(game: AnyGame) -> dict[str, Any]:
    """Return a game as the list shows it."""
    return {
        "game": game.name,
        "title": game.title,
        "players": {"min": game.min_players, "max": game.max_players},
        "options": options_schema(game)["properties"],
        "version": game.version,
        "decks": game.shelf.listing(),
    }


def detail(game: AnyGame) -> dict[str, Any]:
    """Return all about one game."""
    return {**overview(game), **_schemas(game.name)}


@cache
def _schemas(name: str) -> dict[str, Any]:
    game = games()[name]
    return {
        "moves": record_schema(game.move_type),
        "state": record_schema(game.state_type),
        "events": event_schemas(game),
        "codes": {**SHARED_CODES, **game.codes},
        "lookups": {
            lookup: {"title": about.title, "query": record_schema(about.query)}
            for lookup, about in game.lookups.items()
        },
    }


def rules(game: AnyGame, q: str, limit: int | None) -> list[Rule]:
    """Return the rules, ranked where words are looked for."""
    found = game.rulebook.search(q) if q else list(game.rulebook.rules.values())
    return found[:limit]


def rule(game: AnyGame, rule_id: str) -> Rule:
    """Return one rule. Raises `Problem`."""
    found = game.rulebook.rules.get(rule_id)
    if found is None:
        raise Problem("not-found", f"{game.title} has no rule {rule_id!r}.")
    return found


def cards(game: AnyGame, deck: str) -> tuple[CardInfo, ...]:
    """Return the catalogue. Raises `UnknownDeck`."""
    return game.cards(deck or None)


def card(game: AnyGame, card_id: str, deck: str) -> CardInfo:
    """Return one card of the catalogue. Raises `Problem`, `UnknownDeck`."""
    for found in cards(game, deck):
        if found.id == card_id:
            return found
    raise Problem("not-found", f"{game.title} has no card {card_id!r}.")


def lookup(game: AnyGame, name: str, query: Mapping[str, str]) -> dict[str, Any]:
    """Answer a lookup. Raises `Problem` where there is none, `Malformed` for its query."""
    about = game.lookups.get(name)
    if about is None:
        raise Problem("not-found", f"{game.title} has no lookup {name!r}.")
    try:
        asked = decode(dict(query), about.query)
    except ValidationError as error:
        raise Malformed(faults_of(error.messages)) from None
    return about.answer(game, asked)
