"""The operations over HTTP, on every game."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.core.game import AnyGame
from referee.web.operations import OPERATIONS
from tests.support import Deal, plain, play, variants


def post(client: FlaskClient, path: str, body: Any, status: int = 200) -> Any:
    """Post JSON and return the answer, having looked at its status."""
    response = client.post(path, json=body)
    assert response.status_code == status, response.get_json()
    return response.get_json()


def test_the_same_request_gets_the_same_answer(client: FlaskClient, url: str, dealt: Any) -> None:
    state, player = dealt["state"], dealt["to_act"][0]
    move = post(client, f"{url}/legal-moves", {"state": state})["moves"][0]
    bodies = {
        "setup": {"players": ["ana", "bo"], "seed": "s"},
        "check": {"state": state, "move": move},
        "apply": {"state": state, "move": move},
        "legal-moves": {"state": state},
        "view": {"state": state, "player": player},
        "describe": {"state": state},
        "replay": {"state": state, "moves": [move], "detail": "all"},
        "sample": {"state": state, "seed": "s", "count": 3},
    }
    assert bodies.keys() == OPERATIONS.keys()
    for operation, body in bodies.items():
        first = client.post(f"{url}/{operation}", json=body)
        assert first.status_code == 200
        assert first.data == client.post(f"{url}/{operation}", json=body).data


def test_setup_without_a_seed_takes_32_hex_digits(client: FlaskClient, url: str) -> None:
    body = {"players": ["ana", "bo"], "seed": None}
    seeds = {post(client, f"{url}/setup", body)["state"]["rng"]["seed"] for _ in range(3)}
    assert len(seeds) == 3
    assert all(len(seed) == 32 and set(seed) <= set("0123456789abcdef") for seed in seeds)


def test_setup_writes_the_options_out(client: FlaskClient, game: AnyGame, url: str) -> None:
    left_out = post(client, f"{url}/setup", {"players": ["ana", "bo"], "seed": "s"})
    given = {"players": ["ana", "bo"], "seed": "s", "options": plain(game.default_options)}
    assert post(client, f"{url}/setup", given) == left_out
    assert left_out["state"]["options"] == plain(game.default_options)
    assert variants(game)


def test_check_and_apply_agree(client: FlaskClient, game: AnyGame, url: str) -> None:
    for step in list(play(Deal(game, 2, plain(game.default_options), "seeded", 3)))[:40]:
        body = {"state": plain(step.state), "move": plain(step.move)}
        assert post(client, f"{url}/check", body)["legal"] is True
        answer = post(client, f"{url}/apply", body)
        assert answer == {
            "state": plain(step.ruling.state),
            "events": plain(step.ruling.events),
            "to_act": list(step.ruling.to_act),
            "assumptions": [],
            "undoable": step.ruling.undoable,
        }
        stranger = {**body, "move": {**body["move"], "player": "zoe"}}
        verdict = post(client, f"{url}/check", stranger)
        refused = post(client, f"{url}/apply", stranger, 409)
        assert verdict == {"legal": False, "violation": refused["violation"]}
        assert refused["violation"]["rule"] == "table.seats"


def test_legal_moves_of_one_and_of_all(client: FlaskClient, url: str, dealt: Any) -> None:
    everybody = post(client, f"{url}/legal-moves", {"state": dealt["state"]})
    assert everybody["to_act"] == dealt["to_act"]
    assert everybody["complete"] is True
    assert everybody["weights"] is None
    of_each = [
        post(client, f"{url}/legal-moves", {"state": dealt["state"], "player": player})["moves"]
        for player in dealt["to_act"]
    ]
    assert [move for moves in of_each for move in moves] == everybody["moves"]
    of_table = {"state": dealt["state"], "player": "table"}
    assert post(client, f"{url}/legal-moves", of_table)["moves"] == []


def test_a_view_may_be_posted_to_every_operation(client: FlaskClient, url: str, dealt: Any) -> None:
    player = dealt["to_act"][0]
    body = {"state": dealt["state"], "player": player, "events": dealt["events"]}
    seen = post(client, f"{url}/view", body)
    view = seen["state"]
    types = [event["type"] for event in dealt["events"]]
    assert [event["type"] for event in seen["events"]] == types
    assert "?" in str(view)
    assert view["rng"] == {**dealt["state"]["rng"], "seed": None}
    legal = post(client, f"{url}/legal-moves", {"state": view, "player": player})
    move = {"state": view, "move": legal["moves"][0]}
    assert post(client, f"{url}/check", move)["legal"]
    post(client, f"{url}/apply", move)
    post(client, f"{url}/view", {"state": view, "player": None})
    post(client, f"{url}/describe", {"state": view, "player": player})
    post(client, f"{url}/replay", {"state": view, "moves": [legal["moves"][0]]})
    post(client, f"{url}/sample", {"state": view, "count": 2})


def test_samples_are_full_and_have_a_seed_of_their_own(
    client: FlaskClient, url: str, dealt: Any
) -> None:
    view = post(client, f"{url}/view", {"state": dealt["state"], "player": None})["state"]
    states = post(client, f"{url}/sample", {"state": view, "seed": "x", "count": 5})["states"]
    assert len({state["rng"]["seed"] for state in states}) == 5
    for state in states:
        assert "?" not in str(state)
        again = post(client, f"{url}/view", {"state": state, "player": None})["state"]
        assert {**again, "rng": None} == {**view, "rng": None}
    fewer = post(client, f"{url}/sample", {"state": view, "seed": "x", "count": 2})["states"]
    assert fewer == states[:2]


@pytest.mark.parametrize("count", [0, 101, "3", 1.5, True])
def test_the_number_of_samples_is_bounded(
    client: FlaskClient, url: str, dealt: Any, count: Any
) -> None:
    answer = post(client, f"{url}/sample", {"state": dealt["state"], "count": count}, 422)
    assert answer["errors"][0]["pointer"] == "/count"


def test_describe_spells_out_no_hand_that_its_reader_may_not_see(
    client: FlaskClient, game: AnyGame, url: str, dealt: Any
) -> None:
    state = dealt["state"]
    for reader in (None, *(player["id"] for player in state["players"])):
        told = post(client, f"{url}/describe", {"state": state, "player": reader})
        assert told["to_act"] == dealt["to_act"]
        assert told["headline"]
        view = post(client, f"{url}/view", {"state": state, "player": reader})["state"]
        for player, seen in zip(state["players"], view["players"], strict=True):
            spelled = any(" ".join(player["hand"]) in line for line in told["lines"])
            assert spelled == (player["hand"] == seen["hand"])


class TestReplay:
    """`replay` from a setup and from a state."""

    @pytest.fixture
    def setup(self) -> dict[str, Any]:
        return {"players": ["ana", "bo"], "seed": "3"}

    @pytest.fixture
    def moves(self, game: AnyGame) -> list[Any]:
        steps = list(play(Deal(game, 2, plain(game.default_options), "seeded", 3)))
        return [plain(step.move) for step in steps]

    def test_leads_where_single_moves_lead(
        self, client: FlaskClient, url: str, setup: Any, moves: list[Any]
    ) -> None:
        dealt = post(client, f"{url}/setup", setup)
        state, events, states = dealt["state"], [], []
        for move in moves:
            answer = post(client, f"{url}/apply", {"state": state, "move": move})
            state = answer["state"]
            events += answer["events"]
            states.append(state)
        from_state = {"state": dealt["state"], "moves": moves, "detail": "all"}
        replayed = post(client, f"{url}/replay", from_state)
        assert replayed == {
            "state": state,
            "applied": len(moves),
            "to_act": [],
            "events": events,
            "states": states,
        }
        from_setup = {"setup": setup, "moves": moves, "detail": "events"}
        assert post(client, f"{url}/replay", from_setup) == {
            **{key: replayed[key] for key in ("state", "applied", "to_act")},
            "events": dealt["events"] + events,
        }
        last = post(client, f"{url}/replay", {"setup": setup, "moves": moves})
        assert last.keys() == {"state", "applied", "to_act"}

    def test_names_the_first_illegal_move(
        self, client: FlaskClient, url: str, setup: Any, moves: list[Any]
    ) -> None:
        wrong = [*moves[:2], {**moves[2], "player": "zoe"}, {**moves[2], "player": "yan"}]
        answer = post(client, f"{url}/replay", {"setup": setup, "moves": wrong}, 409)
        assert answer["index"] == 2
        assert answer["violation"]["code"] == "unknown_player"

    def test_names_a_malformed_move(
        self, client: FlaskClient, url: str, setup: Any, moves: list[Any]
    ) -> None:
        body = {"setup": setup, "moves": [moves[0], {"player": "ana", "type": "fly"}]}
        answer = post(client, f"{url}/replay", body, 422)
        assert [error["pointer"] for error in answer["errors"]] == ["/moves/1/type"]
        told = {"player": "table", "type": "reveal", "card": "?", "holder": "bo"}
        answer = post(client, f"{url}/replay", {"setup": setup, "moves": [told]}, 422)
        assert [error["pointer"] for error in answer["errors"]] == ["/moves/0/card"]

    def test_begins_with_just_one_of_setup_and_state(
        self, client: FlaskClient, url: str, setup: Any, dealt: Any
    ) -> None:
        neither: dict[str, Any] = {"moves": []}
        both = {"setup": setup, "state": dealt["state"], "moves": []}
        for body in (neither, both):
            assert post(client, f"{url}/replay", body, 422)["errors"][0]["pointer"] == ""

    def test_needs_the_seed_of_its_setup(self, client: FlaskClient, url: str, setup: Any) -> None:
        body = {"setup": {**setup, "seed": None}, "moves": []}
        answer = post(client, f"{url}/replay", body, 422)
        assert answer["errors"][0]["pointer"] == "/setup/seed"

    def test_takes_10_000_moves(self, client: FlaskClient, url: str, setup: Any) -> None:
        move = {"player": "zoe", "type": "reveal", "card": "?"}
        answer = post(client, f"{url}/replay", {"setup": setup, "moves": [move] * 10_000}, 409)
        assert answer["index"] == 0
        answer = post(client, f"{url}/replay", {"setup": setup, "moves": [move] * 10_001}, 422)
        assert answer["errors"][0]["pointer"] == "/moves"


class TestBatch:
    """`batch`: one for one, in order, each with its own status."""

    def test_answers_like_the_single_operations(
        self, client: FlaskClient, game: AnyGame, url: str, dealt: Any
    ) -> None:
        bodies = [
            ("setup", {"players": ["ana", "bo"], "seed": "s"}),
            ("legal-moves", {"state": dealt["state"]}),
            ("check", {"state": dealt["state"], "move": 3}),
            ("apply", {"state": {**dealt["state"], "version": 7}, "move": {}}),
            ("nothing", {}),
        ]
        requests = [{"game": game.name, "operation": o, "body": b} for o, b in bodies]
        answers = post(client, "/v1/batch", {"requests": requests})["responses"]
        for (operation, body), answer in zip(bodies, answers, strict=True):
            single = client.post(f"{url}/{operation}", json=body)
            assert answer["status"] == single.status_code
            if single.status_code == 200:
                assert answer["body"] == single.get_json()
            else:
                assert answer["body"]["type"] == single.get_json()["type"]
                assert answer["body"].get("errors") == single.get_json().get("errors")

    def test_takes_100_requests(self, client: FlaskClient) -> None:
        item = {"game": "chess", "operation": "check", "body": None}
        answers = post(client, "/v1/batch", {"requests": [item] * 100})["responses"]
        assert [answer["status"] for answer in answers] == [404] * 100
        answer = post(client, "/v1/batch", {"requests": [item] * 101}, 422)
        assert answer["errors"][0]["pointer"] == "/requests"
        assert post(client, "/v1/batch", {"requests": []}) == {"responses": []}


class TestHeaders:
    """What every answer carries."""

    @pytest.mark.parametrize("path", ["/v1/games", "/nothing", "/healthz", "/docs"])
    def test_request_id_and_timing(self, client: FlaskClient, path: str) -> None:
        response = client.get(path, headers={"X-Request-Id": "a-1.b_2"})
        assert response.headers["X-Request-Id"] == "a-1.b_2"
        assert response.headers["Server-Timing"].startswith("app;dur=")

    @pytest.mark.parametrize("sent", ["", "a b", "a;b", "x" * 129, "é"])
    def test_an_insane_request_id_is_replaced(self, client: FlaskClient, sent: str) -> None:
        given = client.get("/v1/games", headers={"X-Request-Id": sent}).headers["X-Request-Id"]
        assert given != sent
        assert len(given) == 32

    def test_cors(self, client: FlaskClient) -> None:
        preflight = client.options("/v1/batch", headers={"Origin": "https://example.org"})
        assert preflight.status_code == 204
        assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
        assert "Content-Type" in preflight.headers["Access-Control-Allow-Headers"]
        for response in (preflight, client.get("/v1/games"), client.post("/v1/batch")):
            assert response.headers["Access-Control-Allow-Origin"] == "*"
            assert "Access-Control-Allow-Credentials" not in response.headers

    def test_get_answers_can_be_cached(self, client: FlaskClient, url: str) -> None:
        for path in ("/v1/games", url, f"{url}/rules", f"{url}/cards", "/openapi.yaml", "/docs"):
            first = client.get(path)
            assert "max-age" in first.headers["Cache-Control"]
            again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
            assert (again.status_code, again.data) == (304, b"")

    def test_head_is_get_without_the_body(self, client: FlaskClient, url: str) -> None:
        head, get = client.head(url), client.get(url)
        assert (head.status_code, head.data) == (200, b"")
        assert head.headers["ETag"] == get.headers["ETag"]


class TestCatalogue:
    """What can be read about a game."""

    def test_games(self, client: FlaskClient, game: AnyGame, url: str) -> None:
        listed = {entry["game"]: entry for entry in client.get("/v1/games").get_json()["games"]}
        detail = client.get(url).get_json()
        assert listed[game.name].items() <= detail.items()
        assert detail.keys() - listed[game.name].keys() == {
            "moves",
            "state",
            "events",
            "codes",
            "lookups",
        }

    def test_rules_are_found_by_words(self, client: FlaskClient, game: AnyGame, url: str) -> None:
        everything = client.get(f"{url}/rules").get_json()["rules"]
        assert [rule["rule"] for rule in everything] == list(game.rulebook.rules)
        assert client.get(f"{url}/rules?limit=2").get_json()["rules"] == everything[:2]
        for rule in everything:
            assert client.get(f"{url}/rules/{rule['rule']}").get_json() == rule
            found = client.get(f"{url}/rules", query_string={"q": rule["title"]}).get_json()[
                "rules"
            ]
            assert rule in found[:5], rule["title"]
        assert client.get(f"{url}/rules?q=zzzz").get_json()["rules"] == []

    @pytest.mark.parametrize("q", ['"', "*", "NEAR(", "a OR", "'; drop", "\x00", "ё" * 500])
    def test_any_words_may_be_looked_for(self, client: FlaskClient, url: str, q: str) -> None:
        assert client.get(f"{url}/rules", query_string={"q": q}).status_code == 200

    def test_cards(self, client: FlaskClient, game: AnyGame, url: str) -> None:
        cards = client.get(f"{url}/cards").get_json()["cards"]
        assert cards == plain(game.cards(None))
        for card in cards:
            assert client.get(f"{url}/cards/{card['id']}").get_json() == card
            assert set(card["rules"]) <= set(game.rulebook.rules)
