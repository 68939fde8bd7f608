"""Data axioms in numbers: equal values share one, ranges are masks over them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from owlboost.ontology.axioms import (
    Axiom,
    DataPropertyRange,
    DatatypeDefinition,
    DisjointDataProperties,
    EquivalentDataProperties,
    FunctionalData,
    SubDataPropertyOf,
)
from owlboost.ontology.datatypes.days import timed
from owlboost.ontology.datatypes.literals import value_of
from owlboost.ontology.datatypes.range_sizes import RangeSizes
from owlboost.ontology.datatypes.ranges import range_test
from owlboost.ontology.datatypes.values import CLEAR, OPEN, DataValue
from owlboost.ontology.expressions import DataOneOf, DataRange, Literal
from owlboost.ontology.reasoner.terms import HasData, Terms
from owlboost.runtime.array_types import Floats, Ids, Mask
from owlboost.runtime.calendar import ON_A_LINE, Moment
from owlboost.runtime.names import Names


class ValueNumbers:
    """Numbers data values: literals with the same value share a number.

    Attributes
    ----------
    values, literals
        Value number → the value, and the first literal that stands for it.
    """

    def __init__(self) -> None:
        self._numbers: dict[DataValue, int] = {}
        self.values: list[DataValue] = []
        self.literals: list[Literal] = []

    def of(self, literal: Literal) -> int:
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

    def many(self, literals: Sequence[Literal]) -> Ids:
        """Return the numbers of many literals' values."""
        return np.array([self.of(literal) for literal in literals], dtype=np.int32)


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
    """At least ``number`` values of a property s in a range R, which need not be known.

    Attributes
    ----------
    range
        What is known of the values from the terminology: R and the ranges of s.
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
        (¬∃t.S, S) with s ⊑ t: whoever belongs to it has no value of t in S.
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
    """What the data axioms say, in numbers.

    Attributes
    ----------
    meanings
        Value number → number, truth value or text.
    numbers, texts, truths
        Value number → the number, NaN if it is none; whether it is a text; a truth value.
    days, times
        Value number → the days of a date, a time or a duration, NaN if it is none. Data property →
        what its days stand for; where times are mixed with numbers, or dates with durations, they
        are texts.
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
    sizes, known
        How many values data ranges hold; value number → the value.
    needs
        The terms that ask for values which need not be known, see :mod:`.data_requirements`.
    """

    meanings: tuple[float | bool | str, ...]
    numbers: Floats
    texts: Mask
    truths: Mask
    days: Floats
    times: Mapping[int, Moment]
    apart: Ids
    above: dict[int, tuple[int, ...]]
    tests: dict[int, tuple[DataTest, ...]]
    values: dict[int, tuple[int, int]]
    functional: frozenset[int]
    disjoint: tuple[tuple[int, int, Axiom], ...]
    ranges: tuple[tuple[int, Mask, DataPropertyRange], ...]
    uppers: Mapping[int, frozenset[int]]
    within: Mapping[int, tuple[DataRange, ...]]
    sizes: RangeSizes
    known: tuple[DataValue, ...]
    needs: tuple[DataNeed, ...] = ()

    def single(self, range_: DataRange) -> int | None:
        """Return the value that is all a range holds, if it is among those known."""
        if self.sizes.most(range_) == 1:
            inside = range_test(range_, self.sizes.definitions)
            for number, value in enumerate(self.known):
                if inside(value):
                    return number
        return None

    @property
    def denials(self) -> frozenset[int]:
        """The terms that deny values or limit their number, and so narrow a need."""
        denied = {term for need in self.needs for term, _ in need.denials}
        return frozenset(denied | {term for need in self.needs for term, _, _ in need.limits})


def data_box(
    axioms: Sequence[Axiom],
    terms: Terms,
    properties: Names,
    numbers: ValueNumbers,
    stated: Mapping[int, Ids],
    asserted: Collection[int],
) -> DataBox:
    """Compile the data axioms; call it when all terms and literals have their numbers.

    Parameters
    ----------
    axioms, terms, properties, numbers
        Of one ontology.
    stated
        Properties with the values that are stated of individuals.
    asserted
        Terms that something may turn out to belong to; others are only denied.
    """
    definitions = {a.iri: a.range for a in axioms if isinstance(a, DatatypeDefinition)}

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
        if isinstance(axiom, DataPropertyRange)
    )
    meanings = tuple(value.meaning for value in numbers.values)
    moments = tuple(map(timed, numbers.values))
    return DataBox(
        meanings=meanings,
        numbers=np.array([v if type(v) is float else np.nan for v in meanings], dtype=np.float64),
        texts=np.array([type(value) is str for value in meanings], dtype=np.bool_),
        truths=np.array([type(value) is bool for value in meanings], dtype=np.bool_),
        days=np.array([np.nan if one is None else one[1] for one in moments], dtype=np.float64),
        times=_times(_used_of(used, uppers), meanings, moments),
        apart=_apart(numbers.values),
        above=above,
        tests=_tests(terms, mask),
        values=values,
        functional=_functional(axioms, properties, above),
        disjoint=_disjoint(axioms, properties),
        ranges=ranges,
        uppers=uppers,
        within=_within(ranges, uppers, used) if ranges else {},
        sizes=RangeSizes(definitions),
        known=tuple(numbers.values),
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
    found: dict[int, list[DataTest]] = {}
    for term, atom in terms.positive():
        if isinstance(atom, HasData):
            masks = mask(atom.range, False), mask(atom.range, True)
            test = DataTest(term, atom.number, atom.property, *masks)
            found.setdefault(atom.property, []).append(test)
    return {property_: tuple(tests) for property_, tests in found.items()}


def _values(terms: Terms, numbers: ValueNumbers) -> dict[int, tuple[int, int]]:
    """Return the terms ``∃s.{v}`` with s and v."""
    found = {}
    for term, atom in terms.positive():
        if isinstance(atom, HasData) and isinstance(atom.range, DataOneOf):
            values = {numbers.of(literal) for literal in atom.range.literals}
            if len(values) == 1 and atom.number == 1:
                found[term] = (atom.property, values.pop())
    return found


def _disjoint(axioms: Iterable[Axiom], properties: Names) -> tuple[tuple[int, int, Axiom], ...]:
    return tuple(
        (properties.id(one), properties.id(two), axiom)
        for axiom in axioms
        if isinstance(axiom, DisjointDataProperties)
        for one, two in combinations(axiom.properties, 2)
    )


def _above(axioms: Iterable[Axiom], properties: Names) -> dict[int, tuple[int, ...]]:
    found: dict[int, set[int]] = {}
    for axiom in axioms:
        match axiom:
            case SubDataPropertyOf(lower, upper):
                found.setdefault(properties.id(lower), set()).add(properties.id(upper))
            case EquivalentDataProperties(names):
                for one in names:
                    others = {properties.id(name) for name in names if name != one}
                    found.setdefault(properties.id(one), set()).update(others)
            case _:
                pass
    return {lower: tuple(sorted(uppers)) for lower, uppers in found.items()}


def _reached(above: dict[int, tuple[int, ...]], start: int) -> frozenset[int]:
    """Return a property and all above it."""
    found, open_ = {start}, [start]
    while open_:
        new = set(above.get(open_.pop(), ())) - found
        found |= new
        open_.extend(new)
    return frozenset(found)


def _used_of(
    values: Iterable[tuple[int, Ids]], uppers: Mapping[int, frozenset[int]]
) -> dict[int, list[Ids]]:
    """Return, for each property, the values that are stated of it or of those below it."""
    used: dict[int, list[Ids]] = {}
    for property_, some in values:
        for upper in uppers[property_]:
            used.setdefault(upper, []).append(some)
    return used


def _times(
    used: Mapping[int, Sequence[Ids]],
    meanings: Sequence[float | bool | str],
    moments: Sequence[tuple[Moment, float] | None],
) -> dict[int, Moment]:
    """Return, for each property whose ordered values are all days of one kind, what they are."""
    if not any(moments):
        return {}
    found: dict[int, Moment] = {}
    for property_, some in used.items():
        values = np.unique(np.concatenate(some)).tolist()
        if any(type(meanings[value]) is float for value in values):
            continue
        kinds = {moment[0] for value in values if (moment := moments[value]) is not None}
        if len(kinds) == 1:
            (found[property_],) = kinds
        elif kinds and kinds <= ON_A_LINE:
            found[property_] = "dateTime" if "dateTime" in kinds else "date"
    return found


def _within(
    ranges: Iterable[tuple[int, Mask, DataPropertyRange]],
    uppers: Mapping[int, frozenset[int]],
    values: Iterable[tuple[int, Ids]],
) -> dict[int, tuple[DataRange, ...]]:
    """Return, for each property, the ranges that all its values lie in."""
    used = _used_of(values, uppers)
    kept: dict[int, dict[DataRange, None]] = {}
    for property_, mask, axiom in ranges:
        if all(mask[some].all() for some in used.get(property_, ())):
            kept.setdefault(property_, {})[axiom.range] = None
    return {
        lower: tuple(range_ for upper in sorted(over) for range_ in kept.get(upper, ()))
        for lower, over in uppers.items()
        if not kept.keys().isdisjoint(over)
    }


def _functional(
    axioms: Iterable[Axiom], properties: Names, above: dict[int, tuple[int, ...]]
) -> frozenset[int]:
    found = {properties.id(a.property) for a in axioms if isinstance(a, FunctionalData)}
    while True:
        below = {lower for lower, uppers in above.items() if not found.isdisjoint(uppers)}
        if below <= found:
            return frozenset(found)
        found |= below
