"""Data values as learners take them: numbers, days, truth values, categories.

Of dates, times and durations the numbers are days, as in tables. A date begins at midnight of its
zone, a month and a year with their first day; without a zone they are taken to be in UTC. A
duration of months has no fixed length: a month is a twelfth of the average year. Days and months
that come again each year or month are no numbers. Fuzzy datatypes are fuzzy sets of numbers.
"""

import math
import operator
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import floor
from typing import Literal as OneOf

import numpy as np

from owlboost.data.fuzzy_sets import FuzzySet, Shape, make_shape
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import Axiom, EquivalentDataProperties, SubDataPropertyOf
from owlboost.ontology.datatypes.dates import EPOCH, Instant, instant_of
from owlboost.ontology.datatypes.literals import value_of
from owlboost.ontology.datatypes.values import DataValue
from owlboost.ontology.fuzzy import FuzzyDatatype
from owlboost.ontology.ontology import Fuzziness, Ontology, Remark
from owlboost.ontology.reasoner.inferences import Inferences
from owlboost.ontology.reasoner.reason import PreparedOntology
from owlboost.ontology.vocabulary import RDFS_LITERAL, XSD
from owlboost.runtime.array_types import Floats, Ids, Mask
from owlboost.runtime.calendar import DAY_US, ON_A_LINE, Moment, days_of, stamp_of
from owlboost.runtime.names import short_name

MOST_CATEGORIES = 20
"""Texts of one data property; with more it is no list of categories and is left out."""


@dataclass(frozen=True, slots=True)
class LearnableValues:
    """The values that an ontology mentions, as learners use them.

    Attributes
    ----------
    meanings
        Value → number, truth value or text.
    numbers, texts, truths
        Value → the number, NaN if it is none; whether it is a text; a truth value.
    days
        Value → the days of a date, a time or a duration, NaN if it is none.
    times
        Data property → what its days stand for; where times are mixed with numbers, or dates with
        durations, they are texts.
    """

    meanings: tuple[float | bool | str, ...]
    numbers: Floats
    texts: Mask
    truths: Mask
    days: Floats
    times: Mapping[str, Moment]

    def categories(self, prop: str, seen: Ids) -> set[float | bool | str]:
        """Return the distinct texts among values of a data property, but for its days."""
        described = seen[np.isnan(self.days[seen])] if prop in self.times else seen
        return {self.meanings[value] for value in described[self.texts[described]].tolist()}

    def symbols(self, prop: str, seen: Ids) -> Mask:
        """Return which of all values of a data property are truth values or categories."""
        is_kept = self.truths
        if len(self.categories(prop, seen)) <= MOST_CATEGORIES:
            is_kept = self.truths | self.texts
        return is_kept & np.isnan(self.days) if prop in self.times else is_kept


def learnable_values(prepared: PreparedOntology) -> LearnableValues:
    """Return the values that an ontology mentions, as learners use them."""
    meanings = tuple(value.meaning for value in prepared.literals)
    moments = tuple(map(timed, prepared.literals))
    return LearnableValues(
        meanings=meanings,
        numbers=np.array([v if type(v) is float else np.nan for v in meanings], dtype=np.float64),
        texts=np.array([type(value) is str for value in meanings], dtype=np.bool_),
        truths=np.array([type(value) is bool for value in meanings], dtype=np.bool_),
        days=np.array([moment[1] if moment else np.nan for moment in moments], dtype=np.float64),
        times=_times(prepared.stated_values, meanings, moments),
    )


def _times(
    stated: Mapping[str, Sequence[Ids]],
    meanings: Sequence[float | bool | str],
    moments: Sequence[tuple[Moment, float] | None],
) -> dict[str, Moment]:
    """Return property → the meaning of its days, if its ordered values are all of one kind.

    All assertions count, also those of held-out individuals: a column is the same in every fold.
    """
    if not any(moments):
        return {}
    times: dict[str, Moment] = {}
    for prop, some in stated.items():
        values = np.unique(np.concatenate(some)).tolist()
        if any(type(meanings[value]) is float for value in values):
            continue
        kinds = {moment[0] for value in values if (moment := moments[value]) is not None}
        if len(kinds) == 1:
            (times[prop],) = kinds
        elif kinds and kinds <= ON_A_LINE:
            times[prop] = "dateTime" if "dateTime" in kinds else "date"
    return times


def with_text_remarks(
    inferred: Inferences, values: LearnableValues, naming: Callable[[], Callable[[str], str]]
) -> tuple[Remark, ...]:
    """Return the remarks on inferences, with those on texts that are left out."""
    remarks = inferred.remarks
    ranges = (at for at, remark in enumerate(remarks) if remark.code == "data-range")
    at = next(ranges, len(remarks))
    return (*remarks[:at], *_text_remarks(inferred, values, cache(naming)), *remarks[at:])


def _text_remarks(
    inferred: Inferences, values: LearnableValues, naming: Callable[[], Callable[[str], str]]
) -> Iterator[Remark]:
    for prop in inferred.values.stores:
        count = len(values.categories(prop, inferred.values.seen(prop)))
        if count > MOST_CATEGORIES:
            name = naming()(prop)
            text = f"'{name}' has too many different texts to be categories, so they are left out"
            yield Remark("data-texts", text, count)


