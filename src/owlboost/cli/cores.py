"""How many cores this process may use."""

import math
import os
from pathlib import Path

_QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""Where Linux tells a container's share of the processors."""


def cores(quota: Path = _QUOTA) -> int:
    """Count the cores that the process is bound to, or as many as its container may use in full.

    Examples
    --------
    >>> cores() >= 1
    True
    """
    return int(max(1, min(_bound_to(), _granted(quota))))


def _bound_to() -> int:
    if hasattr(os, "process_cpu_count"):  # since Python 3.13, where PYTHON_CPU_COUNT decides
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _granted(quota: Path) -> float:
    """Return how many cores the quota of a container is worth; no quota, no end."""
    try:
        time, period = map(float, quota.read_text().split())
    except (OSError, ValueError):  # there is no such file, or it says max
        return math.inf
    return math.ceil(time / period) if period > 0 else math.inf
