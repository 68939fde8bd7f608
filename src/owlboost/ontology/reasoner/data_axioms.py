"""Data axioms in numbers: values share them, ranges are masks."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from owlboost.ontology import axioms as ax
from owlboost.ontology.datatypes.literals import value_of
from owlboost.ontology.datatypes.range_sizes import RangeSizes
from owlboost.ontology.datatypes.ranges import range_test
from owlboost.ontology.datatypes.values import CLEAR, OPEN, DataValue
from owlboost.ontology.expressions import DataOneOf, DataRange, Literal
from owlboost.ontology.reasoner.terms import HasData, Terms
from owlboost.runtime.array_types import Ids, Mask
from owlboost.runtime.names import Names


class ValueNumbers:
    """Numbers of data values.

    Literals with the same value share a number.

    Attributes
    ----------
    values, literals
        Value number → the value, and the first literal that stands for it.
    """

    def __init__(self) -> None:
        self._numbers: dict[DataValue, int] = {}
        self.values: list[DataValue] = []
        self.literals: list[Literal] = []

    def id(self, literal: Literal) -> int:
        """Return the number of a literal's value.

        Raises
        ------
        ValueError
            If the literal has no value; such are left out before.
        """
        value = value_of(literal)
        if value is None:
            raise ValueError(f"'{literal.lexical}' is not a form of <{literal.datatype}>.")
        number = self._numbers.get(value)
        if number is None:
            number = self._numbers[value] = len(self.values)
            self.values.append(value)
            self.literals.append(literal)
        return number

    def ids(self, literals: Sequence[Literal]) -> Ids:
        """Return the numbers of many literals' values."""
        return np.array([self.id(literal) for literal in literals], dtype=np.int32)


@dataclass(frozen=True, slots=True)
class DataTest:
    """At least ``number`` values of a property among those of the mask.

    ``possible`` are those of which it is not known that they lie outside the range.
    """

    term: int
    number: int
    property: int
    within: Mask
    possible: Mask


@dataclass(frozen=True, slots=True)
class DataNeed:
    """At least ``number`` values of s in R, known or not.

    Attributes
    ----------
    property, range
        s, and the range known for its values from the terminology: R and the ranges of s.
    is_single
        Whether it holds one value only, which is known.
    inside, possible
        Values that lie in R, and those that may.
    wider
        (≥m t.S, S) with m ≤ ``number`` and s ⊑ t, which follow if all values lie in S.
    narrower
        (≤1 t.S, ∃s.Q) with such a limit as below and Q within R: all that follows for the value
        follows from the latter.
    denials
        (¬∃t.S, S) with s ⊑ t: its members have no value of t in S.
    limits
        (≤1 t.S, t, values in S) with s ⊑ t and R within S: such a value of t is the only one.
    partners
        (≤1 t.S, ∃u.Q, Q) with such a limit and u ⊑ t: the only value lies in Q, too.
    """

    term: int
    number: int
    property: int
    range: DataRange
    is_single: bool
    inside: Mask
    possible: Mask
    wider: tuple[tuple[int, DataRange], ...]
    narrower: tuple[tuple[int, int], ...]
    denials: tuple[tuple[int, DataRange], ...]
    limits: tuple[tuple[int, int, Mask], ...]
    partners: tuple[tuple[int, int, DataRange], ...]


