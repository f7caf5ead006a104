"""Every error is a problem (RFC 9457): the one table, the one handler, a page on each."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from flask import Flask, Response, has_request_context, render_template_string, request
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from referee.core.errors import (
    BrokenSeal,
    Faulty,
    Illegal,
    Incoherent,
    Malformed,
    SealRequired,
    UnknownDeck,
    UnknownSealKey,
    UnsupportedVariant,
    UnsupportedVersion,
)

MEDIA_TYPE = "application/problem+json"
REQUEST_ID = "referee.request_id"
"""Where the WSGI environment keeps the request's id."""
_log = logging.getLogger("referee")


class Kind(NamedTuple):
    """A kind of problem: its status, its title, and what a reader can do about it."""

    status: int
    title: str
    text: str


KINDS: Mapping[str, Kind] = {
    "malformed-json": Kind(
        400,
        "The body is not JSON",
        "The body is empty, is no JSON, is not UTF-8, is nested beyond reason, or holds NaN or "
        "Infinity. Send one JSON object.",
    ),
    "not-found": Kind(
        404,
        "Not found",
        "There is no such path, game, rule, card, lookup or installed deck. GET /v1/games lists "
        "the games; each of them lists what it has.",
    ),
    "method-not-allowed": Kind(
        405, "Method not allowed", "The header Allow lists the methods that this path knows."
    ),
    "not-acceptable": Kind(
        406, "Not acceptable", "The answer is JSON, and the header Accept leaves JSON out."
    ),
    "illegal-move": Kind(
        409,
        "The move is not legal",
        "The move is well formed and possible, but against the rules. `violation` names the rule "
        "and says why, in words that can be shown to players; in a replay, `index` is the place "
        "of the move.",
    ),
    "body-too-large": Kind(413, "The body is too large", "A body has at most 1 MiB."),
    "unsupported-media-type": Kind(
        415, "Unsupported media type", "Send the body as Content-Type: application/json."
    ),
    "invalid-request": Kind(
        422,
        "The request is not valid",
        "Members are missing, unknown, of a wrong type or out of range. `errors` names each with "
        "a JSON pointer (RFC 6901) into the body, or the name of the query parameter. Of very "
        "many, the first 50 are listed.",
    ),
    "invalid-state": Kind(
        422,
        "The state cannot be",
        "The cards of all zones are not the deck, or the members of the state contradict each "
        "other. `errors` lists every fault with a JSON pointer into the body, of very many the "
        "first 50.",
    ),
    "broken-seal": Kind(
        422,
        "The seal does not hold",
        "The state's `seal` is not the one that it was given: the state or the seal has been "
        "changed on the way, or it is another state's. Send the state as the referee answered it, "
        "or leave `seal` out to have the state looked at without it.",
    ),
    "unknown-seal-key": Kind(
        422,
        "The key of the seal is not known",
        "The state was sealed with a key that this referee does not have: by another referee, or "
        "so long ago that the key has been rotated away. Leave `seal` out to have the state looked "
        "at without it.",
    ),
    "seal-required": Kind(
        422,
        "A seal is required",
        "This referee rules only on states that carry a seal: those that come out of its `setup`, "
        "and what its moves lead to. `replay` leads a `setup` and its moves to a sealed state.",
    ),
    "unsupported-version": Kind(
        422,
        "Unsupported version",
        "The state is of another version of the format and the rulings than this referee's.",
    ),
    "unsupported-variant": Kind(
        422,
        "Unsupported variant",
        "The publisher names this variant but gives no rules for it, so it is not refereed.",
    ),
    "too-many-requests": Kind(
        429, "Too many requests", "The header Retry-After says in how many seconds to try again."
    ),
    "internal": Kind(
        500,
        "Internal error",
        "The referee has a fault. Please report it with the request id; the request itself can "
        "be sent again, as all operations are pure.",
    ),
}

_BY_STATUS: Mapping[int, str] = {
    status: next(name for name, kind in KINDS.items() if kind.status == status)
    for status in (400, 404, 405, 406, 413, 415, 422, 429, 500)
}


_SEALS: Mapping[type[Faulty], str] = {
    BrokenSeal: "broken-seal",
    UnknownSealKey: "unknown-seal-key",
    SealRequired: "seal-required",
}


class Problem(Exception):
    """An error that is answered as a problem of one of the `KINDS`."""

    def __init__(self, name: str, detail: str, **members: Any) -> None:
        """Keep the extension members: `errors`, `violation`, `index`."""
        super().__init__(detail)
        self.name = name
        self.detail = detail
        self.members = members

    @property
    def status(self) -> int:
        """The HTTP status."""
        return KINDS[self.name].status

    def body(self) -> dict[str, Any]:
        """Return the members of the problem document."""
        kind = KINDS[self.name]
        return {
            "type": f"/problems/{self.name}",
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail,
            **self.members,
        }


