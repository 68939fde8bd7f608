"""Knowledge bases of fuzzy ontologies, by their alpha cuts (mathematics §27).

There is one saturation for each distinct degree α. Consequences of the facts that hold at least to
α hold to the degree α themselves; the largest such α is the degree of a consequence. Fuzzy concepts
are computed after that; axioms that need several facts at once are remarked on.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from owlboost.data.knowledge_base import KnowledgeBase, Symbols
from owlboost.errors import InconsistentError
from owlboost.ontology import axioms as ax
from owlboost.ontology.expressions import THING, And, Cardinality, Class, DataSome, Only, Role, Some
from owlboost.ontology.fuzzy import GradedInclusion
from owlboost.ontology.ontology import Ontology, Remark
from owlboost.runtime.array_types import Degrees, Ids, Offsets
from owlboost.runtime.sparse_rows import Rows, Values
from owlboost.sources.fuzzy_concepts import ConceptLayer
from owlboost.sources.ontology_knowledge import CompiledOntology, Saturated


@dataclass(frozen=True, slots=True)
class CutKnowledge:
    """The knowledge derived from all that holds at least to a degree."""

    degree: float
    kb: KnowledgeBase


def joined_cuts(cuts: Sequence[tuple[float, Saturated]]) -> Saturated:
    """Join saturations for falling degrees into one graded knowledge base.

    A named individual belongs to a class, and fills a role, to the largest degree at which it does
    so. A witness belongs to one cut: it fills roles to that degree, and belongs to classes in full.
    Witnesses that are alike are merged. Values must follow from crisp facts.
    """
    known_cuts = [CutKnowledge(degree, saturated.kb) for degree, saturated in cuts]
    (_, first), (_, last) = cuts[0], cuts[-1]
    places = _places(known_cuts)
    n_elements = max(int(numbers.max(initial=-1)) for numbers in places) + 1
    classes = first.kb.vocabulary.classes
    members = _joined([(cut, cut.kb.types) for cut in known_cuts], places, n_elements)
    turned = members.transposed(len(classes))
    n_named = len(first.kb.individuals)
    numbers = {
        prop: _numbers(prop, known_cuts, places, n_elements)
        for prop in sorted({prop for cut in known_cuts for prop in cut.kb.numbers})
    }
    symbols = {
        prop: _symbols(prop, known_cuts, places, n_elements)
        for prop in sorted({prop for cut in known_cuts for prop in cut.kb.symbols})
    }
    kb = replace(
        first.kb,
        n_elements=n_elements,
        types=members,
        members=turned,
        roles=tuple(
            _joined([(cut, cut.kb.roles[role]) for cut in known_cuts], places, n_elements, places)
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
    """Join rows of elements; with ``ends``, their indices are elements, too."""
    lefts, rights, degrees = [], [], []
    for number, (cut, part) in enumerate(rows):
        n_named = len(cut.kb.individuals)
        counts = np.diff(part.indptr)
        left = np.repeat(np.arange(counts.size, dtype=np.int32), counts)
        lefts.append(places[number][left])
        rights.append(part.indices if ends is None else ends[number][part.indices])
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
            owners, places_kept = _owners(store.indptr, cut, is_first=number == 0)
            elements.append(places[number][owners])
            values.append(store.values[places_kept])
    return Values.from_pairs(np.concatenate(elements), np.concatenate(values), n_elements)


def _symbols(
    prop: int, cuts: Sequence[CutKnowledge], places: Sequence[Ids], n_elements: int
) -> Symbols:
    pairs: list[tuple[int, bool | str]] = []
    for number, cut in enumerate(cuts):
        if prop in cut.kb.symbols:
            store = cut.kb.symbols[prop]
            owners, places_kept = _owners(store.rows.indptr, cut, is_first=number == 0)
            held = (store.values[code] for code in store.rows.indices[places_kept].tolist())
            pairs += zip(places[number][owners].tolist(), held, strict=True)
    values = tuple(
        sorted({value for _, value in pairs}, key=lambda value: (str(type(value)), value))
    )
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
    """Return owners and places of values; named ones in the first cut."""
    owners = np.repeat(np.arange(indptr.size - 1, dtype=np.int32), np.diff(indptr))
    places = np.flatnonzero(is_first | (owners >= len(cut.kb.individuals)))
    return owners[places], places.astype(np.int32)


def _n_values(kb: KnowledgeBase, n_named: int) -> int:
    """Count the values of the named individuals."""
    stores = [*(column.indptr for column in kb.numbers.values())]
    stores += (column.rows.indptr for column in kb.symbols.values())
    return int(sum(indptr[n_named] for indptr in stores))


def _places(cuts: Sequence[CutKnowledge]) -> list[Ids]:
    """Return numbers of elements over all cuts, merging alike witnesses.

    Two witnesses are alike if they belong to the same classes, have the same values, and if their
    fillers are the same individuals or alike: concepts cannot distinguish them.
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
    """Return kinds as numbers in the order in which they occur."""
    numbers: dict[object, int] = {}
    return [[numbers.setdefault(kind, len(numbers)) for kind in group] for group in kinds]


