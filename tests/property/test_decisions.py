"""What a model covers at a cut is what the class expressions hold that are made of it."""

from dataclasses import replace
from itertools import compress, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.reference.decisions import belongs, least_sum_at, sum_at, values_of
from tests.reference.rules import meets
from tests.strategies import GRID, TARGET, choices, concepts, knowledge_bases, label_lists

from owlboost.concepts.concept import DataLabel, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.exchange.crisp.decision import data_free_cover, decision
from owlboost.exchange.crisp.rules import CrispRule, OutsideRange
from owlboost.exchange.owl.axioms import bodies
from owlboost.exchange.owl.classes import DataStyle
from owlboost.models.trained import TrainedModel

WEIGHTS = st.sampled_from([-1.5, -0.6, -0.25, 0.25, 0.3, 0.5, 0.7, 1.0, 2.1])
DEGREES = st.sampled_from([1.0, 1.0, 1.0, 0.9, 0.5, 0.3])
CUTS = st.sampled_from([0.5, 0.5, 0.25, 0.3, 0.75, 1.0, 1e-9])
NUMBERS = st.sampled_from(["double", "decimal", "float"])  # all of the grid are floats


@st.composite
def grounds(draw: st.DrawFn) -> KnowledgeBase:
    """Knowledge bases in which some properties with at most one value are functional."""
    kb = replace(draw(knowledge_bases()), functional=frozenset())
    able = [i for i in range(len(kb.vocabulary.data_properties)) if kb.is_functional(i)]
    chosen = draw(choices(len(able))) if able else []
    return replace(kb, functional=frozenset(i for i, yes in zip(able, chosen, strict=True) if yes))


@st.composite
def trials(draw: st.DrawFn) -> tuple[KnowledgeBase, TrainedModel, float]:
    """A knowledge base, a model over its names, and a cut."""
    kb = draw(grounds())
    axioms = st.builds(Inclusion, concepts(kb, draw(label_lists(kb))), DEGREES)
    some = st.lists(axioms, min_size=1, max_size=2)
    if draw(st.sampled_from([True, False, False])):
        rules = RuleSet(tuple(draw(st.lists(axioms, min_size=1, max_size=4))))
        return kb, TrainedModel("foil", TARGET, rules, 0.5), draw(CUTS)
    terms = tuple(
        WeakHypothesis(f"WL{n}", tuple(draw(some))) for n in range(draw(st.integers(1, 4)))
    )
    weights = tuple(draw(WEIGHTS) for _ in terms)
    return kb, TrainedModel("boost", TARGET, BoostedHypothesis(terms, weights), 0.5), draw(CUTS)


def members(
    conjunctions: tuple[CrispRule, ...], kb: KnowledgeBase, numbers: str = "double"
) -> list[int]:
    classes = [DataStyle().class_of(one) for one in conjunctions]
    return [
        element
        for element in range(len(kb.individuals))
        if any(belongs(one, element, kb, numbers) for one in classes)
    ]


def reaching(model: TrainedModel, kb: KnowledgeBase, cut: float) -> list[int]:
    return [
        element
        for element in range(len(kb.individuals))
        if sum_at(model.hypothesis, element, kb) >= cut
    ]


@given(trials(), NUMBERS)
@settings(max_examples=scaled(150))
def test_with_a_source_all_that_can_be_known_is_said(
    trial: tuple[KnowledgeBase, TrainedModel, float], numbers: str
) -> None:
    kb, model, cut = trial
    known = [
        element
        for element in range(len(kb.individuals))
        if least_sum_at(model.hypothesis, element, kb) >= cut
    ]
    covered = reaching(model, kb, cut)
    assert set(known) <= set(covered)
    if not known and data_free_cover(model.hypothesis, cut) in (None, ()):
        with pytest.raises(ParameterError, match="nothing is known to reach"):
            decision(model, cut, kb)
        return
    found = decision(model, cut, kb)
    assert found.covered is not None
    assert found.missed is not None
    assert found.covered.tolist() == covered
    assert found.missed.tolist() == [one for one in covered if one not in known]
    assert members(found.conjunctions, kb, numbers) == known


