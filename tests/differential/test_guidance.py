"""Learning with a given part against its literal definition (mathematics §25)."""

from dataclasses import dataclass, replace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st
from tests.differential.test_gradient import assert_same, options
from tests.differential.test_learning import ground_of, settings_of
from tests.differential.test_siblings import (
    ENSEMBLES,
    OBJECTIONS,
    pfoil_of,
    pn_of,
    same_rules,
)
from tests.examples import scaled
from tests.reference import gradient as literal_gradient
from tests.reference import learning as literal
from tests.reference import siblings
from tests.reference.prohibitions import is_below, is_forbidden
from tests.strategies import concepts, graded_tasks, knowledge_bases, role_rich_tasks, tasks

from owlboost.concepts.concept import Atom, Concept, FuzzyValue, Label, normal_form
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion
from owlboost.data.fuzzy_sets import (
    FuzzySet,
    LeftShoulder,
    RightShoulder,
    Shape,
    Trapezoidal,
    Triangular,
)
from owlboost.learners.boosting import boost
from owlboost.learners.covering import AxiomSearch, foil
from owlboost.learners.gradient import postprocess as tuning
from owlboost.learners.gradient.growth import AdditiveModel, Growth, WeightFitter
from owlboost.learners.gradient.losses import LOSSES, Penalty
from owlboost.learners.pfoil_dl import learn_ensemble
from owlboost.learners.pn_owl import learn_why_and_why_not
from owlboost.learners.rule_constraints import GivenRule
from owlboost.learners.search.moves import ForbiddenConcepts, Limits
from owlboost.learners.search.training_set import TrainingSet

close = pytest.approx
EXACT = 1e-12

POINTS = st.integers(0, 6)


def ascending(n: int) -> st.SearchStrategy[list[int]]:
    return st.lists(POINTS, min_size=n, max_size=n).map(sorted)


SHAPES: st.SearchStrategy[Shape] = st.one_of(
    ascending(2).map(lambda points: LeftShoulder(*points)),
    ascending(2).map(lambda points: RightShoulder(*points)),
    ascending(3).map(lambda points: Triangular(*points)),
    ascending(4).map(lambda points: Trapezoidal(*points)),
)
SET_NAMES = st.sampled_from(["p_L", "p_L3", "p_L5", "p_VL5", "p_F", "cheap", "cheap3"])


def with_all_of(one: Concept, other: Concept) -> list[Concept]:
    """Concepts with the conditions of both, and with some of them."""
    labels, edges = one.labels + other.labels, one.edges + other.edges
    return [Concept(labels, edges), Concept(labels[1:], edges), Concept(labels, edges[1:])]


@given(st.data())
def test_what_is_below_a_concept_is_as_defined(data: st.DataObject) -> None:
    kb = data.draw(knowledge_bases())
    sets = st.builds(FuzzySet, SET_NAMES, SHAPES)
    drawn = data.draw(st.lists(st.builds(FuzzyValue, st.just("urn:p"), sets), max_size=3))
    labels: list[Label] = [*drawn, *map(Atom, kb.vocabulary.classes)]
    assume(labels)
    both = concepts(kb, labels)
    lower, upper = data.draw(both), data.draw(both.filter(lambda one: not one.is_top))
    lower = data.draw(st.sampled_from([lower, upper, *with_all_of(lower, upper)]))
    expected = is_below(lower, upper, kb)
    event(f"below: {expected}")
    assert ForbiddenConcepts([upper], kb.implies).forbids(lower) == expected
    assert ForbiddenConcepts([upper], kb.implies).forbids(upper)


@dataclass(frozen=True)
class Guided:
    """A task with forbidden concepts, rules that are given for it, and its ground."""

    task: literal.Task
    rules: tuple[GivenRule, ...]
    data: TrainingSet

    @property
    def bodies(self) -> tuple[Concept, ...]:
        return tuple(rule.body for rule in self.rules)


@st.composite
def guided(
    draw: st.DrawFn,
    drawn: st.SearchStrategy[literal.Task],
    sides: st.SearchStrategy[int] | None = None,
) -> Guided:
    """A task with up to two given rules, and up to two forbidden ones that are not above them."""
    task = draw(drawn)
    kb, ground = task.problem.kb, ground_of(task)
    usable = [label for label in task.labels if label in ground.space.label_ids]
    some = concepts(kb, usable, 1).map(lambda found: normal_form(found, kb.implies))
    ruled = some.filter(lambda found: not found.is_top)
    assume(usable or ground.space.roles)
    bodies = draw(st.lists(ruled, max_size=2, unique=True))
    forbidden = tuple(draw(st.lists(ruled, max_size=2, unique=True)))
    assume(not any(is_forbidden(body, forbidden, kb) for body in bodies))
    names = st.sampled_from(["WL1", "WL2"])
    sided = st.just(1) if sides is None else sides
    rules = tuple(GivenRule(body, draw(sided), draw(names)) for body in bodies)
    limits = replace(task.settings, forbidden=forbidden)
    return Guided(replace(task, settings=limits), rules, ground)


ALL_TASKS = tasks(max_individuals=10) | role_rich_tasks() | graded_tasks()
CRISP_TASKS = tasks(max_individuals=10) | role_rich_tasks()


def search_of(case: Guided) -> AxiomSearch:
    learner = replace(settings_of(case.task), forbidden=case.task.settings.forbidden)
    return AxiomSearch(case.data, learner)


@settings(max_examples=scaled(150))
@given(guided(ALL_TASKS))
def test_foil_covers_what_given_rules_leave(case: Guided) -> None:
    found = foil(search_of(case), given=case.rules)
    expected = literal.foil(case.task, case.bodies)
    event(f"{len(expected) - len(case.rules)} rules of its own")
    same_rules(found.inclusions, expected)


