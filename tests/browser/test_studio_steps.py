"""The other steps of the studio's page: data, question, learning, judgement, what to take away."""

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser.studios import (
    PATIENCE,
    RunningStudio,
    StudioVisit,
    hotels_in,
    studio,
    visited,
)

from owlboost.models.model_files import load

HOTELS = "https://owlboost.example/hotels#"


@pytest.fixture
def page(chromium: Any, running: RunningStudio) -> Iterator[StudioVisit]:
    """Its page."""
    with visited(chromium, running) as found:
        yield found


def rows_table(place: Path, n: int) -> Path:
    """Write a table whose rows are told apart by two numbers and a colour, with some noise."""
    colours = ("red", "green", "blue")
    lines = ["a,b,c,colour,good"]
    for row in range(n):
        a, b, c = (math.sin(row * k) * 50 + 50 for k in (1.0, 1.7, 2.3))
        colour = colours[row % 3]
        good = (a > 60 and b < 70) or (colour == "red" and c > 80) or row % 17 == 0
        lines.append(f"{a:.3f},{b:.3f},{c:.3f},{colour},{'yes' if good else 'no'}")
    path = place / "rows.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def hard_table(place: Path) -> Path:
    """Write a table that every column says a little about: learning takes a while."""
    columns, rows = 40, 2_000
    random = np.random.default_rng(0)
    values = random.normal(size=(rows, columns)).round(3)
    good = values @ random.normal(size=columns) > 0
    lines = [",".join([*(f"c{column}" for column in range(columns)), "good"])]
    lines += [
        ",".join([*map(str, row), "yes" if is_good else "no"])
        for row, is_good in zip(values.tolist(), good, strict=True)
    ]
    path = place / "hard.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@contextmanager
def hard_question(chromium: Any, place: Path) -> Iterator[StudioVisit]:
    """Open a studio that is about to learn something which takes a while."""
    source = hard_table(place)
    with studio(place, source, "--port", "0") as running, visited(chromium, running) as page:
        running.edit(kind="target", target="good=yes")
        running.edit(kind="settings", algorithm="boost", rules=40)
        yield page


def leaky_hotels(place: Path) -> Path:
    """Write hotels in which a class has exactly the good ones."""
    path = hotels_in(place)
    text = path.read_text(encoding="utf-8")
    good = re.findall(r"ClassAssertion\(:?Good_Hotel (\S+?)\)", text)
    assert len(good) > 10
    lines = [f"ClassAssertion(:Recommended {one})" for one in good]
    told = text.rstrip().removesuffix(")") + "\n".join(lines) + "\n)\n"
    leaky = place / "leaky.ofn"
    leaky.write_text(told, encoding="utf-8")
    return leaky


def test_a_file_is_uploaded_and_browsed(chromium: Any, tmp_path: Path) -> None:
    source = hotels_in(tmp_path)
    with (
        studio(tmp_path, None, "--port", "0") as running,
        visited(chromium, running) as page,
    ):
        assert page.page.locator("#step-data").get_attribute("aria-current") == "step"
        state = page.does(lambda: page.page.locator("#file").set_input_files(source))
        assert state["source"] == {"name": "hotels.ofn", "kind": "ontology"}
        page.page.wait_for_selector("#classes li", timeout=PATIENCE)
        found = running.get("/api/source")
        page.page.locator("#class-search").fill("hotel")
        shown = {tuple(one.split("\n")) for one in page.texts("#classes li")}
        expected = {
            (one["name"], str(one["count"]))
            for one in found["classes"]
            if "hotel" in one["iri"].rpartition("#")[2].lower() or "hotel" in one["iri"].lower()
        }
        assert shown == expected
        assert len(page.texts(".properties tbody tr")) == len(found["properties"])
    assert (tmp_path / "work.studio" / "sources" / "hotels.ofn").read_bytes() == source.read_bytes()


def test_the_classes_are_a_tree(page: StudioVisit) -> None:
    page.step("data")
    page.page.wait_for_selector("#classes li", timeout=PATIENCE)
    branch = page.page.locator("#classes > li > details", has_text="Accommodation").first
    if branch.get_attribute("open") is None:
        branch.locator("> summary").click()
    leaves = branch.locator("> ul > li > .leaf .classname").all_inner_texts()
    branches = branch.locator("> ul > li > details > summary .classname").all_inner_texts()
    shown = {str(one) for one in [*leaves, *branches]}
    classes = page.running.get("/api/source")["classes"]
    assert shown == {one["name"] for one in classes if f"{HOTELS}Accommodation" in one["parents"]}


