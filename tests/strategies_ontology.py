"""Random ontologies for Hypothesis."""

import numpy as np
from hypothesis import strategies as st

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import ClassExpression, DataRange, Literal, Role
from owlboost.ontology.ontology import Facts, Ontology, Signature
from owlboost.ontology.vocabulary import LANG_STRING, RDFS_LITERAL, STRING, XSD
from owlboost.runtime.names import Names

E = "http://example.org/random#"
CLASSES = Names(E + name for name in "ABC")
ROLES = Names(E + name for name in ("r", "s"))
DATA = Names(E + name for name in ("d", "e"))
PEOPLE = Names([*(E + name for name in ("a", "b", "käse")), "_:x", "_:y"])

text = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=6).filter(
    lambda value: "\ufeff" not in value and "\ufffe" not in value and "\uffff" not in value
)
literals = st.one_of(
    st.integers(-9, 9).map(lambda number: Literal(str(number), XSD + "integer")),
    st.floats(allow_nan=False, allow_infinity=False).map(
        lambda number: Literal(repr(number), XSD + "double")
    ),
    st.booleans().map(lambda value: Literal(str(value).lower(), XSD + "boolean")),
    text.map(lambda value: Literal(value, STRING)),
    text.map(lambda value: Literal(value, LANG_STRING, "en-gb")),
)
people = st.sampled_from(list(PEOPLE))
named = st.sampled_from(list(PEOPLE)[:3])
data = st.sampled_from(list(DATA))
roles = st.builds(Role, st.sampled_from(list(ROLES)), st.booleans())
plain_roles = st.builds(Role, st.sampled_from(list(ROLES)))
atoms = st.builds(ex.Class, st.sampled_from(list(CLASSES)))
counts = st.sampled_from(["min", "max", "exact"])
numbers = st.integers(0, 3)


def several(
    of: st.SearchStrategy[ex.ClassExpression],
) -> st.SearchStrategy[tuple[ex.ClassExpression, ...]]:
    """Two or three different class expressions."""
    return st.lists(of, min_size=2, max_size=3, unique_by=ex.structure).map(tuple)


facets = st.tuples(
    st.sampled_from([XSD + "minInclusive", XSD + "maxExclusive"]),
    st.integers(0, 9).map(lambda number: Literal(str(number), XSD + "integer")),
)
datatypes = st.sampled_from([XSD + "integer", XSD + "double", XSD + "string", RDFS_LITERAL])
simple_ranges: st.SearchStrategy[DataRange] = st.one_of(
    st.builds(ex.Datatype, datatypes),
    st.builds(ex.DataOneOf, st.lists(literals, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(
        ex.DatatypeRestriction,
        st.just(XSD + "integer"),
        st.lists(facets, min_size=1, max_size=1).map(tuple),
    ),
)
ranges: st.SearchStrategy[DataRange] = st.recursive(
    simple_ranges,
    lambda inner: st.one_of(
        st.builds(ex.DataUnion, st.tuples(inner, inner)).map(ex.range_of),
        st.builds(ex.DataIntersection, st.tuples(inner, inner)).map(ex.range_of),
        st.builds(ex.DataComplement, inner),
    ),
    max_leaves=3,
)
simple_classes: st.SearchStrategy[ClassExpression] = st.one_of(
    atoms,
    st.builds(ex.OneOf, st.lists(people, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(ex.HasValue, roles, people),
    st.builds(ex.HasSelf, roles),
    st.builds(ex.DataSome, data, ranges),
    st.builds(ex.DataOnly, data, ranges),
    st.builds(ex.DataHasValue, data, literals),
    st.builds(ex.DataCardinality, counts, numbers, data, ranges),
)
classes: st.SearchStrategy[ClassExpression] = st.recursive(
    simple_classes,
    lambda inner: st.one_of(
        several(inner).map(ex.intersection_of),
        several(inner).map(ex.union_of),
        st.builds(ex.Not, inner),
        st.builds(ex.Some, roles, inner),
        st.builds(ex.Only, roles, inner),
        st.builds(ex.Cardinality, counts, numbers, roles, inner | st.just(ex.Class(ex.THING))),
    ),
    max_leaves=5,
)
pairs_of_people = st.lists(people, min_size=2, max_size=2, unique=True).map(tuple)
axioms: st.SearchStrategy[Axiom] = st.one_of(
    st.builds(ax.SubClassOf, classes, classes),
    st.builds(ax.EquivalentClasses, st.tuples(atoms, classes).filter(lambda two: two[0] != two[1])),
    st.builds(ax.DisjointClasses, several(classes)),
    st.builds(ax.DisjointUnion, st.sampled_from(list(CLASSES)), several(classes)),
    st.builds(ax.SubRoleOf, st.lists(roles, min_size=1, max_size=3).map(tuple), plain_roles),
    st.builds(ax.DisjointRoles, st.just((Role(ROLES[0]), Role(ROLES[1])))),
    st.builds(ax.InverseRoles, plain_roles, plain_roles),
    st.builds(ax.RoleDomain, roles, classes),
    st.builds(ax.RoleRange, roles, classes),
    st.builds(
        ax.RoleCharacteristic, roles, st.sampled_from(["functional", "transitive", "symmetric"])
    ),
    st.builds(ax.SubDataPropertyOf, data, data),
    st.builds(ax.DataDomain, data, classes),
    st.builds(ax.DataPropertyRange, data, ranges),
    st.builds(ax.FunctionalData, data),
    st.builds(ax.HasKey, classes, st.just((Role(ROLES[0]),)), st.just((DATA[0],))),
    st.builds(ax.SameIndividual, pairs_of_people),
    st.builds(ax.DifferentIndividuals, pairs_of_people),
    st.builds(ax.ClassAssertion, people, classes.filter(lambda c: not isinstance(c, ex.Class))),
    st.builds(ax.NegativeRoleAssertion, plain_roles, people, people),
    st.builds(ax.NegativeDataAssertion, data, people, literals),
)


@st.composite
def ontologies(draw: st.DrawFn) -> Ontology:
    """Draw a small ontology that declares all its entities."""
    values = tuple(draw(st.lists(literals, max_size=4, unique=True)))
    person, last = st.integers(0, len(PEOPLE) - 1), max(len(values) - 1, 0)
    types = draw(st.sets(st.tuples(person, st.integers(0, 2)), max_size=4))
    related = draw(st.sets(st.tuples(st.integers(0, 1), person, person), max_size=4))
    valued = draw(st.sets(st.tuples(st.integers(0, 1), person, st.integers(0, last)), max_size=4))
    columns = [
        np.array(column, np.int32)
        for rows, width in ((types, 2), (related, 3), (valued if values else (), 3))
        for column in (list(zip(*sorted(rows), strict=True)) or [()] * width)
    ]
    return Ontology(
        "http://example.org/random",
        Signature(CLASSES, ROLES, DATA, PEOPLE),
        tuple(dict.fromkeys(draw(st.lists(axioms, max_size=4)))),
        Facts(*columns, values),  # type: ignore[call-arg, arg-type]
    )
