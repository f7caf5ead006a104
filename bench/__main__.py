"""Runs the benchmark, or prints a run again: `python -m bench`."""

from pathlib import Path

import click
import msgspec

from bench import report
from bench.run import SECTIONS, Run, Settings, run


@click.command()
@click.option("--section", multiple=True, type=click.Choice(list(SECTIONS)), help="Default: all.")
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1))
@click.option("--seconds", default=1.0, show_default=True, help="For each contestant in a round.")
@click.option("--requests", default=100_000, show_default=True, help="For the section memory.")
@click.option("--output", default="bench.json", show_default=True, type=click.Path(path_type=Path))
@click.option("--show", type=click.Path(exists=True, path_type=Path), help="A run to print again.")
@click.option("--markdown", is_flag=True, help="Print the table as Markdown.")
def main(
    section: tuple[str, ...],
    rounds: int,
    seconds: float,
    requests: int,
    output: Path,
    show: Path | None,
    markdown: bool,
) -> None:
    """Measure the referee beside its peers, print one table and write it as JSON."""
    if show is not None:
        made = msgspec.json.decode(show.read_bytes(), type=Run)
    else:
        made = run(section or list(SECTIONS), Settings(rounds, seconds, requests))
        output.write_bytes(msgspec.json.format(msgspec.json.encode(made)) + b"\n")
    if markdown:
        click.echo(report.markdown(made))
    else:
        report.print_table(made)


if __name__ == "__main__":
    main()
