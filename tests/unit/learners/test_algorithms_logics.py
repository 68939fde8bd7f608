"""Another meaning of the conjunction, all the way from a learner to its degrees."""

import numpy as np
import pytest
from tests.configurations import foil

from owlboost.concepts.evaluation import LUKASIEWICZ, PRODUCT_LOGIC, SEMANTICS, semantics_named
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ModelError, ParameterError
from owlboost.exchange.formats import ALL_LOGICS
from owlboost.exchange.fuzzydl import model_from_fuzzydl
from owlboost.exchange.manchester import model_from_manchester
from owlboost.learners.algorithms import FoilDL, GradientConcepts
from owlboost.learners.training import train
from owlboost.models.model_files import model_from_json, model_to_json


def problem() -> LearningProblem:
    """Positive where both prices are low; degrees in between are common."""
    names = [f"a{i}{j}" for i in range(5) for j in range(5)]
    numbers = {
        f"urn:x#{prop}": [(name, float(name[at])) for name in names]
        for prop, at in (("food", 1), ("room", 2))
    }
    kb = KnowledgeBase.from_facts(names, numbers=numbers)
    labels = np.array([int(name[1]) + int(name[2]) < 4 for name in names])
    return LearningProblem(kb, "urn:x#Good", np.arange(25, dtype=np.int32), labels)


OPTIONS = {"n_sets": 3, "fuzzify": "uniform", "min_confidence": 0.0, "max_conjuncts": 2}


@pytest.mark.parametrize("logic", ["product", "lukasiewicz"])
def test_a_learner_of_another_logic_gives_its_degrees(logic: str) -> None:
    examples = problem()
    model = train(examples, foil(**OPTIONS, logic=logic))
    assert model.semantics is SEMANTICS[logic]
    joined = [
        rule.inclusion for rule in model.hypothesis.rules() if rule.inclusion.body.n_conjuncts == 2
    ]
    assert joined
    #   by hand, without any Extents: uniform sets over 0 … 4 have their peaks at 0, 2 and 4
    shapes = {"L": lambda x: max(0.0, 1 - x / 2), "F": lambda x: max(0.0, 1 - abs(x - 2) / 2)}
    expected = []
    for name in examples.kb.individuals:
        values = {"food": int(name[1]), "room": int(name[2])}
        best = 0.0
        for rule in model.hypothesis.rules():
            degrees = []
            for label in rule.inclusion.body.labels:
                prop, letter = label.fuzzy_set.name.split("_")  # type: ignore[union-attr]
                degrees.append(shapes[letter](values[prop]))
            whole = np.prod(degrees) if logic == "product" else 1 - sum(1 - d for d in degrees)
            best = max(best, rule.weight * whole)
        expected.append(best)
    assert model.degrees(examples.kb) == pytest.approx(expected)
    plain = train(examples, foil(**OPTIONS))
    assert not np.allclose(plain.degrees(examples.kb), expected)


def test_files_keep_the_logic_and_formats_refuse_what_they_cannot_express() -> None:
    model = train(problem(), foil(**OPTIONS, logic="product"))
    data = model_to_json(model)
    assert data["logic"] == "product"
    assert model_from_json(data).semantics is PRODUCT_LOGIC
    assert model_from_manchester(model.export("manchester")).semantics is PRODUCT_LOGIC
    with pytest.raises(ParameterError, match=r"cannot express product logic.*take manchester"):
        model.export("fuzzydl")
    with pytest.raises(ModelError, match="uses the logic 'goedel', but this owlboost knows zadeh"):
        model_from_json(data | {"logic": "goedel"})


def test_fuzzydl_files_say_their_logic() -> None:
    model = train(problem(), GradientConcepts(n_sets=3, fuzzify="uniform", logic="lukasiewicz"))
    text = model.export("fuzzydl")
    assert "(define-fuzzy-logic lukasiewicz)" in text
    back = model_from_fuzzydl(text)
    assert back.semantics is LUKASIEWICZ
    kb = problem().kb
    assert back.degrees(kb) == pytest.approx(model.degrees(kb), abs=1e-9)


def test_the_usual_logic_leaves_no_trace_in_files() -> None:
    model = train(problem(), foil(**OPTIONS))
    assert "logic" not in model_to_json(model)
    assert "logic" not in model.parameters
    assert "logic" not in model.export("manchester")


def test_names_of_logics_are_the_same_everywhere() -> None:
    (about,) = (one for one in FoilDL.parameters() if one.name == "logic")
    assert about.choices == tuple(SEMANTICS) == ALL_LOGICS
    with pytest.raises(ParameterError, match="no logic 'goedel': take zadeh, product or lukasiew"):
        semantics_named("goedel")
    with pytest.raises(ParameterError, match="logic"):
        FoilDL(logic="goedel")  # type: ignore[arg-type]
