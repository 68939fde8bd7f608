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


def _run(folder: str, words: str) -> None:
    """Run a command in a folder."""
    command = [sys.executable, "-m", "owlboost", *words.split()]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ, cwd=folder)


def main() -> None:
    """Write reports of the bundled hotels, and take their pictures."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser() as running:
        _run(folder, "demo -o .")
        told = "hotels.ofn --target Good_Hotel --scope Accommodation --algorithm boost --grid none"
        _run(folder, f"evaluate {told} -o run.json")
        _run(folder, "report run.json -o run.html")
        page = Path(folder) / "good_hotel.html"
        wide = {"viewport": {"width": 1200, "height": 860}}
        with visit(running, page, **wide) as found:
            _shown(found, "report-rules")
            found.page.set_viewport_size({"width": 1200, "height": 900})
            found.look_up("Hotel_010")
            found.page.wait_for_selector("dialog .nearest")
            _shown(found, "report-explanation")
        with visit(running, Path(folder) / "run.html", **wide) as found:
            found.page.evaluate("document.querySelector('.recurring').scrollIntoView()")
            found.page.mouse.wheel(0, -80)
            _shown(found, "report-folds")
        with visit(running, page, **wide, color_scheme="dark") as found:
            found.page.locator("#decisions").scroll_into_view_if_needed()
            found.page.evaluate("document.getElementById('decisions').scrollIntoView()")
            _shown(found, "report-dark")


if __name__ == "__main__":
    main()
