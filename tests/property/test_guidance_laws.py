"""What is given is in every model, what is forbidden in none, whatever is learned (§25)."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.reference.prohibitions import is_forbidden
from tests.reference.refinement import all_labels
from tests.strategies import TARGET, concepts, grades, iri, problems

from owlboost.concepts.concept import Concept, FuzzyValue, Label, normal_form
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.example_labels import TargetRange
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, Partition, RightShoulder, Triangular
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.partitions import without_name_clashes
from owlboost.learners.learner import LEARNERS, ConceptLearner
from owlboost.learners.rule_constraints import AGAINST, FOR, OPEN, GivenRule
from owlboost.learners.training import train
from owlboost.models.model_files import model_from_json, model_to_json

LOGICS = st.sampled_from(["zadeh", "product", "lukasiewicz"])
DRAWN_BY_HAND = [
    FuzzySet("little", LeftShoulder(0.25, 2.0)),
    FuzzySet("price_L", LeftShoulder(-1.0, 4.0)),
    FuzzySet("age_F", Triangular(0.0, 1.25, 5.0)),
]


@st.composite
def larger_problems(draw: st.DrawFn) -> LearningProblem:
    """Problems of so many examples that gradient boosting validates what it learns."""
    n = draw(st.sampled_from([12, 30, 60]))
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    names = [f"a{number:02d}" for number in range(n)]
    positive = np.arange(n) < n // 2
    shifted = rng.normal(0, 1, n) + draw(st.sampled_from([0.0, 1.0, 3.0])) * positive

    def members(share: float) -> list[str]:
        chosen = rng.random(n) < np.where(positive, share, 1 - share)
        return [name for name, one in zip(names, chosen, strict=True) if one]

    kb = KnowledgeBase.from_facts(
        names,
        types={iri("A"): members(0.8), iri("B"): members(0.6), iri("C"): members(0.4)},
        numbers={
            iri("age"): list(zip(names, shifted.round(1).tolist(), strict=True)),
            iri("price"): list(zip(names, rng.normal(0, 2, n).round(1).tolist(), strict=True)),
        },
    )
    return LearningProblem(kb, TARGET, np.arange(n, dtype=np.int32), positive)


def bodies(kb: KnowledgeBase, labels: Sequence[Label]) -> st.SearchStrategy[Concept]:
    found = concepts(kb, labels, 1).map(lambda one: normal_form(one, kb.implies, idempotent=False))
    return found.filter(lambda one: not one.is_top)


def used(hypothesis: Hypothesis) -> list[Concept]:
    return [rule.inclusion.body for rule in hypothesis.rules()]


def own_labels(kb: KnowledgeBase) -> Sequence[Label]:
    """Labels with sets that nobody would place."""
    known = [
        prop for number, prop in enumerate(kb.vocabulary.data_properties) if number in kb.numbers
    ]
    return [FuzzyValue(prop, one) for prop in known for one in DRAWN_BY_HAND[:2]][:2]


@pytest.mark.parametrize("algorithm", list(LEARNERS))
@settings(max_examples=scaled(25))
@given(st.data())
def test_the_given_is_in_every_model_and_the_forbidden_in_none(
    algorithm: str, data: st.DataObject
) -> None:
    problem = data.draw(problems(10) | larger_problems())
    if algorithm != "pn" and data.draw(st.booleans()):
        labels = data.draw(grades(len(problem)))
        problem = replace(problem, labels=labels, target_range=TargetRange())
    kb = problem.kb
    sets = all_labels(kb, data.draw(st.sampled_from([3, 5])), "cmeans")
    assume(sets or kb.vocabulary.roles)
    given_bodies = data.draw(
        st.lists(bodies(kb, [*sets, *own_labels(kb)]), max_size=2, unique=True)
    )
    forbidden = tuple(data.draw(st.lists(bodies(kb, sets), max_size=2, unique=True)))
    assume(not any(is_forbidden(body, forbidden, kb) for body in given_bodies))
    assume(_has_one_meaning(given_bodies))
    signs = [FOR, OPEN, AGAINST] if LEARNERS[algorithm]().argues_against else [FOR, OPEN]  # type: ignore[attr-defined]
    rules = [GivenRule(body, data.draw(st.sampled_from(signs))) for body in given_bodies]
    learner = LEARNERS[algorithm]().adjusted(
        logic=data.draw(LOGICS),
        n_sets=data.draw(st.sampled_from([3, 5])),
        n_rules=data.draw(st.sampled_from([2, 5])),
        points=data.draw(st.booleans()),
        max_conjuncts=2,
        n_rounds=3,
    )
    model = train(problem, learner, given=rules, forbidden=forbidden)
    found = used(model.hypothesis)
    for body in given_bodies:
        assert normal_form(body, kb.implies, idempotent=model.semantics.idempotent) in found
    assert not any(is_forbidden(body, forbidden, kb) for body in found)
    assert model_from_json(model_to_json(model)) == model
    assert _has_one_meaning(found)


def _has_one_meaning(found: Sequence[Concept]) -> bool:
    """Whether no two sets have one name."""
    sets = {
        (label.prop, label.fuzzy_set)
        for body in found
        for label in body.all_labels()
        if isinstance(label, FuzzyValue)
    }
    return len({one.name for _, one in sets}) == len(sets)


@pytest.mark.parametrize("algorithm", list(LEARNERS))
@settings(max_examples=scaled(15))
@given(st.data())
def test_a_model_given_to_its_learner_is_learned_again(algorithm: str, data: st.DataObject) -> None:
    """What a learner found, given to it as all that a model may have, gets the same rules."""
    problem = data.draw(larger_problems())
    learner = LEARNERS[algorithm]()
    assert isinstance(learner, ConceptLearner)
    first = train(problem, learner.adjusted(n_rounds=3, n_rules=4))
    number = first.hypothesis.n_rules
    n_terms = len(getattr(first.hypothesis, "terms", ()))
    assume(number)
    again = learner.adjusted(n_rounds=n_terms, n_rules=number)
    second = train(problem, again, given=[first])
    assert set(used(first.hypothesis)) <= set(used(second.hypothesis))
    if algorithm == "gradient":
        assert second.hypothesis.n_rules == number
    if algorithm == "boost":
        weights = [rule.weight for rule in second.hypothesis.rules()]
        assert weights == pytest.approx([rule.weight for rule in first.hypothesis.rules()])


@given(st.lists(st.sampled_from(DRAWN_BY_HAND), max_size=3, unique=True))
def test_no_name_means_two_sets_of_a_property(own: list[FuzzySet]) -> None:
    placed = [
        FuzzySet("price_L", LeftShoulder(0.25, 2.0)),
        FuzzySet("price_F", Triangular(0.25, 2.0, 3.0)),
        FuzzySet("price_H", RightShoulder(2.0, 3.0)),
    ]
    labels = [FuzzyValue("urn:price", one) for one in own]
    (found,) = without_name_clashes([Partition("urn:price", tuple(placed))], labels)
    assert [one.shape for one in found.sets] == [one.shape for one in placed]
    meant = {one.name: one.shape for one in found.sets}
    assert len(meant) == len(placed)
    assert all(meant.get(one.name, one.shape) == one.shape for one in own)
