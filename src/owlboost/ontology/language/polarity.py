"""On which side of its axioms a class stands: whether they put things into it or keep them out."""

from collections.abc import Collection, Iterable, Sequence
from enum import Flag, auto

from owlboost.ontology.language.axioms import (
    Axiom,
    ClassAssertion,
    DataDomain,
    DisjointClasses,
    DisjointUnion,
    EquivalentClasses,
    HasKey,
    RoleDomain,
    RoleRange,
    SubClassOf,
)
from owlboost.ontology.language.expressions import (
    NOTHING,
    THING,
    And,
    Cardinality,
    Class,
    ClassExpression,
    Not,
    Only,
    Or,
    Some,
)
from owlboost.ontology.language.mentions import conjuncts, walk


class Polarity(Flag):
    """How a class occurs in axioms.

    Where it does not occur as ``LIMITED``, the axioms stay true if more things belong to it; where
    it does not occur as ``FILLED``, if fewer do.
    """

    ABSENT = 0
    FILLED = auto()
    LIMITED = auto()
    BOTH = FILLED | LIMITED

    @property
    def turned(self) -> "Polarity":
        """The polarity under a negation."""
        if self in (Polarity.ABSENT, Polarity.BOTH):
            return self
        return Polarity.FILLED if self is Polarity.LIMITED else Polarity.LIMITED


def polarity(axioms: Iterable[Axiom], classes: Collection[str]) -> Polarity:
    """Return how classes occur in axioms; plain assertions (`Facts`) are not among them.

    Examples
    --------
    >>> good, cheap, hostel = Class("Good"), Class("Cheap"), Class("Hostel")
    >>> polarity([SubClassOf(cheap, good)], ["Good"]).name
    'FILLED'
    >>> polarity([DisjointClasses((good, hostel))], ["Good"]).name
    'LIMITED'
    """
    found = Polarity.ABSENT
    for axiom in axioms:
        found |= _of_axiom(axiom, classes)
    return found


def may_be_everything(axioms: Sequence[Axiom], iri: str) -> bool:
    """Whether every model remains one when all things are made to belong to a class.

    The classes that axioms state to be above it then hold all things, too. False if an axiom
    limits one of these in any other way, even if that would do no harm.

    Examples
    --------
    >>> above = SubClassOf(Class("Good"), Class("Hotel"))
    >>> may_be_everything([above], "Good")
    True
    >>> may_be_everything([above, DisjointClasses((Class("Hotel"), Class("Bar")))], "Good")
    False
    """
    grown = {iri}
    while True:
        limiting = [axiom for axiom in axioms if Polarity.LIMITED in _of_axiom(axiom, grown)]
        uppers = {
            part
            for axiom in limiting
            if isinstance(axiom, SubClassOf)
            for part in conjuncts(axiom.upper)
        }
        uppers.discard(Class(THING))
        names = {part.iri for part in uppers if isinstance(part, Class) and part.iri != NOTHING}
        if len(names) < len(uppers) or not all(isinstance(one, SubClassOf) for one in limiting):
            return False
        if names <= grown:
            return True
        grown |= names


def _of_axiom(axiom: Axiom, iris: Collection[str]) -> Polarity:  # noqa: PLR0911 - one per case
    match axiom:
        case SubClassOf(lower, upper):
            return _of(lower, iris).turned | _of(upper, iris)
        case DisjointClasses(classes):
            return _of(And(classes), iris).turned
        case EquivalentClasses(classes):
            return _either(_of(And(classes), iris))
        case DisjointUnion(name, classes):
            return _either(_of(And((Class(name), *classes)), iris))
        case HasKey(expression, _, _):
            return _of(expression, iris).turned
        case (
            RoleDomain(_, expression)
            | RoleRange(_, expression)
            | DataDomain(_, expression)
            | ClassAssertion(_, expression)
        ):
            return _of(expression, iris)
        case _:
            return Polarity.ABSENT


def _of(expression: ClassExpression, iris: Collection[str]) -> Polarity:  # noqa: PLR0911 - one per case
    match expression:
        case Class(name):
            return Polarity.FILLED if name in iris else Polarity.ABSENT
        case And(parts) | Or(parts):
            found = Polarity.ABSENT
            for part in parts:
                found |= _of(part, iris)
            return found
        case Not(inner):
            return _of(inner, iris).turned
        case Some(_, filler) | Only(_, filler) | Cardinality("min", _, _, filler):
            return _of(filler, iris)
        case Cardinality("max", _, _, filler):
            return _of(filler, iris).turned
        case Cardinality(_, _, _, filler):
            return _either(_of(filler, iris))
        case _:
            return Polarity.ABSENT


def _either(found: Polarity) -> Polarity:
    return Polarity.BOTH if found else Polarity.ABSENT


def is_entangled(axiom: Axiom, iri: str) -> bool:
    """Whether an axiom compares degrees of a class with degrees of its own complement.

    It mentions the class twice, and negates or bounds something: between 0 and 1 it may then hold
    although it does not for 0 and 1 alone, as ``A ⊑ ¬A`` does if A is ½ everywhere.

    Examples
    --------
    >>> is_entangled(SubClassOf(Class("A"), Not(Class("A"))), "A")
    True
    >>> is_entangled(SubClassOf(Class("B"), Not(Class("A"))), "A")
    False
    """
    parts = list(walk(axiom))
    mentions = sum(isinstance(part, Class | DisjointUnion) and part.iri == iri for part in parts)
    return mentions > 1 and any(
        isinstance(part, Not) or (isinstance(part, Cardinality) and part.kind != "min")
        for part in parts
    )
