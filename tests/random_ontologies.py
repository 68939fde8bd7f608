"""Random ontologies in SROIQ(D), each from its number: small, and full of what interacts.

They keep to the global restrictions of OWL 2 DL: only the role t has chains and is transitive, and
nothing counts or compares the fillers of t or of the top role. Where axioms relate or compare
individuals, these have names.

They also keep to what HermiT gets right: xsd:double and xsd:float come with facets, since HermiT
finds any value in the whole of them; of a number with two forms (1 and 1.0) no negative assertion
is made, in which HermiT takes them for two; no chain is below an inverse role, such as in
``s ∘ s ⊑ t⁻``, of which HermiT misses fillers; and nobody is named by a value, such as in
``p value 1 ⊑ {a}``, by which HermiT takes for a who has any other value of p.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from tests.ontologies import Statement, ontology

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import Axiom, walk
from owlboost.ontology.expressions import Class, ClassExpression, DataRange, Literal, Role
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import (
    BOTTOM_ROLE,
    LANG_STRING,
    RDFS_LITERAL,
    STRING,
    TOP_ROLE,
    XSD,
)

CLASSES = [Class(name) for name in "ABCD"]
SIMPLE = ["r", "s"]
ROLES = [*SIMPLE, "t"]
PROPERTIES = ["d", "e"]
PEOPLE = ["a", "b", "c"]
OTHERS = ["_:x", "_:y", "A", "r"]
"""Individuals without a name, and two that share the name of a class and of a role."""
CUSTOM = "urn:owlboost:random#datatype"
DATATYPES = [
    *(XSD + name for name in ("integer", "decimal", "boolean", "dateTime")),
    STRING,
    RDFS_LITERAL,
]
LITERALS = [
    *(Literal(str(number), XSD + "integer") for number in range(-1, 4)),
    Literal("1.0", XSD + "decimal"),
    Literal("1.5", XSD + "decimal"),
    Literal("true", XSD + "boolean"),
    Literal("false", XSD + "boolean"),
    Literal("x", STRING),
    Literal("y", STRING),
    Literal("x", LANG_STRING, "en"),
    Literal("1.0", XSD + "double"),
    Literal("1.0", XSD + "float"),
    Literal("0.0", XSD + "double"),
    Literal("-0.0", XSD + "double"),
    Literal("2026-01-01T00:00:00Z", XSD + "dateTime"),
]
_Operand = TypeVar("_Operand")
_TWO_FORMS = [Literal("1", XSD + "integer"), Literal("1.0", XSD + "decimal")]
_FACETS = [XSD + name for name in ("minInclusive", "maxInclusive", "minExclusive", "maxExclusive")]
_LENGTHS = ["length", "minLength", "maxLength"]
_CHARACTERISTICS = [
    "functional",
    "inverse-functional",
    "reflexive",
    "irreflexive",
    "symmetric",
    "asymmetric",
]


def random_ontology(number: int) -> Ontology:
    """Return the ontology of a number, the same whenever it is asked for."""
    return ontology(*_Maker(Random(number)).statements())


def _denied(property_: str, individual: str, value: Literal) -> Axiom:
    """Say that an individual does not have a value, in a way that HermiT understands."""
    if value in _TWO_FORMS:
        return ax.ClassAssertion(individual, ex.Not(ex.DataHasValue(property_, value)))
    return ax.NegativeDataAssertion(property_, individual, value)


def _is_taken_amiss(lower: ClassExpression, upper: ClassExpression) -> bool:
    """Whether HermiT takes who has another value of a property for one of some names."""
    by_value = ex.DataSome | ex.DataHasValue | ex.DataCardinality
    return isinstance(lower, by_value) and isinstance(upper, ex.OneOf)


class _Maker:
    """Makes axioms and assertions by chance."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._pick = random.choice
        self._of_roles = random.random() < 1 / 3
        """Whether there are many axioms on roles, and nothing is said of values."""

    def statements(self) -> list[Statement]:
        """Make a few statements of each sort; at least one individual has a class."""
        number = self._random.randint
        found: list[Statement] = [(PEOPLE[0], CLASSES[0].iri)]
        found += [self._class_axiom() for _ in range(number(2, 6))]
        if self._of_roles:
            found += [self._role_axiom() for _ in range(number(2, 5))]
        else:
            both = [self._role_axiom, self._data_axiom]
            found += [self._pick(both)() for _ in range(number(0, 3))]
        found += [self._assertion() for _ in range(number(2, 6))]
        if ex.Datatype(CUSTOM) in walk(tuple(one for one in found if not isinstance(one, tuple))):
            found.append(ax.DatatypeDefinition(CUSTOM, self._simple_range()))
        return [*dict.fromkeys(found)]

    def _class_axiom(self) -> Axiom:
        lower, upper = self._class(2), self._class(2)
        name = self._pick(CLASSES)
        kinds: list[Axiom] = [
            ax.SubClassOf(name, upper),
            ax.SubClassOf(name, upper),
            ax.SubClassOf(name if _is_taken_amiss(lower, upper) else lower, upper),
            ax.SubClassOf(lower, name),
            ax.EquivalentClasses((name, upper)),
            ax.DisjointClasses((name, ex.Not(name) if lower == name else lower)),
        ]
        if self._random.random() < 0.1:
            parts = tuple(self._random.sample(CLASSES, 3))
            return ax.DisjointUnion(parts[0].iri, parts[1:])
        if self._random.random() < 0.1:
            return ax.DisjointClasses(self._several(CLASSES))
        return self._pick(kinds)

    def _several(self, choices: Sequence[_Operand]) -> tuple[_Operand, ...]:
        """Return two operands or more, of which some may be repeated."""
        operands = self._random.sample(choices, 2)
        return (*operands, *self._random.choices(choices, k=self._random.randint(0, 2)))

    def _role_axiom(self) -> Axiom:
        one, two = self._simple(), self._simple()
        any_ = self._role()
        kinds: list[Axiom] = [
            ax.SubRoleOf((one,), Role(two.iri)),
            ax.SubRoleOf((one, two), Role("t")),
            ax.SubRoleOf((Role("t"), one), Role("t")),
            ax.SubRoleOf((one, Role("t")), Role("t")),
            ax.EquivalentRoles((one, two)),
            ax.InverseRoles(Role("s"), Role("r")),
            ax.InverseRoles(Role("q"), Role("r")),
            ax.RoleCharacteristic(Role("t"), "transitive"),
            ax.DisjointRoles((Role("r"), Role("s"))),
            ax.InverseRoles(Role("r"), Role("s")),
            ax.RoleDomain(any_, self._class(1)),
            ax.RoleRange(any_, self._class(1)),
            ax.RoleCharacteristic(Role(one.iri), self._pick(_CHARACTERISTICS)),
            ax.HasKey(self._pick(CLASSES), (Role(one.iri),), ()),
            ax.HasKey(self._pick(CLASSES), (any_,), tuple(self._random.sample(PROPERTIES, 1))),
        ]
        return self._pick(kinds)

    def _data_axiom(self) -> Axiom:
        property_ = self._pick(PROPERTIES)
        kinds: list[Axiom] = [
            ax.SubDataPropertyOf("d", "e"),
            ax.DataDomain(property_, self._class(1)),
            ax.DataPropertyRange(property_, self._range(1)),
            ax.FunctionalData(property_),
            ax.DisjointDataProperties(("d", "e")),
            ax.HasKey(self._pick(CLASSES), (), (property_,)),
            ax.HasKey(self._pick(CLASSES), (), tuple(PROPERTIES)),
        ]
        return self._pick(kinds)

    def _assertion(self) -> Statement:
        one, two = self._pick(PEOPLE), self._pick(PEOPLE)
        if self._random.random() < 0.2:
            return self._of_others(one)
        pair = tuple(self._random.sample(PEOPLE, 2))
        property_, value = self._pick(PROPERTIES), self._pick(LITERALS)
        role = Role(self._pick(ROLES))
        kinds: list[Statement] = [
            (one, self._pick(CLASSES).iri),
            (one, role.iri, two),
            (one, role.iri, two),
            (one, property_, value),
            ax.ClassAssertion(one, self._compound(2)),
            ax.ClassAssertion(one, self._compound(2)),
            ax.NegativeRoleAssertion(Role(role.iri), one, two),
            _denied(property_, one, value),
            ax.SameIndividual(pair),
            ax.SameIndividual(self._several(PEOPLE)),
            ax.DifferentIndividuals(pair),
            ax.DifferentIndividuals(tuple(PEOPLE)),
            ax.DifferentIndividuals(self._several(PEOPLE)),
        ]
        return self._pick(kinds)

    def _of_others(self, one: str) -> Statement:
        """Return a statement on an individual without a name or with the name of something."""
        other, role = self._pick(OTHERS), self._pick(ROLES)
        kinds: list[Statement] = [
            (other, self._pick(CLASSES).iri),
            (other, role, one),
            (one, role, other),
            (other, self._pick(PROPERTIES), self._pick(LITERALS)),
            ax.ClassAssertion(other, self._compound(2)),
        ]
        return self._pick(kinds)

    def _simple(self) -> Role:
        return Role(self._pick(SIMPLE), self._random.random() < 0.3)

    def _counted(self) -> Role:
        """Return a role whose fillers may be counted."""
        return Role(BOTTOM_ROLE) if self._random.random() < 0.03 else self._simple()

    def _role(self) -> Role:
        extreme = [TOP_ROLE, BOTTOM_ROLE] if self._random.random() < 0.06 else ROLES
        return Role(self._pick(extreme), self._random.random() < 0.3)

    def _class(self, depth: int) -> ClassExpression:
        if depth == 0 or self._random.random() < 0.3:
            return self._pick(CLASSES)
        return self._compound(depth)

    def _compound(self, depth: int) -> ClassExpression:
        if self._random.random() < 0.25 and not self._of_roles:
            return self._data_class()
        inner, other = self._class(depth - 1), self._class(depth - 1)
        count, number = self._pick(["min", "max", "exact"]), self._random.randint(0, 3)
        kinds: list[ClassExpression] = [
            ex.intersection_of((inner, other)),
            ex.union_of((inner, other)),
            ex.Not(inner),
            ex.Some(self._role(), inner),
            ex.Only(self._role(), inner),
            ex.HasValue(self._role(), self._pick(PEOPLE)),
            ex.HasSelf(self._counted()),
            ex.OneOf(tuple(self._random.sample(PEOPLE, self._random.randint(1, 3)))),
            ex.Cardinality(count, number, self._counted(), inner),
        ]
        return self._pick(kinds)

    def _data_class(self) -> ClassExpression:
        property_, range_ = self._pick(PROPERTIES), self._range(1)
        count, number = self._pick(["min", "max", "exact"]), self._random.randint(0, 3)
        kinds: list[ClassExpression] = [
            ex.DataSome(property_, range_),
            ex.DataOnly(property_, range_),
            ex.DataHasValue(property_, self._pick(LITERALS)),
            ex.DataCardinality(count, number, property_, range_),
        ]
        return self._pick(kinds)

    def _range(self, depth: int) -> DataRange:
        if depth == 0 or self._random.random() < 0.6:
            return ex.Datatype(CUSTOM) if self._random.random() < 0.1 else self._simple_range()
        one, two = self._range(depth - 1), self._range(depth - 1)
        compound: list[DataRange] = [
            ex.range_of(ex.DataUnion((one, two))),
            ex.range_of(ex.DataIntersection((one, two))),
            ex.DataComplement(one),
        ]
        return self._pick(compound)

    def _simple_range(self) -> DataRange:
        datatype = XSD + self._pick(["integer", "decimal", "double", "float"])
        bounds = [Literal(form, datatype) for form in ("-1", "0", "1", "2")]
        facets = {self._pick(_FACETS): self._pick(bounds) for _ in range(2)}
        length = Literal(str(self._random.randint(0, 2)), XSD + "integer")
        kinds: list[DataRange] = [
            ex.Datatype(self._pick(DATATYPES)),
            ex.DataOneOf(tuple(self._random.sample(LITERALS, self._random.randint(1, 3)))),
            ex.DatatypeRestriction(datatype, tuple(facets.items())),
            ex.DatatypeRestriction(STRING, ((XSD + self._pick(_LENGTHS), length),)),
        ]
        return self._pick(kinds)
