"""Models built from syntax trees, with the names of a source."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
)
from owlboost.concepts.hypothesis import (
    WeakHypothesis as Learner,
)
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.errors import ModelError, did_you_mean
from owlboost.exchange.grammar.parser import statements
from owlboost.exchange.grammar.tokens import (
    AllParts,
    NamePart,
    Part,
    SomePart,
    Statements,
    ValuePart,
    Word,
    WrittenRule,
    WrittenSet,
)
from owlboost.exchange.metadata import model_from_header, uncounted
from owlboost.exchange.names import Consultation, Glossary
from owlboost.models.trained import TrainedModel

_LEARNER = re.compile(r"WL_?\d+")


@dataclass(frozen=True, slots=True)
class Listing:
    """Rules whose names are still to be looked up in a source.

    Examples
    --------
    >>> from owlboost.data.vocabulary import Vocabulary
    >>> from owlboost.runtime.names import Names
    >>> listing = read_listing("(Ash some Ash_L) SubClassOf Good [0.8]; Ash_L ls(1.9, 2.1)")
    >>> names = Vocabulary(data_properties=Names(["urn:wine#ash"]))
    >>> model = listing.model(Glossary(names, "urn:wine#{}".format))
    >>> print(str(model).splitlines()[3])
    (ash some Ash_L) SubClassOf Good [0.800]
    """

    said: Statements

    @property
    def lacking(self) -> None:
        """A listing has no table of names: all of them must be looked up."""
        return

    def model(self, glossary: Glossary) -> TrainedModel:
        """Return the model that the listing describes in the names of a source.

        What was guessed or passed over is among the remarks of the model.

        Raises
        ------
        UnknownNameError
            The source has no such name, or several.
        ModelError
            A fuzzy set is used that the listing does not have, or a header is damaged.
        """
        said = self.said
        asked = Consultation(glossary)
        sets = {one.name.text: one for one in said.sets}
        hypothesis = _hypothesis(said, WrittenTerms(asked, sets, said.header.get("parameters")))
        head = said.sums[0].head if said.sums else said.rules[0].head
        target = glossary.target(head, said.header.get("target"))
        header = {"algorithm": _algorithm(hypothesis), **said.header}
        told = (*said.remarks, *asked.remarks())
        return model_from_header(header, target, hypothesis, told).called_in(glossary.lexicon)


def read_listing(text: str) -> Listing:
    """Read a listing: rules, the weighted sum of their weak learners if any, and fuzzy sets.

    Raises
    ------
    ModelError
        A line cannot be read, or rules, sum and sets do not belong together.
    """
    said = statements(text)
    if not said.rules and not said.sums:
        raise ModelError("The listing has no rules.")
    for check in (_require_one_sum, _require_learners, _require_degrees, _require_distinct_sets):
        check(said)
    return Listing(said)


def _require_one_sum(said: Statements) -> None:
    if len(said.sums) > 1:
        raise ModelError(
            f"Line {said.sums[1].head.line} of the listing has another weighted sum; a listing has "
            "one target."
        )


def _require_learners(said: Statements) -> None:
    """Refuse rules and sums that speak of different weak learners or of several targets."""
    heads = {rule.head.text: rule.head for rule in said.rules}
    if not said.sums:
        learners = [name for name in heads if _LEARNER.fullmatch(name)]
        if learners or len(heads) > 1:
            raise ModelError(
                f"The listing has rules for {' and '.join(learners or heads)}, but no weighted sum "
                "such as '1.199 * WL1 + 0.544 * WL2 SubClassOf Target'."
            )
        return
    summed: set[str] = set()
    for _, word in said.sums[0].terms:
        if word.text in summed:
            raise _error(word, f"the weighted sum has {word.text!r} twice.")
        if word.text not in heads and word.text not in said.learners:
            near = did_you_mean(word.text, heads)
            raise _error(word, f"there are no rules for the weak learner {word.text!r}.{near}")
        summed.add(word.text)
    for name, word in heads.items():
        if name not in summed:
            near = did_you_mean(name, summed)
            raise _error(word, f"the weighted sum lacks the weak learner {name!r}.{near}")


def _require_degrees(said: Statements) -> None:
    for rule in said.rules:
        if rule.degree is None:
            continue
        if not 0 <= rule.degree <= 1:
            raise _error(rule.head, f"a degree lies between 0 and 1: {rule.degree:g} does not.")


def _require_distinct_sets(said: Statements) -> None:
    shapes: dict[str, WrittenSet] = {}
    for each in said.sets:
        first = shapes.setdefault(each.name.text, each)
        if first.shape != each.shape:
            raise _error(
                each.name, f"{each.name.text!r} is another fuzzy set in line {first.name.line}."
            )


def _error(word: Word, said: str) -> ModelError:
    return ModelError(f"{word.place}{said}")


_RULED = frozenset({"foil", "pfoil", "pn"})
"""Algorithms without weights, if they find no rules against the target."""


def _hypothesis(said: Statements, terms: "WrittenTerms") -> Hypothesis:
    if not said.sums or (said.header.get("algorithm") in _RULED and not said.sums[0].terms):
        return RuleSet(tuple(terms.inclusion(rule) for rule in said.rules))
    learners = tuple(
        Learner(
            word.text,
            tuple(terms.inclusion(rule) for rule in said.rules if rule.head.text == word.text),
        )
        for _, word in said.sums[0].terms
    )
    return BoostedHypothesis(learners, tuple(weight for weight, _ in said.sums[0].terms))


def _algorithm(hypothesis: Hypothesis) -> str:
    """Name the algorithm that gives such rules; only gradient boosting has a rule over ⊤."""
    if isinstance(hypothesis, RuleSet):
        return "foil"
    return "gradient" if any(rule.body.is_top for rule in hypothesis.inclusions) else "boost"


@dataclass(frozen=True, slots=True)
class WrittenTerms:
    """Turns what is written into concepts."""

    names: Consultation
    sets: Mapping[str, WrittenSet]
    parameters: object

    def inclusion(self, rule: WrittenRule) -> Inclusion:
        """Return the axiom that a rule states."""
        degree = 1.0 if rule.degree is None else rule.degree
        confidence, positives, negatives = rule.coverage or uncounted(degree)
        return Inclusion(self.concept(rule.body), degree, confidence, positives, negatives)

    def concept(self, part: Part) -> Concept:
        """Return the concept that conditions describe."""
        match part:
            case NamePart(name):
                return Concept((Atom(self._class(name)),))
            case SomePart(prop, NamePart(name)) if self._is_set(name):
                fuzzy_set = FuzzySet(name.text, self.sets[name.text].shape)
                return Concept((FuzzyValue(self.names.iri("data", prop), fuzzy_set),))
            case SomePart(prop, NamePart(name)) if self._is_numeric(prop):
                return self._placed(prop, name)
            case SomePart(prop, filler):
                return Concept((), (Edge(self.names.iri("role", prop), self.concept(filler)),))
            case ValuePart(prop, value):
                return Concept((CrispValue(self.names.iri("data", prop), value),))
            case AllParts(parts):
                return Concept.meet(map(self.concept, parts))

    def _is_set(self, name: Word) -> bool:
        return not name.whole and name.text in self.sets

    def _class(self, name: Word) -> str:
        if self._is_set(name):
            raise _error(name, f"the fuzzy set {name.text!r} is used where a class should be.")
        return self.names.iri("class", name)

    def _is_numeric(self, prop: Word) -> bool:
        """Whether a name means a data property, and no role."""
        has = self.names.glossary.has
        return has("data", prop) and not has("role", prop)

    def _placed(self, prop: Word, name: Word) -> Concept:
        """Return what is some number, of a set that the listing does not define."""
        iri = self.names.iri("data", prop)
        defined = {text: FuzzySet(text, one.shape) for text, one in self.sets.items()}
        found = self.names.glossary.fuzzy_set(iri, name.text, defined, self.parameters)
        if found is None:
            near = did_you_mean(name.text, self.sets)
            raise _error(name, f"there is no fuzzy set {name.text!r} in the listing.{near}")
        return Concept((FuzzyValue(iri, found),))
