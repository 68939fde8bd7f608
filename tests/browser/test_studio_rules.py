"""Rules that are changed in the studio's page: what is clicked is what the server has."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.browser.studios import (
    RunningStudio,
    StudioVisit,
    visited,
)

PRICE = "https://owlboost.example/hotels#hasPrice"


@pytest.fixture
def page(chromium: Any, running: RunningStudio) -> Iterator[StudioVisit]:
    """Its page, at the rules."""
    with visited(chromium, running) as found:
        found.step("rules")
        yield found


def rule_of(state: Any, id: str) -> Any:
    """Return a rule of the draft; None if it is not there."""
    return next((one for one in state["draft"]["rules"] if one["id"] == id), None)


def first_rule(state: Any, *, parts: int = 1) -> Any:
    """Return the first rule with at least some conditions."""
    return next(one for one in state["draft"]["rules"] if len(one["parts"]) >= parts)


def test_each_rule_has_a_card_with_its_weight_and_its_conditions(page: StudioVisit) -> None:
    rules = [one for one in page.in_step_with_server()["draft"]["rules"] if not one["is_top"]]
    assert page.page.locator("#rule-cards > li").count() == len(rules) > 1
    for rule in rules:
        card = page.page.locator(f"#rule-cards > [data-rule='{rule['id']}']")
        weight = float(card.locator(".weightfield").input_value())
        assert weight == pytest.approx(rule["weight"], rel=1e-5)
        assert card.locator(".words").inner_text() == rule["words"]
        assert card.locator(".manchester").inner_text() == rule["manchester"]
        shown = [one.split("\n")[0].strip() for one in card.locator(".condition").all_inner_texts()]
        assert shown == [part["words"] for part in rule["parts"]]


def test_a_rule_is_pinned_and_stays_when_the_rest_is_learned_again(page: StudioVisit) -> None:
    rule = first_rule(page.in_step_with_server())
    state = page.click(f"#pin-{rule['id']}")
    assert rule_of(state, rule["id"])["pinned"] is True
    assert page.page.locator(f"#pin-{rule['id']}").get_attribute("aria-pressed") == "true"
    page.step("learn")
    assert "1 pinned rule stays" in page.page.locator("#fit").inner_text()
    page.page.locator("#learn-now").click()
    after = page.running.wait_until(
        lambda one: one["fit"] is None and one["number"] > state["number"]
    )
    kept = [one["manchester"] for one in after["draft"]["rules"] if one["pinned"]]
    assert kept == [rule["manchester"]]


def test_a_forbidden_rule_leaves_and_may_come_back(page: StudioVisit) -> None:
    rule = first_rule(page.in_step_with_server())
    state = page.click(f"#forbid-{rule['id']}")
    assert rule_of(state, rule["id"]) is None
    assert [one["words"] for one in state["draft"]["forbidden"]] == [rule["words"]]
    assert rule["words"] in page.page.locator("#forbidden").inner_text()
    state = page.click(f"#allow-{state['draft']['forbidden'][0]['id']}")
    assert state["draft"]["forbidden"] == []
    assert page.page.locator("#forbidden").count() == 0


def test_a_weight_is_set_and_fitted_again(page: StudioVisit) -> None:
    rule = first_rule(page.in_step_with_server())
    field = page.page.locator(f"#weight-{rule['id']}")

    def written() -> None:
        field.fill("1.25")
        field.press("Enter")

    state = page.does(written)
    assert rule_of(state, rule["id"])["weight"] == 1.25
    assert rule_of(state, rule["id"])["weight_set"] is True
    state = page.click(f"#fitted-{rule['id']}")
    assert rule_of(state, rule["id"])["weight_set"] is False
    assert rule_of(state, rule["id"])["weight"] != 1.25


def test_a_condition_is_removed_and_another_is_added(page: StudioVisit) -> None:
    rule = first_rule(page.in_step_with_server(), parts=2)
    state = page.click(f"#part-{rule['id']}-0")
    after = rule_of(state, rule["id"])
    assert [one["words"] for one in after["parts"]] == [rule["parts"][1]["words"]]
    page.choose(f"add-{rule['id']}", "Hostel")
    added = rule_of(page.in_step_with_server(), rule["id"])
    assert len(added["parts"]) == 2
    assert "Hostel" in added["manchester"]


def test_a_rule_is_written_and_deleted(page: StudioVisit) -> None:
    before = page.in_step_with_server()
    page.choose("add-rule", "Hostel")
    state = page.in_step_with_server()
    (new,) = [one for one in state["draft"]["rules"] if rule_of(before, one["id"]) is None]
    assert new["manchester"] == "Hostel"
    state = page.click(f"#delete-{new['id']}")
    assert state["draft"]["rules"] == before["draft"]["rules"]


def test_a_note_is_kept(page: StudioVisit) -> None:
    rule = first_rule(page.in_step_with_server())
    field = page.page.locator(f"#note-{rule['id']}")

    def written() -> None:
        field.fill("<b>ask</b> the manager")
        field.press("Enter")

    state = page.does(written)
    assert rule_of(state, rule["id"])["note"] == "<b>ask</b> the manager"
    page.page.reload()
    page.page.wait_for_selector("html[data-ready=yes]")
    assert page.page.locator(f"#note-{rule['id']}").input_value() == "<b>ask</b> the manager"


def corner(page: StudioVisit, number: int) -> Any:
    """Return a corner of the price that rules mean."""
    return page.page.locator(f"[data-property='{PRICE}'] .handle[data-corner='{number}']").first


def points(state: Any) -> list[float]:
    """Return the corners of the price that rules mean."""
    found = next(one for one in state["draft"]["sets"] if one["property"] == PRICE)
    return [float(point) for point in found["points"]]


def test_a_corner_is_dragged(page: StudioVisit) -> None:
    before = points(page.in_step_with_server())
    handle = corner(page, 2)
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def dragged() -> None:
        page.page.mouse.move(x, y)
        page.page.mouse.down()
        page.page.mouse.move(x - 40, y, steps=5)
        page.page.mouse.up()

    after = points(page.does(dragged))
    assert after[:2] == before[:2]
    assert before[1] < after[2] < before[2]
    assert float(corner(page, 2).get_attribute("aria-valuenow")) == after[2]


@pytest.mark.parametrize(
    ("key", "moved"), [("ArrowRight", 1), ("ArrowLeft", -1), ("PageUp", 10), ("PageDown", -10)]
)
def test_a_corner_is_moved_by_a_key(page: StudioVisit, key: str, moved: int) -> None:
    before = points(page.in_step_with_server())
    handle = corner(page, 1)
    assert handle.get_attribute("role") == "slider"
    handle.focus()
    after = points(page.does(lambda: handle.press(key)))
    # a step is a power of ten near a hundredth of the range of prices
    assert after == [before[0], round(before[1]) + moved, before[2]]
    held = page.page.evaluate("document.activeElement.dataset.corner")
    assert held == "1"


def test_home_and_end_move_a_corner_as_far_as_it_may(page: StudioVisit) -> None:
    before = points(page.in_step_with_server())
    handle = corner(page, 1)
    handle.focus()
    assert points(page.does(lambda: handle.press("Home")))[1] == before[0]
    corner(page, 1).focus()
    assert points(page.does(lambda: corner(page, 1).press("End")))[1] == before[2]


def test_a_corner_is_written_as_a_number(page: StudioVisit) -> None:
    before = points(page.in_step_with_server())
    field = page.page.locator(f"[data-property='{PRICE}'] .point-field").nth(2)

    def written() -> None:
        field.fill("150.5")
        field.press("Enter")

    assert points(page.does(written)) == [before[0], before[1], 150.5]


def test_edits_are_undone_and_done_again(page: StudioVisit) -> None:
    before = page.in_step_with_server()
    rule = first_rule(before)
    pinned = page.click(f"#pin-{rule['id']}")
    undone = page.click("#undo")
    assert undone["draft"] == before["draft"]
    assert undone["can_redo"] is True
    again = page.click("#redo")
    assert again["draft"] == pinned["draft"]
    by_key = page.does(lambda: page.page.keyboard.press("Control+z"))
    assert by_key["draft"] == before["draft"]
    by_key = page.does(lambda: page.page.keyboard.press("Control+Shift+Z"))
    assert by_key["draft"] == pinned["draft"]


def test_what_is_refused_is_told_in_one_sentence_and_shown_back(
    chromium: Any, running: RunningStudio
) -> None:
    with visited(chromium, running, troubled=True) as page:
        page.step("rules")
        state = page.in_step_with_server()
        before = points(state)
        field = page.page.locator(f"[data-property='{PRICE}'] .point-field").nth(0)
        field.fill("5000")
        field.press("Enter")
        page.page.wait_for_selector("[role=alert] p")
        said = page.page.locator("[role=alert] p").inner_text()
        assert said.endswith(".")
        assert "\n" not in said
        assert float(field.input_value()) == pytest.approx(before[0], rel=1e-5)
        assert page.running.state() == state
        box = page.page.locator("#add-rule")
        box.fill("Nowhere")
        box.press("Enter")
        page.page.wait_for_selector("[role=alert]:has-text('Nowhere')")
        assert box.input_value() == "Nowhere"
