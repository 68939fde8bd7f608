"""Other conjunctions than the minimum, against the definitions in tests/reference."""

from dataclasses import replace
from fractions import Fraction
from typing import Literal

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.differential.test_gradient import assert_same, grown, options
from tests.differential.test_kernels import (
    N_LABELS,
    arrays_of,
    compressed,
    matrices,
    mixed_relations,
    relation_of,
    relations,
    signed,
)
from tests.differential.test_learning import arranged, partitions_of, settings_of
from tests.events import Recorder
from tests.examples import scaled
from tests.reference import gradient as literal_gradient
from tests.reference import kernels as literal_kernels
from tests.reference import learning as literal
from tests.reference import semantics
from tests.strategies import concepts, numeric_tasks, tasks, tasks_among_others

from owlboost.concepts.concept import Atom, Concept, Edge, FuzzyValue, normal_form
from owlboost.concepts.evaluation import LUKASIEWICZ, SEMANTICS, Extents
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder, Triangular, membership
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.boosting import boost
from owlboost.learners.covering import AxiomSearch, foil
from owlboost.learners.search.training_set import TrainingSet, training_set_for

close = pytest.approx
EXACT = 1e-12
Logic = Literal["product", "lukasiewicz"]
LOGICS: st.SearchStrategy[Logic] = st.sampled_from(["product", "lukasiewicz"])
DEGREES = st.floats(0, 1)


def ground_of(task: literal.Task) -> TrainingSet:
    matrix = label_matrix(task.problem.kb, partitions_of(task.labels))
    return training_set_for(task.problem, matrix, SEMANTICS[task.settings.logic])


def in_logic(task: literal.Task, logic: Logic) -> literal.Task:
    return replace(task, settings=replace(task.settings, logic=logic))


# The conjunctions


@given(DEGREES, DEGREES)
def test_a_product_lies_between_the_others(x: float, y: float) -> None:
    found = {name: float(one.conjunction(x, y)) for name, one in SEMANTICS.items()}
    assert found == {name: close(tnorm(x, y)) for name, tnorm in semantics.TNORMS.items()}
    assert found["lukasiewicz"] <= found["product"] + EXACT <= found["zadeh"] + 2 * EXACT


@given(LOGICS, DEGREES, DEGREES, DEGREES)
def test_conjunctions_distribute_over_the_maximum(
    logic: Logic, x: float, y: float, z: float
) -> None:
    joined = SEMANTICS[logic].conjunction
    assert joined(x, max(y, z)) == max(joined(x, y), joined(x, z))
    assert joined(1.0, x) == x
    assert joined(0.0, x) == 0.0


@given(LOGICS, st.lists(DEGREES, min_size=1, max_size=4))
def test_a_conjunction_of_arrays_is_one_of_numbers(logic: Logic, degrees: list[float]) -> None:
    one = SEMANTICS[logic]
    expected = degrees[0]
    for degree in degrees[1:]:
        expected = semantics.TNORMS[logic](expected, degree)
    assert one.all_of([np.array([degree]) for degree in degrees]) == close([expected])
    out = np.array([degrees[0]])
    assert one.conjunction(out, np.array([0.5]), out=out) is out


@given(st.tuples(*[st.floats(-1e6, 1e6)] * 3), st.floats(0, 1))
def test_neighbouring_sets_meet_in_nothing(points: tuple[float, ...], share: float) -> None:
    low, peak, high = sorted(points)
    assume(low < peak < high)
    value = peak + share * (high - peak)
    falling, rising = Triangular(low, peak, high), RightShoulder(peak, high)
    x, y = membership(falling, value), membership(rising, value)
    assume(x < 1.0 and y < 1.0)  # what is full leaves the other as it is
    assert LUKASIEWICZ.conjunction(x, y) == 0.0
    relation = {0: {0: x}} if x else {0: {}}
    joined = LUKASIEWICZ.kernels.restricted(*arrays_of(relation), np.full(len(relation[0]), y))
    assert relation_of(joined) == {}


def test_what_rounding_leaves_is_no_degree() -> None:
    #   0.8 + 0.2 = 1, but the doubles next to them exceed it by 2^-54
    assert Fraction(0.8) + Fraction(0.2) == 1 + Fraction(1, 2**54)
    assert LUKASIEWICZ.conjunction(np.array([0.8, 0.8, 1.0]), np.array([0.2, 0.25, 1e-15])) == (
        close([0.0, 0.05, 1e-15], rel=EXACT, abs=0.0)
    )


# The kernels


@given(LOGICS, st.data())
def test_restricted_joins_and_leaves_out_zeros(logic: Logic, data: st.DataObject) -> None:
    relation = data.draw(relations())
    limits = st.sampled_from([0.0, 0.2, 0.6, 1.0])
    bound = {row: {z: data.draw(limits) for z in sorted(own)} for row, own in relation.items()}
    _, _, flat = compressed(list(bound.values()))
    found = relation_of(SEMANTICS[logic].kernels.restricted(*arrays_of(relation), flat))
    expected = literal_kernels.restricted(relation, bound, logic)
    assert {row: own.keys() for row, own in found.items()} == {
        row: own.keys() for row, own in expected.items()
    }
    for row, own in expected.items():
        assert found[row] == close(own)


