"""Studios that run in processes of their own, are looked at in a browser, and end at any moment."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from owlboost.evaluation.samples import hotels

ROOT = Path(__file__).parents[2]

PATIENCE = 60_000
"""Milliseconds to wait for what a busy machine may do slowly."""


@dataclass
class RunningStudio:
    """A server in a process of its own, and its project."""

    process: subprocess.Popen[str]
    address: str
    folder: Path
    words: list[str]

    @property
    def token(self) -> str:
        """What requests must know."""
        return parse_qs(urlsplit(self.address).query)["token"][0]

    def url(self, path: str, **query: Any) -> str:
        """Where the server answers a question."""
        base = urlsplit(self.address)
        told = f"?{urlencode(query)}" if query else ""
        return f"{base.scheme}://{base.netloc}{path}{told}"

    def get(self, path: str, **query: Any) -> Any:
        """Ask the server without a browser."""
        return self._asked(urllib.request.Request(self.url(path, **query)))

    def post(self, path: str, body: Any = None) -> Any:
        """Tell the server something without a browser."""
        data = json.dumps(body if body is not None else {}).encode()
        request = urllib.request.Request(self.url(path), data=data, method="POST")
        request.add_header("Content-Type", "application/json")
        return self._asked(request)

    def edit(self, **edit: Any) -> Any:
        """Make an edit without a browser, and return the state."""
        return self.post("/api/edits", {"edit": edit})["state"]

    def _asked(self, request: urllib.request.Request) -> Any:
        request.add_header("X-Owlboost-Token", self.token)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.loads(answer.read())

    def state(self) -> Any:
        """Return the state as the server tells it."""
        return self.get("/api/state")

    def wait_until(self, holds: Callable[[Any], bool], seconds: float = 600) -> Any:
        """Wait for a state, and return it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            state = self.state()
            if holds(state):
                return state
            time.sleep(0.05)
        pytest.fail(f"the state did not come within {seconds} s")

    def learn(self) -> Any:
        """Learn without a browser, and return the state with the rules."""
        before = self.state()["number"]
        self.post("/api/fit")
        return self.wait_until(lambda one: one["fit"] is None and one["number"] > before)

    def kill(self) -> None:
        """End the server without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        """Start the server again on the same project: its address must be the same."""
        before = self.address
        words = [one for one in self.words if one not in ("--port", "0")]
        self.process, self.address = _started(words, self.folder.parent)
        assert self.address == before


def _started(words: list[str], place: Path) -> tuple[subprocess.Popen[str], str]:
    path = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    with (place / "studio.log").open("a", encoding="utf-8") as log:
        process = subprocess.Popen(
            words,
            cwd=place,
            stdout=subprocess.PIPE,
            stderr=log,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )
    assert process.stdout is not None
    with process.stdout:
        address = process.stdout.readline().strip()
    if not re.match(r"http://127\.0\.0\.1:\d+/\?token=\S+$", address):
        process.kill()
        pytest.fail(f"the studio said {address!r}: {(place / 'studio.log').read_text()}")
    return process, address


@contextmanager
def studio(place: Path, source: Path | None = None, *options: str) -> Iterator[RunningStudio]:
    """Start a studio in a folder; at the end its processes are gone."""
    pytest.importorskip("uvicorn", reason="the extra studio is not installed")
    pytest.importorskip("starlette", reason="the extra studio is not installed")
    folder = place / "work.studio"
    words = [sys.executable, "-m", "owlboost", "studio"]
    words += [] if source is None else [str(source)]
    words += ["--project", str(folder), "--no-browser", *options]
    process, address = _started(words, place)
    running = RunningStudio(process, address, folder, words)
    try:
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.process.pid, signal.SIGKILL)
        running.process.wait()


def hotels_in(place: Path) -> Path:
    """Copy the bundled hotels into a folder."""
    with hotels() as bundled:
        return Path(shutil.copyfile(bundled, place / "hotels.ofn"))


@dataclass
class StudioVisit:
    """A page of a studio that is open, and what it complained about."""

    page: Any
    running: RunningStudio
    complaints: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def step(self, name: str) -> None:
        """Go to a step by its link."""
        self.page.locator(f"#step-{name}").click()
        self.page.wait_for_selector(f"#step-{name}[aria-current=step]")

    def in_step_with_server(self) -> Any:
        """Wait until the page shows the newest state, and return it."""
        state = self.running.state()
        self.page.wait_for_selector(f"html[data-number='{state['number']}']", timeout=PATIENCE)
        return state

    def choose(self, field_id: str, text: str, option: str | None = None) -> None:
        """Write into a field that proposes, and take a proposal."""
        box = self.page.locator(f"[id='{field_id}']")
        box.fill(text)
        found = self.page.locator(f"[id='{field_id}-list'] [role=option]")
        found.first.wait_for(timeout=PATIENCE)
        wanted = found.filter(has_text=option or text).first
        number = self.page.locator("html").get_attribute("data-number")
        wanted.click()
        self.moved_on(number)

    def moved_on(self, number: str | None) -> None:
        """Wait until there is a newer state than one."""
        self.page.wait_for_selector(f"html:not([data-number='{number}'])", timeout=PATIENCE)

    def does(self, action: Callable[[], Any]) -> Any:
        """Do something that makes an edit, and return the state after it."""
        number = self.page.locator("html").get_attribute("data-number")
        action()
        self.moved_on(number)
        return self.in_step_with_server()

    def click(self, selector: str) -> Any:
        """Click on what makes an edit, and return the state after it."""
        return self.does(self.page.locator(selector).first.click)

    def texts(self, selector: str) -> list[str]:
        """Texts of all elements."""
        return [str(one) for one in self.page.locator(selector).all_inner_texts()]


EXPECTED = re.compile(r"Failed to load resource")
"""What Chromium says by itself about answers that are no success; the page tells it better."""


@contextmanager
def visited(
    running: Any, found: RunningStudio, *, troubled: bool = False, **options: Any
) -> Iterator[StudioVisit]:
    """Open the page of a studio; it must not complain, nor ask anybody else.

    Parameters
    ----------
    running
        The browser.
    found
        The studio.
    troubled
        Whether requests may fail.
    options
        Of the browser's window.
    """
    context = running.new_context(**options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    visit = StudioVisit(page, found)
    own = found.url("/")
    page.on("console", lambda one: visit.complaints.append(f"{one.type}: {one.text}"))
    page.on("pageerror", lambda one: visit.complaints.append(str(one)))
    page.on(
        "request",
        lambda one: None if one.url.startswith((own, "blob:")) else visit.foreign.append(one.url),
    )
    page.goto(found.address)
    page.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
    yield visit
    unexpected = [one for one in visit.complaints if not (troubled and EXPECTED.search(one))]
    assert not unexpected, "\n".join(unexpected)
    assert not visit.foreign, "\n".join(visit.foreign)
    context.close()


@dataclass(frozen=True)
class LearnedConcept:
    """A project with rules of good hotels, to be copied."""

    folder: Path
    source: Path

    @contextmanager
    def opened(self, place: Path) -> Iterator[RunningStudio]:
        """Start a studio on a copy of the project."""
        shutil.copytree(self.folder, place / "work.studio")
        with studio(place, self.source, "--port", "0") as running:
            yield running


def learned_hotels(place: Path) -> LearnedConcept:
    """Learn what a good hotel is, in a project."""
    source = hotels_in(place)
    with studio(place, source, "--port", "0") as running:
        running.edit(kind="target", target="Good_Hotel", scope="Accommodation")
        running.edit(kind="settings", rules=5, max_conjuncts=2)
        running.learn()
        folder = running.folder
    for name in ("lock", "address.json"):
        (folder / name).unlink(missing_ok=True)
    return LearnedConcept(folder, source)
