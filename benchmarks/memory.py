"""How much memory a process has held at most.

The system's own account of a process begins with the memory of the one that started it, so it is
asked for only where nothing better is told.
"""

import gc
import resource
from pathlib import Path

_STATUS, _MARKS = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def held() -> int:
    """Bytes that this process holds; the peak is counted from here on, where Linux allows it."""
    gc.collect()
    if _MARKS.exists():
        _MARKS.write_text("5", encoding="ascii")
    return peak()


def peak() -> int:
    """Largest memory of this process in bytes."""
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    lines = _STATUS.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024


def peak_megabytes() -> float:
    """Largest memory of this process in MB."""
    return peak() / 2**20
