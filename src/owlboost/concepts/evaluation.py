"""Degrees of concepts over a knowledge base, and bounds on their support."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice, product
from typing import Any

import numpy as np

from owlboost.concepts.concept import Atom, Concept, CrispValue, FuzzyValue, Label
from owlboost.concepts.hypothesis import (
    COVERED,
    BoostedHypothesis,
    Hypothesis,
    RuleSet,
    WeakHypothesis,
    degrees_of,
    evidence,
)
from owlboost.data.fuzzy_sets import FuzzySet, Shape, memberships
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ModelError, ParameterError
from owlboost.kernels.fuzzy import ROUNDING, best_membership
from owlboost.kernels.relations import max_over_successors, row_maxima
from owlboost.kernels.sums import BOUNDED, MINIMUM, PRODUCT, Kernels
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.names import Names, short_name
from owlboost.runtime.sparse_rows import Rows
from owlboost.runtime.threads import SERIAL, ThreadPool


@dataclass(frozen=True, slots=True)
class Semantics:
    """A fuzzy logic: the meaning of conjunction.

    The degree of ``∃r.C`` is the maximum over the fillers in every logic.

    Attributes
    ----------
    name
        Its name in files and options.
    title
        Its name for people.
    conjunction
        Degrees of a conjunction from those of its two parts; ``out`` takes the result, if given.
    kernels
        The same in compiled loops.
    idempotent
        Whether ``C ⊓ C`` is C, so that a weaker condition beside a stronger one is redundant.
    is_piecewise_linear
        Whether degrees are linear in every number between the corners of fuzzy sets.

    Examples
    --------
    >>> ZADEH.conjunction(np.array([0.3, 1.0]), np.array([0.5, 0.2]))
    array([0.3, 0.2])
    >>> half = np.array([0.5])
    >>> PRODUCT_LOGIC.conjunction(half, half), LUKASIEWICZ.conjunction(half, np.array([0.75]))
    (array([0.25]), array([0.25]))
    """

    name: str
    title: str
    conjunction: Callable[..., Any] = field(compare=False)
    kernels: Kernels = field(compare=False, repr=False)
    idempotent: bool = field(default=False, compare=False)
    is_piecewise_linear: bool = field(default=True, compare=False)

    def __reduce__(self) -> "tuple[Callable[[str], Semantics], tuple[str]]":
        return semantics_named, (self.name,)

    def all_of(self, parts: Sequence[Degrees]) -> Degrees:
        """Return the degrees of a conjunction, folded from the left."""
        return np.asarray(reduce(self.conjunction, parts))


def _bounded_difference(left: Any, right: Any, out: Degrees | None = None) -> Any:
    """``max(0, x + y − 1)``, rounded once as :mod:`owlboost.kernels.fuzzy` does it."""
    lacking = 1.0 - np.maximum(left, right)
    joined = np.minimum(left, right) - lacking
    meets = (joined > ROUNDING) | (lacking == 0.0)
    return np.maximum(np.where(meets, joined, 0.0), 0.0, out=out)


ZADEH = Semantics("zadeh", "Zadeh's logic", np.minimum, MINIMUM, idempotent=True)
"""Zadeh's logic: the degree of a conjunction is the minimum of its parts."""

PRODUCT_LOGIC = Semantics(
    "product", "product logic", np.multiply, PRODUCT, is_piecewise_linear=False
)
"""Goguen's logic: the degree of a conjunction is the product of its parts."""

LUKASIEWICZ = Semantics("lukasiewicz", "Łukasiewicz logic", _bounded_difference, BOUNDED)
"""Łukasiewicz's logic: the degree of a conjunction is ``max(0, x + y − 1)``."""

SEMANTICS = {logic.name: logic for logic in (ZADEH, PRODUCT_LOGIC, LUKASIEWICZ)}
"""The logics that models may be learned and read in, by name."""


