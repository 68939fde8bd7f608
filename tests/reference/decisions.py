"""Who belongs to a class expression, and who reaches a cut: by definition, one by one."""

from decimal import Decimal

from tests.reference.semantics import degree, label_degree, numbers_of, property_id, symbols_of

from owlboost.concepts.concept import Concept, DataLabel
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, Inclusion
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.ontology.expressions import (
    THING,
    And,
    Class,
    ClassExpression,
    DataComplement,
    DataHasValue,
    DataOneOf,
    DataRange,
    DataSome,
    DatatypeRestriction,
    DataUnion,
    Some,
)
from owlboost.ontology.vocabulary import XSD

Value = float | bool | str


def sum_at(hypothesis: Hypothesis, element: int, kb: KnowledgeBase) -> float:
    """What the rules add up to at one individual (Eq. 5 and 16)."""
    if not isinstance(hypothesis, BoostedHypothesis):
        return best(hypothesis.inclusions, element, kb)
    total = 0.0
    for term, weight in hypothesis.weighted_terms:
        total += weight * best(term.inclusions, element, kb)
    return total


def best(inclusions: tuple[Inclusion, ...], element: int, kb: KnowledgeBase) -> float:
    """``max d · C(a)``, 0 without an axiom."""
    return max((one.degree * degree(one.body, element, kb) for one in inclusions), default=0.0)


def least_sum_at(hypothesis: Hypothesis, element: int, kb: KnowledgeBase) -> float:
    """The least that the rules may add up to, whatever else may become known (open world)."""
    if not isinstance(hypothesis, BoostedHypothesis):
        return best(hypothesis.inclusions, element, kb)
    total = 0.0
    for term, weight in hypothesis.weighted_terms:
        if weight > 0:
            total += weight * best(term.inclusions, element, kb)
        else:
            most = [one.degree * most_degree(one.body, element, kb) for one in term.inclusions]
            total += weight * max(most, default=0.0)
    return total


def most_degree(concept: Concept, element: int, kb: KnowledgeBase) -> float:
    """How far a concept may hold: its labels of a functional property with a value are settled."""
    return min(
        (
            label_degree(label, element, kb)
            for label in concept.labels
            if isinstance(label, DataLabel) and has_only_value(label.prop, element, kb)
        ),
        default=1.0,
    )


def has_only_value(prop: str, element: int, kb: KnowledgeBase) -> bool:
    """Whether a property is functional and the value known."""
    return property_id(prop, kb) in kb.functional and bool(values_of(prop, element, kb))


def values_of(prop: str, element: int, kb: KnowledgeBase) -> list[Value]:
    """All values that an element has for a property."""
    return [*numbers_of(prop, element, kb), *symbols_of(prop, element, kb)]


def belongs(expression: ClassExpression, element: int, kb: KnowledgeBase, numbers: str) -> bool:
    """Whether an element is known to belong to a class; all numbers are of one datatype.

    A value outside a range says something of the only value of a functional property.
    """
    match expression:
        case Class(iri):
            names = {kb.vocabulary.classes[number] for number in kb.types[element]}
            return iri == THING or iri in names
        case And(parts):
            return all(belongs(part, element, kb, numbers) for part in parts)
        case Some(role, filler):
            fillers = kb.roles[kb.vocabulary.roles.id(role.iri)][element]
            return any(belongs(filler, int(one), kb, numbers) for one in fillers)
        case DataSome(prop, range_):
            if isinstance(range_, DataComplement):
                assert property_id(prop, kb) in kb.functional
            return any(within(value, range_, numbers) for value in values_of(prop, element, kb))
        case DataHasValue(prop, literal):
            one = DataOneOf((literal,))
            return any(within(value, one, numbers) for value in values_of(prop, element, kb))
        case _:
            raise TypeError(expression)


def within(value: Value, range_: DataRange, numbers: str) -> bool:
    """Whether a value lies in a data range, where numbers are literals of one datatype."""
    match range_:
        case DataUnion(parts):
            return any(within(value, part, numbers) for part in parts)
        case DataComplement(of):
            return not within(value, of, numbers)
        case DataOneOf(literals):
            texts = [(one.datatype, one.lexical) for one in literals]
            if isinstance(value, bool):
                return (XSD + "boolean", str(value).lower()) in texts
            return isinstance(value, str) and (XSD + "string", value) in texts
        case DatatypeRestriction(datatype, facets):
            if isinstance(value, bool | str) or datatype != XSD + numbers:
                return False
            number = Decimal(repr(value)) if numbers == "decimal" else Decimal(value)
            return all(
                number >= Decimal(bound.lexical)
                if facet == XSD + "minInclusive"
                else number <= Decimal(bound.lexical)
                for facet, bound in facets
                if numbers == "decimal"
            ) and all(
                value >= float(bound.lexical)
                if facet == XSD + "minInclusive"
                else value <= float(bound.lexical)
                for facet, bound in facets
                if numbers != "decimal"
            )
        case _:
            raise TypeError(range_)
