"""The page of a model in Chromium: what it shows is what the model says."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser.visits import Visit, exact, violations, visit

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation.samples import hotels
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel
from owlboost.report.html_report import report_of, save_page
from owlboost.report.views.applied import Labelled
from owlboost.runtime.sparse_rows import Values
from owlboost.sources.ontology_source import read_ontology

PRICE = "https://owlboost.example/hotels#hasPrice"


@dataclass(frozen=True)
class Hotels:
    """The hotels, a model of good ones, and its page."""

    model: TrainedModel
    data: Labelled
    view: Any
    path: Path

    def cost(self, name: str, price: float) -> KnowledgeBase:
        """The same knowledge, but one hotel has another price."""
        kb = self.data.kb
        number = kb.vocabulary.data_properties.id(PRICE)
        old = kb.numbers[number]
        at = kb.individuals.id(f"https://owlboost.example/hotels#{name}")
        values = old.values.copy()
        values[old.indptr[at]] = price
        return replace(kb, numbers={**kb.numbers, number: Values(old.indptr.copy(), values)})


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Hotels:
    """Learn what a good hotel is, and write the page."""
    with hotels() as file:
        ontology = read_ontology(file)
    X, positive = ontology.examples("Good_Hotel", scope="Accommodation")
    model = train(X.problem(positive), GradientConcepts(max_conjuncts=2, n_rules=5))
    data = Labelled(X.source.knowledge_base(), X.individuals, positive)
    view = report_of([(model, data)])
    path = tmp_path_factory.mktemp("report") / "hotels.html"
    save_page(view, path)
    return Hotels(model, data, view["models"][0], path)


@pytest.fixture
def page(chromium: Any, good: Hotels) -> Iterator[Visit]:
    """The page of the hotels, open; it must not complain, nor ask for anything."""
    with visit(chromium, good.path) as found:
        yield found


def test_cards_show_the_weights_of_all_rules(page: Visit, good: Hotels) -> None:
    rules = {number: one for number, one in enumerate(good.view["rules"]) if not one["is_top"]}
    assert page.page.locator(".card").count() == len(rules)
    for number, rule in rules.items():
        card = f".card[data-rule='{number}']"
        shown = page.text(f"{card} .cardhead .big").replace("−", "-")
        assert float(shown) == round(rule["weight"], 3)
        assert page.text(f"{card} .manchester") == rule["manchester"]
        seen = rule["seen"]["precision"]
        assert f"{seen['count']} of {seen['of']}" in page.text(f"{card} .facts")


def test_a_rule_shows_whom_it_covers(page: Visit, good: Hotels) -> None:
    number = next(n for n, one in enumerate(good.view["rules"]) if not one["is_top"])
    seen = good.view["rules"][number]["seen"]
    page.page.locator(f".card[data-rule='{number}'] .actions button").first.click()
    covered = seen["positives"] + seen["negatives"]
    assert page.text("[role=status]").startswith(f"{covered} of ")
    assert page.page.locator(".chips .chip").count() == 1
    page.page.locator(".chips .chip").click()
    assert page.text("[role=status]").startswith(f"{good.data.examples.size} of ")


def test_the_head_shows_the_measures_of_the_model(page: Visit, good: Hotels) -> None:
    found = good.model.measure(good.data.kb, good.data.labels == 1)
    examples = good.data.examples
    assert examples.size < len(good.data.kb.individuals)
    measures = {one["name"]: one["value"] for one in good.view["decisions"]["measures"]}
    assert float(page.text(".top [data-measure=AUC] dd")) == round(measures["AUC"], 3)
    assert float(page.text(".top [data-measure=F1] dd")) == round(measures["F1"], 3)
    assert found.recall == pytest.approx(measures["recall"])  # all positives are examples


def test_every_individual_has_the_degree_that_predict_gives(page: Visit, good: Hotels) -> None:
    for one in good.model.predict(good.data.kb, ["Hotel_001", "Hotel_010", "Hotel_042"]):
        name = one.individual.rpartition("#")[2]
        page.look_up(name)
        answer = page.answer()
        assert answer["degree"] == exact(one.degree)
        assert answer["evidence"] == exact(one.evidence)
        assert answer["probability"] == exact(one.probability)
        page.close()


def test_a_slider_computes_what_predict_would_say(page: Visit, good: Hotels) -> None:
    page.look_up("Hotel_010")
    before = page.answer()
    for wanted in (50.0, 79.0, 140.5):
        price = page.set_range(f"dialog input[data-property='{PRICE}']", wanted)
        (expected,) = good.model.predict(good.cost("Hotel_010", price), ["Hotel_010"])
        found = page.answer()
        assert found["degree"] == exact(expected.degree)
        assert found["evidence"] == exact(expected.evidence)
        assert found["probability"] == exact(expected.probability)
    page.page.locator("dialog button", has_text="Back to the real values").click()
    assert page.answer() == before


def test_one_value_alone_that_is_said_to_flip_the_decision_does(page: Visit, good: Hotels) -> None:
    """Where the threshold was moved, nothing was sought before, so the page looks itself."""
    threshold = page.set_range("input.threshold", 0.5)
    assert threshold != good.model.threshold
    flipped = 0
    for number in (2, 3, 5, 10, 20):
        name = f"Hotel_{number:03d}"
        page.look_up(name)
        page.page.wait_for_selector("dialog p:has-text('is known for the fitted threshold')")
        (now,) = good.model.predict(good.data.kb, [name])
        for flip in page.page.locator("dialog .flips li[data-flip=number]").all():
            price = float(flip.get_attribute("data-after"))
            (then,) = good.model.predict(good.cost(name, price), [name])
            assert (then.degree >= threshold) != (now.degree >= threshold)
            flipped += 1
        page.close()
    assert flipped > 0


def test_the_threshold_moves_the_confusion_table(page: Visit, good: Hotels) -> None:
    at = good.data.examples
    degrees = good.model.degrees(good.data.kb)[at]
    for wanted in (0.05, 0.5, 0.95):
        threshold = page.set_range("input.threshold", wanted)
        yes = degrees >= threshold
        expected = {
            "TP": int((yes & good.data.positive).sum()),
            "FP": int((yes & ~good.data.positive).sum()),
            "FN": int((~yes & good.data.positive).sum()),
            "TN": int((~yes & ~good.data.positive).sum()),
        }
        for outcome, count in expected.items():
            cell = page.text(f".confusion [data-outcome={outcome}] .number")
            assert int(cell) == count
        precision = page.text(".live [data-measure=precision] dd")
        hits = expected["TP"] + expected["FP"]
        assert float(precision) == pytest.approx(expected["TP"] / hits, abs=5e-4)


def test_errors_can_be_chosen(page: Visit, good: Hotels) -> None:
    page.set_range("input.threshold", 1.0)
    missed = int(page.text(".confusion [data-outcome=FN] .number"))
    degrees = good.model.degrees(good.data.kb)[good.data.examples]
    assert missed == int((degrees[good.data.positive] < 1.0).sum())
    assert missed > 0
    page.page.locator(".confusion [data-outcome=FN]").click()
    assert page.text("[role=status]").startswith(f"{missed} of ")
    assert page.page.locator(".people tr.wrong").count() == missed


def test_columns_sort(page: Visit, good: Hotels) -> None:
    page.page.locator("th[data-column=evidence] button").click()
    shown = [float(one.replace("−", "-")) for one in page.texts(".people tbody td:nth-child(5)")]
    expected = np.sort(good.model.evidence(good.data.kb)[good.data.examples])[::-1]
    assert shown == pytest.approx(expected[: len(shown)].tolist(), abs=5e-5)
    head = page.page.locator("th[data-column=evidence]")
    assert head.get_attribute("aria-sort") == "descending"


def test_the_keyboard_is_enough(page: Visit) -> None:
    page.page.locator("input[type=search]").focus()
    page.page.keyboard.type("Hotel_010")
    for _ in range(3):  # to the choice of whom to show, the table, and the first of its columns
        page.page.keyboard.press("Tab")
    page.page.locator(".people .link").first.focus()
    page.page.keyboard.press("Enter")
    assert page.text("dialog[open] h2") == "Hotel_010"
    slider = page.page.locator(f"dialog input[data-property='{PRICE}']")
    slider.focus()
    before = float(slider.input_value())
    page.page.keyboard.press("ArrowRight")
    assert float(slider.input_value()) > before
    page.close()


@pytest.mark.parametrize("width", [360, 390, 768])
def test_nothing_is_wider_than_a_phone(chromium: Any, good: Hotels, width: int) -> None:
    with visit(chromium, good.path, viewport={"width": width, "height": 800}) as found:
        wide = "document.documentElement.scrollWidth - innerWidth"
        assert found.page.evaluate(wide) <= 0
        found.page.locator(".people .link").first.click()
        assert (
            found.page.evaluate(
                "(one => one.scrollWidth - one.clientWidth)(document.querySelector('.drawer'))"
            )
            <= 0
        )


def test_colours_follow_the_system_and_the_button(chromium: Any, good: Hotels) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    with visit(chromium, good.path, color_scheme="dark") as found:
        dark = found.page.evaluate(colour)
        found.page.locator(".theme").click()
        light = found.page.evaluate(colour)
    with visit(chromium, good.path, color_scheme="light") as found:
        assert found.page.evaluate(colour) == light
        found.page.locator(".theme").click()
        assert found.page.evaluate(colour) == dark
    assert dark != light


def test_on_paper_there_are_no_buttons(chromium: Any, good: Hotels) -> None:
    with visit(chromium, good.path) as found:
        found.page.emulate_media(media="print")
        assert not found.page.locator("nav").is_visible()
        assert not found.page.locator(".theme").is_visible()
        assert found.page.locator(".card").first.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(chromium: Any, good: Hotels, scheme: str) -> None:
    with visit(chromium, good.path, color_scheme=scheme) as found:
        found.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
        assert violations(found.page) == set()
        found.page.locator(".people .link").nth(3).click()
        found.page.wait_for_selector("dialog .nearest")
        assert violations(found.page) == set()
