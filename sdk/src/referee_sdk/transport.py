"""Requests and their answers: one session, a time-out and retries for everything.

Every operation of the referee is pure, so whatever failed on the way may simply be sent again.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast
from urllib.parse import SplitResult, urlsplit

import requests
from requests.adapters import BaseAdapter, HTTPAdapter
from requests.exceptions import ChunkedEncodingError, ConnectionError, RequestException
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    InvalidHeader,
    NewConnectionError,
    ReadTimeoutError,
)
from urllib3.util.retry import Retry

from .errors import (
    ApiError,
    ConnectionFailed,
    TooManyRequests,
    UnexpectedAnswer,
    error_from,
    problem_name,
)

if TYPE_CHECKING:
    from urllib3.response import BaseHTTPResponse

VERSION: Final = "1.0.0"
LONGEST_WAIT: Final = 30.0
"""However long a Retry-After asks to wait, no retry waits longer than this, in seconds."""
LONGEST_TIMEOUT: Final = 86_400.0

_HEADERS: Final = {
    "Accept": "application/json, application/problem+json",
    "User-Agent": f"tabletop-referee-sdk/{VERSION}",
}
_EXCERPT = 120

Answer = TypeVar("Answer")


def encode(value: Any) -> bytes:
    """Write a value as JSON; any mapping will do where JSON has an object.

    Raises:
        TypeError: Something in it has no JSON.
        ValueError: It holds a NaN or an infinity, or itself.
    """
    return json.dumps(value, allow_nan=False, separators=(",", ":"), default=_as_object).encode()


def _as_object(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{value!r} has no place in JSON")


def retry_after(header: str | None) -> float | None:
    """Read a Retry-After header, seconds or a date; None if there is none that makes sense."""
    try:
        return None if header is None else float(Retry().parse_retry_after(header))
    except (InvalidHeader, ValueError, OverflowError):
        return None


class PatientRetry(Retry):
    """Obeys a Retry-After, but neither for hours nor where it makes no sense."""

    # The forced statuses are all there is to retry: a 413 stays one, however long one waits.
    RETRY_AFTER_STATUS_CODES = frozenset()

    def get_retry_after(self, response: "BaseHTTPResponse") -> float | None:
        """Return how many seconds to wait before the next try."""
        asked = retry_after(response.headers.get("Retry-After"))
        return None if asked is None else min(asked, LONGEST_WAIT)


class RetryingAdapter(HTTPAdapter):
    """Sends over the network, and again if need be."""

    def __init__(self, retries: int) -> None:
        super().__init__(
            max_retries=PatientRetry(
                total=retries,
                allowed_methods=None,
                status_forcelist=(429, 502, 503, 504),
                backoff_factor=0.2,
                raise_on_status=False,
            )
        )

    def send(
        self, request: requests.PreparedRequest, *args: Any, **kwargs: Any
    ) -> requests.Response:
        """Send a request and read its answer to the end."""
        retry = self.max_retries
        while True:
            response = super().send(request, *args, **kwargs)
            try:
                # urllib3 retries only up to the headers; a body that breaks off is left to us.
                _ = response.content
                return response
            except (ChunkedEncodingError, ConnectionError) as error:
                retry = retry.increment(request.method, request.url, error=error)
                retry.sleep()


class _Session(requests.Session):
    def get_redirect_target(self, resp: requests.Response) -> None:
        """Look at no redirect: requests would parse what is not followed, and trip over it."""


class Transport:
    """One session with one server."""

    def __init__(self, base_url: str, timeout: float, adapter: BaseAdapter) -> None:
        parts = _checked(base_url)
        if not 0 < timeout <= LONGEST_TIMEOUT:
            raise ValueError(f"timeout is a number of seconds above 0, not {timeout!r}")
        self._base_url = base_url.rstrip("/")
        # What people see has no user name and password in it.
        self.shown_url = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl().rstrip("/")
        self._timeout = timeout
        self._session = _Session()
        self._session.headers.update(_HEADERS)
        self._session.mount("http://", adapter)
        self._session.mount("https://", adapter)

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def get(
        self, path: str, shape: type[Answer], params: Mapping[str, str] | None = None
    ) -> Answer:
        """Fetch a path below the base URL; see `read` for what is returned and raised."""
        return self._ask("GET", path, shape, params=params)

    def post(self, path: str, shape: type[Answer], body: Mapping[str, Any]) -> Answer:
        """Post a JSON body to a path below the base URL; see `read`."""
        headers = {"Content-Type": "application/json"}
        return self._ask("POST", path, shape, data=encode(body), headers=headers)

    def _ask(self, method: str, path: str, shape: type[Answer], **kwargs: Any) -> Answer:
        label = f"{method} {self.shown_url}{path}"
        try:
            response = self._session.request(
                method,
                self._base_url + path,
                timeout=self._timeout,
                allow_redirects=False,
                **kwargs,
            )
        # requests lets some of urllib3's errors through.
        except (RequestException, HTTPError) as error:
            raise ConnectionFailed(f"{label}: {self._reason(error)}") from error
        return read(response, shape, label)

    def _reason(self, error: BaseException) -> str:
        cause = _root(error)
        timed_out = isinstance(cause, (ReadTimeoutError, ConnectTimeoutError))
        if timed_out and not isinstance(cause, NewConnectionError):
            return f"no answer within {self._timeout:g} seconds"
        # urllib3 puts the connection's own words first: "HTTPConnection(host=…): … : refused".
        return f"no answer ({str(cause).rsplit(': ', 1)[-1]})"


def read(response: requests.Response, shape: type[Answer], label: str) -> Answer:
    """Return the JSON object of an answer as it is.

    Args:
        response: The answer.
        shape: The TypedDict whose required members it must have, or dict for any.
        label: What was asked, for people.

    Raises:
        ApiError: It is not a 200, not JSON, no object or lacks a member.
    """
    try:
        body = json.loads(response.content)
    except (ValueError, RecursionError):
        body = None
    if response.status_code != 200 or not isinstance(body, dict):
        raise _refusal(response, body, label)
    missing = sorted(getattr(shape, "__required_keys__", frozenset()) - body.keys())
    if missing:
        detail = f"{label} was answered without {', '.join(missing)}: {_excerpt(response)}"
        raise UnexpectedAnswer(200, body, _request_id(response), detail)
    return cast(Answer, body)


def _refusal(response: requests.Response, body: Any, label: str) -> ApiError:
    request_id = _request_id(response)
    if problem_name(body) is None:
        text = response.content.decode("utf-8", "replace")
        puzzle = f"{label} was answered with {_what(response, body)}"
        error = error_from(response.status_code, text, request_id, puzzle)
    else:
        error = error_from(response.status_code, body, request_id)
    if isinstance(error, TooManyRequests):
        error.retry_after = retry_after(response.headers.get("Retry-After"))
    return error


def _what(response: requests.Response, body: Any) -> str:
    status = response.status_code
    if 300 <= status < 400:
        target = response.headers.get("Location", "nowhere")
        return f"{status}, a redirect to {target}; redirects are not followed: check base_url"
    kind = response.headers.get("Content-Type", "no content type")
    problem = "JSON that is not the referee's" if body is not None else "not with readable JSON"
    return f"{status} ({kind}), {problem}: {_excerpt(response)}"


def _excerpt(response: requests.Response) -> str:
    text = " ".join(response.content[:1000].decode("utf-8", "replace").split())
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:_EXCERPT])
    return f"{shown}…" if len(text) > _EXCERPT else shown or "(an empty body)"


def _request_id(response: requests.Response) -> str | None:
    return response.headers.get("X-Request-Id")


def _root(error: BaseException) -> BaseException:
    """Find what the layers below wrapped: the innermost reason that they give."""
    wrapped = (*error.args, getattr(error, "reason", None))
    inner = [each for each in wrapped if isinstance(each, BaseException)]
    return _root(inner[-1]) if inner else error


def _checked(base_url: str) -> SplitResult:
    wrong = f"base_url is something like http://127.0.0.1:8000, not {base_url!r}"
    try:
        parts = urlsplit(base_url)
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError as error:
        raise ValueError(wrong) from error
    if not fits or parts.query or parts.fragment or base_url != "".join(base_url.split()):
        raise ValueError(wrong)
    return parts
