"""How many values a data range holds at most.

Every value space is asked how many of its values a conjunction of conditions leaves. Conditions
that are not understood are left out, so that the number is never too small.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from owlboost.ontology.language.expressions import (
    DataComplement,
    DataIntersection,
    DataOneOf,
    DataRange,
    Datatype,
)
from owlboost.ontology.language.facets import Test, facet_test
from owlboost.ontology.language.literals import value_of
from owlboost.ontology.language.ranges import (
    CONDITIONS,
    Definitions,
    datatype_test,
    range_test,
    spaces_of,
)
from owlboost.ontology.language.reserved import OWL
from owlboost.ontology.language.sizes.conditions import (
    Conditions,
    Conjunction,
    Facet,
    RangeCondition,
    TooManyCasesError,
    conjunctions,
    together,
)
from owlboost.ontology.language.sizes.lengths import count_octets, count_tagged, count_texts
from owlboost.ontology.language.sizes.lines import count_binaries, count_instants, count_reals
from owlboost.ontology.language.values.spaces import CLEAR, DataValue


@dataclass(frozen=True, slots=True)
class RangeSizes:
    """What is known about the sizes of data ranges; each is worked out once.

    Attributes
    ----------
    definitions
        Datatypes that an ontology defines.
    """

    definitions: Definitions
    _known: dict[DataRange, float] = field(default_factory=dict, compare=False, repr=False)
    _cases: dict[DataRange, list[Conjunction]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def most(self, range_: DataRange) -> float:
        """Return the number of values that a data range holds, or one that is greater.

        Examples
        --------
        >>> from owlboost.ontology.language.reserved import XSD
        >>> sizes = RangeSizes({})
        >>> sizes.most(Datatype(XSD + "byte")), sizes.most(Datatype(XSD + "integer"))
        (256, inf)
        """
        found = self._known.get(range_)
        if found is None:
            try:
                found = sum(_count(case) for case in self._cases_of(range_))
            except TooManyCasesError:
                found = math.inf
            if isinstance(range_, DataIntersection):  # whose cases may overlap
                found = min([found, *map(self.most, range_.parts)])
            self._known[range_] = found
        return found

    def _cases_of(self, range_: DataRange) -> list[Conjunction]:
        """Return the cases of a range, from those of its parts if it is an intersection."""
        if isinstance(range_, DataIntersection):
            return together([self._cases_of(part) for part in range_.parts])
        found = self._cases.get(range_)
        if found is None:
            found = self._cases[range_] = conjunctions(range_, self.definitions)
        return found

    def within(self, inner: DataRange, outer: DataRange) -> bool:
        """Whether each value of a range is known to lie in another.

        Examples
        --------
        >>> from owlboost.ontology.language.reserved import XSD
        >>> RangeSizes({}).within(Datatype(XSD + "byte"), Datatype(XSD + "short"))
        True
        """
        return inner == outer or self.most(DataIntersection((inner, DataComplement(outer)))) == 0


def _count(case: Conjunction) -> float:
    """Return how many values meet all conditions, at most."""
    listed = [c.what.literals for c in case if isinstance(c.what, DataOneOf) and c.holds]
    if listed:
        values = {value_of(literal) for literal in min(listed, key=len)}
        if None not in values:
            tests = [_test(condition) for condition in case]
            return sum(all(test(value) is not False for test in tests) for value in values if value)
    return _count_elsewhere(case) + sum(_count_in(space, case) for space in _SOLVERS)


def _test(condition: RangeCondition) -> Test:
    match condition.what:
        case Facet(iri, bound):
            inside = facet_test(iri, bound)
        case Datatype(iri):
            inside = datatype_test(iri)
        case listed:
            inside = range_test(listed, {})
    if condition.holds:
        return inside

    def outside(value: DataValue) -> bool | None:
        found = inside(value)
        return None if found is None else not found

    return outside


def _count_in(space: str, case: Conjunction) -> float:
    """Return how many values of a space meet all conditions, at most."""
    place = "dateTime" if space in _TIMES else space
    named = [(c.what.iri, c.holds) for c in case if isinstance(c.what, Datatype)]
    known = [(iri, spaces, holds) for iri, holds in named if (spaces := spaces_of(iri))]
    for iri, spaces, holds in known:
        if place not in spaces if holds else place in spaces and _is_whole(iri):
            return 0
    return _SOLVERS[space](
        Conditions(
            datatypes=tuple(
                (iri, holds)
                for iri, spaces, holds in known
                if place in spaces and not _is_whole(iri)
            ),
            facets=tuple(
                (c.what.iri, bound, c.holds)
                for c in case
                if isinstance(c.what, Facet) and (bound := value_of(c.what.bound))
            ),
            removed=frozenset(
                value
                for c in case
                if isinstance(c.what, DataOneOf) and not c.holds
                for literal in c.what.literals
                if (value := value_of(literal)) and value.space == place
            ),
        )
    )


def _is_whole(iri: str) -> bool:
    """Whether a datatype holds all values of its spaces."""
    return iri not in CONDITIONS and iri != OWL + "rational"


def _count_truths(conditions: Conditions) -> float:
    return 2 - len(conditions.removed)


def _count_elsewhere(case: Conjunction) -> float:
    """Return how many values outside the spaces of OWL 2 meet all conditions: none or many."""
    known = [
        (spaces, c.holds, _is_whole(c.what.iri))
        for c in case
        if isinstance(c.what, Datatype) and (spaces := spaces_of(c.what.iri))
    ]
    wanted = {spaces for spaces, holds, _ in known if holds}
    if len(wanted) > 1 or any(spaces <= CLEAR for spaces in wanted):
        return 0
    denied = {spaces for spaces, holds, whole in known if not holds and whole}
    return 0 if wanted & denied else math.inf


_TIMES = ("dateTime with zone", "dateTime without zone")
_SOLVERS: Mapping[str, Callable[[Conditions], float]] = {
    "real": count_reals,
    "float": partial(count_binaries, "float"),
    "double": partial(count_binaries, "double"),
    "boolean": _count_truths,
    "string": count_texts,
    "tagged": count_tagged,
    "uri": count_texts,
    "hex": count_octets,
    "base64": count_octets,
    _TIMES[0]: partial(count_instants, zoned=True),
    _TIMES[1]: partial(count_instants, zoned=False),
}
"""The spaces of OWL 2, each with what counts its values; xsd:dateTime is two of them."""
