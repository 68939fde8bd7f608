"""The studio for everybody: by keyboard alone, read out, in both colours, zoomed and narrow."""

from pathlib import Path
from typing import Any

import pytest
from tests.browser.studios import (
    PATIENCE,
    RunningStudio,
    StudioVisit,
    hotels_in,
    studio,
    visited,
)
from tests.browser.test_studio_steps import hard_question
from tests.browser.visits import violations

STEPS = ("data", "question", "learn", "rules", "judge", "take")

MOST_TABS = 250


def settled(page: StudioVisit, step: str) -> None:
    """Go to a step, and wait until it shows what it has."""
    page.step(step)
    wanted = {
        "data": "#classes li",
        "question": "#suspects:has-text('Nothing gives')",
        "learn": "#algorithm",
        "rules": ".seen .facts",
        "judge": "#compared table",
        "take": "#command",
    }
    page.page.wait_for_selector(wanted[step], timeout=PATIENCE)
    if step == "judge":
        page.page.wait_for_selector("#individuals .people", timeout=PATIENCE)


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_in_any_step(chromium: Any, running: RunningStudio, colours: str) -> None:
    state = running.edit(kind="version", name="First")
    ids = [one["id"] for one in state["draft"]["rules"] if one["parts"]]
    running.edit(kind="pin", rule=ids[0], pinned=True)
    running.edit(kind="weight", rule=ids[1], weight=-0.5)
    running.edit(kind="forbid", rule=ids[2])
    with visited(chromium, running, color_scheme=colours, reduced_motion="reduce") as page:
        for step in STEPS:
            settled(page, step)
            assert violations(page.page) == set(), step
        page.step("rules")
        page.page.locator(f"#add-{ids[0]}").fill("h")
        page.page.wait_for_selector("[role=option]", timeout=PATIENCE)
        assert violations(page.page) == set()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (640, 400)])
def test_nothing_is_wider_than_a_narrow_window(
    chromium: Any, running: RunningStudio, width: int, height: int
) -> None:
    """A window of 1280 by 800 at 200 % is as wide as one of 640 by 400."""
    running.edit(kind="version", name="First")
    window = {"width": width, "height": height}
    with visited(chromium, running, viewport=window) as page:
        for step in STEPS:
            settled(page, step)
            assert page.page.evaluate("document.documentElement.scrollWidth") <= width, step


class Keys:
    """A person who has a keyboard only."""

    def __init__(self, page: StudioVisit) -> None:
        self.page = page.page

    def to(self, selector: str) -> None:
        """Press Tab until something has the focus."""
        self.page.wait_for_selector(selector, timeout=PATIENCE)
        for _ in range(MOST_TABS):
            if self.page.evaluate("(one) => document.activeElement.matches(one)", selector):
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"Tab does not lead to {selector}")

    def press(self, selector: str, key: str = "Enter") -> None:
        """Go somewhere and press a key."""
        self.to(selector)
        self.page.keyboard.press(key)

    def propose(self, selector: str, text: str) -> None:
        """Write, and take the first proposal."""
        self.to(selector)
        self.page.keyboard.type(text)
        wanted = f"{selector}-list [role=option]:first-child:has-text('{text}')"
        self.page.wait_for_selector(wanted, timeout=PATIENCE)
        self.page.keyboard.press("ArrowDown")
        active = self.page.locator(selector).get_attribute("aria-activedescendant")
        chosen = self.page.locator(f"[id='{active}']")
        assert chosen.get_attribute("aria-selected") == "true"
        self.page.keyboard.press("Enter")


