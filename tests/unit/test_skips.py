from tests.skips import needs

from owlboost.evaluation.datasets import registry


def test_what_skipped_tests_need_is_told() -> None:
    data, suite = needs(["OWLBOOST_DATA names no folder", "no Java", "set OWLBOOST_W3C to"])
    assert data.startswith("1 of 3 skipped tests need data: set OWLBOOST_DATA to a folder")
    assert all(dataset.project in data for dataset in registry().datasets.values())
    assert suite.startswith("1 of 3 skipped tests need the W3C's tests of OWL 2: set OWLBOOST_W3C")


def test_nothing_is_told_of_other_reasons() -> None:
    assert list(needs(["no Java"])) == []
