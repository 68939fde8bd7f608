"""The ten steps of the how-to, done as they are written: bold is chosen, code is written."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser.studios import PATIENCE, StudioVisit, hotels_in, studio, visited

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "studio.md"

KEYS = {"PageDown", "ArrowLeft", "ArrowRight"}


def steps() -> list[str]:
    """Return the texts of the numbered steps."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.split(
        r"^\d+\. ", text.partition("## The hotels in ten steps")[2], flags=re.MULTILINE
    )
    return [re.sub(r"\s+", " ", one.partition("\n\n")[0]) for one in found[1:]]


class Reader:
    """Somebody who does what the page says, and nothing else."""

    def __init__(self, visit: StudioVisit) -> None:
        self.visit = visit
        self.page = visit.page
        self.downloads: list[str] = []
        self.page.on("download", lambda one: self.downloads.append(one.suggested_filename))
        self.within: Any = self.page
        self.at: Any = None

    def read(self, text: str) -> None:
        """Do one step."""
        self.within, self.at = self.page, None
        for bold, code in re.findall(r"\*\*(.+?)\*\*|`(.+?)`", text):
            if bold:
                self.choose(bold)
            else:
                self.write(code)

    def choose(self, name: str) -> None:
        """Find what has a name, and choose it."""
        if name[0].isdigit():
            self.visit.step({"Take away": "take"}.get(name[2:], name[2:].lower()))
            return
        card = self.page.locator("#rule-cards > li").filter(
            has=self.page.locator("h3", has_text=re.compile(f"^{re.escape(name)}$"))
        )
        if card.count():
            self.within = card
            return
        exact = re.compile(f"^{re.escape(name)}$")
        self.page.wait_for_timeout(200)
        for place in (self.within, self.page):  # on the card, or anywhere
            button, field = place.locator("button").filter(has_text=exact), place.get_by_label(name)
            if button.count():
                button.first.click(timeout=PATIENCE)
                return
            if field.count():
                self.at = field.first
                self.at.focus()
                assert self.can_be_read(name), f"the page does not show {name!r}"
                return
        self.page.locator("summary").filter(has_text=name).first.click(timeout=PATIENCE)

    def can_be_read(self, name: str) -> bool:
        """Tell whether a field of this name, not a corner of a curve, shows it to the eye."""
        return bool(
            self.at.get_attribute("role") == "slider"
            or self.at.get_attribute("placeholder") == name
            or self.page.get_by_text(name, exact=True).first.is_visible()
        )

    def write(self, text: str) -> None:
        """Press a key, take a proposal, or write and confirm."""
        number = self.page.locator("html").get_attribute("data-number")
        if text in KEYS:
            self.at.press(text)
        elif self.at.get_attribute("role") == "combobox":
            self.at.fill(text)
            found = f"[id='{self.at.get_attribute('aria-controls')}'] [role=option]:first-child"
            wanted = f"{found}:has-text('{text}')"  # the first may still be one of another text
            self.page.wait_for_selector(wanted, timeout=PATIENCE)
            self.page.locator(wanted).click()
        else:
            self.at.fill(text)
            self.at.press("Enter")
        self.visit.moved_on(number)


def test_the_ten_steps_do_what_they_say(chromium: Any, tmp_path: Path) -> None:
    told = steps()
    assert len(told) == 10
    source = hotels_in(tmp_path)
    with (
        studio(tmp_path, source, "--port", "0") as running,
        visited(chromium, running) as page,
    ):
        reader = Reader(page)
        page.page.wait_for_selector("html[data-ready=yes]")
        for text in told[:4]:
            reader.read(text)
        question = running.state()["question"]
        assert question["target"].endswith("#Good_Hotel")
        assert question["scope"].endswith("#Accommodation")
        assert [one.rpartition("#")[2] for one in question["hidden"]] == ["pets"]
        learned = running.wait_until(lambda one: one["draft"] is not None and one["fit"] is None)
        page.in_step_with_server()
        reader.read(told[4])
        pinned = running.wait_until(lambda one: any(r["pinned"] for r in one["draft"]["rules"]))
        page.in_step_with_server()
        reader.read(told[5])
        running.wait_until(lambda one: one["can_redo"])
        undone = page.in_step_with_server()
        assert undone["draft"] == pinned["draft"]
        reader.read(told[6])
        lower = page.in_step_with_server()
        (before,), (after,) = (
            [one["points"] for one in state["draft"]["sets"] if one["name"] == "hasPrice_F"]
            for state in (learned, lower)
        )
        assert after[:2] == before[:2]
        assert after[2] < before[2]
        reader.read(told[7])
        page.page.wait_for_selector("#measures", timeout=PATIENCE)
        reader.read(told[8])
        assert [one["name"] for one in page.in_step_with_server()["versions"]] == ["Lower prices"]
        reader.read(told[9])
        for _ in range(200):
            if len(reader.downloads) == 2:
                break
            page.page.wait_for_timeout(100)
        assert sorted(Path(one).suffix for one in reader.downloads) == [".html", ".json"]
        assert page.page.locator("#command").inner_text().startswith("owlboost learn")


@pytest.mark.parametrize("name", ["studio-rules", "studio-sets"])
def test_its_pictures_are_there(name: str) -> None:
    assert f"../images/{name}.png" in PAGE.read_text(encoding="utf-8")
    assert (PAGE.parents[1] / "images" / f"{name}.png").stat().st_size > 10_000