class FaultSchema(Schema):
    """One member of the request that is to blame."""

    pointer = fields.String(
        required=True, metadata={"description": "JSON pointer (RFC 6901) into the request body."}
    )
    message = fields.String(required=True)


class ViolationSchema(Schema):
    """Why a move is not legal."""

    code = fields.String(required=True, metadata={"description": "Stable, for programs."})
    rule = fields.String(required=True, metadata={"description": "The id of the rule."})
    message = fields.String(required=True, metadata={"description": "For players."})
    details = fields.Dict(required=True)


class ProblemSchema(Schema):
    """Problem details (RFC 9457)."""

    type = fields.String(required=True, metadata={"format": "uri-reference"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(FaultSchema))
    violation = fields.Nested(ViolationSchema)
    index = fields.Integer(metadata={"description": "In a replay: which move."})
    request_id = fields.String()


def _invalid_request(error: Malformed) -> Problem:
    first = error.faults[0]
    detail = f"{first.pointer or 'The body'}: {first.message}"
    return Problem("invalid-request", detail, errors=error.told)


def problem_of(error: BaseException) -> Problem:
    """Say which problem an error is; what nobody foresaw is `internal`, and is logged."""
    match error:
        case Problem():
            return error
        case Malformed():
            return _invalid_request(error)
        case Incoherent():
            count = len(error.faults)
            detail = f"The state has {count} fault{'s'[: count != 1]}: {error.faults[0].message}"
            return Problem("invalid-state", detail, errors=error.told)
        case BrokenSeal() | UnknownSealKey() | SealRequired():
            return Problem(_SEALS[type(error)], error.faults[0].message, errors=error.told)
        case UnknownDeck():
            return Problem("not-found", str(error))
        case UnsupportedVersion():
            return Problem("unsupported-version", str(error))
        case UnsupportedVariant():
            return Problem("unsupported-variant", str(error))
        case Illegal():
            where = {} if error.index is None else {"index": error.index}
            detail = error.refusal.message
            return Problem("illegal-move", detail, violation=error.refusal, **where)
        case HTTPException(code=int(code)) if code in _BY_STATUS:
            return Problem(_BY_STATUS[code], _http_detail(error))
    _log.error("request %s failed", _request_id(), exc_info=error)
    return Problem("internal", "The referee has a fault; nothing is wrong with the request.")


def _request_id() -> str | None:
    return request.environ.get(REQUEST_ID) if has_request_context() else None


def _http_detail(error: HTTPException) -> str:
    return {
        404: "There is nothing at this path.",
        405: "This path does not know that method.",
        429: "This client has sent too many requests.",
    }.get(error.code or 0, KINDS[_BY_STATUS[error.code or 500]].text)


def answer(error: Exception) -> Response | HTTPException:
    """Answer an error: the one handler of the application."""
    if isinstance(error, HTTPException) and (error.code or 500) < 400:
        return error
    problem = problem_of(error)
    body = {**problem.body(), "request_id": _request_id()}
    response = Response(msgspec.json.encode(body), problem.status, mimetype=MEDIA_TYPE)
    if isinstance(error, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
    if isinstance(error, HTTPException):
        kept = [(k, v) for k, v in error.get_headers() if k == "Retry-After"]
        response.headers.extend(kept)
    return response


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{{ kind.title }}</title>
<style>body { font: 1.1em/1.5 sans-serif; max-width: 40em; margin: 3em auto }</style>
<h1>{{ kind.title }}</h1>
<p><code>{{ name }}</code>, HTTP status {{ kind.status }} {{ phrase }}</p>
<p>{{ kind.text }}</p>
<p>See also: {% for other in kinds if other != name %}
<a href="/problems/{{ other }}">{{ other }}</a>{% endfor %}</p>
</html>
"""


def page(name: str) -> Response:
    """Answer with the page on a kind of problem. Raises `Problem` where there is none."""
    if name not in KINDS:
        raise Problem("not-found", f"There is no problem called {name!r}.")
    kind = KINDS[name]
    phrase = HTTPStatus(kind.status).phrase
    html = render_template_string(_PAGE, name=name, kind=kind, kinds=KINDS, phrase=phrase)
    return Response(html, mimetype="text/html")


def register(app: Flask) -> None:
    """Make every error of the application a problem, those of Flask and Werkzeug included."""
    app.register_error_handler(Exception, answer)
    app.register_error_handler(HTTPException, answer)
