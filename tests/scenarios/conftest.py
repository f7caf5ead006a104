"""Servers to ask, set up once: they keep nothing from one test to the next."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from referee_sdk import Referee

from referee.web.app import create_app


@pytest.fixture(scope="session")
def clients() -> list[FlaskClient]:
    """Return clients of two servers that share nothing."""
    return [create_app().test_client(), create_app().test_client()]


@pytest.fixture(scope="session")
def referee() -> Iterator[Referee]:
    """Return the SDK's client of a referee in this process."""
    with Referee.local() as local:
        yield local