_ZONED = re.compile(r"(?P<local>.+?)(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?")
_DURATION = re.compile(
    r"(?P<sign>-?)P(?:(?P<years>[0-9]+)Y)?(?:(?P<months>[0-9]+)M)?(?:(?P<days>[0-9]+)D)?"
    r"(?:T(?:(?P<hours>[0-9]+)H)?(?:(?P<minutes>[0-9]+)M)?(?:(?P<seconds>[0-9.]+)S)?)?"
)
_MONTH = Fraction(146_097, 4800)
"""Days of a month on average: 400 years have 146 097 days."""

_UNITS = {
    "years": 12 * _MONTH,
    "months": _MONTH,
    "days": Fraction(1),
    "hours": Fraction(1, 24),
    "minutes": Fraction(1, 1440),
    "seconds": Fraction(1, 86_400),
}
_FORMS: Mapping[str, tuple[Moment, str]] = {
    XSD + "date": ("date", "{}T00:00:00"),
    XSD + "gYearMonth": ("gYearMonth", "{}-01T00:00:00"),
    XSD + "gYear": ("gYear", "{}-01-01T00:00:00"),
    XSD + "time": ("time", "1970-01-01T{}"),
}
"""Datatype → the kind of its values, and the form of the first instant of a value."""

TIMED = frozenset(
    {
        *_FORMS,
        *(XSD + name for name in ("dateTime", "dateTimeStamp")),
        *(XSD + name for name in ("duration", "dayTimeDuration", "yearMonthDuration")),
    }
)
"""The datatypes whose values have days."""

_SPACES = frozenset({"duration", *(moment for moment, _ in _FORMS.values())})


def timed(value: DataValue) -> tuple[Moment, float] | None:
    """Return a value's kind and days, None unless it is temporal.

    Temporal values are dates, times and durations.

    Examples
    --------
    >>> timed(DataValue("date", (XSD + "date", "1970-01-02")))
    ('date', 1.0)
    >>> timed(DataValue("duration", (XSD + "duration", "-P1DT6H")))
    ('duration', -1.25)
    >>> timed(DataValue("gMonthDay", (XSD + "gMonthDay", "--12-31"))) is None
    True
    """
    content = value.content
    if isinstance(content, Instant):
        return "dateTime", _since_epoch(content)
    if value.space not in _SPACES or not isinstance(content, tuple):
        return None
    datatype, text = str(content[0]), str(content[1])
    if value.space == "duration":
        return "duration", _duration_days(text)
    return _first_instant(datatype, text)


def _first_instant(datatype: str, text: str) -> tuple[Moment, float] | None:
    moment, form = _FORMS[datatype]
    parts = _ZONED.fullmatch(text)
    if parts is None:
        return None
    local = parts["local"]
    if moment == "time" and local.startswith("24:"):  # which is the midnight before
        local = "00:00:00"
    instant = instant_of(form.format(local) + (parts["zone"] or ""))
    return None if instant is None else (moment, _since_epoch(instant))


def _since_epoch(instant: Instant) -> float:
    return days_of(floor((instant.seconds - EPOCH) * 1_000_000))


def _duration_days(text: str) -> float:
    """Return the days of a duration."""
    parts = _DURATION.fullmatch(text)
    if parts is None:
        return float("nan")
    amounts = ((parts[name], unit) for name, unit in _UNITS.items() if parts[name])
    total = sum((Fraction(Decimal(number)) * unit for number, unit in amounts), Fraction(0))
    return days_of(floor((-total if parts["sign"] else total) * DAY_US))


DATE_TIME = XSD + "dateTime"
COMPARABLE = frozenset({DATE_TIME, XSD + "dateTimeStamp"})
"""The datatypes of times that OWL 2 has, and compares."""

Facet = OneOf["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"]
Bound = tuple[Facet, float]
"""A facet, and a number of days."""

Timelines = Mapping[str, tuple[ex.Literal, ...]]
"""Data property → its dates, times and durations."""


def timelines(ontology: Ontology) -> Timelines:
    """Return the times of each property, including those of subproperties."""
    facts, names = ontology.facts, ontology.signature.data_properties
    timely = [number for number, literal in enumerate(facts.literals) if _days(literal) is not None]
    if not timely:
        return {}
    is_timed = np.isin(facts.value_literals, timely)
    times_of: dict[str, set[ex.Literal]] = {}
    pairs = zip(facts.value_properties[is_timed], facts.value_literals[is_timed], strict=True)
    for property_, literal in {
        (int(property_number), int(literal_number)) for property_number, literal_number in pairs
    }:
        times_of.setdefault(names[property_], set()).add(facts.literals[literal])
    _inherit(times_of, ontology.axioms)
    order = {literal: number for number, literal in enumerate(facts.literals)}
    return {prop: tuple(sorted(times, key=order.__getitem__)) for prop, times in times_of.items()}


