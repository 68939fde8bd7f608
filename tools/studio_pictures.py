"""The pictures of the studio in the documentation: ``python -m tools.studio_pictures``.

Needs what ``make browser`` installs.
"""

import tempfile
from pathlib import Path

from tests.browser.studios import PATIENCE, hotels_in, studio, visited
from tests.browser.visits import browser

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def main() -> None:
    """Learn what a good hotel is in a studio, and take pictures of its page."""
    IMAGES.mkdir(exist_ok=True)
    window = {"width": 1280, "height": 900}
    with (
        tempfile.TemporaryDirectory() as folder,
        browser() as running,
        studio(Path(folder), hotels_in(Path(folder)), "--port", "0") as found,
    ):
        found.edit(kind="target", target="Good_Hotel", scope="Accommodation")
        rules = [one for one in found.learn()["draft"]["rules"] if one["parts"]]
        first, second = rules[0]["id"], rules[1]["id"]
        found.edit(kind="pin", rule=first, pinned=True)
        found.edit(kind="weight", rule=second, weight=1.5)
        with visited(running, found, viewport=window) as visit:
            visit.step("rules")
            visit.page.wait_for_selector(".seen .facts", timeout=PATIENCE)
            visit.page.wait_for_selector("#strip[aria-busy=false]", timeout=PATIENCE)
            visit.page.wait_for_timeout(500)
            visit.page.screenshot(path=str(IMAGES / "studio-rules.png"))
        with visited(running, found, viewport=window, color_scheme="dark") as visit:
            visit.step("rules")
            visit.page.wait_for_selector(".seen .facts", timeout=PATIENCE)
            visit.page.locator(".handle[data-corner='2']").first.focus()
            visit.page.evaluate("document.getElementById('set-editor').scrollIntoView()")
            visit.page.wait_for_timeout(500)
            visit.page.screenshot(path=str(IMAGES / "studio-sets.png"))


if __name__ == "__main__":
    main()