@st.composite
def strangers(draw: st.DrawFn, kb: KnowledgeBase) -> KnowledgeBase:
    """Other individuals, of whom things of the same names are said."""
    people = ["x", "y", "z"]
    names = kb.vocabulary
    some, both = choices(len(people)), list(product(people, people))
    data = names.data_properties
    values = {
        i: [*GRID, *(kb.symbols[i].values if i in kb.symbols else ())] for i in range(len(data))
    }
    said = {
        i: [(one, value) for one in people for value in draw(_few(values[i], i in kb.functional))]
        for i in values
    }
    other = KnowledgeBase.from_facts(
        people,
        types={name: [*compress(people, draw(some))] for name in names.classes},
        roles={name: [*compress(both, draw(choices(len(both))))] for name in names.roles},
        numbers={data[i]: [(a, v) for a, v in said[i] if type(v) is float] for i in said},
        symbols={data[i]: [(a, v) for a, v in said[i] if type(v) is not float] for i in said},
    )
    return replace(other, functional=kb.functional)


def _few(values: list[float | bool | str], only_one: bool) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.sampled_from(values), max_size=1 if only_one else 2)


@given(trials(), st.data())
@settings(max_examples=scaled(100))
def test_what_is_said_holds_for_individuals_nobody_knew(
    trial: tuple[KnowledgeBase, TrainedModel, float], data: st.DataObject
) -> None:
    kb, model, cut = trial
    if not reaching(model, kb, cut):
        return
    try:
        found = decision(model, cut, kb)
    except ParameterError:
        return
    others = data.draw(strangers(kb))
    covered, told = reaching(model, others, cut), members(found.conjunctions, others)
    assert set(told) <= set(covered)
    if found.is_exact:
        assert told == covered


@given(trials())
@settings(max_examples=scaled(60))
def test_without_a_source_only_what_holds_everywhere_is_said(
    trial: tuple[KnowledgeBase, TrainedModel, float],
) -> None:
    kb, model, cut = trial
    known = data_free_cover(model.hypothesis, cut)
    if not known:
        assert known is None or reaching(model, kb, cut) == []
        with pytest.raises(ParameterError, match=r"give a source as well|choose a lower cut"):
            decision(model, cut)
        return
    found = decision(model, cut)
    assert found.is_exact
    assert members(found.conjunctions, kb) == reaching(model, kb, cut)


@pytest.mark.parametrize("cut", [0.0, -1.0, 1.5, float("nan")])
def test_a_cut_is_a_degree(cut: float) -> None:
    model = TrainedModel("foil", TARGET, RuleSet(), 0.5)
    with pytest.raises(ParameterError, match="cut must be a degree above 0"):
        decision(model, cut)


@given(trials())
@settings(max_examples=scaled(100))
def test_swrl_rules_say_what_classes_say(
    trial: tuple[KnowledgeBase, TrainedModel, float],
) -> None:
    kb, model, cut = trial
    try:
        found = decision(model, cut, kb)
    except ParameterError:
        return
    for one in found.conjunctions:
        rules = list(bodies(one, DataStyle()))
        outside = [each.label for each in one.conditions if isinstance(each, OutsideRange)]
        for element in range(len(kb.individuals)):
            by_rules = any(meets(body, element, kb) for body in rules)
            by_class = belongs(DataStyle().class_of(one), element, kb, "double")
            texts = any(_has_text(label, element, kb) for label in outside)
            assert by_rules == by_class or (texts and by_class)


def _has_text(label: DataLabel, element: int, kb: KnowledgeBase) -> bool:
    """Whether something else than a number is the value that is outside a set of numbers."""
    values = values_of(label.prop, element, kb)
    return isinstance(label, FuzzyValue) and any(type(one) is not float for one in values)