def _own_kinds(cut: CutKnowledge) -> Iterator[object]:
    """Yield the classes and values of each witness."""
    kb = cut.kb
    for element in range(len(kb.individuals), kb.n_elements):
        numbers = tuple(
            (
                prop,
                tuple(column.values[column.indptr[element] : column.indptr[element + 1]].tolist()),
            )
            for prop, column in kb.numbers.items()
            if column.indptr[element + 1] > column.indptr[element]
        )
        symbols = tuple(
            (prop, tuple((type(column.values[code]), column.values[code]) for code in codes))
            for prop, column in kb.symbols.items()
            if (codes := column.rows[element].tolist())
        )
        yield tuple(kb.types[element].tolist()), numbers, symbols


def _refined(cut: CutKnowledge, numbers: Sequence[int]) -> Iterator[object]:
    """Yield the kind of each witness with those of its fillers."""
    kb = cut.kb
    for element in range(len(kb.individuals), kb.n_elements):
        related = (
            (role, frozenset(numbers[filler] for filler in fillers))
            for role, rows in enumerate(kb.roles)
            if (fillers := rows[element].tolist())
        )
        yield numbers[element], tuple(related)


_PAIRWISE = frozenset({"transitive", "functional", "inverse-functional"})
"""Characteristics whose premises are two pairs."""


def combining_axioms(ontology: Ontology) -> tuple[ax.Axiom | GradedInclusion, ...]:
    """Return the axioms that may combine two facts of degrees below 1.

    A graded axiom with one such premise is among them, and so are fuzzy concepts. With all others,
    a consequence has the degree of the one fact that it follows from, whatever the conjunction.
    Too many may be returned, never too few.
    """
    names = _graded_names(ontology)
    computed = (
        inclusion for inclusion in ontology.fuzziness.inclusions if _conjoins(inclusion, names)
    )
    return (*(axiom for axiom in ontology.axioms if _combines(axiom, names, ontology)), *computed)


