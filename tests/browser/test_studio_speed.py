"""The studio answers while it learns from a large table.

Answers are timed in the page, from the click to the state that it shows. Between them an empty
request to an empty server is timed, as :mod:`tests.browser.paints` does it: on a quiet machine that
takes some 2 milliseconds; if it takes longer, others are at work, and the limit grows with it.
"""

import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from tests.browser.studios import PATIENCE, studio, visited
from tests.browser.test_studio_steps import rows_table

ROWS = 100_000
LIMIT = 200.0
"""Milliseconds from a click to its answer."""

QUIET = 2.0
"""Milliseconds of an empty request on a quiet machine."""

TIMES = 15

CLICK = """(id) => new Promise((done) => {
    const page = document.documentElement;
    const before = page.dataset.number;
    const began = performance.now();
    const watch = new MutationObserver(() => {
        if (page.dataset.number === before) return;
        watch.disconnect();
        done(performance.now() - began);
    });
    watch.observe(page, { attributes: true, attributeFilter: ["data-number"] });
    document.getElementById(id).click();
})"""

GO = """(id) => new Promise((done) => {
    const began = performance.now();
    document.getElementById(id).click();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0));
})"""


class _Empty(BaseHTTPRequestHandler):
    """Answers with nothing."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *said: object) -> None:
        """Say nothing."""


@contextmanager
def empty_server() -> Iterator[str]:
    """A server that has nothing to do."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Empty) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def asked(address: str) -> float:
    """Milliseconds of an empty request."""
    began = time.perf_counter()
    with urllib.request.urlopen(address, timeout=60) as answer:
        answer.read()
    return 1000 * (time.perf_counter() - began)


def test_the_page_answers_while_a_large_table_is_learned(chromium: Any, tmp_path: Path) -> None:
    source = rows_table(tmp_path, ROWS)
    with (
        studio(tmp_path, source, "--port", "0") as running,
        visited(chromium, running) as page,
        empty_server() as nothing,
    ):
        running.edit(kind="target", target="good=yes")
        proposed = running.get("/api/suggest", text="colour")[0]["text"]
        state = running.edit(kind="rule-added", text=proposed)
        (rule,) = [one["id"] for one in state["draft"]["rules"] if one["parts"]]
        running.edit(kind="pin", rule=rule, pinned=True)  # while learning, it may be let go again
        page.step("rules")
        page.in_step_with_server()
        page.page.wait_for_selector(".seen .facts", timeout=10 * PATIENCE)
        running.post("/api/fit")
        running.wait_until(lambda one: one["fit"]["phase"] in ("validating", "learning"), 300)
        clicks, steps, empty = [], [], []
        for _ in range(TIMES):
            clicks.append(float(page.page.evaluate(CLICK, f"pin-{rule}")))
            steps.append(float(page.page.evaluate(GO, "step-learn")))
            steps.append(float(page.page.evaluate(GO, "step-rules")))
            empty.append(asked(nothing))
        still = running.state()["fit"]
        assert still is not None, "it had ended before it could be in the way"
        running.post("/api/fit/cancel")
    limit = LIMIT * max(1.0, median(empty) / QUIET)
    told = f"an empty request took {median(empty):.1f} ms"
    assert median(clicks) < limit, f"an edit took {median(clicks):.0f} ms, {told}"
    assert median(steps) < limit, f"a step took {median(steps):.0f} ms, {told}"
