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
from owlboost.data.fuzzy_sets import FuzzySet, Shape
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ModelError, ParameterError
from owlboost.kernels.fuzzy import ROUNDING, best_membership, trapezoids
from owlboost.kernels.relations import max_over_successors, row_maxima
from owlboost.kernels.sums import BOUNDED, MINIMUM, PRODUCT, Kernels
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.names import Names, short_name
from owlboost.runtime.sparse_rows import Rows
from owlboost.runtime.threads import SERIAL, ThreadPool


@dataclass(frozen=True, slots=True)
class Semantics:
    """The meaning of ``C ⊓ D``; that of ``∃r.C`` is the largest degree, whatever the conjunction.

    Attributes
    ----------
    name
        What files and options call it.
    title
        What people call it.
    conjunction
        Degrees of a conjunction from those of its two parts; ``out`` takes the result, if given.
    kernels
        The same in compiled loops.
    idempotent
        Whether ``C ⊓ C`` is C, so that a weaker condition beside a stronger one says nothing.
    is_piecewise_linear
        Whether degrees are so in every number between the corners of fuzzy sets.

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
        """Degrees of a conjunction of some parts, the first two first."""
        return np.asarray(reduce(self.conjunction, parts))


def _bounded_difference(left: Any, right: Any, out: Degrees | None = None) -> Any:
    """``max(0, x + y − 1)``, rounded once as :mod:`owlboost.kernels.fuzzy` does it."""
    lacking = 1.0 - np.maximum(left, right)
    joined = np.minimum(left, right) - lacking
    meets = (joined > ROUNDING) | (lacking == 0.0)
    return np.maximum(np.where(meets, joined, 0.0), 0.0, out=out)


ZADEH = Semantics("zadeh", "Zadeh's logic", np.minimum, MINIMUM, idempotent=True)
"""Zadeh's: a conjunction holds as far as its weakest part."""

PRODUCT_LOGIC = Semantics(
    "product", "product logic", np.multiply, PRODUCT, is_piecewise_linear=False
)
"""Goguen's: each part of a conjunction scales the others down."""

LUKASIEWICZ = Semantics("lukasiewicz", "Łukasiewicz logic", _bounded_difference, BOUNDED)
"""Łukasiewicz's: what parts lack to 1 adds up."""

SEMANTICS = {one.name: one for one in (ZADEH, PRODUCT_LOGIC, LUKASIEWICZ)}
"""All that models may be learned and read in, by name."""


def known_semantics(name: object) -> Semantics:
    """Return the meaning that a file names.

    Raises
    ------
    ModelError
        It is none that is known here.
    """
    if not isinstance(name, str) or name not in SEMANTICS:
        raise ModelError(
            f"The model uses the logic {name!r}, but this owlboost knows {', '.join(SEMANTICS)}."
        )
    return SEMANTICS[name]


def semantics_named(name: str) -> Semantics:
    """Return the meaning of a name.

    Examples
    --------
    >>> semantics_named("goedel")
    Traceback (most recent call last):
    owlboost.errors.ParameterError: There is no logic 'goedel': take zadeh, product or lukasiewicz.
    """
    if name not in SEMANTICS:
        *most, last = SEMANTICS
        known = f"{', '.join(most)} or {last}"
        raise ParameterError(f"There is no logic {name!r}: take {known}.")
    return SEMANTICS[name]


_TOGETHER = 1 << 14
"""Elements whose numbers are looked at together: so few stay in near memory."""

REMEMBERED = 32_000_000
"""How many degrees are kept at most, if nothing else is said (256 MB)."""


