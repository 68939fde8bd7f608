"""Numbers on the corners of fuzzy sets, on grids and repeated: every learner in exact arithmetic.

Sums that cancel must be 0 exactly where nobody is covered. The definitions of tests/reference run
here over degrees that are fractions, so nothing of theirs is rounded before a sum is complete.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from tests.differential.test_gradient import fitter_of
from tests.differential.test_learning import settings_of
from tests.differential.test_siblings import pfoil_of, pn_of, same_rules
from tests.examples import scaled
from tests.reference import gradient, learning, siblings
from tests.reference.learning import Settings

import owlboost as ob
from owlboost.concepts.concept import Concept, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet, Partition, Shape
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features import PLACINGS
from owlboost.features.label_matrix import table_labels
from owlboost.features.partitions import fit_partitions
from owlboost.learners.boosting import boost
from owlboost.learners.covering import AxiomSearch, foil
from owlboost.learners.gradient.growth import Growth
from owlboost.learners.pfoil_dl import learn_ensemble
from owlboost.learners.pn_owl import learn_why_and_why_not
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.training_set import TrainingSet, training_set_for
from owlboost.runtime.names import short_name

ROUNDING = Fraction(1, 10**12)
STEPS = st.sampled_from([0.1, 0.7, 1 / 3, 1.0, 2.5])
STARTS = st.sampled_from([0.0, -2.1, 1000.0])
UNSUPERVISED = sorted(set(PLACINGS) - {"entropy"})


def exact_membership(shape: Shape, value: float) -> Fraction:
    """Return the degree of a number, as a fraction; up to 1e-12 it is 0."""
    a, b, c, d = shape.corners
    degree = Fraction(int(b <= value <= c))
    if a < value < b:
        degree = (Fraction(value) - Fraction(a)) / (Fraction(b) - Fraction(a))
    elif c < value < d:
        degree = (Fraction(d) - Fraction(value)) / (Fraction(d) - Fraction(c))
    return degree if degree > ROUNDING else Fraction(0)


class ExactTask(learning.Task):
    """A table whose degrees are fractions: the least of the memberships of a concept's labels."""

    def degrees(self, concept: Concept) -> list[float]:
        """``C(a)`` for each individual."""
        # sums and products of fractions are exact
        return [min([Fraction(1), *self._memberships(concept, x)]) for x in self.everyone]  # type: ignore[misc]

    def _memberships(self, concept: Concept, element: int) -> list[Fraction]:
        kb, found = self.problem.kb, []
        for label in concept.labels:
            assert isinstance(label, FuzzyValue)
            column = kb.numbers[kb.vocabulary.data_properties.id(short_name(label.prop))]
            found.append(exact_membership(label.fuzzy_set.shape, float(column.values[element])))
        return found


class RoundedTask(ExactTask):
    """The same with every exact degree rounded once."""

    def degrees(self, concept: Concept) -> list[float]:
        """``C(a)`` for each individual."""
        return [float(degree) for degree in super().degrees(concept)]


def on_a_grid(draw: st.DrawFn, n: int) -> list[float]:
    """Multiples of a step, some rounded as a person writes them; the last bit may differ."""
    start, step = draw(STARTS), draw(STEPS)
    places = draw(st.lists(st.integers(0, 6), min_size=n, max_size=n))
    written = draw(st.booleans())
    return [round(start + at * step, 6) if written else start + at * step for at in places]


@st.composite
def grid_tasks(draw: st.DrawFn, placings: Sequence[str] = UNSUPERVISED) -> ExactTask:
    """Tables of one or two columns on grids, every value often, with every placing of sets."""
    n = draw(st.integers(4, 10))
    names = [f"r{at}" for at in range(n)]
    columns = {prop: on_a_grid(draw, n) for prop in ("x", "y")[: draw(st.integers(1, 2))]}
    numbers = {prop: list(zip(names, column, strict=True)) for prop, column in columns.items()}
    kb = replace(
        KnowledgeBase.from_facts(names, numbers=numbers), functional=frozenset(range(len(columns)))
    )
    positive = [True, False, *draw(st.lists(st.booleans(), min_size=n - 2, max_size=n - 2))]
    problem = LearningProblem(kb, "T", np.arange(n, dtype=np.int32), np.array(positive))
    sets = fit_partitions(kb, draw(st.integers(2, 7)), draw(st.sampled_from(placings)))
    labels = [FuzzyValue(one.prop, fuzzy) for one in sets for fuzzy in one.sets]
    limits = Settings(
        max_depth=0,
        lookahead=0,
        max_conjuncts=draw(st.integers(1, 3)),
        min_confidence=draw(st.sampled_from([0.0, 0.34, 0.64])),
        max_negative_coverage=draw(st.sampled_from([0.0, 0.5, 1.0])),
        overlapping_sets=draw(st.booleans()),
    )
    return ExactTask(problem, labels, limits)


