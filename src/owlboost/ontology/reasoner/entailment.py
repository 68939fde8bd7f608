"""Entailment: whether axioms are new, entailed, contradictory, or undecided."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from owlboost.errors import InconsistentError, Message, ReasonerError
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.reasoner.clashes import INCONSISTENT
from owlboost.ontology.reasoner.hermit import complete
from owlboost.ontology.reasoner.incompleteness import REMEDY
from owlboost.ontology.reasoner.reason import Exploration, Reasoner, explore
from owlboost.ontology.vocabulary import RDFS_LITERAL
from owlboost.runtime.names import Names


@dataclass(frozen=True, slots=True)
class Reply:
    """A reasoner's reply: yes, no, or None if undecided; and why."""

    yes: bool | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions to the structural reasoner, and to HermiT if needed.

    HermiT is asked what the structural reasoner leaves open, if it may be asked.
    """

    ontology: Ontology
    reasoner: Reasoner = "structural"
    timeout: float | None = None

    def contradicted(self, axioms: Sequence[ax.Axiom]) -> Reply:
        """Return whether the ontology contradicts further axioms."""
        extended = replace(self.ontology, axioms=(*self.ontology.axioms, *axioms))
        try:
            exploration = explore(extended)
        except InconsistentError as error:
            return Reply(True, _contradiction(error))
        missed = _missed(exploration, self.ontology, axioms)
        if missed is None:
            return Reply(False)
        if self.reasoner == "structural":
            return Reply(None, Message(missed, _REMEDY))
        try:
            complete(extended, timeout=self.timeout)
        except InconsistentError:
            return Reply(True, "HermiT finds a contradiction")
        except ReasonerError as error:
            return Reply(None, str(error).rstrip("."))
        return Reply(False)

    def implied(self, bodies: Sequence[ex.ClassExpression], head: str) -> list[Reply]:
        """Return for each class expression whether the ontology implies it is below a class.

        It is if and only if a thing of which nothing else is known belongs to the class as soon as
        it belongs to the expression; so there is one such thing for each. Other expressions do no
        harm if something is known to belong to them.
        """
        names = list(_new_names(self.ontology.signature.individuals, len(bodies)))
        assertions = [
            ax.ClassAssertion(name, ex.And((body, *_some_values(body))))
            for name, body in zip(names, bodies, strict=True)
        ]
        try:
            return self._memberships(self._with(names, assertions), names, assertions, head)
        except InconsistentError:
            if len(bodies) == 1:
                return [Reply(True, "nothing can satisfy it")]
            return [answer for body in bodies for answer in self.implied([body], head)]

    def unsatisfiable(
        self, bodies: Sequence[ex.ClassExpression], axioms: Sequence[ax.Axiom] = ()
    ) -> list[Reply]:
        """Return for each class expression whether it is unsatisfiable.

        ``axioms`` are added to the ontology before.
        """
        names = list(_new_names(self.ontology.signature.individuals, len(bodies)))
        members = map(ax.ClassAssertion, names, bodies)
        answer = replace(self, ontology=self._with(names, [])).contradicted([*axioms, *members])
        if not answer.yes or len(bodies) == 1:
            return [answer for _ in bodies]
        return [reply for body in bodies for reply in self.unsatisfiable([body], axioms)]

    def _with(self, names: list[str], assertions: list[ax.ClassAssertion]) -> Ontology:
        """Return the ontology with new anonymous individuals; all others keep their numbers."""
        signature = self.ontology.signature
        return replace(
            self.ontology,
            signature=replace(signature, individuals=Names([*signature.individuals, *names])),
            axioms=(*self.ontology.axioms, *assertions),
        )

    def _memberships(
        self, extended: Ontology, names: list[str], assertions: list[ax.ClassAssertion], head: str
    ) -> list[Reply]:
        exploration = explore(extended)
        inside = [exploration.belongs(name, head) for name in names]
        missed = None if all(inside) else _missed(exploration, self.ontology, assertions)
        if missed is None:
            return [Reply(yes) for yes in inside]
        if self.reasoner == "structural":
            return [_or_open(yes, Message(missed, _REMEDY)) for yes in inside]
        try:
            completed = complete(extended, timeout=self.timeout)
        except ReasonerError as error:
            return [_or_open(yes, str(error).rstrip(".")) for yes in inside]
        completed_exploration = explore(completed)
        silent = [remark for remark in completed.remarks if remark.code == "hermit-anonymous"]
        inside = [completed_exploration.belongs(name, head) for name in names]
        return [_or_open(yes, silent[0].message) if silent else Reply(yes) for yes in inside]


_REMEDY = Message(*REMEDY.parts[:-1])
"""The remedy of remarks without its last words."""


def _or_open(yes: bool, why: str) -> Reply:
    return Reply(True) if yes else Reply(None, why)


def _contradiction(error: InconsistentError) -> str:
    return str(error).removeprefix(INCONSISTENT).rstrip(".")


def _new_names(names: Names, count: int) -> Iterator[str]:
    """Yield unused names of anonymous individuals.

    They are last in the order.
    """
    prefix = "_:~"
    while any(name.startswith(prefix) for name in names):
        prefix += "~"
    return (f"{prefix}{number:06}" for number in range(count))


def _some_values(body: ex.ClassExpression) -> Iterator[ex.DataSome]:
    """Yield the values that restrictions at the root imply."""
    parts = body.parts if isinstance(body, ex.And) else (body,)
    for part in parts:
        if isinstance(part, ex.DataSome):
            yield ex.DataSome(part.property, ex.Datatype(RDFS_LITERAL))


def _missed(
    exploration: Exploration, ontology: Ontology, additions: Iterable[object]
) -> str | None:
    """Return the reason why something may be missed, or None."""
    if exploration.remarks:
        code = exploration.remarks[0].code
        return f"the structural reasoner may have missed something ({code})"
    properties = {
        part.property for part in ax.walk(tuple(additions)) if isinstance(part, ex.DataRestriction)
    }
    if properties and any(_compares(axiom, properties.__contains__) for axiom in ontology.axioms):
        return "the structural reasoner does not compare ranges of data values with each other"
    return None


def _compares(axiom: ax.Axiom, is_mentioned: Callable[[str], bool]) -> bool:
    """Whether an axiom compares data values.

    It does if it says more of data properties than that they are functional, and the like.
    """
    match axiom:
        case ax.DataDomain(_, domain):
            return any(isinstance(part, ex.DataRestriction) for part in ax.walk(domain))
        case ax.FunctionalData() | ax.DataPropertyRange(_, ex.Datatype()):
            return False
        case _:
            return any(isinstance(part, ex.DataRestriction) for part in ax.walk(axiom)) or any(
                map(is_mentioned, ax.strings_in(axiom))
            )


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
    """Comparison of inclusions with an ontology.

    An inclusion is contradictory if nothing can satisfy the ontology and it, or if nothing could
    satisfy its body any longer. Of several that only together contradict the ontology, the last
    one does.
    """

    ontology: Ontology
    reasoner: Reasoner = "structural"
    timeout: float | None = None

    def findings(self, bodies: Sequence[ex.ClassExpression], head: str) -> list[Finding]:
        """Compare inclusions in a named class with the ontology.

        There is one for each class expression.
        """
        if head not in self.ontology.signature.classes:
            return [Finding(AxiomStanding.NEW) for _ in bodies]  # no axiom mentions the class
        questions = self._questions()
        entailed = questions.implied(bodies, head)
        clashes = self._clashes(bodies, head)
        return [_finding(*pair) for pair in zip(entailed, clashes, strict=True)]

    def contradicted(self, axiom: ax.Axiom) -> Reply:
        """Return whether the ontology contradicts an axiom."""
        return self._questions().contradicted([axiom])

    def _questions(self) -> Questions:
        return Questions(self.ontology, self.reasoner, self.timeout)

    def _clashes(self, bodies: Sequence[ex.ClassExpression], head: str) -> list[Reply]:
        questions = self._questions()
        axioms = [ax.SubClassOf(body, ex.Class(head)) for body in bodies]
        together = questions.contradicted(axioms)
        if not together.yes:
            empty = questions.unsatisfiable(bodies, axioms)
            return [reply if reply.yes else _undecided(together, reply) for reply in empty]
        consistent: list[ax.Axiom] = []
        replies = []
        for axiom in axioms:
            answer = questions.contradicted([*consistent, axiom])
            replies.append(answer)
            if not answer.yes:
                consistent.append(axiom)
        return replies


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
