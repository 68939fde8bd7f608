"""Rules for few examples, found by covering: each covers positives that no rule covers yet.

A handful of examples says too little for residuals and validation, but a concept that covers
positives and no negative can still be found. Its rules are weighted like any others.
"""

from collections.abc import Iterator

from owlboost.learners.covering.axiom_search import Search
from owlboost.learners.covering.cover import cover, without_covered
from owlboost.learners.gradient.fitting import Fitter, Stage

MIN_CONFIDENCE = 0.5
"""A rule for few examples must cover at least as many positives as negatives."""


class CoverGrowth:
    """Makes an additive model of the rules that cover the positives, one rule after the other."""

    def __init__(self, fitter: Fitter, search: Search) -> None:
        self._fitter = fitter
        self._search = search

    def stages(self, n_rules: int) -> Iterator[Stage]:
        """Yield the model without concepts but those given, then with one more each time."""
        stage = self._fitter.start()
        yield stage
        sided = zip(stage.learned, stage.sides[1:], strict=True)
        given = [one for one, side in sided if side > 0]
        for found in cover(self._search, without_covered(self._search.ground), given):
            if len(stage.learned) == n_rules:
                return
            if self._fitter.side(found) > 0 and self._fitter.agrees(found):
                stage = self._fitter.extended(stage, found)
                yield stage
