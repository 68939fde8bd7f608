"""The search space: labels, roles, and node relations (mathematics §15)."""

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeVar

import numpy as np

from owlboost.concepts.concept import (
    Atom,
    Concept,
    CrispValue,
    Edge,
    FuzzyValue,
    Label,
    Path,
    normal_form,
)
from owlboost.concepts.evaluation import ZADEH, Semantics
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import LabelMatrix
from owlboost.features.role_chains import MOST_BYTES, Chains
from owlboost.kernels.fuzzy import best_membership
from owlboost.kernels.relations import Relation, extended, label_degrees, row_maxima
from owlboost.runtime.array_types import Degrees, Ids, Mask, Offsets
from owlboost.runtime.arrays import MemoryBudget
from owlboost.runtime.sparse_rows import Rows

Cached = TypeVar("Cached")

_ROWS_OF_SHARDS = 1 << 15
"""Maximum number of examples per shard."""

FEW_ROWS = 1000
"""Node relations over at most this many examples are cached."""

_NO_ROWS = np.empty(0, dtype=np.int32)

_MOST_REMEMBERED = 1000
"""Number of concepts whose refinements are cached."""


def _unit_rows(n_rows: int) -> tuple[Offsets, Degrees]:
    """Return offsets 0 … n and n ones, shared between small relations."""
    if n_rows > _ROWS_OF_SHARDS:
        return np.arange(n_rows + 1, dtype=np.int64), np.ones(n_rows)
    offsets, ones = _shared_unit_rows()
    return offsets[: n_rows + 1], ones[:n_rows]


@cache
def _shared_unit_rows() -> tuple[Offsets, Degrees]:
    offsets, ones = np.arange(_ROWS_OF_SHARDS + 1, dtype=np.int64), np.ones(_ROWS_OF_SHARDS)
    offsets.flags.writeable = ones.flags.writeable = False
    return offsets, ones


def _rows_in(elements: Ids, n_elements: int) -> Ids:
    """Return the index of each element in a list; −1 if it is not there."""
    rows = np.full(n_elements, -1, dtype=np.int32)
    rows[elements] = np.arange(elements.size, dtype=np.int32)
    return rows


def _distinct(elements: Ids) -> Ids:
    """Return the distinct elements, ascending; often they are already."""
    return elements if (elements[1:] > elements[:-1]).all() else np.unique(elements)


@dataclass(frozen=True, slots=True, eq=False)
class NodeRelation:
    """A sparse max–min relation ``P(a, z)`` from examples to elements.

    Only entries > 0 are kept: ``elements[indptr[i]:indptr[i + 1]]`` with their ``degrees`` belong
    to example ``rows[i]``.
    """

    rows: Ids
    indptr: Offsets
    elements: Ids
    degrees: Degrees

    @classmethod
    def identity(cls, rows: Ids, elements: Ids) -> "NodeRelation":
        """Return the relation of each row to its own element, with degree 1."""
        indptr, degrees = _unit_rows(rows.size)
        return cls(rows, indptr, elements, degrees)

    @property
    def arrays(self) -> Relation:
        """Rows, offsets, elements and degrees, as kernels take them."""
        return self.rows, self.indptr, self.elements, self.degrees

    @property
    def is_full(self) -> bool:
        """Whether every entry is 1, as in most identity relations."""
        return self.degrees.base is _shared_unit_rows()[1] or bool((self.degrees == 1).all())

    def meet(self, degrees: Degrees, semantics: Semantics = ZADEH) -> "NodeRelation":
        """Conjoin each entry with a degree."""
        return NodeRelation(*semantics.kernels.restricted(*self.arrays, degrees))

    def follow(self, role: Rows, semantics: Semantics = ZADEH) -> "NodeRelation":
        """Compose with a role."""
        if role.degrees is None:
            return self._moved(role.indptr, role.indices, len(role))
        n_pairs = role.indices.size  # to the pairs, which take their degrees, and on from these
        pairs = self._moved(role.indptr, np.arange(n_pairs, dtype=np.int32), n_pairs)
        held = pairs.meet(role.degrees[pairs.elements], semantics)
        return held._moved(np.arange(n_pairs + 1, dtype=np.int64), role.indices, len(role))

    def _moved(self, indptr: Offsets, indices: Ids, n_elements: int) -> "NodeRelation":
        return NodeRelation(*extended(*self.arrays, indptr, indices, n_elements))

    def row_max(self) -> Degrees:
        """Return the maximum of each row."""
        return row_maxima(self.indptr, self.degrees)


