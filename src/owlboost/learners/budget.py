"""When to stop early: a time limit, or a request from outside such as Ctrl-C."""

import time

from owlboost.runtime.signals import check


class Budget:
    """Asked between the steps of a search; once spent it stays spent.

    Examples
    --------
    >>> budget = Budget()
    >>> budget.spent
    False
    >>> budget.stop()
    >>> budget.spent
    True
    """

    def __init__(self, seconds: float | None = None, within: "Budget | None" = None) -> None:
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._within = within
        self._stopped = False
        self._cut = False

    def stop(self) -> None:
        """End the work after the step under way."""
        self._stopped = True

    def half(self) -> "Budget":
        """Return a budget of half the time that is left, spent at the latest when this one is.

        Examples
        --------
        >>> whole = Budget(60)
        >>> half = whole.half()
        >>> whole.stop()
        >>> half.spent
        True
        """
        left = None if self._deadline is None else (self._deadline - time.monotonic()) / 2
        return Budget(left, within=self)

    @property
    def spent(self) -> bool:
        """Whether to return what there is; obeys signals that have come."""
        check()
        if self._deadline is not None and time.monotonic() >= self._deadline:
            self._stopped = True
        spent = self._stopped or (self._within is not None and self._within.spent)
        if spent:
            self._tell()
        return spent

    @property
    def cut(self) -> bool:
        """Whether any work was told to end, that of a half included.

        Examples
        --------
        >>> whole = Budget()
        >>> half = whole.half()
        >>> half.stop()
        >>> whole.cut, half.spent, whole.cut, whole.spent
        (False, True, True, False)
        """
        return self._cut

    def _tell(self) -> None:
        self._cut = True
        if self._within is not None:
            self._within._tell()
