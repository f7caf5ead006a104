"""How a posted game has ended follows from its state."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from hypothesis import given

from referee.web.operations import perform
from tests.support import Deal, deals, plain, play, state_faults


def over(deal: Deal) -> Any:
    """Play a game to its end, and return the state."""
    *_, last = play(deal)
    return last.ruling.state


def others(outcome: dict[str, Any], players: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Tell an end otherwise, one member at a time: all other winners, other counts and words."""
    for count in range(len(players) + 1):
        for winners in combinations(players, count):
            if sorted(winners) != sorted(outcome["winners"]):
                yield "winners", {**outcome, "winners": list(winners)}
    for name, value in outcome.items():
        if isinstance(value, int):
            yield name, {**outcome, name: value + 1}
        if isinstance(value, dict):
            yield name, {**outcome, name: {who: count + 1 for who, count in value.items()}}
            yield name, {**outcome, name: {}}


@given(deals())
def test_an_end_that_does_not_follow_is_a_fault_at_its_member(deal: Deal) -> None:
    state = over(deal)
    players = [player.id for player in state.players]
    for reader in (None, *players):
        view = plain(deal.game.view(state, reader))
        assert state_faults(view) == []
        for name, told in others(view["outcome"], players):
            # Who was hit is not in a state, so a NULL at the end of a hand may have won.
            lucky = [[p["id"]] for p in view["players"] if p["hand"][-1:] in (["?"], ["NULL"])]
            if told["reason"] == "breach_backfired" and told["winners"] in lucky:
                continue
            assert f"/outcome/{name}" in state_faults({**view, "outcome": told})


REASONS = {
    *("firewall_survived", "breach_backfired", "gridlock"),
    *("hand_emptied", "structural_closure", "total_lock", "solo_over"),
    *("ten_points", "time_expired"),
}


@given(deals())
def test_no_other_reason_follows(deal: Deal) -> None:
    state = plain(over(deal))
    for reason in REASONS - {state["outcome"]["reason"]}:
        told = {**state, "outcome": {**state["outcome"], "reason": reason}}
        answer = plain(perform(deal.game.name, "describe", {"state": told}))
        assert answer["status"] == 422, reason
