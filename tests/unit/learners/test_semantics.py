"""Another meaning of the conjunction, all the way from a learner to its degrees."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.configurations import foil

from owlboost.errors import ParameterError
from owlboost.kernels.conjunctions import Kernels
from owlboost.learners.covering.learner import FoilDL
from owlboost.learners.training import train
from owlboost.model import semantics
from owlboost.model.concepts import conjuncts
from owlboost.model.examples import LearningProblem
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.model.model_json import model_from_json, model_to_json
from owlboost.model.semantics import Semantics


def restricted(rows: Any, indptr: Any, elements: Any, degrees: Any, bound: Any) -> Any:
    """Join by product; every row here has one element."""
    del indptr
    joined = degrees * bound
    kept = joined > 0
    return rows[kept], np.arange(kept.sum() + 1), elements[kept], joined[kept]


def label_sums(first: int, last: int, rows: Any, indptr: Any, elements: Any, *rest: Any) -> Any:
    del indptr
    degrees, label_indptr, labels, values, left, right, n_labels = rest
    out = np.zeros((2, n_labels))
    for i in range(first, last):
        z = elements[i]
        for j in range(label_indptr[z], label_indptr[z + 1]):
            degree = degrees[i] * values[j]
            out[:, labels[j]] += degree * np.array([left[rows[i]], right[rows[i]]])
    return out[0], out[1]


def not_asked(*given: Any) -> Any:
    del given
    raise AssertionError("FOIL-DL needs neither moments nor excesses, and there are no roles.")


KERNELS = Kernels(restricted, label_sums, not_asked, not_asked, not_asked, not_asked)
PRODUCT = Semantics("product", np.multiply, KERNELS)


@dataclass(frozen=True, kw_only=True)
class ProductFoil(FoilDL):
    """FOIL-DL with the product for a conjunction."""

    logic: ClassVar[str] = "product"


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


def test_a_learner_of_another_logic_gives_its_degrees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(semantics.SEMANTICS, "product", PRODUCT)
    examples = problem()
    options = {"n_sets": 3, "fuzzify": "uniform", "min_confidence": 0.0, "max_conjuncts": 2}
    model = train(examples, ProductFoil(**options))  # type: ignore[arg-type]
    assert model.semantics is PRODUCT
    joined = [
        rule.inclusion for rule in model.hypothesis.rules() if conjuncts(rule.inclusion.body) == 2
    ]
    assert joined
    #   by hand, without any Extents: uniform sets over 0 … 4 have their peaks at 0, 2 and 4
    shapes = {"L": lambda x: max(0.0, 1 - x / 2), "F": lambda x: max(0.0, 1 - abs(x - 2) / 2)}
    expected = []
    for name in examples.kb.individuals:
        values = {"food": int(name[1]), "room": int(name[2])}
        best = 0.0
        for rule in model.hypothesis.rules():
            degree = 1.0
            for label in rule.inclusion.body.labels:
                prop, letter = label.range.name.split("_")  # type: ignore[union-attr]
                degree *= shapes[letter](values[prop])
            best = max(best, rule.weight * degree)
        expected.append(best)
    assert model.degrees(examples.kb) == pytest.approx(expected)
    plain = train(examples, foil(**options))
    assert not np.allclose(plain.degrees(examples.kb), expected)


def test_files_keep_the_logic_and_formats_refuse_what_they_cannot_express(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(semantics.SEMANTICS, "product", PRODUCT)
    model = train(problem(), ProductFoil(n_sets=3, min_confidence=0.0))
    data = model_to_json(model)
    assert data["logic"] == "product"
    assert model_from_json(data).semantics is PRODUCT
    with pytest.raises(ParameterError, match="cannot express the semantics"):
        model.export("sparql")
