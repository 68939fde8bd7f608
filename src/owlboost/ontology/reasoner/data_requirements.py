"""Required values: those that must be there without being known, ``∃s.R``.

A value of s in R is a value of every t above s, lies in the ranges of both, and in any R' that
holds all of R. Where a range is empty, nothing can have such a value.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from owlboost.ontology import expressions as ex
from owlboost.ontology.reasoner.clauses import Clause
from owlboost.ontology.reasoner.data_axioms import DataBox, DataNeed, DataTest
from owlboost.ontology.reasoner.program import Program
from owlboost.ontology.reasoner.relations import Keys, objects, pair_keys, subjects
from owlboost.ontology.reasoner.state import State
from owlboost.ontology.reasoner.terms import HasData, Terms
from owlboost.ontology.vocabulary import RDFS_LITERAL

MOST_RANGES = 64
"""Compare at most so many ranges with each other; of more, match only equal ones."""

MOST_PARTS = 16
"""Narrow one need by at most so many ranges at a time."""

_ANY = ex.Datatype(RDFS_LITERAL)


@dataclass(frozen=True, slots=True)
class _Restrictions:
    """The terms ``≥n s.R`` of an ontology.

    Attributes
    ----------
    asking
        Those that ask for values which need not be known: all but ``∃s.{v}``.
    by_property, by_range
        Property, or property and range → terms; the first apart by whether they are asking.
    below
        Property → the asking terms on it and on those below it.
    """

    data: DataBox
    all: dict[int, HasData]
    asking: dict[int, HasData]
    by_property: dict[tuple[int, bool], list[int]]
    by_range: dict[tuple[int, ex.DataRange], list[int]]
    below: dict[int, list[int]]

    @classmethod
    def from_terms(cls, terms: Terms, data: DataBox) -> "_Restrictions":
        everything = {term: atom for term, atom in terms.positive() if isinstance(atom, HasData)}
        asking = {term: atom for term, atom in everything.items() if term not in data.values}
        by_property: dict[tuple[int, bool], list[int]] = defaultdict(list)
        by_range: dict[tuple[int, ex.DataRange], list[int]] = defaultdict(list)
        for term, atom in everything.items():
            by_property[atom.property, term in asking].append(term)
            by_range[atom.property, atom.range].append(term)
        below: dict[int, list[int]] = defaultdict(list)
        for term, atom in asking.items():
            for upper in data.uppers[atom.property]:
                below[upper].append(term)
        return cls(data, everything, asking, by_property, by_range, below)

    def described(self, atom: HasData) -> ex.DataRange:
        """Return an atom's range, narrowed by those of its property."""
        ranges = self.data.within.get(atom.property, ())
        return ex.DataIntersection((atom.range, *ranges)) if ranges else atom.range

    def above(self, atom: HasData) -> list[tuple[int, HasData]]:
        """Return the terms on an atom's property and those above.

        Of very many, those that ask; of very many of these, those of the same or of any range.
        """
        uppers = sorted(self.data.uppers[atom.property])
        asking, single = (
            [term for upper in uppers for term in self.by_property.get((upper, kind), ())]
            for kind in (True, False)
        )
        if len(asking) > MOST_RANGES:
            ranges = dict.fromkeys([atom.range, _ANY])
            asking = [
                term
                for upper in uppers
                for range_ in ranges
                for term in self.by_range.get((upper, range_), ())
            ]
        terms = asking if self.too_many(atom) else [*asking, *single]
        return [(term, self.all[term]) for term in terms]

    def too_many(self, atom: HasData) -> bool:
        """Whether :meth:`above` leaves out terms."""
        uppers = self.data.uppers[atom.property]
        kinds = product(uppers, (True, False))
        return sum(len(self.by_property.get(kind, ())) for kind in kinds) > MOST_RANGES

    def limits(self, atom: HasData) -> list[tuple[int, HasData]]:
        """Return the terms ``≤1 t.S`` that identify an atom's value.

        They allow a value of the atom only as the one of t in S.
        """
        described = self.described(atom)
        return [
            (term ^ 1, wide)
            for term, wide in self.above(atom)
            if wide.number == 2 and wide != atom and self.covers(wide.range, described)
        ]

    def covers(self, outer: ex.DataRange, inner: ex.DataRange) -> bool:
        """Whether all values of a range lie in another."""
        return outer == _ANY or self.data.sizes.within(inner, outer)


