"""The first ruling, in this process and from a server."""

import sys
from pathlib import Path

from .support import EXAMPLES, Server, in_order, python, run, succeeded


def test_it_says_no_and_yes(tmp_path: Path) -> None:
    in_order(
        succeeded(python(tmp_path, "first_ruling.py")),
        "ana holds - G3 G8 O8 VOLT G9 P4 T7 P6\n",
        "P4 onto the empty teal dock: no\n",
        "  because: P4 does not go onto the empty teal dock",
        "  the rule: ",
        "P4 onto the empty purple dock: yes\n",
    )


def test_a_server_answers_the_same(tmp_path: Path, server: Server) -> None:
    source = (EXAMPLES / "first_ruling.py").read_text(encoding="utf-8")
    local, remote = "with Referee.local() as", f'with Referee("{server.url}") as'
    assert source.count(local) == 1
    asked = run([sys.executable, "-W", "error", "-"], tmp_path, source.replace(local, remote))
    assert succeeded(asked) == succeeded(python(tmp_path, "first_ruling.py"))
    assert ("GET", "/v1/games/wireburn/rules/dock.open") in server.recorder.asked
