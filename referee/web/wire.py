"""Bytes in, bytes out: request bodies, JSON, pointers for what the decoders refuse."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

import flask
import marshmallow
import msgspec
import orjson
from flask import Request, Response
from flask.json.provider import JSONProvider

from referee.core import decoding
from referee.core.decoding import escaped
from referee.core.errors import Malformed
from referee.core.records import Fault
from referee.web.problems import Problem

MAX_BODY = 1024 * 1024


def read_query() -> Mapping[str, str]:
    """Return the parameters of the query string. Raises `Problem` where it is no UTF-8."""
    try:
        return current_request().args
    except UnicodeDecodeError:
        message = "The query string is not UTF-8."
        raise Problem("invalid-request", message, errors=(Fault("", message),)) from None


class Sent:
    """A JSON value as it was sent, and, once somebody asks for it, parsed.

    Most requests never do: they are decoded from their text at once.
    """

    def __init__(self, text: bytes | msgspec.Raw | None, parse: Callable[[], Any]) -> None:
        """Keep the text, where there is one, and how to parse it."""
        self.text = text
        self._parse = parse

    @cached_property
    def value(self) -> Any:
        """The parsed value. Raises `Problem` where the text is no JSON."""
        return self._parse()


def parsed(value: Any) -> Sent:
    """Return a value that has been parsed already."""
    return Sent(None, lambda: value)


def current_request() -> Request:
    """Return the request itself, not the proxy, which looks it up for each of its members."""
    asked: Request = flask.request._get_current_object()  # type: ignore[attr-defined]
    return asked


def read_body() -> Sent:
    """Read the request's JSON. Raises `Problem`: too large, empty, or of another type."""
    request = current_request()
    body = _read(request)
    if not body:
        raise Problem("malformed-json", "The body is empty.")
    if request.mimetype != "application/json":
        sent = request.mimetype or "no content type"
        raise Problem("unsupported-media-type", f"The body is sent as {sent}.")
    return Sent(body, partial(_parse, body))


def _parse(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Problem("malformed-json", f"The body is not JSON: {error}.") from None


def _read(request: Request) -> bytes:
    # A chunked body has no length, and what a server does at a limit of Flask's differs: some
    # cut the body short. So one byte more than is allowed is read, and seen.
    length = request.content_length
    if length is not None and length <= MAX_BODY:
        return request.get_data(cache=False)
    if length is None:
        body: bytes = request.stream.read(MAX_BODY + 1)
        if len(body) <= MAX_BODY:
            return body
    raise too_large()


def too_large() -> Problem:
    """Make the problem of a body over the limit."""
    return Problem("body-too-large", f"A body has at most {MAX_BODY} bytes.")


def faults_of(messages: Any, pointer: str = "") -> Iterator[Fault]:
    """Flatten marshmallow's nested messages to faults with JSON pointers."""
    if isinstance(messages, dict):
        for key, value in messages.items():
            below = pointer if key == "_schema" else f"{pointer}/{escaped(str(key))}"
            yield from faults_of(value, below)
    elif isinstance(messages, list):
        for message in messages:
            yield from faults_of(message, pointer)
    else:
        yield Fault(pointer, str(messages))


def decode(raw: Any, record: Any) -> Any:
    """Decode a parsed value into a record.

    Raises marshmallow's ValidationError, its messages nested like the value.
    """
    try:
        return decoding.decode(raw, record)
    except Malformed as error:
        raise marshmallow.ValidationError(_nested(error.faults[0])) from None


def _nested(fault: Fault) -> Any:
    nested: Any = [fault.message]
    for step in reversed(fault.pointer.split("/")[1:]):
        nested = {step.replace("~1", "/").replace("~0", "~"): nested}
    return nested


class Json(JSONProvider):
    """The application's JSON: records are written as they stand."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Write a value as JSON text."""
        return msgspec.json.encode(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Read JSON."""
        return orjson.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """Answer with a value as JSON."""
        content = msgspec.json.encode(self._prepare_response_obj(args, kwargs))
        return Response(content, mimetype="application/json")
