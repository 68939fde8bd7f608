"""Conditions and rules in English phrases."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue, Label
from owlboost.concepts.hypothesis import BoostedHypothesis, WeakHypothesis, merged_terms
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.vocabulary import Lexicon
from owlboost.exchange.english.words import (
    NO_BREAK,
    a,
    among,
    brief_shape,
    listed,
    moment_word,
    relation,
    sentence,
    size_word,
    words,
)

_NOUN = re.compile(r"[^\W\d_][\w '’()-]*")


@dataclass(frozen=True, slots=True)
class Phrases:
    """Puts concepts and rules into words; with ``numbers``, fuzzy sets include corner values.

    Examples
    --------
    >>> from owlboost.exchange.english.words import breaking
    >>> from owlboost.data.fuzzy_sets import Triangular
    >>> fair = FuzzyValue("urn:x#hasPrice", FuzzySet("hasPrice_F", Triangular(38, 78, 167)))
    >>> Phrases().conditions(Concept((Atom("urn:x#Hotel"), fair)))
    ['being a hotel', 'a fair price']
    >>> breaking(Phrases(numbers=True).label(fair))
    'a fair price around 78 (38 – 167)'
    """

    lexicon: Lexicon = field(default_factory=Lexicon)
    numbers: bool = False

    def conditions(self, concept: Concept) -> list[str]:
        """Phrase each condition of a concept as a noun.

        Examples
        --------
        >>> open_ = CrispValue("urn:x#isOpen", True)
        >>> Phrases().conditions(Concept((Atom("urn:x#Hotel"), open_)))
        ['being a hotel', '“is open” being true']
        """
        parts = [self.label(label) for label in concept.labels]
        parts += [self.edge(edge) for edge in concept.edges]
        return parts or ["anything"]

    def label(self, label: Label) -> str:
        """Phrase a label."""
        match label:
            case Atom(iri):
                return f"being {a(self.name_of(iri))}"
            case FuzzyValue(prop, fuzzy_set):
                return a(self.set_phrase(prop, fuzzy_set))
            case CrispValue(prop, bool(value)):
                return f"“{self.name_of(prop)}” being {str(value).lower()}"
            case CrispValue(prop, value):
                return f"the {self.property_name(prop)} “{value}”"

    def required(self, label: Label) -> tuple[str, str]:
        """Return the property of a label and the value it requires, which is empty for a class.

        Examples
        --------
        >>> Phrases().required(CrispValue("urn:x#hasView", "sea"))
        ('view', '“sea”')
        """
        match label:
            case Atom(iri):
                return f"being {self.name_of(iri)}", ""
            case FuzzyValue(prop, fuzzy_set):
                level = self.level(prop, fuzzy_set)
                return self.property_name(
                    prop
                ), level or f"“{self.lexicon.set_name(fuzzy_set.name)}”"
            case CrispValue(prop, bool(value)):
                return self.property_name(prop), str(value).lower()
            case CrispValue(prop, value):
                return self.property_name(prop), f"“{value}”"

    def edge(self, edge: Edge) -> str:
        """Phrase an existential restriction on a noun, such as “has amenity”, or a relation.

        Examples
        --------
        >>> beach = Concept((Atom("urn:x#Beach"),))
        >>> [Phrases().edge(Edge(f"urn:x#{role}", beach)) for role in ("hasView", "near")]
        ['some view that is a beach', 'being near a beach']
        >>> [Phrases().edge(Edge(f"urn:x#{role}", beach)) for role in ("isPartOf", "belongsTo")]
        ['being part of a beach', 'a beach that it belongs to']
        """
        filler = self._filler(edge.filler)
        match relation(self.name_of(edge.role)):
            case "being", words:
                return f"being {words} {filler.phrase}"
            case "verb", words:
                return f"{filler.noun} that it {words}{filler.remaining_clause(' and that ')}"
            case _:
                return f"some {self.property_name(edge.role)}{filler.clause(' that ')}"

    def _filler(self, filler: Concept) -> "FillerPhrase":
        """Collect the phrases of a filler."""
        classes = [a(self.name_of(label.iri)) for label in filler.labels if isinstance(label, Atom)]
        has = [self.label(label) for label in filler.labels if not isinstance(label, Atom)]
        parts = [self.edge(edge) for edge in filler.edges]
        predicates = [part.removeprefix("being ") for part in parts if part.startswith("being ")]
        has += [part for part in parts if not part.startswith("being ")]
        return FillerPhrase(classes, predicates, has)

    def set_phrase(self, prop: str, fuzzy_set: FuzzySet) -> str:
        """Phrase a fuzzy set with its property, such as “fair price”.

        Examples
        --------
        >>> from owlboost.exchange.english.words import breaking
        >>> from owlboost.data.fuzzy_sets import LeftShoulder
        >>> low = FuzzySet("hasPrice_L5", LeftShoulder(10, 20))
        >>> Phrases().set_phrase("urn:x#hasPrice", low)
        'low price (of 5 ranges)'
        >>> breaking(Phrases(numbers=True).set_phrase("urn:x#hasPrice", low))
        'low price up to 10 (at most 20)'
        """
        level, noun = self.level(prop, fuzzy_set), self.property_name(prop)
        name = self.lexicon.set_name(fuzzy_set.name)
        if self.numbers:
            is_time = prop in self.lexicon.times
            shape = brief_shape(fuzzy_set.shape, partial(self.number, prop) if is_time else None)
            return f"{level} {noun} {shape}" if level else f"{noun} “{name}” {shape}"
        if level:
            return f"{level} {noun}{among(fuzzy_set)}"
        return f"{noun} in the range “{name}”"

    def level(self, prop: str, fuzzy_set: FuzzySet) -> str:
        """Return the level of a fuzzy set, such as “low” or “early”; empty if it has none.

        Examples
        --------
        >>> from owlboost.data.fuzzy_sets import LeftShoulder
        >>> low = FuzzySet("built_L", LeftShoulder(10, 20))
        >>> Phrases(Lexicon(times={"urn:x#built": "date"})).level("urn:x#built", low)
        'early'
        """
        level, moment = size_word(prop, fuzzy_set), self.lexicon.times.get(prop)
        return level if moment is None else moment_word(level, moment)

    def number(self, prop: str, value: float) -> str:
        """Write a value of a property, without line breaks."""
        return self.lexicon.number(prop, value).replace(" ", NO_BREAK)

    def property_name(self, iri: str) -> str:
        """Name a property without its “has”."""
        return self.name_of(iri).removeprefix("has ")

    def name_of(self, iri: str) -> str:
        """Return the label or IRI of an entity, or the words of its short name.

        Examples
        --------
        >>> Phrases(Lexicon({"ex#EX_7": "pH_value McCoy"})).name_of("ex#EX_7")
        'pH_value McCoy'
        >>> Phrases().name_of("ex#SeaView")
        'sea view'
        """
        name = self.lexicon.name(iri)
        return name if self.lexicon.iris or self.lexicon.has(iri) else words(name)

    def target(self, iri: str) -> str:
        """Name the target; what does not look like a noun is quoted.

        Examples
        --------
        >>> Phrases().target("urn:x#GoodHotel"), Phrases().target("urn:x#Survived%20=%201")
        ('a good hotel', '“Survived = 1”')
        """
        name = self.name_of(iri)
        return a(name) if _NOUN.fullmatch(name) else f"“{self.lexicon.name(iri)}”"

    def term_sentence(self, term: WeakHypothesis, weight: float, strength: str = "") -> str:
        """Say whether a weak learner speaks for or against the target, without full stop.

        ``strength`` is an adverb with a number, such as “weakly (0.50)”.

        Examples
        --------
        >>> from owlboost.concepts.hypothesis import Inclusion
        >>> cheap = WeakHypothesis("WL1", (Inclusion(Concept((Atom("urn:x#Inn"),))),))
        >>> Phrases().term_sentence(cheap, -0.5, "weakly (0.50)")
        'Being an inn speaks against it weakly (0.50)'
        """
        side, how = "for" if weight > 0 else "against", f" {strength}" if strength else ""
        if is_baseline(term):
            return f"Everything starts at {weight:.2f}"
        if len(term.inclusions) == 1:
            return f"{self.verdict_sentence(term.inclusions[0].body, side)}{how}"
        if any(rule.degree != 1.0 for rule in term.inclusions):
            return f"What counts most of these speaks {side} it: {self._graded(term, abs(weight))}"
        options = "; or ".join(listed(self.conditions(rule.body)) for rule in term.inclusions)
        return f"The best of these speaks {side} it{how}: {options}"

    def verdict_sentence(self, body: Concept, side: str) -> str:
        """Say that conditions speak for or against it."""
        parts = self.conditions(body)
        verb = "speaks" if len(parts) == 1 else "speak"
        return f"{sentence(listed(parts))} {verb} {side} it"

    def _graded(self, term: WeakHypothesis, weight: float) -> str:
        """List rules with different degrees, each with its weight."""
        return "; or ".join(
            f"{listed(self.conditions(rule.body))} ({weight * rule.degree:.2f})"
            for rule in term.inclusions
        )


@dataclass(frozen=True, slots=True)
class FillerPhrase:
    """The filler of a restriction, in words.

    Its classes (“a beach”), predicates (“near a church”), and what it has (“a fair price”).

    Examples
    --------
    >>> beach = FillerPhrase(["a beach"], ["near a church"], ["a fair price"])
    >>> beach.phrase
    'a beach that is near a church and has a fair price'
    >>> beach.clause("some place that ")
    'some place that is a beach and near a church and has a fair price'
    >>> FillerPhrase([], [], []).phrase
    'something'
    """

    classes: Sequence[str]
    predicates: Sequence[str]
    has: Sequence[str]

    @property
    def noun(self) -> str:
        """Its class if it has exactly one, else “something”."""
        return self.classes[0] if len(self.classes) == 1 else "something"

    @property
    def phrase(self) -> str:
        """The noun, with everything else in a relative clause."""
        return f"{self.noun}{self.remaining_clause(' that ')}"

    def clause(self, lead: str) -> str:
        """Return everything as a clause after ``lead``; empty if there is nothing."""
        return _clause(lead, [*self.classes, *self.predicates], self.has)

    def remaining_clause(self, lead: str) -> str:
        """Return everything but the noun as a clause after ``lead``."""
        classes = self.classes if len(self.classes) > 1 else ()
        return _clause(lead, [*classes, *self.predicates], self.has)


def _clause(lead: str, being: Sequence[str], has: Sequence[str]) -> str:
    parts = [f"is {listed(being)}"] if being else []
    parts += [f"has {listed(has)}"] if has else []
    return f"{lead}{' and '.join(parts)}" if parts else ""


WeightedTerm = tuple[WeakHypothesis, float]
"""A weak learner and its weight."""


def weighted_terms(hypothesis: BoostedHypothesis) -> list[WeightedTerm]:
    """Return weak learners with their weights, summed over those of the same rules.

    The baseline comes first, then what speaks for the target, then what speaks against it.
    """
    pairs = [
        (shown.term, shown.weight)
        for shown in merged_terms(hypothesis)
        if shown.term.inclusions and shown.weight
    ]
    return sorted(pairs, key=lambda pair: (is_baseline(pair[0]), pair[1]), reverse=True)


def max_abs_weight(pairs: Sequence[WeightedTerm]) -> float:
    """Return the largest absolute weight but the baseline's; 0 without any."""
    return max((abs(weight) for term, weight in pairs if not is_baseline(term)), default=0.0)


def is_baseline(term: WeakHypothesis) -> bool:
    """Whether a weak learner applies to everything."""
    return any(inclusion.body.is_top for inclusion in term.inclusions)
