"""One browser for each module of tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.browser.visits import browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Chromium, started once."""
    with browser() as running:
        yield running
