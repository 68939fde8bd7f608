"""One browser for each module of tests, and one project of the studio for all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.studios import LearnedConcept, RunningStudio, learned_hotels
from tests.browser.visits import browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Chromium, started once."""
    with browser() as running:
        yield running


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory) -> LearnedConcept:
    """Good hotels, learned once in a studio."""
    return learned_hotels(tmp_path_factory.mktemp("learned"))


@pytest.fixture
def running(chromium: Any, learned: LearnedConcept, tmp_path: Path) -> Iterator[RunningStudio]:
    """A studio on a copy of what was learned."""
    del chromium  # without a browser nothing need be started
    with learned.opened(tmp_path) as found:
        yield found
