"""Classes and roles that hold to a degree, against the definitions in tests/reference."""

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.differential.test_chains import aggregator_of, places_of, sums_of, weighings
from tests.differential.test_gradient import assert_same, grown, options
from tests.differential.test_learning import arranged, partitions_of, settings_of
from tests.events import Recorder
from tests.examples import scaled
from tests.reference import gradient as literal_gradient
from tests.reference import learning as literal
from tests.reference import semantics
from tests.reference.concepts import conjoined_at
from tests.reference.refinement import graded_names
from tests.strategies import concepts, fuzzy_tasks, role_rich_tasks, with_degrees

from owlboost.concepts.concept import TOP, Concept, Edge, chain, normal_form
from owlboost.concepts.evaluation import SEMANTICS, Extents
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.boosting import boost
from owlboost.learners.covering import AxiomSearch, foil
from owlboost.learners.search.dask_cluster import reachable
from owlboost.learners.search.moves import Positions
from owlboost.learners.search.shard import Query
from owlboost.learners.search.space import SearchSpace
from owlboost.learners.search.training_set import TrainingSet, training_set_for, training_set_in
from owlboost.models.conditions import conditions_at
from owlboost.runtime.sparse_rows import Rows

close = pytest.approx
EXACT = 1e-12
Logic = Literal["zadeh", "product", "lukasiewicz"]
LOGICS: st.SearchStrategy[Logic] = st.sampled_from(["zadeh", "product", "lukasiewicz"])


def in_logic(task: literal.Task, logic: Logic) -> literal.Task:
    return replace(task, settings=replace(task.settings, logic=logic))


def ground_of(task: literal.Task) -> TrainingSet:
    matrix = label_matrix(task.problem.kb, partitions_of(task.labels))
    return training_set_for(task.problem, matrix, SEMANTICS[task.settings.logic])


@given(LOGICS, st.data())
def test_degrees_of_concepts_are_those_of_the_definition(logic: Logic, data: st.DataObject) -> None:
    task = in_logic(data.draw(fuzzy_tasks()), logic)
    kb, space = task.problem.kb, ground_of(task).space
    assume(len(space.roles) == len(kb.roles))
    concept = data.draw(concepts(kb, task.labels))
    everyone = range(kb.n_elements)
    expected = semantics.degrees(concept, kb, everyone, logic)
    extents = Extents(kb, SEMANTICS[logic])
    assert extents.degrees(concept) == close(expected, abs=EXACT)
    assert kb.graded_names() == graded_names(kb)
    element = data.draw(st.sampled_from(everyone))
    for condition in conditions_at(concept, extents, element):
        wanted = semantics.degree(condition.concept, element, kb, logic)
        assert condition.degree == close(wanted, abs=EXACT)
        if condition.filler is not None and condition.filler.individual:
            other = kb.individuals.id(condition.filler.individual)
            edge = condition.part
            assert isinstance(edge, Edge)
            own = semantics.degree(edge.filler, other, kb, logic)
            assert condition.filler.degree == close(own, abs=EXACT)


@given(LOGICS, st.data())
def test_normal_forms_keep_the_degrees(logic: Logic, data: st.DataObject) -> None:
    task = data.draw(fuzzy_tasks())
    kb = task.problem.kb
    concept = data.draw(concepts(kb, task.labels))
    idempotent = SEMANTICS[logic].idempotent
    shorter = normal_form(concept, kb.implies, idempotent=idempotent, graded=kb.graded_names())
    everyone = range(kb.n_elements)
    assert semantics.degrees(shorter, kb, everyone, logic) == close(
        semantics.degrees(concept, kb, everyone, logic), abs=EXACT
    )


@given(LOGICS, st.data())
def test_sums_are_those_of_the_refined_concept(logic: Logic, data: st.DataObject) -> None:
    task = data.draw(role_rich_tasks(least=1))
    kb = data.draw(with_degrees(task.problem.kb))
    problem = replace(task.problem, kb=kb)
    matrix = label_matrix(kb, ())
    concept = data.draw(concepts(kb, list(matrix.labels), 2))
    weighing = data.draw(weighings(len(problem)))
    space = SearchSpace(kb, matrix, SEMANTICS[logic], examples=problem.individuals)
    elements = training_set_in(problem, space).elements.tolist()
    aggregator = aggregator_of(problem, space, weighing)
    place = data.draw(st.sampled_from(places_of(concept, list(space.roles))))
    additions = [chain(place.roles, Concept((label,))) for label in matrix.labels]
    if place.roles:
        additions.append(chain(place.roles[:-1], Concept((), (Edge(place.roles[-1], TOP),))))
    expected = [
        sums_of(
            semantics.degrees(conjoined_at(concept, place.path, addition), kb, elements, logic),
            weighing,
        )
        for addition in additions
        if _is_new(concept, place.path, addition)
    ]
    found = [
        sums
        for sums, addition in zip(
            aggregator.sums(Query((TOP, concept), Positions([place]), "labels"), 0).T.tolist(),
            additions,
            strict=bool(place.roles),
        )
        if _is_new(concept, place.path, addition)
    ]
    assert found == [close(one, abs=EXACT) for one in expected]


