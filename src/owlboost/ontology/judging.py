"""An ontology as the judge of hypotheses: whether they contradict it, or say nothing new."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from owlboost.model.concepts import Concept
from owlboost.model.hypotheses import Hypothesis, Inclusion, RuleSet, iris_used
from owlboost.model.lexicon import Lexicon
from owlboost.model.reach import keeps_support, reach
from owlboost.model.semantics import Semantics
from owlboost.model.text import manchester, people
from owlboost.model.verdicts import HOLDS, Verdict, arguing, idle, satisfied
from owlboost.ontology.hulls import Cut, crisp, meanings
from owlboost.ontology.language.axioms import Ontology, SubClassOf
from owlboost.ontology.language.expressions import Class, ClassExpression
from owlboost.ontology.language.polarity import (
    Polarity,
    is_entangled,
    may_be_everything,
    polarity,
)
from owlboost.ontology.reasoning.questions import Questions, Reply
from owlboost.ontology.reasoning.reasoners import Reasoner
from owlboost.ontology.timelines import timelines


@dataclass(frozen=True, slots=True)
class OntologyJudge:
    """Compares hypotheses with all that an ontology says, the target included (mathematics §20).

    The ontology itself is taken to be consistent: nothing is learned from one that is not.
    """

    ontology: Ontology
    reasoner: Reasoner = "structural"
    timeout: float | None = None
    lexicon: Lexicon = field(default_factory=Lexicon)
    """What it calls things when it tells why."""

    def consistent(self, hypothesis: Hypothesis, target: str, semantics: Semantics) -> Verdict:
        """Tell whether the ontology and the hypothesis together have a model."""
        if not self._has(target) or may_be_everything(self.ontology.axioms, target):
            return HOLDS
        found = reach(hypothesis, semantics)
        most = self._into(target, found.most, Cut.SUPPORT)
        if not most:
            return HOLDS
        questions = self._questions()
        answer = questions.contradicted(most)
        if answer.yes is False:
            return HOLDS
        least = self._into(target, found.least, Cut.CORE if found.full else Cut.SUPPORT)
        if least != most:
            sure = questions.contradicted(least) if least else Reply(False)
            answer = _between(answer, sure)
        if answer.yes and self._is_entangled(target):
            return Verdict(None, self._entangled(target))
        return Verdict(False if answer.yes else None, answer.why)

    def non_redundant(self, hypothesis: Hypothesis, target: str, semantics: Semantics) -> Verdict:
        """Tell whether the ontology entails no axiom of the hypothesis."""
        settled = idle(hypothesis, semantics)
        if settled is not None:
            return settled
        if not self._has(target) or self._may_be_empty(target):
            return satisfied(hypothesis, self.lexicon)
        bodies = list(dict.fromkeys(one.body for one in arguing(hypothesis)))
        answers = self._implied(bodies, target, Cut.SUPPORT)
        for body, answer in zip(bodies, answers, strict=True):
            if answer.yes and not self._is_entangled(target):
                return Verdict(False, f"the ontology implies {self._rule(body, target)}")
            if answer.yes:
                return Verdict(None, self._entangled(target))
        if not keeps_support(semantics):
            answers += self._implied(bodies, target, Cut.CORE)
        open_ = [answer for answer in answers if answer.yes is not False]
        return Verdict(None, open_[0].why) if open_ else HOLDS

    def _rule(self, body: Concept, target: str) -> str:
        """Write a rule with the names that people know."""
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

    def _into(self, target: str, bodies: Iterable[Concept], cut: Cut) -> list[SubClassOf]:
        return [SubClassOf(body, Class(target)) for body in self._crisp(bodies, cut)]

    def _implied(self, bodies: Iterable[Concept], target: str, cut: Cut) -> list[Reply]:
        return self._questions().implied(self._crisp(bodies, cut), target)

    def _crisp(self, bodies: Iterable[Concept], cut: Cut) -> list[ClassExpression]:
        known, times = meanings(self.ontology), timelines(self.ontology)
        return [crisp(body, cut, known, times) for body in bodies]


def _between(most: Reply, least: Reply) -> Reply:
    """Combine whether all that may be said is contradicted with whether what surely is said is."""
    if least.yes:
        return least
    if most.yes:
        return Reply(None, "it depends on how far rules for and against the target hold together")
    return most
