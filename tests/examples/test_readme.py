"""The list of the examples."""

import re

from .support import EXAMPLES


def test_each_example_has_its_line() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[`([\w.]+)`\]\(\1\) \| \S", readme, re.MULTILINE)
    there = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".sh")}
    assert sorted(listed) == sorted(there)
