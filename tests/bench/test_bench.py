"""The benchmark's own arithmetic, and a run of it in miniature; nothing here hangs on speed."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from bench import growth, ours, report
from bench.__main__ import main
from bench.measure import (
    Contestant,
    Figure,
    Quantity,
    Row,
    Sample,
    figure_of,
    interleave,
    per_second,
    percentile,
    ratio_of,
)
from bench.outside import Unavailable, ask, reason_in
from bench.peers import Found, Place, find
from bench.playing import decide, decisions, playout
from bench.reach import At, Goal, goals, judge_goal
from bench.run import Run, Settings, run

ABOVE, BELOW = At("playouts", "ours", "decisions"), At("playouts", "theirs", "decisions")
NOBODY = Found({}, {"RLCard": "It does not install."})


def ticking(step: float) -> Iterator[float]:
    """Give a clock that goes on by so much at each look."""
    return (number * step for number in count())


def test_a_figure_is_a_median_with_its_spread() -> None:
    figure = figure_of("µs", [3, 1, 2, 10])
    assert figure == Figure("µs", median=2.5, low=1, high=10, rounds=(3, 1, 2, 10))
    assert msgspec.to_builtins(figure).keys() == {"unit", "median", "min", "max", "rounds"}


def test_a_ratio_is_taken_round_by_round() -> None:
    ratio = ratio_of(figure_of("µs", [2, 40, 6]), figure_of("µs", [1, 10, 6]))
    assert (ratio.median, ratio.low, ratio.high) == (2, 1, 4)


@pytest.mark.parametrize(
    ("values", "share", "found"),
    [([5], 0.99, 5), ([1, 2, 3, 4], 0.5, 2), ([3, 1, 2], 0.5, 2), (range(1, 101), 0.99, 99)],
)
def test_a_percentile_is_one_of_the_values(values: list[float], share: float, found: float) -> None:
    assert percentile(values, share) == found


def test_who_fails_on_the_way_is_missing_and_the_others_go_on() -> None:
    turns = count()

    def fails(seconds: float) -> Sample:
        if next(turns) == 2:
            raise Unavailable("The process has ended.")
        return {"moves": Quantity(1, "per second")}

    others = Contestant("others", lambda seconds: {"moves": Quantity(seconds, "per second")})
    failing, going = interleave([Contestant("failing", fails, "It differs."), others], 4, 1)
    assert failing == Row("failing", differs="It differs.", missing="The process has ended.")
    assert going.figures["moves"].rounds == (1, 1, 1, 1)
    assert next(turns) == 3


def test_steps_are_counted_until_the_time_is_up() -> None:
    done: list[None] = []
    rate = per_second(lambda: done.append(None), 4, ticking(0.5).__next__)
    assert len(done) == 8
    assert rate == 2


def test_decisions_are_counted_until_the_time_is_up() -> None:
    going = decisions(ours.OurRules(ours.all_games()[0]))
    assert decide(going, 4, ticking(0.5).__next__)["decisions"] == Quantity(2, "per second")


def test_rounds_are_interleaved_and_begin_with_another_contestant_each() -> None:
    order: list[str] = []

    def contestant(name: str) -> Contestant:
        def measure(seconds: float) -> Sample:
            order.append(name)
            return {"seconds": Quantity(seconds, "s")}

        return Contestant(name, measure, f"differs by {name}")

    rows = interleave([contestant("a"), contestant("b"), contestant("c")], rounds=2, seconds=1)
    assert "".join(order) == "abc" + "abc" + "bca"
    assert [(row.name, row.differs) for row in rows] == [(n, f"differs by {n}") for n in "abc"]
    assert rows[0].figures["seconds"].rounds == (1, 1)


@pytest.mark.parametrize(
    ("bound", "at_least", "reached"),
    [(2, True, True), (2.1, True, False), (2, False, True), (1.9, False, False)],
)
def test_a_goal_is_judged_by_the_median_of_its_ratio(
    bound: float, at_least: bool, reached: bool
) -> None:
    rows = [
        Row("ours", {"decisions": figure_of("per second", [4, 2, 90])}),
        Row("theirs", {"decisions": figure_of("per second", [2, 2, 30])}),
    ]
    judged = judge_goal(Goal("goal", ABOVE, BELOW, bound, at_least), {"playouts": rows})
    assert judged.ratio is not None
    assert (judged.ratio.median, judged.reached) == (2, reached)


def test_a_goal_without_its_peer_is_neither_reached_nor_missed() -> None:
    rows = [Row("ours", {"decisions": figure_of("per second", [4])}), Row("theirs", missing="no")]
    judged = judge_goal(Goal("goal", ABOVE, BELOW, 1), {"playouts": rows})
    assert (judged.ratio, judged.reached, judged.missing) == (None, None, "no figure of theirs")


def test_every_goal_has_a_name_of_its_own() -> None:
    names = [goal.name for goal in goals()]
    assert len(names) == len(set(names))


def test_playouts_end_and_hang_on_the_seed() -> None:
    for game in ours.all_games():
        played, again = (list(playout(ours.OurRules(game), 7)) for _ in range(2))
        assert played == again
        assert all(made.move in made.legal for made in played)


@pytest.mark.parametrize("growing", growth.GROWING, ids=lambda growing: growing.growth)
def test_hands_and_networks_of_every_size_are_sound(growing: growth.Growing) -> None:
    missing = set(growing.sizes)
    for position in ours.duels(growing.game):
        for size, made in growing.vary(position, growing.sizes).items():
            missing.discard(size)
            assert all(ours.sound(p.game, p.state) and ours.list_moves(p) for p in made)
        if not missing:
            return


@pytest.mark.parametrize(
    ("kept", "told"),
    [({}, "No module named 'bench.peers.nobody'"), ({"RLCard": "No wheel."}, "No wheel.")],
)
def test_a_peer_that_is_missing_is_told_with_its_reason(
    kept: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.peers.reasons", lambda: kept)
    found = find({"RLCard": Place("bench.peers.nobody", stateless=False)})
    assert found == Found({}, {"RLCard": told})
    assert found.rows(stateless=False) == [Row("RLCard", missing=told)]
    assert found.rows(stateless=True) == []


def test_a_process_that_fails_says_why() -> None:
    with pytest.raises(Unavailable, match="does not run: FileNotFoundError"):
        ask(["there-is-no-such-program"])
    assert reason_in("Traceback:\n  ValueError: too far\nbye\n") == "ValueError: too far"


def test_a_run_is_written_and_shown_again(tmp_path: Path) -> None:
    made = run(["playouts", "stateless", "steps"], Settings(rounds=2, seconds=0.001), NOBODY)
    assert {row.name for row in made.sections["stateless"]} == {g.title for g in ours.all_games()}
    written = tmp_path / "bench.json"
    written.write_bytes(msgspec.json.encode(made))
    assert msgspec.json.decode(written.read_bytes(), type=Run) == made
    shown = CliRunner().invoke(main, ["--show", str(written), "--markdown"])
    assert shown.output == report.markdown(made) + "\n"
    assert "| RLCard |  |  |  |  | Missing: It does not install. |" in shown.output
    assert CliRunner().invoke(main, ["--show", str(written)]).exit_code == 0
    assert list(tmp_path.iterdir()) == [written]


def test_the_command_measures_what_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.run.find", lambda: NOBODY)
    written = tmp_path / "bench.json"
    asked = ["--section", "steps", "--rounds", "1", "--seconds", "0.001", "--output", str(written)]
    assert CliRunner().invoke(main, asked).exit_code == 0
    made = msgspec.json.decode(written.read_bytes(), type=Run)
    assert list(made.sections) == ["steps"]
    assert made.reached == []
