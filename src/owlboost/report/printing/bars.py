"""Bars that show how much something weighs beside the numbers that say it."""

from dataclasses import dataclass

_EIGHTHS = "▏▎▍▌▋▊▉█"
_FULL, _PLAIN = "█", "="


@dataclass(frozen=True, slots=True)
class Bars:
    """How bars are drawn.

    Attributes
    ----------
    size
        Length of the longest one.
    blocks
        Whether there are block characters; without them, bars are of signs that all terminals have.

    Examples
    --------
    >>> Bars().bar(0.4, 1.0), Bars(blocks=False).bar(0.4, 1.0)
    ('███▎    ', '===     ')
    """

    size: int = 8
    blocks: bool = True

    def bar(self, value: float, most: float) -> str:
        """Draw one beside the longest; what is above 0 is never without a sign."""
        share = value / most if most > 0 else 0.0
        eighths = max(round(8 * self.size * share), int(value > 0))
        if self.blocks:
            part = _EIGHTHS[eighths % 8 - 1] if eighths % 8 else ""
            return (_FULL * (eighths // 8) + part).ljust(self.size)
        return (_PLAIN * max(round(eighths / 8), int(value > 0))).ljust(self.size)


CHARACTERS = _EIGHTHS
"""What a terminal must be able to write for blocks."""
