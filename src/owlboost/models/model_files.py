"""MODEL.json, version 1: models as JSON and files, bit for bit."""

import json
import math
import os
from dataclasses import replace
from pathlib import Path

from owlboost.concepts.concept_json import (
    FuzzySets,
    Json,
    concept_from_json,
    concept_to_json,
    datatypes_to_json,
    fuzzy_sets_from_json,
)
from owlboost.concepts.evaluation import ZADEH, known_semantics
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
)
from owlboost.concepts.text import Layout, manchester, people
from owlboost.data.example_labels import range_from_json
from owlboost.data.vocabulary import lexicon_from_json, lexicon_to_json
from owlboost.errors import Hint, Message, ModelError, OwlboostError
from owlboost.models.calibration import calibration_from_json
from owlboost.models.trained import TrainedModel
from owlboost.models.verdicts import Properties
from owlboost.runtime.files import atomic_path, read_bytes
from owlboost.runtime.limits import LimitError, parse_json


def model_text(model: TrainedModel) -> str:
    """Return the text of a MODEL.json file."""
    return json.dumps(model_to_json(model), indent=1, ensure_ascii=False)


def save(model: TrainedModel, path: str | os.PathLike[str]) -> None:
    """Write a model file atomically.

    Examples
    --------
    >>> import tempfile
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> file = Path(tempfile.mkdtemp()) / "model.json"
    >>> save(TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5), file)
    >>> load(file).target
    'urn:x#Good'
    """
    with atomic_path(path) as temporary:
        temporary.write_text(f"{model_text(model)}\n", encoding="utf-8")


def load(path: str | os.PathLike[str]) -> TrainedModel:
    """Read a model file, with the same degrees bit for bit.

    Raises
    ------
    ModelError
        There is no such file, or it is not a model of this version.

    Examples
    --------
    >>> load("no-such-model.json")
    Traceback (most recent call last):
    owlboost.errors.ModelError: There is no file no-such-model.json.
    """
    path = Path(path)
    try:
        text = read_bytes(path).decode("utf-8")
    except FileNotFoundError:
        raise ModelError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise ModelError(f"{path} is not an owlboost model: it is not UTF-8 text.") from None
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    try:
        data = parse_json(text, path)
    except json.JSONDecodeError as error:
        raise ModelError(
            f"{path} is not an owlboost model: it is not valid JSON (line {error.lineno})."
        ) from error
    except ValueError as error:
        raise ModelError(f"{path} is not an owlboost model: {error}.") from error
    return model_from_json(data)


FORMAT = "owlboost/model"
DEFINITION_FORMAT = "owlboost/definition"
VERSION = 1
MAKE_MODEL = Hint("make_model", "model.save('MODEL.json')")


