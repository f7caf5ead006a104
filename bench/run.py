"""A whole run: what is measured in which section, on which machine, and what it reached."""

import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from importlib import metadata
from pathlib import Path

import msgspec

from bench import growth, http, ours, reach, steps
from bench.measure import Contestant, Row, interleave
from bench.outside import Unavailable
from bench.peers import Found, find

PACKAGES = (
    "tabletop-referee",
    "Flask",
    "flask-smorest",
    "granian",
    "marshmallow",
    "msgspec",
    "orjson",
    "waitress",
)
FEW = 1_000
"""Requests after which a worker has met all of its code."""


class Settings(msgspec.Struct, frozen=True):
    """How a run is made: `seconds` for each contestant in each round."""

    rounds: int = 5
    seconds: float = 1
    requests: int = 100_000


class Machine(msgspec.Struct, frozen=True):
    """What the figures depend on."""

    cpu: str
    cores: int
    system: str
    python: str
    packages: dict[str, str]


class PeerNote(msgspec.Struct, frozen=True):
    """A peer: its version, or why it is missing."""

    name: str
    version: str = ""
    missing: str = ""


class Run(msgspec.Struct, frozen=True):
    """All that a run tells; `sections` are those that were measured."""

    settings: Settings
    machine: Machine
    peers: list[PeerNote]
    sections: dict[str, list[Row]]
    reached: list[reach.Reach]


def describe_machine() -> Machine:
    """Describe this machine, without anything that names it."""
    return Machine(
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        system=f"{platform.system()} on {platform.machine()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        packages={name: _version(name) for name in PACKAGES},
    )


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else "unknown"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _playouts(settings: Settings, found: Found) -> list[Row]:
    peers = [contestant for peer in found.peers.values() for contestant in peer.playing()]
    return [*_measure(settings, [*ours.playing(), *peers]), *found.rows(stateless=False)]


def _stateless(settings: Settings, found: Found) -> list[Row]:
    peers = [contestant for peer in found.peers.values() for contestant in peer.answering()]
    return [*_measure(settings, [*ours.answering(), *peers]), *found.rows(stateless=True)]


def _steps(settings: Settings, found: Found) -> list[Row]:
    return _measure(settings, steps.contestants())


def _http(settings: Settings, found: Found) -> list[Row]:
    missing = []
    with ExitStack() as stack:
        contestants = stack.enter_context(http.on_waitress())
        try:
            contestants += stack.enter_context(http.on_granian())
        except Unavailable as error:
            missing.append(Row("granian", missing=str(error)))
        return [*_measure(settings, contestants), *missing]


def _growth(settings: Settings, found: Found) -> list[Row]:
    return list(growth.with_ratios(_measure(settings, growth.contestants())))


def _memory(settings: Settings, found: Found) -> list[Row]:
    return [growth.memory(min(FEW, settings.requests), settings.requests)]


def _measure(settings: Settings, contestants: Sequence[Contestant]) -> list[Row]:
    return interleave(contestants, settings.rounds, settings.seconds)


SECTIONS: Mapping[str, Callable[[Settings, Found], list[Row]]] = {
    "playouts": _playouts,
    "stateless": _stateless,
    "steps": _steps,
    "http": _http,
    "growth": _growth,
    "memory": _memory,
}


def run(sections: Sequence[str], settings: Settings, found: Found | None = None) -> Run:
    """Measure some sections beside the peers that are found; stderr tells which is on."""
    found = find() if found is None else found
    measured = {}
    for name in sections:
        print(f"Measuring {name}", file=sys.stderr, flush=True)
        measured[name] = SECTIONS[name](settings, found)
    peers = [PeerNote(name, version=peer.version()) for name, peer in found.peers.items()]
    missing = [PeerNote(name, missing=reason) for name, reason in found.missing.items()]
    return Run(settings, describe_machine(), [*peers, *missing], measured, reach.judge(measured))
