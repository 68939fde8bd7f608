"""Degrees of fuzzy concepts, computed when all else is derived (mathematics §27).

Derived facts give each class its degrees. From there on inclusions raise them, those of fuzzy
concepts first and then all that mention a class whose degrees rose, up to a fixed point.
"""

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations

import numpy as np

from owlboost.concepts.concept import Concept, FuzzyValue
from owlboost.concepts.evaluation import Extents
from owlboost.data.fuzzy_sets import FuzzySet, Shape
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.kernels.relations import row_maxima
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.fuzzy import (
    Aggregate,
    GradedExpression,
    GradedInclusion,
    Modified,
    is_computable,
    to_a_degree,
)
from owlboost.ontology.ontology import Ontology, Remark
from owlboost.runtime.array_types import Degrees, Mask
from owlboost.runtime.names import short_name
from owlboost.runtime.sparse_rows import Rows
from owlboost.sources.ontology_knowledge import Saturated, lexicon_of
from owlboost.sources.ontology_values import shape_of

MOST_ROUNDS = 1000
"""Stop after an inclusion has raised degrees this often: in cycles they rise ever less."""
ROUNDING = 1e-12
"""Rises of degrees below this do not count."""
SLACK = 1e-9
"""Tolerance between degrees that are computed in different ways."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An inclusion that is only compared with degrees, not applied to them.

    An axiom matters if a class below was raised, the converse of a definition in any case.
    """

    lower: GradedExpression
    upper: GradedExpression
    is_definition: bool = False


@dataclass(frozen=True, slots=True)
class ConceptLayer:
    """The inclusions of a fuzzy ontology that are applied to degrees.

    The first are those that α-cuts cannot express. The later are those of axioms, which matter
    where a class below has larger degrees than from α-cuts. Claims are only compared with the
    degrees.
    """

    first: tuple[GradedInclusion, ...]
    later: tuple[GradedInclusion, ...]
    claims: tuple[Claim, ...]
    sets: Mapping[str, Shape]
    lexicon: Lexicon = SHORT_NAMES

    def applied(self, saturated: Saturated) -> Saturated:
        """Add the degrees of fuzzy concepts to derived knowledge."""
        classes = ClassDegrees(saturated.kb, self.sets)
        endless = _raise(classes, self.first, self.later, self.lexicon)
        missed = (*self._missed(classes, saturated.kb), *self._unmatched(saturated.synonyms))
        remarks = (*saturated.remarks, *endless, *missed)
        return replace(saturated, kb=classes.knowledge_base(), remarks=remarks)

    def _unmatched(self, synonyms: Collection[str]) -> Iterator[Remark]:
        """Remark on role values that are required by a synonym."""
        required = {
            part.individual
            for inclusion in (*self.first, *self.later)
            for part in ax.walk(inclusion.lower)
            if isinstance(part, ex.HasValue)
        }
        names = ", ".join(sorted(map(self.lexicon.name, required.intersection(synonyms))))
        if names:
            claim = f"degrees of fuzzy concepts may miss who is related to {names}, which has "
            yield Remark("fuzzy-names", f"{claim}several names; use one name for it")

    def _missed(self, computed: "ClassDegrees", before: KnowledgeBase) -> Iterator[Remark]:
        """Yield remarks on consequences that the degrees miss."""
        earlier = ClassDegrees(before, self.sets)
        names = {
            name
            for claim in self.claims
            if claim.is_definition or not computed.raised.isdisjoint(ax.classes_in(claim.lower))
            if not self._is_met(claim, computed, earlier)
            for name in ax.classes_in(claim.lower)
        }
        if names:
            listed = ", ".join(sorted(map(self.lexicon.name, names)))
            message = f"not all that follows from how far something is {listed} is derived"
            yield Remark("fuzzy-consequences", message)
        if computed.are_witnesses_left_out:
            message = "degrees of fuzzy concepts are not computed for fillers without a name"
            yield Remark("fuzzy-witnesses", message)

    def _is_met(self, claim: Claim, computed: "ClassDegrees", earlier: "ClassDegrees") -> bool:
        """Whether degrees below do not exceed those above, or earlier ones."""
        if not is_computable(claim.lower, self.sets):
            return False
        is_computed = is_computable(claim.upper, self.sets) and claim.upper != ex.Class(ex.NOTHING)
        enough = computed.degrees(claim.upper) if is_computed else earlier.degrees(claim.lower)
        return bool((computed.degrees(claim.lower) <= enough + SLACK).all())


