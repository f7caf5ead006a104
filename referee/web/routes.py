"""The routes: one short view for each operation of the contract."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import flask
import marshmallow
from flask import Response, jsonify
from flask_smorest import Blueprint
from webargs.flaskparser import FlaskParser

from referee import __version__
from referee.core.errors import Malformed
from referee.web import catalogue, envelopes, problems
from referee.web.games import current_games, find_game
from referee.web.operations import BATCH, OPERATIONS, Operation, answer, perform_batch
from referee.web.wire import faults_of, read_body, read_query


class EnvelopeParser(FlaskParser):
    """Loads queries into envelopes; what they refuse is an invalid request."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"query": marshmallow.RAISE}  # noqa: RUF012

    def parse(self, argmap: Any, req: Any = None, **kwargs: Any) -> Any:
        """Load the query of a game that there is. Raises `Problem` where there is none."""
        find_game((flask.request.view_args or {})["game"])
        return super().parse(argmap, req, **kwargs)

    def load_querystring(self, req: flask.Request, schema: marshmallow.Schema) -> Any:
        """Read the query, as far as it can be read."""
        read_query()
        return super().load_querystring(req, schema)

    def handle_error(self, error: Any, *args: Any, **kwargs: Any) -> Any:
        """Raise `Malformed` with a pointer for everything that is wrong."""
        (messages,) = error.messages.values()
        raise Malformed(faults_of(messages)) from None


class RefereeBlueprint(Blueprint):
    """A blueprint that loads requests with the referee's parser."""

    ARGUMENTS_PARSER = EnvelopeParser()


about = RefereeBlueprint("games", __name__, url_prefix="/v1/games")
ruling = RefereeBlueprint("rulings", __name__, url_prefix="/v1/games")
service = RefereeBlueprint("service", __name__)


@about.route("")
@about.response(200, envelopes.GamesAnswer())
def list_games() -> Any:
    """List the games.

    Each with its seats, the options of its setup, the version of its rulings, and its decks.
    """
    return {"games": [catalogue.overview(game) for game in current_games().values()]}


@about.route("/<game>")
@about.response(200, envelopes.GameDetailAnswer())
def get_game(game: str) -> Any:
    """Get all about one game: its moves, state, events, codes and lookups.

    Moves, state and events are told as JSON Schema, for those who make forms or code of them.
    """
    return catalogue.detail(find_game(game))


@about.route("/<game>/rules")
@about.arguments(envelopes.RulesQuery(), location="query")
@about.response(200, envelopes.RulesAnswer())
def list_rules(query: dict[str, Any], game: str) -> Any:
    """List the rules, ranked where words are looked for.

    The rulebook is in our own words. Rule ids never change: violations and assumptions cite them.
    """
    return {"rules": catalogue.rules(find_game(game), **query)}


@about.route("/<game>/rules/<rule>")
@about.response(200, envelopes.RuleAnswer())
def get_rule(game: str, rule: str) -> Any:
    """Get one rule by its id.

    `ruling` tells where it fills a silence of the publisher's text, or settles an ambiguity.
    """
    return catalogue.rule(find_game(game), rule)


@about.route("/<game>/cards")
@about.arguments(envelopes.CardsQuery(), location="query")
@about.response(200, envelopes.CardsAnswer())
def list_cards(query: dict[str, Any], game: str) -> Any:
    """List the catalogue of cards.

    Each with what it does, and the rules that speak of it. `deck` is the name of an installed deck;
    without it, the deck is the one that is played with unless another is named.
    """
    return {"cards": catalogue.cards(find_game(game), **query)}


@about.route("/<game>/cards/<card>")
@about.arguments(envelopes.CardsQuery(), location="query")
@about.response(200, envelopes.CardAnswer())
def get_card(query: dict[str, Any], game: str, card: str) -> Any:
    """Get one card of the catalogue.

    A card is found in the deck that is named, or else in the one that is played with.
    """
    return catalogue.card(find_game(game), card, **query)


@about.route("/<game>/lookups/<name>")
@about.response(200, envelopes.LookupAnswer())
def look_up(game: str, name: str) -> Response:
    """Answer a quick question without a whole state; the game lists its lookups.

    What means nothing to the game is an `invalid-request` that names the parameter.
    """
    return jsonify(catalogue.lookup(find_game(game), name, read_query()))


def _view(operation: Operation) -> Callable[..., Response]:
    def view(game: str) -> Response:
        return jsonify(answer(find_game(game), operation, read_body()))

    view.__doc__, view.__name__ = operation.run.__doc__, operation.run.__name__
    return view


def _described(operation: Operation) -> Callable[[Any], Any]:
    """Describe a view that loads and writes by itself."""
    sent, answered = (
        {"application/json": {"schema": schema}} for schema in (operation.request, operation.answer)
    )
    described: Callable[[Any], Any] = ruling.doc(
        requestBody={"required": True, "content": sent},
        responses={"200": {"description": HTTPStatus.OK.phrase, "content": answered}},
    )
    return described


for _name, _operation in OPERATIONS.items():
    ruling.route(f"/<game>/{_name}", methods=["POST"])(_described(_operation)(_view(_operation)))


@service.route("/v1/batch", methods=["POST"])
@_described(BATCH)
def batch() -> Response:
    """Answer up to 100 requests one for one, each with its own status.

    A request names its game and operation, and has the body that would be posted there. What is
    wrong with one is told in its place; the others are answered all the same.
    """
    return jsonify(perform_batch(read_body()))


@service.route("/healthz")
@service.response(200, envelopes.HealthAnswer())
def health() -> Any:
    """Say that the server is up, and which version it is.

    It is for those who watch over the server: caches have to ask anew each time.
    """
    return {"status": "ok", "version": __version__}


@service.route("/problems/<name>")
@service.response(200, {"type": "string"}, content_type="text/html")
def problem_page(name: str) -> Response:
    """Read about a kind of problem.

    The `type` of every problem is the path of such a page, for people.
    """
    return problems.page(name)
