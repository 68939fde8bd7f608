"""What a file of rules says of a model beside its rules: name → JSON value, and back."""

import math
from collections.abc import Mapping
from typing import Any

from owlboost.concepts.evaluation import ZADEH, known_semantics
from owlboost.concepts.hypothesis import BoostedHypothesis, RuleSet
from owlboost.data.example_labels import range_from_json
from owlboost.data.vocabulary import lexicon_from_json, lexicon_to_json
from owlboost.errors import ExamplesError, ModelError
from owlboost.models.calibration import calibration_from_json
from owlboost.models.trained import TrainedModel
from owlboost.models.verdicts import Properties


def header_of(model: TrainedModel) -> dict[str, object]:
    """Return what a file is to say beside the rules; what the model does not know is left out.

    Examples
    --------
    >>> from owlboost.models.calibration import Platt
    >>> model = TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5, calibration=Platt(2.0, -1.0))
    >>> header_of(model)["calibration"]
    {'method': 'platt', 'slope': 2.0, 'intercept': -1.0}
    """
    always = {
        "algorithm": model.algorithm,
        "threshold": model.threshold,
        "parameters": dict(model.parameters),
        "source": dict(model.source),
        "training": dict(model.training),
    }
    known = {
        "logic": "" if model.semantics == ZADEH else model.semantics.name,
        "properties": None if model.properties is None else model.properties.to_json(),
        "calibration": None if model.calibration is None else model.calibration.to_json(),
        "curve": [list(point) for point in model.curve],
        "remarks": list(model.remarks),
        "target_range": None if model.target_range is None else model.target_range.to_json(),
    }
    told = {name: value for name, value in known.items() if value}
    return always | told | lexicon_to_json(model.lexicon)


def model_from_header(
    header: Mapping[str, Any],
    target: str,
    hypothesis: BoostedHypothesis | RuleSet,
    remarks: tuple[str, ...] = (),
) -> TrainedModel:
    """Put a hypothesis, what a file's header says and remarks on reading it together.

    Raises
    ------
    ModelError
        The header is damaged, or a weight is no number.

    Examples
    --------
    >>> model_from_header({"threshold": 0.2}, "urn:x#Good", RuleSet()).threshold
    0.2
    """
    leverages = hypothesis.leverages if isinstance(hypothesis, BoostedHypothesis) else ()
    for number in (*leverages, *(axiom.degree for axiom in hypothesis.inclusions)):
        if not math.isfinite(number):
            raise ModelError(f"The rules are damaged: {number} is neither a weight nor a degree.")
    try:
        return TrainedModel(
            algorithm=str(header.get("algorithm", "boost")),
            target=target,
            hypothesis=hypothesis,
            threshold=_finite(header.get("threshold", 0.5), "threshold"),
            parameters=dict(header.get("parameters", {})),
            source=dict(header.get("source", {})),
            training=dict(header.get("training", {})),
            calibration=calibration_from_json(header.get("calibration")),
            curve=tuple(
                (int(rules), _finite(error, "error")) for rules, error in header.get("curve", ())
            ),
            remarks=(*map(str, header.get("remarks", ())), *remarks),
            properties=Properties.from_json(header.get("properties")),
            lexicon=lexicon_from_json(header),
            semantics=known_semantics(header.get("logic", ZADEH.name)),
            target_range=range_from_json(header.get("target_range")),
        )
    except (TypeError, ValueError, ExamplesError) as error:
        raise ModelError(f"The header of the rules is damaged: {error}.") from error


def _finite(number: Any, kind: str) -> float:
    if not math.isfinite(float(number)):
        raise ValueError(f"{number} is not a valid {kind}")
    return float(number)
