"""The API keeps what its description promises, whatever is sent.

A schema cannot say that the cards of a state are a deck, or that a card fits the one it lies on:
where these are judged, 422 answers data that the schema lets through, and is expected of it.
Everywhere else every check of schemathesis holds as it stands.
"""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from referee.web.app import create_app
from tests.support import GAMES

CONFIG = SchemathesisConfig.from_dict(
    {
        "operations": [
            {
                "include-tag": [game.title for game in GAMES],
                "checks": {
                    "positive_data_acceptance": {"expected-statuses": ["2xx", "404", "409", "422"]}
                },
            }
        ]
    }
)

Case = schemathesis.Case[Any]
schema = schemathesis.openapi.from_wsgi("/openapi.json", create_app(), config=CONFIG)
patient = settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=10)


@schema.parametrize()
@patient
def test_description_is_kept(case: Case) -> None:
    case.call_and_validate()


Walk = schema.as_state_machine()
TestWalk = Walk.TestCase
TestWalk.settings = settings(patient, max_examples=15, stateful_step_count=20)
