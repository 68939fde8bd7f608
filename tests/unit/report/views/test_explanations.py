"""For whom a page has the nearest change that turns the decision."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from owlboost.concepts.concept import Atom, Concept, FuzzyValue
from owlboost.concepts.evaluation import LUKASIEWICZ, PRODUCT_LOGIC, Semantics
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.models.trained import TrainedModel
from owlboost.report.views.applied import Applied, Labelled
from owlboost.report.views.explanations import sought
from owlboost.report.views.model import model_view

NAMES = [f"i{number}" for number in range(6)]
KB = KnowledgeBase.from_facts(
    NAMES, numbers={"size": [(name, 2.0 * at) for at, name in enumerate(NAMES)]}
)
LARGE = FuzzyValue("size", FuzzySet("size_H", RightShoulder(0, 10)))
MODEL = TrainedModel("foil", "T", RuleSet((Inclusion(Concept((LARGE,))),)), 0.5)
EVERYONE = np.arange(6, dtype=np.int32)
#   degrees 0, 0.2, 0.4, 0.6, 0.8, 1; the third and the last are decided wrongly
POSITIVE = np.array([False, False, True, True, True, False])


@pytest.mark.parametrize(
    ("most", "expected"), [(1, [2]), (2, [2, 5]), (3, [2, 3, 5]), (4, [1, 2, 3, 5])]
)
def test_errors_come_first_and_then_who_is_near_the_threshold(
    most: int, expected: list[int]
) -> None:
    applied = Applied.from_model(MODEL, Labelled(KB, EVERYONE, POSITIVE))
    places, whom = sought(applied, EVERYONE, most)
    assert (places.tolist(), whom) == (expected, "nearest")


def test_without_examples_it_is_sought_for_all_rows_or_the_nearest() -> None:
    applied = Applied.from_model(MODEL, Labelled(KB))
    assert sought(applied, EVERYONE)[0].tolist() == EVERYONE.tolist()
    assert sought(applied, EVERYONE)[1] == "all"
    assert sought(applied, EVERYONE, 2)[0].tolist() == [2, 3]


def test_rows_are_counted_as_the_page_counts_them() -> None:
    data = Labelled(KB, np.array([2, 5]), np.array([True, False]))
    applied = Applied.from_model(MODEL, data)
    assert sought(applied, np.array([1, 2, 5], dtype=np.int32))[0].tolist() == [1, 2]


def test_who_joins_a_class_joins_those_above_it_on_the_page() -> None:
    kb = KnowledgeBase.from_facts(
        ["a", "b"], types={"Inn": ["b"], "House": ["b"]}, subclasses=[("Inn", "House")]
    )
    rules = RuleSet((Inclusion(Concept((Atom("Inn"), Atom("House")))),))
    view = model_view(TrainedModel("foil", "T", rules, 0.5), Labelled(kb))
    assert view["counterfactuals"]
    assert view["counterfactuals"]["found"]
    told: Any = view["counterfactuals"]["found"][0]
    assert [change["iri"] for change in told["changes"]] == ["Inn"]
    assert told["text"] == "The answer would be yes if it were an inn."
    #   classes by number: House, Inn
    assert told["values"] == {"numbers": [], "symbols": [], "classes": [(0, True), (1, True)]}


def test_a_view_does_without_them_where_nobody_wants_them() -> None:
    data = Labelled(KB, np.array([2, 5]), np.array([True, False]))
    without = model_view(MODEL, data, counterfactuals=False)
    whole = model_view(MODEL, data)
    assert without["counterfactuals"] is None
    assert whole["counterfactuals"]
    assert whole["counterfactuals"]["rows"]
    assert without == {**whole, "counterfactuals": None}


def test_only_where_degrees_are_piecewise_linear() -> None:
    def found(logic: Semantics) -> object:
        return model_view(replace(MODEL, semantics=logic), Labelled(KB))["counterfactuals"]

    assert found(PRODUCT_LOGIC) is None
    assert found(LUKASIEWICZ) is not None
