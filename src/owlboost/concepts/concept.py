"""Concepts of fuzzy EL(D⁻) as description trees."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.runtime.registry import NotebookRepr

Path = tuple[int, ...]
"""A node of a tree: the positions of the edges that lead to it from the root."""

LabelKey = tuple[str, str, str]
"""Sort key of labels: IRI, kind of range, name of range."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A class name ``A``."""

    iri: str

    @property
    def key(self) -> LabelKey:
        """Sort key."""
        return self.iri, "", ""


@dataclass(frozen=True, slots=True)
class FuzzyValue:
    """A datatype restriction ``∃s.d``: some value lies in a fuzzy set."""

    prop: str
    fuzzy_set: FuzzySet

    @property
    def key(self) -> LabelKey:
        """Sort key."""
        return self.prop, "set", self.fuzzy_set.name


@dataclass(frozen=True, slots=True)
class CrispValue:
    """A datatype restriction ``∃s.=v`` to a truth value or category."""

    prop: str
    value: bool | str

    @property
    def key(self) -> LabelKey:
        """Sort key."""
        if isinstance(self.value, bool):
            return self.prop, "truth", str(self.value).lower()
        return self.prop, "value", self.value


DataLabel = FuzzyValue | CrispValue
"""A restriction of the values of a data property."""

Label = Atom | DataLabel

Noun = Literal["class", "data property", "role"]
"""The kind of entity that a name refers to."""

LabelOrder = Callable[[Label, Label], bool]
"""``order(lower, upper)``: whether every instance of ``lower`` is one of ``upper``."""

T = TypeVar("T")


@dataclass(frozen=True)  # with slots, ConceptCases[str](…) cannot be made
class ConceptCases(Generic[T]):
    """Results for each constructor of concepts, for :meth:`Concept.fold`.

    Attributes
    ----------
    atom, fuzzy, value
        The result for a label.
    some
        The result for ``∃r.C``, from the role and the result for C.
    meet
        The result for a conjunction, from those of its labels and then its edges; for ⊤ of none.
    """

    atom: Callable[[Atom], T]
    fuzzy: Callable[[FuzzyValue], T]
    value: Callable[[CrispValue], T]
    some: Callable[[str, T], T]
    meet: Callable[[Sequence[T]], T]

    def label(self, label: Label) -> T:
        """Return the result for a label."""
        match label:
            case Atom():
                return self.atom(label)
            case FuzzyValue():
                return self.fuzzy(label)
            case CrispValue():
                return self.value(label)


@dataclass(frozen=True, slots=True)
class Edge:
    """An existential restriction ``∃r.C`` over a role."""

    role: str
    filler: "Concept"

    @property
    def key(self) -> tuple[object, ...]:
        """Sort key."""
        return self.role, self.filler.key


