"""What clauses say of one element: a small solver, in which each atom is true or false of it.

It knows nothing of other elements. What it concludes therefore holds of everything that has the
same label: of descriptions as of individuals.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from owlboost.ontology.reasoning.saturation.clauses import Clause
from owlboost.ontology.reasoning.saturation.terms import BOTTOM, All, Terms

Meaning = Callable[[int], Collection[int]]
"""Term → what else is known to hold of all its members."""


@dataclass(frozen=True, slots=True)
class OpenUnion:
    """A clause that leaves a choice: who is in all of the body is in one of the heads."""

    body: tuple[int, ...]
    heads: tuple[int, ...]


def choice_of(terms: Terms, clause: Sequence[int]) -> OpenUnion | None:
    """Return a clause as a choice, if it asserts more than one atom.

    That a conjunction has all its parts or lacks one is no choice: where it is denied, one is.
    """
    heads = [t for t in clause if not t & 1 and not _is_defined(t, clause, terms)]
    body = [term ^ 1 for term in clause if term not in heads]
    return OpenUnion(tuple(body), tuple(heads)) if len(heads) > 1 else None


def _is_defined(term: int, clause: Sequence[int], terms: Terms) -> bool:
    """Whether a clause says no more than that a term is the conjunction of its parts."""
    atom = terms.atom(term)
    return isinstance(atom, All) and {*clause} == {term, *(part ^ 1 for part in atom.parts)}


class Propositions:
    """The clauses, each found by its terms, and the choices by what makes them harder."""

    def __init__(self, terms: Terms, clauses: Iterable[Clause]) -> None:
        self.with_term: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        self.touched_by: dict[int, list[OpenUnion]] = defaultdict(list)
        for clause in clauses:
            for term in clause.terms:
                self.with_term[term].append(clause.terms)
            choice = choice_of(terms, clause.terms)
            if choice is not None:
                for term in clause.terms:
                    self.touched_by[term ^ 1].append(choice)


@dataclass(slots=True)
class CaseSearch:
    """Looks for what follows in all cases, as long as its steps last.

    Attributes
    ----------
    propositions, meaning
        What is known of all elements.
    steps
        How many more clauses may be looked at; with none left every case counts as possible.
    """

    propositions: Propositions
    meaning: Meaning
    steps: int
    label: set[int] = field(default_factory=set)

    def conclusions(self, label: Collection[int], choices: Collection[OpenUnion]) -> set[int]:
        """Return what follows for an element beyond its label.

        Parameters
        ----------
        label
            The terms known of it.
        choices
            Those that the label leaves open. If none of them is possible, ``BOTTOM`` follows.
        """
        self.label = set(label)
        found: set[int] = set()
        changed = True
        while changed and self.steps > 0:
            changed = False
            for choice in choices:
                new = self._in_all_cases(choice)
                if BOTTOM in new:
                    return {BOTTOM}
                changed |= bool(new)
                found |= new
                self.label |= new
        return found

    def _in_all_cases(self, choice: OpenUnion) -> set[int]:
        left = self._left(choice, frozenset())
        if left is None:
            return set()
        cases = {head: self._tried(head) for head in left}
        possible = [case for case in cases.values() if case is not None]
        if not possible:
            return {BOTTOM}
        excluded = {head ^ 1 for head, case in cases.items() if case is None}
        return (set.intersection(*possible) | excluded) - self.label

    def _tried(self, head: int) -> set[int] | None:
        """Return what follows from the label with a head; None if that is impossible."""
        new: set[int] = set()
        if not self._propagate(new, [head]):
            return None
        return new if self._possible(new, new, ()) else None

    def _propagate(self, new: set[int], open_: list[int]) -> bool:
        """Add terms and what follows from them clause by clause; False if they contradict."""
        label = self.label
        explained: set[int] = set()
        while open_:
            term = open_.pop()
            if term in new or term in label:
                continue
            if term ^ 1 in new or term ^ 1 in label:
                return False
            new.add(term)
            if term not in explained:
                meant = self.meaning(term)
                explained.update(meant)
                open_.extend(meant)
                self.steps -= len(meant)
            clauses = self.propositions.with_term.get(term ^ 1, ())
            self.steps -= 1 + len(clauses)
            for clause in clauses:
                last = self._last_open(clause, new)
                if last == BOTTOM:
                    return False
                if last is not None:
                    open_.append(last)
        return True

    def _last_open(self, clause: tuple[int, ...], new: set[int]) -> int | None:
        """Return the only term of a clause that may hold; ``BOTTOM`` if there is none.

        None means that the clause is satisfied, or still leaves a choice.
        """
        label, last = self.label, BOTTOM
        for term in clause:
            if term in new or term in label:
                return None
            if term ^ 1 not in new and term ^ 1 not in label:
                if last != BOTTOM:
                    return None
                last = term
        return last

    def _possible(
        self, new: set[int], last: Collection[int], choices: Collection[OpenUnion]
    ) -> bool:
        """Whether the choices that new terms touch can all be made.

        Those that nothing touches do not depend on them. True also if it takes too many steps.

        Parameters
        ----------
        new, last
            What is assumed beyond the label, and the part of it that was assumed last.
        choices
            Those that earlier assumptions touch.
        """
        touched = self.propositions.touched_by
        open_, best = [*choices], None
        for term in last:
            open_.extend(touched.get(term, ()))
        for choice in open_:
            left = self._left(choice, new)
            if left is not None and (best is None or len(left) < len(best)):
                best = left
        self.steps -= len(open_)
        if best is None or self.steps <= 0:
            return True
        for head in best:
            further = set(new)
            if self._propagate(further, [head]) and self._possible(further, further - new, open_):
                return True
        return False

    def _left(self, choice: OpenUnion, new: Collection[int]) -> tuple[int, ...] | None:
        """Return the heads that may hold; None if one does, or the choice does not arise."""
        label = self.label
        if not all(term in new or term in label for term in choice.body):
            return None
        if any(term in new or term in label for term in choice.heads):
            return None
        return tuple(t for t in choice.heads if t ^ 1 not in new and t ^ 1 not in label)
