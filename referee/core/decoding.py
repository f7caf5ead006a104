"""Strict decoding of parsed JSON into records, with JSON pointers to what is refused."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from referee.core.errors import Malformed
from referee.core.records import Fault, Record

T = TypeVar("T")

_AT = re.compile(r" - at `(?P<path>[^`]*)`$")
_MEMBER = re.compile(r"^Object (?P<what>contains unknown|missing required) field `(?P<name>.*)`")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]")


def decode(raw: Any, record: type[T]) -> T:
    """Decode a parsed value. Raises `Malformed` with the first fault."""
    try:
        return msgspec.convert(raw, record)
    except msgspec.ValidationError as error:
        raise Malformed([_fault(str(error))]) from None


def _fault(text: str) -> Fault:
    """Turn msgspec's "Expected … - at `$.players[0].id`" into a pointer and a message."""
    at = _AT.search(text)
    message = text[: at.start()] if at else text
    path = _STEP.finditer(at["path"] if at else "")
    steps = [step["index"] or step["name"] for step in path]
    if member := _MEMBER.match(message):
        steps.append(member["name"])
        message = UNKNOWN_MEMBER if "unknown" in member["what"] else MISSING_MEMBER
    return Fault("".join(f"/{escaped(step)}" for step in steps), message)


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
    elif get_origin(record) is tuple and _is_record(get_args(record)[0]) and isinstance(raw, list):
        for index, item in enumerate(raw):
            yield from every_fault(item, get_args(record)[0], f"{pointer}/{index}")
    else:
        try:
            decode(raw, record)
        except Malformed as error:
            yield from (Fault(pointer + fault.pointer, fault.message) for fault in error.faults)


def _is_record(record: Any) -> bool:
    return isinstance(record, type) and issubclass(record, Record)


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
