"""Sums at the ends of role chains: by matrices, by moving foci, and by definition."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import semantics
from tests.reference.concepts import conjoined_at
from tests.strategies import concepts, role_rich_tasks

from owlboost.concepts.concept import TOP, Atom, Concept, Edge, chain, nodes
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.features.role_chains import MOST_BYTES, Chains
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.search import greedy as expansion
from owlboost.learners.search import shard as shards
from owlboost.learners.search.aggregator import LocalAggregator
from owlboost.learners.search.moves import Position, Positions
from owlboost.learners.search.objective import (
    CappedWeights,
    ExcessWeights,
    LinearWeights,
    NewtonWeights,
    SumWeights,
)
from owlboost.learners.search.shard import Lineage, Query
from owlboost.learners.search.space import SearchSpace
from owlboost.learners.search.training_set import training_set_in
from owlboost.learners.training import fit
from owlboost.runtime.arrays import MemoryBudget

DEGREES = st.sampled_from([0.0, 0.0, 0.25, 0.5, 1.0])
NUMBERS = st.floats(-1, 1).filter(lambda number: number == 0 or abs(number) > 1e-6)


def weighings(n: int) -> st.SearchStrategy[SumWeights]:
    """Any weights of n examples."""

    def of(values: st.SearchStrategy[float]) -> st.SearchStrategy[np.ndarray]:
        return st.lists(values, min_size=n, max_size=n).map(np.array)

    numbers, shares = of(NUMBERS), of(st.floats(0.125, 1))
    return st.one_of(
        st.builds(LinearWeights, shares, shares),
        st.builds(ExcessWeights, shares, shares, of(DEGREES)),
        st.builds(CappedWeights, shares, shares, of(DEGREES), of(DEGREES)),
        st.builds(NewtonWeights, numbers, shares, shares, numbers),
    )


def places_of(concept: Concept, roles: Sequence[str]) -> list[Position]:
    """All nodes, and the ends of all chains of up to two new roles from them."""
    chains = [found for n in range(3) for found in product(roles, repeat=n)]
    return [Position(path, found) for path, _ in nodes(concept) for found in chains]


def aggregator_of(
    problem: LearningProblem, space: SearchSpace, weighing: SumWeights
) -> LocalAggregator:
    aggregator = LocalAggregator(training_set_in(problem, space), (slice(0, len(problem)),))
    aggregator.set_weights(weighing)
    return aggregator


def sums_at(aggregator: LocalAggregator, lineage: Lineage, places: Positions) -> list[np.ndarray]:
    """Return the sums of labels and bounds at places, and of ⊤ at the ends of chains."""
    ends = Positions(place for place in places.each if place.roles)
    queries = [Query(lineage, places, "labels"), Query(lineage, places, "bounds")]
    queries += [Query(lineage, ends, "tops")] if ends.each else []
    return [aggregator.sums(query, 0) for query in queries]


@given(st.data())
def test_matrices_sum_to_the_same_bits_as_foci(data: st.DataObject) -> None:
    task = data.draw(role_rich_tasks(least=1))
    problem, kb = task.problem, task.problem.kb
    matrix = label_matrix(kb, ())
    concept = data.draw(concepts(kb, list(matrix.labels), 2))
    weighing = data.draw(weighings(len(problem)))
    #   foci alone; matrices of some chains; of all
    rooms = [
        MemoryBudget(0),
        MemoryBudget(data.draw(st.integers(0, 3000))),
        MemoryBudget(MOST_BYTES),
    ]
    found = []
    for room in rooms:
        space = SearchSpace(kb, matrix, examples=problem.individuals, budget=room)
        places = Positions(places_of(concept, list(space.roles)))
        found.append(sums_at(aggregator_of(problem, space, weighing), (TOP, concept), places))
    for foci, *matrices in zip(*found, strict=True):
        for other in matrices:
            assert foci.tolist() == other.tolist()


def found_at(
    aggregator: LocalAggregator, way: Sequence[Concept], places: Positions
) -> list[object]:
    """Return sums and degrees at the end of a way from ⊤."""
    lineage = (TOP, *way)
    sums = [found.tolist() for found in sums_at(aggregator, lineage, places)]
    covered, degrees = aggregator.members(lineage)
    return [*sums, covered.tolist(), degrees.tolist()]


@pytest.mark.parametrize("most", [1 << 18, 12])
@given(st.data())
def test_what_searches_remember_is_what_others_find(most: int, data: st.DataObject) -> None:
    task = data.draw(role_rich_tasks(least=1))
    problem, kb = task.problem, task.problem.kb
    matrix = label_matrix(kb, ())
    drawn = concepts(kb, list(matrix.labels), 2)
    ways: list[list[Concept]] = []
    for first, second in data.draw(st.lists(st.tuples(drawn, drawn), min_size=1, max_size=4)):
        both = Concept.meet([first, second])
        ways += data.draw(st.permutations([[both], [first, both], [second, both], [first]]))
    space = SearchSpace(kb, matrix, examples=problem.individuals)
    shared, part = training_set_in(problem, space), (slice(0, len(problem)),)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shards, "_MOST_ENTRIES", most)
        for way in ways:
            places = Positions(places_of(way[-1], list(space.roles)))
            weighing = data.draw(weighings(len(problem)))
            found = []
            fresh = training_set_in(problem, SearchSpace(kb, matrix, examples=problem.individuals))
            for ground, taken in ((shared, way), (fresh, way[-1:])):
                aggregator = LocalAggregator(ground, part)
                aggregator.set_weights(weighing)
                found.append(found_at(aggregator, taken, places))
            assert found[0] == found[1]


def sums_of(degrees: Sequence[float], weighing: SumWeights) -> list[float]:
    """Add up degrees as the definition of each weighing says."""
    match weighing:
        case LinearWeights(left, right):
            weighted = [[w * d for w, d in zip(ws, degrees, strict=True)] for ws in (left, right)]
        case ExcessWeights(left, right, floors):
            above = [max(0.0, d - f) for d, f in zip(degrees, floors, strict=True)]
            weighted = [[w * d for w, d in zip(ws, above, strict=True)] for ws in (left, right)]
        case CappedWeights(left, right, floors, caps):
            rows = zip(degrees, floors, caps, strict=True)
            within = [max(0.0, min(d, c) - min(f, c)) for d, f, c in rows]
            above = [max(0.0, d - f) for d, f in zip(degrees, floors, strict=True)]
            both = [(left, within), (right, above)]
            weighted = [[w * d for w, d in zip(ws, ds, strict=True)] for ws, ds in both]
        case NewtonWeights(slopes, curvatures, counts, lifts):
            squared = [d**2 for d in degrees]
            pairs = [(slopes, degrees), (curvatures, squared), (counts, degrees), (lifts, degrees)]
            weighted = [[w * d for w, d in zip(ws, ds, strict=True)] for ws, ds in pairs]
    return [math.fsum(each) for each in weighted]


@given(st.data())
def test_sums_are_those_of_the_refined_concept(data: st.DataObject) -> None:
    task = data.draw(role_rich_tasks(least=1))
    problem, kb = task.problem, task.problem.kb
    matrix = label_matrix(kb, ())
    concept = data.draw(concepts(kb, list(matrix.labels), 2))
    weighing = data.draw(weighings(len(problem)))
    space = SearchSpace(kb, matrix, examples=problem.individuals)
    elements = training_set_in(problem, space).elements.tolist()
    aggregator = aggregator_of(problem, space, weighing)
    place = data.draw(st.sampled_from(places_of(concept, list(space.roles))))
    ends = [Concept((label,)) for label in matrix.labels]
    additions = [chain(place.roles, end) for end in ends]
    if place.roles:
        additions.append(chain(place.roles[:-1], Concept((), (Edge(place.roles[-1], TOP),))))
    expected = [
        sums_of(
            semantics.degrees(conjoined_at(concept, place.path, addition), kb, elements), weighing
        )
        for addition in additions
    ]
    found = aggregator.sums(Query((TOP, concept), Positions([place]), "labels"), 0).T.tolist()
    if not place.roles:
        assert not any(found.pop())
    assert found == [pytest.approx(one, abs=1e-12) for one in expected]


def hotels() -> KnowledgeBase:
    """a is near b and c, b is near c; c is a bar, b and c are places."""
    return KnowledgeBase.from_facts(
        list("abc"),
        types={"Bar": ["c"], "Place": ["b", "c"]},
        roles={"near": [("a", "b"), ("a", "c"), ("b", "c")]},
    )


def made(kb: KnowledgeBase, room: MemoryBudget, elements: Sequence[int] = (0, 1, 2)) -> Chains:
    ids = np.array(elements, dtype=np.int32)
    return Chains(label_matrix(kb, ()), {"near": kb.roles[0]}, ids, room)


def test_a_matrix_says_what_holds_at_the_ends_of_a_chain() -> None:
    chains = made(hotels(), MemoryBudget(MOST_BYTES))
    assert chains.labels(((), ("near",), ("near", "near"))).tolist() == [0, 1, 2]
    stack = chains.label_stack
    found = [
        [sorted(stack.labels[start:stop].tolist()) for start, stop in pairwise(own)]
        for own in stack.starts.tolist()
    ]
    #   Bar is 0, Place is 1, and 2 stands for being there at all
    assert found[0] == [[], [1], [0, 1]]
    assert found[1] == [[0, 1, 2], [0, 1, 2], []]
    assert found[2] == [[0, 1, 2], [], []]
    assert set(stack.degrees[: stack.starts[2, -1]].tolist()) == {1.0}


def test_only_elements_that_were_given_have_rows() -> None:
    chains = made(hotels(), MemoryBudget(MOST_BYTES), (2, 0))
    assert chains.rows(np.array([0, 2, 0], dtype=np.int32)).tolist() == [0, 1, 0]  # type: ignore[union-attr]
    assert chains.rows(np.array([0, 1], dtype=np.int32)) is None


def test_matrices_take_no_more_room_than_there_is() -> None:
    #   4 offsets of 8 bytes, and 12 bytes for each of the entries: 3 without roles, 6 along near
    room = MemoryBudget(32 + 3 * 12 + 32 + 6 * 12 - 1)
    chains = made(hotels(), room)
    assert chains.labels(((), ("near",), ("near", "near"))).tolist() == [0, -1, 1]
    assert room.left == 32 + 6 * 12 - 1 - (32 + 3 * 12)
    assert chains.tops((("near",),)).tolist() == [-1]
    assert made(hotels(), MemoryBudget(0)).labels(((),)).tolist() == [-1]


LIMITS: list[dict[str, int]] = [
    {},
    {"_FEW_SUMMANDS": 0},
    {"_FEW_SUMMANDS": 0, "_TOGETHER": 0},
]


def test_however_many_places_are_scored_together_the_rules_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(3)
    names = [f"a{number:02}" for number in range(60)]
    pairs: Callable[[], list[tuple[str, str]]] = lambda: [  # noqa: E731
        (names[a], names[b]) for a, b in rng.integers(0, 60, (90, 2))
    ]
    kb = KnowledgeBase.from_facts(
        names,
        types={name: rng.choice(names, 20, replace=False).tolist() for name in "ABCD"},
        roles={"near": pairs(), "far": pairs()},
    )
    bar = set(kb.members[0].tolist())
    near = kb.roles[kb.vocabulary.roles.id("near")]
    good = np.array([bool(bar & set(near[a].tolist())) for a in range(60)])
    problem = LearningProblem(kb, "T", np.arange(60, dtype=np.int32), good)
    found = []
    for limits in LIMITS:
        with monkeypatch.context() as patch:
            for name, value in limits.items():
                patch.setattr(expansion, name, value)
            found.append(fit(problem, GradientConcepts(max_depth=2, n_rules=3)).hypothesis)
    bodies = [rule.inclusion.body for rule in found[0].rules()]
    assert Concept((), (Edge("near", Concept((Atom("A"),))),)) in bodies
    assert found[1] == found[0]
    assert found[2] == found[0]
