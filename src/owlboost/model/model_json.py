"""MODEL.json, version 1: models to JSON values and back, bit for bit."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from owlboost.errors import Hint, ModelError, OwlboostError, Sentence
from owlboost.model.calibration import calibration_from_json
from owlboost.model.concepts import Atom, Concept, ConceptCases, CrispValue, Edge, FuzzyValue
from owlboost.model.fuzzysets import FuzzySet, make_shape, shape_name, shape_points
from owlboost.model.hypotheses import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
    fuzzy_sets_of,
)
from owlboost.model.lexicon import lexicon_from_json, lexicon_to_json
from owlboost.model.semantics import ZADEH, known_semantics
from owlboost.model.target_ranges import range_from_json
from owlboost.model.text import Layout, manchester, people
from owlboost.model.trained import TrainedModel
from owlboost.model.verdicts import Properties
from owlboost.runtime.limits import LimitError, exceeded, limits

FORMAT = "owlboost/model"
DEFINITION_FORMAT = "owlboost/definition"
VERSION = 1
MAKE_MODEL = Hint("make_model", "model.save('MODEL.json')")

Json = dict[str, Any]
FuzzySets = Mapping[str, FuzzySet]


def concept_to_json(concept: Concept) -> Json:
    """Write a concept as CONCEPT of the model format.

    Examples
    --------
    >>> concept_to_json(Concept((Atom("urn:A"),)))
    {'type': 'class', 'iri': 'urn:A'}
    """
    return concept.fold(_JSON)


def _together(parts: Sequence[Json]) -> Json:
    if not parts:
        return {"type": "top"}
    return parts[0] if len(parts) == 1 else {"type": "and", "parts": list(parts)}


_JSON = ConceptCases[Json](
    atom=lambda label: {"type": "class", "iri": label.iri},
    fuzzy=lambda label: {
        "type": "some_data",
        "property": label.prop,
        "datatype": label.fuzzy_set.name,
    },
    value=lambda label: {"type": "has_value", "property": label.prop, "value": label.value},
    some=lambda role, filler: {"type": "some", "property": role, "filler": filler},
    meet=_together,
)


def concept_from_json(data: Json, fuzzy_sets: FuzzySets, *, level: int = 0) -> Concept:
    """Read a CONCEPT; fuzzy sets are looked up by name.

    Raises
    ------
    ModelError
        It is none.
    LimitError
        It is nested too deeply.
    """
    if level > limits().depth:
        raise exceeded("depth", "A concept of the model")
    match data:
        case {"type": "top"}:
            return Concept()
        case {"type": "class", "iri": str(iri)}:
            return Concept((Atom(iri),))
        case {"type": "some", "property": str(role), "filler": dict(filler)}:
            return Concept(
                (), (Edge(role, concept_from_json(filler, fuzzy_sets, level=level + 1)),)
            )
        case {"type": "some_data", "property": str(prop), "datatype": str(name)}:
            if name not in fuzzy_sets:
                raise ModelError(f"The model uses the datatype {name!r} without defining it.")
            return Concept((FuzzyValue(prop, fuzzy_sets[name]),))
        case {"type": "has_value", "property": str(prop), "value": bool(value) | str(value)}:
            return Concept((CrispValue(prop, value),))
        case {"type": "and", "parts": list(parts)}:
            return Concept.meet(
                concept_from_json(part, fuzzy_sets, level=level + 1) for part in parts
            )
        case _:
            raise ModelError(f"The model has a concept that cannot be read: {str(data)[:80]}.")


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


def datatypes_to_json(hypothesis: Hypothesis) -> list[Json]:
    """Write the fuzzy sets that a hypothesis uses."""
    return [
        datatype_to_json(prop, fuzzy_set) for prop, fuzzy_set in fuzzy_sets_of(hypothesis).values()
    ]


def datatype_to_json(prop: str, fuzzy_set: FuzzySet) -> Json:
    """Write a fuzzy set of a data property."""
    return {
        "name": fuzzy_set.name,
        "property": prop,
        "shape": shape_name(fuzzy_set.shape),
        "points": list(shape_points(fuzzy_set.shape)),
    }


def fuzzy_sets_from_json(data: Sequence[Json]) -> dict[str, FuzzySet]:
    """Read fuzzy sets, by name."""
    return {
        entry["name"]: FuzzySet(entry["name"], make_shape(entry["shape"], entry["points"]))
        for entry in data
    }


def _unusual(model: TrainedModel) -> Json:
    """Return what a file says only if there is something to say."""
    logic = {} if model.semantics == ZADEH else {"logic": model.semantics.name}
    known = model.target_range
    graded = {} if known is None else {"target_range": known.to_json()}
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
    """Write an axiom of a weak learner; a degree of 1 goes without saying."""
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
    """Read the value of a MODEL.json file; ModelError says what is wrong with it."""
    if isinstance(data, dict) and data.get("format") == DEFINITION_FORMAT:
        raise ModelError(
            "This file holds a definition, a model of its target and one of the complement; only "
            "predict and export take it."
        )
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        claim = f'This is not an owlboost model: it lacks "format": "{FORMAT}". Make one with '
        raise ModelError(Sentence(claim, MAKE_MODEL, "."))
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
    """Read measures; those of other versions are kept, whatever is no number is passed over."""
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
    """Read a number that degrees are computed from."""
    if not math.isfinite(float(number)):
        raise ModelError(f"The model file is damaged: it has {number} where a number should be.")
    return float(number)
