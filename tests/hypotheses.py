"""Small hypotheses in code."""

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import FuzzySet, Shape


def classes(*names: str) -> Concept:
    """A conjunction of class names."""
    return Concept(tuple(map(Atom, names)))


def some(role: str, filler: Concept) -> Concept:
    return Concept((), (Edge(role, filler),))


def numeric(prop: str, shape: Shape) -> Concept:
    return Concept((FuzzyValue(prop, FuzzySet(f"{prop}_set", shape)),))


def value(prop: str, given: bool | str) -> Concept:
    return Concept((CrispValue(prop, given),))


def rules(*bodies: Concept, degree: float = 1.0, covers: int = 1) -> RuleSet:
    """Graded rules, as FOIL-DL learns them."""
    return RuleSet(tuple(Inclusion(body, degree, 1.0, covers, 0) for body in bodies))


def weighted(*pairs: tuple[float, Concept]) -> BoostedHypothesis:
    """A weighted sum of weak learners, each with one rule."""
    terms = tuple(
        WeakHypothesis(f"WL{number}", (Inclusion(body, 1.0, 1.0, 1, 0),))
        for number, (_, body) in enumerate(pairs)
    )
    return BoostedHypothesis(terms, tuple(weight for weight, _ in pairs))
