"""Why something follows: the fewest statements that the structural reasoner needs for it.

They are found by leaving out statements one by one, so that the result does not depend on how the
reasoner works (:mod:`.justification_search`); its trace (:mod:`.tracing`) only says where to begin.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import Any

from owlboost.model.lexicon import Lexicon
from owlboost.model.vocabulary import Names
from owlboost.ontology.language.axioms import Assertion, Ontology, SubClassOf
from owlboost.ontology.language.expressions import Class, ClassExpression, HasValue, Role
from owlboost.ontology.language.locality import layers
from owlboost.ontology.language.selections import (
    DataAssertion,
    RoleAssertion,
    Selections,
    Statement,
    strings_of,
)
from owlboost.ontology.reasoning.justification_search import JustificationSearch, Question
from owlboost.ontology.reasoning.tracing import Tracing, trace_from
from owlboost.ontology.writing.sentences import sentences

_GOAL = "urn:owlboost:why#it"
"""A class for what is asked, if it has no name."""

_LOOKED_AT = 4
"""How many justifications are looked for, for each one that is shown."""


@dataclass(frozen=True, slots=True)
class Justification:
    """Statements from which something follows; without any one of them, it does not.

    Attributes
    ----------
    statements
        Assertions first, then axioms, each after those that it builds on.
    lexicon
        What people call things.

    Examples
    --------
    >>> from owlboost.ontology.language.axioms import ClassAssertion
    >>> tom = ClassAssertion("urn:tom", Class("urn:Cat"))
    >>> print(Justification((tom, SubClassOf(Class("urn:Cat"), Class("urn:Pet")))))
    tom Type Cat
    Cat SubClassOf Pet
    """

    statements: tuple[Statement, ...]
    lexicon: Lexicon = field(default_factory=Lexicon, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.statements)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Return each statement in Manchester syntax, with labels or short names."""
        return sentences(self.statements, self.lexicon)

    @property
    def is_stated(self) -> bool:
        """Whether it takes assertions only, and no axiom."""
        return all(isinstance(one, _ASSERTIONS) for one in self.statements)

    def as_json(self) -> dict[str, Any]:
        """Return the statements as JSON values."""
        return {"statements": self.lines()}


_ASSERTIONS = Assertion | RoleAssertion | DataAssertion


class Justifier:
    """Tells why something follows from an ontology that is reasoned over once.

    Parameters
    ----------
    ontology
        As read.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.ontology.language.axioms import Facts, Signature
    >>> none, one = np.empty(0, np.int32), np.zeros(1, np.int32)
    >>> names = Signature(Names(["urn:Cat", "urn:Pet"]), individuals=Names(["urn:tom"]))
    >>> facts = Facts(one, one, none, none, none, none, none, none, ())
    >>> axioms = (SubClassOf(Class("urn:Cat"), Class("urn:Pet")),)
    >>> print(*Justifier(Ontology("", names, axioms, facts)).member("urn:tom", "urn:Pet"))
    tom Type Cat
    Cat SubClassOf Pet
    """

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology

    @cached_property
    def _known(self) -> Tracing:
        return trace_from(self._ontology)

    @property
    def _consistent(self) -> Tracing:
        if self._known.error is not None:
            raise self._known.error
        return self._known

    def member(self, individual: str, iri: str, most: int = 3) -> tuple[Justification, ...]:
        """Return why an individual belongs to a named class; nothing if that is not derived.

        Parameters
        ----------
        individual, iri
            By IRI.
        most
            How many reasons to return, the smallest first.

        Raises
        ------
        InconsistentError
            If the ontology contradicts itself.
        """
        known = self._consistent
        if not known.belongs(individual, iri):
            return ()
        traced = known.behind_member(individual, iri)
        question = Question(self._ontology, individual, iri, traced, known.state.n_facts)
        return _smallest(question, most)

    def filler(
        self, role: str, subject: str, object_: str, most: int = 3
    ) -> tuple[Justification, ...]:
        """Return why two individuals are related by a named role; nothing if it is not derived.

        Parameters
        ----------
        role, subject, object_
            By IRI.
        most
            How many reasons to return, the smallest first.

        Raises
        ------
        InconsistentError
            If the ontology contradicts itself.
        """
        known = self._consistent
        if not known.related(role, subject, object_):
            return ()
        traced = known.behind_filler(role, subject, object_)
        whole = _with_goal(self._ontology, HasValue(Role(role), object_))
        fixed = frozenset([len(self._ontology.axioms)])
        question = Question(whole, subject, _GOAL, traced, known.state.n_facts, fixed)
        return _smallest(question, most)

    def contradiction(self, most: int = 3) -> tuple[Justification, ...]:
        """Return why the ontology contradicts itself; nothing if that is not derived.

        Parameters
        ----------
        most
            How many reasons to return, the smallest first.
        """
        known = self._known
        if known.error is None:
            return ()
        traced = known.behind_contradiction()
        about = known.error.individual
        return _smallest(Question(self._ontology, about, None, traced, known.state.n_facts), most)


def why_member(
    ontology: Ontology, individual: str, expression: ClassExpression, most: int = 3
) -> tuple[Justification, ...]:
    """Return why an individual belongs to a class, the smallest reasons first; none if it does not.

    Parameters
    ----------
    ontology
        As read.
    individual
        By IRI.
    expression
        The class, named or compound.
    most
        How many reasons to return. If the ontology is large, there may be more and smaller ones.

    Raises
    ------
    InconsistentError
        If the ontology contradicts itself.
    """
    if isinstance(expression, Class):
        return Justifier(ontology).member(individual, expression.iri, most)
    whole = _with_goal(ontology, expression)
    known = trace_from(whole)
    if known.error is not None:
        raise known.error
    if not known.belongs(individual, _GOAL):
        return ()
    traced = known.behind_member(individual, _GOAL)
    fixed = frozenset([len(ontology.axioms)])
    return _smallest(Question(whole, individual, _GOAL, traced, known.state.n_facts, fixed), most)


def why_inconsistent(ontology: Ontology, most: int = 3) -> tuple[Justification, ...]:
    """Return why an ontology contradicts itself, the smallest reasons first.

    There is none if the structural reasoner finds no contradiction.

    Parameters
    ----------
    ontology
        As read.
    most
        How many reasons to return. If the ontology is large, there may be more and smaller ones.
    """
    return Justifier(ontology).contradiction(most)


def _with_goal(ontology: Ontology, expression: ClassExpression) -> Ontology:
    """Return the ontology with a class above an expression; all classes keep their numbers."""
    signature, axiom = ontology.signature, SubClassOf(expression, Class(_GOAL))
    return replace(
        ontology,
        signature=replace(signature, classes=Names([*signature.classes, _GOAL])),
        axioms=(*ontology.axioms, axiom),
    )


def _smallest(question: Question, most: int) -> tuple[Justification, ...]:
    stated = Selections(question.whole)
    numbers = islice(JustificationSearch(question, stated).found(), most * _LOOKED_AT)
    found = (_justification(stated, one) for one in numbers)
    return tuple(sorted(found, key=lambda one: (len(one), one.lines()))[:most])


def _justification(stated: Selections, numbers: frozenset[int]) -> Justification:
    told = [stated[number] for number in sorted(numbers)]
    assertions = [one for one in told if isinstance(one, _ASSERTIONS)]
    axioms = [one for one in told if not isinstance(one, _ASSERTIONS)]
    places = list(chain.from_iterable(layers(axioms, {*strings_of(assertions)})))
    ordered = [*places, *(place for place in range(len(axioms)) if place not in places)]
    return Justification((*assertions, *(axioms[place] for place in ordered)))
