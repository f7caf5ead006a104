"""The wall between rules and web: rules are pure functions over values, without I/O."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent
RULES = [*ROOT.glob("core/**/*.py"), *ROOT.glob("games/**/*.py")]
WEB = ["flask", "marshmallow", "werkzeug", "requests", "webargs", "apispec", "limits", "click"]
OUTSIDE = ["time", "datetime", "random", "secrets", "os", "socket", "urllib", "http", "threading"]
FILES = ["pathlib", "shutil", "tempfile", "io", "subprocess"]


def imports(path: Path) -> Iterator[str]:
    """List the modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


def module(path: Path) -> str:
    return ".".join(("referee", *path.relative_to(ROOT).with_suffix("").parts))


@pytest.mark.parametrize("path", RULES, ids=module)
def test_rules_import_no_web_and_nothing_from_outside(path: Path) -> None:
    for name in imports(path):
        assert name.split(".")[0] not in (*WEB, *OUTSIDE, *FILES)
        assert not name.startswith(("referee.web", "referee.cli", "referee.serving"))


@pytest.mark.parametrize("path", RULES, ids=module)
def test_rules_open_no_files(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {
        n.func.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    assert not called & {"open", "print", "input", "exec", "eval"}


@pytest.mark.parametrize("path", sorted(ROOT.glob("core/**/*.py")), ids=module)
def test_the_core_names_no_game(path: Path) -> None:
    games = [folder.name for folder in (ROOT / "games").iterdir() if folder.is_dir()]
    text = path.read_text(encoding="utf-8").lower()
    assert not [name for name in games if name.replace("_", "-") in text or name in text]
    assert not [name for name in imports(path) if name.startswith("referee.games.")]


@pytest.mark.parametrize("path", sorted(ROOT.glob("games/*/**/*.py")), ids=module)
def test_games_know_nothing_of_each_other(path: Path) -> None:
    own = path.relative_to(ROOT / "games").parts[0]
    for name in imports(path):
        if name.startswith("referee.games."):
            assert name.split(".")[2] == own


@pytest.mark.parametrize("path", sorted(ROOT.glob("web/**/*.py")), ids=module)
def test_the_web_reaches_games_through_the_registry_alone(path: Path) -> None:
    assert not [name for name in imports(path) if name.startswith("referee.games")]


def test_a_game_shows_nothing_but_its_game() -> None:
    for folder in (ROOT / "games").iterdir():
        if not folder.is_dir() or folder.name == "__pycache__":
            continue
        tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
        exported = [
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ]
        assert exported == [["GAME"]]


def test_the_sdk_knows_nothing_of_the_server_but_where_it_runs_it() -> None:
    sdk = Path(__file__).parents[2] / "sdk" / "src" / "referee_sdk"
    for path in sdk.glob("**/*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        top = [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
        assert "referee.web" not in " ".join(map(ast.unparse, top))
