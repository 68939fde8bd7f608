"""Degrees of fuzzy concepts, computed when all else is derived (mathematics §27).

What is derived gives each class its degrees. From there on inclusions raise them, those of fuzzy
concepts first and then all that mention a class whose degrees rose, until nothing rises any more.
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
from owlboost.ontology.axioms import (
    Axiom,
    DisjointClasses,
    DisjointUnion,
    EquivalentClasses,
    HasKey,
    SubClassOf,
    classes_in,
    conjuncts,
    walk,
)
from owlboost.ontology.expressions import (
    NOTHING,
    THING,
    And,
    Class,
    ClassExpression,
    DataSome,
    Datatype,
    HasValue,
    Or,
    Role,
    Some,
)
from owlboost.ontology.fuzzy import (
    Aggregate,
    GradedExpression,
    GradedInclusion,
    Modified,
    is_computable,
    to_a_degree,
)
from owlboost.ontology.labels import lexicon_of
from owlboost.ontology.ontology import Ontology, Remark
from owlboost.runtime.array_types import Degrees, Mask
from owlboost.runtime.names import short_name
from owlboost.runtime.sparse_rows import Rows
from owlboost.sources.ontology_knowledge import Saturated

MOST_ROUNDS = 1000
"""How often an inclusion may raise degrees: in a circle, they rise ever less."""
ROUNDING = 1e-12
"""By how much a degree must rise to count."""
SLACK = 1e-9
"""By how much a degree may exceed one that is computed in another way."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said and not applied to degrees, only compared with them.

    An axiom matters if a class below was raised, the other half of a definition in any case.
    """

    lower: GradedExpression
    upper: GradedExpression
    is_definition: bool = False


@dataclass(frozen=True, slots=True)
class ConceptLayer:
    """The inclusions of a fuzzy ontology that are applied to degrees.

    Attributes
    ----------
    first
        Those that α-cuts cannot tell.
    later
        Those of axioms, which matter where a class below holds further than α-cuts tell.
    claims
        What would have to be told of the parts of classes that hold further than these.
    sets
        Datatype → the fuzzy set that it is.
    lexicon
        What people call the classes and individuals.
    """

    first: tuple[GradedInclusion, ...]
    later: tuple[GradedInclusion, ...]
    claims: tuple[Claim, ...]
    sets: Mapping[str, Shape]
    lexicon: Lexicon = SHORT_NAMES

    def applied(self, saturated: Saturated) -> Saturated:
        """Return what was derived with the degrees of fuzzy concepts."""
        known = ClassDegrees(saturated.kb, self.sets)
        endless = _raise(known, self.first, self.later, self.lexicon)
        missed = (*self._missed(known, saturated.kb), *self._unmatched(saturated.synonyms))
        remarks = (*saturated.remarks, *endless, *missed)
        return replace(saturated, kb=known.knowledge_base(), remarks=remarks)

    def _unmatched(self, synonyms: Collection[str]) -> Iterator[Remark]:
        """Remark on values of roles that are asked for by a name under which none is listed."""
        asked = {
            part.individual
            for inclusion in (*self.first, *self.later)
            for part in walk(inclusion.lower)
            if isinstance(part, HasValue)
        }
        names = ", ".join(sorted(map(self.lexicon.name, asked.intersection(synonyms))))
        if names:
            said = f"degrees of fuzzy concepts may miss who is related to {names}, which has "
            yield Remark("fuzzy-names", f"{said}several names; use one name for it")

    def _missed(self, known: "ClassDegrees", before: KnowledgeBase) -> Iterator[Remark]:
        """Iterate over remarks on what the degrees do not tell."""
        earlier = ClassDegrees(before, self.sets)
        names = {
            name
            for claim in self.claims
            if claim.is_definition or not known.raised.isdisjoint(classes_in(claim.lower))
            if not self._is_met(claim, known, earlier)
            for name in classes_in(claim.lower)
        }
        if names:
            listed = ", ".join(sorted(map(self.lexicon.name, names)))
            said = f"not all that follows from how far something is {listed} is derived"
            yield Remark("fuzzy-consequences", said)
        if known.are_witnesses_left_out:
            said = "degrees of fuzzy concepts are not computed for fillers without a name"
            yield Remark("fuzzy-witnesses", said)

    def _is_met(self, claim: Claim, known: "ClassDegrees", earlier: "ClassDegrees") -> bool:
        """Whether something below holds no further than above, or than it did before."""
        if not is_computable(claim.lower, self.sets):
            return False
        is_computed = is_computable(claim.upper, self.sets) and claim.upper != Class(NOTHING)
        enough = known.of(claim.upper) if is_computed else earlier.of(claim.lower)
        return bool((known.of(claim.lower) <= enough + SLACK).all())


def layer_of(ontology: Ontology, hidden: Collection[str]) -> ConceptLayer:
    """Return what is applied to the degrees of an ontology, without a word of hidden classes."""
    known, gone = ontology.fuzziness, frozenset(hidden)

    def is_seen(node: object) -> bool:
        return gone.isdisjoint(classes_in(node))

    first = tuple(one for one in known.inclusions if is_seen(one.lower) and one.upper not in gone)
    claims = [
        Claim(Class(one.upper), one.lower, is_definition=True) for one in first if one.is_definition
    ]
    later: list[GradedInclusion] = []
    for axiom in ontology.axioms:
        degree = known.axioms.get(axiom, 1.0)
        for lower, upper in _steps(axiom):
            for part in conjuncts(upper):
                if not is_seen((lower, part)):
                    continue
                match part:
                    case Class(iri) if iri != NOTHING and is_computable(lower, known.sets):
                        held = lower if degree == 1 else to_a_degree(lower, degree, "zadeh")
                        later.append(GradedInclusion(held, iri))
                    case _:
                        claims.append(Claim(lower, part))
    lexicon = lexicon_of(ontology.labels, ontology.signature)
    return ConceptLayer(first, tuple(later), tuple(claims), known.sets, lexicon)


def _steps(axiom: Axiom) -> Iterator[tuple[ClassExpression, ClassExpression]]:
    """Iterate over the inclusions of classes that an axiom states."""
    match axiom:
        case SubClassOf(lower, upper):
            yield lower, upper
        case EquivalentClasses(classes):
            yield from permutations(classes, 2)
        case DisjointClasses(classes):
            yield from ((And(pair), Class(NOTHING)) for pair in _pairs(classes))
        case DisjointUnion(iri, classes):
            yield from ((part, Class(iri)) for part in classes)
            yield Class(iri), Or(classes)
            yield from ((And(pair), Class(NOTHING)) for pair in _pairs(classes))
        case HasKey(expression, _, _):
            yield expression, Class(NOTHING)  # whom it makes the same is not told by degrees
        case _:
            pass


def _pairs(
    classes: tuple[ClassExpression, ...],
) -> Iterable[tuple[ClassExpression, ClassExpression]]:
    return ((one, two) for at, one in enumerate(classes) for two in classes[at + 1 :])


def _raise(
    known: "ClassDegrees",
    first: Iterable[GradedInclusion],
    later: Iterable[GradedInclusion],
    lexicon: Lexicon,
) -> Iterator[Remark]:
    """Raise degrees until all inclusions hold; remark on circles in which they rise for ever."""
    needing: dict[str, list[GradedInclusion]] = {}
    for one in (*first, *later):
        for name in classes_in(one.lower):
            needing.setdefault(name, []).append(one)
    waiting, rounds = _Queue(first), Counter[GradedInclusion]()
    endless: set[str] = set()
    while waiting.listed:
        one = waiting.next()
        rounds[one] += 1
        if rounds[one] > MOST_ROUNDS:
            endless.add(one.upper)
        elif known.raise_to(one.upper, known.of(one.lower)):
            waiting.add(needing.get(one.upper, ()))
            waiting.add(GradedInclusion(Class(one.upper), up) for up in known.above(one.upper))
    if not endless:
        return iter(())
    names = ", ".join(sorted(map(lexicon.name, endless)))
    said = f"the degrees of {names} depend on themselves and were raised {MOST_ROUNDS} times only"
    return iter((Remark("fuzzy-cycle", said, 1),))


class _Queue:
    """Inclusions to look at, in the order in which they came, each once."""

    def __init__(self, first: Iterable[GradedInclusion]) -> None:
        self.listed: deque[GradedInclusion] = deque()
        self.known: set[GradedInclusion] = set()
        self.add(first)

    def add(self, inclusions: Iterable[GradedInclusion]) -> None:
        new = [one for one in dict.fromkeys(inclusions) if one not in self.known]
        self.listed.extend(new)
        self.known.update(new)

    def next(self) -> GradedInclusion:
        one = self.listed.popleft()
        self.known.remove(one)
        return one


@dataclass(slots=True)
class ClassDegrees:
    """Degrees of all classes at all elements, which may be raised.

    Witnesses of a fuzzy ontology stand for what holds to a degree below 1 as if it held in full
    (mathematics §27), so nothing but the least and the largest is computed there.
    """

    kb: KnowledgeBase
    sets: Mapping[str, Shape]
    found: dict[str, Degrees] = field(default_factory=dict)
    raised: set[str] = field(default_factory=set)
    are_witnesses_left_out: bool = False

    def of(self, expression: GradedExpression) -> Degrees:
        """Return the degree of an expression at every element."""
        match expression:
            case Class(iri):
                out = self._class(iri)
            case And(parts):
                out = np.minimum.reduce([self.of(part) for part in parts])
            case Or(parts):
                out = np.maximum.reduce([self.of(part) for part in parts])
            case Some(role, filler):
                out = self._some(role, self.of(filler))
            case HasValue(role, individual):
                out = self._some(role, self._one(individual))
            case DataSome(prop, Datatype(iri)):
                out = self._values(prop, iri)
            case Modified(modifier, part):
                out = self._named(modifier.at_least(self.of(part)))
            case Aggregate(_, _, parts):
                out = expression.combined([self.of(part) for part in parts])
                out = out if expression.is_lattice else self._named(out)
            case _:
                raise TypeError(expression)
        return out

    def raise_to(self, name: str, degrees: Degrees) -> bool:
        """Raise the degrees of a class where others are larger; tell whether any was."""
        if name not in self.kb.vocabulary.classes:
            return False
        before = self._class(name)
        higher: Mask = degrees > before + ROUNDING
        if not higher.any():
            return False
        self.found[name] = np.where(higher, degrees, before)
        self.raised.add(name)
        return True

    def above(self, name: str) -> Iterator[str]:
        """Iterate over the classes that are known to be above a class."""
        classes = self.kb.vocabulary.classes
        return (classes[number] for number in self.kb.taxonomy[classes.id(name)])

    def knowledge_base(self) -> KnowledgeBase:
        """Return the knowledge base with the degrees as they are now."""
        if not self.raised:
            return self.kb
        kb, classes = self.kb, self.kb.vocabulary.classes
        new = {classes.id(name): self.found[name] for name in sorted(self.raised)}
        ids = [np.flatnonzero(degrees) for degrees in new.values()]
        owners = np.repeat(np.arange(len(classes), dtype=np.int32), np.diff(kb.members.indptr))
        kept = ~np.isin(owners, list(new))
        held = kb.members.degrees
        degrees = np.ones(owners.size) if held is None else held
        members = Rows.from_graded_pairs(
            np.concatenate([owners[kept], *map(np.full_like, ids, new)]).astype(np.int32),
            np.concatenate([kb.members.indices[kept], *ids]).astype(np.int32),
            np.concatenate(
                [degrees[kept], *(x[at] for x, at in zip(new.values(), ids, strict=True))]
            ),
            len(classes),
        )
        computed, types = frozenset(self.raised), members.transposed(kb.n_elements)
        return replace(kb, members=members, types=types, computed=computed)

    def _class(self, iri: str) -> Degrees:
        if iri in self.found:
            return self.found[iri]
        out = np.full(self.kb.n_elements, float(iri == THING))
        classes, members = self.kb.vocabulary.classes, self.kb.members
        if iri in classes:
            out[members[classes.id(iri)]] = members.degrees_of(classes.id(iri))
        self.found[iri] = out
        return out

    def _some(self, role: Role, filler: Degrees) -> Degrees:
        if role.iri not in self.kb.vocabulary.roles:  # the top role
            return np.zeros(self.kb.n_elements)
        rows = self.kb.roles[self.kb.vocabulary.roles.id(role.iri)]
        if role.inverse:
            rows = rows.transposed(self.kb.n_elements)
        reached = filler[rows.indices]
        if rows.degrees is not None:
            reached = np.minimum(rows.degrees, reached)
        return row_maxima(rows.indptr, reached)

    def _one(self, individual: str) -> Degrees:
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
        """Return degrees without those of witnesses, if these may hold to a degree."""
        n = len(self.kb.individuals)
        if self.kb.is_graded and degrees[n:].any():
            self.are_witnesses_left_out = True
            degrees = np.append(degrees[:n], np.zeros(degrees.size - n))
        return degrees