def test_a_target_a_scope_and_a_suspect(chromium: Any, tmp_path: Path) -> None:
    source = leaky_hotels(tmp_path)
    with (
        studio(tmp_path, source, "--port", "0") as running,
        visited(chromium, running) as page,
    ):
        page.step("question")
        page.choose("target", "Good_Hotel")
        page.choose("scope", "Accommodation")
        state = page.in_step_with_server()
        assert state["question"]["target"] == f"{HOTELS}Good_Hotel"
        assert state["question"]["scope"] == f"{HOTELS}Accommodation"
        page.page.wait_for_selector("#suspects li", timeout=PATIENCE)
        assert "Recommended" in page.page.locator("#suspects li").first.inner_text()
        state = page.click("#suspects li button")
        assert state["question"]["hidden"] == [f"{HOTELS}Recommended"]
        page.page.wait_for_selector("#suspects:has-text('Nothing gives')", timeout=PATIENCE)
        state = page.click(f"[id='hidden-{HOTELS}Recommended']")
        assert state["question"]["hidden"] == []
        page.choose("hide", "Recommended")
        assert page.in_step_with_server()["question"]["hidden"] == [f"{HOTELS}Recommended"]


def test_what_was_chosen_is_told_and_leaves_its_field(page: StudioVisit) -> None:
    page.step("question")
    page.choose("target", "Superior_Hotel")
    page.choose("scope", "Hotel")
    page.choose("hide", "pets")
    page.in_step_with_server()
    told = page.page.locator("#chosen-target span").inner_text()
    assert told == "Learn Superior_Hotel (15) among Hotel (38)."
    fields = [page.page.locator(one).input_value() for one in ("#target", "#scope", "#hide")]
    assert fields == ["", "", ""]
    assert page.page.locator("#scope").get_attribute("placeholder") == "Hotel"
    page.click("#no-scope")
    told = page.page.locator("#chosen-target span").inner_text()
    assert told == "Learn Superior_Hotel (15 of 75)."


def test_examples_are_marked_by_hand(page: StudioVisit) -> None:
    page.step("question")
    page.page.locator("summary", has_text="Mark examples").click()
    page.page.locator("#mark-search").fill("Hotel_00")
    row = f"{HOTELS}Hotel_001"
    page.page.wait_for_selector(f"[data-individual='{row}']")
    state = page.click(f"[id='mark-for-{row}']")
    assert state["question"]["marks"] == {row: True}
    state = page.click(f"[id='mark-against-{row}']")
    assert state["question"]["marks"] == {row: False}
    held = page.page.locator(f"[id='mark-against-{row}']")
    assert held.get_attribute("aria-pressed") == "true"
    assert page.click(f"[id='mark-against-{row}']")["question"]["marks"] == {}


def test_settings_are_changed(page: StudioVisit) -> None:
    page.step("learn")
    page.page.wait_for_selector("#algorithm")

    def chosen(field: str, value: str) -> Any:
        return page.does(lambda: page.page.locator(f"#{field}").select_option(value))

    def written(field: str, value: str) -> Any:
        def write() -> None:
            page.page.locator(f"#{field}").fill(value)
            page.page.locator(f"#{field}").press("Tab")

        return page.does(write)

    assert chosen("algorithm", "foil")["settings"]["algorithm"] == "foil"
    assert "one by one" in page.page.locator("#algorithm-help").inner_text()
    assert written("rules-most", "7")["settings"]["rules"] == 7
    assert page.click("#rules-most-auto")["settings"]["rules"] == "auto"
    assert written("conjuncts", "4")["settings"]["max_conjuncts"] == 4
    page.page.locator("#settings-more summary").click()
    assert chosen("sets", "5")["settings"]["sets"] == 5
    assert chosen("logic", "product")["settings"]["logic"] == "product"
    assert chosen("fuzzify", "quantile")["settings"]["fuzzify"] == "quantile"
    assert written("depth", "2")["settings"]["max_depth"] == 2
    assert written("seed", "11")["settings"]["seed"] == 11
    assert page.page.locator("#settings-more").get_attribute("open") is not None


def test_learning_is_watched_and_stopped(chromium: Any, tmp_path: Path) -> None:
    with hard_question(chromium, tmp_path) as page:
        page.step("learn")
        page.page.locator("#learn-now:not([disabled])").click()
        page.page.wait_for_selector("#stop", timeout=PATIENCE)
        page.page.wait_for_selector(".arriving li", timeout=10 * PATIENCE)
        assert page.running.state()["fit"] is not None
        page.page.locator("#stop").click()
        page.page.wait_for_selector("#learn-now", timeout=10 * PATIENCE)
        state = page.in_step_with_server()
        rounds = {one["term"] for one in state["draft"]["rules"] if not one["is_top"]}
        assert 1 <= len(rounds) < 40
        # once more, and thrown away
        page.page.locator("#learn-now").click()
        page.page.wait_for_selector("#cancel", timeout=PATIENCE)
        page.page.locator("#cancel").click()
        page.page.wait_for_selector("#learn-now", timeout=PATIENCE)
        assert page.running.state()["draft"] == state["draft"]


