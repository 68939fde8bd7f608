"""Class expressions as numbers: each expression and its complement share one numbering.

A *term* is an integer. Even terms are *atoms* (a named class, ``∃r.C``, ``≥n r.C``, ``{a}``, a
conjunction …); ``term ^ 1`` is the complement. So ``∀r.C`` is the complement of ``∃r.¬C``, a union
that of a conjunction, ``≤n r.C`` that of ``≥n+1 r.C``: nothing else is needed.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from owlboost.ontology import expressions as ex
from owlboost.ontology.ontology import Signature
from owlboost.ontology.text import Spelling, range_text
from owlboost.runtime.names import Names, short_name

TOP = 0
BOTTOM = 1


@dataclass(frozen=True, slots=True)
class Named:
    """A class name."""

    iri: str


@dataclass(frozen=True, slots=True)
class Exists:
    """``∃r.C``: some filler of the role belongs to the term."""

    role: int
    filler: int


@dataclass(frozen=True, slots=True)
class AtLeast:
    """``≥n r.C`` with n ≥ 2."""

    number: int
    role: int
    filler: int


@dataclass(frozen=True, slots=True)
class Nominal:
    """``{a}``: being a given individual."""

    individual: int


@dataclass(frozen=True, slots=True)
class Itself:
    """``∃r.Self``."""

    role: int


@dataclass(frozen=True, slots=True)
class HasData:
    """At least ``number`` values of a data property within a range."""

    number: int
    property: int
    range: ex.DataRange


@dataclass(frozen=True, slots=True)
class All:
    """A conjunction of at least two terms, ascending."""

    parts: tuple[int, ...]


TermAtom = Named | Exists | AtLeast | Nominal | Itself | HasData | All


class Terms:
    """The terms of one ontology, numbered as they are met.

    Atoms hold the numbers of the signature's names and, by ``role_id``, of role expressions.
    """

    def __init__(self, signature: Signature, role_id: Callable[[ex.Role], int]) -> None:
        self._signature = signature
        self._role_id = role_id
        self.atoms: list[TermAtom] = [Named(ex.THING)]
        self._numbers: dict[TermAtom, int] = {Named(ex.THING): TOP}
        self._expressions: dict[ex.ClassExpression, int] = {}

    def __len__(self) -> int:
        """Count the terms: two for each atom."""
        return 2 * len(self.atoms)

    def atom(self, term: int) -> TermAtom:
        """Return the atom that a term asserts or denies."""
        return self.atoms[term >> 1]

    def positive(self) -> Iterator[tuple[int, TermAtom]]:
        """Iterate over the atoms with their terms."""
        return ((2 * number, atom) for number, atom in enumerate(self.atoms))

    def counted(self, atom: TermAtom) -> tuple[int, object] | None:
        """Return the number in a cardinality, and its place.

        The place is the role or property with its filler or range; ``∃`` is ``≥1``.
        """
        match atom:
            case Exists(role, filler):
                return 1, (role, filler)
            case AtLeast(number, role, filler):
                return number, (role, filler)
            case HasData(number, property_, range_):
                return number, (property_, range_)
            case _:
                return None

    def term(self, expression: ex.ClassExpression) -> int:
        """Return the term of a class expression, numbered if new."""
        term = self._expressions.get(expression)
        if term is None:
            term = self._expressions[expression] = self._translate(expression)
        return term

    def named(self, iri: str) -> int:
        """Return the term of a class name."""
        return BOTTOM if iri == ex.NOTHING else self._intern(Named(iri))

    def exists(self, role: int, filler: int) -> int:
        """Return the term of ``∃r.C``."""
        return BOTTOM if filler == BOTTOM else self._intern(Exists(role, filler))

    def at_least(self, number: int, role: int, filler: int) -> int:
        """Return the term of ``≥n r.C``."""
        if number == 0:
            return TOP
        if self.most(filler) < number:
            return BOTTOM
        if number == 1:
            return self.exists(role, filler)
        self.exists(role, filler)  # which it implies
        return self._intern(AtLeast(number, role, filler))

    def nominal(self, individual: str) -> int:
        """Return the term of ``{a}``."""
        return self._intern(Nominal(self._signature.individuals.id(individual)))

    def itself(self, role: int) -> int:
        """Return the term of ``∃r.Self``."""
        return self._intern(Itself(role))

    def data(self, number: int, property_: str, range_: ex.DataRange) -> int:
        """Return the term of ``≥n s.R``."""
        if number == 0:
            return TOP
        if isinstance(range_, ex.DataOneOf) and len(range_.literals) < number:
            return BOTTOM
        return self._intern(HasData(number, self._signature.data_properties.id(property_), range_))

    def conjuncts(self, term: int) -> tuple[int, ...]:
        """Return the parts of a conjunction, of another term itself."""
        atom = self.atom(term)
        return atom.parts if isinstance(atom, All) and not term & 1 else (term,)

    def most(self, term: int) -> float:
        """Return how many elements the names in a term allow."""
        match self.atom(term):
            case Nominal() if not term & 1:
                return 1
            case All(parts) if term & 1:
                return sum(self.most(part ^ 1) for part in parts)
            case All(parts):
                return min(self.most(part) for part in parts)
            case _:
                return 0 if term == BOTTOM else math.inf

    def all_of(self, terms: Iterable[int]) -> int:
        """Return the term of a conjunction."""
        parts = {part for term in terms for part in self.conjuncts(term)} - {TOP}
        if BOTTOM in parts or any(part ^ 1 in parts for part in parts):
            return BOTTOM
        if len(parts) < 2:
            return parts.pop() if parts else TOP
        return self._intern(All(tuple(sorted(parts))))

    def any_of(self, terms: Iterable[int]) -> int:
        """Return the term of a union."""
        return self.all_of(term ^ 1 for term in terms) ^ 1

    def _intern(self, atom: TermAtom) -> int:
        term = self._numbers.get(atom)
        if term is None:
            term = self._numbers[atom] = 2 * len(self.atoms)
            self.atoms.append(atom)
        return term

    def _translate(self, expression: ex.ClassExpression) -> int:  # noqa: PLR0911 - one per case
        match expression:
            case ex.Class(iri):
                return self.named(iri)
            case ex.And(parts):
                return self.all_of([self.term(part) for part in parts])
            case ex.Or(parts):
                return self.any_of([self.term(part) for part in parts])
            case ex.Not(inner):
                return self.term(inner) ^ 1
            case ex.OneOf(individuals):
                return self.any_of([self.nominal(name) for name in individuals])
            case ex.DataSome() | ex.DataOnly() | ex.DataHasValue() | ex.DataCardinality():
                return self._translate_data(expression)
            case _:
                return self._translate_role(expression)

    def _translate_role(self, expression: ex.RoleRestriction) -> int:
        role = self._role_id(expression.role)
        match expression:
            case ex.Some(_, filler):
                return self.exists(role, self.term(filler))
            case ex.Only(_, filler):
                return self.exists(role, self.term(filler) ^ 1) ^ 1
            case ex.HasValue(_, individual):
                return self.exists(role, self.nominal(individual))
            case ex.HasSelf():
                return self.itself(role)
            case ex.Cardinality(kind, number, _, filler):
                inner = self.term(filler)
                return self._bounds(kind, number, lambda n: self.at_least(n, role, inner))

    def _translate_data(self, expression: ex.DataRestriction) -> int:
        match expression:
            case ex.DataSome(property_, range_):
                return self.data(1, property_, range_)
            case ex.DataOnly(property_, ex.DataComplement(inner)):
                return self.data(1, property_, inner) ^ 1
            case ex.DataOnly(property_, range_):
                return self.data(1, property_, ex.DataComplement(range_)) ^ 1
            case ex.DataHasValue(property_, literal):
                return self.data(1, property_, ex.DataOneOf((literal,)))
            case ex.DataCardinality(kind, number, property_, range_):
                return self._bounds(kind, number, lambda n: self.data(n, property_, range_))

    def _bounds(self, kind: str, number: int, at_least: Callable[[int], int]) -> int:
        """Return the term of a ``min``, ``max`` or ``exact`` cardinality."""
        if kind == "min":
            return at_least(number)
        most = at_least(number + 1) ^ 1
        return most if kind == "max" else self.all_of([at_least(number), most])


@dataclass(frozen=True, slots=True)
class Speller:
    """Writer of terms in words, for messages and a fixed order."""

    terms: Terms
    role_names: tuple[str, ...]
    data_properties: Names
    individuals: Names
    name: Spelling = short_name

    def __call__(self, term: int) -> str:
        """Return a term in Manchester-like syntax."""
        if term == BOTTOM:
            return "Nothing"
        text = self._atom(self.terms.atom(term))
        return f"not ({text})" if term & 1 else text

    def _atom(self, atom: TermAtom) -> str:  # noqa: PLR0911 - one per case
        match atom:
            case Named(iri):
                return self.name(iri)
            case Exists(role, filler):
                return f"{self.role_names[role]} some ({self(filler)})"
            case AtLeast(number, role, filler):
                return f"{self.role_names[role]} min {number} ({self(filler)})"
            case Nominal(individual):
                return f"{{{self.name(self.individuals[individual])}}}"
            case Itself(role):
                return f"{self.role_names[role]} Self"
            case HasData(number, property_, range_):
                name = self.name(self.data_properties[property_])
                return f"{name} min {number} ({range_text(range_, self.name)})"
            case All(parts):
                return " and ".join(sorted(f"({self(part)})" for part in parts))
