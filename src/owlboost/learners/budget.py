"""When to stop early: a time limit, or a request from outside such as Ctrl-C."""

import time


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

    def __init__(self, seconds: float | None = None) -> None:
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._stopped = False

    def stop(self) -> None:
        """End the work after the step under way."""
        self._stopped = True

    @property
    def spent(self) -> bool:
        """Whether to return what there is."""
        if self._deadline is not None and time.monotonic() >= self._deadline:
            self._stopped = True
        return self._stopped
