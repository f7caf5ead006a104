"""What each operation does with its loaded request, and the table that routes them."""

import secrets
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from marshmallow import Schema

from referee.core import judge, posted, sampling
from referee.core.errors import Malformed
from referee.core.game import AnyGame
from referee.core.posted import At
from referee.core.records import TABLE, Allowed, Event, Fault, Move, Setup, Verdict
from referee.core.seals import NO_SEALS, STATE, view_of
from referee.web import envelopes
from referee.web.games import current_seals, find_game
from referee.web.problems import Problem, problem_of
from referee.web.wire import Sent, parsed

OK = int(HTTPStatus.OK)


def _require_player(state: Any, player: str | None, *others: str) -> None:
    if player not in (None, *others, *(p.id for p in state.players)):
        raise Malformed([Fault("/player", f"Nobody called {player!r} plays here.")])


def _admitted(game: AnyGame, state: Any) -> posted.Admitted:
    return posted.admitted(game, state, current_seals())


def setup(game: AnyGame, **request: Any) -> dict[str, Any]:
    """Deal a new game.

    Without a seed, 32 hex digits are taken from the operating system's generator.
    """
    dealt = judge.setup(game, _setup_request(request))
    state = current_seals().sealed(game, dealt.state)
    return {"state": state, "events": dealt.events, "to_act": dealt.to_act}


def _setup_request(request: Mapping[str, Any]) -> Setup:
    drawn = dict(request)
    if drawn["seed"] is None and drawn["chance"] != TABLE:
        drawn["seed"] = secrets.token_hex(16)
    return Setup(**{**drawn, "players": tuple(drawn["players"])})


def check(game: AnyGame, state: Any, move: Move) -> dict[str, Any]:
    """Judge a move: the verdict names the rule, whether it is legal or not."""
    return verdict_body(posted.verdict(game, state, move, current_seals()))


def verdict_body(verdict: Verdict) -> dict[str, Any]:
    """Put a verdict into the contract's form."""
    if isinstance(verdict, Allowed):
        return {"legal": True, "assumptions": verdict.assumptions}
    return {"legal": False, "violation": verdict}


def apply(game: AnyGame, state: Any, move: Move) -> judge.Ruling:
    """Make a move: the state after it, and what happened."""
    return posted.ruling(game, state, move, current_seals())


def legal_moves(game: AnyGame, state: Any, player: str | None) -> judge.LegalMoves:
    """List the legal moves of one player, of the table, or of all that may act."""
    before = _admitted(game, state).state
    _require_player(before, player, TABLE)
    return judge.legal_moves(game, before, player)


def view(game: AnyGame, state: Any, player: str | None, events: list[Any]) -> dict[str, Any]:
    """Hide from a state, and from events, what a player (null: a spectator) may not know."""
    before, kind = _admitted(game, state)
    _require_player(before, player)
    seen = game.view(before, player)
    if kind in (STATE, view_of(player)):
        seen = current_seals().sealed(game, seen, view_of(player))
    told = [game.view_event(before, event, player) for event in events]
    return {"state": seen, "events": told}


def describe(game: AnyGame, state: Any, player: str | None) -> dict[str, Any]:
    """Put a position into words, as one player sees it, or as the state sent has it."""
    before = _admitted(game, state).state
    _require_player(before, player)
    seen = before if player is None else game.view(before, player)
    told = game.describe(seen, player)
    return {
        "headline": told.headline,
        "lines": told.lines,
        "facts": told.facts,
        "to_act": judge.to_act(game, before),
    }


def replay(game: AnyGame, moves: list[Move], detail: str, **beginning: Any) -> dict[str, Any]:
    """Make many moves, from a setup or a state, up to the first that is illegal."""
    state, reached, events = _beginning(game, beginning)
    seals = current_seals() if reached else NO_SEALS
    states = []
    for index, move in enumerate(moves):
        with At(f"/moves/{index}"):
            judge.require_wellformed(game, state, move)
        ruling = judge.apply(game, state, move, index)
        state = ruling.state
        events += ruling.events
        states.append(state)
    answer = {
        "state": seals.sealed(game, state),
        "applied": len(moves),
        "to_act": judge.to_act(game, state),
    }
    if detail != "last":
        answer["events"] = events
    if detail == "all":
        answer["states"] = [seals.sealed(game, state) for state in states]
    return answer