def test_the_whole_way_by_keyboard_alone(chromium: Any, tmp_path: Path) -> None:
    source = hotels_in(tmp_path)
    with (
        studio(tmp_path, source, "--port", "0") as running,
        visited(chromium, running) as page,
    ):
        keys = Keys(page)
        running.edit(kind="settings", rules=5, max_conjuncts=2)
        page.in_step_with_server()
        keys.press("#step-question")
        page.does(lambda: keys.propose("#target", "Good_Hotel"))
        page.does(lambda: keys.propose("#scope", "Accommodation"))
        state = page.does(lambda: keys.propose("#hide", "pets"))
        assert state["question"]["target"].endswith("#Good_Hotel")
        assert state["question"]["scope"].endswith("#Accommodation")
        assert [one.rpartition("#")[2] for one in state["question"]["hidden"]] == ["pets"]
        keys.press("#step-learn")
        page.page.wait_for_selector("#step-title:focus", timeout=PATIENCE)
        keys.press("#learn-now:not([disabled])")
        page.page.wait_for_selector("#to-rules", timeout=10 * PATIENCE)
        state = page.in_step_with_server()
        ids = [one["id"] for one in state["draft"]["rules"] if one["parts"]]
        keys.press("#to-rules")
        state = page.does(lambda: keys.press(f"#pin-{ids[0]}", "Space"))
        assert state["draft"]["rules"][1]["pinned"] or state["draft"]["rules"][0]["pinned"]
        sets = state["draft"]["sets"]
        state = page.does(lambda: keys.press(".handle[data-corner='1']", "ArrowRight"))
        assert state["draft"]["sets"] != sets
        state = page.does(lambda: page.page.keyboard.press("Control+z"))
        assert state["draft"]["sets"] == sets
        page.page.keyboard.press("Control+Home")
        state = page.does(lambda: keys.propose(f"#add-{ids[0]}", "Hostel"))
        changed = next(one for one in state["draft"]["rules"] if one["id"] == ids[0])
        assert "Hostel" in changed["manchester"]
        state = page.does(lambda: keys.press(f"#forbid-{ids[1]}"))
        assert len(state["draft"]["forbidden"]) == 1
        keys.press("#step-take")
        keys.to("#version-name")
        page.page.keyboard.type("By hand")
        state = page.does(lambda: page.page.keyboard.press("Enter"))
        assert [one["name"] for one in state["versions"]] == ["By hand"]
        keys.to("#export")
        with page.page.expect_download() as waiting:
            page.page.keyboard.press("Enter")
        assert waiting.value.suggested_filename.endswith(".json")
        with page.page.expect_download() as waiting:
            keys.press("#report")
        assert waiting.value.suggested_filename.endswith(".html")
        keys.press("#step-rules")
        page.does(lambda: keys.press(f"#delete-{ids[0]}"))
        keys.press("#step-judge")
        page.page.wait_for_selector("#compared tr.only", timeout=PATIENCE)
        left_out = page.page.locator("#compared tr.only th").all_inner_texts()
        assert left_out == [changed["words"]]


def test_keys_of_the_browser_move_no_corner(chromium: Any, running: RunningStudio) -> None:
    with visited(chromium, running) as page:
        page.step("rules")
        corner = page.page.locator(".handle[data-corner='1']").first
        before = corner.get_attribute("aria-valuenow")
        for keys in ("Control+Home", "Control+End", "Alt+ArrowUp"):
            corner.press(keys)
        assert corner.get_attribute("aria-valuenow") == before
        corner.press("Home")
        assert corner.get_attribute("aria-valuenow") != before


def test_learning_is_stopped_by_keyboard(chromium: Any, tmp_path: Path) -> None:
    with hard_question(chromium, tmp_path) as page:
        page.in_step_with_server()
        keys = Keys(page)
        keys.press("#step-learn")
        keys.press("#learn-now:not([disabled])")
        page.page.wait_for_selector(".arriving li", timeout=10 * PATIENCE)
        keys.press("#stop")
        page.page.wait_for_selector("#learn-now", timeout=10 * PATIENCE)
        found = page.in_step_with_server()["draft"]["rules"]
        assert 1 <= len({one["term"] for one in found if not one["is_top"]}) < 40
