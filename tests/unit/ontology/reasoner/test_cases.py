"""Case distinctions: what several unions say together, of individuals and of descriptions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.ontologies import A, B, C, D, E, Statement, inferred, ontology, r, types_of
from tests.reference.propositions import consequences

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import ClassAssertion, DisjointClasses, EquivalentClasses, SubClassOf
from owlboost.ontology.expressions import NOTHING, And, Class, Not, Only, Or, Some
from owlboost.ontology.ontology import Signature
from owlboost.ontology.reasoner.cases import CaseSearch, Propositions
from owlboost.ontology.reasoner.clauses import Clause, choice_of
from owlboost.ontology.reasoner.terms import BOTTOM, Terms
from owlboost.sources.ontology_knowledge import saturate

N_ATOMS = 5  # atom 0 is Thing: it is true of everything


def known(name: str, *statements: Statement) -> set[str]:
    return inferred(*statements)[name]


def test_a_case_that_contradicts_itself_does_not_count() -> None:
    axioms = SubClassOf(A, Or((And((B, C)), D))), DisjointClasses((B, C))
    assert known("a", *axioms, ("a", "A")) == {"A", "D"}


def test_a_case_that_contradicts_what_is_known_does_not_count() -> None:
    # in the case B it is a C, and nothing in E is one
    axioms = SubClassOf(A, Or((B, D))), SubClassOf(B, C), DisjointClasses((C, E))
    assert known("a", *axioms, ("a", "A"), ("a", "E")) == {"A", "E", "D"}


def test_two_unions_decide_together() -> None:
    # (B or C) and (B or not C) is B
    axioms = SubClassOf(A, Or((B, C))), SubClassOf(A, Or((B, Not(C))))
    assert known("a", *axioms, ("a", "A")) == {"A", "B"}


def test_what_follows_in_each_case_from_what_else_is_known() -> None:
    axioms = (
        SubClassOf(A, Or((B, C))),
        SubClassOf(And((B, D)), E),
        SubClassOf(And((C, D)), E),
    )
    assert known("a", *axioms, ("a", "A"), ("a", "D")) == {"A", "D", "E"}
    assert known("a", *axioms, ("a", "A")) == {"A"}


def test_no_case_is_possible() -> None:
    axioms = (
        EquivalentClasses((A, Or((And((B, C)), And((B, D)), And((C, D)))))),
        DisjointClasses((B, C, D)),
    )
    with pytest.raises(InconsistentError, match="'a' belongs to 'Nothing'"):
        saturate(ontology(*axioms, ("a", "A")))


def test_no_case_is_possible_for_what_fills_a_role() -> None:
    both = And((Or((B, C)), Or((B, Not(C)))))
    neither = And((Or((C, Not(B))), Or((Not(B), Not(C)))))
    axioms = SubClassOf(A, Some(r, D)), SubClassOf(A, Only(r, E))
    definitions = SubClassOf(D, both), SubClassOf(E, neither)
    with pytest.raises(InconsistentError, match="what fills 'r' of individual 'a'"):
        saturate(ontology(*axioms, *definitions, ("a", "A")))


def test_a_shared_witness_is_not_split() -> None:
    """Fillers that are described alike may choose differently."""
    kb = saturate(
        ontology(
            ("a", "A"),
            ("b", "A"),
            SubClassOf(A, Some(r, Or((B, C)))),
            ClassAssertion("a", Only(r, Not(B))),
            ClassAssertion("b", Only(r, Not(C))),
        )
    ).kb
    assert types_of(kb, "a") == types_of(kb, "b") == {"A"}


def test_a_class_that_has_no_possible_case_is_empty() -> None:
    kb = saturate(
        ontology(SubClassOf(A, Or((B, C))), DisjointClasses((A, B)), DisjointClasses((A, C)))
    ).kb
    names = kb.vocabulary.classes
    assert {names[above] for above in kb.taxonomy[names.id("A")]} == {"B", "C"}


def test_a_class_without_members_is_no_case() -> None:
    empty = SubClassOf(B, And((D, E))), DisjointClasses((D, E))
    assert known("a", *empty, SubClassOf(A, Or((B, C))), ("a", "A")) == {"A", "C"}
    every = SubClassOf(Only(r, B), C), ClassAssertion("a", Only(r, Class(NOTHING)))
    assert known("a", *empty, *every) == {"C"}


def test_many_independent_unions_take_no_time() -> None:
    pairs = [Or((Class(f"L{i:02}"), Class(f"R{i:02}"))) for i in range(60)]
    assert known("a", *(SubClassOf(A, pair) for pair in pairs), ("a", "A")) == {"A"}


terms = st.integers(2, 2 * N_ATOMS - 1)
clauses = st.lists(
    st.lists(terms, min_size=1, max_size=3, unique_by=lambda term: term >> 1).map(
        lambda found: tuple(sorted(found))
    ),
    min_size=1,
    max_size=9,
)


def searched(found: list[tuple[int, ...]], label: set[int]) -> set[int]:
    """Look for what follows, with clauses of one term known and all choices open."""
    atoms = Terms(Signature(), lambda _: 0)
    for number in range(1, N_ATOMS):
        atoms.named(f"N{number}")
    propositions = Propositions(atoms, [Clause(terms) for terms in found])
    choices = [choice for terms in found if (choice := choice_of(atoms, terms))]
    search = CaseSearch(propositions, lambda _: (), steps=100_000)
    return search.conclusions(label, choices)


@settings(max_examples=scaled(400))
@given(clauses)
def test_what_is_found_holds_in_every_model(found: list[tuple[int, ...]]) -> None:
    units = {clause[0] for clause in found if len(clause) == 1}
    follows = consequences(found, {0, *units}, N_ATOMS)
    concluded = searched(found, {0, *units})
    if follows is None:
        return
    assert BOTTOM not in concluded
    assert concluded <= follows


@settings(max_examples=scaled(400))
@given(
    st.lists(
        st.lists(st.integers(1, N_ATOMS - 1), min_size=2, max_size=3, unique=True), max_size=4
    ),
    st.lists(
        st.tuples(st.integers(1, N_ATOMS - 1), st.integers(1, N_ATOMS - 1)).filter(
            lambda pair: pair[0] < pair[1]
        ),
        max_size=6,
    ),
)
def test_a_contradiction_of_unions_and_disjoint_classes_is_found(
    unions: list[list[int]], disjoint: list[tuple[int, int]]
) -> None:
    found = [tuple(sorted(2 * atom for atom in union)) for union in unions]
    found += [(2 * one + 1, 2 * two + 1) for one, two in disjoint]
    contradictory = consequences(found, {0}, N_ATOMS) is None
    assert (searched(found, {0}) == {BOTTOM}) == contradictory
