"""Configurations of the learners for tests: the one place that says how they are made."""

from typing import Any

from owlboost.learners.settings import Settings


def boost(**parameters: Any) -> Settings:
    """Fuzzy OWL-Boost with these parameters."""
    return Settings(algorithm="boost", **parameters)


def foil(**parameters: Any) -> Settings:
    """FOIL-DL with these parameters."""
    return Settings(algorithm="foil", **parameters)


def gradient(**parameters: Any) -> Settings:
    """Gradient boosting of concepts with these parameters."""
    return Settings(algorithm="gradient", **parameters)
