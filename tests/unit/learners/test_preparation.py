"""What runs on one problem share, and what keeps them apart."""

from pathlib import Path

import numpy as np
import pytest
from tests.configurations import boost, foil

from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.preparation import ProblemCache, cache_for, canonical_order
from owlboost.learners.run import RunContext
from owlboost.learners.training import fit
from owlboost.runtime.threads import SERIAL, ThreadPool
from owlboost.tables.columns import NumberColumn, SymbolColumn
from owlboost.tables.table import Table, numbered_rows

NAMES = [f"a{number}" for number in range(9)]


def problem(labels: list[int]) -> LearningProblem:
    """Nine values of a number, most of them small."""
    prices = [1.0, 1.1, 1.2, 1.4, 2.0, 3.0, 5.0, 8.0, 20.0]
    kb = KnowledgeBase.from_facts(NAMES, numbers={"price": list(zip(NAMES, prices, strict=True))})
    return LearningProblem(kb, "T", np.arange(9, dtype=np.int32), np.array(labels))


CHEAP = problem([1, 1, 1, 1, 0, 0, 0, 0, 0])


def test_thresholds_and_algorithms_share_everything() -> None:
    shared = ProblemCache(CHEAP)
    ground, memo = shared.prepared(foil())
    for other in (foil(min_confidence=1.0), foil(max_negative_coverage=0.0), boost(n_rounds=3)):
        assert shared.prepared(other) == (ground, memo)


@pytest.mark.parametrize(
    "other", [{"max_depth": 2}, {"max_conjuncts": 2}, {"lookahead": 0}, {"overlapping_sets": True}]
)
def test_other_limits_share_the_labels_but_not_the_searches(other: dict[str, int]) -> None:
    shared = ProblemCache(CHEAP)
    ground, memo = shared.prepared(foil())
    other_ground, other_memo = shared.prepared(foil(**other))
    assert other_ground is ground
    assert other_memo is not memo


@pytest.mark.parametrize(
    "other", [{"n_sets": 3}, {"fuzzify": "uniform"}, {"centroid_exponent": 1.0}]
)
def test_other_fuzzy_sets_share_neither(other: dict[str, object]) -> None:
    shared = ProblemCache(CHEAP)
    ground, memo = shared.prepared(foil())
    other_ground, other_memo = shared.prepared(foil(**other))
    assert other_ground is not ground
    assert other_memo is not memo
    assert shared.prepared(foil(**other)) == (other_ground, other_memo)
    assert shared.prepared(foil()) == (ground, memo)


def test_what_belongs_to_another_problem_is_left_alone() -> None:
    dear = problem([0, 0, 0, 0, 0, 1, 1, 1, 1])
    of_another = RunContext(shared=ProblemCache(dear))
    assert cache_for(of_another, dear) is of_another.shared
    assert cache_for(of_another, CHEAP).problem is CHEAP
    fit(dear, foil(), of_another)
    assert fit(CHEAP, foil(), of_another).hypothesis == fit(CHEAP, foil()).hypothesis


def test_threads_put_examples_into_the_same_order() -> None:
    #   more rows than one thread looks at together
    n = 150_000
    rng = np.random.default_rng(0)
    columns = {f"x{at}": NumberColumn(rng.integers(0, 99, n) / 7) for at in range(3)}
    columns["gaps"] = NumberColumn(np.where(rng.random(n) < 0.2, np.nan, 1.0))
    answer = SymbolColumn((rng.random(n) < 0.5).astype(np.int32), (False, True))
    table = Table(Path("drawn"), numbered_rows(n), {**columns, "y": answer})
    (one, places), (other, others) = (
        canonical_order(table.problem("y=true"), pool) for pool in (SERIAL, ThreadPool(3))
    )
    assert places.tolist() == others.tolist()
    assert one.labels.tolist() == other.labels.tolist()
    for number, column in one.kb.numbers.items():
        assert column.indptr.tolist() == other.kb.numbers[number].indptr.tolist()
        assert column.values.tolist() == other.kb.numbers[number].values.tolist()


def test_a_run_works_with_the_threads_that_made_what_is_shared() -> None:
    pool = ThreadPool(2)
    shared = ProblemCache(CHEAP, pool)
    assert RunContext(shared=shared).pool(2) is pool
    assert RunContext(shared=shared).pool(3).n_jobs == 3
    assert RunContext().pool(2).n_jobs == 2