def _is_new(concept: Concept, path: tuple[int, ...], addition: Concept) -> bool:
    """Whether what is added stays beside what is there: a concept has each condition once."""
    node = concept
    for step in path:
        node = node.edges[step].filler
    return not set(addition.labels) & set(node.labels) and not set(addition.edges) & set(node.edges)


@settings(max_examples=scaled(60))
@given(LOGICS, st.data())
def test_each_greedy_choice_is_the_best(logic: Logic, data: st.DataObject) -> None:
    task = in_logic(data.draw(fuzzy_tasks()), logic)
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


@settings(max_examples=scaled(25))
@given(LOGICS, fuzzy_tasks())
def test_whole_learners_are_as_defined(logic: Logic, task: literal.Task) -> None:
    task = in_logic(task, logic)
    ground, wanted = ground_of(task), settings_of(task)
    rules, expected = foil(AxiomSearch(ground, wanted)), literal.foil(task)
    assert [axiom.body for axiom in rules.inclusions] == [body for body, _ in expected]
    hypothesis = boost(AxiomSearch(ground, wanted), 3, "rules")
    rounds = literal.boost(task, 3, "rules")
    assert [tuple(a.body for a in term.inclusions) for term in hypothesis.terms] == [
        kept.axioms for kept in rounds
    ]


@settings(max_examples=scaled(40))
@given(LOGICS, fuzzy_tasks(), options)
def test_growth_is_as_defined(
    logic: Logic, task: literal.Task, wanted: literal_gradient.Options
) -> None:
    alone = replace(task.problem, others=np.empty(0, dtype=np.int32))
    task = in_logic(replace(task, problem=alone), logic)
    ground = ground_of(task)
    assert_same(grown(task, ground, wanted, 3), literal_gradient.stages(task, wanted, 3), ground)


@given(st.data())
def test_degrees_of_a_part_are_those_of_the_whole(data: st.DataObject) -> None:
    task = data.draw(fuzzy_tasks())
    kb = task.problem.kb
    some = np.unique(task.problem.individuals)[:3].astype(np.int32)
    reached = reachable(kb, some, 2)
    concept = data.draw(concepts(kb, task.labels, 2))
    places = np.searchsorted(reached, some)
    expected = semantics.degrees(concept, kb, some.tolist())
    assert Extents(kb.part(reached)).degrees(concept)[places] == close(expected, abs=EXACT)


def crisp(rows: Rows) -> Rows:
    return replace(rows, degrees=None)


@given(st.data())
def test_degrees_of_1_change_nothing(data: st.DataObject) -> None:
    task = data.draw(fuzzy_tasks())
    kb = task.problem.kb
    plain = replace(
        kb,
        types=crisp(kb.types),
        members=crisp(kb.members),
        roles=tuple(crisp(rows) for rows in kb.roles),
    )
    ones = replace(
        kb,
        types=_all_ones(kb.types),
        members=_all_ones(kb.members),
        roles=tuple(_all_ones(rows) for rows in kb.roles),
    )
    concept = data.draw(concepts(kb, task.labels))
    found = [Extents(one).degrees(concept).tolist() for one in (plain, ones)]
    assert found[0] == found[1]


def _all_ones(rows: Rows) -> Rows:
    return replace(rows, degrees=np.ones(rows.indices.size))


def test_a_restriction_is_the_best_of_what_a_filler_is_and_how_far_it_is_one() -> None:
    kb = KnowledgeBase.from_facts(
        ["h", "p", "q"],
        types={"Park": ["p", "q"]},
        roles={"near": [("h", "p"), ("h", "q")]},
        degrees={("Park", "p"): 0.4, ("near", "h", "p"): 0.5, ("near", "h", "q"): 0.25},
    )
    near_park = Concept((), (Edge("near", Concept(tuple(label_matrix(kb, ()).labels))),))
    #   max(0.5 ⊗ 0.4, 0.25 ⊗ 1)
    wanted = {"zadeh": 0.4, "product": 0.25, "lukasiewicz": 0.25}
    found = {name: Extents(kb, one).degrees(near_park)[0] for name, one in SEMANTICS.items()}
    assert found == close(wanted)
