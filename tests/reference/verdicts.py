"""The properties of a hypothesis by their definition, in interpretations with one fuzzy class.

The names of K are crisp but for the target, which may hold to a degree; the axioms mean what the
paper says: ``C ⊑ D`` is ``D(x) ≥ C(x)`` for all x, ``¬C`` is ``1 − C``, ⊓ the minimum, ∃ the
largest degree of a filler.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tests.ontologies import Statement
from tests.reference.interpretations import DOMAIN, Interpretation, interpretations

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Hypothesis, RuleSet
from owlboost.ontology.axioms import (
    ClassAssertion,
    DisjointClasses,
    EquivalentClasses,
    RoleDomain,
    RoleRange,
    SubClassOf,
)
from owlboost.ontology.expressions import (
    And,
    Cardinality,
    Class,
    ClassExpression,
    Not,
    Only,
    Or,
    Role,
    Some,
)

STEPS = (0.0, 0.5, 1.0)
"""The degrees that the target may have."""


@dataclass(frozen=True)
class FuzzyModel:
    """A crisp interpretation of all names but the target, and the degrees of that."""

    crisp: Interpretation
    target: str
    degrees: tuple[float, ...]

    def degree(self, concept: ClassExpression, x: int) -> float:  # noqa: PLR0911 - one per case
        match concept:
            case Class(iri) if iri == self.target:
                return self.degrees[x]
            case And(parts):
                return min(self.degree(part, x) for part in parts)
            case Or(parts):
                return max(self.degree(part, x) for part in parts)
            case Not(of):
                return 1 - self.degree(of, x)
            case Some(role, filler):
                return max(self._fillers(role, filler, x), default=0.0)
            case Only(role, filler):
                return min(self._fillers(role, filler, x), default=1.0)
            case Cardinality(kind, number, role, filler):
                found = self._fillers(role, filler, x)
                least = _at_least(found, number)
                most = 1 - _at_least(found, number + 1)
                return {"min": least, "max": most}.get(kind, min(least, most))
            case _:
                return float(x in self.crisp.extent(concept))

    def _fillers(self, role: Role, filler: ClassExpression, x: int) -> list[float]:
        return [self.degree(filler, y) for y in self.crisp.fillers(role, x)]

    def satisfies(self, statement: Statement) -> bool:  # noqa: PLR0911 - one per case
        people, pairs = self.crisp.individuals, self.crisp.pairs
        match statement:
            case (a, c):
                return self.degree(Class(c), people[a]) >= 1
            case (a, role, b):
                return (people[a], people[str(b)]) in pairs(Role(role))
            case SubClassOf(lower, upper):
                return all(self.degree(upper, x) >= self.degree(lower, x) for x in DOMAIN)
            case EquivalentClasses((one, two)):
                return all(self.degree(one, x) == self.degree(two, x) for x in DOMAIN)
            case DisjointClasses((one, two)):
                return all(min(self.degree(one, x), self.degree(two, x)) <= 0 for x in DOMAIN)
            case ClassAssertion(a, expression):
                return self.degree(expression, people[a]) >= 1
            case RoleDomain(role, domain):
                return all(self.degree(domain, x) >= 1 for x, _ in pairs(role))
            case RoleRange(role, range_):
                return all(self.degree(range_, y) >= 1 for _, y in pairs(role))
            case _:
                return self.crisp.satisfies(statement)

    def follows(self, hypothesis: Hypothesis) -> bool:
        """Whether the target holds as far as a hypothesis says, everywhere."""
        match hypothesis:
            case RuleSet(inclusions):
                return all(self.obeys(one.body, one.degree) for one in inclusions)
            case BoostedHypothesis():
                return all(self.degrees[x] >= min(self._sum(hypothesis, x), 1) for x in DOMAIN)

    def obeys(self, body: Concept, degree: float) -> bool:
        """Whether ``⟨body ⊑ T, degree⟩`` holds: ``T(x) ≥ degree · body(x)`` for all x."""
        return all(self.degrees[x] >= degree * self.held(body, x) for x in DOMAIN)

    def held(self, body: Concept, x: int) -> float:
        """Degree of a concept of crisp names."""
        classes = [
            float(x in self.crisp.classes[one.iri]) for one in body.labels if isinstance(one, Atom)
        ]
        roles = [
            max(
                (self.held(edge.filler, y) for y in self.crisp.fillers(Role(edge.role), x)),
                default=0.0,
            )
            for edge in body.edges
        ]
        return min([1.0, *classes, *roles])

    def _sum(self, hypothesis: BoostedHypothesis, x: int) -> float:
        return sum(
            weight * max(self.held(one.body, x) for one in term.inclusions)
            for term, weight in hypothesis.weighted_terms
        )


def _at_least(degrees: list[float], number: int) -> float:
    """The degree to which there are so many: that of the n-th best."""
    if number == 0:
        return 1.0
    return sorted(degrees, reverse=True)[number - 1] if len(degrees) >= number else 0.0


def fuzzy_models(
    classes: Sequence[str], target: str, people: Sequence[str]
) -> Iterator[FuzzyModel]:
    """Iterate over all interpretations of some names and a target over two elements."""
    for crisp in interpretations(classes, "r", people):
        for degrees in product(STEPS, repeat=len(DOMAIN)):
            yield FuzzyModel(crisp, target, degrees)


def is_sound(degrees: Sequence[float], positive: Sequence[bool]) -> bool:
    """``h(a) = 0`` for all a in E⁻."""
    return all(
        h <= 1e-12 for h, is_positive in zip(degrees, positive, strict=True) if not is_positive
    )


def is_complete(degrees: Sequence[float], positive: Sequence[bool]) -> bool:
    """``h(a) > 0`` for all a in E⁺."""
    return all(h > 1e-12 for h, is_positive in zip(degrees, positive, strict=True) if is_positive)


def is_strongly_complete(degrees: Sequence[float], positive: Sequence[bool]) -> bool:
    """``h(a) = 1`` for all a in E⁺."""
    return all(
        h >= 1 - 1e-12 for h, is_positive in zip(degrees, positive, strict=True) if is_positive
    )