def data_clauses(terms: Terms, data: DataBox) -> Iterator[Clause]:
    """Iterate over the clauses that hold by the meaning of data ranges.

    These are ``≥n s.R ⊑ ≥m t.R'`` for m ≤ n, s ⊑ t, and R, as far as the range of s goes, within
    R'; and ``≥n s.R ⊑ ⊥`` if R holds fewer than n values. Of ``∃s.{v}`` the value is known, so
    that it is tested like any other.
    """
    restrictions = _Restrictions.from_terms(terms, data)
    for term, atom in restrictions.asking.items():
        described = restrictions.described(atom)
        if data.sizes.most(described) < atom.number:
            yield Clause((term ^ 1,))
            continue
        for wider_term, wider in restrictions.above(atom):
            more = wider_term != term and wider.number <= atom.number
            if more and restrictions.covers(wider.range, described):
                yield Clause(tuple(sorted((term ^ 1, wider_term))))


def with_needs(data: DataBox, terms: Terms) -> DataBox:
    """Return the data axioms together with the needs for values."""
    restrictions = _Restrictions.from_terms(terms, data)
    tests = {test.term: test for tests in data.tests.values() for test in tests}
    needs = [_need(term, restrictions, tests) for term in restrictions.asking]
    relevant = (need for need in needs if need.denials or need.limits or need.is_single)
    return replace(data, needs=tuple(relevant))


def _need(term: int, restrictions: _Restrictions, tests: Mapping[int, DataTest]) -> DataNeed:
    atom = restrictions.asking[term]
    described = restrictions.described(atom)
    above = [
        (other_term, wide) for other_term, wide in restrictions.above(atom) if other_term != term
    ]
    limits = restrictions.limits(atom)
    partners = [partner for limit in limits for partner in _partners(atom, *limit, restrictions)]
    narrower = [
        (limit, other_term)
        for limit, other_term, partner in partners
        if partner.property == atom.property and restrictions.covers(described, partner.range)
    ]
    return DataNeed(
        term=term,
        number=atom.number,
        property=atom.property,
        range=described,
        is_single=atom.number == 1 and restrictions.data.single(described) is not None,
        inside=tests[term].within,
        possible=tests[term].possible,
        wider=tuple(
            (other_term, wide.range)
            for other_term, wide in above
            if wide.number <= atom.number and not restrictions.covers(wide.range, described)
        ),
        narrower=tuple(narrower),
        denials=tuple(
            (other_term ^ 1, wide.range)
            for other_term, wide in above
            if wide.number == 1 and wide.range != _ANY
        ),
        limits=tuple((limit, wide.property, tests[limit ^ 1].within) for limit, wide in limits),
        partners=tuple(
            (limit, other_term, restrictions.described(partner))
            for limit, other_term, partner in partners
            if (limit, other_term) not in narrower
        ),
    )


def _partners(
    atom: HasData, limit: int, wide: HasData, restrictions: _Restrictions
) -> Iterator[tuple[int, int, HasData]]:
    """Iterate over terms that a limit gives the same value, which they narrow."""
    below = restrictions.below[wide.property]
    for term in below if len(below) <= MOST_RANGES else ():
        partner = restrictions.asking[term]
        range_ = restrictions.described(partner)
        same = partner.number == 1 and restrictions.covers(wide.range, range_)
        if same and not restrictions.covers(range_, restrictions.described(atom)):
            yield limit, term, partner


