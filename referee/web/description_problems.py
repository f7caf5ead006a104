"""What the API's description says of problems: which of them an operation answers."""

from collections.abc import Iterable, Iterator
from typing import Any

from referee.web.problems import KINDS, MEDIA_TYPE
from referee.web.schemas import COMPONENTS, SCHEMAS

ALWAYS = (429, 500)
OF_API = (406,)
OF_PARAMETER = (404,)
OF_QUERY = (422,)
OF_BODY = (400, 413, 415, 422)
OF_DECK = (404,)
OF_REFUSAL = (409,)


def answers(good: dict[str, Any], problems: Iterable[int]) -> dict[str, Any]:
    """Return the answers of an operation by status: the good one, and the problems it may be."""
    refused = {
        str(status): {"$ref": f"{COMPONENTS}responses/Problem{status}"}
        for status in sorted({*ALWAYS, *problems})
    }
    return {"200": good, **refused}


def responses() -> Iterator[tuple[str, dict[str, Any]]]:
    """Write the answer of each status that problems have, to be referred to."""
    for status in sorted({kind.status for kind in KINDS.values()}):
        named = {name: kind for name, kind in KINDS.items() if kind.status == status}
        yield (
            f"Problem{status}",
            {
                "description": "; ".join(f"{k.title} (`{n}`)" for n, k in named.items()),
                "content": {MEDIA_TYPE: {"schema": {"$ref": f"{SCHEMAS}Problem"}}},
            },
        )
