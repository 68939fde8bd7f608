"""The formats that a studio exports."""

from owlboost.exchange.formats import FORMATS
from owlboost.runtime.limits import Json

MODEL_FORMAT = "model"
"""What the studio calls model files among the formats."""


def all_formats() -> list[Json]:
    """Return what models can be exported as.

    Examples
    --------
    >>> all_formats()[0]
    {'name': 'model', 'title': 'Model file', 'suffix': '.json'}
    """
    model = {"name": MODEL_FORMAT, "title": "Model file", "suffix": ".json"}
    return [
        model,
        *(
            {"name": name, "title": FORMATS[name].title, "suffix": FORMATS[name].extensions[0]}
            for name in FORMATS
        ),
    ]
