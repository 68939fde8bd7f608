"""Inferences read off the derived facts: hierarchy, elements, members, fillers, values."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from owlboost.errors import UnknownNameError, did_you_mean
from owlboost.ontology.datatypes.values import DataValue
from owlboost.ontology.ontology import Remark, Signature
from owlboost.ontology.reasoner.engine import Derived, Prepared
from owlboost.ontology.reasoner.relations import (
    Keys,
    distinct,
    joined,
    objects,
    pair_keys,
    subjects,
)
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.vocabulary import OWL
from owlboost.runtime.array_types import Ids, Mask
from owlboost.runtime.hierarchy import Taxonomy
from owlboost.runtime.names import Names
from owlboost.runtime.sparse_rows import Rows

Numbers = npt.NDArray[np.int64]


def class_hierarchy(
    prepared: Prepared, derived: Derived, shown: Sequence[str], impossible: Mask
) -> Taxonomy:
    """Return the hierarchy of the classes to be shown.

    Its nodes are these classes, those that are not shown, the prototypes, and one that stands for a
    class without members. Classes with an impossible prototype are below all others.
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
        """Whether no individual has two names."""
        return bool((self.source[1:] > self.source[:-1]).all())

    def rows(self, keys: Keys) -> Keys:
        """Return derived pairs (representative, anything) as (element, anything)."""
        if self.one_name_each:
            rows = self.number[subjects(keys)]
            return pair_keys(rows, objects(keys))[rows >= 0]
        order = np.argsort(self.source, kind="stable")
        return joined(pair_keys(self.source, np.arange(self.source.size))[order], keys)


def number_elements(state: State, n_named: int, roles: Collection[int]) -> Elements:
    """Assign numbers to named individuals, then to witnesses that roles lead to."""
    reached = np.zeros(state.n, dtype=np.bool_)
    reached[state.representative[:n_named]] = True
    while True:
        before = int(reached.sum())
        for role in roles:
            for keys in _blocks(state.role(role)):
                reached[objects(keys[reached[subjects(keys)]])] = True
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
        return _rows(distinct(pair_keys(subjects(keys), elements.number[objects(keys)])), n)
    counts = np.zeros(n, dtype=np.int64)
    indices = np.empty(keys.size, dtype=np.int32)
    filled = 0
    for block in map(elements.rows, _blocks(keys)):  # whose order stays
        counts += np.bincount(subjects(block), minlength=n)
        indices[filled : filled + block.size] = elements.number[objects(block)]
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
    np.cumsum(np.bincount(subjects(keys), minlength=n), out=indptr[1:])
    return Rows(indptr, objects(keys).astype(np.int32))