@dataclass(frozen=True, slots=True)
class Concept(NotebookRepr):
    """An EL(D) concept as a tree of labels and edges to successors.

    ``Concept()`` is ⊤. Labels and edges are kept sorted and distinct, so equal concepts are equal
    values; :func:`normal_form` also drops what a taxonomy implies.

    Examples
    --------
    >>> Concept((Atom("B"), Atom("A"), Atom("B"))).labels
    (Atom(iri='A'), Atom(iri='B'))
    """

    labels: tuple[Label, ...] = ()
    edges: tuple[Edge, ...] = ()

    def __post_init__(self) -> None:
        labels = tuple(sorted(set(self.labels), key=lambda label: label.key))
        edges = tuple(sorted(set(self.edges), key=lambda edge: edge.key))
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "edges", edges)

    @property
    def key(self) -> tuple[object, ...]:
        """Sort key, equal for equal concepts of one vocabulary."""
        return tuple(label.key for label in self.labels), tuple(edge.key for edge in self.edges)

    @property
    def is_top(self) -> bool:
        """Whether this is ⊤."""
        return not self.labels and not self.edges

    @property
    def n_conjuncts(self) -> int:
        """Number of labels and edges of the root (``cj`` in Table 2)."""
        return len(self.labels) + len(self.edges)

    @classmethod
    def meet(cls, parts: Iterable["Concept"]) -> "Concept":
        """Conjoin concepts; of none, return ⊤.

        Examples
        --------
        >>> Concept.meet([Concept((Atom("B"),)), Concept((Atom("A"),))]).labels
        (Atom(iri='A'), Atom(iri='B'))
        """
        concepts = tuple(parts)
        return cls(
            tuple(label for part in concepts for label in part.labels),
            tuple(edge for part in concepts for edge in part.edges),
        )

    def conjuncts(self) -> Iterator["Concept"]:
        """Yield each label and edge of the root as a concept.

        Examples
        --------
        >>> list(Concept((Atom("A"), Atom("B"))).conjuncts()) == [
        ...     Concept((Atom("A"),)), Concept((Atom("B"),))
        ... ]
        True
        """
        for label in self.labels:
            yield Concept((label,))
        for edge in self.edges:
            yield Concept((), (edge,))

    def all_labels(self) -> Iterator[Label]:
        """Yield the labels of all nodes, those of the root first.

        Examples
        --------
        >>> list(Concept((Atom("A"),), (Edge("r", Concept((Atom("B"),))),)).all_labels())
        [Atom(iri='A'), Atom(iri='B')]
        """
        yield from self.labels
        for edge in self.edges:
            yield from edge.filler.all_labels()

    def fuzzy_values(self) -> Iterator[FuzzyValue]:
        """Yield the fuzzy sets of all nodes, those of the root first.

        Examples
        --------
        >>> list(Concept((Atom("A"), CrispValue("p", True))).fuzzy_values())
        []
        """
        return (label for label in self.all_labels() if isinstance(label, FuzzyValue))

    def names(self) -> frozenset[str]:
        """Return the IRIs of classes, properties and roles of all nodes.

        Examples
        --------
        >>> sorted(Concept((Atom("A"),), (Edge("r", Concept((CrispValue("p", True),))),)).names())
        ['A', 'p', 'r']
        """
        return frozenset(iri for iri, _ in self.names_with_nouns())

    def names_with_nouns(self) -> Iterator[tuple[str, Noun]]:
        """Yield each name with its kind: names of labels, then of edges.

        Examples
        --------
        >>> list(Concept((Atom("A"),), (Edge("r", TOP),)).names_with_nouns())
        [('A', 'class'), ('r', 'role')]
        """
        for label in self.all_labels():
            match label:
                case Atom(iri):
                    yield iri, "class"
                case FuzzyValue(prop) | CrispValue(prop):
                    yield prop, "data property"
        for _, node in nodes(self):
            for edge in node.edges:
                yield edge.role, "role"

    def fold(self, cases: ConceptCases[T]) -> T:
        """Build a result from the leaves to the root.

        Examples
        --------
        >>> text = ConceptCases[str](
        ...     atom=lambda label: label.iri,
        ...     fuzzy=lambda label: label.fuzzy_set.name,
        ...     value=lambda label: f"{label.prop} = {label.value}",
        ...     some=lambda role, filler: f"∃{role}.({filler})",
        ...     meet=" ⊓ ".join,
        ... )
        >>> Concept((Atom("A"),), (Edge("r", Concept((CrispValue("p", "red"),))),)).fold(text)
        'A ⊓ ∃r.(p = red)'
        """
        parts = [cases.label(label) for label in self.labels]
        parts += [cases.some(edge.role, edge.filler.fold(cases)) for edge in self.edges]
        return cases.meet(parts)

    def map_labels(self, change: Callable[[Label], Label]) -> "Concept":
        """Return the same tree with other labels at all nodes.

        Examples
        --------
        >>> Concept((Atom("A"),)).map_labels(lambda label: Atom("B")).labels
        (Atom(iri='B'),)
        """
        relabelled = replace(self, labels=tuple(map(change, self.labels)))
        return relabelled.replace_edges(
            lambda edge: [replace(edge, filler=edge.filler.map_labels(change))]
        )

    def map_sets(self, change: Callable[[FuzzyValue], FuzzyValue]) -> "Concept":
        """Return the same tree with other fuzzy sets at all nodes.

        Examples
        --------
        >>> from owlboost.data.fuzzy_sets import LeftShoulder
        >>> low = FuzzyValue("price", FuzzySet("low", LeftShoulder(40, 60)))
        >>> Concept((low,)).map_sets(lambda label: replace(label, prop="tax")).labels[0].prop
        'tax'
        """

        def changed(label: Label) -> Label:
            match label:
                case FuzzyValue():
                    return change(label)
                case Atom() | CrispValue():
                    return label

        return self.map_labels(changed)

    def replace_edges(self, change: Callable[["Edge"], Iterable["Edge"]]) -> "Concept":
        """Replace each edge of the root by others, or by none.

        Examples
        --------
        >>> Concept((Atom("A"),), (Edge("r", TOP),)).replace_edges(lambda edge: ())
        Concept(labels=(Atom(iri='A'),), edges=())
        """
        edges = (changed for edge in self.edges for changed in change(edge))
        return replace(self, edges=tuple(edges))

    def with_node(self, path: Path, change: Callable[["Concept"], "Concept"]) -> "Concept":
        """Return this tree with one of its nodes changed, as refinements do.

        Examples
        --------
        >>> tree, fast = Concept((), (Edge("r", TOP),)), Concept((Atom("Fast"),))
        >>> tree.with_node((0,), lambda node: Concept.meet([node, fast])).edges
        (Edge(role='r', filler=Concept(labels=(Atom(iri='Fast'),), edges=())),)
        """
        if not path:
            return change(self)
        position, *deeper = path
        edge = self.edges[position]
        changed = replace(edge, filler=edge.filler.with_node(tuple(deeper), change))
        return replace(self, edges=(*self.edges[:position], changed, *self.edges[position + 1 :]))

    def weakened(self) -> Iterator["Concept"]:
        """Yield this concept with one label or edge left out, except ⊤.

        Examples
        --------
        >>> deep = Concept((Atom("A"),), (Edge("r", Concept((Atom("B"),))),))
        >>> for weaker in deep.weakened():
        ...     print([label.iri for label in weaker.labels], len(weaker.edges))
        [] 1
        ['A'] 0
        ['A'] 1
        """
        return (concept for concept in self._without_each_part() if not concept.is_top)

    def _without_each_part(self) -> Iterator["Concept"]:
        for label in self.labels:
            yield replace(self, labels=tuple(part for part in self.labels if part != label))
        for position, edge in enumerate(self.edges):
            before, after = self.edges[:position], self.edges[position + 1 :]
            yield replace(self, edges=before + after)
            for filler in edge.filler._without_each_part():
                yield replace(self, edges=(*before, replace(edge, filler=filler), *after))

    def subsumes(self, other: "Concept", order: LabelOrder) -> bool:
        """Whether ``other ⊑ self`` by structure and an order of labels.

        Examples
        --------
        >>> below = by_taxonomy(lambda lower, upper: (lower, upper) == ("Hotel", "Position"))
        >>> Concept((Atom("Position"),)).subsumes(Concept((Atom("Hotel"), Atom("Cheap"))), below)
        True
        """
        return all(
            any(order(below, label) for below in other.labels) for label in self.labels
        ) and all(
            any(
                below.role == edge.role and edge.filler.subsumes(below.filler, order)
                for below in other.edges
            )
            for edge in self.edges
        )


