"""A plugin of pytest that writes how long each test took, and which failed, to a file."""

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

FILE = "OWLBOOST_MUTANTS_DURATIONS"
"""Variable of the environment that names the file."""

_seconds: dict[str, float] = defaultdict(float)
_failed: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note one part of a test: setting up, running or tearing down."""
    _seconds[report.nodeid] += report.duration
    if report.failed:
        _failed.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what was noted; the processes of pytest-xdist leave that to the one above them."""
    if not hasattr(session.config, "workerinput"):
        noted = {"seconds": _seconds, "failed": sorted(_failed)}
        Path(os.environ[FILE]).write_text(json.dumps(noted), encoding="utf-8")
