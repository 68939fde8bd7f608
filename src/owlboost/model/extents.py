"""Degrees of concepts over a whole knowledge base."""

import numpy as np

from owlboost.errors import ModelError
from owlboost.kernels.fuzzy import best_membership, trapezoids
from owlboost.kernels.relations import max_over_successors, row_maxima
from owlboost.model.concepts import Atom, Concept, CrispValue, FuzzyValue, Label
from owlboost.model.fuzzysets import FuzzySet, Shape
from owlboost.model.hypotheses import Hypothesis, degrees_of, evidence
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.semantics import ZADEH, Semantics
from owlboost.runtime.array_types import Degrees, Floats, Ids
from owlboost.runtime.names import Names, short_name
from owlboost.runtime.sparse_rows import Rows
from owlboost.runtime.threads import ALONE, Crew

_TOGETHER = 1 << 14
"""Elements whose numbers are looked at together: so few stay in near memory."""

REMEMBERED = 32_000_000
"""How many degrees are kept at most, if nothing else is said (256 MB)."""


class Extents:
    """Evaluates concepts on one knowledge base, remembering labels and fillers (note 2).

    A crew shares out the elements, and so many degrees are remembered at most.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["h", "p"], types={"Bar": ["p"]}, roles={"has": [("h", "p")]})
    >>> from owlboost.model.concepts import Edge
    >>> Extents(kb).degrees(Concept((), (Edge("has", Concept((Atom("Bar"),))),)))
    array([1., 0.])
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        semantics: Semantics = ZADEH,
        crew: Crew = ALONE,
        most_remembered: int = REMEMBERED,
    ) -> None:
        self.kb = kb
        self._crew = crew
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
