"""What somebody does out of turn relieves nobody of what they owe on their own."""

from collections import Counter
from itertools import takewhile
from typing import Any

import pytest

from referee.core.records import TABLE
from referee.core.registry import games
from tests.mindburners.test_faults import DECIDE, player
from tests.scenarios.asking import (
    State,
    ask,
    deals_of,
    led,
    legal,
    mindburners,
    refused,
    seat,
    told,
    types,
    wireburn,
)
from tests.support import changed, plain, play

WIREBURN, MIND = games()["wireburn"], games()["mindburners"]


def move(player_id: str, kind: str, **members: Any) -> dict[str, Any]:
    return {"player": player_id, "type": kind, **members}


def under_attack(**changes: Any) -> State:
    """Return ana's attack on bo, who holds a NULL; cy is the next."""
    hands = {"ana": ["P3"], "bo": ["NULL", "T4"], "cy": ["O4"], "dee": []}
    attack = {"target": "bo", "deflected_by": [], "to_draw": 0}
    damage = {"phase": "shield", "attack": attack, "turn__plays": 1, "turn__damage": 1}
    pile = ["G2", "O2", "O3", "P9", "T6", "G3"]
    return wireburn(hands, pile, **{**damage, **changes})


DEFLECT, TAKE = move("bo", "deflect"), move("cy", "take")


def test_a_deflection_does_not_serve_a_skip_that_is_owed() -> None:
    state = changed(under_attack(), {"players__1__skips": 1})
    answer = ask("apply", led(state, DEFLECT), move=TAKE)
    # bo serves the old skip, cy the one for the damage that was deflected to them.
    assert [event["player"] for event in told(answer, "turn_skipped")] == ["bo", "cy"]
    assert [p["skips"] for p in answer["state"]["players"]] == [0, 0, 0, 0]
    assert answer["to_act"] == ["dee"]


def test_a_deflection_is_no_act_of_ones_own_turn() -> None:
    state = led(under_attack(docks__teal=["T7"], docks__orange=["O8"]), DEFLECT, TAKE)
    assert (state["turn"]["player"], state["turn"]["plays"]) == ("bo", 0)
    assert refused(state, move("bo", "end_turn")) == ("must_play_or_draw", "turn.act")


def test_whoever_deflected_still_plays_their_third_card() -> None:
    docks = {"docks__teal": ["T9"], "docks__orange": ["O6"], "docks__purple": ["P8"]}
    state = led(under_attack(**docks), DEFLECT, TAKE, *[move("bo", "draw")] * 3)
    assert state["turn"]["drawn"] == ["O2", "O3", "P9"]
    assert {m["card"] for m in legal(state)} == {"P9"}
    assert refused(state, move("bo", "end_turn")) == ("third_card_must_be_played", "dig.third")


def test_a_deflection_does_not_give_the_attacker_another_play() -> None:
    state = led(under_attack(docks__purple=["P4"]), DEFLECT)
    for made in ("draw", "end_turn", "wash"):
        assert refused(state, move("ana", made)) == ("not_your_turn", "table.turn")


def test_skips_are_owed_by_damage_and_served_in_turn_order_alone() -> None:
    served = 0
    for deal in deals_of(WIREBURN, range(6)):
        for step in play(deal):
            before, after = plain(step.state), plain(step.ruling.state)
            answer = {"events": plain(step.ruling.events)}
            skipped = [event["player"] for event in told(answer, "turn_skipped")]
            owed = [event["player"] for event in told(answer, "damage_taken") if event["skips"]]
            skips = Counter({p["id"]: p["skips"] for p in before["players"]})
            skips.update(owed)
            skips.subtract(skipped)
            assert {p["id"]: p["skips"] for p in after["players"]} == dict(skips)
            if told(answer, "turn_started"):
                assert skipped == passed_over(before, answer)
            served += len(skipped)
    assert served >= 60


def passed_over(before: State, answer: Any) -> list[str]:
    """List the seats between whose turn it was and whose turn it is, round the table."""
    ids = [p["id"] for p in before["players"]]
    start = ids.index(before["turn"]["player"]) + 1
    order = [ids[(start + seat) % len(ids)] for seat in range(len(ids) * 3)]
    following = told(answer, "turn_started")[0]["player"]
    skipped = told(answer, "turn_skipped")
    assert order[len(skipped)] == following
    return order[: len(skipped)]


def test_no_turn_is_ended_without_a_play_or_a_draw_while_there_are_cards() -> None:
    for deal in deals_of(WIREBURN, range(6)):
        for step in play(deal):
            turn = step.state.turn
            if type(step.move).__name__ == "EndTurn" and not turn.plays and not turn.drawn:
                assert not step.state.draw_pile
                assert not step.state.discard


def deciding(*seats: Any, **changes: Any) -> State:
    decide = {k: v for k, v in DECIDE.items() if k != "players"}
    return mindburners(seats, **{**decide, **changes})


def runner(name: str, *hand: str, **changes: Any) -> Any:
    return player(name, cards_cleared=1, hand=list(hand), **changes)


LASH = {"card": "static-lash", "target": "bo"}


def test_a_pass_is_no_decision() -> None:
    state = deciding(runner("ana", "static-lash"), runner("bo"))
    assert refused(state, move("ana", "pass")) == ("decision_due", "void.decide")
    assert {m["type"] for m in legal(state, "ana")} == {"play", "continue", "leave"}


