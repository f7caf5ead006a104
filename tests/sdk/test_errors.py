"""Which answer becomes which error, and how it reads."""

import pickle
from typing import Any

import pytest
from referee_sdk import errors

from .fakes import problem

VIOLATION = {
    "code": "colour_mismatch",
    "rule": "fit.step",
    "message": "P5 does not go onto teal 4: one step up needs the same colour.",
    "details": {"card": "P5", "dock": "teal"},
}

BY_PROBLEM = [
    ("malformed-json", 400, errors.InvalidRequest),
    ("not-found", 404, errors.NotFound),
    ("method-not-allowed", 405, errors.ApiError),
    ("not-acceptable", 406, errors.ApiError),
    ("illegal-move", 409, errors.IllegalMove),
    ("body-too-large", 413, errors.InvalidRequest),
    ("unsupported-media-type", 415, errors.InvalidRequest),
    ("invalid-request", 422, errors.InvalidRequest),
    ("invalid-state", 422, errors.InvalidState),
    ("broken-seal", 422, errors.SealRefused),
    ("unknown-seal-key", 422, errors.SealRefused),
    ("seal-required", 422, errors.SealRefused),
    ("unsupported-version", 422, errors.UnsupportedVersion),
    ("unsupported-variant", 422, errors.UnsupportedVariant),
    ("too-many-requests", 429, errors.TooManyRequests),
    ("internal", 500, errors.ServerError),
    ("of-a-later-release", 422, errors.InvalidRequest),
    ("of-a-later-release", 418, errors.ApiError),
    ("of-a-later-release", 501, errors.ServerError),
]


@pytest.mark.parametrize(("name", "status", "kind"), BY_PROBLEM)
def test_a_problem_becomes_its_error(name: str, status: int, kind: type[errors.ApiError]) -> None:
    error = errors.error_from(status, problem(name, status).body, "r-1")
    assert type(error) is kind
    assert (error.name, error.status, error.request_id) == (name, status, "r-1")
    assert (error.title, error.detail) == (name, "It won't do.")


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (302, errors.UnexpectedAnswer),
        (401, errors.UnexpectedAnswer),
        (404, errors.UnexpectedAnswer),
        (429, errors.TooManyRequests),
        (503, errors.ServerError),
    ],
)
@pytest.mark.parametrize("body", ["<html>", {"error": "no"}, {"type": 7}, [], None])
def test_what_is_no_problem_is_told_by_its_status(
    status: int, kind: type[errors.ApiError], body: Any
) -> None:
    error = errors.error_from(status, body)
    assert type(error) is kind
    assert error.body == body
    assert str(status) in str(error)


def test_a_type_may_be_a_whole_url() -> None:
    body = {**problem("not-found", 404).body, "type": "https://example.org/problems/not-found"}
    assert errors.error_from(404, body).name == "not-found"


def test_an_illegal_move_reads_as_its_reason_and_rule() -> None:
    error = errors.error_from(409, problem("illegal-move", 409, violation=VIOLATION).body)
    assert isinstance(error, errors.IllegalMove)
    told = "P5 does not go onto teal 4: one step up needs the same colour. [fit.step]"
    assert str(error) == told
    assert (error.rule, error.code, error.message) == (
        "fit.step",
        "colour_mismatch",
        VIOLATION["message"],
    )
    assert error.details == {"card": "P5", "dock": "teal"}
    assert error.index is None


def test_an_illegal_move_of_a_replay_names_its_place() -> None:
    body = problem("illegal-move", 409, violation=VIOLATION, index=0).body
    error = errors.error_from(409, body)
    assert isinstance(error, errors.IllegalMove)
    assert error.index == 0
    assert str(error).startswith("Move at index 0: P5 does not go")


def test_an_illegal_move_without_a_violation_still_reads() -> None:
    error = errors.error_from(409, problem("illegal-move", 409, violation=[]).body)
    assert str(error) == "It won't do."


def test_every_fault_is_told() -> None:
    faults = [
        {"pointer": "/state/ply", "message": "not a number"},
        {"pointer": "/state/docks", "message": "missing"},
    ]
    error = errors.error_from(422, problem("invalid-state", 422, errors=faults).body)
    assert error.errors == faults
    assert str(error).splitlines() == [
        "It won't do.",
        "  /state/ply: not a number",
        "  /state/docks: missing",
    ]


def test_a_fault_that_is_the_detail_is_told_once() -> None:
    faults = [{"pointer": "/move", "message": "missing"}, {"pointer": "/x", "message": "no"}]
    body = problem("invalid-request", 422, "/move: missing", errors=faults).body
    assert str(errors.error_from(422, body)).splitlines() == ["/move: missing", "  /x: no"]


def test_a_long_list_of_faults_is_cut_short_for_people_only() -> None:
    faults = [{"pointer": f"/{index}", "message": "no"} for index in range(12)]
    error = errors.error_from(422, problem("invalid-state", 422, errors=faults).body)
    assert len(error.errors) == 12
    assert str(error).splitlines()[-2:] == ["  /9: no", "  and 2 more"]


@pytest.mark.parametrize("damaged", ["x", {"pointer": "/"}, [7, None, {"pointer": 3}]])
def test_damaged_faults_do_no_harm(damaged: Any) -> None:
    error = errors.error_from(422, problem("invalid-state", 422, errors=damaged).body)
    assert str(error).startswith("It won't do.")


def test_a_server_error_names_the_request_once() -> None:
    plain = errors.error_from(500, problem("internal", 500).body, "r-7")
    telling = errors.error_from(500, problem("internal", 500, "See r-7.").body, "r-7")
    assert str(plain) == "It won't do. [request r-7]"
    assert str(telling) == "See r-7."


def test_the_hierarchy() -> None:
    def above(kind: type[BaseException]) -> list[str]:
        return [each.__name__ for each in kind.__mro__[1:-3]]

    api = ["ApiError", "RefereeError"]
    assert above(errors.ConnectionFailed) == ["RefereeError"]
    assert above(errors.IllegalMove) == api
    assert above(errors.InvalidState) == api
    assert above(errors.UnsupportedVersion) == ["InvalidRequest", *api]
    assert above(errors.UnsupportedVariant) == ["InvalidRequest", *api]
    assert above(errors.UnexpectedAnswer) == api
    assert above(errors.LogError) == ["RefereeError"]


SAMPLES = [
    errors.ConnectionFailed("no answer"),
    errors.UndoRefused("no move"),
    errors.LogError(3, "no JSON"),
    errors.LogMismatch("differs", "/ply"),
    errors.UnexpectedAnswer(401, "<html>", "r-1", "GET / was answered with 401"),
    *(
        errors.error_from(
            status, problem(name, status, violation=VIOLATION, index=2, errors=[{}]).body, "r-1"
        )
        for name, status, _ in BY_PROBLEM
    ),
]


@pytest.mark.parametrize("error", SAMPLES, ids=repr)
def test_errors_can_be_pickled(error: errors.RefereeError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


def test_what_is_told_after_the_fact_survives_pickling() -> None:
    error = errors.TooManyRequests(429)
    error.retry_after = 3.0
    assert pickle.loads(pickle.dumps(error)).retry_after == 3.0
