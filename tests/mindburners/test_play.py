"""Windows and interleavings of Mindburners: passes, answers, solo won and lost."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core import judge
from referee.core.errors import Malformed
from referee.core.registry import games
from referee.games.mindburners.moves import Pass
from referee.web.operations import perform
from tests.mindburners.policies import sensible
from tests.support import Deal, plain, play, read_pack_file, without_rng

GAME = games()["mindburners"]
DEADLY = read_pack_file("mindburners", "deadly")
MULTIPLAYER = {"mode": "multiplayer"}
SOLO = {"mode": "solo"}


def all_pass(state: Any, order: list[str]) -> Any:
    """Let those who may pass, in this order, as long as the window stays open."""
    stack = len(state.stack)
    for player in order:
        if len(state.stack) != stack or state.chance is not None or state.outcome is not None:
            return state
        if player in judge.to_act(GAME, state):
            state = judge.apply(GAME, state, Pass(player)).state
    return state


@given(st.integers(0, 10_000), st.randoms())
def test_the_order_of_passes_changes_nothing(seed: int, random: Random) -> None:
    steps = list(play(Deal(GAME, 3, MULTIPLAYER, "seeded", seed, DEADLY)))
    windows = [s.state for s in steps if s.state.stack and s.state.chance is None]
    for state in random.sample(windows, min(5, len(windows))):
        who = list(judge.to_act(GAME, state))
        after = {without_ply(all_pass(state, order)) for order in ([*who], who[::-1])}
        assert len(after) == 1


def without_ply(state: Any) -> str:
    return str({**plain(without_rng(state)), "ply": 0})


def solo(seed: int, brave: int) -> Any:
    """Play a solo game sensibly, and return how it ended."""
    state = Deal(GAME, 1, SOLO, "seeded", seed).state()
    while state.outcome is None:
        state = judge.apply(GAME, state, sensible(GAME, state, "ana", brave)).state
    return state


def test_solo_is_won_by_a_sensible_player_and_lost_by_a_timid_one() -> None:
    assert solo(29, 2).outcome.reason == "ten_points"
    timid = solo(29, 99)
    assert timid.outcome.reason == "time_expired"
    assert (timid.time_left, timid.run) == (0, 6)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sensible_players_end_a_game(players: int) -> None:
    state = Deal(GAME, players, MULTIPLAYER, "seeded", 5).state()
    for _ in range(5000):
        if state.outcome is not None:
            break
        player = judge.to_act(GAME, state)[-1]
        state = judge.apply(GAME, state, sensible(GAME, state, player, 3)).state
    assert state.outcome.reason == "ten_points"


def test_every_ability_is_asked_for_its_answers_newest_first() -> None:
    for step in play(Deal(GAME, 3, MULTIPLAYER, "seeded", 2)):
        before, after = step.state.stack, step.ruling.state.stack
        gone = [entry for entry in before if entry not in after]
        told = [e.id for e in step.ruling.events if hasattr(e, "id")]
        assert all(entry.id in told or entry.id in negated(step.ruling.events) for entry in gone)


def negated(events: Any) -> list[int]:
    return [e.id for e in events if type(e).__name__ == "AbilityNegated"]


def described(state: Any) -> Any:
    return plain(perform("mindburners", "describe", {"state": plain(state)}))["body"]


def test_a_window_reads_as_a_sentence() -> None:
    met: dict[str, str] = {}
    for seed in range(6):
        for step in play(Deal(GAME, 3, MULTIPLAYER, "seeded", seed)):
            told = described(step.state)
            met[f"{step.state.phase} {min(2, len(step.state.stack))}"] = told["headline"]
            for entry, fact in zip(reversed(step.state.stack), told["facts"]["stack"], strict=True):
                assert fact.items() >= plain(entry).items()
                assert f"{entry.player}'s " in fact["text"]
                assert f"({entry.id})" in fact["text"]
                assert fact["answerable_by"] in ([], list(judge.to_act(GAME, step.state)))
    assert " may prepare, until ready." in met["preparation 0"]
    assert " may play an ability or pass before " in met["resolve 0"]
    assert " may answer " in met["resolve 1"]
    assert met["resolve 1"].endswith(".")
    assert "; 1 ability waits beneath it." in met["resolve 2"] or "wait beneath" in met["resolve 2"]
    assert (
        "continue, or leave the void." in met["decide 0"]
        or " before the next void card." in (met["decide 0"])
    )
    assert " may keep a card." in met["bank 0"]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({"card": "surge", "roll": "1"}, "2 damage"),
        ({"card": "surge", "roll": "3"}, "nothing"),
        ({"card": "resonance", "roll": "1"}, "lose 2 energy"),
        ({"card": "rift-storm", "roll": "6"}, "gain 1 VP"),
    ],
)
def test_the_lookup_event(query: dict[str, str], text: str) -> None:
    assert look_up("event", **query)["text"] == text


def look_up(name: str, **query: str) -> Any:
    return plain(GAME.lookups[name].answer(GAME, GAME.lookups[name].query(**query)))


@pytest.mark.parametrize(
    ("name", "query", "pointer"),
    [
        ("event", {"card": "zzzz", "roll": "1"}, "/card"),
        ("event", {"card": "surge", "roll": "0"}, "/roll"),
        ("event", {"card": "surge", "roll": "7"}, "/roll"),
        ("event", {"card": "surge", "roll": "9" * 5000}, "/roll"),
        ("odds", {"hp": ""}, "/hp"),
        ("odds", {"hp": "11"}, "/hp"),
        ("odds", {"hp": "9" * 5000}, "/hp"),
        ("odds", {"hp": "\u0663"}, "/hp"),
    ],
)
def test_a_lookup_names_the_parameter(name: str, query: dict[str, str], pointer: str) -> None:
    with pytest.raises(Malformed) as raised:
        look_up(name, **query)
    assert [fault.pointer for fault in raised.value.faults] == [pointer]


def test_the_lookup_odds() -> None:
    found = look_up("odds", hp="3", row="beacon,wisp", deck="reference")
    assert found["left"] == {
        "beacon": 1,
        "mite": 1,
        "drifter": 1,
        "stalker": 1,
        "lurker": 1,
        "maw": 1,
        "chance-matrix": 2,
    }
    # By hand: of the twelve events, Surge deals 4 in six rolls, Fracture 5, Undertow 3, Rift
    # Storm 7, two of each: 38 in 72; only Fracture's 1 kills at 3 HP: 2 in 72. Creatures: 9 in all.
    matrix = 38 / 72
    assert found["expected_damage"] == pytest.approx((9 + 2 * matrix) / 8)
    assert found["kills"] == pytest.approx((1 + 2 * 2 / 72) / 8)
    assert look_up("odds", hp="10", row=",".join(["beacon"] * 2))["kills"] == 0


def test_what_leaves_the_stack_without_effect_is_named_by_its_card() -> None:
    named = 0
    for seed in range(12):
        cards: dict[int, str] = {}
        for step in play(Deal(GAME, 3, MULTIPLAYER, "seeded", seed)):
            for event in plain(step.ruling.events):
                if event["type"] == "ability_played":
                    cards[event["id"]] = event["card"]
                elif event["type"] in ("ability_negated", "ability_fizzled"):
                    assert event["card"] == cards[event["id"]]
                    named += 1
    assert named


def test_what_is_coming_is_told_by_player() -> None:
    met = set()
    for seed in range(6):
        for step in play(Deal(GAME, 3, MULTIPLAYER, "seeded", seed)):
            pending, facts = step.state.pending, described(step.state)["facts"]
            running = [player.id for player in step.state.players if player.status == "running"]
            if pending is None:
                assert facts["coming"] == []
                continue
            rolls = getattr(pending, "rolls", {})
            told = {about["player"]: about["roll"] for about in facts["coming"]}
            assert list(told) == [who for who in running if not rolls or who in rolls]
            assert all(told[who] == roll for who, roll in rolls.items())
            met |= {effect["op"] for about in facts["coming"] for effect in about["effects"]}
    assert {"damage", "energy", "draw", "heal", "vp"} <= met


def test_whose_decision_is_due_is_told() -> None:
    for step in play(Deal(GAME, 3, MULTIPLAYER, "seeded", 3)):
        due = described(step.state)["facts"]["decision_due"]
        for player in judge.to_act(GAME, step.state):
            may = [type(m).__name__ for m in judge.legal_moves(GAME, step.state, player).moves]
            assert ("Continue" in may) is (player in due)


def test_the_catalogue_says_of_a_card_what_its_pack_says() -> None:
    facts = {card.id: plain(card.facts) for card in GAME.cards("reference")}
    assert facts["siphon"] == {
        "kind": "ability",
        "cost": 1,
        "preparation": False,
        "target": "opponent",
        "effects": [{"op": "steal", "amount": 2}],
    }
    assert facts["maw"] == {"kind": "creature", "damage": 3}
    assert facts["surge"]["table"][0]["rolls"] == [1, 2]
    assert facts["beacon"] == facts["chance-matrix"] == {"kind": "void"}
