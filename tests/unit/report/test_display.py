"""What notebooks show: short HTML and figures."""

import pickle
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_iris

import owlboost as ob
from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.hypothesis import Inclusion
from owlboost.data.examples import Examples
from owlboost.data.fuzzy_sets import Partition
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError, ParameterError
from owlboost.evaluation.samples import hotels
from owlboost.models.calibration import Platt
from owlboost.runtime.array_types import Mask


class Balanced(HTMLParser):
    """Checks that what is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        del attrs
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_html(html: str, most: int = 20_000) -> None:
    parser = Balanced()
    parser.feed(html)
    assert not parser.open
    assert 0 < len(html) < most


@pytest.fixture(scope="module")
def examples() -> Iterator[tuple[Examples, Mask]]:
    with hotels() as path:
        yield ob.read_ontology(path).examples("Good_Hotel", scope="Hotel")


@pytest.mark.parametrize("kind", [ob.FuzzyOWLBoostClassifier, ob.FoilDLClassifier])
def test_models_and_their_parts_have_html(kind: Any, examples: tuple[Examples, Mask]) -> None:
    X, y = examples
    model = kind(n_sets=3).fit(X, y)
    concept = next(iter(model.hypothesis_.inclusions)).body
    (trained,) = model.models_
    parts: list[Any] = [concept, model.hypothesis_, trained, *ob.partitions_used(model.hypothesis_)]
    for part in parts:
        assert_html(part._repr_html_())
    assert str(trained).splitlines()[-1]
    assert "SubClassOf Good_Hotel" in str(trained)
    assert "SubClassOf Target" in str(model.hypothesis_)


def test_an_explanation_has_html_that_shows_what_rules_contribute() -> None:
    kb = KnowledgeBase.from_facts(["a"], types={"Cheap": ["a"], "R&B": ["a"]})
    both = Concept((Atom("Cheap"), Atom("R&B")))
    terms = (
        ob.RuleSet((Inclusion(both, 0.5), Inclusion(Concept((Atom("Cheap"),)), 0.25))),
        ob.RuleSet(),
    )
    for rules in terms:
        model = ob.TrainedModel("foil", "ex#Good", rules, 0.5, calibration=Platt(2.0, -1.0))
        html = model.explain(kb, "a")._repr_html_()
        assert_html(html)
        #   σ(2 · ½ − 1) = ½ and σ(−1)
        assert f"probability {0.5 if rules.n_rules else 0.2689:.4f}" in html
    html = ob.TrainedModel("foil", "ex#Good", terms[0], 0.5).explain(kb, "a")._repr_html_()
    assert "degree 0.5000, evidence 0.5000<" in html
    assert "<b>0.5000</b>" in html
    assert html.count("<b>") == 1
    assert "R&amp;B" in html


def test_runs_have_html(examples: tuple[Examples, Mask]) -> None:
    X, y = examples
    protocol = ob.Protocol(folds=2, nested=True)
    grid = [ob.FoilDL(n_sets=n_sets) for n_sets in (3, 5)]
    html = ob.evaluate(grid, X, y, folds=protocol, dataset="a < b")._repr_html_()
    assert_html(html)
    assert "a &lt; b" in html
    assert "nested" in html


def test_figures() -> None:
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = ob.FuzzyOWLBoostClassifier(n_rounds=3).fit(X, y == 1)
    degrees = model.degrees(X)
    used = ob.partitions_used(model.hypothesis_)
    assert isinstance(used[0], Partition)
    for figure in (
        ob.plot_partition(used[0]),
        ob.plot_rules(model.models_[0]),
        ob.plot_degrees(y == 1, degrees, model.threshold_),
        ob.plot_degrees(np.array([True]), np.array([1.0])),
    ):
        figure.canvas.draw()
        assert figure.axes[0].get_xlabel()
        assert figure._repr_png_().startswith(b"\x89PNG")
    assert pickle.loads(pickle.dumps(figure)).axes


def test_the_rules_of_a_classifier_are_drawn_class_by_class() -> None:
    X, y = load_iris(return_X_y=True)
    model: Any = ob.FoilDLClassifier(n_sets=3).fit(X, y)
    with pytest.raises(ParameterError, match=r"give plot_rules one of them, such as models_\[0\]"):
        ob.plot_rules(model)


def test_the_html_of_gradient_boosting_says_what_it_chose_itself(
    examples: tuple[Examples, Mask],
) -> None:
    settings = ob.GradientConcepts(n_rules=1, loss="squared", ridge=1.0)
    html = ob.evaluate(settings, *examples, folds=2)._repr_html_()
    assert "best of 1: fuzzify cmeans, sets auto, theta –<" in html


def test_names_of_classes_are_no_labels() -> None:
    for labels in (["good", "bad"], [2, 1]):
        with pytest.raises(ExamplesError, match="Labels must be true or false, not"):
            ob.plot_degrees(labels, [0.9, 0.1])
