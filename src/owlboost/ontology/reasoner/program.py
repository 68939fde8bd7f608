"""The terminology compiled into rules, and prototypes of class members.

A prototype describes "any member of a class". A class is *plain* if all that follows from
belonging to it is that its members belong to certain other terms, each on its own. Those terms are
read off its axioms; only the terms beyond plain classes, its *seeds*, have to be reasoned
about. So plain classes with the same seeds share one prototype, and a chain of classes has one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from owlboost.ontology.ontology import Labels, Signature, shown_labels
from owlboost.ontology.reasoner.clauses import Clause, OpenUnion, choice_of
from owlboost.ontology.reasoner.data_axioms import DataBox
from owlboost.ontology.reasoner.roles import RoleBox
from owlboost.ontology.reasoner.terms import (
    BOTTOM,
    All,
    AtLeast,
    Exists,
    Itself,
    Nominal,
    Speller,
    Terms,
)
from owlboost.ontology.text import Spelling
from owlboost.runtime.names import short_name


@dataclass(frozen=True, slots=True)
class Restriction:
    """``∃r.C`` or ``∀r.C`` as a term.

    For ``∀r.C``, ``filler`` is C and ``term`` a complement.
    """

    term: int
    role: int
    filler: int


@dataclass(frozen=True, slots=True)
class AtMostOne:
    """``≤1 r.C`` as a term."""

    term: int
    role: int
    filler: int


@dataclass(frozen=True, slots=True)
class Key:
    """A key: named members that agree on its properties are the same."""

    term: int
    roles: tuple[int, ...]
    properties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """The terminology as the rules use it.

    It is compiled once for any number of sets of assertions.

    Attributes
    ----------
    clauses, choices
        All clauses, for the clash test; those that assert more than one thing, as choices.
    wanted
        The terms worth deriving, see :func:`wanted_terms`.
    everywhere
        Terms that hold of every element.
    implications
        Term → the terms that follow from it alone.
    ranks
        Term → its place in an order in which, but for circles, every term stands before those that
        follow from it alone.
    conjunctions
        Term → (further terms, the term that follows from all of them together).
    some, only
        The restrictions, by role; ``some_with`` and ``only_as`` find them by filler and by term.
    has_value, nominals, selves
        ``∃r.{a}`` → (r, a); ``{a}`` → a; ``∃r.Self`` → r.
    inner
        ``∀r.C`` by each role whose pairs run backwards along r: (x, y) with y in it gives x in C.
    """

    signature: Signature
    terms: Terms
    roles: RoleBox
    data: DataBox
    clauses: tuple[Clause, ...]
    choices: tuple[OpenUnion, ...]
    wanted: frozenset[int]
    everywhere: tuple[int, ...]
    implications: dict[int, tuple[int, ...]]
    ranks: dict[int, int]
    conjunctions: dict[int, list[tuple[tuple[int, ...], int]]]
    some: dict[int, list[Restriction]]
    some_with: dict[int, list[Restriction]]
    only: dict[int, list[Restriction]]
    only_as: dict[int, Restriction]
    inner: dict[int, list[Restriction]]
    has_value: dict[int, tuple[int, int]]
    nominals: dict[int, int]
    selves: dict[int, int]
    at_most_one: tuple[AtMostOne, ...]
    counts: tuple[tuple[int, AtLeast], ...]
    keys: tuple[Key, ...]
    labels: Labels = field(default_factory=dict)

    def naming(self) -> Spelling:
        """Return the function that names entities in messages: by label if there is one."""
        labels = shown_labels(self.labels, self.signature)

        def name(iri: str) -> str:
            label = labels.get(iri)
            return short_name(iri) if label is None else label

        return name

    def speller(self, name: Spelling = short_name) -> Speller:
        """Return the writer of this program's terms."""
        signature = self.signature
        return Speller(
            self.terms,
            self.roles.names(name),
            signature.data_properties,
            signature.individuals,
            name,
        )


def wanted_terms(
    terms: Terms, clauses: Iterable[Clause], extra: Iterable[int] = ()
) -> frozenset[int]:
    """Return the terms worth deriving.

    These are the terms that are asked for, and those that lead to such. Positive atoms are asked
    for. A denial such as ¬C is worth deriving only if some clause can use it; most ontologies have
    none, and their disjointness axioms only serve the clash test. ``extra`` are further terms that
    are asked for.
    """
    by_term: dict[int, list[Clause]] = defaultdict(list)
    for clause in clauses:
        for term in clause.terms:
            by_term[term].append(clause)
    universals: dict[int, list[int]] = defaultdict(list)
    for term, atom in terms.positive():
        if isinstance(atom, Exists):
            universals[atom.filler ^ 1].append(term ^ 1)
    wanted = {*_asked_for(terms), *extra}
    pending = list(wanted)
    while pending:
        head = pending.pop()
        bodies = {term ^ 1 for clause in by_term[head] for term in clause.terms if term != head}
        new = bodies.union(universals[head]) - wanted
        wanted |= new
        pending.extend(new)
    return frozenset(wanted)


