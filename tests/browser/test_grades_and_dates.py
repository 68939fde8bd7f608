"""Pages of graded models and of models over dates in Chromium."""

from pathlib import Path
from typing import Any

import pytest
from tests.browser.visits import visit
from tests.dates import table_of
from tests.e2e.commands import Commands

from owlboost.evaluation.samples import write_hotel_ratings


@pytest.fixture
def owlboost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commands:
    """Run commands in a temporary folder."""
    return Commands(tmp_path, monkeypatch, capsys)


def test_a_graded_page_has_predictions_beside_labels(owlboost: Commands, chromium: Any) -> None:
    write_hotel_ratings(owlboost.folder / "ratings.csv")
    rows = ("ratings.csv", "--id", "hotel")
    owlboost.done("learn", *rows, "--target", "rating", "-o", "m.json")
    owlboost.done("report", "m.json", *rows, "-o", "page.html")
    with visit(chromium, owlboost.folder / "page.html") as found:
        found.page.locator("#grades").scroll_into_view_if_needed()
        assert found.page.locator("#grades circle.dot").count() == 120
        assert found.page.locator("#decisions").count() == 0
        measures = found.page.locator("#grades [data-measure]")
        shown = [measures.nth(at).get_attribute("data-measure") for at in range(measures.count())]
        assert shown == ["MSE", "MAE", "R2", "Spearman", "fuzzy_F1"]


def test_a_page_over_dates_shows_dates(owlboost: Commands, chromium: Any) -> None:
    table_of(owlboost.folder)
    rows = ("hotels.csv", "--id", "hotel")
    owlboost.done("learn", *rows, "--target", "good=true", "-o", "m.json")
    owlboost.done("report", "m.json", *rows, "-o", "page.html")
    with visit(chromium, owlboost.folder / "page.html") as found:
        found.page.locator("#numbers").scroll_into_view_if_needed()
        assert "late built not at all up to 2010-07-25" in found.text("#numbers").replace("\n", " ")
        assert "2008-05-01" in found.page.locator("#numbers svg").first.text_content()
