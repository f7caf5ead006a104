"""What can go wrong, as a hierarchy; `RefereeError` catches all of it.

    RefereeError
    ├── ConnectionFailed         no answer, or none that could be read to its end
    ├── ApiError                 an answer that says no
    │   ├── IllegalMove          against the rules: names the rule
    │   ├── InvalidState         a state that cannot be: names every fault
    │   ├── InvalidRequest       a request that the referee does not understand
    │   │   ├── SealRefused      a state's seal is broken, of an unknown key, or missing
    │   │   ├── UnsupportedVersion
    │   │   └── UnsupportedVariant
    │   ├── NotFound             no such game, rule, card, lookup or deck
    │   ├── TooManyRequests      still, after the retries
    │   ├── ServerError          the referee, or what stands before it, failed
    │   └── UnexpectedAnswer     not the referee's way to answer; most likely somebody else's
    ├── UndoRefused              taking the move back would give something away
    ├── LogError                 a damaged log
    └── LogMismatch              a log that does not lead to the state held

All of them can be pickled.
"""

from collections.abc import Mapping
from typing import Any, Final

from .types import Fault

_FAULTS_SHOWN = 10


class RefereeError(Exception):
    """Anything that this package raises, but for arguments that make no sense (`ValueError`).

    Attributes:
        status: The HTTP status, or None where there was no answer.
        request_id: The answer's X-Request-Id, or None.
    """

    status: int | None = None
    request_id: str | None = None


class ConnectionFailed(RefereeError):
    """There was no answer (time-outs included), or one that broke off, after all retries."""


class ApiError(RefereeError):
    """An answer that says no.

    Attributes:
        status: The HTTP status.
        request_id: The answer's X-Request-Id, or None.
        body: The problem as it came, or the text of an answer that was no problem.
        name: The problem's name (`invalid-state`), "" if there is none.
        title: What kind of problem it is, "" if that was not said.
        detail: What is wrong here, "" if that was not said.
        errors: Where fields are to blame, `{"pointer", "message"}` for each.
    """

    def __init__(
        self,
        status: int,
        body: Any = None,
        request_id: str | None = None,
        detail: str | None = None,
    ) -> None:
        # Pickling calls the class with exactly these.
        super().__init__(status, body, request_id, detail)
        problem: Mapping[str, Any] = body if isinstance(body, Mapping) else {}
        self.status: int = status
        self.request_id = request_id
        self.body: Any = body
        self.name = problem_name(problem) or ""
        self.title = _text(problem, "title")
        self.detail = detail or _text(problem, "detail")
        self.errors = _faults(problem.get("errors"))

    def __str__(self) -> str:
        lines = [self.detail or self.title or f"The referee answered with status {self.status}."]
        faults = [f"{fault['pointer']}: {fault['message']}" for fault in self.errors]
        # The detail may well be the first of them.
        lines += [fault for fault in faults[:_FAULTS_SHOWN] if fault not in self.detail]
        if len(faults) > _FAULTS_SHOWN:
            lines.append(f"and {len(faults) - _FAULTS_SHOWN} more")
        return "\n  ".join(lines)


class IllegalMove(ApiError):
    """A move that the rules do not allow.

    Attributes:
        rule: The id of the rule that decides (`fit.step`).
        code: What is wrong, as a stable name (`colour_mismatch`).
        message: The reason in words.
        details: What the reason speaks of, by name.
        index: In a replay, the place of the move among those sent, from 0; else None.
    """

    def __init__(
        self,
        status: int,
        body: Any = None,
        request_id: str | None = None,
        detail: str | None = None,
    ) -> None:
        super().__init__(status, body, request_id, detail)
        problem: Mapping[str, Any] = body if isinstance(body, Mapping) else {}
        violation = _mapping(problem.get("violation"))
        index = problem.get("index")
        self.rule = _text(violation, "rule")
        self.code = _text(violation, "code")
        self.message = _text(violation, "message") or self.detail
        self.details: dict[str, Any] = dict(_mapping(violation.get("details")))
        self.index: int | None = index if isinstance(index, int) else None

    def __str__(self) -> str:
        where = "" if self.index is None else f"Move at index {self.index}: "
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{where}{self.message}{rule}"


