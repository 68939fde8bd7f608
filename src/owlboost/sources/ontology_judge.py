"""The judge of hypotheses by an ontology: contradicted, or redundant."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Flag, auto

import numpy as np

from owlboost.concepts.concept import Concept
from owlboost.concepts.evaluation import Semantics, keeps_support, reach
from owlboost.concepts.hypothesis import Hypothesis, Inclusion, RuleSet, iris_used
from owlboost.concepts.text import manchester, people
from owlboost.data.vocabulary import Lexicon
from owlboost.models.verdicts import HOLDS, Verdict, arguing, idle, satisfied
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.reasoner.entailment import Questions, Reply
from owlboost.ontology.reasoner.reason import Reasoner
from owlboost.sources.crisp_expressions import Cut, crisp, meanings
from owlboost.sources.ontology_values import timelines


class Polarity(Flag):
    """The ways in which a class occurs in axioms.

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


def polarity(axioms: Iterable[ax.Axiom], classes: Collection[str]) -> Polarity:
    """Return the polarity of classes in axioms, plain assertions (`Facts`) aside.

    Examples
    --------
    >>> good, cheap, hostel = ex.Class("Good"), ex.Class("Cheap"), ex.Class("Hostel")
    >>> polarity([ax.SubClassOf(cheap, good)], ["Good"]).name
    'FILLED'
    >>> polarity([ax.DisjointClasses((good, hostel))], ["Good"]).name
    'LIMITED'
    """
    total = Polarity.ABSENT
    for axiom in axioms:
        total |= _axiom_polarity(axiom, classes)
    return total


def may_be_everything(axioms: Sequence[ax.Axiom], iri: str) -> bool:
    """Whether every model remains one if a class holds everything.

    The classes that axioms state to be above it then hold all things, too. False if an axiom
    limits one of these in any other way, even if that would do no harm.

    Examples
    --------
    >>> above = ax.SubClassOf(ex.Class("Good"), ex.Class("Hotel"))
    >>> may_be_everything([above], "Good")
    True
    >>> may_be_everything([above, ax.DisjointClasses((ex.Class("Hotel"), ex.Class("Bar")))], "Good")
    False
    """
    grown = {iri}
    while True:
        limiting = [axiom for axiom in axioms if Polarity.LIMITED in _axiom_polarity(axiom, grown)]
        uppers = {
            part
            for axiom in limiting
            if isinstance(axiom, ax.SubClassOf)
            for part in ax.conjuncts(axiom.upper)
        }
        uppers.discard(ex.Class(ex.THING))
        names = {
            part.iri for part in uppers if isinstance(part, ex.Class) and part.iri != ex.NOTHING
        }
        if len(names) < len(uppers) or not all(
            isinstance(axiom, ax.SubClassOf) for axiom in limiting
        ):
            return False
        if names <= grown:
            return True
        grown |= names


def _axiom_polarity(axiom: ax.Axiom, iris: Collection[str]) -> Polarity:  # noqa: PLR0911 - one per case
    match axiom:
        case ax.SubClassOf(lower, upper):
            return _expression_polarity(lower, iris).turned | _expression_polarity(upper, iris)
        case ax.DisjointClasses(classes):
            return _expression_polarity(ex.And(classes), iris).turned
        case ax.EquivalentClasses(classes):
            return _both_if_any(_expression_polarity(ex.And(classes), iris))
        case ax.DisjointUnion(name, classes):
            return _both_if_any(_expression_polarity(ex.And((ex.Class(name), *classes)), iris))
        case ax.HasKey(expression, _, _):
            return _expression_polarity(expression, iris).turned
        case (
            ax.RoleDomain(_, expression)
            | ax.RoleRange(_, expression)
            | ax.DataDomain(_, expression)
            | ax.ClassAssertion(_, expression)
        ):
            return _expression_polarity(expression, iris)
        case _:
            return Polarity.ABSENT


def _expression_polarity(expression: ex.ClassExpression, iris: Collection[str]) -> Polarity:  # noqa: PLR0911 - one per case
    match expression:
        case ex.Class(name):
            return Polarity.FILLED if name in iris else Polarity.ABSENT
        case ex.And(parts) | ex.Or(parts):
            total = Polarity.ABSENT
            for part in parts:
                total |= _expression_polarity(part, iris)
            return total
        case ex.Not(inner):
            return _expression_polarity(inner, iris).turned
        case ex.Some(_, filler) | ex.Only(_, filler) | ex.Cardinality("min", _, _, filler):
            return _expression_polarity(filler, iris)
        case ex.Cardinality("max", _, _, filler):
            return _expression_polarity(filler, iris).turned
        case ex.Cardinality(_, _, _, filler):
            return _both_if_any(_expression_polarity(filler, iris))
        case _:
            return Polarity.ABSENT


def _both_if_any(occurrence: Polarity) -> Polarity:
    return Polarity.BOTH if occurrence else Polarity.ABSENT


