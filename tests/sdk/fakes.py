"""Stand-ins for the server: one with a script of answers, one that referees a tiny game."""

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import requests
from requests.adapters import BaseAdapter

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

JSON = "application/json"
PROBLEM = "application/problem+json"


@dataclass
class Reply:
    """One scripted answer; `torn` announces more than it sends, `dropped` sends nothing."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = JSON
    torn: bool = False
    dropped: bool = False
    held: threading.Event | None = None

    def content(self) -> bytes:
        """Return the body as sent: bytes as they are, anything else as JSON."""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def problem(name: str, status: int, detail: str = "It won't do.", **members: Any) -> Reply:
    """Build a problem as the server writes it."""
    body = {"type": f"/problems/{name}", "title": name, "status": status, "detail": detail}
    return Reply(status, {**body, **members}, {"X-Request-Id": "r-1"}, PROBLEM)


@dataclass
class Asked:
    """A request as it came in."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body's JSON."""
        return json.loads(self.body)


class Server:
    """A loopback server that answers from a script; the last answer is repeated."""

    def __init__(self) -> None:
        self.script: list[Reply] = [Reply()]
        self.asked: list[Asked] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._http.block_on_close = False
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        """Stop serving."""
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def next_reply(self, asked: Asked) -> Reply:
        """Note a request and return the answer to it."""
        self.asked.append(asked)
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(length)
                asked = Asked(self.command, self.path, dict(self.headers.items()), body)
                reply = server.next_reply(asked)
                if reply.held:
                    reply.held.wait()
                if reply.dropped or reply.held:
                    self.close_connection = True
                else:
                    self.send(reply)

            def send(self, reply: Reply) -> None:
                content = reply.content()
                self.send_response(reply.status)
                self.send_header("Content-Type", reply.kind)
                self.send_header("Content-Length", str(len(content) + 50 * reply.torn))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)
                self.close_connection = reply.torn

            def log_message(self, format: str, *args: Any) -> None:
                pass

            do_GET = do_POST = answer  # noqa: N815

        return Handler


class Spy(BaseAdapter):
    """A requests transport that notes what would be sent and answers `{...}` with every member."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__()
        self.answer = answer
        self.sent: list[requests.PreparedRequest] = []
        self.timeouts: list[Any] = []

    def send(
        self, request: requests.PreparedRequest, *args: Any, **kwargs: Any
    ) -> requests.Response:
        """Note a request and answer it."""
        self.sent.append(request)
        self.timeouts.append(kwargs.get("timeout"))
        response = requests.Response()
        response.status_code = 200
        response._content = json.dumps(self.answer).encode()
        return response

    def close(self) -> None:
        """Do nothing."""


Rule = Callable[[Mapping[str, Any]], tuple[int, dict[str, Any]]]


class CountingGame:
    """A WSGI app that referees `count`: ana and bo add 1 to 9 in turn until the sum is 20.

    An `add` is undoable; a `peek` changes nothing but the ply and is not.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer one request."""
        operation = environ["PATH_INFO"].rpartition("/")[2]
        body = json.loads(environ["wsgi.input"].read())
        self.asked.append((operation, body))
        status, answer = getattr(self, operation.replace("-", "_"))(body)
        kind = JSON if status == 200 else PROBLEM
        start_response(f"{status} Whatever", [("Content-Type", kind)])
        return [json.dumps(answer).encode()]

    def operations(self) -> list[str]:
        """Return the operations asked for so far."""
        return [operation for operation, _ in self.asked]

    def setup(self, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Begin at nought."""
        players = [{"id": name} for name in body["players"]]
        state = {"game": "count", "players": players, "sum": 0, "ply": 0, "outcome": None}
        return 200, {"state": state, "events": [], "to_act": to_act(state)}

    def apply(self, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Make a move."""
        state, move = body["state"], body["move"]
        violation = refusal(state, move)
        if violation:
            return 409, illegal(violation)
        after = added(state, move)
        answer = {"state": after, "events": [dict(move)], "to_act": to_act(after)}
        return 200, {**answer, "assumptions": [], "undoable": move["type"] == "add"}

    def replay(self, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Make several moves."""
        state = body["state"]
        for index, move in enumerate(body["moves"]):
            violation = refusal(state, move)
            if violation:
                return 409, {**illegal(violation), "index": index}
            state = added(state, move)
        return 200, {"state": state, "applied": len(body["moves"]), "to_act": to_act(state)}

    def check(self, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Judge a move."""
        violation = refusal(body["state"], body["move"])
        if violation:
            return 200, {"legal": False, "violation": violation}
        return 200, {"legal": True, "assumptions": []}

    def describe(self, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Tell the sum."""
        headline = f"{body['player']} sees {body['state']['sum']}"
        acting = to_act(body["state"])
        return 200, {"headline": headline, "lines": [], "facts": {}, "to_act": acting}

    def view(self, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Hide nothing."""
        return 200, {"state": {**body["state"], "seen_by": body["player"]}, "events": []}

    def legal_moves(self, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """List one move."""
        moves = [{"player": body["player"], "type": "add", "amount": 1}]
        acting = to_act(body["state"])
        return 200, {"to_act": acting, "moves": moves, "complete": False, "weights": None}


def to_act(state: Mapping[str, Any]) -> list[str]:
    """Return who adds next."""
    players = [player["id"] for player in state["players"]]
    return [] if state["outcome"] else [players[state["ply"] % len(players)]]


def refusal(state: Mapping[str, Any], move: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the violation of a move, if it is one."""
    if 1 <= move.get("amount", 1) <= 9 and move["player"] in to_act(state):
        return None
    message = "From 1 to 9 may be added, in turn."
    return {"code": "out_of_reach", "rule": "count.step", "message": message, "details": {}}


def illegal(violation: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of an illegal move."""
    told = {"title": "Illegal move", "status": 409, "detail": violation["message"]}
    return {"type": "/problems/illegal-move", **told, "violation": violation}


def added(state: Mapping[str, Any], move: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state after a move."""
    total = state["sum"] + move.get("amount", 0)
    outcome = {"winners": [move["player"]], "reason": "twenty"} if total >= 20 else None
    return {**state, "sum": total, "ply": state["ply"] + 1, "outcome": outcome}