@given(LOGICS, mixed_relations(), matrices(), st.tuples(signed(), signed(), signed(), signed()))
def test_sums_over_joined_degrees_are_as_defined(
    logic: Logic,
    relation: dict[int, dict[int, float]],
    matrix: list[dict[int, float]],
    weights: tuple[list[float], list[float], list[float], list[float]],
) -> None:
    kernels, rows = SEMANTICS[logic].kernels, dict(enumerate(matrix))
    where = (0, len(relation), *arrays_of(relation), *compressed(matrix))
    arrays = [np.array(one) for one in weights]
    left, right = kernels.label_sums(*where, *arrays[:2], N_LABELS)
    for found, weight in ((left, weights[0]), (right, weights[1])):
        expected = literal_kernels.label_sums(relation, rows, weight, N_LABELS, logic)
        assert found == close(expected, abs=EXACT)
    floors = np.abs(arrays[2])
    left, right = kernels.label_excesses(*where, *arrays[:2], floors, N_LABELS)
    for found, weight in ((left, weights[0]), (right, weights[1])):
        expected = literal_kernels.label_excesses(
            relation, rows, weight, floors.tolist(), N_LABELS, logic
        )
        assert found == close(expected, abs=EXACT)
    moments = np.array(kernels.label_moments(*where, *arrays, N_LABELS))
    expected_moments = literal_kernels.label_moments(relation, rows, weights, N_LABELS, logic)
    assert close(np.array(expected_moments), abs=EXACT) == moments.T


# Concepts and learners


@given(LOGICS, st.data())
def test_degrees_of_concepts_are_those_of_the_definition(logic: Logic, data: st.DataObject) -> None:
    task = in_logic(data.draw(tasks()), logic)
    kb, space = task.problem.kb, ground_of(task).space
    concept = data.draw(concepts(kb, task.labels))
    everyone = range(kb.n_elements)
    expected = semantics.degrees(concept, kb, everyone, logic)
    assert Extents(kb, SEMANTICS[logic]).degrees(concept) == close(expected, abs=EXACT)
    usable = all(edge.role in space.roles for edge in concept.edges)
    if usable and all(label in space.label_ids for label in concept.labels) and not concept.edges:
        found = space.degrees(concept, np.arange(kb.n_elements, dtype=np.int32))
        assert found == close(expected, abs=EXACT)


@given(LOGICS, st.data())
def test_normal_forms_keep_the_degrees(logic: Logic, data: st.DataObject) -> None:
    task = data.draw(tasks())
    kb = task.problem.kb
    concept = data.draw(concepts(kb, task.labels))
    shorter = normal_form(concept, kb.implies, idempotent=False)
    everyone = range(kb.n_elements)
    assert semantics.degrees(shorter, kb, everyone, logic) == close(
        semantics.degrees(concept, kb, everyone, logic), abs=EXACT
    )


def test_a_fuzzy_condition_beside_a_stronger_one_stays_unless_conjunctions_repeat_freely() -> None:
    low = FuzzyValue("price", FuzzySet("low", LeftShoulder(40, 60)))
    weaker, stronger = Edge("near", Concept((low,))), Edge("near", Concept((Atom("Bar"), low)))
    crisp = Edge("near", Concept((Atom("Bar"),)))
    both = Concept((), (weaker, stronger, crisp))
    assert normal_form(both, lambda *_: False) == Concept((), (stronger,))
    kept = normal_form(both, lambda *_: False, idempotent=False)
    assert kept == Concept((), (weaker, stronger))


@settings(max_examples=scaled(60))
@given(LOGICS, st.data())
def test_each_greedy_choice_is_the_best_in_every_logic(logic: Logic, data: st.DataObject) -> None:
    task = in_logic(data.draw(tasks_among_others() | numeric_tasks()), logic)
    ground, recorder = ground_of(task), Recorder()
    w = [1 / len(task.positive)] * len(task.positive)
    search = AxiomSearch(ground, settings_of(task), recorder.context())
    learned = search.learn_one_axiom(arranged(w, ground), search.all_positives)
    expected = literal.learn_one_axiom(task, w, task.positive)
    steps = recorder.steps
    assert [(s.concept, s.chosen) for s in steps] == [(s.before, s.chosen) for s in expected.steps]
    for step, wanted in zip(steps, expected.steps, strict=True):
        assert step.gain == close(wanted.gain, rel=1e-9, abs=EXACT)
    assert (learned.body if learned else None) == expected.concept
    if learned:
        degrees = np.zeros(ground.n_rows)
        degrees[learned.rows] = learned.degrees
        assert degrees == close(arranged(task.degrees(learned.body), ground), abs=EXACT)


@settings(max_examples=scaled(40))
@given(LOGICS, numeric_tasks())
def test_whole_learners_are_as_defined_in_every_logic(logic: Logic, task: literal.Task) -> None:
    task = in_logic(task, logic)
    ground, wanted = ground_of(task), settings_of(task)
    rules, expected = foil(AxiomSearch(ground, wanted)), literal.foil(task)
    assert [axiom.body for axiom in rules.inclusions] == [body for body, _ in expected]
    assert [axiom.degree for axiom in rules.inclusions] == close(
        [degree for _, degree in expected], abs=EXACT
    )
    hypothesis = boost(AxiomSearch(ground, wanted), 3, "rules")
    rounds = literal.boost(task, 3, "rules")
    assert [tuple(a.body for a in term.inclusions) for term in hypothesis.terms] == [
        kept.axioms for kept in rounds
    ]
    assert hypothesis.leverages == close(literal.leverages(rounds, "rules"), rel=1e-6)


@settings(max_examples=scaled(60))
@given(LOGICS, tasks() | numeric_tasks(), options)
def test_growth_is_as_defined_in_every_logic(
    logic: Logic, task: literal.Task, wanted: literal_gradient.Options
) -> None:
    alone = replace(task.problem, others=np.empty(0, dtype=np.int32))
    task = in_logic(replace(task, problem=alone), logic)
    ground = ground_of(task)
    assert_same(grown(task, ground, wanted, 3), literal_gradient.stages(task, wanted, 3), ground)
