"""The search for justifications by leaving out statements one by one.

It begins with the statements that the reasoner met on its way. Where they are not all that it
takes, the search begins near the individual and goes on as far as it must. If a set of statements
has the property looked for, all that contain it should, too. Where that fails, what is found still
has the property, and loses it with any one of its things.
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
    """Return a minimal set of the candidates, which together have a property.

    Without any one of its numbers, the set loses the property. Halves are left out at once where
    that is possible (QuickXplain: Junker, AAAI 2004); numbers at the front are rather kept.

    Examples
    --------
    >>> sorted(minimal_set(range(100), {13, 70}.issubset))
    [13, 70]
    """
    if holds(frozenset()):
        return frozenset()
    needed = frozenset(_needed((), candidates, holds, is_new=False))
    if not holds(needed):  # the property does not only grow
        needed = frozenset(candidates)
    while True:
        spare = next(
            (number for number in sorted(needed, reverse=True) if holds(needed - {number})), None
        )
        if spare is None:
            return needed
        needed -= {spare}


def _needed(
    required: tuple[int, ...], candidates: Sequence[int], holds: Test, *, is_new: bool
) -> tuple[int, ...]:
    """Return the candidates needed beside those already required.

    ``is_new`` says that something was just added to the required ones, so that they may be enough.
    """
    if is_new and holds(frozenset(required)):
        return ()
    if len(candidates) == 1:
        return tuple(candidates)
    middle = len(candidates) // 2
    front, back = candidates[:middle], candidates[middle:]
    later = _needed((*required, *front), back, holds, is_new=True)
    earlier = _needed((*required, *later), front, holds, is_new=bool(later))
    return (*earlier, *later)


def minimal_sets(
    find: Callable[[frozenset[int]], frozenset[int] | None],
) -> Iterator[frozenset[int]]:
    """Iterate over all minimal sets with a property (Reiter, 1987).

    The property should hold of all that contains a set with it. A further set lacks something of
    each that is known; so things of the known ones are left out in turn, few before many, and
    ``find`` searches what is left; it returns None if there is none.

    Examples
    --------
    >>> answers = [frozenset({1, 2}), frozenset({2, 3})]
    >>> def find(without):
    ...     return next((answer for answer in answers if not answer & without), None)
    >>> [sorted(answer) for answer in minimal_sets(find)]
    [[1, 2], [2, 3]]
    """
    answers: list[frozenset[int]] = []
    hopeless: list[frozenset[int]] = []
    level: Iterable[frozenset[int]] = [frozenset()]
    while level:
        next_level: dict[frozenset[int], None] = {}
        for without in level:
            if any(excluded <= without for excluded in hopeless):
                continue
            minimal = next((answer for answer in answers if not answer & without), None)
            if minimal is None:
                minimal = find(without)
                if minimal is None:
                    hopeless.append(without)
                    continue
                if minimal not in answers:
                    answers.append(minimal)
                    yield minimal
            next_level.update(dict.fromkeys(without | {number} for number in sorted(minimal)))
        level = next_level


_WORK = 100_000
"""Derive at most so many facts, again and again, for more than one justification."""

_LARGE = 4
"""Test all statements first if at least one in so many is to be tested."""


@dataclass(frozen=True, slots=True)
class Question:
    """The question why an individual belongs to a class, or why there is a contradiction.

    ``traced`` are the statements that the reasoner met on its way, ``n_facts`` is how many facts
    follow from the whole; the axioms of the numbers ``fixed`` belong to the question and are never
    left out.
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
    """Search for the justifications of a membership or, without a class, a contradiction."""

    def __init__(self, question: Question, stated: Selections) -> None:
        self._question = question
        self._stated = stated
        self._individual, self._iri = question.individual, question.iri
        self._fixed = question.fixed
        self._all = frozenset(range(len(stated))) - self._fixed
        self._traced = [number for number in stated.numbers(question.traced) if number in self._all]
        self._known_rings: list[list[int]] = []
        self._new_rings = self._made_rings()
        self._answers: dict[frozenset[int], bool] = {}
        self._work_left: int | None = None

    def justifications(self) -> Iterator[frozenset[int]]:
        """Iterate over sets of numbers of statements while further ones are worth the work."""
        try:
            for numbers in minimal_sets(self._find):
                yield numbers
                if self._work_left is None:
                    self._work_left = _WORK
        except _TooMuchWorkError:
            return

    def _find(self, without: frozenset[int]) -> frozenset[int] | None:
        """Return a minimal set without some statements, if possible near the individual."""
        for ring in self._rings():
            if len(ring) * _LARGE > len(self._all) and not self._follows(self._all - without):
                return None
            candidates = [number for number in ring if number not in without]
            if self._follows(frozenset(candidates)):
                return minimal_set(candidates, self._follows)
        return None

    def _follows(self, numbers: frozenset[int]) -> bool:
        follows = self._answers.get(numbers)
        if follows is None:
            share = self._question.n_facts * len(numbers) // len(self._stated)
            is_large = len(numbers) * _LARGE > len(self._all)
            if self._work_left is not None and self._work_left < (share if is_large else 0):
                raise _TooMuchWorkError
            follows, n_facts = self._derived(numbers)
            self._answers[numbers] = follows
            if self._work_left is not None:
                self._work_left -= share if n_facts is None else n_facts
        return follows

    def _derived(self, numbers: frozenset[int]) -> tuple[bool, int | None]:
        """Return whether it follows, and the number of derived facts if known."""
        names = [name for name in (self._individual, self._iri) if name is not None]
        part = self._stated.ontology(numbers | self._fixed, names if self._iri else ())
        try:
            derivation = derive_from(part)
        except InconsistentError:
            return self._iri is None, None
        n_facts = derivation.derived.state.n_facts
        if self._individual is None or self._iri is None:
            return False, n_facts
        return derivation.belongs(self._individual, self._iri), n_facts

    def _rings(self) -> Iterator[list[int]]:
        """Yield wider and wider rings of statements.

        The first are those that the reasoner met; then those near the individual, and less near;
        then all. With each ring one more layer of axioms is added. It begins with what the ring
        before has.
        """
        yield from self._known_rings
        for ring in self._new_rings:
            self._known_rings.append(ring)
            yield ring

    def _made_rings(self) -> Iterator[list[int]]:
        yield self._traced
        if not self._follows(frozenset(self._traced)):
            yield self._with_terminology(self._traced)
        ring: list[int] = []
        for numbers in chain(self._near(), [sorted(self._all)]):
            ring = [
                number for number in dict.fromkeys([*ring, *numbers]) if number not in self._fixed
            ]
            yield ring

    def _with_terminology(self, numbers: list[int]) -> list[int]:
        """Return some statements and all axioms relevant to the names in them."""
        names = {*strings_of(self._stated[number] for number in numbers)}
        axioms = [axiom for _, axiom in self._terminology]
        places = chain.from_iterable(layers(axioms, names))
        relevant = (self._terminology[place][0] for place in places)
        return [
            number for number in dict.fromkeys([*numbers, *relevant]) if number not in self._fixed
        ]

    def _near(self) -> Iterator[list[int]]:
        """Yield the statements on the individual and ever more neighbours.

        Of the axioms come those of chains from there to the class, the shortest first; neighbours
        and longer chains are taken in turn.
        """
        individuals = set[str]() if self._individual is None else {self._individual}
        length, longest, reached = 2, 2, -1
        while len(individuals) > reached or length <= longest:
            facts = self._facts_about(individuals)
            names = {*individuals, *strings_of(self._stated[number] for number in facts)}
            lengths = self._chain_lengths(names)
            longest = max(lengths.values(), default=0)
            for most in (length, length + 1):
                yield [*facts, *(number for number, long in lengths.items() if long <= most)]
            length += 1
            reached, individuals = len(individuals), self._stated.neighbours(individuals)

    def _chain_lengths(self, names: set[str]) -> dict[int, int]:
        """Return the length of the shortest chain that may take each applicable axiom."""
        by_depth = layers([axiom for _, axiom in self._terminology], names)
        return {
            self._terminology[place][0]: depth + self._distances.get(place, 0)
            for depth, layer in enumerate(by_depth, start=1)
            for place in layer
            if self._iri is None or place in self._distances
        }

    @cached_property
    def _distances(self) -> dict[int, int]:
        """Axioms that may lead to the class → steps to get there."""
        if self._iri is None:
            return {}
        by_depth = goals_first([axiom for _, axiom in self._terminology], {self._iri})
        return {place: depth for depth, layer in enumerate(by_depth, start=1) for place in layer}

    def _facts_about(self, individuals: set[str]) -> list[int]:
        """Return the assertions about some individuals.

        Of those that many differ, only the ones about no other individual.
        """
        numbers = self._stated.facts_about(individuals)
        for number, axiom in enumerate(self._stated.whole.axioms):
            mentioned = self._stated.people_of(number)
            if isinstance(axiom, DifferentIndividuals):
                if mentioned <= individuals:
                    numbers.append(number)
            elif isinstance(axiom, Assertion) and not mentioned.isdisjoint(individuals):
                numbers.append(number)
        return numbers

    @cached_property
    def _terminology(self) -> list[tuple[int, Axiom]]:
        axioms = enumerate(self._stated.whole.axioms)
        return [(number, axiom) for number, axiom in axioms if not isinstance(axiom, Assertion)]
