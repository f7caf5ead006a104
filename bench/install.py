"""Installs the peers, each by itself: `python -m bench.install`.

One that does not install is no failure: the reason is kept beside the virtual environment, and the
benchmark's table tells it.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from bench.outside import reason_in

PACKAGES: Mapping[str, str] = {
    "RLCard": "rlcard>=1.2,<2",
    "OpenSpiel": "open_spiel>=1.6,<3",
    "python-chess": "chess>=1.11,<2",
}
"""What pip installs; npm's ranges are in `node/package.json`."""

NODE = Path(__file__).parent / "node"
LONGEST = 600
"""Seconds after which an installation has failed."""


def install(command: list[str], folder: Path) -> str:
    """Run an installation; return the reason of its failure, or nothing."""
    try:
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LONGEST)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{Path(command[0]).name} does not run: {type(error).__name__}."
    return reason_in(ended.stderr) if ended.returncode else ""


def install_from_pip(package: str) -> str:
    """Install a Python package into this environment; return why not, or nothing."""
    return install([sys.executable, "-m", "pip", "install", "--quiet", package], NODE)


def install_from_npm() -> str:
    """Install boardgame.io beside the script that plays with it; return why not, or nothing."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "There is no node with npm."
    return install([npm, "install", "--no-audit", "--no-fund", "--no-package-lock"], NODE)


def reasons() -> Mapping[str, str]:
    """Return why peers did not install, by name, as far as their installation was tried."""
    try:
        kept: dict[str, str] = json.loads(_kept().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return kept


def _kept() -> Path:
    return Path(sys.prefix) / "bench-peers.json"


def main() -> None:
    """Install every peer, and keep why others did not install."""
    failures = {name: install_from_pip(package) for name, package in PACKAGES.items()}
    failures["boardgame.io"] = install_from_npm()
    for name, failure in failures.items():
        print(f"{name}: {failure or 'installed'}", flush=True)
    told = {name: failure for name, failure in failures.items() if failure}
    _kept().write_text(json.dumps(told), encoding="utf-8")


if __name__ == "__main__":
    main()