def judged(page: StudioVisit) -> Any:
    """Wait for the judgement of the newest state, and return it."""
    number = page.in_step_with_server()["number"]
    for _ in range(600):
        found = page.running.get("/api/judgement", number=number)
        if not found["pending"] and found["number"] == number and found["held_out"]:
            return found
        page.page.wait_for_timeout(50)
    pytest.fail("nothing was judged")


def test_an_edit_is_judged_at_once(page: StudioVisit) -> None:
    page.step("rules")
    rule = next(one for one in page.in_step_with_server()["draft"]["rules"] if one["parts"])
    page.click(f"#delete-{rule['id']}")
    found = judged(page)
    assert found["changed"] > 0
    shown = page.page.locator("#strip [data-measure=changed] .big")
    page.page.wait_for_function(
        "([element, text]) => element.textContent === text",
        arg=[shown.element_handle(), str(found["changed"])],
    )
    page.step("judge")
    page.page.wait_for_selector("#measures")
    for key in ("threshold_F1", "AUC"):
        cells = page.texts(f"#measures [data-measure={key}] td")
        held, examples = found["held_out"]["mean"], found["measures"]
        before = found["before"]
        assert float(cells[0]) == pytest.approx(held[key], abs=5e-4)
        assert float(cells[1]) == pytest.approx(before["held_out"]["mean"][key], abs=5e-4)
        assert float(cells[3]) == pytest.approx(examples[key], abs=5e-4)
        assert float(cells[4]) == pytest.approx(before["measures"][key], abs=5e-4)
    names = page.texts(".changes tbody th")
    assert names == [one["name"] for one in found["changes"]]


def test_a_threshold_is_kept(page: StudioVisit) -> None:
    page.step("judge")
    page.page.wait_for_selector("input.threshold", timeout=PATIENCE)
    page.page.locator("input.threshold").evaluate(
        "(one) => { one.value = 0.75; one.dispatchEvent(new Event('input', { bubbles: true })) }"
    )
    assert page.click("#keep-threshold")["draft"]["threshold"] == 0.75


def test_versions_are_saved_compared_and_returned_to(page: StudioVisit) -> None:
    page.step("take")

    def saved() -> None:
        page.page.locator("#version-name").fill("First")
        page.page.locator("#save-version").click()

    before = page.does(saved)
    (version,) = before["versions"]
    assert version["name"] == "First"
    page.step("rules")
    rule = next(one for one in before["draft"]["rules"] if one["parts"])
    page.click(f"#delete-{rule['id']}")
    page.step("judge")
    page.page.wait_for_selector("#compared tr.only", timeout=PATIENCE)
    only = page.page.locator("#compared tr.only")
    assert only.locator("th").all_inner_texts() == [rule["words"]]
    found = page.running.get("/api/compare", a=version["number"], b="draft")
    assert len(page.texts("#compared .wraps tbody tr")) == len(found["rules"])
    page.step("take")
    after = page.click(f"#return-{version['number']}")
    assert after["draft"]["rules"] == before["draft"]["rules"]


def test_rules_are_exported_and_reported(page: StudioVisit, tmp_path: Path) -> None:
    page.step("take")
    page.page.wait_for_selector("#export-format")
    formats = page.running.get("/api/formats")
    offered = page.page.locator("#export-format option")
    assert [one.get_attribute("value") for one in offered.all()] == [one["name"] for one in formats]
    with page.page.expect_download() as waiting:
        page.page.locator("#export").click()
    model = tmp_path / "model.json"
    waiting.value.save_as(model)
    (kept,) = [
        one
        for one in (page.running.folder / "exports").iterdir()
        if one.name == waiting.value.suggested_filename
    ]
    assert kept.read_bytes() == model.read_bytes()
    state = page.in_step_with_server()
    assert load(model).threshold == state["draft"]["threshold"]
    page.page.locator("#export-format").select_option("manchester")
    with page.page.expect_download() as waiting:
        page.page.locator("#export").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8")
    for rule in state["draft"]["rules"]:
        assert rule["is_top"] or rule["parts"][0]["manchester"] in text
    with page.page.expect_download() as waiting:
        page.page.locator("#report").click()
    report = Path(waiting.value.path()).read_text(encoding="utf-8")
    assert '"owlboost/report"' in report


def test_the_command_is_shown_and_copied(chromium: Any, running: RunningStudio) -> None:
    with visited(chromium, running, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.step("take")
        page.page.wait_for_selector("#command")
        command = running.get("/api/command")["command"]
        assert page.page.locator("#command").inner_text() == command
        page.page.locator("#copy-command").click()
        page.page.wait_for_selector(".toast:has-text('copied')")
        assert page.page.evaluate("navigator.clipboard.readText()") == command