def undecided_needs(program: Program) -> int:
    """Count the needs for values that case distinctions may decide.

    That is so if other ranges together, but none alone, hold all that is needed, if more than
    one value is allowed but not any number, or if there are too many ranges to compare.
    """
    restrictions = _Restrictions.from_terms(program.terms, program.data)
    count = 0
    for atom in restrictions.asking.values():
        above = [wide for _, wide in restrictions.above(atom)]
        limited = (restrictions.below[limit.property] for _, limit in restrictions.limits(atom))
        if restrictions.too_many(atom) or any(len(terms) > MOST_RANGES for terms in limited):
            count += 1
            continue
        described = restrictions.described(atom)
        parts = {
            wide.range
            for wide in above
            if wide.number == 1 and not restrictions.covers(wide.range, described)
        }
        several = any(wide.number > 2 and wide.number > atom.number for wide in above)
        union = ex.DataUnion(tuple(sorted(parts, key=repr)))
        count += several or (len(parts) > 1 and restrictions.covers(union, described))
    return count


def supply_values(program: Program, state: State) -> None:
    """Add the consequences of values that must be there."""
    sizes = program.data.sizes
    for need in program.data.needs:
        if need.term not in state.members:
            continue
        for keys in only_values(need, state):
            state.add_values(need.property, keys)
        for owners, range_ in [*_plain(need, state), *descriptions(need, state)]:
            value = program.data.single(range_) if need.number == 1 else None
            if value is not None:
                keys = pair_keys(owners, np.full(owners.size, value))
                state.add_values(need.property, keys)
            elif sizes.most(range_) >= need.number:
                for term, wide in need.wider:
                    if wide == _ANY or sizes.within(range_, wide):
                        state.add_members(term, owners)


def _plain(need: DataNeed, state: State) -> Iterator[tuple[Keys, ex.DataRange]]:
    """Iterate over needed values that the terminology alone determines."""
    if need.is_single:
        yield np.flatnonzero(state.members[need.term]), need.range


def only_values(need: DataNeed, state: State) -> Iterator[Keys]:
    """Iterate over known values that must be the needed ones, as the only ones."""
    for limit, property_, within in need.limits:
        if limit in state.members:
            bound = state.members[limit] & state.has(need.term)
            keys = state.data(property_)
            yield keys[bound[subjects(keys)] & within[objects(keys)]]


def descriptions(need: DataNeed, state: State) -> Iterator[tuple[Keys, ex.DataRange]]:
    """Iterate over the owners of needed, unknown values and the range of these."""
    denials = [(term, range_) for term, range_ in need.denials if term in state.members]
    partners = [
        partner for partner in need.partners if all(term in state.members for term in partner[:2])
    ]
    if need.term not in state.members or not (denials or partners):
        return
    is_open = state.members[need.term].copy()
    keys = state.data(need.property)
    if need.number == 1:
        is_open[subjects(keys[need.inside[objects(keys)]])] = False
    for limit, term in need.narrower:
        if limit in state.members and term in state.members:
            is_open &= ~(state.members[limit] & state.members[term])
    owners = np.flatnonzero(is_open)
    if not owners.size:
        return
    columns = [state.members[term][owners] for term, _ in denials]
    columns += [(state.members[limit] & state.members[term])[owners] for limit, term, _ in partners]
    complements = [ex.DataComplement(range_) for _, range_ in denials]
    ranges = [*complements, *(range_ for _, _, range_ in partners)]
    patterns, kind = np.unique(np.column_stack(columns), axis=0, return_inverse=True)
    for number, pattern in enumerate(patterns):
        parts = [range_ for range_, holds in zip(ranges, pattern, strict=True) if holds][
            :MOST_PARTS
        ]
        if parts:
            yield owners[kind.ravel() == number], ex.DataIntersection((need.range, *parts))