def _asked_for(terms: Terms) -> Iterator[int]:
    """Iterate over the terms that are wanted for their own sake."""
    for term, atom in terms.positive():
        if isinstance(atom, Exists | AtLeast):
            yield atom.filler
        if isinstance(atom, AtLeast) and atom.number == 2:
            yield term ^ 1
        if not isinstance(atom, All):
            yield term


@dataclass(slots=True)
class Rules:
    """Clauses turned into rules for the wanted terms."""

    everywhere: tuple[int, ...]
    implications: dict[int, tuple[int, ...]]
    conjunctions: dict[int, list[tuple[tuple[int, ...], int]]]


def unit_rules(clauses: Iterable[Clause], wanted: frozenset[int]) -> Rules:
    """Return the rules that derive each wanted term where a clause's others are denied."""
    everywhere: set[int] = set()
    implications: dict[int, set[int]] = defaultdict(set)
    conjunctions: dict[int, list[tuple[tuple[int, ...], int]]] = defaultdict(list)
    for clause in clauses:
        for head in wanted.intersection(clause.terms):
            body = [term ^ 1 for term in clause.terms if term != head]
            if not body:
                everywhere.add(head)
            elif len(body) == 1:
                implications[body[0]].add(head)
            else:
                for term in body:
                    further = tuple(part for part in body if part != term)
                    conjunctions[term].append((further, head))
    return Rules(
        tuple(sorted(everywhere)),
        {body: tuple(sorted(heads)) for body, heads in implications.items()},
        dict(conjunctions),
    )


