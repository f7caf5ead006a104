"""Puts a run into one table, for a terminal or as Markdown."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from bench.measure import Figure, Row
from bench.reach import Reach
from bench.run import Run

COLUMNS = ("", "figure", "median", "spread", "unit", "")
WIDTH = 150

TITLES: Mapping[str, str] = {
    "playouts": "In process: list the legal moves, choose, make the move",
    "stateless": "Stateless, in process: a state and a move in, the answer out, as text",
    "steps": "The steps of a stateless request",
    "http": "HTTP",
    "growth": "Growth with the hand and the network",
    "memory": "Memory after so many requests",
}


class Line(NamedTuple):
    """A line of the table; one that has nothing but a `name` and is a `head` begins a part."""

    name: str
    figure: str = ""
    median: str = ""
    spread: str = ""
    unit: str = ""
    note: str = ""
    head: bool = False


def lines_of(run: Run) -> Iterator[Line]:
    """Give all lines of a run."""
    for section, rows in run.sections.items():
        yield Line(TITLES[section], head=True)
        for row in rows:
            yield from _row_lines(row)
    if run.reached:
        yield Line("Reached", head=True)
        yield from (_reach_line(reached) for reached in run.reached)
    yield Line("Peers", head=True)
    yield from (Line(peer.name, peer.version, note=peer.missing) for peer in run.peers)
    yield Line("Machine", head=True)
    yield from _machine_lines(run)


def _row_lines(row: Row) -> Iterator[Line]:
    if row.missing:
        yield Line(row.name, note=f"Missing: {row.missing}")
    name, note = row.name, row.differs
    for figure, value in row.figures.items():
        yield Line(name, figure, *_numbers(value), value.unit, note)
        name = note = ""


def _reach_line(reached: Reach) -> Line:
    bound = f"{'at least' if reached.at_least else 'at most'} {reached.bound:g}"
    word = {True: "reached", False: "not reached", None: reached.missing}[reached.reached]
    note = f"{'aim' if reached.aim else 'goal'}: {bound}: {word}"
    if reached.ratio is None:
        return Line(reached.name, note=note)
    return Line(reached.name, "ratio", *_numbers(reached.ratio), reached.ratio.unit, note)


def _numbers(figure: Figure) -> tuple[str, str]:
    return _number(figure.median), f"{_number(figure.low)} to {_number(figure.high)}"


def _number(value: float) -> str:
    """Write a number with three digits that count, or with all that are whole."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _machine_lines(run: Run) -> Iterator[Line]:
    machine, settings = run.machine, run.settings
    yield Line(machine.cpu, note=f"{machine.cores} cores, {machine.system}, {machine.python}")
    yield Line("Packages", note=", ".join(f"{k} {v}" for k, v in machine.packages.items()))
    told = f"{settings.rounds} rounds of {settings.seconds:g} s for each contestant"
    yield Line("Settings", note=told)


def print_table(run: Run) -> None:
    """Print a run for a terminal."""
    table = Table(*COLUMNS, box=SIMPLE_HEAD)
    for column in (2, 3):
        table.columns[column].justify = "right"
    for line in lines_of(run):
        if line.head:
            table.add_section()
        table.add_row(*line[:-1], style="bold" if line.head else "")
    # A reason of pip's or npm's may look like markup.
    console = Console(markup=False, highlight=False)
    console.width = max(console.width, WIDTH)
    console.print(table)


def markdown(run: Run) -> str:
    """Return a run as one Markdown table."""
    rows: list[tuple[str, ...]] = [COLUMNS, ("---", "---", "---:", "---:", "---", "---")]
    for line in lines_of(run):
        cells = [cell.replace("|", r"\|") for cell in line[:-1]]
        rows.append((f"**{cells[0]}**", *cells[1:]) if line.head else tuple(cells))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
