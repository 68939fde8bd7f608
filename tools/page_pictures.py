"""The pictures of reports in the documentation: ``python -m tools.page_pictures``.

Needs what ``make browser`` installs.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.browser.visits import Visit, browser, visit

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def _shown(found: Visit, name: str) -> None:
    found.page.wait_for_timeout(400)
    found.page.screenshot(path=str(IMAGES / f"{name}.png"))


def main() -> None:
    """Write a report of the bundled hotels, and take its pictures."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser() as running:
        command = [sys.executable, "-m", "owlboost", "demo", "-o", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ)
        page = Path(folder) / "good_hotel.html"
        wide = {"viewport": {"width": 1200, "height": 860}}
        with visit(running, page, **wide) as found:
            _shown(found, "report-rules")
            found.look_up("Hotel_010")
            _shown(found, "report-explanation")
        with visit(running, page, **wide, color_scheme="dark") as found:
            found.page.locator("#decisions").scroll_into_view_if_needed()
            found.page.evaluate("document.getElementById('decisions').scrollIntoView()")
            _shown(found, "report-dark")


if __name__ == "__main__":
    main()
