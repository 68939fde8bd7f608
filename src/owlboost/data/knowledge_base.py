"""The saturated knowledge base as read-only arrays.

The arrays hold the canonical model of K (note 1 on that model). Elements are the named individuals,
numbered as in the vocabulary, and after them the anonymous witnesses that K entails. Witnesses fill
roles; they are never examples.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.data.vocabulary import Lexicon, Vocabulary
from owlboost.runtime.array_types import Ids
from owlboost.runtime.arrays import IN_MEMORY, ArrayStore
from owlboost.runtime.hierarchy import Taxonomy
from owlboost.runtime.names import Names
from owlboost.runtime.sparse_rows import Gathering, Rows, Values
from owlboost.runtime.threads import SERIAL, ThreadPool


class Origin(Protocol):
    """A picklable file reference from which a knowledge base can be read."""

    def is_at_hand(self) -> bool:
        """Whether this process can read the file, unchanged."""
        ...

    def knows(self, names: "Names") -> bool:
        """Whether the file has individuals of these names."""
        ...

    def part(self, names: "Names") -> "KnowledgeBase":
        """Return the knowledge about some individuals, in the order given."""
        ...

    def without(self, hidden: frozenset[str]) -> "Origin":
        """Return the same file without some of its columns."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Symbols:
    """The crisp values of one data property: ``rows[element]`` are positions in ``values``."""

    rows: Rows
    values: tuple[bool | str, ...]

    @property
    def functional(self) -> bool:
        """Whether no element has two values."""
        return bool((np.diff(self.rows.indptr) <= 1).all())


