"""Fixtures of the SDK's tests."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from referee_sdk import Game, Referee

from .fakes import CountingGame, Server


@pytest.fixture
def server() -> Iterator[Server]:
    """Serve a script of answers on a free port."""
    scripted = Server()
    yield scripted
    scripted.close()


@pytest.fixture
def ref(server: Server) -> Iterator[Referee]:
    """Return a client of the scripted server."""
    with Referee(server.url, timeout=10.0) as client:
        yield client


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Sleep through nothing; return what would have been slept."""
    slept: list[float] = []
    clock = SimpleNamespace(sleep=slept.append, time=lambda: 1_700_000_000)
    monkeypatch.setattr("urllib3.util.retry.time", clock)
    return slept


@pytest.fixture
def counting() -> CountingGame:
    """Return the app of the tiny game."""
    return CountingGame()


@pytest.fixture
def count(counting: CountingGame) -> Game:
    """Return the tiny game, refereed in process."""
    return Referee.local(app=counting).game("count")
