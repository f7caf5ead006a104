"""Runs what has to run in a process of its own, and reads the JSON that it prints."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
"""Where `python -m bench…` finds the benchmark, which is not installed."""

LONGEST = 900
"""Seconds after which a process counts as stuck."""


class Unavailable(Exception):
    """Something cannot be measured here; the text says why."""


class Talk:
    """A process that answers each line with a line of JSON; it ends when we do."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, line: str) -> dict[str, Any]:
        """Send a line and return the answer. Raises `Unavailable` where the process has ended."""
        process = self.process
        assert process.stdin
        assert process.stdout
        assert process.stderr
        try:
            print(line, file=process.stdin, flush=True)
            answer: dict[str, Any] = json.loads(process.stdout.readline())
        except (OSError, ValueError):
            raise Unavailable(reason_in(process.stderr.read())) from None
        return answer


def ask(command: Sequence[str], environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Run a command that prints one line of JSON. Raises `Unavailable` where it fails."""
    try:
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LONGEST
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{command[0]} does not run: {type(error).__name__}.") from None
    if ended.returncode:
        raise Unavailable(reason_in(ended.stderr))
    answer: dict[str, Any] = json.loads(ended.stdout)
    return answer


def reason_in(text: str) -> str:
    """Return the line of an error output that says what is wrong, cut to a readable length."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if "error" in line.lower()]
    return (told or lines or ["It fails without a word."])[-1][:200]
