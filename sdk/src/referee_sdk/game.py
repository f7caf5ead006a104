"""The operations of one game, a method each.

Every method returns the JSON object of the answer as the HTTP interface documents it (see
`referee_sdk.types`), and raises what `referee_sdk.errors` lists: `ConnectionFailed` without an
answer, an `ApiError` for an answer that says no. Nothing given is ever changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar
from urllib.parse import quote

from .table import Table
from .transport import Transport
from .types import (
    Applied,
    Description,
    Detail,
    Event,
    GameInfo,
    LegalMoves,
    Move,
    ReplayAnswer,
    RuleEntry,
    RulesAnswer,
    SampleAnswer,
    SetupAnswer,
    Verdict,
    ViewAnswer,
)

Answer = TypeVar("Answer")


class Game:
    """One game's operations, one method each.

    Attributes:
        name: The game's name, as in a state's `game`.
    """

    def __init__(self, transport: Transport, name: str) -> None:
        self._transport = transport
        self._path = f"/v1/games/{_segment(name)}"
        self.name = name

    def __repr__(self) -> str:
        return f"<Game {self.name} of {self._transport.shown_url}>"

    def info(self) -> GameInfo:
        """Tell all about the game: options, JSON Schemas of moves and state, events, lookups."""
        return self._transport.get(self._path, GameInfo)

    def rules(self, q: str | None = None, limit: int | None = None) -> RulesAnswer:
        """List the rulebook, `{"rules": [{"rule", "title", "text", …}]}`.

        Args:
            q: What to look for; then the best match comes first.
            limit: How many at most.
        """
        params = _query({"q": q, "limit": limit})
        return self._transport.get(f"{self._path}/rules", RulesAnswer, params)

    def rule(self, rule_id: str) -> RuleEntry:
        """Fetch one rule (`fit.step`); raises `NotFound`."""
        return self._transport.get(f"{self._path}/rules/{_segment(rule_id)}", RuleEntry)

    def cards(self, deck: str | None = None) -> dict[str, Any]:
        """Fetch the catalogue of cards, of one of the installed decks where a game has several."""
        return self._transport.get(f"{self._path}/cards", dict, _query({"deck": deck}))

    def card(self, card_id: str, deck: str | None = None) -> dict[str, Any]:
        """Fetch one card: `id`, `name`, `count`, what it does; raises `NotFound`."""
        path = f"{self._path}/cards/{_segment(card_id)}"
        return self._transport.get(path, dict, _query({"deck": deck}))

    def setup(
        self,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        seed: str | None = None,
        chance: Literal["seeded", "table"] = "seeded",
        first_player: str | None = None,
        deck: Any = None,
    ) -> SetupAnswer:
        """Set a game up.

        Args:
            players: Their ids in turn order.
            options: The game's options; what is left out is at its default.
            seed: 1 to 200 characters; left out, the referee draws one.
            chance: `seeded`, or `table` for cards and dice that lie on a real table.
            first_player: Who begins, where the game lets one choose.
            deck: The game's deck, as its page says.

        Returns:
            `{"state", "events", "to_act"}`.
        """
        return self._setup(_setup_body(players, options, seed, chance, first_player, deck))

    def table(
        self,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        seed: str | None = None,
        chance: Literal["seeded", "table"] = "seeded",
        first_player: str | None = None,
        deck: Any = None,
    ) -> Table:
        """Set a game up, as `setup` does, and return the `Table` that holds it."""
        body = _setup_body(players, options, seed, chance, first_player, deck)
        return Table(self, self._setup(body), setup=body)

    def check(self, state: Mapping[str, Any], move: Move) -> Verdict:
        """Ask whether a move is legal: `{"legal", …}`, with the `violation` if it is not."""
        return self._post("check", Verdict, {"state": state, "move": move})

    def apply(self, state: Mapping[str, Any], move: Move) -> Applied:
        """Make a move: `{"state", "events", "to_act", "assumptions", "undoable"}`.

        Raises:
            IllegalMove: The rules do not allow it.
        """
        return self._post("apply", Applied, {"state": state, "move": move})

    def legal_moves(self, state: Mapping[str, Any], player: str | None = None) -> LegalMoves:
        """List what `player`, or anybody who may act, may do: `{"moves", "complete", …}`."""
        return self._post("legal-moves", LegalMoves, {"state": state, "player": player})

    def view(
        self,
        state: Mapping[str, Any],
        player: str | None = None,
        events: Iterable[Event] = (),
    ) -> ViewAnswer:
        """Hide what a player, or a spectator (None), may not see: `{"state", "events"}`."""
        body = {"state": state, "player": player, "events": list(events)}
        return self._post("view", ViewAnswer, body)

    def describe(self, state: Mapping[str, Any], player: str | None = None) -> Description:
        """Put the position into words: `{"headline", "lines", "facts", "to_act"}`."""
        return self._post("describe", Description, {"state": state, "player": player})

    def replay(
        self,
        moves: Iterable[Move],
        setup: Mapping[str, Any] | None = None,
        state: Mapping[str, Any] | None = None,
        detail: Detail = "last",
    ) -> ReplayAnswer:
        """Make up to 10,000 moves in one go.

        Args:
            moves: The moves in order.
            setup: The body of a setup request to start from, or
            state: the state to start from.
            detail: `last` for the end only, `events`, or `all` for the states on the way too.

        Returns:
            `{"state", "applied", "to_act"}`, and `events` and `states` as asked for.

        Raises:
            IllegalMove: The rules do not allow a move; its `index` says which.
            ValueError: Neither or both of `setup` and `state` were given.
        """
        if (setup is None) == (state is None):
            raise ValueError("replay starts from either setup or state")
        start = {"setup": setup} if state is None else {"state": state}
        body = {**start, "moves": list(moves), "detail": detail}
        return self._post("replay", ReplayAnswer, body)

    def sample(
        self, state: Mapping[str, Any], seed: str | None = None, count: int = 1
    ) -> SampleAnswer:
        """Draw up to 100 full states, `{"states"}`, that agree with a view or table state.

        Args:
            state: What is known.
            seed: The same seed draws the same states; left out, the referee draws one.
            count: How many.
        """
        body = {"state": state, "seed": seed, "count": count}
        return self._post("sample", SampleAnswer, body)

    def lookup(self, name: str, /, **params: Any) -> dict[str, Any]:
        """Ask for one of the game's quick answers: `lookup("fit", card="O5", on=["T4", "G4"])`.

        Args:
            name: The lookup, as `info` lists them.
            params: Its parameters; a list is sent with commas, None is left out.
        """
        return self._transport.get(f"{self._path}/lookups/{_segment(name)}", dict, _query(params))

    def _setup(self, body: Mapping[str, Any]) -> SetupAnswer:
        return self._post("setup", SetupAnswer, body)

    def _post(self, operation: str, shape: type[Answer], body: Mapping[str, Any]) -> Answer:
        return self._transport.post(f"{self._path}/{operation}", shape, body)


def _setup_body(
    players: Sequence[str],
    options: Mapping[str, Any] | None,
    seed: str | None,
    chance: str,
    first_player: str | None,
    deck: Any,
) -> dict[str, Any]:
    return {
        "players": list(players),
        "options": options or {},
        "seed": seed,
        "chance": chance,
        "first_player": first_player,
        "deck": deck,
    }


def _segment(name: str) -> str:
    """Encode one segment of a path; an id may be `+` or hold a slash."""
    # URL libraries resolve these away, encoded or not, and would ask for something else.
    if name in ("", ".", ".."):
        raise ValueError(f"{name!r} names nothing")
    return quote(name, safe="")


def _query(params: Mapping[str, Any]) -> dict[str, str]:
    return {name: _value(value) for name, value in params.items() if value is not None}


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(map(_value, value))
    return str(value)
