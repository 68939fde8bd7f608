"""Inclusions that somebody wants to add to an ontology: new, already entailed, or contradictory."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from owlboost.ontology.language.axioms import Axiom, Ontology, SubClassOf
from owlboost.ontology.language.expressions import Class, ClassExpression
from owlboost.ontology.reasoning.questions import Questions, Reply
from owlboost.ontology.reasoning.reasoners import Reasoner


class AxiomStanding(StrEnum):
    """How an axiom stands to an ontology."""

    NEW = "new"
    ENTAILED = "entailed"
    CONTRADICTORY = "contradictory"
    OPEN = "not decided"


@dataclass(frozen=True, slots=True)
class Finding:
    """How an axiom stands to an ontology, and why."""

    standing: AxiomStanding
    why: str = ""


@dataclass(frozen=True, slots=True)
class Additions:
    """Compares inclusions in a class with all that an ontology says.

    An inclusion is contradictory if nothing can satisfy the ontology and it, or if nothing could
    satisfy its body any longer. Of several that only together contradict the ontology, the last
    one does.
    """

    ontology: Ontology
    reasoner: Reasoner = "structural"
    timeout: float | None = None

    def findings(self, bodies: Sequence[ClassExpression], head: str) -> list[Finding]:
        """Tell how each inclusion of a class expression in a named class stands to the ontology."""
        if head not in self.ontology.signature.classes:
            return [Finding(AxiomStanding.NEW) for _ in bodies]  # nobody else speaks of the class
        questions = self._questions()
        entailed = questions.implied(bodies, head)
        clashes = self._clashes(bodies, head)
        return [_finding(*pair) for pair in zip(entailed, clashes, strict=True)]

    def contradicted(self, axiom: Axiom) -> Reply:
        """Tell whether the ontology contradicts an axiom."""
        return self._questions().contradicted([axiom])

    def _questions(self) -> Questions:
        return Questions(self.ontology, self.reasoner, self.timeout)

    def _clashes(self, bodies: Sequence[ClassExpression], head: str) -> list[Reply]:
        questions = self._questions()
        axioms = [SubClassOf(body, Class(head)) for body in bodies]
        together = questions.contradicted(axioms)
        if not together.yes:
            empty = questions.unsatisfiable(bodies, axioms)
            return [one if one.yes else _undecided(together, one) for one in empty]
        kept: list[Axiom] = []
        found = []
        for axiom in axioms:
            answer = questions.contradicted([*kept, axiom])
            found.append(answer)
            if not answer.yes:
                kept.append(axiom)
        return found


def _undecided(first: Reply, second: Reply) -> Reply:
    return first if first.yes is None else second


def _finding(entailed: Reply, clash: Reply) -> Finding:
    if entailed.yes:
        return Finding(AxiomStanding.ENTAILED, entailed.why)
    if clash.yes:
        return Finding(AxiomStanding.CONTRADICTORY, clash.why)
    if entailed.yes is None or clash.yes is None:
        return Finding(AxiomStanding.OPEN, clash.why or entailed.why)
    return Finding(AxiomStanding.NEW)