def _graded_names(ontology: Ontology) -> frozenset[str]:
    """Return the classes and roles that may hold to a degree below 1."""
    fuzziness = ontology.fuzziness
    names = {class_ for _, class_ in fuzziness.types} | {role for role, _, _ in fuzziness.roles}
    names.update(name for axiom in fuzziness.axioms for name in _concluded(axiom))
    definitional = (
        _definition_steps(fuzziness.inclusions)
        if names.isdisjoint(inclusion.upper for inclusion in fuzziness.inclusions)
        else ()
    )
    names.update(inclusion.upper for inclusion in fuzziness.inclusions)
    steps = [
        (premises, conclusion)
        for axiom in ontology.axioms
        for premises, conclusion in _steps(axiom)
        if (premises, conclusion) not in definitional
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
    """Yield the names in the conclusion of a graded axiom."""
    match axiom:
        case ax.SubClassOf(_, upper) | ax.SubRoleOf(_, upper):
            yield from _names(upper)
        case _:
            yield from _names(axiom)


def _definition_steps(inclusions: Iterable[GradedInclusion]) -> set[tuple[tuple[str, ...], object]]:
    """Return the steps from definitions to their conjuncts, which add no degrees."""
    return {
        ((inclusion.upper,), part)
        for inclusion in inclusions
        if inclusion.is_definition and isinstance(inclusion.lower, And)
        for part in inclusion.lower.parts
    }


def _combines(axiom: ax.Axiom, names: frozenset[str], ontology: Ontology) -> bool:
    most = 0 if axiom in ontology.fuzziness.axioms else 1
    match axiom:
        case ax.RoleCharacteristic(role, kind):
            return kind in _PAIRWISE and role.iri in names
        case ax.HasKey(expression, roles, _):
            return any(name in names for part in (expression, roles) for name in _names(part))
        case _:
            counts = (sum(name in names for name in premises) for premises, _ in _steps(axiom))
            return any(count > most for count in counts)


def _conjoins(inclusion: GradedInclusion, names: frozenset[str]) -> bool:
    """Whether a conjunction or restriction combines two graded parts."""
    for part in ax.walk(inclusion.lower):
        if isinstance(part, And | Some):
            restrictions = [node for node in ax.walk(part) if isinstance(node, DataSome)]
            if len(restrictions) + sum(name in names for name in _names(part)) > 1:
                return True
    return False


def _steps(axiom: ax.Axiom) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the names in the premises of an axiom, with its conclusion."""
    match axiom:
        case ax.SubClassOf(lower, upper):
            yield _premises(lower, upper), upper
        case ax.EquivalentClasses(classes):
            yield from (
                (_premises(lower, upper), upper) for lower, upper in permutations(classes, 2)
            )
        case ax.DisjointUnion(iri, classes):
            yield (iri,), classes
            yield from ((tuple(_names(part)), Class(iri)) for part in classes)
        case ax.RoleDomain(role, domain) | ax.RoleRange(role, domain):
            yield _premises(role, domain), domain
        case ax.DataDomain(_, domain):
            yield _premises((), domain), domain
        case _:
            yield from _role_steps(axiom)


def _role_steps(axiom: ax.Axiom) -> Iterator[tuple[tuple[str, ...], object]]:
    match axiom:
        case ax.SubRoleOf(chain, upper):
            yield tuple(_names(chain)), upper
        case ax.EquivalentRoles(roles):
            yield from (((role.iri,), roles) for role in roles)
        case ax.InverseRoles(role, inverse):
            yield (role.iri,), inverse
            yield (inverse.iri,), role
        case _:
            pass


def _premises(lower: object, upper: object) -> tuple[str, ...]:
    """Return the names below, and roles of ``∀r.C`` and ``≤n r.C`` above."""
    needed = list(_names(lower))
    for part in ax.walk(upper):
        match part:
            case Only(role, _):
                needed.append(role.iri)
            case Cardinality("max" | "exact", _, role, _):
                needed += (role.iri, role.iri)  # of two fillers, which may have to be one
            case _:
                pass
    return tuple(needed)


def _names(node: object) -> Iterator[str]:
    """Yield each mention of a class or role in an expression."""
    for part in ax.walk(node):
        match part:
            case Class(iri) | Role(iri, _) if iri != THING:
                yield iri
            case _:
                pass


@dataclass(frozen=True, slots=True)
class GradedOntology:
    """A compiled fuzzy ontology: its alpha cuts, from 1 down.

    A cut is the ontology of all that holds at least to its degree; ``combining`` are remarks on
    axioms that need several facts at once.
    """

    cuts: tuple[tuple[float, CompiledOntology], ...]
    combining: tuple[Remark, ...] = ()

    @property
    def hidden(self) -> frozenset[str]:
        """The classes that the knowledge base must not know of."""
        return self.cuts[-1][1].hidden

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Remarks on axioms by which reasoning may miss something."""
        return (*self.cuts[-1][1].remarks, *self.combining)

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without the statements about some individuals, who keep their numbers."""
        saturated_cuts = []
        for degree, compiled in self.cuts:
            try:
                saturated_cuts.append((degree, compiled.saturate(without=without)))
            except InconsistentError as error:
                if degree == 1:
                    raise
                claim = (
                    f"{str(error).rstrip('.')}, if all counts that holds to the degree {degree:g}"
                )
                raise InconsistentError(
                    f"{claim} or more; lower degrees, or take back an axiom.", error.individual
                ) from error
        joined = joined_cuts(saturated_cuts)
        return replace(joined, remarks=(*joined.remarks, *self.combining))

    def hiding(self, more: Collection[str]) -> "GradedOntology":
        """Return the same, with further classes hidden from the knowledge base."""
        cuts = tuple((degree, compiled.hiding(more)) for degree, compiled in self.cuts)
        return replace(self, cuts=cuts)


@dataclass(frozen=True, slots=True)
class LayeredOntology:
    """A compiled ontology with fuzzy concepts to compute afterwards.

    The ontology is without them; ``combining`` are remarks on axioms that need several facts at
    once.
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
        """Remarks on axioms by which reasoning may miss something."""
        return (*self.compiled.remarks, *self.combining)

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without the statements about some individuals, who keep their numbers."""
        layered = self.layer.applied(self.compiled.saturate(without=without))
        return replace(layered, remarks=(*layered.remarks, *self.combining))

    def hiding(self, more: Collection[str]) -> "LayeredOntology":
        """Return the same, with further classes hidden from the knowledge base."""
        return replace(self, compiled=self.compiled.hiding(more))


def graded_premise_remarks(ontology: Ontology) -> tuple[Remark, ...]:
    """Remark on axioms with several premises that hold to a degree only."""
    axioms = combining_axioms(ontology)
    if not axioms:
        return ()
    claim = (
        "what follows by axioms from several facts that hold to a degree holds as far as the "
        "weakest of them, whatever the logic"
    )
    return (Remark("graded-premises", claim, len(axioms)),)
