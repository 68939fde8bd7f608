"""A sample of a table is learned from on its own rows, with the fuzzy sets of the whole."""

from dataclasses import replace

import numpy as np
import pytest

from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.gradient import trainer as workshop
from owlboost.learners.gradient.selection import configurations
from owlboost.learners.gradient.trainer import Trainer, placed_sets, sampled
from owlboost.runtime.threads import ThreadPool

ROWS = [f"r{number:03d}" for number in range(90)]
PARAMETERS = GradientConcepts()


def table() -> LearningProblem:
    kb = KnowledgeBase.from_facts(
        ROWS,
        numbers={"price": [(row, float(at**2)) for at, row in enumerate(ROWS)]},
        symbols={"colour": [(row, "red" if at % 3 else "blue") for at, row in enumerate(ROWS)]},
    )
    return LearningProblem(kb, "Good", np.arange(90, dtype=np.int32), np.arange(90) % 2 == 0)


def test_a_sample_of_a_table_knows_its_own_rows_alone() -> None:
    whole = table()
    sample = sampled(whole, 30, seed=0)
    assert (len(sample), sample.kb.n_elements) == (30, 30)
    before = [whole.kb.individuals.id(name) for name in sample.kb.individuals]
    assert sample.kb.numbers[1].values.tolist() == [float(at**2) for at in before]
    colours = sample.kb.symbols[0]
    told = [colours.values[code] for code in colours.rows.indices]
    assert told == ["red" if at % 3 else "blue" for at in before]
    assert sample.labels.tolist() == whole.labels[before].tolist()


def test_its_fuzzy_sets_are_those_of_all_rows() -> None:
    whole = table()
    sets = placed_sets(whole, PARAMETERS)
    of_sample = Trainer(sampled(whole, 30, seed=0), PARAMETERS, sets=sets).matrix((3,))
    assert of_sample.labels == Trainer(whole, PARAMETERS).matrix((3,)).labels
    assert of_sample.indptr.size == 31


def test_where_a_property_has_several_values_a_sample_keeps_all_that_is_known() -> None:
    #   among some rows a property may look functional, and then rules may join fewer sets
    facts = [(ROWS[0], 1.0), (ROWS[0], 2.0), *((row, 3.0) for row in ROWS[1:])]
    kb = KnowledgeBase.from_facts(ROWS, numbers={"price": facts})
    assert sampled(replace(table(), kb=kb), 30, seed=0).kb is kb


def test_where_roles_are_filled_a_sample_keeps_all_that_is_known() -> None:
    kb = KnowledgeBase.from_facts(ROWS, roles={"near": [(ROWS[0], ROWS[1])]})
    whole = replace(table(), kb=kb)
    assert sampled(whole, 30, seed=0).kb is kb


def test_models_that_go_ahead_have_the_scores_of_those_that_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workshop, "_THREADED", 50)
    parameters = GradientConcepts(n_rules=4)
    (configuration, *_) = configurations(table(), parameters)
    expected = [row.tolist() for row in Trainer(table(), parameters).validated(configuration, 0)]
    times = []
    grow = workshop._FoldModel.grow

    def counted(fold: workshop._FoldModel, number: int) -> None:
        times.append(number)
        grow(fold, number)

    monkeypatch.setattr(workshop._FoldModel, "grow", counted)
    on_threads = Trainer(table(), parameters, pool=ThreadPool(3))
    found = [row.tolist() for row in on_threads.validated(configuration, 0)]
    assert found == expected
    assert len(found) == 5
    assert 2 in times  # five folds on three threads: one goes ahead