class SearchSpace:
    """The labels and roles that concepts are made of.

    Roles are those with at least one pair, or, for a part of a larger knowledge base,
    ``role_names``. ``examples`` are the elements that searches start from; chains of roles from
    there are computed once for all searches, as far as memory allows.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        matrix: LabelMatrix,
        semantics: Semantics = ZADEH,
        role_names: Collection[str] = (),
        examples: Ids | None = None,
        budget: MemoryBudget | None = None,
    ) -> None:
        self.kb = kb
        self.matrix = matrix
        self.semantics = semantics
        self.implies = kb.implies
        self.graded = frozenset() if semantics.idempotent else kb.graded_names()
        """Classes and roles that count even beside a name that implies them."""
        self.label_ids: dict[Label, int] = {
            label: number for number, label in enumerate(matrix.labels)
        }
        self.roles: dict[str, Rows] = {
            iri: kb.roles[number]
            for number, iri in sorted(enumerate(kb.vocabulary.roles), key=lambda item: item[1])
            if kb.roles[number].indices.size or iri in role_names
        }
        self._numbers = {
            kb.vocabulary.data_properties[number]: values for number, values in kb.numbers.items()
        }
        self._below: dict[str, Mask] = {}
        self._agreeing: dict[int, Mask | None] = {}
        self._levels = [_NO_ROWS if examples is None else _distinct(examples)]
        self._chains: dict[int, Chains] = {}
        self._budget = budget or MemoryBudget(MOST_BYTES)
        self._refinements: dict[Concept, dict[object, tuple[Concept, tuple[object, ...]]]] = {}
        self._cache: dict[Hashable, Any] = {}
        self._edges_at_examples: dict[Edge, Degrees] = {}
        few = 0 < self._levels[0].size <= FEW_ROWS
        self._rows_of_few = _rows_in(self._levels[0], kb.n_elements) if few else _NO_ROWS

    def subclass_mask(self, upper: str) -> Mask:
        """Mask the labels that are subclasses of a class, itself included."""
        if upper not in self._below:
            below = np.zeros(len(self.matrix.labels), dtype=np.bool_)
            classes, holds = self.kb.vocabulary.classes, self.kb.taxonomy.holds
            above = classes.id(upper) if upper in classes else -1
            for number, iri, own in self._atoms:
                below[number] = iri == upper or (own >= 0 <= above and holds(own, above))
            self._below[upper] = below
        return self._below[upper]

    @cached_property
    def _atoms(self) -> list[tuple[int, str, int]]:
        """The labels that are classes, with the numbers of these, or −1."""
        classes = self.kb.vocabulary.classes
        return [
            (number, label.iri, classes.id(label.iri) if label.iri in classes else -1)
            for number, label in enumerate(self.matrix.labels)
            if isinstance(label, Atom)
        ]

    def same_partition_mask(self, label: Label) -> Mask | None:
        """Mask the labels that may share a model with a label.

        Fuzzy sets of another partition of its property do not. None if all labels do.
        """
        matrix, number = self.matrix, self.label_ids[label]
        partition = int(matrix.partitions[number])
        if partition < 0:
            return None
        if partition not in self._agreeing:
            same_property = (matrix.properties == matrix.properties[number]) & (
                matrix.partitions >= 0
            )
            agreeing = ~same_property | (matrix.partitions == partition)
            self._agreeing[partition] = None if agreeing.all() else agreeing
        return self._agreeing[partition]

    def normal_form(self, concept: Concept) -> Concept:
        """Return a concept without what other parts of it imply."""
        idempotent = self.semantics.idempotent
        return normal_form(concept, self.implies, idempotent=idempotent, graded=self.graded)

    def refinements(self, concept: Concept) -> dict[object, tuple[Concept, tuple[object, ...]]]:
        """Return the cached refinements of a concept, by position and label."""
        if len(self._refinements) > _MOST_REMEMBERED:
            self._refinements.clear()
        return self._refinements.setdefault(concept, {})

    def cached(self, key: Hashable, make: Callable[[], Cached]) -> Cached:
        """Return a value shared by all searches, computed on first use."""
        if key not in self._cache:
            self._cache[key] = make()
        value: Cached = self._cache[key]
        return value

    def chains(self, level: int) -> Chains:
        """Return the chain matrices from elements so many roles away."""
        while len(self._levels) <= level:
            last = self._levels[-1]
            reached = [role.at(last).indices for role in self.roles.values()]
            self._levels.append(np.unique(np.concatenate(reached)))
        if level not in self._chains:
            elements = self._levels[level]
            self._chains[level] = Chains(self.matrix, self.roles, elements, self._budget)
        return self._chains[level]

    def label_degrees(self, label: Label, elements: Ids) -> Degrees:
        """Degrees of any label at some elements."""
        matrix = self.matrix
        number = self.label_ids.get(label)
        if number is None or matrix.is_in_segments(label):
            return self._by_values(label, elements)
        return label_degrees(elements, matrix.indptr, matrix.indices, matrix.degrees, number)

    def _by_values(self, label: Label, elements: Ids) -> Degrees:
        """Compute degrees of a label that is not in the matrix."""
        match label:
            case FuzzyValue(prop, FuzzySet(_, shape)):
                for segments in self.matrix.segments:
                    if prop in segments.properties:
                        return segments.degrees(prop, shape, elements)
                if prop not in self._numbers:
                    return np.zeros(elements.size)
                values = self._numbers[prop].at(elements)
                corners = np.array(shape.corners, dtype=np.float64)
                return best_membership(values.indptr, values.values, corners)
            case Atom() | CrispValue():  # without members, or a value that does not occur
                return np.zeros(elements.size)

    def degrees(self, concept: Concept, elements: Ids) -> Degrees:
        """Degrees of a concept at some elements, computed for all that they reach."""
        out = np.ones(elements.size)
        for label in concept.labels:
            self.semantics.conjunction(out, self.label_degrees(label, elements), out=out)
        for edge in concept.edges:
            self.semantics.conjunction(out, self.edge_degrees(edge, elements), out=out)
        return out

    def edge_degrees(self, edge: Edge, elements: Ids) -> Degrees:
        """Degrees of ``∃r.C`` at some elements, cached for few examples."""
        if edge.role not in self.roles:  # nobody fills it
            return np.zeros(elements.size)
        rows = self._rows_of_few[elements] if self._rows_of_few.size else _NO_ROWS
        if not rows.size or rows.min() < 0:
            return self._edge_degrees(edge, elements)
        cached = self._edges_at_examples.get(edge)
        if cached is None:
            if len(self._edges_at_examples) > _MOST_REMEMBERED:
                self._edges_at_examples.clear()
            cached = self._edges_at_examples[edge] = self._edge_degrees(edge, self._levels[0])
        return cached[rows]

    def _edge_degrees(self, edge: Edge, elements: Ids) -> Degrees:
        distinct, inverse = np.unique(elements, return_inverse=True)
        sources = np.arange(distinct.size, dtype=np.int32)
        reached = self.follow(NodeRelation.identity(sources, distinct), edge.role)
        reached = reached.meet(self.degrees(edge.filler, reached.elements), self.semantics)
        out = np.zeros(distinct.size)
        out[reached.rows] = reached.row_max()
        return out[inverse]

    def follow(self, relation: NodeRelation, role: str) -> NodeRelation:
        """Follow a role."""
        return relation.follow(self.roles[role], self.semantics)

    def meet_all(self, relation: NodeRelation, branches: list[Degrees]) -> NodeRelation:
        """Conjoin a relation with the degrees of some branches."""
        if not branches:
            return relation
        return relation.meet(self.semantics.all_of(branches), self.semantics)


_Opened = tuple[Concept, NodeRelation, list[Degrees]]
"""A node, its relation after its labels, and the degrees of its branches there."""


class NodeRelations:
    """The relation ``P(a, z)`` of each node of a concept.

    A label X added at the node makes the degree ``max_z min(P(a, z), X(z))``.

    Parameters
    ----------
    above
        Returns the relation of each example in question to its own element.
    count
        Called with the number of entries of each relation that is cached.
    """

    def __init__(
        self,
        space: SearchSpace,
        concept: Concept,
        above: Callable[[], NodeRelation],
        count: Callable[[int], None],
    ) -> None:
        self._space = space
        self._concept = concept
        self._above = above
        self._count = count
        self._opened: dict[Path, _Opened] = {}
        self._relations: dict[Path, NodeRelation] = {}

    def at(self, path: Path) -> NodeRelation:
        """Return the relation of a node."""
        relation = self._relations.get(path)
        if relation is None:
            _, opened, branches = self._open(path)
            relation = self._relations[path] = self._counted(self._space.meet_all(opened, branches))
        return relation

    def _open(self, path: Path) -> _Opened:
        opened = self._opened.get(path)
        if opened is None:
            node, relation = self._entered(path) if path else (self._concept, self._above())
            for label in node.labels:
                degrees = self._space.label_degrees(label, relation.elements)
                relation = relation.meet(degrees, self._space.semantics)
            branches = [self._space.edge_degrees(edge, relation.elements) for edge in node.edges]
            opened = self._opened[path] = node, self._counted(relation), branches
        return opened

    def _entered(self, path: Path) -> tuple[Concept, NodeRelation]:
        """Follow the last edge of a path, conjoined with all other branches."""
        node, relation, branches = self._open(path[:-1])
        position = path[-1]
        edge = node.edges[position]
        other_branches = branches[:position] + branches[position + 1 :]
        return edge.filler, self._space.follow(
            self._space.meet_all(relation, other_branches), edge.role
        )

    def _counted(self, relation: NodeRelation) -> NodeRelation:
        self._count(relation.degrees.size)
        return relation
