"""Long chains of classes, deep transitive roles and circles of roles."""

import tracemalloc
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.patience import computing_at_most
from tests.reference.closures import transitive_closure

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.ontology.reasoner.program import ranks
from owlboost.ontology.reasoner.relations import Condensation, closure, objects, pair_keys, subjects
from owlboost.sources.ontology_source import read_ontology

pairs = st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=40)


def keys_of(relation: set[tuple[int, int]]) -> np.ndarray:
    left, right = zip(*relation, strict=True)
    return np.sort(pair_keys(left, right))


@given(pairs)
def test_a_closure_is_the_least_transitive_relation(relation: set[tuple[int, int]]) -> None:
    found = closure(Condensation(keys_of(relation)))
    assert (np.diff(found) > 0).all()
    listed = set(zip(subjects(found).tolist(), objects(found).tolist(), strict=True))
    assert listed == transitive_closure(relation)


@pytest.mark.parametrize(("length", "deeper"), [(5, False), (6, True)])
def test_depth_counts_the_parts_on_the_longest_way(length: int, deeper: bool) -> None:
    chain = {(number, number + 1) for number in range(length - 1)} | {(0, 3), (20, 21), (21, 20)}
    assert Condensation(keys_of(chain)).is_deeper_than(5) is deeper


@given(pairs)
def test_ranks_put_causes_before_effects_but_for_circles(relation: set[tuple[int, int]]) -> None:
    followers: dict[int, list[int]] = {}
    for cause, effect in sorted(relation):
        followers.setdefault(cause, []).append(effect)
    found = ranks(followers)
    circular = transitive_closure(relation)
    assert set(found) == {end for pair in relation for end in pair}
    for cause, effect in relation:
        assert found[cause] < found[effect] or (effect, cause) in circular or cause == effect


def read(tmp_path: Path, statements: Iterable[str]) -> KnowledgeBase:
    path = tmp_path / "deep.ofn"
    path.write_text("Prefix(:=<urn:x#>)\nOntology(\n" + "\n".join(statements) + "\n)")
    return read_ontology(path).source().knowledge_base()


def test_an_individual_climbs_a_long_chain_of_classes(tmp_path: Path) -> None:
    n = 1500
    chain = [f"SubClassOf(:C{number:04d} :C{number + 1:04d})" for number in range(n - 1)]
    kb = read(tmp_path, [*chain, "ClassAssertion(:C0700 :a)", "ClassAssertion(:C0000 :b)"])
    a, b = kb.individuals.ids(["urn:x#a", "urn:x#b"])
    assert kb.types[a].tolist() == list(range(700, n))
    assert kb.types[b].size == n
    assert [kb.taxonomy[number].size for number in (0, 700, n - 1)] == [n - 1, n - 701, 0]


@pytest.mark.parametrize("closing", ["", "ObjectPropertyAssertion(:p :i0299 :i0290)"])
def test_a_deep_transitive_role_is_closed(tmp_path: Path, closing: str) -> None:
    n = 300  # deeper than what is composed step by step
    chain = [f"ObjectPropertyAssertion(:p :i{i:04d} :i{i + 1:04d})" for i in range(n - 1)]
    late = "SubObjectPropertyOf(ObjectPropertyChain(:q :q) :p)"  # adds pairs when p is closed
    more = ["ObjectPropertyAssertion(:q :x :y)", "ObjectPropertyAssertion(:q :y :i0100)"]
    kb = read(tmp_path, ["TransitiveObjectProperty(:p)", *chain, late, *more, closing])
    fillers = kb.roles[kb.vocabulary.roles.id("urn:x#p")]
    place = kb.individuals.id
    first = 290 if closing else n
    for number in (0, 100, 289, 295, 299):
        expected = list(range(min(number + 1, first), n))
        found = fillers[place(f"urn:x#i{number:04d}")].tolist()
        assert found == [place(f"urn:x#i{at:04d}") for at in expected]
    assert fillers[place("urn:x#x")].size == n - 100


def test_roles_on_a_circle_have_the_same_fillers(tmp_path: Path) -> None:
    circle = [f"SubObjectPropertyOf(:p{number} :p{(number + 1) % 40})" for number in range(40)]
    kb = read(tmp_path, [*circle, "ObjectPropertyAssertion(:p7 :a :b)"])
    a, b = kb.individuals.ids(["urn:x#a", "urn:x#b"])
    assert all(role[a].tolist() == [b] for role in kb.roles)
    assert len(kb.roles) == 40


N_CLASSES, N_LINKS, N_ROLES = 5_000, 4_000, 2_000
DEEP = {  # what is stated, and the bytes that it may take
    "a chain of classes": (
        [
            "ClassAssertion(:C0 :a)",
            *(f"SubClassOf(:C{at} :C{at + 1})" for at in range(N_CLASSES - 1)),
        ],
        4_000 * N_CLASSES,
    ),
    "a transitive chain of individuals": (
        [
            "TransitiveObjectProperty(:p)",
            *(f"ObjectPropertyAssertion(:p :i{at} :i{at + 1})" for at in range(N_LINKS - 1)),
        ],
        60 * N_LINKS * (N_LINKS - 1) // 2,
    ),
    "a circle of roles": (
        [
            "ObjectPropertyAssertion(:p7 :a :b)",
            *(f"SubObjectPropertyOf(:p{at} :p{(at + 1) % N_ROLES})" for at in range(N_ROLES)),
        ],
        10_000 * N_ROLES,
    ),
}


@pytest.mark.parametrize("structure", DEEP)
def test_what_is_deep_takes_time_and_memory_of_what_follows(structure: str, tmp_path: Path) -> None:
    """Once none was done in this time, and the circle took 923 MB."""
    statements, most = DEEP[structure]
    tracemalloc.start()
    try:
        with computing_at_most(15):
            kb = read(tmp_path, statements)
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()
    if structure == "a chain of classes":
        assert kb.types[0].size == N_CLASSES
    elif structure == "a circle of roles":
        assert sum(role.indices.size for role in kb.roles) == N_ROLES
    else:
        assert kb.roles[0].indices.size == N_LINKS * (N_LINKS - 1) // 2
