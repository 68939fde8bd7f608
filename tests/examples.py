"""How many examples a property is tried with, in proportion to the profile of Hypothesis."""

from hypothesis import settings

_USUAL = 100


def scaled(count: int) -> int:
    """Return a number of examples that ``HYPOTHESIS_PROFILE`` scales: quick ones try 15 %."""
    return max(1, count * settings().max_examples // _USUAL)
