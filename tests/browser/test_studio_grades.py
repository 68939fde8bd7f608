"""The studio where the answer is a degree, and where numbers are dates."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser.studios import PATIENCE, studio, visited
from tests.dates import days, table_of

from owlboost.evaluation.samples import write_hotel_ratings


def test_a_graded_target_is_learned_edited_and_judged(chromium: Any, tmp_path: Path) -> None:
    source = tmp_path / "ratings.csv"
    write_hotel_ratings(source)
    with (
        studio(tmp_path, source, "--port", "0") as running,
        visited(chromium, running) as page,
    ):
        page.step("question")
        field = page.page.locator("#target")

        def asked() -> None:
            field.fill("rating")
            page.page.locator("#target-do").click()

        assert page.does(asked)["question"]["target"] == "rating"
        page.step("learn")
        running.edit(kind="settings", rules=3, max_conjuncts=1)
        page.page.locator("#learn-now").click()
        running.wait_until(lambda one: one["draft"] is not None and one["fit"] is None)
        state = page.in_step_with_server()
        page.step("rules")
        page.page.wait_for_selector("#strip:has-text('held out')", timeout=PATIENCE)
        shown = page.texts("#strip [data-measure] dt")
        assert shown == [
            "Squared error on the examples", "Squared error held out", "R² held out", "Changed",
        ]  # fmt: skip
        rule = next(one for one in state["draft"]["rules"] if one["parts"])
        page.click(f"#delete-{rule['id']}")
        page.page.wait_for_selector("#strip-judge", timeout=PATIENCE)
        page.page.locator("#strip-judge").click()
        page.page.wait_for_selector("#measures", timeout=PATIENCE)
        page.page.wait_for_selector("[aria-busy=false] #measures", timeout=PATIENCE)
        found = running.get("/api/judgement")
        rows = page.page.locator("#measures tbody tr")
        names = [rows.nth(at).get_attribute("data-measure") for at in range(rows.count())]
        assert names == ["MSE", "MAE", "R2", "Spearman", "fuzzy_F1"]
        cells = page.texts("#measures [data-measure=MSE] td")
        assert float(cells[0]) == pytest.approx(found["held_out"]["mean"]["MSE"], abs=5e-4)
        assert float(cells[3]) == pytest.approx(found["measures"]["MSE"], abs=5e-4)
        larger = page.page.locator("#measures [data-measure=MSE] .worse")
        assert larger.count() == 2  # without a rule, held out and on the examples
        assert all(one.startswith("▲ +") for one in larger.all_inner_texts())
        assert page.texts(".changes thead th") == ["Individual", "Degree"]
        page.page.wait_for_selector("#grades circle.dot", timeout=PATIENCE)
        assert page.page.locator("#decisions").count() == 0
        assert page.page.locator("#step-judge .stepnote").inner_text().startswith("error 0.")
        page.click("#undo")
        assert running.state()["draft"] == state["draft"]


def test_dates_are_shown_as_dates(chromium: Any, tmp_path: Path) -> None:
    table_of(tmp_path)
    with (
        studio(tmp_path, tmp_path / "hotels.csv", "--port", "0") as running,
        visited(chromium, running) as page,
    ):
        page.step("data")
        page.page.wait_for_selector(".properties tbody tr", timeout=PATIENCE)
        row = page.page.locator(".properties tr", has=page.page.locator("th", has_text="built"))
        first, *_, last = map(str, days())
        assert row.locator("td").all_inner_texts()[-1] == f"{first} to {last}"
        running.edit(kind="target", target="good=true")
        state = running.edit(kind="rule-added", text="built some built_H", weight=1.0)
        (late,) = state["draft"]["sets"]
        page.step("rules")
        page.in_step_with_server()
        handle = page.page.locator(f".handle[data-set='{late['name']}']").first
        page.page.wait_for_selector(".handle[aria-valuetext*='-']", timeout=PATIENCE)
        assert handle.get_attribute("aria-valuetext").startswith("not at all ")
        said = [one.get_attribute("aria-valuetext") for one in page.page.locator(".handle").all()]
        assert all(re.search(r" (19|20)\d\d-\d\d-\d\d$", one) for one in said)
        beside = page.texts(".pointof .small:not(.soft)")
        assert beside == [one.rpartition(" ")[2] for one in said]