@dataclass(frozen=True, slots=True, eq=False)
class KnowledgeBase:
    """The entailed facts of a knowledge base, as arrays.

    Attributes
    ----------
    n_elements
        Named individuals and witnesses together.
    types
        Element → the classes it belongs to.
    members
        Class → its elements. Of a fuzzy ontology, these and the fillers of roles have degrees.
    taxonomy
        Class → the other classes that K proves above it (equivalent ones included), on demand.
    roles
        For each role, element → its fillers.
    numbers, symbols
        Data property id → values: numbers, and booleans or categories. A property may be in both.
    functional
        Ids of the data properties that K declares functional.
    origin
        The file that the same can be read from again, if any.
    authored
        Data property → the fuzzy sets that its authors gave it, in place of computed ones.
    computed
        The classes whose degrees fuzzy concepts give, which not every reader computes.
    """

    vocabulary: Vocabulary
    n_elements: int
    types: Rows
    members: Rows
    taxonomy: Taxonomy
    roles: tuple[Rows, ...]
    numbers: Mapping[int, Values] = field(default_factory=dict)
    symbols: Mapping[int, Symbols] = field(default_factory=dict)
    functional: frozenset[int] = frozenset()
    lexicon: Lexicon = field(default_factory=Lexicon)
    shelf: ArrayStore = IN_MEMORY
    origin: Origin | None = None
    authored: Mapping[str, tuple[FuzzySet, ...]] = field(default_factory=dict)
    computed: frozenset[str] = frozenset()

    @property
    def individuals(self) -> Names:
        """The named individuals: elements 0 … n − 1."""
        return self.vocabulary.individuals

    def implies(self, lower: str, upper: str) -> bool:
        """Whether K proves ``lower ⊑ upper`` for two class names."""
        if lower == upper:
            return True
        classes = self.vocabulary.classes
        if lower not in classes or upper not in classes:
            return False
        return self.taxonomy.holds(classes.id(lower), classes.id(upper))

    def is_functional(self, property_id: int) -> bool:
        """Whether no element can have two values of a data property."""
        if property_id in self.functional:
            return True
        counts = np.zeros(self.n_elements, dtype=np.int64)
        if property_id in self.numbers:
            counts += np.diff(self.numbers[property_id].indptr)
        if property_id in self.symbols:
            counts += np.diff(self.symbols[property_id].rows.indptr)
        return bool((counts <= 1).all())

    @property
    def is_graded(self) -> bool:
        """Whether some class or role holds only to a degree."""
        return any(rows.degrees is not None for rows in (self.members, *self.roles))

    def graded_names(self) -> frozenset[str]:
        """Return the classes and roles that hold to a degree somewhere.

        Examples
        --------
        >>> kb = KnowledgeBase.from_facts(["a"], types={"C": ["a"]}, degrees={("C", "a"): 0.5})
        >>> kb.graded_names()
        frozenset({'C'})
        """
        names, members = self.vocabulary, self.members
        roles = {
            iri
            for iri, rows in zip(names.roles, self.roles, strict=True)
            if rows.degrees is not None
        }
        if members.degrees is None:
            return frozenset(roles)
        whole = (members.degrees_of(number) for number in range(len(names.classes)))
        held = zip(names.classes, whole, strict=True)
        return frozenset(roles | {iri for iri, degrees in held if (degrees < 1).any()})

    @property
    def is_flat(self) -> bool:
        """Whether no element fills a role, as in a table."""
        return not any(fillers.indices.size for fillers in self.roles)

    @property
    def has_single_values(self) -> bool:
        """Whether elements are like rows of a table.

        They fill no roles, and have at most one number for each property. Numbers are counted: a
        property that is declared functional may have two all the same.

        Examples
        --------
        >>> KnowledgeBase.from_facts(["a", "b"], numbers={"price": [("a", 7)]}).has_single_values
        True
        """
        # columns mostly share their pointers
        pointers = {id(values.indptr): values.indptr for values in self.numbers.values()}
        return self.is_flat and all(
            bool((np.diff(pointer) <= 1).all()) for pointer in pointers.values()
        )

    def reordered(self, order: Ids, pool: ThreadPool = SERIAL) -> "KnowledgeBase":
        """Return the same knowledge of individuals in another order, without roles.

        Witnesses and individuals not listed are dropped. Columns are split over the threads of a
        pool.

        Examples
        --------
        >>> kb = KnowledgeBase.from_facts(["a", "b"], numbers={"price": [("a", 7), ("b", 5)]})
        >>> turned = kb.reordered(np.array([1, 0]))
        >>> turned.individuals, turned.numbers[0].values
        (Names(['b', 'a']), array([5., 7.]))
        """
        types = self.types.at(order)
        gathering = Gathering(order, self.shelf, pool)
        return replace(
            self,
            n_elements=order.size,
            vocabulary=replace(self.vocabulary, individuals=self.individuals.picked(order)),
            types=types,
            members=types.transposed(len(self.vocabulary.classes)),
            numbers=self._gathered_numbers(gathering),
            symbols=self._gathered_symbols(gathering),
        )

    def part(self, elements: Ids) -> "KnowledgeBase":
        """Return the knowledge about some elements, ascending, without all others.

        They have no names there; the caller must remember which element is which.

        Examples
        --------
        >>> kb = KnowledgeBase.from_facts(["a", "b", "c"], roles={"r": [("b", "a"), ("b", "c")]})
        >>> part = kb.part(np.array([1, 2], dtype=np.int32))
        >>> part.n_elements, part.roles[0][0]
        (2, array([1], dtype=int32))
        """
        places = np.full(self.n_elements, -1, dtype=np.int32)
        places[elements] = np.arange(elements.size, dtype=np.int32)
        gathering = Gathering(elements)
        types = self.types.at(elements)
        return replace(
            self,
            vocabulary=replace(self.vocabulary, individuals=Names()),
            n_elements=elements.size,
            types=types,
            members=types.transposed(len(self.vocabulary.classes)),
            roles=tuple(_among(role.at(elements), places) for role in self.roles),
            numbers=self._gathered_numbers(gathering),
            symbols=self._gathered_symbols(gathering),
            shelf=IN_MEMORY,
        )

    def _gathered_numbers(self, gathering: Gathering) -> dict[int, Values]:
        arrays = [(column.indptr, column.values) for column in self.numbers.values()]
        gathered = zip(self.numbers, gathering.columns(arrays), strict=True)
        return {number: Values(*column) for number, column in gathered}

    def _gathered_symbols(self, gathering: Gathering) -> dict[int, Symbols]:
        return {
            number: Symbols(
                Rows(*gathering.take(symbols.rows.indptr, symbols.rows.indices)), symbols.values
            )
            for number, symbols in self.symbols.items()
        }

    def without_properties(self, hidden: Collection[str]) -> "KnowledgeBase":
        """Return the same knowledge without some roles and data properties.

        Examples
        --------
        >>> kb = KnowledgeBase.from_facts(["a", "b"], roles={"r": [("a", "b")], "s": []})
        >>> kb.without_properties({"r"}).vocabulary.roles
        Names(['s'])
        """
        names = self.vocabulary
        roles = [i for i, iri in enumerate(names.roles) if iri not in hidden]
        data = [i for i, iri in enumerate(names.data_properties) if iri not in hidden]
        if len(roles) == len(names.roles) and len(data) == len(names.data_properties):
            return self
        place = {old: new for new, old in enumerate(data)}
        return replace(
            self,
            vocabulary=replace(
                names,
                roles=Names(names.roles[i] for i in roles),
                data_properties=Names(names.data_properties[i] for i in data),
            ),
            roles=tuple(self.roles[i] for i in roles),
            numbers={place[i]: column for i, column in self.numbers.items() if i in place},
            symbols={place[i]: column for i, column in self.symbols.items() if i in place},
            functional=frozenset(place[i] for i in self.functional if i in place),
        )

    @classmethod
    def from_facts(  # noqa: PLR0913 - one parameter for each kind of fact
        cls,
        individuals: Sequence[str],
        *,
        types: Mapping[str, Iterable[str]] | None = None,
        subclasses: Iterable[tuple[str, str]] = (),
        roles: Mapping[str, Iterable[tuple[str, str]]] | None = None,
        numbers: Mapping[str, Iterable[tuple[str, float]]] | None = None,
        symbols: Mapping[str, Iterable[tuple[str, bool | str]]] | None = None,
        witnesses: Sequence[str] = (),
        degrees: Mapping[tuple[str, ...], float] | None = None,
    ) -> "KnowledgeBase":
        """Build a small knowledge base from names, for tests and examples.

        The facts are taken as they are, already saturated: ``types`` must list superclasses too.
        ``subclasses`` are pairs (lower, upper); those that follow from them hold as well.
        ``degrees`` has those facts that hold to a degree only, as (class, x) or (role, x, y).

        Examples
        --------
        >>> kb = KnowledgeBase.from_facts(
        ...     ["h1", "h2"], types={"Hotel": ["h1", "h2"]}, numbers={"hasPrice": [("h1", 79)]}
        ... )
        >>> kb.numbers[0].values
        array([79.])
        """
        types, roles = dict(types or {}), dict(roles or {})
        numbers, symbols = dict(numbers or {}), dict(symbols or {})
        subclasses = list(subclasses)
        elements = Names([*individuals, *witnesses])
        vocabulary = Vocabulary(
            classes=Names(sorted({*types, *(name for pair in subclasses for name in pair)})),
            roles=Names(sorted(roles)),
            data_properties=Names(sorted({*numbers, *symbols})),
            individuals=Names(individuals),
        )

        classes, properties = vocabulary.classes, vocabulary.data_properties
        graded = dict(degrees or {})
        members = _graded(
            [((name, x), graded.get((name, x), 1.0)) for name in types for x in types[name]],
            (classes, elements),
        )
        return cls(
            vocabulary=vocabulary,
            n_elements=len(elements),
            types=members.transposed(len(elements)),
            members=members,
            taxonomy=_taxonomy(subclasses, classes),
            roles=tuple(
                _graded(
                    [(pair, graded.get((role, *pair), 1.0)) for pair in roles[role]],
                    (elements, elements),
                )
                for role in vocabulary.roles
            ),
            numbers={
                properties.id(name): _values(list(facts), elements)
                for name, facts in numbers.items()
            },
            symbols={
                properties.id(name): _symbols(list(facts), elements)
                for name, facts in symbols.items()
            },
        )


