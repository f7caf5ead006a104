"""The routes: one short view for each operation of the contract."""

from collections.abc import Callable
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
from referee.web.operations import OPERATIONS, Operation, perform
from referee.web.wire import faults_of, read_json


class EnvelopeParser(FlaskParser):
    """Loads bodies and queries into envelopes; what they refuse is an invalid request."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"json": None, "query": marshmallow.RAISE}  # noqa: RUF012

    def parse(self, argmap: Any, req: Any = None, **kwargs: Any) -> Any:
        """Load with the decoders of the game that the path names."""
        game = (flask.request.view_args or {}).get("game")
        if game is None:
            return super().parse(argmap, req, **kwargs)
        with envelopes.envelopes_of(find_game(game)):
            return super().parse(argmap, req, **kwargs)

    def load_json(self, req: flask.Request, schema: marshmallow.Schema) -> Any:
        """Read the body with the referee's own reader."""
        return read_json(req)

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
    """List the games."""
    return {"games": [catalogue.overview(game) for game in current_games().values()]}


@about.route("/<game>")
@about.response(200, envelopes.GameDetailAnswer())
def get_game(game: str) -> Any:
    """Get all about one game: its moves, state, events, codes and lookups."""
    return catalogue.detail(find_game(game))


@about.route("/<game>/rules")
@about.arguments(envelopes.RulesQuery(), location="query")
@about.response(200, envelopes.RulesAnswer())
def list_rules(query: dict[str, Any], game: str) -> Any:
    """List the rules, ranked where words are looked for."""
    return {"rules": catalogue.rules(find_game(game), **query)}


@about.route("/<game>/rules/<rule>")
@about.response(200, envelopes.RuleAnswer())
def get_rule(game: str, rule: str) -> Any:
    """Get one rule by its id."""
    return catalogue.rule(find_game(game), rule)


@about.route("/<game>/cards")
@about.arguments(envelopes.CardsQuery(), location="query")
@about.response(200, envelopes.CardsAnswer())
def list_cards(query: dict[str, Any], game: str) -> Any:
    """List the catalogue of cards."""
    return {"cards": catalogue.cards(find_game(game), **query)}


@about.route("/<game>/cards/<card>")
@about.arguments(envelopes.CardsQuery(), location="query")
@about.response(200, envelopes.CardAnswer())
def get_card(query: dict[str, Any], game: str, card: str) -> Any:
    """Get one card of the catalogue."""
    return catalogue.card(find_game(game), card, **query)


@about.route("/<game>/lookups/<name>")
@about.response(200, envelopes.LookupAnswer())
def look_up(game: str, name: str) -> Response:
    """Answer a quick question without a whole state; the game lists its lookups."""
    return jsonify(catalogue.lookup(find_game(game), name, flask.request.args))


def _view(operation: Operation) -> Callable[..., Any]:
    def view(loaded: dict[str, Any], game: str) -> Any:
        return operation.run(find_game(game), **loaded)

    view.__doc__, view.__name__ = operation.run.__doc__, operation.run.__name__
    return view


def _route(path: str, operation: Operation) -> None:
    """Route an operation of the table: load, run, dump."""
    dumped = ruling.response(200, operation.answer)(_view(operation))
    ruling.route(path, methods=["POST"])(ruling.arguments(operation.request)(dumped))


for _name, _operation in OPERATIONS.items():
    _route(f"/<game>/{_name}", _operation)


@service.route("/v1/batch", methods=["POST"])
@service.arguments(envelopes.BatchRequest())
@service.response(200, envelopes.BatchAnswer())
def batch(loaded: dict[str, Any]) -> Any:
    """Answer up to 100 requests one for one, each with its own status."""
    return {"responses": [perform(**item) for item in loaded["requests"]]}


@service.route("/healthz")
@service.response(200, envelopes.HealthAnswer())
def health() -> Any:
    """Say that the server is up, and which version it is."""
    return {"status": "ok", "version": __version__}


@service.route("/problems/<name>")
@service.response(200, {"type": "string"}, content_type="text/html")
def problem_page(name: str) -> Response:
    """Read about a kind of problem."""
    return problems.page(name)