def test_a_pass_on_the_stack_leaves_the_decision_due() -> None:
    state = led(deciding(runner("ana", "static-lash"), runner("bo")), move("ana", "play", **LASH))
    state = led(state, move("bo", "pass"), move("ana", "pass"))
    assert (state["phase"], state["stack"], seat(state, "bo")["hp"]) == ("decide", [], 4)
    assert ask("legal-moves", state)["to_act"] == ["ana", "bo"]
    for who in ("ana", "bo"):
        assert refused(state, move(who, "pass")) == ("decision_due", "void.decide")


def test_a_runner_without_cards_decides_all_the_same() -> None:
    state = deciding(runner("ana"), runner("bo"))
    assert [m["type"] for m in legal(state, "ana")] == ["continue", "leave"]
    state = led(state, move("bo", "continue"))
    assert ask("legal-moves", state)["to_act"] == ["ana"]


def test_a_play_takes_passes_back_and_no_decision() -> None:
    state = deciding(runner("ana", "static-lash"), runner("bo"))
    state = led(state, move("bo", "continue"), move("ana", "play", **LASH))
    assert (seat(state, "bo")["decided"], seat(state, "bo")["passed"]) == (True, False)
    assert {m["type"] for m in legal(state, "bo")} == {"pass"}
    for again in ("continue", "leave"):
        assert refused(state, move("bo", again)) == ("already_decided", "void.decide")


def test_whoever_leaves_answers_still_but_decides_no_more() -> None:
    state = led(
        deciding(runner("ana", "static-lash"), runner("bo")),
        move("ana", "leave"),
    )
    assert seat(state, "ana")["status"] == "leaving"
    # A leave counts as a pass; a play of somebody else takes that back.
    assert refused(state, move("ana", "pass")) == ("not_your_turn", "table.turn")
    state = led(state, move("bo", "play", card="void-spike", target="ana"))
    assert {m["type"] for m in legal(state, "ana")} == {"play", "pass"}
    for decision in ("continue", "leave"):
        assert refused(state, move("ana", decision)) == ("not_running", "void.leaving")
    state = led(state, move("ana", "play", **LASH))
    assert [entry["player"] for entry in state["stack"]] == ["bo", "ana"]


def test_answers_of_the_leaving_do_not_bring_them_back_nor_take_others_along() -> None:
    state = deciding(runner("ana", "static-lash"), runner("bo"))
    state = led(state, move("ana", "leave"), move("bo", "play", card="void-spike", target="ana"))
    state = led(state, move("ana", "play", **LASH))
    while state["stack"]:
        state = led(state, move(ask("legal-moves", state)["to_act"][0], "pass"))
    assert (seat(state, "ana")["hp"], seat(state, "bo")["hp"]) == (3, 4)
    assert ask("legal-moves", state)["to_act"] == ["bo"]
    answer = ask("apply", state, move=move("bo", "continue"))
    assert seat(answer["state"], "ana")["status"] == "left"
    assert answer["to_act"] == [TABLE]


def test_what_is_played_in_preparation_makes_nobody_ready() -> None:
    preparing = {"status": "preparing", "ready": False}
    seats = [
        player("ana", hand=["patch-kit"], **preparing),
        player("bo", hand=[], **preparing),
    ]
    prepared: dict[str, Any] = {"phase": "preparation", "pending": None, "void_row": []}
    state = mindburners(seats, **prepared)
    state = led(state, move("bo", "ready"), move("ana", "play", card="patch-kit"))
    assert (state["phase"], ask("legal-moves", state)["to_act"]) == ("preparation", ["ana"])
    assert refused(state, move("bo", "play", card="quick-study"))[0] == "not_your_turn"


@pytest.mark.parametrize("seed", range(3))
def test_no_void_card_is_turned_up_before_every_runner_has_decided(seed: int) -> None:
    """By the events: whoever runs on to the next card has said so since the last one."""
    revealed = 0
    for deal in deals_of(MIND, (seed, seed + 9)):
        said: set[str] = set()
        for step in play(deal):
            answer = {"events": plain(step.ruling.events)}
            earlier = takewhile(lambda kind: kind != "void_revealed", types(answer))
            if step.state.phase == "decide" and told(answer, "void_revealed"):
                assert "run_ended" not in earlier
                said |= {e["player"] for e in told(answer, "decided")}
                assert {p.id for p in step.ruling.state.players if p.status == "running"} <= said
                revealed += 1
            said |= {e["player"] for e in told(answer, "decided")}
            if told(answer, "void_revealed") or told(answer, "run_ended"):
                said = set()
    assert revealed >= 50


def test_a_told_card_ends_no_turn_and_makes_no_decision() -> None:
    fire = changed(under_attack(), {"phase": "main", "attack": None, "turn__damage": 0})
    mind = deciding(runner("ana", "?"), runner("bo"))
    for state, card in ((fire, "G9"), (mind, "siphon")):
        holder = state["players"][-1]["id"]
        reveal = {"player": "table", "type": "reveal", "card": card, "holder": holder}
        after = led(state, reveal)
        assert legal(after, "ana") == legal(state, "ana")
        assert ask("legal-moves", after)["to_act"] == ask("legal-moves", state)["to_act"]
