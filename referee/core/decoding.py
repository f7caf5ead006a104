"""Strict decoding of parsed JSON into records, with JSON pointers to what is refused."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec

from referee.core.errors import Malformed
from referee.core.records import MOST_LISTED, Fault, Record

T = TypeVar("T")

_AT = re.compile(r" - at `(?P<path>[^`]*)`$")
_MEMBER = re.compile(r"^Object (?P<what>contains unknown|missing required) field `(?P<name>.*)`")
_SOME_KEY = "..."
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")


def decode(raw: Any, record: type[T]) -> T:
    """Decode a parsed value. Raises `Malformed` with the first fault."""
    try:
        return msgspec.convert(raw, record)
    except msgspec.ValidationError as error:
        raise Malformed([_fault(raw, record, str(error))]) from None


@lru_cache(maxsize=128)
def decoder(record: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder of JSON text into a record."""
    return msgspec.json.Decoder(record)


def decode_json(text: bytes, record: Any) -> Any:
    """Decode JSON text at once. Raises `Malformed` with the first fault."""
    try:
        with suppress(msgspec.ValidationError):
            return decoder(record).decode(text)
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed([Fault("", f"This is not JSON: {error}.")]) from None
    return decode(raw, record)


def _fault(raw: Any, record: Any, text: str) -> Fault:
    """Turn msgspec's "Expected … - at `$.players[0].id`" into a pointer and a message."""
    at = _AT.search(text)
    message = text[: at.start()] if at else text
    steps: list[str] = []
    for step in _STEP.finditer(at["path"] if at else ""):
        named = step["index"] or step["name"]
        steps.append(_key(raw, record, steps, text) if named == _SOME_KEY else named)
    if member := _MEMBER.match(message):
        steps.append(member["name"])
        message = UNKNOWN_MEMBER if "unknown" in member["what"] else MISSING_MEMBER
    return Fault("".join(f"/{escaped(step)}" for step in steps), message)


def _key(raw: Any, record: Any, steps: list[str], text: str) -> str:
    """Return the key of a mapping that is refused, which msgspec does not name.

    Halving finds it: the half that holds it is refused in the same way as the whole.
    """
    mapping = _at(raw, steps)
    keys = list(mapping)
    while len(keys) > 1:
        half = keys[: len(keys) // 2]
        part = _with(raw, steps, {key: mapping[key] for key in half})
        keys = half if _refused(part, record) == text else keys[len(half) :]
    return str(keys[0])


def _refused(raw: Any, record: Any) -> str | None:
    try:
        msgspec.convert(raw, record)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def _at(raw: Any, steps: list[str]) -> Any:
    for step in steps:
        raw = raw[int(step)] if isinstance(raw, list) else raw[step]
    return raw


def _with(raw: Any, steps: list[str], value: Any) -> Any:
    """Return a value with what lies at the steps replaced."""
    if not steps:
        return value
    first, *below = steps
    if isinstance(raw, list):
        place = int(first)
        return [*raw[:place], _with(raw[place], below, value), *raw[place + 1 :]]
    return {**raw, first: _with(raw[first], below, value)}


UNKNOWN_MEMBER = "There is no such member."
MISSING_MEMBER = "This is required."


def escaped(step: str) -> str:
    """Escape one step of a JSON pointer (RFC 6901)."""
    return step.replace("~", "~0").replace("/", "~1")


def every_fault(raw: Any, record: Any, pointer: str = "") -> Iterator[Fault]:
    """List all that keeps a parsed value from being decoded, not the first fault alone.

    Looks into records and lists of records; what else is wrong in one member is told once.
    """
    if _is_record(record) and isinstance(raw, Mapping):
        yield from _member_faults(raw, record, pointer)
    elif (item := _listed(record)) and isinstance(raw, list) and len(raw) <= MOST_LISTED:
        for index, value in enumerate(raw):
            yield from every_fault(value, item, f"{pointer}/{index}")
    else:
        try:
            decode(raw, record)
        except Malformed as error:
            yield from (Fault(pointer + fault.pointer, fault.message) for fault in error.faults)


def _is_record(record: Any) -> bool:
    return isinstance(record, type) and issubclass(record, Record)


def _listed(record: Any) -> Any:
    """Return the record that a type lists, if it is a list of records (`Listed`)."""
    if get_origin(record) is not Annotated or get_origin(get_args(record)[0]) is not tuple:
        return None
    item = get_args(get_args(record)[0])[0]
    return item if _is_record(item) else None


def _member_faults(raw: Mapping[str, Any], record: Any, pointer: str) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(record)}
    for name in raw:
        if name not in fields:
            yield Fault(f"{pointer}/{escaped(str(name))}", UNKNOWN_MEMBER)
    for name, field in fields.items():
        if name in raw:
            yield from every_fault(raw[name], field.type, f"{pointer}/{name}")
        elif field.required:
            yield Fault(f"{pointer}/{name}", MISSING_MEMBER)
