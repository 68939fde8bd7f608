"""Why something follows: the fewest statements that the structural reasoner needs for it.

They are found by leaving out statements one by one, so that the result does not depend on how the
reasoner works. The search begins with those that the reasoner met on its way to the fact. Where
these are not all that it takes, it begins near the individual and goes on as far as it must.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import Any

from owlboost.errors import InconsistentError
from owlboost.model.lexicon import Lexicon
from owlboost.model.vocabulary import Names
from owlboost.ontology.language.axioms import (
    Assertion,
    Axiom,
    DifferentIndividuals,
    Ontology,
    SubClassOf,
)
from owlboost.ontology.language.expressions import Class, ClassExpression
from owlboost.ontology.language.locality import goals_first, layers
from owlboost.ontology.language.selections import (
    DataAssertion,
    RoleAssertion,
    Selections,
    Statement,
    strings_of,
)
from owlboost.ontology.reasoning.minimal_sets import minimal_set, minimal_sets
from owlboost.ontology.reasoning.structural import derive_from
from owlboost.ontology.reasoning.tracing import trace_from
from owlboost.ontology.writing.sentences import sentences

_GOAL = "urn:owlboost:why#it"
"""A class for what is asked, if it has no name."""

_WORK = 4_000
"""How many statements are reasoned over, again and again, for more than one justification."""

_LARGE = 4
"""The part of all statements from which on it pays to ask all of them first."""

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
    whole, iri, fixed = ontology, _GOAL, frozenset[int]()
    if isinstance(expression, Class):
        iri = expression.iri
    else:
        whole = _with_goal(ontology, SubClassOf(expression, Class(_GOAL)))
        fixed = frozenset([len(ontology.axioms)])
    known = trace_from(whole)
    if known.error is not None:
        raise known.error
    if not known.belongs(individual, iri):
        return ()
    traced = known.behind_member(individual, iri)
    return _Search(whole, individual, iri, fixed, traced).smallest(most)


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
    known = trace_from(ontology)
    if known.error is None:
        return ()
    traced = known.behind_contradiction()
    return _Search(ontology, known.error.individual, None, frozenset(), traced).smallest(most)


def _with_goal(ontology: Ontology, axiom: Axiom) -> Ontology:
    """Return the ontology with an axiom about the goal; all classes keep their numbers."""
    signature = ontology.signature
    return replace(
        ontology,
        signature=replace(signature, classes=Names([*signature.classes, _GOAL])),
        axioms=(*ontology.axioms, axiom),
    )


class _TooMuchWorkError(Exception):
    """More was reasoned over than is allowed."""


class _Search:
    """Looks for justifications of a membership, or of a contradiction if there is no class."""

    def __init__(
        self,
        whole: Ontology,
        individual: str | None,
        iri: str | None,
        fixed: frozenset[int],
        traced: Iterable[Statement],
    ) -> None:
        self._stated = Selections(whole)
        self._traced = [one for one in self._stated.numbers(traced) if one not in fixed]
        self._individual = individual
        self._iri = iri
        self._fixed = fixed
        self._all = frozenset(range(len(self._stated))) - fixed
        self._known_rings: list[list[int]] = []
        self._new_rings = self._made_rings()
        self._answers: dict[frozenset[int], bool] = {}
        self._left: int | None = None

    def smallest(self, most: int) -> tuple[Justification, ...]:
        found = map(self._justification, islice(self._found(), most * _LOOKED_AT))
        return tuple(sorted(found, key=lambda one: (len(one), one.lines()))[:most])

    def _found(self) -> Iterator[frozenset[int]]:
        try:
            for found in minimal_sets(self._find):
                yield found
                if self._left is None:
                    self._left = _WORK
        except _TooMuchWorkError:
            return

    def _find(self, without: frozenset[int]) -> frozenset[int] | None:
        """Return a minimal set without some statements: from near by, if there is one."""
        for ring in self._rings():
            if len(ring) * _LARGE > len(self._all) and not self._follows(self._all - without):
                return None
            candidates = [number for number in ring if number not in without]
            if self._follows(frozenset(candidates)):
                return minimal_set(candidates, self._follows)
        return None

    def _follows(self, numbers: frozenset[int]) -> bool:
        known = self._answers.get(numbers)
        if known is None:
            if self._left is not None:
                self._left -= len(numbers)
                if self._left < 0:
                    raise _TooMuchWorkError
            known = self._answers[numbers] = self._derived(numbers)
        return known

    def _derived(self, numbers: frozenset[int]) -> bool:
        names = [name for name in (self._individual, self._iri) if name is not None]
        part = self._stated.ontology(numbers | self._fixed, names if self._iri else ())
        try:
            found = derive_from(part)
        except InconsistentError:
            return self._iri is None
        if self._individual is None or self._iri is None:
            return False
        return found.belongs(self._individual, self._iri)

    def _rings(self) -> Iterator[list[int]]:
        """Yield what the reasoner met; what is near the individual, and less near; then all.

        With each ring one more layer of axioms is added. It begins with what the ring before has.
        """
        yield from self._known_rings
        for ring in self._new_rings:
            self._known_rings.append(ring)
            yield ring

    def _made_rings(self) -> Iterator[list[int]]:
        yield self._traced
        if not self._follows(frozenset(self._traced)):
            yield self._with_terminology(self._traced)
        last: list[int] = []
        for numbers in chain(self._near(), [sorted(self._all)]):
            last = [one for one in dict.fromkeys([*last, *numbers]) if one not in self._fixed]
            yield last

    def _with_terminology(self, numbers: list[int]) -> list[int]:
        """Return some statements and all axioms that may tell something of what they mention."""
        names = {*strings_of(self._stated[number] for number in numbers)}
        axioms = [axiom for _, axiom in self._terminology]
        places = chain.from_iterable(layers(axioms, names))
        told = (self._terminology[place][0] for place in places)
        return [one for one in dict.fromkeys([*numbers, *told]) if one not in self._fixed]

    def _near(self) -> Iterator[list[int]]:
        """Yield what is said of the individual and more and more of its neighbours.

        Of the axioms come those of chains from there to the class, the shortest first; neighbours
        and longer chains are taken in turn.
        """
        people = set[str]() if self._individual is None else {self._individual}
        length, longest, reached = 2, 2, -1
        while len(people) > reached or length <= longest:
            facts = self._facts_about(people)
            names = {*people, *strings_of(self._stated[number] for number in facts)}
            lengths = self._chain_lengths(names)
            longest = max(lengths.values(), default=0)
            for most in (length, length + 1):
                yield [*facts, *(number for number, long in lengths.items() if long <= most)]
            length += 1
            reached, people = len(people), self._stated.neighbours(people)

    def _chain_lengths(self, names: set[str]) -> dict[int, int]:
        """For the axioms that apply, how long the shortest chain is that may take them."""
        found = layers([axiom for _, axiom in self._terminology], names)
        return {
            self._terminology[place][0]: depth + self._distances.get(place, 0)
            for depth, layer in enumerate(found, start=1)
            for place in layer
            if self._iri is None or place in self._distances
        }

    @cached_property
    def _distances(self) -> dict[int, int]:
        """Axioms that may lead to the class → how many of them it takes to get there."""
        if self._iri is None:
            return {}
        found = goals_first([axiom for _, axiom in self._terminology], {self._iri})
        return {place: depth for depth, layer in enumerate(found, start=1) for place in layer}

    def _facts_about(self, people: set[str]) -> list[int]:
        """Return the assertions about some individuals; that many differ, if all are among them."""
        found = self._stated.facts_about(people)
        for number, axiom in enumerate(self._stated.whole.axioms):
            about = self._stated.people_of(number)
            if isinstance(axiom, DifferentIndividuals):
                if about <= people:
                    found.append(number)
            elif isinstance(axiom, Assertion) and not about.isdisjoint(people):
                found.append(number)
        return found

    @cached_property
    def _terminology(self) -> list[tuple[int, Axiom]]:
        axioms = enumerate(self._stated.whole.axioms)
        return [(number, axiom) for number, axiom in axioms if not isinstance(axiom, Assertion)]

    def _justification(self, numbers: frozenset[int]) -> Justification:
        stated = [self._stated[number] for number in sorted(numbers)]
        assertions = [one for one in stated if isinstance(one, _ASSERTIONS)]
        axioms = [one for one in stated if not isinstance(one, _ASSERTIONS)]
        places = list(chain.from_iterable(layers(axioms, {*strings_of(assertions)})))
        ordered = [*places, *(place for place in range(len(axioms)) if place not in places)]
        return Justification((*assertions, *(axioms[place] for place in ordered)))
