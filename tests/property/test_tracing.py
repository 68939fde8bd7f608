"""What the reasoner notes on its way leads back to statements, and reasons are reasons."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.ontologies import Statement, ontology
from tests.property.test_justifications import people
from tests.random_ontologies import random_ontology

from owlboost.errors import InconsistentError
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.explain.backward_rules import Premises
from owlboost.ontology.explain.derivation_log import Fact, Kind
from owlboost.ontology.explain.justifications import Justification, Justifier, Tracing, trace_from
from owlboost.ontology.expressions import Class, Role
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.reasoner.clauses import EXTREMES
from owlboost.ontology.reasoner.reason import derive_from
from owlboost.ontology.reasoner.relations import Keys
from owlboost.ontology.statements import Selections

names = st.builds(Class, st.sampled_from("ABC"))
roles = st.builds(Role, st.sampled_from("rs"), inverse=st.booleans())
upper = st.one_of(
    names,
    st.builds(ex.Some, roles, names),
    st.builds(ex.Only, roles, names),
    st.builds(ex.HasValue, roles, people),
    st.builds(ex.HasSelf, roles),
)
lower = st.one_of(
    names,
    st.builds(lambda one, other: ex.And((one, other)), names, names),
    st.builds(lambda one, other: ex.Or((one, other)), names, names),
    st.builds(ex.Some, roles, names),
    st.builds(ex.HasValue, roles, people),
)
horn: st.SearchStrategy[Statement] = st.one_of(
    st.tuples(people, st.sampled_from("ABC")),
    st.tuples(people, st.sampled_from("rs"), people),
    st.builds(ax.SubClassOf, lower, upper),
    st.builds(ax.ClassAssertion, people, upper),
    st.builds(ax.RoleDomain, roles, names),
    st.builds(ax.RoleRange, roles, names),
    st.builds(lambda one, two: ax.SubRoleOf((one,), two), roles, roles),
    st.builds(lambda one, two, three: ax.SubRoleOf((one, two), three), roles, roles, roles),
    st.builds(ax.InverseRoles, roles, roles),
    st.builds(ax.RoleCharacteristic, roles, st.sampled_from(["symmetric", "transitive"])),
)


def memberships(whole: Ontology, known: Tracing) -> Iterator[tuple[str, str]]:
    for individual in whole.signature.individuals:
        for iri in whole.signature.classes:
            if known.belongs(individual, iri):
                yield individual, iri


def is_merged(known: Tracing) -> bool:
    """Whether individuals turned out to be the same, which is not traced."""
    return bool((known.state.representative != range(known.state.n)).any())


def facts(known: Tracing) -> Iterator[Fact]:
    state = known.state
    for term, mask in state.members.items():
        yield from (Fact("member", term, element) for element in mask.nonzero()[0].tolist())
    stores: tuple[tuple[Kind, dict[int, Keys]], ...] = (
        ("pair", state.pairs),
        ("value", state.values),
    )
    for kind, store in stores:
        for what, keys in store.items():
            yield from (Fact(kind, what, key) for key in keys.tolist())


BELOW_SELF: list[Statement] = [  # a is below r's domain by a clause that no axiom states
    ax.RoleDomain(Role("r"), Class("A")),
    ax.ClassAssertion("a", ex.HasSelf(Role("s"))),
    ax.SubRoleOf((Role("s"),), Role("r")),
]


@settings(max_examples=scaled(150))
@given(st.lists(horn, min_size=3, max_size=9, unique_by=repr))
@example(BELOW_SELF)
def test_the_way_back_meets_all_that_a_membership_takes(stated: list[Statement]) -> None:
    whole = ontology(*stated)
    known, selections = trace_from(whole), Selections(whole)
    if is_merged(known):
        return
    for individual, iri in memberships(whole, known):
        numbers = selections.numbers(known.behind_member(individual, iri))
        part = selections.ontology(numbers, [individual, iri])
        assert derive_from(part).belongs(individual, iri)


@settings(max_examples=scaled(100))
@given(st.lists(horn, min_size=3, max_size=9, unique_by=repr))
def test_a_chronicle_knows_when_each_fact_came_and_premises_are_older(
    stated: list[Statement],
) -> None:
    whole = ontology(*stated)
    known = trace_from(whole)
    if is_merged(known):
        return
    premises = Premises(known.prepared, known.state, known.ontology)
    for fact in facts(known):
        step = premises.step(fact)
        assert step is not None
        assert all(known.state.age(one) < known.state.age(fact) for one in step.premises)


def entails(whole: Ontology, found: Justification, individual: str, iri: str) -> bool:
    stated = Selections(whole)
    try:
        part = stated.ontology(stated.numbers(found.statements), [individual, iri])
        return derive_from(part).belongs(individual, iri)
    except InconsistentError:
        return False


@settings(max_examples=scaled(60))
@given(st.integers(0, 100_000))
def test_reasons_entail_are_minimal_and_stated(number: int) -> None:
    whole = random_ontology(number)
    known, stated, justifier = trace_from(whole), Selections(whole), Justifier(whole)
    if known.error is not None:
        return
    for individual, iri in memberships(whole, known):
        reasons = justifier.member(individual, iri, most=1)
        assert reasons
        for found in reasons:
            assert len(stated.numbers(found.statements)) == len(found)  # all of them stated
            assert entails(whole, found, individual, iri)
            for spare in range(len(found)):
                kept = (*found.statements[:spare], *found.statements[spare + 1 :])
                assert not entails(whole, Justification(kept), individual, iri)


@settings(max_examples=scaled(60))
@given(st.integers(0, 100_000))
def test_reasons_of_fillers_entail_and_are_minimal(number: int) -> None:
    whole = random_ontology(number)
    known, stated, justifier = trace_from(whole), Selections(whole), Justifier(whole)
    if known.error is not None:
        return
    people_ = list(whole.signature.individuals)
    for role in sorted({*whole.signature.roles} - EXTREMES):
        for subject in people_:
            for object_ in people_:
                if not known.related(role, subject, object_):
                    assert justifier.filler(role, subject, object_) == ()
                    continue
                (found,) = justifier.filler(role, subject, object_, most=1)
                numbers = stated.numbers(found.statements)
                assert len(numbers) == len(found)
                wanted = [role, subject, object_]
                assert trace_from(stated.ontology(numbers, wanted)).related(*wanted)
                for spare in numbers:
                    part = stated.ontology([one for one in numbers if one != spare], wanted)
                    assert not trace_from(part).related(*wanted)


@settings(max_examples=scaled(60))
@given(st.integers(0, 100_000))
def test_recording_changes_nothing(number: int) -> None:
    whole = random_ontology(number)
    known = trace_from(whole)
    if known.error is not None:
        with pytest.raises(InconsistentError, match=re.escape(str(known.error))):
            derive_from(whole)
        return
    plain = derive_from(whole).derived.state
    assert plain.n_facts == known.state.n_facts
    assert {t: m.tolist() for t, m in plain.members.items()} == {
        t: m.tolist() for t, m in known.state.members.items()
    }
    assert {r: k.tolist() for r, k in plain.pairs.items()} == {
        r: k.tolist() for r, k in known.state.pairs.items()
    }
