"""What only rounding adds to an ensemble adds nothing."""

from pathlib import Path

from tests.configurations import pfoil

from owlboost.evaluation.samples import write_iris_table
from owlboost.learners.training import train
from owlboost.tables.reading import read_table


def test_a_rule_that_adds_only_rounding_does_not_end_the_search(tmp_path: Path) -> None:
    #   petal_length_F is in the ensemble by then, and adds 1e-16 to itself
    write_iris_table(tmp_path / "iris.csv")
    model = train(read_table(tmp_path / "iris.csv").problem("species=versicolor"), pfoil())
    names = [
        [label.fuzzy_set.name for label in rule.inclusion.body.labels]  # type: ignore[union-attr]
        for rule in model.hypothesis.rules()
    ]
    assert names == [["petal_width_F"], ["petal_length_F"], ["sepal_length_L", "sepal_width_VL"]]
