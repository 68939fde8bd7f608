"""Pages in a real browser: what they show, what they complain about, what they ask for."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_path() -> str:
    """Return where Chromium is; without one the test is skipped."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found is not None:
            return found
    pytest.skip("there is no Chromium: make browser installs one")


def exact(value: float | None) -> Any:
    """The same number, but for rounding."""
    return pytest.approx(value, abs=1e-9, rel=0)


@contextmanager
def browser() -> Iterator[Any]:
    """Start Chromium; without it, or without Playwright, the test is skipped."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: make browser does it"
    )
    path = chromium_path()
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield running
        finally:
            running.close()


@dataclass
class Visit:
    """One page that is open, and what went wrong in it."""

    page: Any
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def text(self, selector: str) -> str:
        """Text of the first element."""
        return str(self.page.locator(selector).first.inner_text())

    def texts(self, selector: str) -> list[str]:
        """Texts of all elements."""
        return [str(one) for one in self.page.locator(selector).all_inner_texts()]

    def answer(self) -> dict[str, float]:
        """What the explanation that is open says, in full precision."""
        found = self.page.locator("dialog dl.tiles").first
        names = ("degree", "evidence", "probability")
        told = {name: found.get_attribute(f"data-{name}") for name in names}
        return {name: float(text) for name, text in told.items() if text != "null"}

    def look_up(self, name: str) -> None:
        """Search for an individual and open its explanation."""
        self.page.locator("input[type=search]").fill(name)
        self.page.locator(".people .link").first.click()  # an exact match comes first
        self.page.wait_for_selector("dialog[open]")

    def close(self) -> None:
        """Close the explanation."""
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("dialog[open]", state="detached")

    def set_range(self, selector: str, value: float) -> float:
        """Move a slider, and return where it stands."""
        moved = self.page.locator(selector).first.evaluate(
            "(one, value) => { one.value = value;"
            " one.dispatchEvent(new Event('input', { bubbles: true })); return one.value }",
            value,
        )
        return float(moved)


AXE = Path(__file__).parents[2] / "front" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Any) -> set[str]:
    """What axe has to say about a page; without axe the test is skipped."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make browser does it")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return {
        f"{one['id']} in {node['html'][:120]}: {node['failureSummary'][:200]}"
        for one in result["violations"]
        for node in one["nodes"]
    }


@contextmanager
def visit(running: Any, path: Path, **options: Any) -> Iterator[Visit]:
    """Open a file; at the end nothing may have gone wrong, and nothing have been asked for."""
    context = running.new_context(**options)
    page = context.new_page()
    found = Visit(page)
    page.on("console", lambda one: found.complaints.append(f"{one.type}: {one.text}"))
    page.on("pageerror", lambda one: found.complaints.append(str(one)))
    page.on("request", lambda one: found.requests.append(one.url))
    address = path.resolve().as_uri()
    page.goto(address)
    page.wait_for_selector("html[data-ready=yes]", timeout=60_000)
    yield found
    assert found.complaints == []
    assert found.requests == [address]
    context.close()
