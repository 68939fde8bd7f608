"""Threads are as many as this process may use."""

import os
from pathlib import Path

import pytest

from owlboost.runtime.threads import cores


@pytest.fixture
def four(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3, 5, 6}, raising=False)
    monkeypatch.setattr(os, "process_cpu_count", lambda: 4, raising=False)


@pytest.mark.usefixtures("four")
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("max 100000", 4),
        ("200000 100000", 2),
        ("150000 100000", 2),
        ("50000 100000", 1),
        ("900000 100000", 4),
        ("1 0", 4),
        ("", 4),
    ],
)
def test_the_quota_of_a_container_is_kept_to(tmp_path: Path, told: str, expected: int) -> None:
    quota = tmp_path / "cpu.max"
    quota.write_text(told)
    assert cores(quota) == expected


@pytest.mark.usefixtures("four")
def test_without_a_quota_all_cores_are_used_that_the_process_is_bound_to(tmp_path: Path) -> None:
    assert cores(tmp_path / "none") == 4


def test_where_nothing_is_bound_all_cores_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "process_cpu_count", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert cores(tmp_path / "none") == 7
