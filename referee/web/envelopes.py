"""The envelopes: schemas of requests, answers and queries. What is in them is the games'."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from types import GenericAlias
from typing import Annotated, Any

import msgspec
from marshmallow import INCLUDE, Schema, ValidationError, fields, validate, validates_schema

from referee.core import judge, posted
from referee.core.decoding import UNKNOWN_MEMBER, decoder
from referee.core.errors import MOST_TOLD, Malformed
from referee.core.game import AnyGame
from referee.core.names import MOST_CHARACTERS, NAME_SCHEMA, name_fault
from referee.core.records import MOST_LISTED, Record
from referee.web.problems import ViolationSchema
from referee.web.wire import Sent, decode, faults_of, parsed

MOST_MOVES = 10_000
MOST_REQUESTS = 100
MOST_SAMPLES = 100

_GAME: ContextVar[AnyGame] = ContextVar("game")


@contextmanager
def envelopes_of(game: AnyGame) -> Iterator[None]:
    """Let the fields of envelopes decode the records of this game."""
    token = _GAME.set(game)
    try:
        yield
    finally:
        _GAME.reset(token)


class RecordField(fields.Field[Any]):
    """A record of the game: decoded by it, and written as it stands."""

    kind = ""

    def record(self, game: AnyGame) -> Any:
        """Return what the game decodes it into."""
        raise NotImplementedError

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        return decode(value, self.record(_GAME.get()))

    def _serialize(self, value: Any, attr: Any, obj: Any, **kwargs: Any) -> Any:
        return value


class StateField(RecordField):
    """A state of the game: full, a view, or a table's."""

    kind = "State"

    def record(self, game: AnyGame) -> Any:
        """Return what the game decodes it into."""
        return game.state_type

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        judge.require_version(_GAME.get(), value)
        if isinstance(value, Mapping):
            judge.require_supported(_GAME.get(), value.get("options"))
        return super()._deserialize(value, attr, data, **kwargs)


class MoveField(RecordField):
    """A move of the game."""

    kind = "Move"

    def record(self, game: AnyGame) -> Any:
        """Return what the game decodes it into."""
        return game.move_type


class EventField(RecordField):
    """An event of the game."""

    kind = "Event"

    def record(self, game: AnyGame) -> Any:
        """Return what the game decodes it into."""
        return game.event_type


class OptionsField(RecordField):
    """What is chosen at setup; what is left out is as by default."""

    kind = "Options"

    def record(self, game: AnyGame) -> Any:
        """Return what the game decodes it into."""
        return type(game.default_options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, Mapping):
            raise ValidationError("This is an object.")
        game = _GAME.get()
        judge.require_supported(game, value)
        chosen = {**msgspec.to_builtins(game.default_options), **value}
        return super()._deserialize(chosen, attr, data, **kwargs)


class Listed(fields.List[Any]):
    """A list of at most so many entries, of which no more is looked at than has to be.

    One that is too long is refused as it is; and after so many entries with faults as an answer
    tells, the others are not looked at. Records are decoded together where all are sound.
    """

    def __init__(self, inner: fields.Field[Any], most: int | None = None, **kwargs: Any) -> None:
        """List what `inner` describes."""
        checks = [] if most is None else [validate.Length(max=most)]
        super().__init__(inner, validate=checks, **kwargs)
        self._most = most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        if self._most is not None and len(value) > self._most:
            raise ValidationError(f"Longer than maximum length {self._most}.")
        if isinstance(self.inner, RecordField):
            records = GenericAlias(list, (self.inner.record(_GAME.get()),))
            with suppress(msgspec.ValidationError):
                decoded: list[Any] = msgspec.convert(value, records)
                return decoded
        return self._one_by_one(value, **kwargs)

    def _one_by_one(self, value: list[Any], **kwargs: Any) -> list[Any]:
        loaded = []
        messages: dict[Any, Any] = {}
        for place, entry in enumerate(value):
            try:
                loaded.append(self.inner.deserialize(entry, **kwargs))
            except ValidationError as error:
                messages[place] = error.messages
            if len(messages) > MOST_TOLD:
                break
        if messages:
            raise ValidationError(messages)
        return loaded


def _player_name() -> fields.String:
    length = {"minLength": 1, "maxLength": MOST_CHARACTERS}
    return fields.String(validate=_is_name, metadata={**length, **NAME_SCHEMA})


def _is_name(text: str) -> None:
    if message := name_fault(text):
        raise ValidationError(f"{text!r} {message}")


