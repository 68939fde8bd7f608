"""What pages are called."""

from dataclasses import replace
from pathlib import Path

from owlboost.evaluation.run_file import load_run
from owlboost.report.html_report import report_of

RUN = load_run(next((Path(__file__).parents[2] / "golden").rglob("hotels-gradient.run.json")))


def test_a_run_is_called_by_its_target_or_else_by_its_data_set() -> None:
    assert report_of([], [RUN])["title"] == "Good_Hotel"
    unnamed = replace(RUN, target="urn:owlboost:Target", dataset="hotels of ours")
    assert report_of([], [unnamed])["title"] == "hotels of ours"
    assert report_of([], [unnamed, RUN, RUN])["title"] == "hotels of ours, Good_Hotel"
