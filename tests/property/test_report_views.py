"""What a page is made of gives back every number that went into it."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.pages import Evaluation, unpacked
from tests.strategies import TARGET, concepts, knowledge_bases, label_lists, with_degrees

from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
    merged,
)
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.models.explanation import explain
from owlboost.models.trained import TrainedModel
from owlboost.report.html_report import json_in_html
from owlboost.report.views.applied import Labelled
from owlboost.report.views.decisions import wilson
from owlboost.report.views.facts import packed
from owlboost.report.views.model import model_view

FINITE = st.floats(allow_nan=False, allow_infinity=False)
DECIMALS = st.tuples(st.integers(-(10**7), 10**7), st.sampled_from([1, 10, 100, 1000])).map(
    lambda pair: pair[0] / pair[1]
)


@st.composite
def applied(draw: st.DrawFn) -> tuple[TrainedModel, KnowledgeBase]:
    """A model of either kind, and a knowledge base that has all it speaks of."""
    kb = draw(knowledge_bases())
    if draw(st.booleans()):
        kb = draw(with_degrees(kb))
    bodies = concepts(kb, draw(label_lists(kb)))
    rules = st.builds(Inclusion, bodies, st.floats(0, 1))
    if draw(st.booleans()):
        ruled = RuleSet(tuple(draw(st.lists(rules, max_size=3))))
        return TrainedModel("foil", TARGET, ruled, 0.5), kb
    terms = [
        WeakHypothesis(f"WL{number}", tuple(draw(st.lists(rules, min_size=1, max_size=3))))
        for number in range(draw(st.integers(0, 3)))
    ]
    weights = tuple(draw(st.floats(-5, 5)) for _ in terms)
    summed = merged(BoostedHypothesis(tuple(terms), weights))  # a page shows alike terms as one
    return TrainedModel("boost", TARGET, summed, 0.5), kb


def written(model: TrainedModel, kb: KnowledgeBase, most: int = 100) -> dict[str, Any]:
    """The view as a page reads it."""
    found: dict[str, Any] = json.loads(json_in_html(model_view(model, Labelled(kb), most=most)))
    return found


@given(st.lists(st.one_of(FINITE, DECIMALS)))
def test_packed_numbers_are_the_same_numbers(numbers: list[float]) -> None:
    assert unpacked({**packed(numbers)}) == numbers


@given(applied())
def test_a_page_computes_the_evidence_that_the_model_has(
    pair: tuple[TrainedModel, KnowledgeBase],
) -> None:
    model, kb = pair
    view = written(model, kb)
    page = Evaluation(view)
    found = [page.evidence(row) for row in range(view["individuals"]["count"])]
    expected = Extents(kb).evidence(model.hypothesis)
    assert found == pytest.approx(expected.tolist(), abs=1e-12)
    assert unpacked(view["individuals"]["evidence"]) == expected.tolist()


@given(applied(), st.data())
def test_a_page_of_learners_that_are_alike_computes_the_same_evidence(
    pair: tuple[TrainedModel, KnowledgeBase], data: st.DataObject
) -> None:
    model, kb = pair
    if not isinstance(model.hypothesis, BoostedHypothesis):
        return
    terms, weights = model.hypothesis.terms, model.hypothesis.leverages
    order = data.draw(st.permutations(range(2 * len(terms))))
    doubled = BoostedHypothesis(
        tuple((terms * 2)[at] for at in order), tuple((weights * 2)[at] for at in order)
    )
    view = written(replace(model, hypothesis=doubled), kb)
    assert len(view["terms"]) == len(terms)
    found = [Evaluation(view).evidence(row) for row in range(view["individuals"]["count"])]
    assert found == pytest.approx(Extents(kb).evidence(doubled).tolist(), abs=1e-12)


@given(applied())
def test_a_sample_has_all_that_its_individuals_need(
    pair: tuple[TrainedModel, KnowledgeBase],
) -> None:
    model, kb = pair
    view = written(model, kb, most=1)
    [expected] = unpacked(view["individuals"]["evidence"])
    assert view["individuals"]["sampled"]
    assert Evaluation(view).evidence(0) == pytest.approx(expected, abs=1e-12)


@given(applied())
def test_contributions_add_up_to_evidence_and_degree(
    pair: tuple[TrainedModel, KnowledgeBase],
) -> None:
    model, kb = pair
    extents = Extents(kb)
    for element in range(len(kb.individuals)):
        found = explain(model.hypothesis, extents, element)
        total = sum(one.contribution for one in found.firings)
        assert total == pytest.approx(found.evidence, abs=1e-12)
        assert np.clip(total, 0, 1) == pytest.approx(found.degree, abs=1e-12)


@given(applied(), st.sampled_from([0.2, 0.5, 1.0]))
def test_what_a_page_says_would_turn_a_decision_is_what_explain_says_and_turns_it(
    pair: tuple[TrainedModel, KnowledgeBase], threshold: float
) -> None:
    model, kb = replace(pair[0], threshold=threshold), pair[1]
    view = written(model, kb)
    turns = view["counterfactuals"]
    assert (turns["rows"], turns["whom"]) == (list(range(len(kb.individuals))), "all")
    for row, told in zip(turns["rows"], turns["found"], strict=True):
        said = model.explain(kb, row).as_json()
        assert {name: told[name] for name in said["counterfactual"]} == said["counterfactual"]
        page = Evaluation(view)
        assert (page.evidence(row) >= threshold) == said["decision"]
        page.change(row, told["values"])
        assert ((page.evidence(row) >= threshold) != said["decision"]) == told["found"]


@given(st.integers(0, 50), st.integers(1, 50))
def test_wilsons_interval_holds_the_share(successes: int, more: int) -> None:
    trials = successes + more
    low, high = wilson(successes, trials)
    share = successes / trials
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    for bound in (low, high):  # where the share lies as far away as the score test allows
        if 1e-12 < bound < 1 - 1e-12:
            distance = (share - bound) ** 2 * trials / (bound * (1 - bound))
            assert distance == pytest.approx(1.959963984540054**2)


@given(st.text())
def test_no_text_breaks_out_of_a_script(text: str) -> None:
    embedded = json_in_html({"name": text})
    assert not set("<>&\u2028\u2029") & set(embedded)
    assert json.loads(embedded) == {"name": text}