def segments_of(task: ExactTask) -> TrainingSet:
    """Lay a table out as learners do: its columns in segments."""
    sets: dict[str, list[FuzzySet]] = {}
    for label in task.labels:
        assert isinstance(label, FuzzyValue)
        sets.setdefault(label.prop, []).append(label.fuzzy_set)
    partitions = [Partition(prop, tuple(found)) for prop, found in sets.items()]
    return training_set_for(task.problem, table_labels(task.problem.kb, partitions))


def assert_counted(axiom: Inclusion, task: ExactTask) -> None:
    """Compare what an axiom counts as covered with exact degrees."""
    covered = [degree > 0 for degree in task.degrees(axiom.body)]
    positives = sum(c and p for c, p in zip(covered, task.positive, strict=True))
    assert (axiom.covered_positives, axiom.covered_negatives) == (
        positives,
        sum(covered) - positives,
    )


@settings(max_examples=scaled(300))
@given(grid_tasks())
def test_foil_covers_as_exact_sums_say(task: ExactTask) -> None:
    found = foil(AxiomSearch(segments_of(task), settings_of(task))).inclusions
    event(f"{len(found)} rules")
    same_rules(found, learning.foil(task))
    for axiom in found:
        assert_counted(axiom, task)
        assert axiom.covered_positives > 0


@settings(max_examples=scaled(300))
@given(grid_tasks())
def test_boosting_covers_as_exact_sums_say(task: ExactTask) -> None:
    found = boost(AxiomSearch(segments_of(task), settings_of(task)), 3, "rules")
    expected = learning.boost(task, 3, "rules")
    bodies = [tuple(axiom.body for axiom in term.inclusions) for term in found.terms]
    assert bodies == [kept.axioms for kept in expected]
    assert found.leverages == pytest.approx(learning.leverages(expected, "rules"), rel=1e-6)
    for term in found.terms:
        for axiom in term.inclusions:
            assert_counted(axiom, task)


@settings(max_examples=scaled(200))
@given(grid_tasks())
def test_why_and_why_not_cover_as_exact_sums_say(task: ExactTask) -> None:
    against = siblings.Against()
    learner = pn_of(task, against)
    found = learn_why_and_why_not(AxiomSearch(segments_of(task), learner), learner)
    expected = siblings.pn(task, against)
    terms = found.terms if isinstance(found, BoostedHypothesis) else (found,)
    same_rules(terms[0].inclusions, expected.why)
    same_rules(terms[1].inclusions if len(terms) > 1 else (), expected.why_not)


@settings(max_examples=scaled(200))
@given(grid_tasks())
def test_an_ensemble_covers_as_exact_sums_say(task: ExactTask) -> None:
    options = siblings.Ensemble(1.0, 1.0, 0.001)
    found = learn_ensemble(segments_of(task), pfoil_of(task, options)).inclusions
    same_rules(found, siblings.pfoil(task, options))
    for axiom in found:
        assert_counted(axiom, task)


@settings(max_examples=scaled(200))
@given(grid_tasks())
def test_gradient_boosting_grows_as_exact_sums_say(task: ExactTask) -> None:
    ground, options = segments_of(task), gradient.Options(loss="squared")
    found = list(
        Growth(fitter_of(ground, options), Limits.from_learner(settings_of(task))).stages(3)
    )
    rounded = RoundedTask(task.problem, task.labels, task.settings)  # systems are solved by NumPy
    expected = gradient.stages(rounded, options, 3)
    assert [one.body for one in found[-1].learned] == list(expected[-1].bodies)
    for one in found[-1].learned:
        degrees = np.array(task.degrees(one.body), dtype=float)[ground.order]
        assert one.rows.tolist() == np.flatnonzero(degrees).tolist()


CLASSIFIERS = {
    "foil": ob.FoilDLClassifier,
    "boost": ob.FuzzyOWLBoostClassifier,
    "pn": ob.PNOWLClassifier,
    "pfoil": ob.PFoilDLClassifier,
    "gradient": ob.GradientConceptClassifier,
}


@pytest.mark.parametrize("algorithm", sorted(CLASSIFIERS))
@settings(max_examples=scaled(40))
@given(
    task=grid_tasks(),
    placing=st.sampled_from(sorted(PLACINGS)),
    overlapping=st.booleans(),
)
def test_rules_of_a_fit_cover_whom_exact_degrees_say(
    task: ExactTask, algorithm: str, placing: str, overlapping: bool
) -> None:
    kb, positive = task.problem.kb, task.problem.positive
    frame = pd.DataFrame(
        {p: kb.numbers[at].values for at, p in enumerate(kb.vocabulary.data_properties)}
    )
    model = CLASSIFIERS[algorithm](fuzzify=placing, overlapping_sets=overlapping)
    model.fit(frame, positive)
    found = model.hypothesis_
    terms = found.terms if isinstance(found, BoostedHypothesis) else (found,)
    for term in terms[:1] if algorithm == "pn" else terms:  # objections count among those covered
        for axiom in term.inclusions:
            assert_counted(axiom, task)