def layer_of(ontology: Ontology, hidden: Collection[str]) -> ConceptLayer:
    """Return the concept layer of an ontology, without hidden classes."""
    fuzziness, gone = ontology.fuzziness, frozenset(hidden)

    def is_seen(node: object) -> bool:
        return gone.isdisjoint(ax.classes_in(node))

    first = tuple(
        inclusion
        for inclusion in fuzziness.inclusions
        if is_seen(inclusion.lower) and inclusion.upper not in gone
    )
    claims = [
        Claim(ex.Class(inclusion.upper), inclusion.lower, is_definition=True)
        for inclusion in first
        if inclusion.is_definition
    ]
    later: list[GradedInclusion] = []
    for axiom in ontology.axioms:
        degree = fuzziness.axioms.get(axiom, 1.0)
        for lower, upper in _steps(axiom):
            for part in ax.conjuncts(upper):
                if not is_seen((lower, part)):
                    continue
                match part:
                    case ex.Class(iri) if iri != ex.NOTHING and is_computable(
                        lower, fuzziness.sets
                    ):
                        held = lower if degree == 1 else to_a_degree(lower, degree, "zadeh")
                        later.append(GradedInclusion(held, iri))
                    case _:
                        claims.append(Claim(lower, part))
    lexicon = lexicon_of(ontology.labels, ontology.signature)
    sets = {iri: shape_of(datatype) for iri, datatype in fuzziness.sets.items()}
    return ConceptLayer(first, tuple(later), tuple(claims), sets, lexicon)


def _steps(axiom: ax.Axiom) -> Iterator[tuple[ex.ClassExpression, ex.ClassExpression]]:
    """Iterate over the inclusions of classes that an axiom states."""
    match axiom:
        case ax.SubClassOf(lower, upper):
            yield lower, upper
        case ax.EquivalentClasses(classes):
            yield from permutations(classes, 2)
        case ax.DisjointClasses(classes):
            yield from ((ex.And(pair), ex.Class(ex.NOTHING)) for pair in _pairs(classes))
        case ax.DisjointUnion(iri, classes):
            yield from ((part, ex.Class(iri)) for part in classes)
            yield ex.Class(iri), ex.Or(classes)
            yield from ((ex.And(pair), ex.Class(ex.NOTHING)) for pair in _pairs(classes))
        case ax.HasKey(expression, _, _):
            # degrees do not show which individuals it makes the same
            yield expression, ex.Class(ex.NOTHING)
        case _:
            pass


def _pairs(
    classes: tuple[ex.ClassExpression, ...],
) -> Iterable[tuple[ex.ClassExpression, ex.ClassExpression]]:
    return (
        (first, second) for place, first in enumerate(classes) for second in classes[place + 1 :]
    )


def _raise(
    classes: "ClassDegrees",
    first: Iterable[GradedInclusion],
    later: Iterable[GradedInclusion],
    lexicon: Lexicon,
) -> Iterator[Remark]:
    """Raise degrees until all inclusions hold; remark on endless cycles."""
    needing: dict[str, list[GradedInclusion]] = {}
    for inclusion in (*first, *later):
        for name in ax.classes_in(inclusion.lower):
            needing.setdefault(name, []).append(inclusion)
    waiting, rounds = _Queue(first), Counter[GradedInclusion]()
    endless: set[str] = set()
    while waiting.listed:
        inclusion = waiting.next()
        rounds[inclusion] += 1
        if rounds[inclusion] > MOST_ROUNDS:
            endless.add(inclusion.upper)
        elif classes.raise_to(inclusion.upper, classes.degrees(inclusion.lower)):
            waiting.add(needing.get(inclusion.upper, ()))
            waiting.add(
                GradedInclusion(ex.Class(inclusion.upper), up)
                for up in classes.above(inclusion.upper)
            )
    if not endless:
        return iter(())
    names = ", ".join(sorted(map(lexicon.name, endless)))
    claim = f"the degrees of {names} depend on themselves and were raised {MOST_ROUNDS} times only"
    return iter((Remark("fuzzy-cycle", claim, 1),))


class _Queue:
    """A queue of inclusions, each at most once at a time."""

    def __init__(self, first: Iterable[GradedInclusion]) -> None:
        self.listed: deque[GradedInclusion] = deque()
        self.known: set[GradedInclusion] = set()
        self.add(first)

    def add(self, inclusions: Iterable[GradedInclusion]) -> None:
        new = [inclusion for inclusion in dict.fromkeys(inclusions) if inclusion not in self.known]
        self.listed.extend(new)
        self.known.update(new)

    def next(self) -> GradedInclusion:
        inclusion = self.listed.popleft()
        self.known.remove(inclusion)
        return inclusion


