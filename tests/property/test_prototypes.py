"""Classes that share a prototype are what they would be with prototypes of their own."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.ontologies import Statement, ontology
from tests.reference.closures import transitive_closure

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DisjointClasses,
    EquivalentClasses,
    InverseRoles,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import (
    And,
    Cardinality,
    Class,
    ClassExpression,
    HasSelf,
    HasValue,
    Not,
    OneOf,
    Only,
    Role,
    Some,
)
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.reasoner.engine import Prepared, derive, prepare
from owlboost.ontology.reasoner.inferences import infer
from owlboost.ontology.reasoner.program import own_prototypes
from owlboost.ontology.reasoner.reason import classes_below

CLASSES = [Class(name) for name in "ABCDEFG"]
PEOPLE = ["a", "b"]
names = st.sampled_from(CLASSES)
people = st.sampled_from(PEOPLE)
roles = st.builds(Role, st.sampled_from("rs"), st.booleans())
named_roles = st.builds(Role, st.sampled_from("rs"))

lower: st.SearchStrategy[ClassExpression] = st.one_of(
    names,
    st.builds(lambda one, two: And((one, two)), names, names),
    st.builds(Some, roles, names),
)
upper: st.SearchStrategy[ClassExpression] = st.one_of(
    names,
    st.builds(Some, roles, names),
    st.builds(Only, roles, names),
    st.builds(Only, roles, st.builds(Not, names)),
    st.builds(HasValue, roles, people),
    st.builds(HasSelf, roles),
    st.builds(Not, names),
    st.builds(lambda one: OneOf((one,)), people),
    st.builds(Cardinality, st.just("max"), st.just(1), roles, names),
)
steps: st.SearchStrategy[Axiom] = st.builds(SubClassOf, names, names)
rules: st.SearchStrategy[Axiom] = st.one_of(
    st.builds(SubClassOf, lower, upper),
    st.builds(RoleDomain, roles, names),
    st.builds(RoleRange, roles, names),
    st.builds(lambda one, two: DisjointClasses((one, two)), names, names),
    st.builds(lambda one, two: EquivalentClasses((one, two)), names, names),
    st.builds(InverseRoles, named_roles, named_roles),
    st.builds(lambda one, two: SubRoleOf((one,), two), roles, roles),
    st.builds(RoleCharacteristic, roles, st.sampled_from(["reflexive", "symmetric", "transitive"])),
)
facts: st.SearchStrategy[Statement] = st.one_of(
    st.tuples(people, names.map(lambda one: one.iri)),
    st.tuples(people, st.sampled_from("rs"), people),
    st.builds(ClassAssertion, people, upper),
)
statements = st.builds(
    lambda *parts: [one for part in parts for one in part],
    st.lists(steps, min_size=2, max_size=8),
    st.lists(rules, max_size=4),
    st.lists(facts, max_size=3),
)


def all_classes(given_: list[Statement]) -> Ontology:
    """Make an ontology that knows all classes, mentioned or not."""
    return ontology(*given_, *((PEOPLE[0], name.iri) for name in CLASSES[-1:]))


def described(prepared: Prepared) -> object:
    try:
        derived = derive(prepared)
    except InconsistentError as error:
        return str(error)
    found = infer(prepared, derived)
    arrays = [
        array.tolist()
        for rows in (found.members, *found.roles)
        for array in (rows.indptr, rows.indices)
    ]
    return found.vocabulary.classes, arrays, [array.tolist() for array in found.hierarchy.pairs()]


@settings(max_examples=scaled(300), suppress_health_check=[HealthCheck.too_slow])
@given(statements)
def test_shared_prototypes_show_what_own_ones_do(given_: list[Statement]) -> None:
    prepared = prepare(all_classes(given_))
    own = own_prototypes(prepared.program, prepared.classes)
    assert described(prepared) == described(replace(prepared, prototypes=own))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=8))
def test_what_is_below_a_target_is_hidden(given_: list[tuple[int, int]]) -> None:
    whole = ontology(*(SubClassOf(CLASSES[low], CLASSES[high]) for low, high in given_))
    below = transitive_closure({*given_})
    for target in {number for pair in given_ for number in pair}:
        hidden = {target, *(low for low, high in below if high == target)}
        assert classes_below(whole, CLASSES[target].iri) == {CLASSES[n].iri for n in hidden}


def test_a_chain_of_classes_has_one_prototype() -> None:
    chain = [SubClassOf(one, two) for one, two in pairwise(CLASSES)]
    top = SubClassOf(CLASSES[-1], Some(Role("r"), Class("H")))
    plain, described_ = prepare(ontology(*chain)), prepare(ontology(*chain, top))
    assert plain.prototypes.seeds == ((),)
    # the top asks for a filler, and H says nothing
    assert [len(seeds) for seeds in described_.prototypes.seeds] == [1, 0]
    assert described_.prototypes.places.tolist() == [0] * 7 + [1]


def test_a_circle_of_classes_has_one_prototype() -> None:
    circle = [
        SubClassOf(one, two) for one, two in zip(CLASSES, [*CLASSES[1:], CLASSES[0]], strict=True)
    ]
    prepared = prepare(ontology(*circle))
    assert len(prepared.prototypes.seeds) == 1
    hierarchy = infer(prepared, derive(prepared)).hierarchy
    assert [above.tolist() for above in map(hierarchy.__getitem__, range(7))] == [
        [other for other in range(7) if other != number] for number in range(7)
    ]


def test_classes_below_an_impossible_one_are_below_all() -> None:
    a, b, c, d = CLASSES[:4]
    contradiction = SubClassOf(c, And((d, Not(d))))
    prepared = prepare(ontology(SubClassOf(a, b), SubClassOf(b, c), contradiction))
    hierarchy = infer(prepared, derive(prepared)).hierarchy
    assert [above.tolist() for above in map(hierarchy.__getitem__, range(4))] == [
        [1, 2, 3], [0, 2, 3], [0, 1, 3], [],
    ]  # fmt: skip
