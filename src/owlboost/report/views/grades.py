"""How near degrees come to graded labels: measures, and each example with both."""

import numpy as np

from owlboost.models.measures import measure
from owlboost.report.views.decisions import measures_view
from owlboost.report.views.labelled import Applied
from owlboost.runtime.limits import Json

MOST_POINTS = 2000
"""How many examples are drawn at most; of more, those that stand evenly in the order of labels."""


def grades_view(applied: Applied) -> Json | None:
    """Return graded examples as pairs of label and prediction, on the scale of the labels.

    None if labels are crisp, or nobody knows them.
    """
    data, model = applied.data, applied.model
    known = model.target_range
    if data.grades is None or known is None or not data.examples.size:
        return None
    degrees = applied.degrees[data.examples]
    order = np.lexsort((degrees, data.grades))
    if order.size > MOST_POINTS:
        order = order[np.linspace(0, order.size - 1, MOST_POINTS).astype(np.int64)]
    pairs = np.column_stack([known.values(data.grades[order]), known.values(degrees[order])])
    return {
        "examples": int(data.examples.size),
        "range": [known.low, known.high],
        "measures": measures_view(
            measure(data.grades, degrees, model.threshold, graded=True).named()
        ),
        "points": pairs.tolist(),
    }
