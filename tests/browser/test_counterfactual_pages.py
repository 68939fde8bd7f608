"""What a page says would turn a decision is what ``explain`` says, and turns it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser.test_random_models import knowledge, model
from tests.browser.visits import Visit, visit
from tests.e2e.commands import Commands

from owlboost.report.html_report import report_of, save_page
from owlboost.report.views.applied import Labelled


@pytest.fixture
def owlboost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commands:
    """Run commands in a temporary folder."""
    return Commands(tmp_path, monkeypatch, capsys)


def told(found: Visit) -> list[dict[str, Any]]:
    """The changes that the explanation that is open tells."""
    found.page.wait_for_selector("dialog .nearest")
    text = found.page.locator("dialog .nearest").get_attribute("data-changes")
    changes: list[dict[str, Any]] = json.loads(text)
    return changes


def decision(found: Visit) -> str:
    return found.text("dialog [data-answer=decision] .big")


def test_the_page_of_hotels_says_what_explain_says(chromium: Any, owlboost: Commands) -> None:
    owlboost.done("demo", "-o", ".")
    flipped = 0
    with visit(chromium, owlboost.folder / "good_hotel.html") as found:
        assert "The page has it for all 60 examples." in found.text("#individuals")
        for name in ("Hotel_002", "Hotel_010", "Hotel_020", "Hotel_042"):
            said = json.loads(
                owlboost.done(
                    "explain", "good_hotel.json", "hotels.ofn", "--individual", name, "--json"
                )
            )
            found.look_up(name)
            assert told(found) == said["counterfactual"]["changes"]
            if said["counterfactual"]["found"]:
                before = decision(found)
                assert before == ("yes" if said["decision"] else "no")
                found.page.locator("dialog .nearest button").click()
                assert {before, decision(found)} == {"yes", "no"}
                for change in said["counterfactual"]["changes"]:
                    if change["kind"] != "number":
                        continue
                    slider = f"dialog input[data-property='{change['iri']}']"
                    shown = float(found.page.locator(slider).input_value())
                    assert shown == pytest.approx(change["shown"])
                flipped += 1
            found.close()
    assert flipped > 1


def test_several_values_classes_and_categories_turn_decisions_in_the_page(
    chromium: Any, tmp_path: Path
) -> None:
    rng = np.random.default_rng(7)
    pairs = [(model(rng, None), Labelled(knowledge(rng))) for _ in range(10)]
    save_page(report_of(pairs), tmp_path / "random.html")
    kinds, several = set(), 0
    with visit(chromium, tmp_path / "random.html") as found:
        for number, (one, data) in enumerate(pairs):
            found.page.locator(".tabs button").nth(number).click()
            found.page.wait_for_selector("html[data-ready=yes]")
            for row in (0, 3):
                said = one.explain(data.kb, row).as_json()["counterfactual"]
                found.page.locator(".people .link").nth(row).click()
                assert told(found) == said["changes"]
                if said["found"]:
                    before = decision(found)
                    found.page.locator("dialog .nearest button").click()
                    assert {before, decision(found)} == {"yes", "no"}
                    kinds |= {change["kind"] for change in said["changes"]}
                    several += len(said["changes"]) > 1
                found.close()
    assert kinds == {"number", "category", "class"}
    assert several > 0


def test_the_page_says_for_whom_it_was_not_sought(chromium: Any, owlboost: Commands) -> None:
    rng = np.random.default_rng(2)
    sizes = rng.normal(50, 20, 400).round(1).tolist()
    rows = [f"{size},{'yes' if size > 50 else 'no'}" for size in sizes]
    owlboost.write("sizes.csv", "\n".join(["size,good", *rows]))
    owlboost.done(
        "learn", "sizes.csv", "--target", "good=yes", "--algorithm", "foil", "-o", "m.json"
    )
    owlboost.done("report", "m.json", "sizes.csv", "-o", "sizes.html")
    bulk = json.loads(
        (owlboost.folder / "sizes.html").read_text("utf-8").split('id="bulk">')[1].split("</scr")[0]
    )
    known = bulk[0]["counterfactuals"]["rows"]
    assert len(known) == 300
    left = next(row for row in range(400) if row not in known)
    with visit(chromium, owlboost.folder / "sizes.html") as found:
        for_whom = "300 individuals: errors first, then those nearest to the threshold"
        assert for_whom in found.text("#individuals")
        found.look_up(f"row{left + 1}")
        found.page.wait_for_selector("dialog p:has-text('was not sought here')")
        found.close()
        found.look_up(f"row{known[0] + 1}")
        assert told(found)
