"""Random Horn ontologies: all that is derived follows, all that follows is derived."""

from collections.abc import Callable
from itertools import pairwise, product
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.ontologies import Statement, holds, ontology
from tests.reference.entailment import Chase, chase

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DisjointClasses,
    InverseRoles,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SameIndividual,
    SubClassOf,
    SubRoleOf,
)
from owlboost.ontology.expressions import And, Class, ClassExpression, HasValue, Only, Role, Some
from owlboost.sources.ontology_knowledge import Saturated, saturate

CLASSES = [Class(name) for name in "ABCD"]
ROLES = [Role(name) for name in "rs"]
PEOPLE = ["a", "b", "c"]
DEPTHS = (3, 6, 9)
"""Of the chase that must contain what is derived; ontologies this small reach no deeper."""

names = st.sampled_from(CLASSES)
roles = st.sampled_from(ROLES)
people = st.sampled_from(PEOPLE)
lower = st.one_of(
    names,
    st.builds(lambda one, two: And((one, two)), names, names),
    st.builds(Some, roles, names),
    st.builds(HasValue, roles, people),
)
forward = st.one_of(names, st.builds(Only, roles, names), st.builds(HasValue, roles, people))
some = st.builds(Some, roles, st.one_of(names, st.builds(Some, roles, names)))
kinds = st.sampled_from(["symmetric", "transitive", "functional", "inverse-functional"])

rules: st.SearchStrategy[Axiom] = st.one_of(
    st.builds(SubClassOf, lower, forward),
    st.builds(RoleDomain, roles, names),
    st.builds(RoleRange, roles, names),
    st.builds(lambda one, two: DisjointClasses((one, two)), names, names),
    st.builds(lambda one, two: SameIndividual((one, two)), people, people),
)
role_rules: st.SearchStrategy[Axiom] = st.one_of(
    st.builds(lambda one, two: SubRoleOf((one,), two), roles, roles),
    st.builds(lambda one, two, three: SubRoleOf((one, two), three), roles, roles, roles),
    st.builds(InverseRoles, roles, roles),
    st.builds(RoleCharacteristic, roles, kinds),
)
witness_rules: st.SearchStrategy[Axiom] = st.one_of(
    st.builds(SubClassOf, lower, some), st.builds(ClassAssertion, people, some)
)
facts: st.SearchStrategy[Statement] = st.one_of(
    st.tuples(people, names.map(lambda one: one.iri)),
    st.tuples(people, roles.map(lambda one: one.iri), people),
)
statements = st.builds(
    lambda *parts: [one for part in parts for one in part],
    st.lists(rules, max_size=4),
    st.lists(role_rules, max_size=2),
    st.lists(witness_rules, max_size=2),
    st.lists(facts, min_size=1, max_size=5),
)

# many roles, above one another and turned round, with little else
HIERARCHY = [Role(name) for name in "rstuv"]
many_roles = st.sampled_from(HIERARCHY)
either_way = st.builds(Role, many_roles.map(lambda role: role.iri), st.booleans())
SLACK = 2
"""Inclusions besides those that make the chain."""


@st.composite
def hierarchies(draw: st.DrawFn) -> list[Statement]:
    """Draw roles of which each is above the one before, as it is or turned round, and more."""
    order = draw(st.permutations(HIERARCHY))
    steps: list[Axiom] = []
    for below, above in pairwise(order[: draw(st.integers(3, 5))]):
        turned = Role(above.iri, inverse=True)
        ways: list[Axiom] = [
            SubRoleOf((below,), above),
            SubRoleOf((below,), turned),
            InverseRoles(below, above),
        ]
        steps.append(draw(st.sampled_from(ways)))
    more = st.builds(lambda one, two: SubRoleOf((one,), two), either_way, either_way)
    symmetric = st.builds(RoleCharacteristic, many_roles, st.just("symmetric"))
    return [*steps, *draw(st.lists(st.one_of(more, symmetric), max_size=SLACK))]