def model_to_json(model: TrainedModel) -> Json:
    """Write a model as the value of a MODEL.json file."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "algorithm": model.algorithm,
        "target": model.target,
        "parameters": dict(model.parameters),
        "source": dict(model.source),
        "datatypes": datatypes_to_json(model.hypothesis),
        "learners": _learners_to_json(model.hypothesis, people(replace(model.lexicon, iris=False))),
        "threshold": model.threshold,
        "training": dict(model.training),
        "properties": None if model.properties is None else model.properties.to_json(),
        "calibration": None if model.calibration is None else model.calibration.to_json(),
        "curve": [list(point) for point in model.curve] or None,
        "remarks": list(model.remarks),
    } | _unusual(model)


def _unusual(model: TrainedModel) -> Json:
    """Return the entries that are left out if empty."""
    logic = {} if model.semantics == ZADEH else {"logic": model.semantics.name}
    target_range = model.target_range
    graded = {} if target_range is None else {"target_range": target_range.to_json()}
    return logic | graded | lexicon_to_json(model.lexicon)


def _learners_to_json(hypothesis: Hypothesis, layout: Layout) -> list[Json]:
    match hypothesis:
        case BoostedHypothesis():
            return [
                {
                    "name": term.name,
                    "weight": weight,
                    "axioms": [_graded_to_json(axiom, layout) for axiom in term.inclusions],
                }
                for term, weight in hypothesis.weighted_terms
            ]
        case RuleSet(inclusions):
            axioms = [
                _inclusion_to_json(axiom, layout) | {"degree": axiom.degree} for axiom in inclusions
            ]
            return [{"name": "WL1", "weight": 1.0, "axioms": axioms}]


def _graded_to_json(inclusion: Inclusion, layout: Layout) -> Json:
    """Write an axiom of a weak learner, without a degree of 1."""
    graded = {} if inclusion.degree == 1.0 else {"degree": inclusion.degree}
    return _inclusion_to_json(inclusion, layout) | graded


def _inclusion_to_json(inclusion: Inclusion, layout: Layout) -> Json:
    return {
        "concept": concept_to_json(inclusion.body),
        "manchester": manchester(inclusion.body, layout),
        "confidence": inclusion.confidence,
        "covered_positives": inclusion.covered_positives,
        "covered_negatives": inclusion.covered_negatives,
    }


def model_from_json(data: object) -> TrainedModel:
    """Read the value of a MODEL.json file, or raise ModelError."""
    if isinstance(data, dict) and data.get("format") == DEFINITION_FORMAT:
        raise ModelError(
            "This file holds a definition, a model of its target and one of the complement; only "
            "predict and export take it."
        )
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        claim = f'This is not an owlboost model: it lacks "format": "{FORMAT}". Make one with '
        raise ModelError(Message(claim, MAKE_MODEL, "."))
    version = data.get("version")
    if version != VERSION:
        raise ModelError(
            f"The model has format version {str(version)[:60]}, but this owlboost reads version "
            f"{VERSION}; learn it again or install a matching owlboost."
        )
    try:
        return _model(data)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ModelError(
            f"The model file is damaged: {type(error).__name__} {str(error)[:200]}."
        ) from error
    except (ModelError, LimitError):
        raise
    except OwlboostError as error:
        raise ModelError(f"The model file is damaged: {error}") from error


def _model(data: Json) -> TrainedModel:
    return TrainedModel(
        algorithm=str(data["algorithm"]),
        target=str(data["target"]),
        hypothesis=_hypothesis(data, fuzzy_sets_from_json(data["datatypes"])),
        threshold=_finite(data["threshold"]),
        parameters=dict(data.get("parameters", {})),
        source=dict(data.get("source", {})),
        training=_training(data.get("training") or {}),
        semantics=known_semantics(data.get("logic", ZADEH.name)),
        calibration=calibration_from_json(data.get("calibration")),
        curve=tuple((int(rules), _finite(error)) for rules, error in data.get("curve") or ()),
        remarks=tuple(map(str, data.get("remarks") or ())),
        properties=Properties.from_json(data.get("properties")),
        lexicon=lexicon_from_json(data),
        target_range=range_from_json(data.get("target_range")),
    )


def _training(data: Json) -> dict[str, float]:
    """Read measures, also of other versions; skip what is no number."""
    return {name: value for name, value in data.items() if isinstance(value, int | float)}


def _hypothesis(data: Json, fuzzy_sets: FuzzySets) -> Hypothesis:
    terms = tuple(
        WeakHypothesis(
            str(learner["name"]),
            tuple(_inclusion(axiom, fuzzy_sets) for axiom in learner["axioms"]),
        )
        for learner in data["learners"]
    )
    leverages = tuple(_finite(learner["weight"]) for learner in data["learners"])
    axioms = [axiom for learner in data["learners"] for axiom in learner["axioms"]]
    if leverages == (1.0,) and all("degree" in axiom for axiom in axioms):
        return RuleSet(tuple(axiom for term in terms for axiom in term.inclusions))
    return BoostedHypothesis(terms, leverages)


def _inclusion(data: Json, fuzzy_sets: FuzzySets) -> Inclusion:
    return Inclusion(
        body=concept_from_json(data["concept"], fuzzy_sets),
        degree=_finite(data.get("degree", 1.0)),
        confidence=float(data.get("confidence", 1.0)),
        covered_positives=int(data.get("covered_positives", 0)),
        covered_negatives=int(data.get("covered_negatives", 0)),
    )


def _finite(number: str | float) -> float:
    """Read a finite number."""
    if not math.isfinite(float(number)):
        raise ModelError(f"The model file is damaged: it has {number} where a number should be.")
    return float(number)
