"""How soon a page is painted, beside an empty page in the same browser.

The browser is warm: it has painted the page once before. Loads of the page and of an empty one
take turns, and medians are compared, so that one slow or one lucky load decides nothing. On a quiet
machine an empty page is painted in some 50 milliseconds. If it takes longer, others are at work,
and the limit grows with it: a page has the second that it would have on a quiet machine.
"""

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

LIMIT = 1000.0
"""Milliseconds until something is painted."""

QUIET = 50.0
"""Milliseconds until an empty page is painted on a quiet machine."""

LOADS = 7

EMPTY = "<!doctype html><html lang=en><title>Empty</title><p>Empty</p></html>"

PAINTED = """() => new Promise((done) =>
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            if (entry.name === "first-contentful-paint") done(entry.startTime);
    }).observe({ type: "paint", buffered: true }))"""


def painted(chromium: Any, path: Path) -> float:
    """Milliseconds until something is painted, as the browser itself observes it."""
    context = chromium.new_context()
    try:
        page = context.new_page()
        page.goto(path.resolve().as_uri(), wait_until="commit")
        return float(page.evaluate(PAINTED))
    finally:
        context.close()


def assert_soon_painted(chromium: Any, path: Path) -> None:
    """Fail if the median load of a page takes longer than a second would on a quiet machine."""
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.html"
        empty.write_text(EMPTY, encoding="utf-8")
        painted(chromium, path)
        pairs = [(painted(chromium, path), painted(chromium, empty)) for _ in range(LOADS)]
    page, nothing = (median(times) for times in zip(*pairs, strict=True))
    limit = LIMIT * max(1.0, nothing / QUIET)
    assert page < limit, f"painted after {page:.0f} ms, an empty page after {nothing:.0f} ms"
