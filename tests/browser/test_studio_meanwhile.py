"""Pages of the studio meanwhile: answers that come late, and hands that are quick."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.browser.studios import PATIENCE, RunningStudio, StudioVisit, visited
from tests.browser.test_studio_rules import corner, first_rule, points, rule_of
from tests.browser.test_studio_steps import hard_question

HOTELS = "https://owlboost.example/hotels#"


@pytest.fixture
def page(chromium: Any, running: RunningStudio) -> Iterator[StudioVisit]:
    """Its page, at the rules."""
    with visited(chromium, running) as found:
        found.step("rules")
        yield found


class Held:
    """Answers to edits that are held back until a test lets them go."""

    def __init__(self, page: StudioVisit) -> None:
        self._page = page.page
        self._waiting: list[Any] = []
        self._free = False
        self._page.route("**/api/edits", self._came)

    def _came(self, route: Any) -> None:
        if self._free:
            route.continue_()
        else:
            self._waiting.append(route)

    def arrived(self, number: int = 1) -> None:
        """Wait until so many edits have been sent."""
        for _ in range(PATIENCE // 20):
            if len(self._waiting) >= number:
                return
            self._page.wait_for_timeout(20)
        pytest.fail(f"there were {len(self._waiting)} edits, not {number}")

    def let_go(self) -> None:
        """Pass on everything that was held back, and hold back nothing more."""
        self._free = True
        for route in self._waiting:
            route.continue_()


def alarm(page: StudioVisit) -> str:
    """What the page complains about."""
    return str(page.page.locator("[role=alert]").inner_text())


def test_an_answer_that_comes_late_does_not_begin_learning_again(
    chromium: Any, tmp_path: Path
) -> None:
    with hard_question(chromium, tmp_path) as page:
        page.step("learn")
        page.page.locator("#learn-now").click()
        page.page.wait_for_selector("#stop", timeout=PATIENCE)
        late: list[Any] = []
        page.page.route("**/api/edits", lambda route: late.append((route, route.fetch())))
        page.page.locator("#conjuncts").fill("4")
        page.page.locator("#conjuncts").press("Tab")
        for _ in range(PATIENCE // 20):
            if late:
                break
            page.page.wait_for_timeout(20)
        ((route, answer),) = late
        assert json.loads(answer.body())["state"]["fit"] is not None
        page.running.post("/api/fit/cancel")
        page.page.wait_for_selector("#learn-now", timeout=PATIENCE)
        route.fulfill(response=answer)
        page.page.wait_for_timeout(500)
        assert page.page.locator("#learn-now").count() == 1
        assert page.page.locator("#stop").count() == 0


def test_what_is_no_answer_is_told_and_later_edits_are_made(page: StudioVisit) -> None:
    rule = first_rule(page.in_step_with_server())
    page.page.route("**/api/edits", lambda route: route.fulfill(status=200, body="<html>"))
    page.page.locator(f"#pin-{rule['id']}").click()
    page.page.wait_for_selector("[role=alert] p", timeout=PATIENCE)
    assert "not the studio" in alarm(page)
    page.page.unroute("**/api/edits")
    assert rule_of(page.click(f"#pin-{rule['id']}"), rule["id"])["pinned"] is True
    assert alarm(page) == ""


def test_a_double_click_removes_one_condition(page: StudioVisit) -> None:
    rule = first_rule(page.in_step_with_server(), parts=2)
    state = page.running.edit(kind="condition-added", rule=rule["id"], text="Hostel")
    before = [one["words"] for one in rule_of(state, rule["id"])["parts"]]
    assert len(before) == 3
    page.in_step_with_server()
    held = Held(page)
    away = page.page.locator(f"#part-{rule['id']}-0")
    away.dblclick()
    held.arrived()
    page.does(held.let_go)
    page.click(f"#pin-{rule['id']}")  # comes after all that the clicks asked for
    after = rule_of(page.in_step_with_server(), rule["id"])
    assert [one["words"] for one in after["parts"]] == before[1:]
    assert alarm(page) == ""


def test_a_double_click_begins_learning_once_and_without_an_alarm(page: StudioVisit) -> None:
    page.step("learn")
    begun: list[str] = []
    page.page.on("request", lambda one: begun.append(one.url) if one.url.endswith("fit") else None)
    page.page.locator("#learn-now").evaluate("(one) => { one.click(); one.click(); }")
    page.page.wait_for_selector("#stop", timeout=PATIENCE)
    assert len(begun) == 1
    assert alarm(page) == ""


def test_undo_right_after_a_key_takes_that_key_back(page: StudioVisit) -> None:
    before = page.in_step_with_server()
    corner(page, 1).focus()
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("Control+z")
    page.running.wait_until(lambda one: one["number"] == before["number"] + 2)
    after = page.in_step_with_server()
    assert after["draft"] == before["draft"]
    assert after["can_redo"] is True
    page.page.wait_for_timeout(700)  # nothing more is sent afterwards
    assert page.running.state()["number"] == after["number"]


def test_a_corner_that_is_moved_on_while_an_edit_is_sent_stays_below_the_hand(
    page: StudioVisit,
) -> None:
    before = points(page.in_step_with_server())
    held = Held(page)
    corner(page, 1).focus()
    page.page.keyboard.press("ArrowRight")
    held.arrived()
    page.page.keyboard.press("ArrowRight")
    page.does(held.let_go)
    assert float(corner(page, 1).get_attribute("aria-valuenow")) == round(before[1]) + 2
    page.page.keyboard.press("ArrowRight")
    for _ in range(PATIENCE // 50):  # the browser must go on meanwhile, to let edits go
        page.page.wait_for_timeout(50)
        if points(page.running.state())[1] == round(before[1]) + 3:
            break
    assert points(page.in_step_with_server())[1] == round(before[1]) + 3
    assert float(corner(page, 1).get_attribute("aria-valuenow")) == round(before[1]) + 3


def test_why_nothing_can_be_judged_is_told(chromium: Any, running: RunningStudio) -> None:
    with visited(chromium, running, troubled=True) as page:
        page.step("rules")
        rule = next(
            one for one in page.in_step_with_server()["draft"]["rules"] if "Price" in str(one)
        )
        running.edit(kind="hide", names=["hasPrice"])
        page.page.wait_for_selector("#strip:has-text('hasPrice')", timeout=PATIENCE)
        said = page.page.locator("#strip").inner_text()
        assert said == running.get("/api/judgement")["error"]
        page.step("judge")
        assert said in page.page.locator("main").inner_text()
        running.edit(kind="undo")
        page.page.wait_for_selector("#measures", timeout=PATIENCE)
        assert said not in page.page.locator("main").inner_text()
        assert rule["parts"]


def test_who_changed_is_linked_only_if_somebody_did(page: StudioVisit) -> None:
    changed = page.page.locator("#strip [data-measure=changed]")
    changed.wait_for(timeout=PATIENCE)
    page.page.wait_for_selector("#strip:has-text('F1 held out')", timeout=PATIENCE)
    assert changed.locator(".big").inner_text() == "0"
    assert page.page.locator("#strip-judge").count() == 0
    rule = first_rule(page.in_step_with_server())
    page.click(f"#delete-{rule['id']}")
    page.page.wait_for_selector("#strip-judge", timeout=PATIENCE)
    assert changed.locator(".big").inner_text() != "0"


def test_names_of_sets_stand_above_their_curves(page: StudioVisit) -> None:
    page.running.edit(kind="rule-added", text="hasPrice some hasPrice_L", weight=0.5)
    page.in_step_with_server()
    figure = page.page.locator(f"[data-property='{HOTELS}hasPrice']")
    figure.locator(".curvename").nth(1).wait_for(timeout=PATIENCE)
    names, corners, (drawing,) = figure.evaluate(  # at one moment: the page may move meanwhile
        """figure => [".curvename", ".corner", "svg"].map(kind => Array.from(
            figure.querySelectorAll(kind), one => one.getBoundingClientRect().toJSON()))"""
    )
    assert len(names) == 2
    top = min(one["y"] for one in corners)
    assert all(one["y"] + one["height"] <= top + 1 for one in names)
    assert all(one["y"] >= drawing["y"] for one in names)
    first, second = sorted(names, key=lambda one: float(one["y"]))
    assert first["y"] + first["height"] <= second["y"] + 4  # one line each


def test_what_becomes_of_weights_is_told_before_learning_and_is_so(page: StudioVisit) -> None:
    kept, lost = [one for one in page.in_step_with_server()["draft"]["rules"] if one["parts"]][:2]
    for rule in (kept, lost):
        field = page.page.locator(f"#weight-{rule['id']}")
        field.fill("0.123")
        page.does(partial(field.press, "Enter"))
    page.click(f"#pin-{kept['id']}")
    page.running.edit(kind="threshold", threshold=0.4)
    page.step("learn")
    page.in_step_with_server()
    assert page.page.locator("#fate").inner_text() == (
        "When you learn again: 1 pinned rule stays, and so does the weight that you set; 1 weight "
        "that you set without a pin is fitted again; a threshold is chosen again."
    )
    before = page.running.state()["number"]
    page.page.locator("#learn-now").click()
    after = page.running.wait_until(lambda one: one["fit"] is None and one["number"] > before)
    mine = rule_of(after, kept["id"])
    assert (mine["weight"], mine["weight_set"]) == (0.123, True)
    assert [one["id"] for one in after["draft"]["rules"] if one["weight_set"]] == [kept["id"]]
    assert after["draft"]["threshold_set"] is False


def test_labels_of_those_to_be_marked_follow_the_question(page: StudioVisit) -> None:
    page.step("question")
    page.page.locator("summary", has_text="Mark examples").click()
    page.page.locator("#mark-search").fill("Hotel_010")
    row = page.page.locator(f"[data-individual='{HOTELS}Hotel_010']")
    row.locator(".tag.for").wait_for(timeout=PATIENCE)
    page.running.edit(kind="target", target="Hostel")
    page.in_step_with_server()
    row.locator(".tag.against").wait_for(timeout=PATIENCE)
    page.click(f"[id='mark-for-{HOTELS}Hotel_010']")
    row.locator(".tag.for").wait_for(timeout=PATIENCE)


def test_progress_is_not_read_out_second_by_second(page: StudioVisit) -> None:
    page.step("learn")
    page.page.evaluate(
        """() => {
          window.said = new Set();
          new MutationObserver(() => {
            const live = document.querySelector("main [role=status]");
            if (live) window.said.add(live.textContent);
          }).observe(document.querySelector("main"), { childList: true, subtree: true });
        }"""
    )
    before = page.running.state()["number"]
    page.page.locator("#learn-now").click()
    page.running.wait_until(lambda one: one["fit"] is None and one["number"] > before)
    said = set(page.page.evaluate("[...window.said]")) - {""}
    assert said <= {
        "Waiting for its turn",
        "Reading the data",
        "Trying sizes on examples held out",
        "Learning",
    }
    assert len(said) > 1


def test_another_version_of_the_same_number_is_compared_anew(page: StudioVisit) -> None:
    rules = [one for one in page.in_step_with_server()["draft"]["rules"] if one["parts"]]
    page.running.edit(kind="version", name="Whole")
    page.running.edit(kind="version", name="Again")
    page.step("judge")
    page.page.wait_for_selector("#compare-b", timeout=PATIENCE)
    page.page.locator("#compare-a").select_option("1")
    page.page.locator("#compare-b").select_option("2")
    page.page.wait_for_selector("#compared th:has-text('Again')", timeout=PATIENCE)
    assert page.page.locator("#compared tr.only").count() == 0
    page.running.edit(kind="undo")
    page.running.edit(kind="rule-removed", rule=rules[0]["id"])
    page.running.edit(kind="version", name="Less")
    page.in_step_with_server()
    page.page.locator("#compare-b").select_option("2")
    page.page.wait_for_selector("#compared tr.only", timeout=PATIENCE)
    assert page.texts("#compared tr.only th") == [rules[0]["words"]]


def test_a_proposal_that_is_pointed_at_stays_so_when_proposals_come_again(
    page: StudioVisit,
) -> None:
    box = page.page.locator("#add-rule")
    box.fill("pool")
    first = page.page.locator("#add-rule-list [role=option]").first
    first.filter(has_text="pool").wait_for(timeout=PATIENCE)
    box.press("ArrowDown")
    assert first.get_attribute("aria-selected") == "true"
    with page.page.expect_response("**/api/suggest*"):
        box.dispatch_event("input")
    page.page.wait_for_timeout(200)
    assert first.get_attribute("aria-selected") == "true"
    assert box.get_attribute("aria-activedescendant") == first.get_attribute("id")
