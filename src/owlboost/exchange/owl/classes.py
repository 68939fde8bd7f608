"""Conditions at a cut as OWL 2 class expressions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

from owlboost.concepts.concept import CrispValue, DataLabel, FuzzyValue
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import ParameterError
from owlboost.exchange.conversion import CONVERTED
from owlboost.exchange.decisions.conditions import Below, CrispRule, HeldTo
from owlboost.exchange.decisions.cuts import numbers_at
from owlboost.exchange.owl.ranges import NUMBERS, numbers_between, numbers_used
from owlboost.ontology.expressions import (
    ClassExpression,
    DataComplement,
    DataHasValue,
    DataOneOf,
    DataRange,
    DataSome,
    Literal,
    intersection_of,
)
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.vocabulary import XSD
from owlboost.sources.crisp_expressions import Meanings, class_expression, literal_of, meanings
from owlboost.sources.ontology_dates import COMPARABLE, DATE_TIME, Timelines, days_within, timelines
from owlboost.tables.facts import NAMESPACE


@dataclass(frozen=True, slots=True)
class Wording:
    """How the data of a source are written.

    Attributes
    ----------
    literals
        Truth value or text → the literals that mean it.
    numbers
        Data property → the datatypes that its numbers may have; all, if it is not listed.
    times
        Data property → times that are written of it, or one of their kind, if its numbers are days.
    lexicon
        What people call things.
    """

    literals: Meanings = field(default_factory=lambda: MappingProxyType({}))
    numbers: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    times: Timelines = field(default_factory=lambda: MappingProxyType({}))
    lexicon: Lexicon = SHORT_NAMES

    @classmethod
    def of(cls, ontology: Ontology, lexicon: Lexicon = SHORT_NAMES) -> "Wording":
        """Return how an ontology writes its data."""
        known = timelines(ontology).items()
        times = {iri: written for iri, written in known if iri in lexicon.times}
        return cls(meanings(ontology), numbers_used(ontology), times, lexicon)

    @classmethod
    def usual(cls, lexicon: Lexicon) -> "Wording":
        """Return how data are written that are not at hand: those of a table as converted.

        Examples
        --------
        >>> built = "urn:owlboost:table#built"
        >>> Wording.usual(Lexicon(times={built: "date"})).times[built][0].datatype
        'http://www.w3.org/2001/XMLSchema#dateTime'
        """
        times: dict[str, tuple[Literal, ...]] = {}
        for prop, moment in lexicon.times.items():
            if not prop.startswith(NAMESPACE):
                times[prop] = (Literal("", XSD + moment),)
            elif moment in CONVERTED:
                times[prop] = (Literal("", DATE_TIME),)
        return cls(times=times, lexicon=lexicon)

    def compared_times(self, prop: str) -> tuple[Literal, ...]:
        """Return times of a property, none if its numbers are no days.

        Raises
        ------
        ParameterError
            OWL 2 cannot compare them.
        """
        found = self.times.get(prop, ())
        other = [one.datatype for one in found if one.datatype not in COMPARABLE]
        if other:
            raise ParameterError(
                f"The rules cannot be written in OWL: they compare values of "
                f"'{self.lexicon.name(prop)}', which are of xsd:{other[0].removeprefix(XSD)}, and "
                f"OWL 2 compares no times but those of xsd:dateTime; write them in SPARQL, or "
                f"learn without the property."
            )
        return found

    def class_of(self, conjunction: CrispRule) -> ClassExpression:
        """Return the class of all things that meet the conditions.

        Examples
        --------
        >>> from owlboost.concepts.concept import Atom, Concept
        >>> cheap = HeldTo(Concept((Atom("Cheap"),)), 0.5)
        >>> Wording().class_of(CrispRule((cheap,), (0,)))
        Class(iri='Cheap')
        """
        parts: list[ClassExpression] = []
        for condition in conjunction.conditions:
            match condition:
                case HeldTo(concept, degree):
                    inside = partial(self._inside, degree=degree)
                    parts += (class_expression(one, inside) for one in concept.conjuncts())
                case Below(label, degree):
                    outside = DataComplement(self.range_of(label, degree))
                    parts.append(DataSome(label.prop, outside))
        return intersection_of(parts)

    def range_of(self, label: DataLabel, degree: float) -> DataRange:
        """Return the values that a label holds to a degree."""
        match label:
            case FuzzyValue(prop, FuzzySet(_, shape)):
                low, high = numbers_at(shape, degree)
                times = self.compared_times(prop)
                if times:
                    return days_within([("minInclusive", low), ("maxInclusive", high)], times)
                return numbers_between(low, high, self.numbers.get(prop, NUMBERS))
            case CrispValue(_, value):
                return DataOneOf(self.literals_of(value))

    def literals_of(self, value: bool | str) -> tuple[Literal, ...]:
        """Return the literals that mean a truth value or a text."""
        return self.literals.get(value) or (literal_of(value),)

    def _inside(self, label: DataLabel, degree: float) -> ClassExpression:
        match self.range_of(label, degree):
            case DataOneOf((literal,)):
                return DataHasValue(label.prop, literal)
            case found:
                return DataSome(label.prop, found)