def ranks(followers: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Return ranks in which, but for circles, causes precede effects.

    Examples
    --------
    >>> order = ranks({3: (5,), 5: (1,), 4: (5, 1)})
    >>> order[3] < order[5] < order[1], order[4] < order[5]
    (True, True)
    """
    finished: list[int] = []
    seen: set[int] = set()
    for start in followers:
        path = [(start, iter(followers[start]))] if start not in seen else []
        seen.add(start)
        while path:
            term, followers_left = path[-1]
            following = next(
                (follower for follower in followers_left if follower not in seen), None
            )
            if following is None:
                finished.append(term)
                path.pop()
            else:
                seen.add(following)
                path.append((following, iter(followers.get(following, ()))))
    return {term: rank for rank, term in enumerate(reversed(finished))}


def compile_program(
    signature: Signature,
    terms: Terms,
    roles: RoleBox,
    data: DataBox,
    clauses: Sequence[Clause],
    keys: Sequence[Key],
    labels: Labels,
) -> Program:
    """Compile clauses and terms into indexes for the rules."""
    atoms = list(terms.positive())
    distinct = tuple({clause.terms: clause for clause in clauses}.values())
    wanted = wanted_terms(terms, distinct, data.denials)
    rules = unit_rules(distinct, wanted)
    some = [Restriction(t, a.role, a.filler) for t, a in atoms if isinstance(a, Exists)]
    only = [
        Restriction(restriction.term ^ 1, restriction.role, restriction.filler ^ 1)
        for restriction in some
        if restriction.term ^ 1 in wanted or restriction.filler ^ 1 == BOTTOM
    ]
    return Program(
        signature=signature,
        terms=terms,
        roles=roles,
        data=data,
        clauses=distinct,
        choices=tuple(
            choice for clause in distinct if (choice := choice_of(terms, clause.terms)) is not None
        ),
        wanted=wanted,
        everywhere=rules.everywhere,
        implications=rules.implications,
        ranks=ranks(rules.implications),
        conjunctions=rules.conjunctions,
        some=_by(some, "role"),
        some_with=_by(some, "filler"),
        only=_by(only, "role"),
        only_as={restriction.term: restriction for restriction in only},
        inner=_backwards(only, roles),
        has_value=_has_value(some, terms),
        nominals={t: a.individual for t, a in atoms if isinstance(a, Nominal)},
        selves={t: a.role for t, a in atoms if isinstance(a, Itself)},
        at_most_one=tuple(
            AtMostOne(t ^ 1, a.role, a.filler)
            for t, a in atoms
            if isinstance(a, AtLeast) and a.number == 2
        ),
        counts=tuple((t, a) for t, a in atoms if isinstance(a, AtLeast)),
        keys=tuple(keys),
        labels=labels,
    )


def _has_value(some: Iterable[Restriction], terms: Terms) -> dict[int, tuple[int, int]]:
    """Return the terms ``∃r.{a}`` with r and a."""
    return {
        restriction.term: (restriction.role, atom.individual)
        for restriction in some
        if isinstance(atom := terms.atom(restriction.filler), Nominal)
        and not restriction.filler & 1
    }


def _by(restrictions: Iterable[Restriction], attribute: str) -> dict[int, list[Restriction]]:
    index: dict[int, list[Restriction]] = defaultdict(list)
    for restriction in restrictions:
        index[getattr(restriction, attribute)].append(restriction)
    return dict(index)


def _backwards(only: Iterable[Restriction], roles: RoleBox) -> dict[int, list[Restriction]]:
    inner: dict[int, list[Restriction]] = defaultdict(list)
    by_role = _by(only, "role")
    for role, above in roles.above.items():
        for upper, is_swapped in above:
            if is_swapped:
                inner[role].extend(by_role.get(upper, ()))
    return dict(inner)


@dataclass(frozen=True, slots=True)
class Prototypes:
    """The prototypes that stand for the members of classes.

    Attributes
    ----------
    seeds
        Prototype → the terms that it is made to belong to.
    places
        Class → its prototype.
    steps
        Class → the classes right above it that its prototype does not show.
    """

    seeds: tuple[tuple[int, ...], ...]
    places: npt.NDArray[np.int64]
    steps: Mapping[int, tuple[int, ...]]

    def emptied(self, empty: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Return the mask of classes empty by their prototypes or classes above."""
        is_empty = empty[self.places]
        below: dict[int, list[int]] = defaultdict(list)
        if is_empty.any():
            for lower, uppers in self.steps.items():
                for upper in uppers:
                    below[upper].append(lower)
        pending = np.flatnonzero(is_empty).tolist()
        while pending:
            new = [lower for lower in below[pending.pop()] if not is_empty[lower]]
            is_empty[new] = True
            pending.extend(new)
        return is_empty


def own_prototypes(program: Program, classes: Sequence[str]) -> Prototypes:
    """Give each class a prototype of its own."""
    seeds = tuple((program.terms.named(name),) for name in classes)
    return Prototypes(seeds, np.arange(len(classes)), {})


def shared_prototypes(
    program: Program, classes: Sequence[str], stated: Collection[int]
) -> Prototypes:
    """Give a prototype to each set of seeds of the classes.

    Stated are the terms that individuals are stated to belong to.
    """
    if program.choices:  # cases are told apart by all that holds of a prototype
        return own_prototypes(program, classes)
    numbers = {program.terms.named(name): number for number, name in enumerate(classes)}
    plain = _plain(program, numbers, stated)
    seeds: dict[int, tuple[int, ...]] = {}
    for term in sorted(plain, key=lambda term: -program.ranks.get(term, 0)):
        parts = [
            seeds[head] if head in plain else (head,) for head in program.implications.get(term, ())
        ]
        merged = parts[0] if len(parts) == 1 else tuple(sorted({t for part in parts for t in part}))
        seeds[term] = merged
    place: dict[tuple[int, ...], int] = {}
    places = [place.setdefault(seeds.get(term, (term,)), len(place)) for term in numbers]
    steps = {
        numbers[term]: tuple(
            numbers[head] for head in program.implications.get(term, ()) if head in numbers
        )
        for term in numbers
        if term in plain
    }
    return Prototypes(tuple(place), np.array(places, dtype=np.int64), steps)


def _plain(program: Program, classes: Collection[int], stated: Collection[int]) -> set[int]:
    """Return the classes from which nothing follows but other terms one by one."""
    plain = {*classes}.difference(_involved(program))
    plain.difference_update(term ^ 1 for term in stated)
    in_circles = {
        head
        for term in plain
        for head in program.implications.get(term, ())
        if head in plain and program.ranks[head] <= program.ranks[term]
    }
    return plain - in_circles  # circles are cut


def _involved(program: Program) -> Iterator[int]:
    """Iterate over the terms that set off more than implications."""
    for clause in program.clauses:
        if len(clause.terms) != 2:
            yield from (term ^ 1 for term in clause.terms)
            continue
        for term, head in (clause.terms, clause.terms[::-1]):
            if head & 1 or head not in program.implications.get(term ^ 1, ()):
                yield term ^ 1
    backwards = {
        upper for above in program.roles.above.values() for upper, swapped in above if swapped
    }
    # a prototype may be its own filler, or the same as an individual
    everywhere = bool(program.selves or program.nominals)
    for _, atom in program.terms.positive():
        if isinstance(atom, Exists | AtLeast) and (everywhere or atom.role in backwards):
            yield atom.filler
            yield atom.filler ^ 1
