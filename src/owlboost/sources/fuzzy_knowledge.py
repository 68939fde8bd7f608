"""Knowledge bases of fuzzy ontologies: one saturation for each distinct degree (mathematics §27).

What follows from the facts that hold at least to a degree α holds to the degree α itself. The
largest α at which something follows is its degree. Fuzzy concepts are computed after that; axioms
that need several facts at once are remarked on.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from owlboost.data.knowledge_base import KnowledgeBase, Symbols
from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import (
    Axiom,
    DataDomain,
    DisjointUnion,
    EquivalentClasses,
    EquivalentRoles,
    HasKey,
    InverseRoles,
    RoleCharacteristic,
    RoleDomain,
    RoleRange,
    SubClassOf,
    SubRoleOf,
    walk,
)
from owlboost.ontology.expressions import THING, And, Cardinality, Class, DataSome, Only, Role, Some
from owlboost.ontology.fuzzy import GradedInclusion
from owlboost.ontology.ontology import Ontology, Remark
from owlboost.runtime.array_types import Degrees, Ids, Offsets
from owlboost.runtime.sparse_rows import Rows, Values
from owlboost.sources.fuzzy_concepts import ConceptLayer
from owlboost.sources.ontology_knowledge import CompiledOntology, Saturated


@dataclass(frozen=True, slots=True)
class CutKnowledge:
    """What is derived from all that holds at least to a degree."""

    degree: float
    kb: KnowledgeBase


def joined_cuts(cuts: Sequence[tuple[float, Saturated]]) -> Saturated:
    """Join saturations for falling degrees, from 1, into one knowledge base with degrees.

    A named individual belongs to a class, and fills a role, to the largest degree at which it does
    so. A witness stands for what follows at its own degree: it is reached to that degree, and what
    it is, it is in full. Witnesses that are alike are one. Values must follow from crisp facts.
    """
    found = [CutKnowledge(degree, saturated.kb) for degree, saturated in cuts]
    (_, first), (_, last) = cuts[0], cuts[-1]
    places = _places(found)
    n_elements = max(int(numbers.max(initial=-1)) for numbers in places) + 1
    classes = first.kb.vocabulary.classes
    members = _joined([(cut, cut.kb.types) for cut in found], places, n_elements)
    turned = members.transposed(len(classes))
    n_named = len(first.kb.individuals)
    numbers = {
        prop: _numbers(prop, found, places, n_elements)
        for prop in sorted({prop for cut in found for prop in cut.kb.numbers})
    }
    symbols = {
        prop: _symbols(prop, found, places, n_elements)
        for prop in sorted({prop for cut in found for prop in cut.kb.symbols})
    }
    kb = replace(
        first.kb,
        n_elements=n_elements,
        types=members,
        members=turned,
        roles=tuple(
            _joined([(cut, cut.kb.roles[role]) for cut in found], places, n_elements, places)
            for role in range(len(first.kb.roles))
        ),
        numbers={prop: values for prop, values in numbers.items() if values.values.size},
        symbols={prop: values for prop, values in symbols.items() if values.values},
    )
    missed = _n_values(last.kb, n_named) - _n_values(first.kb, n_named)
    remark = Remark("graded-value", "values that follow only to a degree are not used", missed)
    synonyms = frozenset[str]().union(*(saturated.synonyms for _, saturated in cuts))
    return Saturated(kb, (*last.remarks, *((remark,) if missed else ())), synonyms)


def _joined(
    rows: Sequence[tuple[CutKnowledge, Rows]],
    places: Sequence[Ids],
    n_elements: int,
    ends: Sequence[Ids] | None = None,
) -> Rows:
    """Join rows of elements; where some have ends, their indices are elements as well."""
    lefts, rights, degrees = [], [], []
    for number, (cut, found) in enumerate(rows):
        n_named = len(cut.kb.individuals)
        counts = np.diff(found.indptr)
        left = np.repeat(np.arange(counts.size, dtype=np.int32), counts)
        lefts.append(places[number][left])
        rights.append(found.indices if ends is None else ends[number][found.indices])
        degrees.append(np.where(left < n_named, cut.degree, 1.0))
    return Rows.from_graded_pairs(
        np.concatenate(lefts), np.concatenate(rights), np.concatenate(degrees), n_elements
    )


def _numbers(
    prop: int, cuts: Sequence[CutKnowledge], places: Sequence[Ids], n_elements: int
) -> Values:
    elements: list[Ids] = [np.empty(0, dtype=np.int32)]
    values: list[Degrees] = [np.empty(0)]
    for number, cut in enumerate(cuts):
        if prop in cut.kb.numbers:
            store = cut.kb.numbers[prop]
            owners, kept = _owners(store.indptr, cut, is_first=number == 0)
            elements.append(places[number][owners])
            values.append(store.values[kept])
    return Values.from_pairs(np.concatenate(elements), np.concatenate(values), n_elements)


def _symbols(
    prop: int, cuts: Sequence[CutKnowledge], places: Sequence[Ids], n_elements: int
) -> Symbols:
    pairs: list[tuple[int, bool | str]] = []
    for number, cut in enumerate(cuts):
        if prop in cut.kb.symbols:
            store = cut.kb.symbols[prop]
            owners, kept = _owners(store.rows.indptr, cut, is_first=number == 0)
            held = (store.values[code] for code in store.rows.indices[kept].tolist())
            pairs += zip(places[number][owners].tolist(), held, strict=True)
    values = tuple(sorted({value for _, value in pairs}, key=lambda one: (str(type(one)), one)))
    codes = {(type(value), value): code for code, value in enumerate(values)}
    return Symbols(
        Rows.from_pairs(
            np.array([element for element, _ in pairs], dtype=np.int32),
            np.array([codes[type(value), value] for _, value in pairs], dtype=np.int32),
            n_elements,
        ),
        values,
    )


def _owners(indptr: Offsets, cut: CutKnowledge, *, is_first: bool) -> tuple[Ids, Ids]:
    """Return whose the values of a column are, and where; of those named, in the first cut only."""
    owners = np.repeat(np.arange(indptr.size - 1, dtype=np.int32), np.diff(indptr))
    kept = np.flatnonzero(is_first | (owners >= len(cut.kb.individuals)))
    return owners[kept], kept.astype(np.int32)


def _n_values(kb: KnowledgeBase, n_named: int) -> int:
    """How many values the named individuals have."""
    stores = [*(one.indptr for one in kb.numbers.values())]
    stores += (one.rows.indptr for one in kb.symbols.values())
    return int(sum(indptr[n_named] for indptr in stores))


def _places(cuts: Sequence[CutKnowledge]) -> list[Ids]:
    """Return for each cut where its elements stand among all; witnesses that are alike are one.

    Two witnesses are alike if they belong to the same classes, have the same values, and if their
    fillers are the same individuals or alike: concepts cannot tell them apart.
    """
    n_named = len(cuts[0].kb.individuals)
    kinds = [[*map(hash, range(n_named)), *_own_kinds(cut)] for cut in cuts]
    numbered = _numbered(kinds)
    n_kinds = 0
    while len({number for numbers in numbered for number in numbers}) > n_kinds:
        n_kinds = len({number for numbers in numbered for number in numbers})
        refined = [
            [*range(n_named), *_refined(cut, numbers)]
            for cut, numbers in zip(cuts, numbered, strict=True)
        ]
        numbered = _numbered(refined)
    return [np.array(numbers, dtype=np.int32) for numbers in numbered]


def _numbered(kinds: Sequence[Sequence[object]]) -> list[list[int]]:
    """Give numbers to kinds as they are met."""
    known: dict[object, int] = {}
    return [[known.setdefault(kind, len(known)) for kind in each] for each in kinds]


def _own_kinds(cut: CutKnowledge) -> Iterator[object]:
    """Iterate over the classes and values of each witness."""
    kb = cut.kb
    for element in range(len(kb.individuals), kb.n_elements):
        numbers = tuple(
            (prop, tuple(one.values[one.indptr[element] : one.indptr[element + 1]].tolist()))
            for prop, one in kb.numbers.items()
            if one.indptr[element + 1] > one.indptr[element]
        )
        symbols = tuple(
            (prop, tuple((type(one.values[code]), one.values[code]) for code in codes))
            for prop, one in kb.symbols.items()
            if (codes := one.rows[element].tolist())
        )
        yield tuple(kb.types[element].tolist()), numbers, symbols


def _refined(cut: CutKnowledge, numbers: Sequence[int]) -> Iterator[object]:
    """Iterate over the kind of each witness and of all it is related to."""
    kb = cut.kb
    for element in range(len(kb.individuals), kb.n_elements):
        related = (
            (role, frozenset(numbers[other] for other in fillers))
            for role, rows in enumerate(kb.roles)
            if (fillers := rows[element].tolist())
        )
        yield numbers[element], tuple(related)


_PAIRWISE = frozenset({"transitive", "functional", "inverse-functional"})
"""Characteristics that say something of two pairs together."""


def combining_axioms(ontology: Ontology) -> tuple[Axiom | GradedInclusion, ...]:
    """Return the axioms that may need two facts at once which hold to a degree below 1.

    What holds to a degree and has such a premise is one of them, and so are fuzzy concepts. With
    all others, what follows holds as far as the one fact that it follows from, whatever the
    conjunction. More may be returned than need be, never fewer.
    """
    names = _graded_names(ontology)
    computed = (one for one in ontology.fuzziness.inclusions if _conjoins(one, names))
    return (*(one for one in ontology.axioms if _combines(one, names, ontology)), *computed)


def _graded_names(ontology: Ontology) -> frozenset[str]:
    """Return the classes and roles of which something may hold to a degree below 1."""
    known = ontology.fuzziness
    names = {class_ for _, class_ in known.types} | {role for role, _, _ in known.roles}
    names.update(name for axiom in known.axioms for name in _concluded(axiom))
    told = (
        _told(known.inclusions) if names.isdisjoint(one.upper for one in known.inclusions) else ()
    )
    names.update(one.upper for one in known.inclusions)
    steps = [
        (premises, conclusion)
        for axiom in ontology.axioms
        for premises, conclusion in _steps(axiom)
        if (premises, conclusion) not in told
    ]
    while True:
        more = {
            name
            for premises, conclusion in steps
            if not names.isdisjoint(premises)
            for name in _names(conclusion)
        }
        if more <= names:
            return frozenset(names)
        names |= more


def _concluded(axiom: object) -> Iterator[str]:
    """Iterate over what an axiom that holds to a degree says something of."""
    match axiom:
        case SubClassOf(_, upper) | SubRoleOf(_, upper):
            yield from _names(upper)
        case _:
            yield from _names(axiom)


def _told(inclusions: Iterable[GradedInclusion]) -> set[tuple[tuple[str, ...], object]]:
    """Return what definitions say of their conjuncts, which hold as far as they do anyway."""
    return {
        ((one.upper,), part)
        for one in inclusions
        if one.is_definition and isinstance(one.lower, And)
        for part in one.lower.parts
    }


def _combines(axiom: Axiom, names: frozenset[str], ontology: Ontology) -> bool:
    most = 0 if axiom in ontology.fuzziness.axioms else 1
    match axiom:
        case RoleCharacteristic(role, kind):
            return kind in _PAIRWISE and role.iri in names
        case HasKey(expression, roles, _):
            return any(name in names for part in (expression, roles) for name in _names(part))
        case _:
            counts = (sum(name in names for name in premises) for premises, _ in _steps(axiom))
            return any(count > most for count in counts)


def _conjoins(inclusion: GradedInclusion, names: frozenset[str]) -> bool:
    """Whether a part is a conjunction, or a restriction, of two that may hold to a degree."""
    for part in walk(inclusion.lower):
        if isinstance(part, And | Some):
            found = [one for one in walk(part) if isinstance(one, DataSome)]
            if len(found) + sum(name in names for name in _names(part)) > 1:
                return True
    return False


def _steps(axiom: Axiom) -> Iterator[tuple[tuple[str, ...], object]]:
    """Iterate over the names in the premises of an axiom, with its conclusion."""
    match axiom:
        case SubClassOf(lower, upper):
            yield _premises(lower, upper), upper
        case EquivalentClasses(classes):
            yield from ((_premises(one, two), two) for one, two in permutations(classes, 2))
        case DisjointUnion(iri, classes):
            yield (iri,), classes
            yield from ((tuple(_names(one)), Class(iri)) for one in classes)
        case RoleDomain(role, domain) | RoleRange(role, domain):
            yield _premises(role, domain), domain
        case DataDomain(_, domain):
            yield _premises((), domain), domain
        case _:
            yield from _role_steps(axiom)


def _role_steps(axiom: Axiom) -> Iterator[tuple[tuple[str, ...], object]]:
    match axiom:
        case SubRoleOf(chain, upper):
            yield tuple(_names(chain)), upper
        case EquivalentRoles(roles):
            yield from (((one.iri,), roles) for one in roles)
        case InverseRoles(one, two):
            yield (one.iri,), two
            yield (two.iri,), one
        case _:
            pass


def _premises(lower: object, upper: object) -> tuple[str, ...]:
    """Return the names below, and above the roles of ``∀r.C`` and ``≤n r.C``."""
    needed = list(_names(lower))
    for part in walk(upper):
        match part:
            case Only(role, _):
                needed.append(role.iri)
            case Cardinality("max" | "exact", _, role, _):
                needed += (role.iri, role.iri)  # of two fillers, which may have to be one
            case _:
                pass
    return tuple(needed)


def _names(node: object) -> Iterator[str]:
    """Iterate over the classes and roles that an expression mentions, as often as it does."""
    for part in walk(node):
        match part:
            case Class(iri) | Role(iri, _) if iri != THING:
                yield iri
            case _:
                pass


@dataclass(frozen=True, slots=True)
class GradedOntology:
    """A fuzzy ontology prepared for reasoning: its α-cuts, from the degree 1 down.

    Attributes
    ----------
    cuts
        Degrees, each with what is prepared of all that holds at least so far.
    combining
        What to remark on axioms that need several facts at once.
    """

    cuts: tuple[tuple[float, CompiledOntology], ...]
    combining: tuple[Remark, ...] = ()

    @property
    def hidden(self) -> frozenset[str]:
        """The classes that the knowledge base must not know of."""
        return self.cuts[-1][1].hidden

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Where reasoning may miss something, as far as the axioms show it."""
        return (*self.cuts[-1][1].remarks, *self.combining)

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without what is stated about some individuals; they keep their numbers."""
        found = []
        for degree, compiled in self.cuts:
            try:
                found.append((degree, compiled.saturate(without=without)))
            except InconsistentError as error:
                if degree == 1:
                    raise
                said = (
                    f"{str(error).rstrip('.')}, if all counts that holds to the degree {degree:g}"
                )
                raise InconsistentError(
                    f"{said} or more; lower degrees, or take back an axiom.", error.individual
                ) from error
        joined = joined_cuts(found)
        return replace(joined, remarks=(*joined.remarks, *self.combining))

    def hiding(self, more: Collection[str]) -> "GradedOntology":
        """Return the same, with further classes that the knowledge base must not know of."""
        cuts = tuple((degree, compiled.hiding(more)) for degree, compiled in self.cuts)
        return replace(self, cuts=cuts)


@dataclass(frozen=True, slots=True)
class LayeredOntology:
    """An ontology prepared for reasoning, with fuzzy concepts to compute when that is done.

    Attributes
    ----------
    compiled
        What is prepared of all else.
    layer
        Fuzzy concepts, and what follows from them.
    combining
        What to remark on axioms that need several facts at once.
    """

    compiled: CompiledOntology
    layer: ConceptLayer
    combining: tuple[Remark, ...] = ()

    @property
    def hidden(self) -> frozenset[str]:
        """The classes that the knowledge base must not know of."""
        return self.compiled.hidden

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Where reasoning may miss something, as far as the axioms show it."""
        return (*self.compiled.remarks, *self.combining)

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without what is stated about some individuals; they keep their numbers."""
        found = self.layer.applied(self.compiled.saturate(without=without))
        return replace(found, remarks=(*found.remarks, *self.combining))

    def hiding(self, more: Collection[str]) -> "LayeredOntology":
        """Return the same, with further classes that the knowledge base must not know of."""
        return replace(self, compiled=self.compiled.hiding(more))


def graded_premise_remarks(ontology: Ontology) -> tuple[Remark, ...]:
    """Remark on axioms with several premises that hold to a degree only."""
    found = combining_axioms(ontology)
    if not found:
        return ()
    said = (
        "what follows by axioms from several facts that hold to a degree holds as far as the "
        "weakest of them, whatever the logic"
    )
    return (Remark("graded-premises", said, len(found)),)
