import copy
import json
import math
from pathlib import Path
from typing import Any

import pytest

from owlboost.cli.messages import worded
from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.concept_json import concept_from_json, concept_to_json
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import FuzzySet, Triangular
from owlboost.errors import ModelError
from owlboost.models.model_files import load, model_from_json, model_to_json
from owlboost.models.trained import TrainedModel
from owlboost.models.verdicts import HOLDS, Properties, Verdict
from owlboost.runtime.limits import LimitError

FAIR = FuzzySet("hasPrice_F", Triangular(40.0, 60.0, 98.0))
BODY = Concept((Atom("urn:x#Hotel"), FuzzyValue("urn:x#hasPrice", FAIR)))
BOOSTED = TrainedModel(
    algorithm="boost",
    target="urn:x#GoodHotel",
    hypothesis=BoostedHypothesis(
        (WeakHypothesis("WL1", (Inclusion(BODY, 1.0, 0.1 + 0.2, 3, 1),)),), (1 / 3,)
    ),
    threshold=0.1,
    parameters={"n_rounds": 10},
    source={"path": "hotel.owl"},
    training={"f1": 0.5},
    properties=Properties(
        Verdict(None, "nobody knows"),
        HOLDS,
        Verdict(False, "1 of 2 negatives above 0"),
        HOLDS,
        HOLDS,
    ),
)
RULES = TrainedModel("foil", "urn:x#GoodHotel", RuleSet((Inclusion(BODY, 0.56, 0.56, 5, 4),)), 0.28)


@pytest.mark.parametrize(
    ("concept", "data"),
    [
        (TOP, {"type": "top"}),
        (Concept((Atom("urn:A"),)), {"type": "class", "iri": "urn:A"}),
        (
            Concept((FuzzyValue("urn:p", FAIR),)),
            {"type": "some_data", "property": "urn:p", "datatype": "hasPrice_F"},
        ),
        (
            Concept((CrispValue("urn:p", True),)),
            {"type": "has_value", "property": "urn:p", "value": True},
        ),
        (
            Concept((CrispValue("urn:p", "true"),)),
            {"type": "has_value", "property": "urn:p", "value": "true"},
        ),
        (
            Concept((), (Edge("urn:r", TOP),)),
            {"type": "some", "property": "urn:r", "filler": {"type": "top"}},
        ),
        (
            Concept((Atom("urn:B"), Atom("urn:A"))),
            {
                "type": "and",
                "parts": [{"type": "class", "iri": "urn:A"}, {"type": "class", "iri": "urn:B"}],
            },
        ),
    ],
)
def test_each_kind_of_concept_has_its_json(concept: Concept, data: dict[str, Any]) -> None:
    assert concept_to_json(concept) == data
    assert concept_from_json(data, {"hasPrice_F": FAIR}) == concept


@pytest.mark.parametrize("model", [BOOSTED, RULES])
def test_a_model_survives_being_written_and_read(model: TrainedModel) -> None:
    assert model_from_json(json.loads(json.dumps(model_to_json(model)))) == model


def test_properties_that_a_file_does_not_tell_are_not_known() -> None:
    data = model_to_json(BOOSTED)
    assert data["properties"]["consistent"] is None
    assert data["properties"]["non_redundant"] is True
    assert data["properties"]["sound"] is False
    del data["properties"]
    assert model_from_json(data).properties is None
    data["properties"] = {"sound": 1}
    with pytest.raises(ModelError, match="sound is 1, not true, false or null"):
        model_from_json(data)
    data["properties"] = ["sound"]
    with pytest.raises(ModelError, match="damaged"):
        model_from_json(data)


def test_a_model_says_what_it_is_and_lists_its_fuzzy_sets() -> None:
    data = model_to_json(BOOSTED)
    assert (data["format"], data["version"]) == ("owlboost/model", 1)
    assert data["datatypes"] == [
        {
            "name": "hasPrice_F",
            "property": "urn:x#hasPrice",
            "shape": "triangular",
            "points": [40.0, 60.0, 98.0],
        }
    ]
    assert data["learners"][0]["axioms"][0]["manchester"] == "Hotel and (hasPrice some hasPrice_F)"