def _beginning(game: AnyGame, beginning: Mapping[str, Any]) -> tuple[Any, bool, list[Event]]:
    """Return where a replay begins, whether that was reached from a setup, and what it told."""
    if "setup" not in beginning:
        before = _admitted(game, beginning["state"])
        return before.state, before.reached, []
    with At("/setup"):
        dealt = _replayed_setup(game, beginning["setup"])
    return dealt.state, True, list(dealt.events)


def _replayed_setup(game: AnyGame, request: Mapping[str, Any]) -> judge.Ruling:
    if request["seed"] is None and request["chance"] != TABLE:
        raise Malformed([Fault("/seed", "A replay needs the seed that the game was dealt by.")])
    return judge.setup(game, _setup_request(request))


def sample(game: AnyGame, state: Any, seed: str | None, count: int) -> dict[str, Any]:
    """Complete the unknown cards, every completion being equally likely."""
    before = _admitted(game, state).state
    if before.chance is not None:
        raise Malformed([Fault("/state/chance", "The table is asked something: answer first.")])
    return {"states": sampling.samples(game, before, seed or secrets.token_hex(16), count)}


class Operation(NamedTuple):
    """An operation: load a posted request, run it, write the answer.

    `answer` says what is written: it is for the description, and for the tests.
    """

    request: envelopes.Envelope
    run: Callable[..., Any]
    answer: Schema


OPERATIONS: Mapping[str, Operation] = {
    "setup": Operation(envelopes.SetupRequest(), setup, envelopes.SetupAnswer()),
    "check": Operation(envelopes.MoveRequest(), check, envelopes.VerdictAnswer()),
    "apply": Operation(envelopes.MoveRequest(), apply, envelopes.ApplyAnswer()),
    "legal-moves": Operation(envelopes.PlayerRequest(), legal_moves, envelopes.LegalMovesAnswer()),
    "view": Operation(envelopes.ViewRequest(), view, envelopes.ViewAnswer()),
    "describe": Operation(envelopes.PlayerRequest(), describe, envelopes.DescribeAnswer()),
    "replay": Operation(envelopes.ReplayRequest(), replay, envelopes.ReplayAnswer()),
    "sample": Operation(envelopes.SampleRequest(), sample, envelopes.SampleAnswer()),
}


def answer(game: AnyGame, operation: Operation, sent: Sent) -> Any:
    """Load what was sent about a game, and run the operation. Raises what `problem_of` knows."""
    return operation.run(game, **envelopes.load(operation.request, game, sent))


def perform(game: str, operation: str, body: Any) -> dict[str, Any]:
    """Answer a request whose body is parsed, by its status."""
    return _respond(game, operation, parsed(body))


def _respond(game: str, operation: str, sent: Sent) -> dict[str, Any]:
    try:
        return {
            "status": OK,
            "body": answer(find_game(game), _operation(operation), sent),
        }
    except Exception as error:
        problem = problem_of(error)
        return {"status": problem.status, "body": problem.body()}


def _operation(name: str) -> Operation:
    operation = OPERATIONS.get(name)
    if operation is None:
        raise Problem("not-found", f"There is no operation called {name!r}.")
    return operation


def perform_batch(sent: Sent) -> dict[str, Any]:
    """Answer requests one for one, each by its status. Raises `Malformed` and `Problem`."""
    responses = [_respond(*item) for item in envelopes.load_batch(BATCH.request, sent)]
    if any(response["status"] != OK for response in responses):
        # What has not been decoded has only been skimmed: it is refused where it is no JSON.
        _ = sent.value
    return {"responses": responses}


BATCH = Operation(envelopes.BatchRequest(), perform_batch, envelopes.BatchAnswer())
