"""Learners for tests: of the paper's two algorithms, their siblings, and gradient boosting."""

from typing import Any

from owlboost.learners.algorithms import PNOWL, FoilDL, FuzzyOWLBoost, GradientConcepts, PFoilDL
from owlboost.learners.learner import LEARNERS, Learner


def boost(**parameters: Any) -> FuzzyOWLBoost:
    """Fuzzy OWL-Boost."""
    return FuzzyOWLBoost(**parameters)


def foil(**parameters: Any) -> FoilDL:
    """FOIL-DL."""
    return FoilDL(**parameters)


def pn(**parameters: Any) -> PNOWL:
    """P-rules and N-rules, after PN-OWL."""
    return PNOWL(**parameters)


def pfoil(**parameters: Any) -> PFoilDL:
    """An ensemble of rules, after pFOIL-DL."""
    return PFoilDL(**parameters)


def gradient(**parameters: Any) -> GradientConcepts:
    """Gradient-boosted concepts."""
    return GradientConcepts(**parameters)


def learner(algorithm: str, **parameters: Any) -> Learner:
    """Any learner by name, with those of the parameters that it has."""
    return LEARNERS[algorithm]().adjusted(**parameters)