@dataclass(frozen=True, slots=True)
class DataBox:
    """The data axioms in numbers.

    Attributes
    ----------
    apart
        Value number → a number that it shares with all values it may be the same as, but -1 for
        those that may be the same as any.
    above
        Data property → those directly above it.
    tests
        Property → the terms that ask for its values.
    values
        Term → (property, value) for the terms that state one value.
    functional
        Properties declared functional, and those below them.
    disjoint, ranges
        For the clash test and the remarks.
    uppers
        Data property → itself and all above it.
    within
        Data property → the ranges that all its values lie in. Ranges that a stated value leaves
        are not among them: the value is kept, and a remark says so.
    stated
        Data property → values that axioms and assertions state of it or of one below it.
    sizes, known_values
        How many values data ranges hold; value number → the value.
    needs
        The terms that ask for values which need not be known, see :mod:`.data_requirements`.
    """

    apart: Ids
    above: dict[int, tuple[int, ...]]
    tests: dict[int, tuple[DataTest, ...]]
    values: dict[int, tuple[int, int]]
    functional: frozenset[int]
    disjoint: tuple[tuple[int, int, ax.Axiom], ...]
    ranges: tuple[tuple[int, Mask, ax.DataPropertyRange], ...]
    uppers: Mapping[int, frozenset[int]]
    within: Mapping[int, tuple[DataRange, ...]]
    stated: Mapping[int, Sequence[Ids]]
    sizes: RangeSizes
    known_values: tuple[DataValue, ...]
    needs: tuple[DataNeed, ...] = ()

    def single(self, range_: DataRange) -> int | None:
        """Return the only value of a range, None if it is unknown."""
        if self.sizes.most(range_) == 1:
            inside = range_test(range_, self.sizes.definitions)
            for number, value in enumerate(self.known_values):
                if inside(value):
                    return number
        return None

    @property
    def denials(self) -> frozenset[int]:
        """The terms that deny or limit values, and so narrow needs."""
        denied = {term for need in self.needs for term, _ in need.denials}
        return frozenset(denied | {term for need in self.needs for term, _, _ in need.limits})


def data_box(
    axioms: Sequence[ax.Axiom],
    terms: Terms,
    properties: Names,
    numbers: ValueNumbers,
    stated: Mapping[int, Ids],
    asserted: Collection[int],
) -> DataBox:
    """Compile the data axioms.

    Call it when all terms and literals have their numbers. Stated are the values of individuals;
    asserted are terms that something may turn out to belong to: others are only denied.
    """
    definitions = {a.iri: a.range for a in axioms if isinstance(a, ax.DatatypeDefinition)}

    @cache
    def tested(range_: DataRange) -> npt.NDArray[np.int8]:
        tests = map(range_test(range_, definitions), numbers.values)
        return np.array([-1 if test is None else test for test in tests], dtype=np.int8)

    def mask(range_: DataRange, unknown: bool) -> Mask:
        return np.isin(tested(range_), [1, -1] if unknown else [1])

    above = _above(axioms, properties)
    uppers = {number: _reached(above, number) for number in range(len(properties))}
    values = _values(terms, numbers)
    used = [*stated.items()]
    for term, (property_, value) in values.items():
        if term in asserted:
            used.append((property_, np.array([value], dtype=np.int32)))
    ranges = tuple(
        (properties.id(axiom.property), mask(axiom.range, True), axiom)
        for axiom in axioms
        if isinstance(axiom, ax.DataPropertyRange)
    )
    stated_values = _stated_values(used, uppers)
    return DataBox(
        apart=_apart(numbers.values),
        above=above,
        tests=_tests(terms, mask),
        values=values,
        functional=_functional(axioms, properties, above),
        disjoint=_disjoint(axioms, properties),
        ranges=ranges,
        uppers=uppers,
        within=_within(ranges, uppers, stated_values) if ranges else {},
        stated=stated_values,
        sizes=RangeSizes(definitions),
        known_values=tuple(numbers.values),
    )


def _apart(values: Sequence[DataValue]) -> Ids:
    """Return the numbers of values that are known to differ; see :class:`DataBox`."""
    first: dict[str, int] = {OPEN: -1}
    return np.array(
        [
            number if value.space in CLEAR else first.setdefault(value.space, number)
            for number, value in enumerate(values)
        ],
        dtype=np.int32,
    )


