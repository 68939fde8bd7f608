"""Unknown examples: individuals of which nothing says whether they belong to the target (§24)."""

from dataclasses import dataclass

import numpy as np

from owlboost.errors import Hint, ParameterError, Sentence
from owlboost.runtime.array_types import Ids, Mask, Weights

UNKNOWN = Hint("unknown", "unknown")
"""The parameter that errors and remarks point to."""

_WORDS = {"ignore": 0.0, "negative": 1.0}


@dataclass(frozen=True, slots=True, eq=False)
class UnknownExamples:
    """Who is neither known to belong to the target nor known not to, and what that counts for.

    Attributes
    ----------
    individuals
        As elements, in their order.
    share
        What each of them weighs as a negative example; 0 if they are no examples at all.
    """

    individuals: Ids
    share: float

    def __len__(self) -> int:
        return self.individuals.size

    @property
    def ignored(self) -> bool:
        """Whether they are no examples."""
        return self.share == 0

    @property
    def asked(self) -> Ids:
        """Those that are no examples, but can be asked about."""
        return self.individuals if self.ignored else self.individuals[:0]

    @property
    def told(self) -> str:
        """What is done with them, as the end of a sentence.

        Examples
        --------
        >>> UnknownExamples(np.arange(2), 0.5).told
        'count as negatives of weight 0.5'
        """
        if self.ignored:
            return "are ignored"
        return "count as negatives" + ("" if self.share == 1 else f" of weight {self.share:g}")

    def among(self, individuals: Ids) -> Mask:
        """Return which individuals are unknown."""
        return np.isin(individuals, self.individuals)

    def weighed(self, individuals: Ids, weights: Weights | None) -> Weights | None:
        """Return the weights of examples, where unknown ones weigh their share of theirs.

        Examples
        --------
        >>> UnknownExamples(np.array([7]), 0.25).weighed(np.array([3, 7]), None)
        array([1.  , 0.25])
        """
        if self.share in (0, 1):
            return weights
        full = np.ones(individuals.size) if weights is None else weights
        return np.where(self.among(individuals), self.share * full, full)


def unknown_share(unknown: str | float) -> float:
    """Return what an unknown example weighs: 0 if ignored, 1 as a negative, or a share.

    Raises
    ------
    ParameterError
        It is another word, or a number that is not above 0 and at most 1.

    Examples
    --------
    >>> unknown_share("ignore"), unknown_share("negative"), unknown_share("0.25")
    (0.0, 1.0, 0.25)
    >>> unknown_share(2)
    Traceback (most recent call last):
    owlboost.errors.ParameterError: unknown must be ignore, negative, or a number above 0 and at \
most 1, not 2.
    """
    if isinstance(unknown, str) and unknown in _WORDS:
        return _WORDS[unknown]
    try:
        share = float(unknown)
    except (TypeError, ValueError):
        share = np.nan
    if isinstance(unknown, bool) or not 0 < share <= 1:
        raise ParameterError(
            Sentence(
                UNKNOWN,
                f" must be ignore, negative, or a number above 0 and at most 1, not {unknown}.",
            )
        )
    return share
