"""Fixtures of the end-to-end tests."""

from pathlib import Path

import pytest
from tests.e2e.commands import Commands

HOTELS = """price,pool,sea view,stars,kind
40,true,yes,2,good
55.5,false,no,3,good
62,true,?,3,good
,true,yes,4,good
71,false,yes,3,good
79,true,no,4,good
85,,yes,2,bad
120,false,no,3,bad
NA,false,no,5,bad
150,true,no,4,bad
98.25,false,yes,2,bad
200,false,,5,bad
"""


@pytest.fixture
def owlboost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commands:
    """Run commands in a temporary folder."""
    return Commands(tmp_path, monkeypatch, capsys)


@pytest.fixture
def hotels(owlboost: Commands) -> Commands:
    """Commands in a folder with hotels.csv: numbers, truth values, categories, missing cells."""
    owlboost.write("hotels.csv", HOTELS)
    return owlboost
