"""Whatever is derived holds in every interpretation that satisfies the ontology."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.ontologies import Statement, holds, ontology, types_of
from tests.reference.interpretations import Interpretation, interpretations

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DifferentIndividuals,
    DisjointClasses,
    EquivalentClasses,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
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
    Or,
    Role,
    Some,
)
from owlboost.ontology.transform import with_complement
from owlboost.sources.ontology_knowledge import saturate

CLASSES = ["A", "B", "C"]
PEOPLE = ["a", "b"]
MODELS = list(interpretations(CLASSES, "r", PEOPLE))

names = st.sampled_from([Class(name) for name in CLASSES])
roles = st.sampled_from([Role("r"), Role("r", inverse=True)])
people = st.sampled_from(PEOPLE)
kinds = st.sampled_from(
    ["functional", "inverse-functional", "symmetric", "asymmetric", "irreflexive", "reflexive",
     "transitive"]
)  # fmt: skip


def _compound(inner: st.SearchStrategy[ClassExpression]) -> st.SearchStrategy[ClassExpression]:
    return st.one_of(
        st.builds(lambda one, two: And((one, two)), inner, inner),
        st.builds(lambda one, two: Or((one, two)), inner, inner),
        st.builds(Not, inner),
        st.builds(Some, roles, inner),
        st.builds(Only, roles, inner),
        st.builds(
            Cardinality, st.sampled_from(["min", "max", "exact"]), st.integers(0, 2), roles, inner
        ),
    )


simple: st.SearchStrategy[ClassExpression] = st.one_of(
    names,
    names,
    st.builds(HasValue, roles, people),
    st.builds(HasSelf, roles),
    st.builds(lambda one: OneOf((one,)), people),
    st.just(OneOf(("a", "b"))),
)
expressions = st.recursive(simple, _compound, max_leaves=4)
axioms: st.SearchStrategy[Axiom] = st.one_of(
    st.builds(SubClassOf, expressions, expressions),
    st.builds(SubClassOf, expressions, expressions),
    st.builds(lambda one, two: EquivalentClasses((one, two)), names, expressions),
    st.builds(lambda one, two: DisjointClasses((one, two)), expressions, names),
    st.builds(RoleDomain, roles, expressions),
    st.builds(RoleRange, roles, expressions),
    st.builds(RoleCharacteristic, roles, kinds),
    st.builds(ClassAssertion, people, expressions),
    st.just(DifferentIndividuals(("a", "b"))),
)
facts: st.SearchStrategy[Statement] = st.one_of(
    st.tuples(people, st.sampled_from(CLASSES)), st.tuples(people, st.just("r"), people)
)
BACKGROUND: list[Statement] = [SubClassOf(Class(name), Class(name)) for name in CLASSES]
BACKGROUND += [SubClassOf(Some(Role("r"), Class("A")), Some(Role("r"), Class("A")))]
BACKGROUND += [ClassAssertion(name, Or((Class("A"), Not(Class("A"))))) for name in PEOPLE]
QUERIES: list[ClassExpression] = [
    *(Some(Role("r"), Class(name)) for name in CLASSES),
    *(Some(Role("r"), Some(Role("r"), Class(name))) for name in CLASSES),
]


def satisfied(model: Interpretation, statement: Statement) -> bool:
    match statement:
        case (x, c):
            return model.individuals[x] in model.classes[c]
        case (x, p, y):
            return (model.individuals[x], model.individuals[str(y)]) in model.roles[p]
        case _:
            return model.satisfies(statement)


@settings(max_examples=scaled(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(axioms, min_size=1, max_size=4), st.lists(facts, max_size=4))
def test_what_is_derived_holds_in_every_model(told: list[Axiom], known: list[Statement]) -> None:
    statements: list[Statement] = [*known, *told]
    models = MODELS
    for statement in statements:
        models = [model for model in models if satisfied(model, statement)]
    try:
        kb = saturate(ontology(*BACKGROUND, *statements)).kb
    except InconsistentError:
        assert models == []
        return
    true = [(x, Class(c)) for x in PEOPLE for c in types_of(kb, x)]
    true += [(x, query) for x in PEOPLE for query in QUERIES if holds(kb, x, query)]  # type: ignore[misc]
    below = [(c, d) for c in CLASSES for d in CLASSES if kb.implies(c, d)]
    for model in models:
        for x, query in true:
            assert model.individuals[x] in model.extent(query), (x, query)
        for lower, upper in below:
            assert model.classes[lower] <= model.classes[upper], (lower, upper)


@settings(max_examples=scaled(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(axioms, min_size=1, max_size=4), st.lists(facts, max_size=4))
def test_who_is_derived_to_be_outside_a_class_is_so_in_every_model(
    told: list[Axiom], known: list[Statement]
) -> None:
    statements: list[Statement] = [*known, *told]
    extended, outside = with_complement(ontology(*BACKGROUND, *statements), "A")
    try:
        kb = saturate(extended).kb
    except InconsistentError:
        return
    derived = [x for x in PEOPLE if outside in types_of(kb, x)]
    for model in MODELS:
        if derived and all(satisfied(model, statement) for statement in statements):
            assert not any(model.individuals[x] in model.classes["A"] for x in derived)
