"""The layouts in which a model is printed, by name."""

from collections.abc import Iterator
from typing import Literal

from owlboost.errors import ParameterError, did_you_mean
from owlboost.models.trained import TrainedModel
from owlboost.report.printing.axioms import dl_lines, manchester_lines
from owlboost.report.printing.bars import Bars
from owlboost.report.printing.page import page_lines
from owlboost.report.printing.paper import paper_lines

LayoutName = Literal["text", "paper", "manchester", "dl"]
LAYOUTS: tuple[LayoutName, ...] = ("text", "paper", "manchester", "dl")
WIDTH = 100

_FOR_PEOPLE = frozenset({"gradient"})
"""Algorithms whose rules are told in sentences; others are printed as the paper prints rules."""


def usual_layout(model: TrainedModel) -> LayoutName:
    """Return the layout that suits the algorithm of a model.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> usual_layout(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5))
    'paper'
    """
    return "text" if model.algorithm in _FOR_PEOPLE else "paper"


def model_lines(
    model: TrainedModel, layout: str | None = None, width: int = WIDTH, *, blocks: bool = True
) -> Iterator[str]:
    """Write a model line by line.

    Parameters
    ----------
    model
        What to write.
    layout
        ``text``, ``paper``, ``manchester`` or ``dl``; by default that of :func:`usual_layout`, and
        weak learners that are alike are written once.
    width
        Longest line, if names allow.
    blocks
        Whether there are characters for bars.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> list(model_lines(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), "dl"))
    ['# none found']
    """
    match layout or usual_layout(model):
        case "text":
            return page_lines(model, width, Bars(blocks=blocks))
        case "paper":
            return paper_lines(model, width, merge=layout is None)
        case "manchester":
            return manchester_lines(model)
        case "dl":
            return dl_lines(model)
        case other:
            raise ParameterError(f"There is no layout {other!r}.{did_you_mean(other, LAYOUTS)}")