def _is_unicode(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValidationError("This is not UTF-8.") from None


def _seed(**kwargs: Any) -> fields.String:
    checks: list[Callable[[str], Any]] = [validate.Length(1, 200), _is_unicode]
    return fields.String(load_default=None, allow_none=True, validate=checks, **kwargs)


class Envelope(Schema):
    """What a client sends; members that it does not know are refused."""

    error_messages = {  # noqa: RUF012
        "type": "This is an object.",
        "unknown": UNKNOWN_MEMBER,
    }

    def handle_error(self, error: ValidationError, data: Any, **kwargs: Any) -> None:
        """Tell what is wrong in the order of the members, then as sent: always in the same."""
        sent = data if isinstance(data, Mapping) else ()
        names = dict.fromkeys([*self.fields, *sent])
        places = {name: place for place, name in enumerate(names)}
        by_place = sorted(error.messages_dict.items(), key=lambda told: places.get(told[0], -1))
        error.messages = dict(by_place)

    def record(self, game: AnyGame) -> Any:
        """Return the record of such a request, where types say all about it; else None."""
        return None


class SetupRequest(Envelope):
    """A new game."""

    players = Listed(
        _player_name(),
        MOST_LISTED,
        required=True,
        metadata={"description": "In turn order."},
    )
    options = OptionsField(load_default=lambda: _GAME.get().default_options)
    seed = _seed(metadata={"description": "Left out: 32 hex digits from the operating system."})
    chance = fields.String(load_default="seeded", validate=validate.OneOf(("seeded", "table")))
    first_player = fields.String(load_default=None, allow_none=True)
    deck = fields.Raw(
        load_default=None,
        allow_none=True,
        metadata={"description": "The deck, as the game's page says."},
    )


class StateRequest(Envelope):
    """Something about a state."""

    state = StateField(required=True)


class MoveRequest(StateRequest):
    """A move in a state."""

    move = MoveField(required=True)

    def record(self, game: AnyGame) -> Any:
        """Return the record of a state and a move."""
        return posted.move_request(game)


class PlayerRequest(StateRequest):
    """A state as one player has it, or everybody."""

    player = fields.String(load_default=None, allow_none=True)

    def record(self, game: AnyGame) -> Any:
        """Return the record of a state and perhaps a player."""
        return posted.player_request(game)


class ViewRequest(StateRequest):
    """A state, and perhaps events, for one player's eyes (null: a spectator's)."""

    player = fields.String(required=True, allow_none=True)
    events = Listed(EventField(), load_default=list)


class ReplayRequest(Envelope):
    """Moves from a setup or from a state: just one of the two."""

    setup = fields.Nested(SetupRequest())
    state = StateField()
    moves = Listed(MoveField(), MOST_MOVES, required=True)
    detail = fields.String(load_default="last", validate=validate.OneOf(("last", "events", "all")))

    @validates_schema
    def _one_beginning(self, data: Mapping[str, Any], **kwargs: Any) -> None:
        if ("setup" in data) == ("state" in data):
            raise ValidationError("A replay begins with just one of setup and state.")


class SampleRequest(StateRequest):
    """Completions of the unknown cards of a state."""

    seed = _seed(metadata={"description": "The same seed gives the same samples."})
    count = fields.Integer(strict=True, load_default=1, validate=validate.Range(1, MOST_SAMPLES))


class BatchItem(Envelope):
    """One request of a batch: the body is that of the operation."""

    game = fields.String(required=True)
    operation = fields.String(
        required=True, metadata={"description": "setup, check, apply, legal-moves, …"}
    )
    body = fields.Raw(required=True, allow_none=True)


class BatchRequest(Envelope):
    """Requests that are answered one for one, in order."""

    requests = Listed(fields.Nested(BatchItem()), MOST_REQUESTS, required=True)


class _Item(Record, frozen=True):
    game: str
    operation: str
    body: msgspec.Raw


class _Batch(Record, frozen=True):
    requests: Annotated[tuple[_Item, ...], msgspec.Meta(max_length=MOST_REQUESTS)]


def load(envelope: Envelope, game: AnyGame, sent: Sent) -> dict[str, Any]:
    """Load a request about a game. Raises `Malformed` with all that is wrong, and `Problem`.

    What is sound is decoded from its text at once; of all else the schema says what is wrong.
    """
    decoded = _decoded(sent, envelope.record(game))
    if decoded is not None:
        return msgspec.structs.asdict(decoded)
    with envelopes_of(game):
        return _loaded(envelope, sent)


def load_batch(envelope: Envelope, sent: Sent) -> list[tuple[str, str, Sent]]:
    """Load the requests of a batch: game, operation, body. Raises `Malformed`, `Problem`."""
    batch = _decoded(sent, _Batch)
    if batch is None:
        items = _loaded(envelope, sent)["requests"]
        return [(item["game"], item["operation"], parsed(item["body"])) for item in items]
    return [
        (item.game, item.operation, Sent(item.body, partial(_body, sent, place)))
        for place, item in enumerate(batch.requests)
    ]


def _body(batch: Sent, place: int) -> Any:
    return batch.value["requests"][place]["body"]


def _decoded(sent: Sent, record: Any) -> Any:
    """Decode a request from its text; None where that cannot be done."""
    if sent.text is None or record is None:
        return None
    try:
        return decoder(record).decode(sent.text)
    except (msgspec.DecodeError, RecursionError):
        return None


def _loaded(envelope: Envelope, sent: Sent) -> dict[str, Any]:
    try:
        loaded: dict[str, Any] = envelope.load(sent.value)
    except ValidationError as error:
        raise Malformed(faults_of(error.messages)) from None
    return loaded


class RulesQuery(Envelope):
    """A search in the rulebook."""

    q = fields.String(load_default="", metadata={"description": "Words to look for."})
    limit = fields.Integer(load_default=None, validate=validate.Range(1, 1000))


class CardsQuery(Envelope):
    """The name of an installed deck."""

    deck = fields.String(load_default="")


class AssumptionSchema(Schema):
    """What was taken for granted where hidden cards would decide."""

    rule = fields.String(required=True)
    text = fields.String(required=True)


class VerdictAnswer(Schema):
    """Legal, with what was taken for granted, or illegal, with the violation."""

    legal = fields.Boolean(required=True)
    assumptions = fields.List(fields.Nested(AssumptionSchema))
    violation = fields.Nested(ViolationSchema)


def _to_act() -> fields.List[str]:
    description = "Who may move now: player ids in turn order, `table`, or nobody."
    return fields.List(fields.String(), required=True, metadata={"description": description})


class SetupAnswer(Schema):
    """A new game."""

    state = StateField(required=True)
    events = fields.List(EventField(), required=True)
    to_act = _to_act()


class ApplyAnswer(SetupAnswer):
    """What a legal move makes of the state."""

    assumptions = fields.List(fields.Nested(AssumptionSchema), required=True)
    undoable = fields.Boolean(
        required=True, metadata={"description": "Whether taking it back gives nothing away."}
    )


class LegalMovesAnswer(Schema):
    """The legal moves, always in the same order."""

    to_act = _to_act()
    moves = fields.List(MoveField(), required=True)
    complete = fields.Boolean(
        required=True,
        metadata={"description": "False where a hand of those asked for holds unknown cards."},
    )
    weights = fields.List(
        fields.Integer(),
        required=True,
        allow_none=True,
        metadata={"description": "For the table's answers: the unseen cards or faces of each."},
    )


class ViewAnswer(Schema):
    """What that player may see."""

    state = StateField(required=True)
    events = fields.List(EventField(), required=True)


class DescribeAnswer(Schema):
    """The position in words, and what can be derived from it."""

    headline = fields.String(required=True)
    lines = fields.List(fields.String(), required=True)
    facts = fields.Dict(required=True)
    to_act = _to_act()


class ReplayAnswer(Schema):
    """Where the moves lead; `events` and `states` by the detail that was asked for."""

    state = StateField(required=True)
    applied = fields.Integer(required=True)
    to_act = _to_act()
    events = fields.List(EventField())
    states = fields.List(StateField())


class SampleAnswer(Schema):
    """Full states that agree with the one sent."""

    states = fields.List(StateField(), required=True)


class BatchResponse(Schema):
    """The answer to one request of a batch."""

    status = fields.Integer(required=True)
    body = fields.Dict(required=True)


class BatchAnswer(Schema):
    """The answers, one for one, in order."""

    responses = fields.List(fields.Nested(BatchResponse), required=True)


class PlayersSchema(Schema):
    """How many can play."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class GameAnswer(Schema):
    """A game in the list."""

    game = fields.String(required=True)
    title = fields.String(required=True)
    players = fields.Nested(PlayersSchema, required=True)
    options = fields.Dict(required=True, metadata={"description": "JSON Schema by option."})
    version = fields.Integer(required=True)
    decks = fields.List(fields.Dict(), required=True)


class GamesAnswer(Schema):
    """All games."""

    games = fields.List(fields.Nested(GameAnswer), required=True)


class GameDetailAnswer(GameAnswer):
    """All about one game."""

    moves = fields.Dict(required=True, metadata={"description": "JSON Schema of a move."})
    state = fields.Dict(required=True, metadata={"description": "JSON Schema of a state."})
    events = fields.Dict(required=True, metadata={"description": "JSON Schema by event type."})
    codes = fields.Dict(required=True, metadata={"description": "Rule ids by violation code."})
    lookups = fields.Dict(required=True, metadata={"description": "Title and query by lookup."})


class RuleAnswer(Schema):
    """One rule."""

    rule = fields.String(required=True)
    title = fields.String(required=True)
    text = fields.String(required=True)
    ruling = fields.String(required=True, allow_none=True)
    section = fields.String(required=True, allow_none=True)


class RulesAnswer(Schema):
    """Rules, ranked where words were looked for."""

    rules = fields.List(fields.Nested(RuleAnswer), required=True)


class CardAnswer(Schema):
    """A card of the catalogue."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    count = fields.Integer(required=True)
    text = fields.String(required=True)
    rules = fields.List(fields.String(), required=True)
    facts = fields.Dict(required=True, metadata={"description": "What the text says, as data."})


class CardsAnswer(Schema):
    """The catalogue, in the order from which a fresh deck is shuffled."""

    cards = fields.List(fields.Nested(CardAnswer), required=True)


class LookupAnswer(Schema):
    """What the lookup found; its members are the game's."""

    class Meta:
        """It is not of one form."""

        unknown = INCLUDE


class HealthAnswer(Schema):
    """The server is up."""

    status = fields.String(required=True)
    version = fields.String(required=True)