def known_semantics(name: object) -> Semantics:
    """Return the logic that a model file names.

    Raises
    ------
    ModelError
        There is no such logic.
    """
    if not isinstance(name, str) or name not in SEMANTICS:
        raise ModelError(
            f"The model uses the logic {name!r}, but this owlboost knows {', '.join(SEMANTICS)}."
        )
    return SEMANTICS[name]


def semantics_named(name: str) -> Semantics:
    """Return the logic of a name.

    Examples
    --------
    >>> semantics_named("goedel")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: There is no logic 'goedel': take zadeh, product or lukasiewicz.
    """
    if name not in SEMANTICS:
        *most, last = SEMANTICS
        choices = f"{', '.join(most)} or {last}"
        raise ParameterError(f"There is no logic {name!r}: take {choices}.")
    return SEMANTICS[name]


_BLOCK = 1 << 14
"""Number of elements processed together, to stay in the CPU cache."""

REMEMBERED = 32_000_000
"""Default maximum number of cached degrees (256 MB)."""


class Extents:
    """Degrees of concepts over one knowledge base, cached up to a limit.

    The elements are split over the threads of a pool.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["h", "p"], types={"Bar": ["p"]}, roles={"has": [("h", "p")]})
    >>> from owlboost.concepts.concept import Edge
    >>> Extents(kb).degrees(Concept((), (Edge("has", Concept((Atom("Bar"),))),)))
    array([1., 0.])
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        semantics: Semantics = ZADEH,
        pool: ThreadPool = SERIAL,
        most_remembered: int = REMEMBERED,
    ) -> None:
        self.kb = kb
        self._pool = pool
        self._most_remembered = most_remembered
        self.semantics = semantics
        self._conjunction = semantics.conjunction
        self._cache: dict[Label | Concept, Degrees] = {}

    def degrees(self, concept: Concept) -> Degrees:
        """Return the degree of a concept for every element."""
        cached = self._cache.get(concept)
        if cached is not None:
            return cached
        out = np.ones(self.kb.n_elements)
        for label in concept.labels:
            self._conjunction(out, self._label(label), out=out)
        for edge in concept.edges:
            role = self.kb.roles[_id(self.kb.vocabulary.roles, edge.role, "role")]
            self._conjunction(out, self._some(role, self.degrees(edge.filler)), out=out)
        return self._remember(concept, out)

    def _some(self, role: Rows, filler: Degrees) -> Degrees:
        """Return the degree of ``∃r.C`` for every element: the best filler's."""
        if role.degrees is None:
            return max_over_successors(role.indptr, role.indices, filler)
        return row_maxima(role.indptr, self._conjunction(role.degrees, filler[role.indices]))

    def fillers(self, role: str, element: int, filler: Concept) -> tuple[Ids, Degrees]:
        """Return the fillers of a role, with their degrees of ``∃r.C``."""
        rows = self.kb.roles[_id(self.kb.vocabulary.roles, role, "role")]
        ids, degrees = rows[element], self.degrees(filler)[rows[element]]
        if rows.degrees is None:
            return ids, degrees
        return ids, np.asarray(self._conjunction(rows.degrees_of(element), degrees))

    def hypothesis(self, hypothesis: Hypothesis) -> Degrees:
        """Return the degrees ``h(a)`` of every named individual."""
        return degrees_of(hypothesis, self.evidence(hypothesis))

    def evidence(self, hypothesis: Hypothesis) -> Floats:
        """Return the unclipped sum of the rules for every named individual."""
        bodies, out = self._bodies(hypothesis), np.empty(len(self.kb.individuals))

        def fill(start: int) -> None:
            block = slice(start, min(start + _BLOCK, out.size))
            part = {body: degrees[block] for body, degrees in bodies.items()}
            out[block] = evidence(hypothesis, part, block.stop - start)

        self._pool.each(fill, range(0, out.size, _BLOCK))
        return out

    def _bodies(self, hypothesis: Hypothesis) -> dict[Concept, Degrees]:
        n = len(self.kb.individuals)
        return {axiom.body: self.degrees(axiom.body)[:n] for axiom in hypothesis.inclusions}

    def _label(self, label: Label) -> Degrees:
        cached = self._cache.get(label)
        if cached is not None:
            return cached
        match label:
            case Atom(iri):
                out = self._class(iri)
            case FuzzyValue(prop, FuzzySet(_, shape)):
                out = self._numbers(prop, shape)
            case CrispValue(prop, value):
                out = self._symbol(prop, value)
        return self._remember(label, out)

    def _class(self, iri: str) -> Degrees:
        out, members = np.zeros(self.kb.n_elements), self.kb.members
        number = _id(self.kb.vocabulary.classes, iri, "class")
        out[members[number]] = 1.0 if members.degrees is None else members.degrees_of(number)
        return out

    def _numbers(self, prop: str, shape: Shape) -> Degrees:
        number = _id(self.kb.vocabulary.data_properties, prop, "data property")
        values = self.kb.numbers.get(number)
        if values is None:
            return np.zeros(self.kb.n_elements)
        out = np.zeros(self.kb.n_elements)

        def fill(start: int) -> None:
            rows = values.indptr[start : start + _BLOCK + 1]
            part, degrees = values.values[rows[0] : rows[-1]], out[start : start + _BLOCK]
            counts = np.diff(rows)
            if counts.max() > 1:
                corners = np.array(shape.corners, dtype=np.float64)
                degrees[:] = best_membership(rows - rows[0], part, corners)
            elif part.size == degrees.size:
                degrees[:] = memberships(shape.corners, part)
            else:
                degrees[counts == 1] = memberships(shape.corners, part)

        self._pool.each(fill, range(0, out.size, _BLOCK))
        return out

    def _symbol(self, prop: str, value: bool | str) -> Degrees:
        out = np.zeros(self.kb.n_elements)
        number = _id(self.kb.vocabulary.data_properties, prop, "data property")
        symbols = self.kb.symbols.get(number)
        if symbols is not None and value in symbols.values:
            code = symbols.values.index(value)
            out[symbols.rows.transposed(len(symbols.values))[code]] = 1.0
        return out

    def _remember(self, key: Label | Concept, degrees: Degrees) -> Degrees:
        degrees.flags.writeable = False
        if (len(self._cache) + 1) * degrees.size <= self._most_remembered:
            self._cache[key] = degrees
        return degrees


