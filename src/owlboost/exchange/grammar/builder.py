"""Concepts built from syntax trees, with the names of a source."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import Inclusion
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.errors import did_you_mean
from owlboost.exchange.grammar.tokens import Dialect
from owlboost.exchange.grammar.tree import (
    BOTTOM,
    AllParts,
    NamePart,
    Part,
    Quotation,
    SomePart,
    ValuePart,
    Word,
    unlearned,
)
from owlboost.exchange.metadata import Coverage, uncounted
from owlboost.exchange.names import NameResolver


@dataclass(frozen=True, slots=True)
class ConceptBuilder:
    """A translation of syntax trees to concepts.

    ``sets`` are those that the rules define, by what the rules call them; the learner's parameters,
    as far as the rules tell them, are how it placed other fuzzy sets.

    Examples
    --------
    >>> from owlboost.exchange.grammar.tokens import LISTING
    >>> from owlboost.exchange.names import NameIndex
    >>> from owlboost.runtime.names import Names
    >>> from owlboost.data.vocabulary import Vocabulary
    >>> index = NameIndex(Vocabulary(Names(["urn:x#Hotel"])), "urn:x#{}".format)
    >>> builder = ConceptBuilder(NameResolver(index), {}, None, LISTING)
    >>> builder.concept(NamePart(Word("hotel", 1))).labels
    (Atom(iri='urn:x#Hotel'),)
    """

    names: NameResolver
    sets: Mapping[str, FuzzySet]
    parameters: object
    dialect: Dialect

    def inclusion(
        self, concept: Concept, degree: float, coverage: Coverage | None = None
    ) -> Inclusion:
        """Return the axiom that a rule states, perhaps with what it covered."""
        return Inclusion(concept, degree, *(coverage or uncounted(degree)))

    def concept(self, part: Part) -> Concept:
        """Return the concept that conditions describe."""
        match part:
            case NamePart(name):
                return self._class(name)
            case SomePart(prop, NamePart(name)) if self._is_set(name):
                return self.fuzzy_value(prop, name)
            case SomePart(prop, NamePart(name)) if self.names.is_data_property(prop):
                return self.fuzzy_value(prop, name)
            case SomePart(prop, filler):
                return self._some(prop, filler)
            case ValuePart(prop, value):
                return Concept((CrispValue(self.names.resolve("data", prop), _meant(value, prop)),))
            case AllParts(parts):
                return self._all(parts)

    def atom(self, name: Word) -> Concept:
        """Return a class."""
        return Concept((Atom(self.names.resolve("class", name)),))

    def some(self, role: Word, filler: Concept) -> Concept:
        """Return an existential restriction."""
        return Concept((), (Edge(self.names.resolve("role", role), filler),))

    def fuzzy_value(self, prop: Word, name: Word) -> Concept:
        """Return the concept of a fuzzy set of a data property."""
        iri = self.names.resolve("data", prop)
        return Concept((FuzzyValue(iri, self.sets.get(name.text) or self._placed(iri, name)),))

    def _placed(self, prop: str, name: Word) -> FuzzySet:
        """Return a fuzzy set that the rules do not define."""
        defined = {fuzzy_set.name: fuzzy_set for fuzzy_set in self.sets.values()}

        def missing() -> str:
            place = self.dialect.inside
            if self.dialect.strict:
                place = "; add it to the fuzzy sets of the file"
            return f"there is no fuzzy set {name.text!r}{place}.{did_you_mean(name.text, defined)}"

        return self.names.fuzzy_set(prop, name, defined, self.parameters, missing)

    def _is_set(self, name: Word) -> bool:
        return not name.is_iri and name.text in self.sets

    def _class(self, name: Word) -> Concept:
        strict = self.dialect.strict  # other dialects know ⊤ and ⊥ by how they are written
        if strict and name.text in BOTTOM and self.names.explained("class", name.text) is None:
            raise unlearned(name)
        if self._is_set(name):
            raise name.error(f"the fuzzy set {name.text!r} is used where a class should be.")
        if strict and name.text == "Thing":
            return TOP
        return self.atom(name)

    def _some(self, prop: Word, filler: Part) -> Concept:
        if self.dialect.strict and not isinstance(filler, NamePart):
            return self.some(prop, self.concept(filler))
        role = self.names.resolve("role", prop)
        return Concept((), (Edge(role, self.concept(filler)),))

    def _all(self, parts: Iterable[Part]) -> Concept:
        if self.dialect.strict:  # what stands in parentheses is looked up first
            parts = sorted(parts, key=lambda part: isinstance(part, NamePart))
        return Concept.meet([self.concept(part) for part in parts])


def _meant(value: str | bool | Quotation, prop: Word) -> str | bool:
    if not isinstance(value, Quotation):
        return value
    try:
        return str(json.loads(value.text))
    except ValueError as error:
        raise prop.error(str(error)) from error
