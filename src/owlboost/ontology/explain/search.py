"""The search for justifications: statements are left out one by one, beginning with a few.

These are what the reasoner met on its way. Where they are not all that it takes, the search begins
near the individual and goes on as far as it must. If a set of statements has the property looked
for, all that contain it should, too. Where that fails, what is found still has the property, and
loses it with any one of its things.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import Assertion, Axiom, DifferentIndividuals
from owlboost.ontology.locality import goals_first, layers
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.reasoner.reason import derive_from
from owlboost.ontology.statements import Selections, Statement, strings_of

Test = Callable[[frozenset[int]], bool]
"""Whether a set of numbers has the property."""


def minimal_set(candidates: Sequence[int], holds: Test) -> frozenset[int]:
    """Return a set that has the property, and no set without one of its numbers has.

    Halves are left out at once where that is possible (QuickXplain: Junker, AAAI 2004); numbers at
    the front are rather kept.

    Parameters
    ----------
    candidates
        Distinct numbers that together have the property.
    holds
        The property.

    Examples
    --------
    >>> sorted(minimal_set(range(100), {13, 70}.issubset))
    [13, 70]
    """
    if holds(frozenset()):
        return frozenset()
    found = frozenset(_needed((), candidates, holds, is_new=False))
    if not holds(found):  # the property does not only grow
        found = frozenset(candidates)
    while True:
        spare = next((one for one in sorted(found, reverse=True) if holds(found - {one})), None)
        if spare is None:
            return found
        found -= {spare}


def _needed(
    kept: tuple[int, ...], candidates: Sequence[int], holds: Test, *, is_new: bool
) -> tuple[int, ...]:
    """Return what is needed of the candidates beside what is kept.

    ``is_new`` says that something was just added to what is kept, so that it may be enough.
    """
    if is_new and holds(frozenset(kept)):
        return ()
    if len(candidates) == 1:
        return tuple(candidates)
    middle = len(candidates) // 2
    front, back = candidates[:middle], candidates[middle:]
    later = _needed((*kept, *front), back, holds, is_new=True)
    earlier = _needed((*kept, *later), front, holds, is_new=bool(later))
    return (*earlier, *later)


def minimal_sets(
    find: Callable[[frozenset[int]], frozenset[int] | None],
) -> Iterator[frozenset[int]]:
    """Iterate over all minimal sets with a property, if it only grows (Reiter, 1987).

    A further one lacks something of each that is known; so things of the known ones are left out
    in turn, few before many, and what is left is searched.

    Parameters
    ----------
    find
        Returns a minimal set without some numbers, None if there is none.

    Examples
    --------
    >>> known = [frozenset({1, 2}), frozenset({2, 3})]
    >>> def find(without):
    ...     return next((one for one in known if not one & without), None)
    >>> [sorted(one) for one in minimal_sets(find)]
    [[1, 2], [2, 3]]
    """
    known: list[frozenset[int]] = []
    hopeless: list[frozenset[int]] = []
    level: Iterable[frozenset[int]] = [frozenset()]
    while level:
        after: dict[frozenset[int], None] = {}
        for without in level:
            if any(one <= without for one in hopeless):
                continue
            found = next((one for one in known if not one & without), None)
            if found is None:
                found = find(without)
                if found is None:
                    hopeless.append(without)
                    continue
                if found not in known:
                    known.append(found)
                    yield found
            after.update(dict.fromkeys(without | {number} for number in sorted(found)))
        level = after


_WORK = 100_000
"""How many facts are derived, again and again, for more than one justification."""

_LARGE = 4
"""The part of all statements from which on it pays to ask all of them first."""


@dataclass(frozen=True, slots=True)
class Question:
    """Why an individual belongs to a class, or why there is a contradiction.

    Attributes
    ----------
    whole
        The ontology.
    individual, iri
        The individual and the class; without a class, contradictions are looked for.
    traced
        Statements that the reasoner met on its way.
    n_facts
        How many facts follow from the whole.
    fixed
        Axioms, by number, that belong to the question and are never left out.
    """

    whole: Ontology
    individual: str | None
    iri: str | None
    traced: Sequence[Statement]
    n_facts: int
    fixed: frozenset[int] = frozenset()


class _TooMuchWorkError(Exception):
    """More was reasoned over than is allowed."""


class JustificationSearch:
    """Looks for justifications of a membership, or of a contradiction if there is no class."""

    def __init__(self, question: Question, stated: Selections) -> None:
        self._question = question
        self._stated = stated
        self._individual, self._iri = question.individual, question.iri
        self._fixed = question.fixed
        self._all = frozenset(range(len(stated))) - self._fixed
        self._traced = [one for one in stated.numbers(question.traced) if one in self._all]
        self._known_rings: list[list[int]] = []
        self._new_rings = self._made_rings()
        self._answers: dict[frozenset[int], bool] = {}
        self._left: int | None = None

    def found(self) -> Iterator[frozenset[int]]:
        """Iterate over sets of numbers of statements, as long as the work is worth it."""
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
            share = self._question.n_facts * len(numbers) // len(self._stated)
            is_large = len(numbers) * _LARGE > len(self._all)
            if self._left is not None and self._left < (share if is_large else 0):
                raise _TooMuchWorkError
            known, n_facts = self._derived(numbers)
            self._answers[numbers] = known
            if self._left is not None:
                self._left -= share if n_facts is None else n_facts
        return known

    def _derived(self, numbers: frozenset[int]) -> tuple[bool, int | None]:
        """Return whether it follows, and how many facts were derived, if that is known."""
        names = [name for name in (self._individual, self._iri) if name is not None]
        part = self._stated.ontology(numbers | self._fixed, names if self._iri else ())
        try:
            found = derive_from(part)
        except InconsistentError:
            return self._iri is None, None
        n_facts = found.derived.state.n_facts
        if self._individual is None or self._iri is None:
            return False, n_facts
        return found.belongs(self._individual, self._iri), n_facts

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
