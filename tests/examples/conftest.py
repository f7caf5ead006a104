"""Fixtures of the examples' tests."""

import socket
from collections.abc import Iterator

import pytest

from .support import Server


@pytest.fixture
def server() -> Iterator[Server]:
    """Serve the referee on a free port."""
    running = Server()
    yield running
    running.close()


@pytest.fixture
def nobody() -> Iterator[str]:
    """Return the address of a port that is taken, so that no other may listen there either."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"