def _id(names: Names, iri: str, kind: str) -> int:
    if iri not in names:
        raise ModelError(
            f"The model needs the {kind} '{short_name(iri)}' ({iri}), which the data do not have."
        )
    return names.id(iri)


MOST_SETS = 1000
"""Maximum number of sets of weak learners to consider; beyond it, bounds are wider."""

Bodies = tuple[Concept, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """Bounds on the support ``h(x) > 0`` that hold in every interpretation.

    Attributes
    ----------
    most
        h is above 0 only where one of these concepts holds.
    least
        h is above 0 wherever one of these concepts holds: to any degree above 0, or if ``full`` to
        degree 1.
    full
        Whether the concepts of ``least`` must hold to degree 1.
    """

    most: Bodies
    least: Bodies
    full: bool = False


def reach(hypothesis: Hypothesis, semantics: Semantics = ZADEH) -> Reach:
    """Bound the support of a hypothesis.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, TOP
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> cheap, clean = Concept((Atom("Cheap"),)), Concept((Atom("Clean"),))
    >>> terms = [WeakHypothesis(str(n), (Inclusion(c),)) for n, c in enumerate([TOP, cheap, clean])]
    >>> bounds = reach(BoostedHypothesis(tuple(terms), (-0.5, 0.4, 0.4)))
    >>> bounds.most == bounds.least == (Concept((Atom("Cheap"), Atom("Clean"))),), bounds.full
    (True, True)
    """
    full = not keeps_support(semantics)
    match hypothesis:
        case RuleSet(inclusions):
            bodies = tuple(inclusion.body for inclusion in inclusions if inclusion.degree > COVERED)
            return Reach(bodies, bodies, full)
        case BoostedHypothesis():
            return _reach_of_sum(hypothesis, full=full)


def keeps_support(semantics: Semantics) -> bool:
    """Whether a conjunction is above 0 wherever both parts are.

    Examples
    --------
    >>> keeps_support(ZADEH)
    True
    """
    little = np.float64(1e-3)
    return bool(semantics.conjunction(little, little) > 0)


def _reach_of_sum(hypothesis: BoostedHypothesis, *, full: bool) -> Reach:
    """Bound a weighted sum: constant and opposing terms must be outweighed."""
    terms = [(term, weight) for term, weight in hypothesis.weighted_terms if term.inclusions]
    supporting = [(term, weight) for term, weight in terms if weight > 0 and not _floor(term)]
    most = math.fsum(_extreme(term, weight, most=True) for term, weight in terms if _floor(term))
    opposing = [(term, weight) for term, weight in terms if weight < 0 or _floor(term)]
    least = math.fsum(_extreme(term, weight, most=False) for term, weight in opposing)
    return Reach(
        _upper(_weighed(supporting, max), -most),
        tuple(islice(_outweighing(_weighed(supporting, min), -least), MOST_SETS)),
        full or bool(opposing),
    )


def _floor(term: WeakHypothesis) -> float:
    """Return the minimum degree of a weak learner: that of its rule over ⊤."""
    return max(
        (inclusion.degree for inclusion in term.inclusions if inclusion.body.is_top), default=0.0
    )


def _extreme(term: WeakHypothesis, weight: float, *, most: bool) -> float:
    """Return the largest or smallest contribution of a learner."""
    at_best = (weight > 0) == most
    return weight * (
        max(inclusion.degree for inclusion in term.inclusions) if at_best else _floor(term)
    )


def _weighed(supporting: "Weighted", pick: Callable[[Iterator[float]], float]) -> "Weighted":
    """Weigh learners by their contribution where a body holds, largest first."""
    added = [
        (term, weight * pick(inclusion.degree for inclusion in term.inclusions))
        for term, weight in supporting
    ]
    return sorted(added, key=lambda pair: -pair[1])


Weighted = Sequence[tuple[WeakHypothesis, float]]
"""Weak learners of positive weight, largest first."""


def _upper(supporting: Weighted, debt: float) -> Bodies:
    conjunctions = tuple(islice(_outweighing(supporting, debt), MOST_SETS + 1))
    if len(conjunctions) <= MOST_SETS:
        return conjunctions
    # at least one of all bodies must hold
    return tuple(inclusion.body for term, _ in supporting for inclusion in term.inclusions)


def _outweighing(supporting: Weighted, debt: float) -> Iterator[Concept]:
    """Yield conjunctions of bodies of smallest sets of learners above a debt."""
    for chosen in _smallest_sets([weight for _, weight in supporting], debt):
        bodies = [
            [inclusion.body for inclusion in supporting[place][0].inclusions] for place in chosen
        ]
        for parts in product(*bodies):
            yield Concept.meet(parts)


def _smallest_sets(weights: Sequence[float], debt: float) -> Iterator[tuple[int, ...]]:
    """Yield the minimal sets of descending weights whose sum exceeds a debt."""
    remaining = [math.fsum(weights[place:]) for place in range(len(weights) + 1)]

    def extended(chosen: tuple[int, ...], first: int) -> Iterator[tuple[int, ...]]:
        total = math.fsum(weights[place] for place in chosen)
        if total - debt > COVERED:
            yield chosen
            return
        for place in range(first, len(weights)):
            if total + remaining[place] - debt <= COVERED:
                return
            yield from extended((*chosen, place), place + 1)

    return extended((), 0)
