"""Inferences read off the derived facts: hierarchy, elements, members, fillers."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from owlboost.ontology.reasoner.engine import Derived, Prepared
from owlboost.ontology.reasoner.relations import Keys, distinct, joined, lefts, pair_keys, rights
from owlboost.ontology.reasoner.state import State
from owlboost.runtime.array_types import Mask
from owlboost.runtime.hierarchy import Taxonomy
from owlboost.runtime.names import Names
from owlboost.runtime.sparse_rows import Rows

Numbers = npt.NDArray[np.int64]


def class_hierarchy(
    prepared: Prepared, derived: Derived, shown: Sequence[str], impossible: Mask
) -> Taxonomy:
    """Return the hierarchy of the classes to be shown.

    Its nodes are the classes to be shown, those that are not, the prototypes, and one that stands
    for a class without members.

    Parameters
    ----------
    prepared, derived
        The ontology, and the facts derived from it.
    shown
        The classes of the hierarchy.
    impossible
        Mask of the elements that cannot be: classes with such a prototype are below all others.
    """
    prototypes = prepared.prototypes
    n_classes, n_prototypes = len(prepared.classes), len(prototypes.seeds)
    nodes = _nodes(prepared.classes, shown)
    upper, seen = _shown_by_prototypes(prepared, derived, shown)
    nothing = n_classes + n_prototypes
    fit = ~impossible[derived.prototypes.start : derived.prototypes.stop]
    is_shown = np.zeros(n_prototypes, dtype=np.bool_)
    is_shown[seen] = True
    lower_class, upper_class = _steps(prepared)
    # a step to a class with the same prototype leads to that prototype
    inherits = np.zeros(n_classes, dtype=np.bool_)
    same = prototypes.places[lower_class] == prototypes.places[upper_class]
    inherits[lower_class[same]] = True
    places = prototypes.places
    summarised = np.flatnonzero(~inherits & (is_shown | ~fit)[places])
    summary = np.where(fit[places[summarised]], n_classes + places[summarised], nothing)
    every = np.arange(0 if fit.all() else len(shown))
    return Taxonomy.from_pairs(
        np.concatenate(
            [nodes[lower_class], nodes[summarised], seen + n_classes, np.full(every.size, nothing)]
        ),
        np.concatenate([nodes[upper_class], summary, upper, every]),
        len(shown),
        n_nodes=nothing + 1,
        closed=n_classes,
    )


def _nodes(classes: Sequence[str], shown: Sequence[str]) -> Numbers:
    """Return for each class its node: those that are shown come first."""
    place = {name: number for number, name in enumerate(shown)}
    for name in classes:
        place.setdefault(name, len(place))
    return np.array([place[name] for name in classes], dtype=np.int64)


def _shown_by_prototypes(
    prepared: Prepared, derived: Derived, shown: Sequence[str]
) -> tuple[Numbers, Numbers]:
    """Return classes, each with a prototype that belongs to it."""
    first, stop = derived.prototypes.start, derived.prototypes.stop
    terms, members = prepared.program.terms, derived.state.members
    members_by_class = [
        (number, np.flatnonzero(members[term][first:stop]))
        for number, name in enumerate(shown)
        if (term := terms.named(name)) in members
    ]
    uppers = [number for number, _ in members_by_class]
    upper = np.repeat(np.array(uppers, dtype=np.int64), [seen.size for _, seen in members_by_class])
    return upper, np.concatenate(
        [np.empty(0, dtype=np.int64), *(seen for _, seen in members_by_class)]
    )


def _steps(prepared: Prepared) -> tuple[Numbers, Numbers]:
    """Return the steps between classes that prototypes do not show."""
    steps = prepared.prototypes.steps
    lower = [number for number, uppers in steps.items() for _ in uppers]
    upper = [number for uppers in steps.values() for number in uppers]
    return np.array(lower, dtype=np.int64), np.array(upper, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Elements:
    """How elements of the knowledge base and of the derivation correspond.

    Attributes
    ----------
    source
        Element of the knowledge base → representative in the derivation.
    number
        Representative in the derivation → element of the knowledge base, or -1.
    """

    source: Keys
    number: Keys

    @property
    def one_name_each(self) -> bool:
        """Whether nobody has two names."""
        return bool((self.source[1:] > self.source[:-1]).all())

    def rows(self, keys: Keys) -> Keys:
        """Return derived pairs (representative, anything) as (element, anything)."""
        if self.one_name_each:
            rows = self.number[lefts(keys)]
            return pair_keys(rows, rights(keys))[rows >= 0]
        order = np.argsort(self.source, kind="stable")
        return joined(pair_keys(self.source, np.arange(self.source.size))[order], keys)


def number_elements(state: State, n_named: int, roles: Collection[int]) -> Elements:
    """Assign numbers to named individuals, then to witnesses.

    Witnesses are those that roles lead to.
    """
    reached = np.zeros(state.n, dtype=np.bool_)
    reached[state.representative[:n_named]] = True
    while True:
        before = int(reached.sum())
        for role in roles:
            for keys in _blocks(state.role(role)):
                reached[rights(keys[reached[lefts(keys)]])] = True
        if int(reached.sum()) == before:
            break
    witnesses = np.flatnonzero(reached[n_named:]) + n_named
    source = np.concatenate([state.representative[:n_named], witnesses])
    number = np.full(state.n, -1, dtype=np.int64)
    number[:n_named] = np.arange(n_named)
    number[witnesses] = np.arange(n_named, source.size)
    return Elements(source, number)


def class_members(prepared: Prepared, derived: Derived, elements: Elements, classes: Names) -> Rows:
    """Return class → its elements."""
    terms = prepared.program.terms
    members = [
        np.flatnonzero(derived.state.has(terms.named(name))[elements.source]) for name in classes
    ]
    indptr = np.zeros(len(classes) + 1, dtype=np.int64)
    np.cumsum([row.size for row in members], out=indptr[1:])
    return Rows(indptr, np.concatenate([*members, np.empty(0)]).astype(np.int32))


def role_fillers(state: State, role: int, elements: Elements) -> Rows:
    """Return element → its fillers of a role."""
    keys, n = state.role(role), elements.source.size
    if not elements.one_name_each:
        keys = elements.rows(keys)
        return _rows(distinct(pair_keys(lefts(keys), elements.number[rights(keys)])), n)
    counts = np.zeros(n, dtype=np.int64)
    indices = np.empty(keys.size, dtype=np.int32)
    filled = 0
    for block in map(elements.rows, _blocks(keys)):  # whose order stays
        counts += np.bincount(lefts(block), minlength=n)
        indices[filled : filled + block.size] = elements.number[rights(block)]
        filled += block.size
    indptr = np.concatenate([[0], np.cumsum(counts)])
    return Rows(indptr, indices if filled == keys.size else indices[:filled].copy())


_BLOCK = 4_000_000
"""Deal with so many pairs at once."""


def _blocks(keys: Keys) -> Iterator[Keys]:
    """Cut keys into blocks, to save memory."""
    return (keys[start : start + _BLOCK] for start in range(0, keys.size, _BLOCK))


def _rows(keys: Keys, n: int) -> Rows:
    """Compress sorted pairs."""
    indptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(lefts(keys), minlength=n), out=indptr[1:])
    return Rows(indptr, rights(keys).astype(np.int32))