@dataclass(frozen=True, slots=True, eq=False)
class DerivedValues:
    """The values that elements have of data properties.

    Positions in ``literals`` are the numbers of values; a store has packed pairs (representative in
    the derivation, value) of a data property.
    """

    literals: tuple[DataValue, ...]
    stores: Mapping[str, Keys]
    elements: Elements

    def pairs(self, iri: str, kept: Mask | None = None) -> Keys:
        """Return packed pairs (element, value) of a data property.

        ``kept`` is the mask of the values that are asked for.
        """
        store = self.stores[iri]
        return self.elements.rows(store if kept is None else store[kept[objects(store)]])

    def seen(self, iri: str) -> Ids:
        """Return the values that the derivation has of a data property, for elements or not."""
        used = np.zeros(len(self.literals), dtype=np.bool_)
        used[objects(self.stores[iri])] = True
        return np.flatnonzero(used).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Inferences:
    """All that follows from an ontology for its named individuals, as read-only arrays.

    Elements are the named individuals, then the witnesses that roles lead to: fillers without a
    name that axioms require. Positions in the vocabulary are the numbers of names.

    Attributes
    ----------
    vocabulary
        Classes, roles, data properties and named individuals, without those of OWL itself.
    n_elements
        Number of named individuals and witnesses together.
    members
        Class → its elements.
    hierarchy
        Class → the other classes above it, equivalent ones included.
    roles
        For each role, element → its fillers.
    values
        The values of data properties.
    functional
        The data properties that are declared functional, and those below them.
    synonyms
        The individuals that are the same as one before them: that one is listed as a filler.
    remarks
        Where something may be missing.
    """

    vocabulary: Signature
    n_elements: int
    members: Rows
    hierarchy: Taxonomy
    roles: tuple[Rows, ...]
    values: DerivedValues
    functional: frozenset[int]
    synonyms: frozenset[str]
    remarks: tuple[Remark, ...]

    @property
    def individuals(self) -> Names:
        """The named individuals: elements 0 … n − 1."""
        return self.vocabulary.individuals

    @property
    def is_graded(self) -> bool:
        """Whether something holds only to a degree; it never does."""
        return False

    def is_member(self, individual: str, iri: str) -> bool:
        """Whether an individual belongs to a class."""
        elements = self.members[number_of(iri, self.vocabulary.classes, "class")]
        return bool(np.isin(self._element(individual), elements))

    def instances_of(self, iri: str) -> tuple[str, ...]:
        """Return the named individuals of a class."""
        return self._named(self.members[number_of(iri, self.vocabulary.classes, "class")])

    def classes_of(self, individual: str) -> tuple[str, ...]:
        """Return the classes that an individual belongs to."""
        places = np.flatnonzero(self.members.indices == self._element(individual))
        owners = np.searchsorted(self.members.indptr, places, side="right") - 1
        return tuple(self.vocabulary.classes[number] for number in owners.tolist())

    def fillers_of(self, individual: str, role: str) -> tuple[str, ...]:
        """Return the named individuals that an individual is related to by a role."""
        rows = self.roles[number_of(role, self.vocabulary.roles, "object property")]
        return self._named(rows[self._element(individual)])

    def values_of(self, individual: str, prop: str) -> tuple[float | bool | str, ...]:
        """Return the values of a data property: numbers, truth values and texts."""
        number_of(prop, self.vocabulary.data_properties, "data property")
        pairs = self.values.pairs(prop)
        numbers = objects(pairs[subjects(pairs) == self._element(individual)])
        return tuple(self.values.literals[number].meaning for number in numbers.tolist())

    def classes_above(self, iri: str) -> tuple[str, ...]:
        """Return the classes above a class, equivalent ones included."""
        classes = self.vocabulary.classes
        above = self.hierarchy[number_of(iri, classes, "class")]
        return tuple(classes[number] for number in above.tolist())

    def _element(self, individual: str) -> int:
        return number_of(individual, self.individuals, "individual")

    def _named(self, elements: Ids) -> tuple[str, ...]:
        n_named = len(self.individuals)
        return tuple(self.individuals[number] for number in elements.tolist() if number < n_named)


def number_of(name: str, names: Names, kind: str) -> int:
    """Return the number of a name."""
    if name not in names:
        hint = did_you_mean(name, names)
        raise UnknownNameError(f"The ontology has no {kind} named '{name}'.{hint}")
    return names.id(name)


def infer(
    prepared: Prepared,
    derived: Derived,
    hidden: Collection[str] = (),
    remarks: tuple[Remark, ...] = (),
) -> Inferences:
    """Read the derived facts, without hidden classes."""
    signature = prepared.program.signature
    classes = Names(name for name in prepared.classes if name not in hidden)
    roles = [i for i, name in enumerate(signature.roles) if not name.startswith(OWL)]
    properties = [i for i, name in enumerate(signature.data_properties) if not name.startswith(OWL)]
    elements = number_elements(derived.state, len(prepared.named), roles)
    data = prepared.program.data
    return Inferences(
        Signature(
            classes,
            Names(signature.roles[i] for i in roles),
            Names(signature.data_properties[i] for i in properties),
            prepared.named,
        ),
        elements.source.size,
        class_members(prepared, derived, elements, classes),
        class_hierarchy(prepared, derived, classes, derived.impossible),
        tuple(role_fillers(derived.state, role, elements) for role in roles),
        DerivedValues(
            data.known_values,
            {name: derived.state.data(p) for p, name in enumerate(signature.data_properties)},
            elements,
        ),
        frozenset(i for i, p in enumerate(properties) if p in data.functional),
        frozenset(_synonyms(prepared, derived)),
        remarks,
    )


def _synonyms(prepared: Prepared, derived: Derived) -> Iterator[str]:
    first = derived.state.representative[: len(prepared.named)]
    moved = np.flatnonzero(first != np.arange(first.size))
    return (prepared.named[number] for number in moved.tolist())