def is_entangled(axiom: ax.Axiom, iri: str) -> bool:
    """Whether an axiom compares degrees of a class with its complement's.

    It mentions the class twice, and negates or bounds something: between 0 and 1 it may then hold
    although it does not for 0 and 1 alone, as ``A ⊑ ¬A`` does if A is ½ everywhere.

    Examples
    --------
    >>> is_entangled(ax.SubClassOf(ex.Class("A"), ex.Not(ex.Class("A"))), "A")
    True
    >>> is_entangled(ax.SubClassOf(ex.Class("B"), ex.Not(ex.Class("A"))), "A")
    False
    """
    parts = list(ax.walk(axiom))
    mentions = sum(
        isinstance(part, ex.Class | ax.DisjointUnion) and part.iri == iri for part in parts
    )
    return mentions > 1 and any(
        isinstance(part, ex.Not) or (isinstance(part, ex.Cardinality) and part.kind != "min")
        for part in parts
    )


@dataclass(frozen=True, slots=True)
class OntologyJudge:
    """A judge of hypotheses by a whole ontology (mathematics §20).

    The ontology itself is taken to be consistent: nothing is learned from one that is not.
    """

    ontology: Ontology
    reasoner: Reasoner = "structural"
    timeout: float | None = None
    lexicon: Lexicon = field(default_factory=Lexicon)
    """The labels of things in reasons."""

    def consistent(self, hypothesis: Hypothesis, target: str, semantics: Semantics) -> Verdict:
        """Judge whether the ontology and the hypothesis together have a model."""
        if not self._has(target) or may_be_everything(self.ontology.axioms, target):
            return HOLDS
        bounds = reach(hypothesis, semantics)
        most = self._into(target, bounds.most, Cut.SUPPORT)
        if not most:
            return HOLDS
        questions = self._questions()
        answer = questions.contradicted(most)
        if answer.yes is False:
            return HOLDS
        least = self._into(target, bounds.least, Cut.CORE if bounds.full else Cut.SUPPORT)
        if least != most:
            sure = questions.contradicted(least) if least else Reply(False)
            answer = _between(answer, sure)
        if answer.yes and self._is_entangled(target):
            return Verdict(None, self._entangled(target))
        return Verdict(False if answer.yes else None, answer.why)

    def non_redundant(self, hypothesis: Hypothesis, target: str, semantics: Semantics) -> Verdict:
        """Judge whether the ontology entails no axiom of the hypothesis."""
        verdict = idle(hypothesis, semantics)
        if verdict is not None:
            return verdict
        if not self._has(target) or self._may_be_empty(target):
            return satisfied(hypothesis, self.lexicon)
        bodies = list(dict.fromkeys(inclusion.body for inclusion in arguing(hypothesis)))
        answers = self._implied(bodies, target, Cut.SUPPORT)
        for body, answer in zip(bodies, answers, strict=True):
            if answer.yes and not self._is_entangled(target):
                return Verdict(False, f"the ontology implies {self._rule(body, target)}")
            if answer.yes:
                return Verdict(None, self._entangled(target))
        if not keeps_support(semantics):
            answers += self._implied(bodies, target, Cut.CORE)
        undecided = [answer for answer in answers if answer.yes is not False]
        return Verdict(None, undecided[0].why) if undecided else HOLDS

    def _rule(self, body: Concept, target: str) -> str:
        """Write a rule with labels."""
        names = self.lexicon.only([target, *iris_used(RuleSet((Inclusion(body),)))])
        layout = people(names)
        return f"{manchester(body, layout)} SubClassOf {layout.written('class', target)}"

    def _entangled(self, target: str) -> str:
        name = self.lexicon.name(target)
        return f"an axiom compares degrees of {name} with degrees of its complement"

    def _has(self, target: str) -> bool:
        return target in self.ontology.signature.classes

    def _may_be_empty(self, target: str) -> bool:
        """Whether nothing puts things into the target."""
        number = self.ontology.signature.classes.id(target)
        stated = bool(np.any(self.ontology.facts.type_classes == number))
        return not stated and Polarity.FILLED not in polarity(self.ontology.axioms, [target])

    def _is_entangled(self, target: str) -> bool:
        return any(is_entangled(axiom, target) for axiom in self.ontology.axioms)

    def _questions(self) -> Questions:
        return Questions(self.ontology, self.reasoner, self.timeout)

    def _into(self, target: str, bodies: Iterable[Concept], cut: Cut) -> list[ax.SubClassOf]:
        return [ax.SubClassOf(body, ex.Class(target)) for body in self._crisp(bodies, cut)]

    def _implied(self, bodies: Iterable[Concept], target: str, cut: Cut) -> list[Reply]:
        return self._questions().implied(self._crisp(bodies, cut), target)

    def _crisp(self, bodies: Iterable[Concept], cut: Cut) -> list[ex.ClassExpression]:
        literals, times = meanings(self.ontology), timelines(self.ontology)
        return [crisp(body, cut, literals, times) for body in bodies]


def _between(most: Reply, least: Reply) -> Reply:
    """Combine replies about the upper and the lower bound of a hypothesis."""
    if least.yes:
        return least
    if most.yes:
        return Reply(None, "it depends on how far rules for and against the target hold together")
    return most
