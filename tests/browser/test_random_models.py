"""Random models in Chromium: the page computes what the model says, and explains all of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser.visits import exact, visit

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue, Label
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import (
    FuzzySet,
    LeftShoulder,
    RightShoulder,
    Shape,
    Trapezoidal,
    Triangular,
)
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.models.calibration import Calibration, Isotonic, Platt
from owlboost.models.trained import TrainedModel
from owlboost.report.html_report import report_of, save_page
from owlboost.report.views.applied import Labelled

SHAPES: tuple[Shape, ...] = (
    LeftShoulder(-1, 1),
    RightShoulder(0, 2.5),
    Triangular(-2, 0.3, 3),
    Trapezoidal(-3, -1, 1, 2),
)
CALIBRATIONS: tuple[Calibration | None, ...] = (
    None,
    Platt(1.7, -0.4),
    Isotonic((-1.0, 0.25, 2.0), (0.1, 0.4, 0.95)),
)


def knowledge(rng: np.random.Generator) -> KnowledgeBase:
    names = [f"urn:r#i{number}" for number in range(6)]
    pairs = [(a, b) for a in names for b in names if rng.random() < 0.3]
    return KnowledgeBase.from_facts(
        names,
        types={f"urn:r#C{k}": [name for name in names if rng.random() < 0.5] for k in range(3)},
        roles={"urn:r#r": pairs[::2], "urn:r#q": pairs[1::2]},
        numbers={
            "urn:r#n": [
                (name, float(rng.normal())) for name in names for _ in range(rng.integers(3))
            ]
        },
        symbols={"urn:r#s": [(name, str(rng.choice(["x", "y"]))) for name in names]},
    )


def concept(rng: np.random.Generator, depth: int = 2) -> Concept:
    sets = [FuzzyValue("urn:r#n", FuzzySet(f"n_{k}", shape)) for k, shape in enumerate(SHAPES)]
    labels: list[Label] = [
        *(Atom(f"urn:r#C{k}") for k in range(3)),
        *sets,
        CrispValue("urn:r#s", "x"),
    ]
    chosen = [label for label in labels if rng.random() < 0.2]
    edges = [
        Edge(role, concept(rng, depth - 1))
        for role in ("urn:r#r", "urn:r#q")
        if depth and rng.random() < 0.4
    ]
    return Concept(tuple(chosen), tuple(edges))


def model(rng: np.random.Generator, calibration: Calibration | None) -> TrainedModel:
    def rules() -> tuple[Inclusion, ...]:
        return tuple(
            Inclusion(concept(rng), float(rng.random())) for _ in range(rng.integers(1, 4))
        )

    hypothesis: RuleSet | BoostedHypothesis = RuleSet(rules())
    if rng.random() < 0.7:
        terms = tuple(WeakHypothesis(f"WL{k}", rules()) for k in range(rng.integers(1, 4)))
        hypothesis = BoostedHypothesis(terms, tuple(map(float, rng.normal(size=len(terms)))))
    return TrainedModel("boost", "urn:r#T", hypothesis, 0.3, calibration=calibration)


def test_contributions_add_up_in_the_page(chromium: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    pairs = [(model(rng, CALIBRATIONS[k % 3]), Labelled(knowledge(rng))) for k in range(12)]
    save_page(report_of(pairs), tmp_path / "random.html")
    with visit(chromium, tmp_path / "random.html") as found:
        for number, (one, data) in enumerate(pairs):
            found.page.locator(".tabs button").nth(number).click()
            found.page.wait_for_selector("html[data-ready=yes]")
            for row, expected in enumerate(one.predict(data.kb)):
                found.page.locator(".people .link").nth(row).click()
                answer = found.answer()
                assert answer["degree"] == exact(expected.degree)
                assert answer["evidence"] == exact(expected.evidence)
                if expected.probability is not None:
                    likely = exact(expected.probability)
                    assert answer["probability"] == likely
                amounts = found.page.locator("dialog tr.step").evaluate_all(
                    "all => all.map(one => Number(one.dataset.amount))"
                )
                assert sum(amounts) == pytest.approx(expected.evidence, abs=1e-9)
                found.close()
