"""The names that players go by: any script's letters, marks and digits (contract, State)."""

import re
from unicodedata import category, is_normalized, normalize

MOST_CHARACTERS = 40
NAME_SCHEMA = {
    "pattern": r"^\S+( \S+)*$",
    "description": "Letters, marks and digits of any script, single blanks inside, and _ . - '; in "
    "Unicode's composed form (NFC).",
}
"""What a JSON Schema can say of a name: classes of characters are no part of every dialect."""

_PLAIN = re.compile(r"[A-Za-z0-9_.'\-]+(?: [A-Za-z0-9_.'\-]+)*")
_MARKS = "_.-'"
_BLANK = " "
_INVISIBLE = frozenset(
    (
        *"\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0",
        *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
    )
)
"""Letters and marks that show nothing (Unicode's Default_Ignorable_Code_Point)."""


def name_fault(name: str) -> str | None:
    """Say why a text is no player's name, in words that follow it, or None where it is one."""
    if not 1 <= len(name) <= MOST_CHARACTERS:
        return f"is not 1 to {MOST_CHARACTERS} characters long."
    if _PLAIN.fullmatch(name):
        return None
    for character in name:
        if character != _BLANK and not _shown(character):
            code = f"U+{ord(character):04X}"
            return f"has {code}: names have letters, marks, digits, blanks and _ . - ' alone."
    if name != name.strip(_BLANK):
        return "begins or ends with a blank."
    if _BLANK * 2 in name:
        return "has two blanks in a row."
    return None if is_normalized("NFC", name) else "is not in Unicode's composed form (NFC)."


def _shown(character: str) -> bool:
    """Say whether a character may stand in a name, and can be seen there."""
    kind = category(character)
    allowed = kind[0] in "LM" or kind == "Nd" or character in _MARKS
    return allowed and character not in _INVISIBLE


def alike(name: str) -> str:
    """Return what is the same for names that people take for one: NFKC, case folded."""
    if name.isascii():
        return name.lower()
    return normalize("NFKC", normalize("NFKC", name).casefold())