class Extents:
    """Evaluates concepts on one knowledge base, remembering labels and fillers (note 2).

    A thread pool shares out the elements, and so many degrees are remembered at most.

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
        self._crew = pool
        self._most_remembered = most_remembered
        self.semantics = semantics
        self._conjunction = semantics.conjunction
        self._memory: dict[Label | Concept, Degrees] = {}

    def degrees(self, concept: Concept) -> Degrees:
        """Degree of a concept for every element of the knowledge base."""
        found = self._memory.get(concept)
        if found is not None:
            return found
        out = np.ones(self.kb.n_elements)
        for label in concept.labels:
            self._conjunction(out, self._label(label), out=out)
        for edge in concept.edges:
            role = self.kb.roles[_id(self.kb.vocabulary.roles, edge.role, "role")]
            self._conjunction(out, self._some(role, self.degrees(edge.filler)), out=out)
        return self._remember(concept, out)

    def _some(self, role: Rows, filler: Degrees) -> Degrees:
        """Degree of ``∃r.C`` for every element: the best of what the fillers are and how far."""
        if role.degrees is None:
            return max_over_successors(role.indptr, role.indices, filler)
        return row_maxima(role.indptr, self._conjunction(role.degrees, filler[role.indices]))

    def fillers(self, role: str, element: int, filler: Concept) -> tuple[Ids, Degrees]:
        """Return the fillers of a role, and the degree that each gives to ``∃r.C``."""
        rows = self.kb.roles[_id(self.kb.vocabulary.roles, role, "role")]
        found, degrees = rows[element], self.degrees(filler)[rows[element]]
        if rows.degrees is None:
            return found, degrees
        return found, np.asarray(self._conjunction(rows.degrees_of(element), degrees))

    def hypothesis(self, hypothesis: Hypothesis) -> Degrees:
        """Degrees ``h(a)`` of a hypothesis for every named individual."""
        return degrees_of(hypothesis, self.evidence(hypothesis))

    def evidence(self, hypothesis: Hypothesis) -> Floats:
        """Return what a hypothesis adds up to for every named individual, not clipped."""
        bodies, out = self._bodies(hypothesis), np.empty(len(self.kb.individuals))

        def fill(start: int) -> None:
            here = slice(start, min(start + _TOGETHER, out.size))
            some = {body: degrees[here] for body, degrees in bodies.items()}
            out[here] = evidence(hypothesis, some, here.stop - start)

        self._crew.each(fill, range(0, out.size, _TOGETHER))
        return out

    def _bodies(self, hypothesis: Hypothesis) -> dict[Concept, Degrees]:
        n = len(self.kb.individuals)
        return {axiom.body: self.degrees(axiom.body)[:n] for axiom in hypothesis.inclusions}

    def _label(self, label: Label) -> Degrees:
        found = self._memory.get(label)
        if found is not None:
            return found
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
        corners = np.array(shape.corners, dtype=np.float64)
        out = np.zeros(self.kb.n_elements)

        def fill(start: int) -> None:
            rows = values.indptr[start : start + _TOGETHER + 1]
            some, here = values.values[rows[0] : rows[-1]], out[start : start + _TOGETHER]
            counts = np.diff(rows)
            if counts.max() > 1:
                here[:] = best_membership(rows - rows[0], some, corners)
            elif some.size == here.size:
                here[:] = trapezoids(some, corners)
            else:
                here[counts == 1] = trapezoids(some, corners)

        self._crew.each(fill, range(0, out.size, _TOGETHER))
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
        if (len(self._memory) + 1) * degrees.size <= self._most_remembered:
            self._memory[key] = degrees
        return degrees


def _id(names: Names, iri: str, kind: str) -> int:
    if iri not in names:
        raise ModelError(
            f"The model needs the {kind} '{short_name(iri)}' ({iri}), which the data do not have."
        )
    return names.id(iri)


MOST_SETS = 1000
"""How many sets of weak learners are told apart; with more the bounds are wider."""

Bodies = tuple[Concept, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """Where ``h(x) > 0``, whatever interprets the names that the rules are made of.

    Attributes
    ----------
    most
        h is above 0 only where one of these concepts is.
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
    """Find where a hypothesis is above 0.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, TOP
    >>> from owlboost.concepts.hypothesis import Inclusion
    >>> cheap, clean = Concept((Atom("Cheap"),)), Concept((Atom("Clean"),))
    >>> terms = [WeakHypothesis(str(n), (Inclusion(c),)) for n, c in enumerate([TOP, cheap, clean])]
    >>> found = reach(BoostedHypothesis(tuple(terms), (-0.5, 0.4, 0.4)))
    >>> found.most == found.least == (Concept((Atom("Cheap"), Atom("Clean"))),), found.full
    (True, True)
    """
    full = not keeps_support(semantics)
    match hypothesis:
        case RuleSet(inclusions):
            bodies = tuple(one.body for one in inclusions if one.degree > COVERED)
            return Reach(bodies, bodies, full)
        case BoostedHypothesis():
            return _of_sum(hypothesis, full=full)


