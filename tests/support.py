"""What the conformance tests share: games to play, plain values, positions to look at."""

import copy
import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

from referee.core import judge
from referee.core.errors import Malformed
from referee.core.game import AnyGame
from referee.core.records import TABLE, UNKNOWN, Move, Refusal, Setup
from referee.core.registry import games
from referee.web.games import parse_deck
from referee.web.operations import perform
from referee.web.schemas import options_schema

GAMES = list(games().values())
MOST_PLIES = 20_000
WORLDLY = ("Zoë", "太郎", "Łukasz O'Neill", "नीरज", "محمد", "Ана_7.-")


def plain(value: Any) -> Any:
    """Return a record as parsed JSON has it."""
    return json.loads(msgspec.json.encode(value))


def changed(document: Any, changes: Mapping[str, Any]) -> Any:
    """Return a copy of a document with members changed by their paths, like `cards__0__id`."""
    document = copy.deepcopy(document)
    for path, value in copy.deepcopy(changes).items():
        *steps, last = [int(step) if step.isdigit() else step for step in path.split("__")]
        holder = document
        for step in steps:
            holder = holder[step]
        holder[last] = value
    return document


def state_faults(state: Mapping[str, Any]) -> list[str]:
    """Return the pointers of an invalid state's faults, from the state; none for a sound one."""
    response = plain(perform(state["game"], "legal-moves", {"state": state}))
    if response["status"] == 200:
        return []
    assert response["body"]["type"] == "/problems/invalid-state", response["body"]
    assert all(error["message"].endswith(".") for error in response["body"]["errors"])
    return [error["pointer"].removeprefix("/state") for error in response["body"]["errors"]]


def record(game: AnyGame, kind: str, value: Any) -> Any:
    """Decode parsed JSON into a game's record: state, move or event."""
    return msgspec.convert(value, getattr(game, f"{kind}_type"))


class Deal(NamedTuple):
    """How a game is set up and played: all that a random game depends on."""

    game: AnyGame
    players: int
    options: Mapping[str, Any]
    chance: str
    seed: int
    deck: Any = None
    names: tuple[str, ...] = ("ana", "bo", "cy", "dee", "eli", "fay")

    def state(self) -> Any:
        """Deal the game."""
        ids = self.names[: self.players]
        options = msgspec.convert(self.options, type(self.game.default_options))
        seed = None if self.chance == TABLE else str(self.seed)
        return judge.setup(
            self.game,
            Setup(ids, options, seed, self.chance, None, self.deck),  # type: ignore[arg-type]
        ).state

    def random(self) -> Random:
        """Return the source of the choices."""
        return Random(self.seed)


def variants(game: AnyGame) -> list[dict[str, Any]]:
    """List every combination of the options that are a choice of values."""
    combinations: list[dict[str, Any]] = [{}]
    for name, about in options_schema(game)["properties"].items():
        values = about.get("enum", [False, True])
        combinations = [{**c, name: value} for c in combinations for value in values]
    return combinations


def configurations(game: AnyGame) -> list[tuple[int, dict[str, Any]]]:
    """List every number of players with every combination of options that goes with it."""
    counts = range(game.min_players, game.max_players + 1)
    return [
        (count, options)
        for count in counts
        for options in variants(game)
        if _goes(Deal(game, count, options, "seeded", 0))
    ]


def _goes(deal: Deal) -> bool:
    try:
        deal.state()
    except Malformed:
        return False
    return True


def read_pack_file(game: str, name: str) -> Any:
    """Read a test pack of a game."""
    path = Path(__file__).parent / "packs" / game / f"{name}.yaml"
    return parse_deck(path.read_bytes())


def decks(game: AnyGame) -> list[Any]:
    """List the decks that the tests play a game with: the default, and test packs."""
    folder = Path(__file__).parent / "packs" / game.name
    names = sorted(path.stem for path in folder.glob("*.yaml"))
    return [None, *(read_pack_file(game.name, name) for name in names)]


@st.composite
def deals(draw: st.DrawFn, chance: str = "seeded") -> Deal:
    """Draw a game of any kind, size and variant."""
    game = draw(st.sampled_from(GAMES))
    players, options = draw(st.sampled_from(configurations(game)))
    deck = draw(st.sampled_from(decks(game)))
    names = draw(st.sampled_from([("ana", "bo", "cy", "dee", "eli", "fay"), WORLDLY]))
    return Deal(game, players, options, chance, draw(st.integers(0, 2**32)), deck, names)


class Step(NamedTuple):
    """A position of a game, and the move that was made in it."""

    state: Any
    move: Move
    ruling: judge.Ruling


def play(deal: Deal) -> Iterator[Step]:
    """Play a random game to its end, the table's answers and unknown cards included."""
    game, state, random = deal.game, deal.state(), deal.random()
    for _ in range(MOST_PLIES):
        if state.outcome is not None:
            return
        move = choose(game, state, random)
        ruling = judge.apply(game, state, move)
        yield Step(state, move, ruling)
        state = ruling.state
    raise AssertionError(f"{deal} goes on and on")


def choose(game: AnyGame, state: Any, random: Random) -> Move:
    """Choose a move: a listed one, or, where the hand is hidden, now and then a card told."""
    legal = judge.legal_moves(game, state)
    asked = legal.to_act == (TABLE,)
    holders = [p.id for p in state.players if asked or p.id == legal.to_act[0]]
    hidden = [holder for holder in holders if UNKNOWN in hand(state, holder)]
    if hidden and (not legal.moves or random.random() < (0.2 if asked else 0.4)):
        told = list(game.unseen(state, None).elements())
        return judge.reveal_of(game, random.choice(told), random.choice(hidden))
    if legal.weights is not None:
        return random.choices(legal.moves, [weight + 1 for weight in legal.weights])[0]
    return random.choice(legal.moves)


def hand(state: Any, player: str) -> tuple[str, ...]:
    """Return a player's hand."""
    return next(p.hand for p in state.players if p.id == player)


def sparse(steps: Iterator[Step], random: Random, most: int = 12) -> list[Step]:
    """Keep a few steps of a game, its last among them."""
    played = list(steps)
    chosen = sorted(random.sample(range(len(played)), min(most, len(played))))
    return [*(played[i] for i in chosen), played[-1]]


def is_legal(game: AnyGame, state: Any, move: Move) -> bool:
    """Say whether a move is legal."""
    return not isinstance(judge.check(game, state, move), Refusal)


def without_rng(state: Any) -> Any:
    """Return a state without its number stream."""
    return msgspec.structs.replace(state, rng=None)


def without_hands(state: Any) -> Any:
    """Return a state with every hand face down."""
    players = tuple(
        msgspec.structs.replace(player, hand=(UNKNOWN,) * len(player.hand))
        for player in state.players
    )
    return msgspec.structs.replace(state, players=players)


def without_counter(state: Any) -> Any:
    """Return a state with its number stream as if unused."""
    rng = state.rng and msgspec.structs.replace(state.rng, counter=0)
    return msgspec.structs.replace(state, rng=rng)


def json_lines(game: AnyGame, name: str) -> list[Any]:
    """Read a file of JSON lines of a game's folder."""
    folder = files(f"referee.games.{game.name.replace('-', '_')}")
    text = folder.joinpath(name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def golden_names(game: AnyGame) -> list[str]:
    """List the golden games of a game."""
    folder = files(f"referee.games.{game.name.replace('-', '_')}").joinpath("golden")
    return sorted(f"golden/{file.name}" for file in folder.iterdir())
