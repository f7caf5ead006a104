"""What the package offers, and that it stands alone."""

import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import referee_sdk
from referee_sdk import Game, Referee, Table, moves

SDK = Path(__file__).parents[2] / "sdk"

PUBLIC = """
ApiError ConnectionFailed Game IllegalMove InvalidRequest InvalidState LogEntry LogError LogMismatch
Move NotFound Referee RefereeError SealRefused ServerError State Table TooManyRequests UndoRefused
UnexpectedAnswer UnsupportedVariant UnsupportedVersion __version__ error_from errors moves types
"""

REFEREE = "batch close game games health local"
GAME = """
apply card cards check describe info legal_moves lookup replay rule rules sample setup table view
"""
TABLE = """
apply check describe legal_moves load log outcome over preview save state to_act undo verify view
"""

ALONE = """
import sys
for name in ("referee", "werkzeug", "flask"):
    sys.modules[name] = None
from referee_sdk import *
ref = Referee("http://127.0.0.1:1", timeout=1, retries=0)
try:
    ref.games()
except ConnectionFailed:
    print("works")
try:
    Referee.local()
except RefereeError as error:
    print(error)
"""


def names(owner: type) -> set[str]:
    """Return the public names of a class."""
    return {name for name in vars(owner) if not name.startswith("_")}


def test_public_names() -> None:
    assert sorted(PUBLIC.split()) == sorted(referee_sdk.__all__)
    assert all(hasattr(referee_sdk, name) for name in referee_sdk.__all__)


def test_public_methods() -> None:
    assert names(Referee) == set(REFEREE.split())
    assert names(Game) == set(GAME.split())
    assert names(Table) == set(TABLE.split())
    defined = {name for name, _ in inspect.getmembers(moves, inspect.isfunction)}
    assert defined == {"move", "reveal", "roll", "rule"}


def test_every_public_function_is_documented_and_typed() -> None:
    for owner in (Referee, Game, Table, moves):
        for name, function in inspect.getmembers(owner, inspect.isfunction):
            if not name.startswith("_"):
                assert inspect.getdoc(function), name
                signature = inspect.signature(function)
                assert signature.return_annotation is not signature.empty, name


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((SDK / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == referee_sdk.__version__ == "1.0.0"
    assert [need.partition(">")[0] for need in project["dependencies"]] == ["requests"]


def test_the_types_are_shipped() -> None:
    assert Path(referee_sdk.__file__).with_name("py.typed").exists()


def test_it_works_without_the_server() -> None:
    run = [sys.executable, "-W", "error", "-c", ALONE]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    works, told = done.stdout.splitlines()
    assert works == "works"
    assert "pip install tabletop-referee" in told