def _among(rows: Rows, places: Ids) -> Rows:
    """Renumber elements of rows, and drop those without a new number."""
    renumbered = places[rows.indices]
    counts = np.append(0, np.cumsum(renumbered >= 0))
    degrees = None if rows.degrees is None else rows.degrees[renumbered >= 0]
    return Rows(counts[rows.indptr], renumbered[renumbered >= 0], degrees)


def _rows(pairs: Iterable[tuple[str, str]], left: Names, right: Names) -> Rows:
    numbers = np.array([(left.id(a), right.id(b)) for a, b in pairs], dtype=np.int32)
    numbers = numbers.reshape(-1, 2)
    return Rows.from_pairs(numbers[:, 0], numbers[:, 1], len(left))


def _graded(facts: list[tuple[tuple[str, str], float]], ends: tuple[Names, Names]) -> Rows:
    left, right = ends
    numbers = np.array([(left.id(a), right.id(b)) for (a, b), _ in facts], dtype=np.int32)
    numbers = numbers.reshape(-1, 2)
    degrees = np.array([degree for _, degree in facts], dtype=np.float64)
    return Rows.from_graded_pairs(numbers[:, 0], numbers[:, 1], degrees, len(left))


def _taxonomy(pairs: Iterable[tuple[str, str]], classes: Names) -> Taxonomy:
    steps = _rows((pair for pair in pairs if pair[0] != pair[1]), classes, classes)
    return Taxonomy(steps.indptr, steps.indices, len(classes))


def _values(facts: list[tuple[str, float]], elements: Names) -> Values:
    ids = np.array([elements.id(element) for element, _ in facts], dtype=np.int32)
    values = np.array([value for _, value in facts], dtype=np.float64)
    return Values.from_pairs(ids, values, len(elements))


def _symbols(facts: list[tuple[str, bool | str]], elements: Names) -> Symbols:
    values = tuple(
        sorted({value for _, value in facts}, key=lambda value: (str(type(value)), value))
    )
    codes = np.array([values.index(value) for _, value in facts], dtype=np.int32)
    ids = np.array([elements.id(element) for element, _ in facts], dtype=np.int32)
    return Symbols(Rows.from_pairs(ids, codes, len(elements)), values)