def _tests(
    terms: Terms, mask: Callable[[DataRange, bool], Mask]
) -> dict[int, tuple[DataTest, ...]]:
    """Return, for each data property, the terms that ask for its values."""
    by_property: dict[int, list[DataTest]] = {}
    for term, atom in terms.positive():
        if isinstance(atom, HasData):
            masks = mask(atom.range, False), mask(atom.range, True)
            test = DataTest(term, atom.number, atom.property, *masks)
            by_property.setdefault(atom.property, []).append(test)
    return {property_: tuple(tests) for property_, tests in by_property.items()}


def _values(terms: Terms, numbers: ValueNumbers) -> dict[int, tuple[int, int]]:
    """Return the terms ``∃s.{v}`` with s and v."""
    values = {}
    for term, atom in terms.positive():
        if isinstance(atom, HasData) and isinstance(atom.range, DataOneOf):
            distinct = {numbers.id(literal) for literal in atom.range.literals}
            if len(distinct) == 1 and atom.number == 1:
                values[term] = (atom.property, distinct.pop())
    return values


def _disjoint(
    axioms: Iterable[ax.Axiom], properties: Names
) -> tuple[tuple[int, int, ax.Axiom], ...]:
    return tuple(
        (properties.id(first), properties.id(second), axiom)
        for axiom in axioms
        if isinstance(axiom, ax.DisjointDataProperties)
        for first, second in combinations(axiom.properties, 2)
    )


def _above(axioms: Iterable[ax.Axiom], properties: Names) -> dict[int, tuple[int, ...]]:
    above: dict[int, set[int]] = {}
    for axiom in axioms:
        match axiom:
            case ax.SubDataPropertyOf(lower, upper):
                above.setdefault(properties.id(lower), set()).add(properties.id(upper))
            case ax.EquivalentDataProperties(names):
                for lower_name in names:
                    equivalent = {properties.id(name) for name in names if name != lower_name}
                    above.setdefault(properties.id(lower_name), set()).update(equivalent)
            case _:
                pass
    return {lower: tuple(sorted(uppers)) for lower, uppers in above.items()}


def _reached(above: dict[int, tuple[int, ...]], start: int) -> frozenset[int]:
    """Return a property and all above it."""
    reached, pending = {start}, [start]
    while pending:
        new = set(above.get(pending.pop(), ())) - reached
        reached |= new
        pending.extend(new)
    return frozenset(reached)


def _stated_values(
    values: Iterable[tuple[int, Ids]], uppers: Mapping[int, frozenset[int]]
) -> dict[int, list[Ids]]:
    """Return the stated values of each property and those below it."""
    used: dict[int, list[Ids]] = {}
    for property_, numbers in values:
        for upper in uppers[property_]:
            used.setdefault(upper, []).append(numbers)
    return used


def _within(
    ranges: Iterable[tuple[int, Mask, ax.DataPropertyRange]],
    uppers: Mapping[int, frozenset[int]],
    stated: Mapping[int, Sequence[Ids]],
) -> dict[int, tuple[DataRange, ...]]:
    """Return the ranges that all values of each property lie in."""
    unviolated: dict[int, dict[DataRange, None]] = {}
    for property_, mask, axiom in ranges:
        if all(mask[numbers].all() for numbers in stated.get(property_, ())):
            unviolated.setdefault(property_, {})[axiom.range] = None
    return {
        lower: tuple(range_ for upper in sorted(over) for range_ in unviolated.get(upper, ()))
        for lower, over in uppers.items()
        if not unviolated.keys().isdisjoint(over)
    }


def _functional(
    axioms: Iterable[ax.Axiom], properties: Names, above: dict[int, tuple[int, ...]]
) -> frozenset[int]:
    functional = {properties.id(a.property) for a in axioms if isinstance(a, ax.FunctionalData)}
    while True:
        below = {lower for lower, uppers in above.items() if not functional.isdisjoint(uppers)}
        if below <= functional:
            return frozenset(functional)
        functional |= below