owners = st.builds(SubClassOf, names, st.builds(Some, either_way, names))
imposing = st.one_of(
    st.builds(SubClassOf, names, st.builds(Only, either_way, names)),
    st.builds(SubClassOf, st.builds(Some, either_way, names), names),
    st.builds(RoleDomain, either_way, names),
    st.builds(RoleRange, either_way, names),
)
role_facts: st.SearchStrategy[Statement] = st.one_of(
    st.tuples(people, names.map(lambda one: one.iri)),
    st.tuples(people, many_roles.map(lambda one: one.iri), people),
)
above_one_another = st.builds(
    lambda *parts: [one for part in parts for one in part],
    hierarchies(),
    st.lists(owners, max_size=3),
    st.lists(imposing, max_size=3),
    st.lists(role_facts, min_size=1, max_size=4),
)
QUERIES: list[ClassExpression] = [
    *CLASSES,
    *(Some(role, one) for role, one in product(HIERARCHY, [*CLASSES, Class("Thing0")])),
    *(Some(p, Some(q, one)) for p, q, one in product(ROLES, ROLES, CLASSES)),
]
# so that every name is in every signature
BACKGROUND: list[Statement] = [(x, "Thing0") for x in PEOPLE]
BACKGROUND += [SubRoleOf((role,), role) for role in HIERARCHY]
BACKGROUND += [SubClassOf(one, one) for one in CLASSES]

ordinary = settings(
    max_examples=scaled(150), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def derived(given_: list[Statement]) -> Saturated | None:
    """The saturation, or None if it is found inconsistent."""
    try:
        return saturate(ontology(*BACKGROUND, *given_))
    except InconsistentError:
        return None


def chased(given_: list[Statement], depth: int) -> Chase:
    axioms = [one for one in given_ if not isinstance(one, tuple)]
    stated = [one for one in (*BACKGROUND, *given_) if isinstance(one, tuple)]
    types: list[Any] = [one for one in stated if len(one) == 2]
    pairs: list[Any] = [one for one in given_ if isinstance(one, tuple) and len(one) == 3]
    return chase(axioms, types, pairs, PEOPLE, depth)


def answers(ask: Callable[[str, ClassExpression], bool]) -> set[tuple[str, ClassExpression]]:
    return {(x, query) for x in PEOPLE for query in QUERIES if ask(x, query)}


def in_model(kb: KnowledgeBase) -> set[tuple[str, ClassExpression]]:
    return answers(lambda x, query: holds(kb, x, query))


def in_chase(model: Chase) -> set[tuple[str, ClassExpression]]:
    extents = {query: model.extent(query) for query in QUERIES}
    return answers(lambda x, query: model.element(x) in extents[query])


@ordinary
@given(statements)
def test_what_is_derived_follows(given_: list[Statement]) -> None:
    check_that_it_follows(given_)


@ordinary
@given(statements)
def test_what_follows_is_derived_or_a_remark_says_otherwise(given_: list[Statement]) -> None:
    check_that_it_is_derived(given_)


@ordinary
@given(above_one_another)
def test_what_is_derived_from_roles_above_one_another_follows(given_: list[Statement]) -> None:
    check_that_it_follows(given_)


@ordinary
@given(above_one_another)
def test_what_follows_from_roles_above_one_another_is_derived(given_: list[Statement]) -> None:
    check_that_it_is_derived(given_)


def check_that_it_follows(given_: list[Statement]) -> None:
    found = derived(given_)
    assert any(_contains(chased(given_, depth), found) for depth in DEPTHS)


def _contains(model: Chase, found: Saturated | None) -> bool:
    return model.clash or (found is not None and in_model(found.kb) <= in_chase(model))


def check_that_it_is_derived(given_: list[Statement]) -> None:
    found, model = derived(given_), chased(given_, 3)
    codes = set() if found is None else {remark.code for remark in found.remarks}
    assume(not any(code.startswith("incomplete") for code in codes))
    if found is not None:
        assert not model.clash
        missing = in_chase(model) - in_model(found.kb)
        if "witness-inverse" in codes:  # then only paths of two roles may be missing
            missing = {(x, query) for x, query in missing if not _is_path(query)}
        assert missing == set()


def _is_path(query: ClassExpression) -> bool:
    return isinstance(query, Some) and isinstance(query.filler, Some)


@ordinary
@given(statements, st.randoms(use_true_random=False))
def test_the_order_of_axioms_changes_nothing(given_: list[Statement], random: Random) -> None:
    shuffled = random.sample(given_, len(given_))
    one, two = derived(given_), derived(shuffled)
    if one is None or two is None:
        assert one is two
        return
    assert _arrays(one.kb) == _arrays(two.kb)


def _arrays(kb: KnowledgeBase) -> list[list[int]]:
    stores = [kb.types, kb.members, *kb.roles]
    rows = [array.tolist() for rows in stores for array in (rows.indptr, rows.indices)]
    return [*rows, *(array.tolist() for array in kb.taxonomy.pairs())]
