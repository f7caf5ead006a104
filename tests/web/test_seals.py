"""Sealed states: what a seal proves, what breaks it, and that it changes no ruling."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.core.game import AnyGame
from referee.web.app import create_app
from referee.web.settings import Settings, from_environment
from tests.mutants import at, mutant, paths, put
from tests.support import GAMES, Deal, configurations, decks, golden_names, json_lines, plain, play

OLD, NEW = b"an old key of thirty-two bytes !", b"a new key of thirty-two bytes !!"
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def client_of(*keys: bytes, required: bool = False) -> FlaskClient:
    """Return a client of a referee with these keys, the newest first."""
    return create_app(Settings(seal_keys=keys, require_seal=required)).test_client()


def ask(client: FlaskClient, game: AnyGame, operation: str, **body: Any) -> Any:
    """Post a request, and return the answer, a problem too."""
    return client.post(f"/v1/games/{game.name}/{operation}", json=body).get_json()


def name_of(answer: Any) -> str:
    """Return the name of a problem that is about the seal, and of no problem at all ""."""
    if "type" not in answer:
        return ""
    assert [error["pointer"] for error in answer["errors"]] == ["/state/seal"]
    name: str = answer["type"].removeprefix("/problems/")
    return name


def setup(client: FlaskClient, game: AnyGame) -> Any:
    """Deal a game of as many as may play, and return the state."""
    players, options = configurations(game)[-1]
    names = ["ana", "bo", "cy", "dee", "eli", "fay"][:players]
    return ask(client, game, "setup", players=names, options=options, seed="s")["state"]


def unsealed(state: Any) -> Any:
    return {name: value for name, value in state.items() if name != "seal"}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return client_of(NEW, OLD)


@by_game
def test_without_a_key_states_have_no_seal_and_a_seal_is_never_ignored(
    client: FlaskClient, game: AnyGame
) -> None:
    keyless = client_of()
    state = setup(keyless, game)
    assert "seal" not in state
    assert unsealed(setup(client, game)) == state
    assert name_of(ask(keyless, game, "describe", state=setup(client, game))) == "unknown-seal-key"


@by_game
def test_a_sealed_state_leads_to_sealed_states_and_views(
    client: FlaskClient, game: AnyGame
) -> None:
    state = setup(client, game)
    move = ask(client, game, "legal-moves", state=state)["moves"][0]
    after = ask(client, game, "apply", state=state, move=move)["state"]
    view = ask(client, game, "view", state=after, player="ana")["state"]
    for sealed in (state, after, view):
        assert name_of(ask(client, game, "describe", state=sealed)) == ""
    again = ask(client, game, "view", state=view, player="ana")["state"]
    assert again == view
    states = ask(client, game, "replay", state=state, moves=[move], detail="all")["states"]
    assert states == [after]


@by_game
def test_a_replay_from_a_setup_seals_and_one_from_an_unsealed_state_does_not(
    client: FlaskClient, game: AnyGame
) -> None:
    players, options = configurations(game)[-1]
    names = ["ana", "bo", "cy", "dee", "eli", "fay"][:players]
    dealt = {"players": names, "options": options, "seed": "s"}
    replayed = ask(client, game, "replay", setup=dealt, moves=[])["state"]
    assert replayed == setup(client, game)
    assert "seal" not in ask(client, game, "replay", state=unsealed(replayed), moves=[])["state"]


@by_game
def test_what_is_not_proved_is_not_sealed(client: FlaskClient, game: AnyGame) -> None:
    state = setup(client, game)
    bare = unsealed(state)
    move = ask(client, game, "legal-moves", state=state)["moves"][0]
    assert "seal" not in ask(client, game, "apply", state=bare, move=move)["state"]
    assert "seal" not in ask(client, game, "view", state=bare, player="ana")["state"]
    view = ask(client, game, "view", state=state, player=move["player"])["state"]
    assert "seal" not in ask(client, game, "apply", state=view, move=move)["state"]
    assert "seal" not in ask(client, game, "view", state=view, player=None)["state"]
    for sample in ask(client, game, "sample", state=view, seed="s", count=3)["states"]:
        assert "seal" not in sample


@by_game
def test_a_views_seal_never_helps_as_a_states_nor_as_anothers(
    client: FlaskClient, game: AnyGame
) -> None:
    state = setup(client, game)
    readers = [None, *(player["id"] for player in state["players"])]
    views = [ask(client, game, "view", state=state, player=who)["state"] for who in readers]
    seals = [state["seal"], *(view["seal"] for view in views)]
    assert len(set(seals)) == len(seals)
    for position in (state, *views):
        for seal in seals:
            answer = ask(client, game, "describe", state={**position, "seal": seal})
            # Where nothing is hidden from two readers their views are equal, but for the seals.
            same = [v["seal"] for v in views if unsealed(v) == unsealed(position)]
            same += [state["seal"]] if position is state else []
            assert name_of(answer) == ("" if seal in same else "broken-seal")


def bits(seal: str) -> Iterator[str]:
    """List what becomes of a seal when one of its bits is turned."""
    for place, letter in enumerate(seal):
        for bit in range(7):
            yield seal[:place] + chr(ord(letter) ^ (1 << bit)) + seal[place + 1 :]


@by_game
def test_no_changed_seal_holds(client: FlaskClient, game: AnyGame) -> None:
    state = setup(client, game)
    others = [*bits(state["seal"]), "x", ".", "x.y", state["seal"][:-1], state["seal"] + "A"]
    others += [state["seal"] + "=", state["seal"].replace(".", ""), "\N{SNOWMAN}." * 3]
    for seal in others:
        answer = ask(client, game, "describe", state={**state, "seal": seal})
        assert name_of(answer) in ("broken-seal", "unknown-seal-key"), seal


@by_game
def test_no_changed_state_passes_with_its_old_seal(client: FlaskClient, game: AnyGame) -> None:
    players, options = configurations(game)[-1]
    last = list(play(Deal(game, players, options, "seeded", 3)))
    moves = [plain(step.move) for step in last[: len(last) // 2]]
    names = [player.id for player in last[0].state.players]
    dealt = {"players": names, "options": options, "seed": "3"}
    state = ask(client, game, "replay", setup=dealt, moves=moves)["state"]
    random, tried = Random(1), 0
    changed = [mutant(state, random) for _ in range(250)]
    changed += [
        put(state, path, at(state, path) + 1)
        for path in paths(state)
        if type(at(state, path)) is int and path != ("version",)
    ]
    for document in changed:
        if document == state or "seal" not in document:
            continue
        answer = ask(client, game, "describe", state=document)
        assert "headline" not in answer, document
        tried += 1
    assert tried > 200


def test_a_seal_holds_in_its_own_game_alone(client: FlaskClient) -> None:
    for game in GAMES:
        for other in GAMES:
            if other is not game:
                stolen = {**setup(client, game), "seal": setup(client, other)["seal"]}
                assert name_of(ask(client, game, "describe", state=stolen)) == "broken-seal"


@by_game
def test_the_order_of_members_does_not_matter(client: FlaskClient, game: AnyGame) -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: turned(value[name]) for name in reversed(value)}
        return [turned(item) for item in value] if isinstance(value, list) else value

    assert name_of(ask(client, game, "describe", state=turned(setup(client, game)))) == ""


@by_game
def test_keys_are_rotated(client: FlaskClient, game: AnyGame) -> None:
    old, new = setup(client_of(OLD), game), setup(client_of(NEW), game)
    assert name_of(ask(client, game, "describe", state=old)) == ""
    move = ask(client, game, "legal-moves", state=old)["moves"][0]
    after = ask(client, game, "apply", state=old, move=move)["state"]
    assert after["seal"].partition(".")[0] == new["seal"].partition(".")[0]
    assert name_of(ask(client_of(NEW), game, "describe", state=old)) == "unknown-seal-key"


@by_game
def test_a_seal_can_be_required(game: AnyGame) -> None:
    strict = client_of(NEW, required=True)
    state = setup(strict, game)
    assert name_of(ask(strict, game, "describe", state=state)) == ""
    bare = unsealed(state)
    move = ask(strict, game, "legal-moves", state=state)["moves"][0]
    requests: dict[str, dict[str, Any]] = {
        "check": {"move": move},
        "apply": {"move": move},
        "legal-moves": {},
        "view": {"player": None},
        "describe": {},
        "replay": {"moves": []},
        "sample": {},
    }
    for operation, members in requests.items():
        answer = ask(strict, game, operation, state=bare, **members)
        assert name_of(answer) == "seal-required"


@by_game
def test_sealed_and_unsealed_states_get_the_same_rulings(
    client: FlaskClient, game: AnyGame
) -> None:
    for name in golden_names(game):
        start, *lines = json_lines(game, name)
        state = ask(client, game, "setup", **start["setup"])["state"]
        for line in lines[:60]:
            sealed = ask(client, game, "apply", state=state, move=line["move"])
            bare = ask(client, game, "apply", state=unsealed(state), move=line["move"])
            assert {**sealed, "state": unsealed(sealed["state"])} == bare
            assert sealed["events"] == line["events"]
            state = sealed["state"]
            assert "seal" in state


@by_game
def test_another_deck_of_the_same_name_breaks_the_seal(game: AnyGame, tmp_path: Any) -> None:
    packs = [pack for pack in decks(game) if pack is not None]
    if game.pack_type is None:
        assert not packs
        return
    states, clients = [], []
    for folder, pack in zip("ab", packs, strict=False):
        (tmp_path / folder).mkdir()
        document = {**pack, "game": game.name, "name": "house"}
        (tmp_path / folder / "deck.json").write_text(json.dumps(document), encoding="utf-8")
        settings = Settings(seal_keys=(NEW,), decks=str(tmp_path / folder))
        clients.append(create_app(settings).test_client())
        dealt = ask(clients[-1], game, "setup", players=["ana", "bo"], seed="s", deck="house")
        states.append(dealt["state"])
    for here, state in enumerate(states):
        for there, client in enumerate(clients):
            answer = ask(client, game, "describe", state=state)
            assert name_of(answer) == ("" if here == there else "broken-seal")
    nowhere = ask(client_of(NEW), game, "describe", state=states[0])
    assert [error["pointer"] for error in nowhere["errors"]] == ["/state/deck"]


def test_keys_come_from_the_environment_or_a_file_and_are_never_told(tmp_path: Any) -> None:
    path = tmp_path / "keys"
    path.write_bytes(NEW.replace(b" ", b"_") + b"\n" + OLD.replace(b" ", b"_") + b"\n")
    told = from_environment({"REFEREE_SEAL_KEY_FILE": str(path), "REFEREE_REQUIRE_SEAL": "1"})
    listed = ",".join(key.decode() for key in told.seal_keys)
    assert from_environment({"REFEREE_SEAL_KEY": listed}).seal_keys == told.seal_keys
    assert len(told.seal_keys) == 2
    assert told.require_seal
    assert "thirty" not in repr(told)
    assert "thirty" not in repr(create_app(told).extensions)


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"SEAL_KEY": "short-secret"}, "REFEREE_SEAL_KEY"),
        ({"SEAL_KEY": f"{'x' * 32} short-secret"}, "REFEREE_SEAL_KEY"),
        ({"SEAL_KEY": " , "}, "REFEREE_SEAL_KEY"),
        ({"SEAL_KEY_FILE": "/nowhere/at/all"}, "REFEREE_SEAL_KEY_FILE"),
        ({"SEAL_KEY": "x" * 32, "SEAL_KEY_FILE": __file__}, "REFEREE_SEAL_KEY"),
        ({"REQUIRE_SEAL": "1"}, "REFEREE_REQUIRE_SEAL"),
        ({"SEAL_KEY": "x" * 32, "REQUIRE_SEAL": "perhaps"}, "REFEREE_REQUIRE_SEAL"),
    ],
)
def test_a_key_that_is_none_is_refused_by_its_variable(
    variables: dict[str, str], named: str
) -> None:
    environment = {f"REFEREE_{name}": value for name, value in variables.items()}
    with pytest.raises(ValueError, match=named) as error:
        from_environment(environment)
    assert "short-secret" not in str(error.value)
