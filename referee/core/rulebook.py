"""The rulebook: rules by their ids, in the words of the project, and a ranked search in them."""

import re
import sqlite3
from collections.abc import Iterable, Mapping
from importlib.resources import files

import yaml

from referee.core.records import Record

_BY_WEIGHT = "bm25(rules, 8.0, 4.0, 1.0, 1.0)"


class Rule(Record, frozen=True):
    """One rule: `ruling` says how a silence or an ambiguity of the publisher's text is read.

    `section` is the part of the publisher's text that the rule stands for; None where it is the
    referee's own.
    """

    rule: str
    title: str
    text: str
    ruling: str | None
    section: str | None


class Rulebook:
    """All rules of a game, those that every game shares last."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Index the rules; ids are unique."""
        self.rules: Mapping[str, Rule] = {rule.rule: rule for rule in rules}

    def search(self, query: str) -> list[Rule]:
        """Return the rules that speak of any word of the query, best first.

        Words are matched by their stems and beginnings; a query without words finds nothing.
        """
        words = re.findall(r"\w+", query)
        if not words:
            return []
        match = " OR ".join(f'"{word}"*' for word in words)
        statement = f"SELECT id FROM rules WHERE rules MATCH ? ORDER BY {_BY_WEIGHT}, rowid"
        with self._index() as index:
            found = index.execute(statement, (match,)).fetchall()
        index.close()
        return [self.rules[rule] for (rule,) in found]

    def _index(self) -> sqlite3.Connection:
        # A rulebook has about fifty entries: indexing them anew takes a millisecond, and a
        # connection of its own for each search needs no lock between threads.
        index = sqlite3.connect(":memory:")
        columns = "id, title, text, ruling"
        index.execute(f"CREATE VIRTUAL TABLE rules USING fts5({columns}, tokenize='porter')")
        rows = [(r.rule, r.title, r.text, r.ruling or "") for r in self.rules.values()]
        index.executemany("INSERT INTO rules VALUES (?, ?, ?, ?)", rows)
        return index


def load_rules(package: str) -> list[Rule]:
    """Read the `rules.yaml` of a package."""
    text = files(package).joinpath("rules.yaml").read_text(encoding="utf-8")
    return [Rule(**entry) for entry in yaml.safe_load(text)]


def rulebook_of(package: str) -> Rulebook:
    """Read a game's rulebook: its own rules, then those that every game shares."""
    return Rulebook([*load_rules(package), *load_rules("referee.core")])
