"""Prototypes: descriptions of "any member of a class", shared where classes say nothing else.

A class is *plain* if all that follows from belonging to it is that its members belong to certain
other terms, each on its own. What those terms are is read off its axioms; only the terms beyond
plain classes, its *seeds*, have to be reasoned about. So plain classes with the same seeds share
one prototype, and a chain of classes has one in all.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from owlboost.ontology.reasoning.saturation.program import Program
from owlboost.ontology.reasoning.saturation.terms import AtLeast, Exists


@dataclass(frozen=True, slots=True)
class Prototypes:
    """Which prototype stands for the members of each class.

    Attributes
    ----------
    seeds
        Prototype → the terms that it is made to belong to.
    places
        Class → its prototype.
    steps
        Class → the classes that it is said to be below, as far as its prototype does not show it.
    """

    seeds: tuple[tuple[int, ...], ...]
    places: npt.NDArray[np.int64]
    steps: Mapping[int, tuple[int, ...]]

    def emptied(self, empty: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Return which classes are empty if some prototypes are: those, and all below them."""
        found = empty[self.places]
        below: dict[int, list[int]] = defaultdict(list)
        if found.any():
            for lower, uppers in self.steps.items():
                for upper in uppers:
                    below[upper].append(lower)
        open_ = np.flatnonzero(found).tolist()
        while open_:
            new = [lower for lower in below[open_.pop()] if not found[lower]]
            found[new] = True
            open_.extend(new)
        return found


def own_prototypes(program: Program, classes: Sequence[str]) -> Prototypes:
    """Give each class a prototype of its own."""
    seeds = tuple((program.terms.named(name),) for name in classes)
    return Prototypes(seeds, np.arange(len(classes)), {})


def shared_prototypes(
    program: Program, classes: Sequence[str], stated: Collection[int]
) -> Prototypes:
    """Give a prototype to each set of seeds.

    Parameters
    ----------
    program
        The terminology.
    classes
        Those that need a prototype.
    stated
        Terms that individuals are stated to belong to.
    """
    if program.choices:  # cases are told apart by all that holds of a prototype
        return own_prototypes(program, classes)
    numbers = {program.terms.named(name): number for number, name in enumerate(classes)}
    plain = _plain(program, numbers, stated)
    seeds: dict[int, tuple[int, ...]] = {}
    for term in sorted(plain, key=lambda term: -program.ranks.get(term, 0)):
        parts = [
            seeds[head] if head in plain else (head,) for head in program.implications.get(term, ())
        ]
        merged = parts[0] if len(parts) == 1 else tuple(sorted({t for part in parts for t in part}))
        seeds[term] = merged
    place: dict[tuple[int, ...], int] = {}
    places = [place.setdefault(seeds.get(term, (term,)), len(place)) for term in numbers]
    steps = {
        numbers[term]: tuple(
            numbers[head] for head in program.implications.get(term, ()) if head in numbers
        )
        for term in numbers
        if term in plain
    }
    return Prototypes(tuple(place), np.array(places, dtype=np.int64), steps)


def _plain(program: Program, classes: Collection[int], stated: Collection[int]) -> set[int]:
    """Return the class names from which nothing follows but other terms one by one."""
    plain = {*classes}.difference(_involved(program))
    plain.difference_update(term ^ 1 for term in stated)
    met = {
        head
        for term in plain
        for head in program.implications.get(term, ())
        if head in plain and program.ranks[head] <= program.ranks[term]
    }
    return plain - met  # circles are cut


def _involved(program: Program) -> Iterator[int]:
    """Iterate over the terms that set off more than implications of what holds."""
    for clause in program.clauses:
        if len(clause.terms) != 2:
            yield from (term ^ 1 for term in clause.terms)
            continue
        for term, other in (clause.terms, clause.terms[::-1]):
            if other & 1 or other not in program.implications.get(term ^ 1, ()):
                yield term ^ 1
    backwards = {
        upper for above in program.roles.above.values() for upper, swapped in above if swapped
    }
    # a prototype may be its own filler, or the same as an individual
    everywhere = bool(program.selves or program.nominals)
    for _, atom in program.terms.positive():
        if isinstance(atom, Exists | AtLeast) and (everywhere or atom.role in backwards):
            yield atom.filler
            yield atom.filler ^ 1