class InvalidState(ApiError):
    """A state that cannot be; `errors` names every fault found."""


class InvalidRequest(ApiError):
    """A request that the referee does not understand; `errors` names the fields to blame."""


class SealRefused(InvalidRequest):
    """A state's seal does not hold, its key is not known, or there is none where one has to be.

    `name` says which: `broken-seal`, `unknown-seal-key` or `seal-required`.
    """


class UnsupportedVersion(InvalidRequest):
    """A state of another version of the game's format or rulings."""


class UnsupportedVariant(InvalidRequest):
    """A variant whose rules the publisher has not given."""


class NotFound(ApiError):
    """No such path, game, rule, card, lookup or installed deck."""


class TooManyRequests(ApiError):
    """The server's limit was still exceeded after all retries.

    Attributes:
        retry_after: How many seconds the server asks to wait, or None if it did not say.
    """

    retry_after: float | None = None


class ServerError(ApiError):
    """The referee, or a proxy before it, failed (a status of 500 or more), after all retries."""

    def __str__(self) -> str:
        told = super().__str__()
        known = self.request_id is None or self.request_id in told
        return told if known else f"{told} [request {self.request_id}]"


class UnexpectedAnswer(ApiError):
    """An answer that is not the referee's: no JSON, a redirect, another service's error page."""


class UndoRefused(RefereeError):
    """There is no move to take back, or taking it back would give something away."""


class LogError(RefereeError):
    """A log that cannot be read.

    Attributes:
        line: The line that is at fault, from 1.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line} of the log: {self.reason}"


class LogMismatch(RefereeError):
    """The log does not lead to the state held.

    Attributes:
        pointer: Where the two states first differ, as a JSON pointer; None if it is not the
            states that differ.
    """

    def __init__(self, reason: str, pointer: str | None = None) -> None:
        super().__init__(reason, pointer)
        self.pointer = pointer

    def __str__(self) -> str:
        return str(self.args[0])


_BY_NAME: Final[dict[str, type[ApiError]]] = {
    "illegal-move": IllegalMove,
    "invalid-state": InvalidState,
    "broken-seal": SealRefused,
    "unknown-seal-key": SealRefused,
    "seal-required": SealRefused,
    "unsupported-version": UnsupportedVersion,
    "unsupported-variant": UnsupportedVariant,
}
_BY_STATUS: Final[dict[int, type[ApiError]]] = {
    400: InvalidRequest,
    404: NotFound,
    413: InvalidRequest,
    415: InvalidRequest,
    422: InvalidRequest,
}


def problem_name(body: Any) -> str | None:
    """Return the last part of a problem's `type`, or None if this is no problem."""
    kind = body.get("type") if isinstance(body, Mapping) else None
    return kind.rstrip("/").rpartition("/")[2] if isinstance(kind, str) else None


def error_from(
    status: int, body: Any, request_id: str | None = None, detail: str | None = None
) -> ApiError:
    """Build the error that an answer stands for; it is returned, not raised.

    Useful for the answers of a batch: `raise error_from(answer["status"], answer["body"])`.

    Args:
        status: The HTTP status, not 200.
        body: The answer's JSON, or its text.
        request_id: The answer's X-Request-Id.
        detail: What to tell a person where the body has no words for it.
    """
    return _kind(status, problem_name(body))(status, body, request_id, detail)


def _kind(status: int, name: str | None) -> type[ApiError]:
    if status == 429:
        return TooManyRequests
    if status >= 500:
        return ServerError
    if name is None:
        return UnexpectedAnswer
    return _BY_NAME.get(name) or _BY_STATUS.get(status, ApiError)


def _text(members: Mapping[str, Any], name: str) -> str:
    value = members.get(name)
    return value if isinstance(value, str) else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _faults(value: Any) -> list[Fault]:
    listed = value if isinstance(value, list) else []
    return [
        {"pointer": _text(fault, "pointer"), "message": _text(fault, "message")}
        for fault in map(_mapping, listed)
    ]