def test_only_rules_carry_a_degree() -> None:
    rule = model_to_json(RULES)["learners"][0]["axioms"][0]
    axiom = model_to_json(BOOSTED)["learners"][0]["axioms"][0]
    assert rule["degree"] == 0.56
    assert "degree" not in axiom


@pytest.mark.parametrize("data", [None, [], "model", {}, {"format": "pickle"}])
def test_what_is_not_a_model_is_refused(data: object) -> None:
    with pytest.raises(ModelError, match="not an owlboost model"):
        model_from_json(data)


def test_what_is_not_a_model_says_how_to_make_one() -> None:
    with pytest.raises(ModelError) as caught:
        model_from_json({})
    claim = 'This is not an owlboost model: it lacks "format": "owlboost/model". Make one with '
    assert str(caught.value) == f"{claim}model.save('MODEL.json')."
    assert worded(caught.value) == f"{claim}owlboost learn … -o MODEL.json."


def test_another_version_is_refused() -> None:
    with pytest.raises(ModelError, match="format version 2, but this owlboost reads version 1"):
        model_from_json(model_to_json(BOOSTED) | {"version": 2})


@pytest.mark.parametrize("key", ["algorithm", "target", "threshold", "datatypes", "learners"])
def test_a_missing_part_is_named(key: str) -> None:
    data = model_to_json(BOOSTED)
    del data[key]
    with pytest.raises(ModelError, match=f"damaged: KeyError '{key}'"):
        model_from_json(data)


def test_a_datatype_must_be_defined() -> None:
    with pytest.raises(ModelError, match="datatype 'hasPrice_F' without defining it"):
        model_from_json(model_to_json(BOOSTED) | {"datatypes": []})


def test_a_datatype_must_be_a_fuzzy_set() -> None:
    data = copy.deepcopy(model_to_json(BOOSTED))
    data["datatypes"][0]["points"] = [98.0, 60.0, 40.0]
    with pytest.raises(ModelError, match=r"damaged: The points of a triangular"):
        model_from_json(data)


@pytest.mark.parametrize("number", [math.inf, 10**400])
def test_numbers_beyond_measure_are_refused(number: float) -> None:
    data = copy.deepcopy(model_to_json(BOOSTED))
    data["learners"][0]["axioms"][0] |= {"covered_positives": number, "confidence": number}
    with pytest.raises(ModelError, match="damaged: OverflowError"):
        model_from_json(data)


def test_a_number_too_long_to_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text("9" * 5000, encoding="utf-8")
    with pytest.raises(LimitError, match="a number of more than 4,000 digits"):
        load(path)


@pytest.mark.parametrize("weight", [math.nan, math.inf, -math.inf])
def test_a_weight_must_be_finite(weight: float) -> None:
    data = copy.deepcopy(model_to_json(BOOSTED))
    data["learners"][0]["weight"] = weight
    with pytest.raises(ModelError, match=f"damaged: it has {weight} where a number should be"):
        model_from_json(data)


@pytest.mark.parametrize(
    "data", [{"type": "or"}, {}, {"type": "class", "iri": 3}, {"type": "some", "property": "urn:r"}]
)
def test_an_unreadable_concept_is_shown(data: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="a concept that cannot be read"):
        concept_from_json(data, {})


@pytest.mark.parametrize("weights", [(1.0, -1.0), (0.5,), (-1.0,)])
def test_learners_with_graded_rules_stay_a_sum(weights: tuple[float, ...]) -> None:
    rules = (Inclusion(BODY, 0.56, 0.56, 5, 4), Inclusion(TOP, 1.0, 0.5, 5, 5))
    terms = tuple(WeakHypothesis(f"L{place}", rules) for place, _ in enumerate(weights))
    model = TrainedModel("pn", "urn:x#Good", BoostedHypothesis(terms, weights), 0.28)
    data = json.loads(json.dumps(model_to_json(model)))
    first, second = data["learners"][0]["axioms"]
    assert first["degree"] == 0.56
    assert "degree" not in second  # 1 goes without saying
    assert model_from_json(data) == model


def test_one_learner_of_graded_rules_and_another_weight_than_1_is_no_set_of_rules() -> None:
    data = model_to_json(RULES)
    data["learners"][0]["weight"] = 0.5
    assert model_from_json(data).hypothesis == BoostedHypothesis(
        (WeakHypothesis("WL1", tuple(RULES.hypothesis.inclusions)),), (0.5,)
    )
