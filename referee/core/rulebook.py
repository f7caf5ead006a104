"""The rulebook: rules by their ids, in the words of the project, and a ranked search in them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any

import yaml

from referee.core.records import Record
from referee.core.search import Index, Text

WEIGHTS = (1.0, 5.0, 4.0, 1.0, 0.5)
"""How much a word counts in a rule's id, title, questions, text and reading."""
_SENTENCES = re.compile(r"(?<=[.;])\s")


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

    def __init__(self, rules: Iterable[Rule], asked: Mapping[str, Sequence[str]]) -> None:
        """Index the rules; ids are unique. `asked` is how people ask for them, by rule."""
        self.rules: Mapping[str, Rule] = {rule.rule: rule for rule in rules}
        self._asked = asked

    @cached_property
    def _index(self) -> Index:
        # Made by whoever searches first: most programs that import a game never do.
        texts = {name: _text(rule, self._asked.get(name, ())) for name, rule in self.rules.items()}
        return Index(texts, WEIGHTS)

    def search(self, query: str) -> list[Rule]:
        """Return the rules that speak of what the query does, best first.

        Words are matched by their stems and beginnings, by other words for the same thing, and
        past slips of the pen; a query without words finds nothing.
        """
        return [self.rules[rule] for rule in self._index.search(query)]


def _text(rule: Rule, asked: Sequence[str]) -> Text:
    fields = (rule.rule, rule.title, ". ".join(asked), rule.text, rule.ruling or "")
    return Text(fields, (rule.title, *asked, *_SENTENCES.split(rule.text)))


def rulebook_of(package: str) -> Rulebook:
    """Read a game's rulebook: its own rules, then those that every game shares.

    `rules.yaml` has the rules, `asked.yaml` by rule what people ask that it answers.
    """
    packages = (package, "referee.core")
    rules = [Rule(**entry) for part in packages for entry in _read(part, "rules.yaml")]
    asked = {rule: of for part in packages for rule, of in _read(part, "asked.yaml").items()}
    return Rulebook(rules, asked)


def _read(package: str, name: str) -> Any:
    return yaml.safe_load(files(package).joinpath(name).read_text(encoding="utf-8"))