TOP = Concept()

Implies = Callable[[str, str], bool]
"""``implies(A, B)``: the knowledge base proves A ⊑ B."""


def by_taxonomy(implies: Implies) -> LabelOrder:
    """Order classes by a taxonomy; other labels are only below themselves.

    Examples
    --------
    >>> order = by_taxonomy(lambda lower, upper: (lower, upper) == ("Hotel", "Position"))
    >>> order(Atom("Hotel"), Atom("Position")), order(Atom("Position"), Atom("Hotel"))
    (True, False)
    """

    def is_below(lower: Label, upper: Label) -> bool:
        match upper:
            case Atom(iri):
                return lower == upper or (isinstance(lower, Atom) and implies(lower.iri, iri))
            case FuzzyValue() | CrispValue():
                return lower == upper

    return is_below


def depth(concept: Concept) -> int:
    """Return the depth of nested edges (``dth`` in Table 2).

    Examples
    --------
    >>> depth(Concept((Atom("A"),), (Edge("r", TOP),)))
    1
    """
    return max((1 + depth(edge.filler) for edge in concept.edges), default=0)


def size(concept: Concept) -> int:
    """Count nodes and labels of the whole tree, to prefer shorter concepts."""
    return 1 + len(concept.labels) + sum(size(edge.filler) for edge in concept.edges)