def keeps_support(semantics: Semantics) -> bool:
    """Whether a conjunction is above 0 as soon as both of its parts are.

    Examples
    --------
    >>> keeps_support(ZADEH)
    True
    """
    little = np.float64(1e-3)
    return bool(semantics.conjunction(little, little) > 0)


def _of_sum(hypothesis: BoostedHypothesis, *, full: bool) -> Reach:
    """Bound a weighted sum: what is constant or argues against must be outweighed."""
    terms = [(term, weight) for term, weight in hypothesis.weighted_terms if term.inclusions]
    pro = [(term, weight) for term, weight in terms if weight > 0 and not _floor(term)]
    most = math.fsum(_extreme(term, weight, most=True) for term, weight in terms if _floor(term))
    others = [(term, weight) for term, weight in terms if weight < 0 or _floor(term)]
    least = math.fsum(_extreme(term, weight, most=False) for term, weight in others)
    return Reach(
        _upper(_weighed(pro, max), -most),
        tuple(islice(_outweighing(_weighed(pro, min), -least), MOST_SETS)),
        full or bool(others),
    )


def _floor(term: WeakHypothesis) -> float:
    """Return the degree that a weak learner has everywhere: that of ⊤."""
    return max((one.degree for one in term.inclusions if one.body.is_top), default=0.0)


def _extreme(term: WeakHypothesis, weight: float, *, most: bool) -> float:
    """Return the most or the least that a weak learner can add to the sum."""
    highest = (weight > 0) == most
    return weight * (max(one.degree for one in term.inclusions) if highest else _floor(term))


def _weighed(pro: "Weighted", chosen: Callable[[Iterator[float]], float]) -> "Weighted":
    """Return weak learners with what they add where a body holds, the heaviest first."""
    added = [(term, weight * chosen(one.degree for one in term.inclusions)) for term, weight in pro]
    return sorted(added, key=lambda pair: -pair[1])


Weighted = Sequence[tuple[WeakHypothesis, float]]
"""Weak learners of positive weight, the heaviest first."""


def _upper(pro: Weighted, debt: float) -> Bodies:
    found = tuple(islice(_outweighing(pro, debt), MOST_SETS + 1))
    if len(found) <= MOST_SETS:
        return found
    return tuple(one.body for term, _ in pro for one in term.inclusions)  # one at least must hold


def _outweighing(pro: Weighted, debt: float) -> Iterator[Concept]:
    """Yield the conjunctions of bodies of the smallest sets of learners that outweigh a debt."""
    for chosen in _smallest_sets([weight for _, weight in pro], debt):
        bodies = [[one.body for one in pro[at][0].inclusions] for at in chosen]
        for parts in product(*bodies):
            yield Concept.meet(parts)


def _smallest_sets(weights: Sequence[float], debt: float) -> Iterator[tuple[int, ...]]:
    """Yield the sets of falling weights whose sum exceeds a debt, and that of no part does."""
    rest = [math.fsum(weights[at:]) for at in range(len(weights) + 1)]

    def extended(chosen: tuple[int, ...], first: int) -> Iterator[tuple[int, ...]]:
        total = math.fsum(weights[at] for at in chosen)
        if total - debt > COVERED:
            yield chosen
            return
        for at in range(first, len(weights)):
            if total + rest[at] - debt <= COVERED:
                return
            yield from extended((*chosen, at), at + 1)

    return extended((), 0)
