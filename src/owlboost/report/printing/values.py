"""What ``print`` shows of a value: one function, by the kind of the value."""

from functools import singledispatch

from owlboost.models.explanation import Explanation
from owlboost.models.trained import TrainedModel
from owlboost.report.printing.explained import explanation_lines
from owlboost.report.printing.layouts import model_lines


@singledispatch
def text(value: object) -> str:
    """Return a value as lines of text.

    Examples
    --------
    >>> text(Explanation(1.0, 1.2, None, ()))
    'degree 1.0000, evidence 1.2000'
    """
    raise TypeError(f"There is no text for a {type(value).__name__}.")


@text.register
def _(value: TrainedModel) -> str:
    return "\n".join(model_lines(value))


@text.register
def _(value: Explanation) -> str:
    return "\n".join(explanation_lines(value))
