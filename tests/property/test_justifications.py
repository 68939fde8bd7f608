"""Justifications are the minimal sets of statements that entail something: all of them, if few."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.ontologies import Statement, ontology
from tests.reference.justifications import entails, justifications

from owlboost.errors import InconsistentError
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.explain.justifications import Justification, why_inconsistent, why_member
from owlboost.ontology.explain.search import minimal_set, minimal_sets
from owlboost.ontology.expressions import Class, Role
from owlboost.ontology.statements import RoleAssertion
from owlboost.ontology.statements import Statement as Told

names = st.builds(Class, st.sampled_from("ABC"))
roles = st.builds(Role, st.sampled_from("rs"))
people = st.sampled_from("ab")
lower = st.one_of(
    names,
    st.builds(lambda one, other: ex.And((one, other)), names, names),
    st.builds(ex.Some, roles, names),
)
statements: st.SearchStrategy[Statement] = st.one_of(
    st.tuples(people, st.sampled_from("ABC")),
    st.tuples(people, st.sampled_from("rs"), people),
    st.builds(ax.SubClassOf, lower, names),
    st.builds(ax.RoleDomain, roles, names),
    st.builds(ax.RoleRange, roles, names),
    st.builds(lambda one, other: ax.SubRoleOf((one,), other), roles, roles),
    st.builds(ax.InverseRoles, roles, roles),
    st.builds(lambda one, other: ax.DisjointClasses((one, other)), names, names),
)
several = st.lists(statements, min_size=2, max_size=7, unique_by=repr)


def as_given(justification: Justification) -> frozenset[Statement]:
    return frozenset(map(_given, justification.statements))


def _given(told: Told) -> Statement:
    match told:
        case ax.ClassAssertion(individual, Class(iri)):
            return (individual, iri)
        case RoleAssertion(role, subject, object_):
            return (subject, role.iri, object_)
        case _:
            assert isinstance(told, ax.Axiom)
            return told


@settings(max_examples=scaled(150))
@given(several, people, st.sampled_from("ABC"))
def test_justifications_are_those_of_the_definition(
    stated: list[Statement], individual: str, iri: str
) -> None:
    whole = ontology(*stated, (individual, "Known"), ax.SubClassOf(Class(iri), Class("Known")))
    expected = justifications(stated, individual, iri)
    try:
        found = why_member(whole, individual, Class(iri), most=100)
    except InconsistentError:
        assert entails(frozenset(stated), None, None)
        return
    assert {as_given(one) for one in found} == expected
    assert len(found) == len(expected)
    assert [len(one) for one in found] == sorted(map(len, expected))


@settings(max_examples=scaled(150))
@given(several)
def test_clashes_are_those_of_the_definition(stated: list[Statement]) -> None:
    found = why_inconsistent(ontology(*stated), most=100)
    assert {as_given(one) for one in found} == justifications(stated, None, None)


families = st.sets(st.frozensets(st.integers(0, 7), min_size=1, max_size=4), min_size=1, max_size=5)


@given(families)
def test_minimal_sets_are_all_found_once(family: set[frozenset[int]]) -> None:
    smallest = {one for one in family if not any(other < one for other in family)}

    def holds(numbers: frozenset[int]) -> bool:
        return any(one <= numbers for one in family)

    def find(without: frozenset[int]) -> frozenset[int] | None:
        left = [number for number in range(8) if number not in without]
        return minimal_set(left, holds) if holds(frozenset(left)) else None

    found = list(minimal_sets(find))
    assert set(found) == smallest
    assert len(found) == len(smallest)


@given(st.sets(st.frozensets(st.integers(0, 5)), max_size=12))
def test_a_minimal_set_is_minimal_whatever_the_property(having: set[frozenset[int]]) -> None:
    everything = frozenset(range(6))
    having |= {everything}
    found = minimal_set(range(6), having.__contains__)
    assert found in having
    assert not any(found - {one} in having for one in found)
