"""Search in short texts: by stems, by other words for the same thing, past slips of the pen."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import yaml
from rapidfuzz import process
from rapidfuzz.distance import OSA
from snowballstemmer import stemmer

Phrase = tuple[str, ...]
"""Words by their stems, in order."""
Concept = Mapping[str, float]
"""One thing that a query speaks of: matches (SQLite, FTS5) and what each is worth."""

LONGEST = 3
OTHER_WORD, BEGINNING = 0.4, 0.8
"""What another word, or the beginning of a word, is worth beside the word itself."""
LEAST_LIKE = 0.72
"""How like a known word has to be that a slip of the pen may stand for, from 0 to 1."""
SHORTEST_SLIP, SHORTEST_BEGINNING = 4, 3
"""How many letters a word has at the least that is misspelt, or only begun."""
MOST_WORDS = 30
"""How many words of a query are looked at."""
PASSAGES = (1.5, 1.2, 1.0, 0.8, 0.6, 0.4, 0.2)
"""What the passages of a text that suit best count beside the whole of it."""

_WORD = re.compile(r"[+-]|[^\W_]+(?:['\N{RIGHT SINGLE QUOTATION MARK}]\w+)?")
_SIGNS = {"+": "plus", "-": "minus"}
_STEMMER = stemmer("english")


def stems(text: str) -> list[str]:
    """Split a text into the stems of its words; a sign that joins no words is a word."""
    found = (match for match in _WORD.finditer(text.lower()) if not _hyphen(match))
    return [_STEMMER.stemWord(_SIGNS.get(match[0], match[0])) for match in found]


def _hyphen(match: re.Match[str]) -> bool:
    return match[0] == "-" and match.string[: match.start()][-1:].isalnum()


class Thesaurus(NamedTuple):
    """The words that find nothing, and of phrases the others that stand for the same thing."""

    ignored: frozenset[str]
    alike: Mapping[Phrase, frozenset[Phrase]]

    def phrase_at(self, words: Sequence[str], place: int) -> Phrase:
        """Return the longest phrase that begins at a place, or else the word there."""
        for length in range(min(LONGEST, len(words) - place), 1, -1):
            phrase = tuple(words[place : place + length])
            if phrase in self.alike:
                return phrase
        return (words[place],)


@cache
def thesaurus() -> Thesaurus:
    """Read the thesaurus."""
    text = files(__package__).joinpath("thesaurus.yaml").read_text(encoding="utf-8")
    known = yaml.safe_load(text)
    alike: defaultdict[Phrase, set[Phrase]] = defaultdict(set)
    for group in known["alike"]:
        phrases = {tuple(stems(phrase)) for phrase in group}
        for phrase in phrases:
            alike[phrase] |= phrases - {phrase}
    ignored = frozenset(stems(known["ignored"]))
    return Thesaurus(ignored, {phrase: frozenset(others) for phrase, others in alike.items()})


class Text(NamedTuple):
    """A text to be found: by its fields, each of which has a weight, and by its passages.

    A passage is a title, a sentence, a question: it finds the text by itself.
    """

    fields: Sequence[str]
    passages: Sequence[str]


class Index:
    """Texts made ready for search, each by its id."""

    def __init__(self, texts: Mapping[str, Text], weights: Sequence[float]) -> None:
        """Index the texts; of each there are as many fields as weights."""
        self._wholes = _Rows([(of, text.fields) for of, text in texts.items()], weights)
        passages = [(of, (passage,)) for of, text in texts.items() for passage in text.passages]
        self._passages = _Rows(passages, (1.0,))
        self._thesaurus = thesaurus()
        alike = {word for phrase in self._thesaurus.alike for word in phrase}
        self._known = sorted(self._wholes.words | alike | self._thesaurus.ignored)

    def search(self, query: str) -> list[str]:
        """Return the ids of the texts that speak of what the query does, best first."""
        concepts = list(self._concepts(query))
        if not concepts:
            return []
        score = {of: worth for of, (worth,) in self._wholes.find(concepts).items()}
        for of, worths in self._passages.find(concepts).items():
            best = sorted(worths, reverse=True)
            score[of] = score.get(of, 0.0) + sum(map(float.__mul__, best, PASSAGES))
        return sorted(score, key=lambda of: -score[of])

    def _concepts(self, query: str) -> Iterator[Concept]:
        """List the things that a query speaks of."""
        meant = [self._meant(word) for word in stems(query)[:MOST_WORDS]]
        place = 0
        while place < len(meant):
            phrase = self._thesaurus.phrase_at(meant, place)
            place += len(phrase)
            if len(phrase) > 1 or phrase[0] not in self._thesaurus.ignored:
                others = self._thesaurus.alike.get(phrase, ())
                yield {**dict.fromkeys(map(_quoted, others), OTHER_WORD), **_matches(phrase)}

    def _meant(self, word: str) -> str:
        """Return the known word for which a slip of the pen may stand, or the word as it is."""
        if len(word) < SHORTEST_SLIP or any(known.startswith(word) for known in self._known):
            return word
        like = process.extractOne(
            word, self._known, scorer=OSA.normalized_similarity, score_cutoff=LEAST_LIKE
        )
        return like[0] if like else word


class _Rows:
    """Rows of stemmed text, each for a text by its id, that SQLite ranks by BM25."""

    def __init__(self, rows: Sequence[tuple[str, Sequence[str]]], weights: Sequence[float]) -> None:
        self._of = [of for of, _ in rows]
        self._rank = f"bm25(texts, {', '.join(map(str, weights))})"
        stemmed = [tuple(" ".join(stems(part)) for part in parts) for _, parts in rows]
        self.words = {word for row in stemmed for part in row for word in part.split()}
        self._image = _image(stemmed, [f"part{place}" for place, _ in enumerate(weights)])

    def find(self, concepts: Sequence[Concept]) -> dict[str, list[float]]:
        """Return, by the ids of the texts, how well their rows speak of all the concepts."""
        score: defaultdict[int, float] = defaultdict(float)
        # A connection of its own for each search needs no lock between threads.
        with closing(sqlite3.connect(":memory:")) as table:
            table.deserialize(self._image)
            for concept in concepts:
                for row, worth in self._best(table, concept).items():
                    score[row] += worth
        found: defaultdict[str, list[float]] = defaultdict(list)
        for row in sorted(score):
            found[self._of[row - 1]].append(score[row])
        return found

    def _best(self, table: sqlite3.Connection, concept: Concept) -> dict[int, float]:
        """Return how well each row speaks of one thing, in the words that suit it best."""
        best: dict[int, float] = {}
        statement = f"SELECT rowid, {self._rank} FROM texts WHERE texts MATCH ?"
        for match, worth in concept.items():
            for row, rank in table.execute(statement, (match,)):
                best[row] = max(best.get(row, 0.0), -rank * worth)
        return best


def _image(rows: Sequence[tuple[str, ...]], columns: Sequence[str]) -> bytes:
    """Return a database of rows, each of so many texts, that is ready for search."""
    with closing(sqlite3.connect(":memory:")) as table:
        table.execute(f"CREATE VIRTUAL TABLE texts USING fts5({', '.join(columns)})")
        slots = ", ".join("?" for _ in columns)
        table.executemany(f"INSERT INTO texts VALUES ({slots})", rows)
        table.commit()
        return table.serialize()


def _matches(phrase: Phrase) -> dict[str, float]:
    """Return what finds a phrase itself; of a single word, also what begins with it."""
    word = {_quoted(phrase): 1.0}
    begins = len(phrase) == 1 and len(phrase[0]) >= SHORTEST_BEGINNING
    return {f"{_quoted(phrase)}*": BEGINNING, **word} if begins else word


def _quoted(phrase: Phrase) -> str:
    return f'"{" ".join(phrase)}"'
