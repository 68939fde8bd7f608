"""How soon the studio answers while it learns from a large table."""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numpy as np

ROWS = 100_000
ANSWERS = 200
"""How often each question is asked."""


def run() -> Iterator[str]:
    """Yield how long answers take, while nothing is learned and while something is."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "large.csv"
        _write(table)
        command = [sys.executable, "-m", "owlboost", "studio", str(table), "--target", "kind=yes"]
        with subprocess.Popen(
            [*command, "--no-browser", "--port", "0"], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            url, _, token = process.stdout.readline().strip().partition("/?token=")
            headers = {"X-Owlboost-Token": token}
            try:
                with httpx.Client(base_url=url, headers=headers, timeout=600) as client:
                    yield from _asked(client)
            finally:
                process.terminate()


def _write(path: Path) -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(ROWS, 10))
    yes = values[:, 0] + values[:, 1] * (values[:, 2] > 0) + rng.normal(size=ROWS) > 1
    with path.open("w", encoding="utf-8") as file:
        file.write(",".join([*(f"x{at}" for at in range(10)), "kind"]) + "\n")
        for row, label in zip(values.round(4).tolist(), yes.tolist(), strict=True):
            file.write(",".join(map(str, row)) + (",yes\n" if label else ",no\n"))


def _asked(client: httpx.Client) -> Iterator[str]:
    client.get("/api/source").raise_for_status()
    yield f"{ROWS} rows, nothing is learned: {_told(client, ANSWERS, lambda: True)}"
    client.post("/api/fit").raise_for_status()

    def learns() -> bool:
        fit = client.get("/api/state").json()["fit"]
        return fit is not None

    yield f"{ROWS} rows, while it learns: {_told(client, ANSWERS, learns)}"
    client.post("/api/fit/cancel")


def _told(client: httpx.Client, most: int, going_on: Callable[[], bool]) -> str:
    seen: list[float] = []
    edited: list[float] = []
    while len(edited) < most and going_on():
        seen.append(_timed(partial(client.get, "/api/state")))
        edit = {"edit": {"kind": "settings", "seed": len(edited)}}
        edited.append(_timed(partial(client.post, "/api/edits", json=edit)))
        time.sleep(0.05)
    return f"state {_quantiles(seen)}, edit {_quantiles(edited)}, {len(edited)} of each"


def _timed(ask: Callable[[], Any]) -> float:
    began = time.perf_counter()
    ask().raise_for_status()
    return time.perf_counter() - began


def _quantiles(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=20)
    return f"{1000 * statistics.median(times):.1f} ms (95 %: {1000 * cuts[18]:.1f} ms)"