def nodes(concept: Concept, path: Path = ()) -> Iterator[tuple[Path, Concept]]:
    """Walk the tree from the root, each node with its path."""
    yield path, concept
    for position, edge in enumerate(concept.edges):
        yield from nodes(edge.filler, (*path, position))


def fuzzy_conditions(concept: Concept, graded: Collection[str] = ()) -> int:
    """Count the fuzzy sets, and graded classes and roles, in a concept.

    If there are none, all degrees are 0 or 1.
    """
    sets = sum(is_fuzzy_label(label, graded) for label in concept.all_labels())
    roles = sum(edge.role in graded for _, node in nodes(concept) for edge in node.edges)
    return sets + roles


def is_fuzzy_label(label: Label, graded: Collection[str] = ()) -> bool:
    """Whether a label is a fuzzy set or a graded class."""
    match label:
        case Atom(iri):
            return iri in graded
        case FuzzyValue():
            return True
        case CrispValue():
            return False


def normal_form(
    concept: Concept,
    implies: Implies,
    *,
    idempotent: bool = True,
    graded: Collection[str] = (),
) -> Concept:
    """Drop labels and edges that others of their node imply.

    If ``C ⊓ C`` is not C, graded classes and edges with fuzzy conditions or graded roles stay,
    since they change degrees even if implied.

    Examples
    --------
    >>> below = {("Hotel", "Position")}.__contains__
    >>> bar = Edge("r", Concept((Atom("Bar"),)))
    >>> tree = Concept((Atom("Hotel"), Atom("Position")), (Edge("r", TOP), bar))
    >>> short = normal_form(tree, lambda lower, upper: below((lower, upper)))
    >>> short == Concept((Atom("Hotel"),), (bar,))
    True
    """
    names = frozenset() if idempotent else frozenset(graded)
    order = by_taxonomy(implies)
    labels: list[Label] = []

    def is_implied(upper: Label, lower: Label) -> bool:
        says_more = isinstance(upper, Atom) and upper.iri in names
        return not says_more and order(lower, upper)

    for label in concept.labels:  # of equivalent labels the first by name stays
        if not any(is_implied(label, beside) for beside in labels):
            labels = [beside for beside in labels if not is_implied(beside, label)]
            labels.append(label)
    edges: list[Edge] = []

    def is_redundant(upper: Edge, lower: Edge) -> bool:
        if lower.role != upper.role or not upper.filler.subsumes(lower.filler, order):
            return False
        return idempotent or not (upper.role in names or fuzzy_conditions(upper.filler, names) > 0)

    def normalised(edge: Edge) -> Edge:
        filler = normal_form(edge.filler, implies, idempotent=idempotent, graded=names)
        return replace(edge, filler=filler)

    for edge in Concept((), tuple(map(normalised, concept.edges))).edges:
        if not any(is_redundant(edge, beside) for beside in edges):
            edges = [beside for beside in edges if not is_redundant(beside, edge)]
            edges.append(edge)
    return Concept(tuple(labels), tuple(edges))


def chain(roles: tuple[str, ...], end: Concept) -> Concept:
    """Nest a concept under roles: ``chain((r, q), C)`` is ``∃r.∃q.C``."""
    for role in reversed(roles):
        end = Concept((), (Edge(role, end),))
    return end