@settings(max_examples=scaled(150))
@given(guided(ALL_TASKS), st.sampled_from(["rules", "axiom"]))
def test_boosting_begins_with_given_weak_learners(case: Guided, weak_learner: str) -> None:
    by_name: dict[str, list[Concept]] = {}
    for rule in case.rules:
        by_name.setdefault(rule.learner, []).append(rule.body)
    groups = [[body] for body in case.bodies] if weak_learner == "axiom" else [*by_name.values()]
    found = boost(search_of(case), 4, weak_learner, None, case.rules)  # type: ignore[arg-type]
    expected = literal.boost(case.task, 4, weak_learner, groups)
    event(f"{len(expected) - len(groups)} rounds of its own")
    # α and w' have 1 − μ² below the line: each round magnifies rounding by its inverse
    slack = EXACT * np.cumprod([1 / (1 - kept.mu**2) for kept in expected])
    sure = int(np.count_nonzero(slack < 1e-6))
    event("rounding decides" if sure < len(expected) else "all rounds are compared")
    assert [[one.body for one in term.inclusions] for term in found.terms][:sure] == [
        list(kept.axioms) for kept in expected[:sure]
    ]
    if sure == len(expected) or weak_learner == "rules":
        alphas = literal.leverages(expected, weak_learner)
        assert list(found.leverages)[:sure] == close(alphas[:sure], abs=1e-6)


@settings(max_examples=scaled(150))
@given(guided(CRISP_TASKS, st.sampled_from([1, -1, 0])), OBJECTIONS)
def test_why_and_why_not_begin_with_given_rules(case: Guided, against: siblings.Against) -> None:
    learner = replace(
        pn_of(case.task, against), given=case.rules, forbidden=case.task.settings.forbidden
    )
    found = learn_why_and_why_not(AxiomSearch(case.data, learner), learner)
    pros = [rule.body for rule in case.rules if rule.sign >= 0]
    cons = [rule.body for rule in case.rules if rule.sign < 0]
    expected = siblings.pn(case.task, against, pros, cons)
    why, why_not = rules_of_both(found)
    same_rules(why, expected.why)
    same_rules(why_not, expected.why_not)


def rules_of_both(found: object) -> tuple[tuple[Inclusion, ...], tuple[Inclusion, ...]]:
    if isinstance(found, BoostedHypothesis):
        return found.terms[0].inclusions, found.terms[1].inclusions
    return tuple(found.inclusions), ()  # type: ignore[attr-defined]


@settings(max_examples=scaled(150))
@given(guided(ALL_TASKS), ENSEMBLES)
def test_an_ensemble_begins_with_given_rules(case: Guided, wanted: siblings.Ensemble) -> None:
    learner = replace(
        pfoil_of(case.task, wanted), given=case.rules, forbidden=case.task.settings.forbidden
    )
    found = learn_ensemble(case.data, learner)
    expected = siblings.pfoil(case.task, wanted, case.bodies)
    event(f"{len(expected) - len(case.rules)} rules of its own")
    same_rules(found.inclusions, expected)


SIDES = st.sampled_from([1, -1, 0])


def fitter_of(case: Guided, wanted: literal_gradient.Options) -> WeightFitter:
    sign = -1 if wanted.monotone else 0
    penalty = Penalty(wanted.ridge, wanted.min_cover, sign, wanted.balance)
    return WeightFitter(case.data, LOSSES[wanted.loss], penalty, given=case.rules)


def guided_options(case: Guided, wanted: literal_gradient.Options) -> literal_gradient.Options:
    sides = tuple(rule.sign for rule in case.rules)
    return replace(wanted, given=case.bodies, sides=sides)


def stages_of(case: Guided, wanted: literal_gradient.Options, n_rules: int) -> list[AdditiveModel]:
    limits = replace(
        Limits.from_learner(settings_of(case.task)), forbidden=case.task.settings.forbidden
    )
    return list(Growth(fitter_of(case, wanted), limits).stages(n_rules))


@settings(max_examples=scaled(150))
@given(guided(tasks(), SIDES), options)
def test_growth_begins_with_given_rules(case: Guided, wanted: literal_gradient.Options) -> None:
    expected = literal_gradient.stages(case.task, guided_options(case, wanted), 4)
    event(f"{len(expected) - 1} rules of its own")
    assert_same(stages_of(case, wanted, 4), expected, case.data)


@settings(max_examples=scaled(100))
@given(guided(tasks(), SIDES), options)
def test_with_everything_given_only_weights_are_fitted(
    case: Guided, wanted: literal_gradient.Options
) -> None:
    (found,) = stages_of(case, wanted, len(case.rules))
    alpha = literal_gradient.fitted(case.bodies, case.task, guided_options(case, wanted))
    assert tuple(one.body for one in found.learned) == case.bodies
    assert found.alpha == close(np.array(alpha), abs=1e-6)


@settings(max_examples=scaled(100))
@given(guided(tasks(), SIDES), options, st.sampled_from([0.02, 0.3]))
def test_tuning_leaves_given_sets_and_forbidden_rules_alone(
    case: Guided, wanted: literal_gradient.Options, fall: float
) -> None:
    told = guided_options(case, wanted)
    *_, last = stages_of(case, wanted, 3)
    *_, expected_last = literal_gradient.stages(case.task, told, 3)
    expected = literal_gradient.tuned(expected_last, case.task, told, tuning.STEPS, fall)
    forbidden = case.task.settings.forbidden
    with patch.object(tuning, "FALL", fall):
        found = tuning.tuned(last, fitter_of(case, wanted), forbidden=forbidden)
    assert_same([found], [expected], case.data)
    assert tuple(one.body for one in found.learned[: len(case.rules)]) == case.bodies