@dataclass(slots=True)
class ClassDegrees:
    """Degrees of all classes at all elements, which may be raised.

    Witnesses of a fuzzy ontology hold in full what may hold to a degree below 1 (mathematics §27),
    so only minima and maxima are computed for them.
    """

    kb: KnowledgeBase
    sets: Mapping[str, Shape]
    by_class: dict[str, Degrees] = field(default_factory=dict)
    raised: set[str] = field(default_factory=set)
    are_witnesses_left_out: bool = False

    def degrees(self, expression: GradedExpression) -> Degrees:
        """Return the degree of an expression at every element."""
        match expression:
            case ex.Class(iri):
                out = self._class(iri)
            case ex.And(parts):
                out = np.minimum.reduce([self.degrees(part) for part in parts])
            case ex.Or(parts):
                out = np.maximum.reduce([self.degrees(part) for part in parts])
            case ex.Some(role, filler):
                out = self._some(role, self.degrees(filler))
            case ex.HasValue(role, individual):
                out = self._some(role, self._nominal(individual))
            case ex.DataSome(prop, ex.Datatype(iri)):
                out = self._values(prop, iri)
            case Modified(modifier, part):
                out = self._named(modifier.at_least(self.degrees(part)))
            case Aggregate(_, _, parts):
                out = expression.combined([self.degrees(part) for part in parts])
                out = out if expression.is_lattice else self._named(out)
            case _:
                raise TypeError(expression)
        return out

    def raise_to(self, name: str, degrees: Degrees) -> bool:
        """Raise degrees of a class; return whether any rose."""
        if name not in self.kb.vocabulary.classes:
            return False
        before = self._class(name)
        higher: Mask = degrees > before + ROUNDING
        if not higher.any():
            return False
        self.by_class[name] = np.where(higher, degrees, before)
        self.raised.add(name)
        return True

    def above(self, name: str) -> Iterator[str]:
        """Yield the classes that are known to be above a class."""
        classes = self.kb.vocabulary.classes
        return (classes[number] for number in self.kb.taxonomy[classes.id(name)])

    def knowledge_base(self) -> KnowledgeBase:
        """Return the knowledge base with the degrees as they are now."""
        if not self.raised:
            return self.kb
        kb, classes = self.kb, self.kb.vocabulary.classes
        raised = {classes.id(name): self.by_class[name] for name in sorted(self.raised)}
        ids = [np.flatnonzero(degrees) for degrees in raised.values()]
        owners = np.repeat(np.arange(len(classes), dtype=np.int32), np.diff(kb.members.indptr))
        unchanged = ~np.isin(owners, list(raised))
        held = kb.members.degrees
        degrees = np.ones(owners.size) if held is None else held
        members = Rows.from_graded_pairs(
            np.concatenate([owners[unchanged], *map(np.full_like, ids, raised)]).astype(np.int32),
            np.concatenate([kb.members.indices[unchanged], *ids]).astype(np.int32),
            np.concatenate(
                [
                    degrees[unchanged],
                    *(x[places] for x, places in zip(raised.values(), ids, strict=True)),
                ]
            ),
            len(classes),
        )
        computed, types = frozenset(self.raised), members.transposed(kb.n_elements)
        return replace(kb, members=members, types=types, computed=computed)

    def _class(self, iri: str) -> Degrees:
        if iri in self.by_class:
            return self.by_class[iri]
        out = np.full(self.kb.n_elements, float(iri == ex.THING))
        classes, members = self.kb.vocabulary.classes, self.kb.members
        if iri in classes:
            out[members[classes.id(iri)]] = members.degrees_of(classes.id(iri))
        self.by_class[iri] = out
        return out

    def _some(self, role: ex.Role, filler: Degrees) -> Degrees:
        if role.iri not in self.kb.vocabulary.roles:  # the top role
            return np.zeros(self.kb.n_elements)
        rows = self.kb.roles[self.kb.vocabulary.roles.id(role.iri)]
        if role.inverse:
            rows = rows.transposed(self.kb.n_elements)
        reached = filler[rows.indices]
        if rows.degrees is not None:
            reached = np.minimum(rows.degrees, reached)
        return row_maxima(rows.indptr, reached)

    def _nominal(self, individual: str) -> Degrees:
        out = np.zeros(self.kb.n_elements)
        if individual in self.kb.individuals:
            out[self.kb.individuals.id(individual)] = 1.0
        return out

    def _values(self, prop: str, datatype: str) -> Degrees:
        if prop not in self.kb.vocabulary.data_properties:
            return np.zeros(self.kb.n_elements)
        shape = FuzzySet(short_name(datatype), self.sets[datatype])
        return Extents(self.kb).degrees(Concept((FuzzyValue(prop, shape),)))

    def _named(self, degrees: Degrees) -> Degrees:
        """Return degrees without those of witnesses, if graded."""
        n = len(self.kb.individuals)
        if self.kb.is_graded and degrees[n:].any():
            self.are_witnesses_left_out = True
            degrees = np.append(degrees[:n], np.zeros(degrees.size - n))
        return degrees
