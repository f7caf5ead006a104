"""Decks as data: packs inline and installed, checked, listed, refused with every fault."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from click.testing import CliRunner
from flask.testing import FlaskClient

from referee.cli import main
from referee.core.game import AnyGame
from referee.core.packs import Installed, Shelf
from referee.core.records import Fault
from referee.web.app import create_app
from referee.web.games import load_games, pack_of, parse_deck
from referee.web.operations import perform, perform_batch
from referee.web.settings import Settings
from referee.web.wire import parsed
from tests.support import GAMES, changed, plain, read_pack_file

PACK_GAMES = [game for game in GAMES if game.pack_type is not None]
TEMPLATES = Path(__file__).parents[1] / "examples" / "decks"

by_game = pytest.mark.parametrize("game", PACK_GAMES, ids=lambda game: game.name)


def deck_file(game: AnyGame) -> dict[str, Any]:
    """Read the template of a game."""
    text = (TEMPLATES / f"{game.name}.yaml").read_text(encoding="utf-8")
    document: dict[str, Any] = yaml.safe_load(text)
    return document


def install(folder: Path, name: str, document: Any) -> Path:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def client_of(folder: Path) -> FlaskClient:
    return create_app(Settings(decks=str(folder))).test_client()


@by_game
def test_the_template_is_a_deck(game: AnyGame) -> None:
    result = CliRunner().invoke(main, ["decks", "check", str(TEMPLATES / f"{game.name}.yaml")])
    assert result.exit_code == 0, result.output
    assert game.title in result.stdout


@by_game
def test_an_installed_deck_is_listed_dealt_and_ruled_on(game: AnyGame, tmp_path: Path) -> None:
    install(tmp_path, "mine.json", {**deck_file(game), "name": "mine", "official": True})
    (tmp_path / "notes.txt").write_text("no deck")
    client, url = client_of(tmp_path), f"/v1/games/{game.name}"
    listed = client.get(url).get_json()["decks"]
    assert {"name": "reference", "official": False} in listed
    assert {"name": "mine", "official": True} in listed
    body = {"players": ["ana", "bo"], "seed": "s", "deck": "mine"}
    state = client.post(f"{url}/setup", json=body).get_json()["state"]
    assert state["deck"] == "mine"
    assert client.post(f"{url}/legal-moves", json={"state": state}).status_code == 200
    cards = client.get(f"{url}/cards?deck=mine").get_json()["cards"]
    assert cards[0]["id"] == game.with_shelf(Shelf([mine(game)])).cards("mine")[0].id
    assert client.get(f"{url}/cards/{cards[0]['id']}?deck=mine").get_json() == cards[0]


def mine(game: AnyGame) -> Installed:
    games = load_games(str(TEMPLATES))
    pack = games[game.name].shelf.find(deck_file(game)["name"])
    return Installed(msgspec.structs.replace(pack, name="mine"), True)


@by_game
def test_a_deck_that_is_not_installed_is_not_found_and_its_states_are_invalid(
    game: AnyGame, tmp_path: Path
) -> None:
    install(tmp_path, "mine.yaml", {**deck_file(game), "name": "mine"})
    body = {"players": ["ana", "bo"], "seed": "s", "deck": "mine"}
    url = f"/v1/games/{game.name}"
    state = client_of(tmp_path).post(f"{url}/setup", json=body).get_json()["state"]
    elsewhere = create_app().test_client()
    assert elsewhere.post(f"{url}/setup", json=body).get_json()["type"] == "/problems/not-found"
    refused = elsewhere.post(f"{url}/describe", json={"state": state}).get_json()
    assert refused["type"] == "/problems/invalid-state"
    assert [error["pointer"] for error in refused["errors"]] == ["/state/deck"]


@by_game
def test_an_inline_deck_travels_with_the_state(game: AnyGame) -> None:
    pack = {k: v for k, v in deck_file(game).items() if k not in ("game", "official")}
    client, url = create_app().test_client(), f"/v1/games/{game.name}"
    body = {"players": ["ana", "bo"], "seed": "s", "deck": pack}
    state = client.post(f"{url}/setup", json=body).get_json()["state"]
    assert state["deck"] == pack
    assert client.post(f"{url}/legal-moves", json={"state": state}).get_json()["moves"]
    kind = next(name for name, cards in pack.items() if isinstance(cards[0], dict))
    state["deck"][kind][0]["count"] += 1
    refused = client.post(f"{url}/legal-moves", json={"state": state}).get_json()
    assert refused["type"] == "/problems/invalid-state"
    assert [error["pointer"] for error in refused["errors"]] == [f"/state/deck/{kind}"]


@by_game
def test_a_broken_file_keeps_the_server_from_starting(game: AnyGame, tmp_path: Path) -> None:
    path = install(tmp_path, "mine.json", {**deck_file(game), "name": ""})
    with pytest.raises(ValueError, match=r"mine\.json: /name: ") as raised:
        create_app(Settings(decks=str(tmp_path)))
    assert str(path) in str(raised.value)
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--decks", str(tmp_path)])
    assert result.exit_code == 2
    assert "mine.json: /name: " in result.stderr


@by_game
def test_two_decks_of_a_name_are_refused(game: AnyGame, tmp_path: Path) -> None:
    install(tmp_path, "one.json", {**deck_file(game), "name": "reference"})
    with pytest.raises(ValueError, match=r"one\.json: .*'reference'"):
        create_app(Settings(decks=str(tmp_path)))


BROKEN_FILES: dict[str, tuple[str, str]] = {
    "no YAML": ("{", "mine.yaml: "),
    "a list": ("[1]", "/game"),
    "no game": ("name: mine", "/game"),
    "no such game": ("game: chess", "/game"),
    "official in words": ("game: circuit-sibz\nofficial: maybe", "/official"),
    "a game without packs": ("game: wireburn\nname: mine", "takes no pack"),
    "no text": ("\x00", "mine.yaml: "),
}


@pytest.mark.parametrize(("text", "words"), BROKEN_FILES.values(), ids=BROKEN_FILES)
def test_the_check_says_what_is_wrong(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    result = CliRunner().invoke(main, ["decks", "check", str(path)])
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nowhere"):
        load_games(str(tmp_path / "nowhere"))


def test_a_game_without_packs_takes_no_deck_by_name() -> None:
    client = create_app().test_client()
    assert client.get("/v1/games/wireburn/cards?deck=reference").status_code == 404


def assert_refused(game: str, pack: Any, pointers: list[str]) -> None:
    """Check which faults keep a pack from being dealt; with none it is."""
    body = {"players": ["ana", "bo"], "seed": "s", "deck": pack}
    response = create_app().test_client().post(f"/v1/games/{game}/setup", json=body)
    found = [e["pointer"].removeprefix("/deck") for e in response.get_json().get("errors", [])]
    assert found == pointers
    assert response.status_code == (422 if pointers else 200)


LAB = read_pack_file("circuit-sibz", "rope")


def lab(**changes: Any) -> Any:
    """Return a sound Circuit Sibz pack with members changed by their paths."""
    return changed(LAB, changes)


CIRCUIT: dict[str, tuple[Any, list[str]]] = {
    "sound": (LAB, []),
    "no object": (3, [""]),
    "nothing": ({}, ["/name", "/ports", "/cards"]),
    "an unknown member": (lab(colour="red"), ["/colour"]),
    "no name": (lab(name=""), ["/name"]),
    "a long name": (lab(name="x" * 41), ["/name"]),
    "no kinds": (
        lab(ports=[]),
        ["/ports", "/cards/0/sides/0", "/cards/0/sides/2", "/cards/1/sides/0"],
    ),
    "too many kinds": (lab(ports=["p", *(f"k{i}" for i in range(12))]), ["/ports"]),
    "the kind none": (lab(ports=["p", "none"]), ["/ports/1"]),
    "a kind twice": (lab(ports=["p", "p"]), ["/ports/1"]),
    "a kind in capitals": (lab(ports=["p", "Q"]), ["/ports/1"]),
    "a kind with a line break": (lab(ports=["p", "q\n"]), ["/ports/1"]),
    "a number for a kind": (lab(ports=["p", 3]), ["/ports/1"]),
    "an id twice": (lab(cards__1__id="bar"), ["/cards/1/id"]),
    "a long id": (lab(cards__1__id="x" * 25), ["/cards/1/id"]),
    "three sides": (lab(cards__1__sides=["p", None, None]), ["/cards/1/sides"]),
    "no port": (lab(cards__1__sides=[None] * 4), ["/cards/1/sides"]),
    "an unlisted kind": (lab(cards__1__sides=["p", None, "q", None]), ["/cards/1/sides/2"]),
    "71 cards": (lab(cards__0__count=69), ["/cards"]),
    "no copies": (lab(cards__0__count=0), ["/cards/0/count"]),
    "several at once": (
        lab(name="", cards__0__count=0, cards__1__sides=3, cards__1__colour="red"),
        ["/name", "/cards/0/count", "/cards/1/colour", "/cards/1/sides"],
    ),
    "several of the game's": (
        lab(ports=["p", "none"], cards__1__id="bar", cards__0__count=1),
        ["/ports/1", "/cards/1/id", "/cards"],
    ),
}


@pytest.mark.parametrize(("pack", "pointers"), CIRCUIT.values(), ids=CIRCUIT)
def test_every_fault_of_a_circuit_pack_is_named(pack: Any, pointers: list[str]) -> None:
    assert_refused("circuit-sibz", pack, pointers)


MIND = read_pack_file("mindburners", "every-op")


def mind(**changes: Any) -> Any:
    """Return a sound Mindburners pack with members changed by their paths."""
    return changed(MIND, changes)


MINDBURNERS: dict[str, tuple[Any, list[str]]] = {
    "sound": (MIND, []),
    "an id of another kind": (mind(creatures__0__id="shield"), ["/creatures/0/id"]),
    "the id of a void card": (mind(events__0__id="beacon"), ["/events/0/id"]),
    "23 abilities": (mind(abilities__0__count=2), ["/abilities"]),
    "13 events": (mind(events__0__count=7), ["/events"]),
    "5 creatures": (mind(creatures__0__count=2), ["/creatures"]),
    "a cost past 20": (mind(abilities__0__cost=21), ["/abilities/0/cost"]),
    "damage past 20": (mind(creatures__0__damage=21), ["/creatures/0/damage"]),
    "12 that touch": (
        mind(abilities__0__count=2, abilities__8__count=5),
        ["/abilities"],
    ),
    "a preparation at an opponent": (
        mind(abilities__8__preparation=True),
        ["/abilities/8/target"],
    ),
    "damage at nobody": (
        mind(abilities__0__effects=[{"op": "damage", "amount": 1}]),
        ["/abilities/0/effects/0"],
    ),
    "negate at a player": (
        mind(abilities__8__effects=[{"op": "negate"}]),
        ["/abilities/8/effects/0"],
    ),
    "points of an ability": (
        mind(abilities__0__effects=[{"op": "vp", "amount": 1}]),
        ["/abilities/0/effects/0"],
    ),
    "energy down of an ability": (
        mind(abilities__0__effects=[{"op": "energy", "amount": -1}]),
        ["/abilities/0/effects/0/amount"],
    ),
    "prevent nothing": (
        mind(abilities__0__effects=[{"op": "prevent"}]),
        ["/abilities/0/effects/0"],
    ),
    "a scan that does not stand last": (
        mind(abilities__0__effects=[{"op": "scan"}, {"op": "heal", "amount": 1}]),
        ["/abilities/0/effects/0"],
    ),
    "no such op": (mind(abilities__0__effects=[{"op": "fly"}]), ["/abilities/0/effects/0/op"]),
    "an amount of 0": (
        mind(abilities__0__effects=[{"op": "heal", "amount": 0}]),
        ["/abilities/0/effects/0/amount"],
    ),
    "a roll twice": (mind(events__0__table__0__rolls=[1, 2, 3]), ["/events/0/table"]),
    "a roll missing": (mind(events__0__table__0__rolls=[1]), ["/events/0/table"]),
    "a shield in a table": (
        mind(events__0__table__1__effects=[{"op": "survive"}]),
        ["/events/0/table/1/effects/0"],
    ),
}


@pytest.mark.parametrize(("pack", "pointers"), MINDBURNERS.values(), ids=MINDBURNERS)
def test_every_fault_of_a_mindburners_pack_is_named(pack: Any, pointers: list[str]) -> None:
    assert_refused("mindburners", pack, pointers)


def test_words_that_old_yaml_takes_for_truth_values_are_words() -> None:
    assert parse_deck(b"[no, yes, on, off, true, false]") == ["no", "yes", "on", "off", True, False]


@by_game
def test_an_inline_pack_is_judged_once(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    name, judged = game.name, []

    def judge_it(pack: Any) -> list[Fault]:
        judged.append(pack)
        return []

    monkeypatch.setattr(game, "pack_faults", judge_it)
    deck = {**pack_of(deck_file(game)), "name": "judged once"}
    body = {"players": ["ana", "bo"], "seed": "s", "deck": deck}
    state = plain(perform(name, "setup", body))["body"]["state"]
    move = plain(perform(name, "legal-moves", {"state": state}))["body"]["moves"][0]
    asked = {"game": name, "operation": "apply", "body": {"state": state, "move": move}}
    answers = perform_batch(parsed({"requests": [asked] * 5}))["responses"]
    assert [answer["status"] for answer in answers] == [200] * 5
    assert len(judged) == 1