def _days(literal: ex.Literal) -> float | None:
    if literal.datatype not in TIMED:
        return None
    value = value_of(literal)
    moment = None if value is None else timed(value)
    return None if moment is None else moment[1]


def _inherit(times_of: dict[str, set[ex.Literal]], axioms: Sequence[Axiom]) -> None:
    """Give properties the times of their subproperties."""
    steps: list[tuple[str, str]] = []
    for axiom in axioms:
        match axiom:
            case SubDataPropertyOf(lower, upper):
                steps.append((lower, upper))
            case EquivalentDataProperties(names):
                steps += [(lower, upper) for lower in names for upper in names]
            case _:
                pass
    changed = True
    while changed:
        changed = False
        for lower, upper in steps:
            new = times_of.get(lower, set()) - times_of.get(upper, set())
            if new:
                times_of.setdefault(upper, set()).update(new)
                changed = True


def days_within(bounds: Sequence[Bound], times: Collection[ex.Literal]) -> ex.DataRange:
    """Return the times whose days lie within bounds.

    These are all of the datatypes that OWL 2 compares, and those given of other datatypes.

    Examples
    --------
    >>> noon = ex.Literal("1970-01-01T12:00:00", DATE_TIME)
    >>> afternoons = days_within([("minInclusive", 0.5)], [noon])
    >>> [part.facets[0][1].lexical for part in afternoons.parts]
    ['1970-01-01T12:00:00', '1970-01-01T12:00:00Z']
    >>> day, year = ex.Literal("1970-01-02", XSD + "date"), ex.Literal("1969", XSD + "gYear")
    >>> days_within([("minInclusive", 0.5)], [day, year]).literals == (day,)
    True
    """
    listed = tuple(
        literal
        for literal in times
        if literal.datatype not in COMPARABLE and _lies_within(literal, bounds)
    )
    parts: list[ex.DataRange] = [ex.DataOneOf(listed)] if listed else []
    if any(literal.datatype in COMPARABLE for literal in times):
        parts += [_instants(bounds, ""), _instants(bounds, "Z")]
    if not parts:
        return ex.DataComplement(ex.Datatype(RDFS_LITERAL))
    return parts[0] if len(parts) == 1 else ex.DataUnion(tuple(parts))


def _lies_within(literal: ex.Literal, bounds: Sequence[Bound]) -> bool:
    days = _days(literal)
    return days is not None and all(_COMPARED[facet](days, bound) for facet, bound in bounds)


_COMPARED: Mapping[Facet, Callable[[float, float], bool]] = {
    "minInclusive": operator.ge,
    "minExclusive": operator.gt,
    "maxInclusive": operator.le,
    "maxExclusive": operator.lt,
}


def _instants(bounds: Sequence[Bound], zone: str) -> ex.DatatypeRestriction:
    finite = [(facet, days) for facet, days in bounds if math.isfinite(days)]
    facets = [
        (XSD + facet, ex.Literal(stamp(facet, days) + zone, DATE_TIME)) for facet, days in finite
    ]
    return ex.DatatypeRestriction(DATE_TIME, tuple(facets))


def stamp(facet: str, days: float) -> str:
    """Write a bound of days as a stamp that admits the same times.

    Examples
    --------
    >>> stamp("minExclusive", 0.5)
    '1970-01-01T12:00:00'
    """
    return stamp_of(days, up=facet in ("minInclusive", "maxExclusive"))


def authored_sets(fuzziness: Fuzziness) -> dict[str, tuple[FuzzySet, ...]]:
    """Return the fuzzy sets of each data property, from low to high.

    They go by their short names. A datatype of two properties, or one that shares its short
    name, has that of its property before its own.

    Examples
    --------
    >>> from owlboost.ontology.fuzzy import FuzzyDatatype
    >>> cheap = FuzzyDatatype("left-shoulder", (5, 9))
    >>> authored_sets(Fuzziness(sets={"x#Cheap": cheap}, ties={"x#price": ("x#Cheap",)}))
    {'x#price': (FuzzySet(name='Cheap', shape=LeftShoulder(a=5, b=9)),)}
    """
    uses = Counter(short_name(iri) for sets in fuzziness.ties.values() for iri in sets)
    by_property = {}
    for prop, sets in fuzziness.ties.items():
        named = (
            FuzzySet(
                name if uses[name] == 1 else f"{short_name(prop)}_{name}",
                shape_of(fuzziness.sets[iri]),
            )
            for iri, name in zip(sets, map(short_name, sets), strict=True)
        )
        by_property[prop] = tuple(
            sorted(named, key=lambda fuzzy: (fuzzy.shape.corners, fuzzy.name))
        )
    return by_property


def shape_of(datatype: FuzzyDatatype) -> Shape:
    """Return a fuzzy datatype as a fuzzy set of a knowledge base.

    Examples
    --------
    >>> shape_of(FuzzyDatatype("triangular", (40.0, 60.0, 98.0)))
    Triangular(a=40.0, b=60.0, c=98.0)
    """
    return make_shape(datatype.kind, [*datatype.points])
