"""``python -m tools.snapshots.worker PART KEPT SCRATCH``: record one part of the outputs."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from tools.snapshots.inputs import DATA, lay_out
from tools.snapshots.outputs import TASK, Outputs
from tools.snapshots.running import record, sections, stop_clock

Recorder = Callable[[Path, Outputs], None]
"""Records a part: from a folder with all input files."""

_COMMANDS = Path(__file__).with_name("commands.txt")
_INSIDE = ("knowledge", "library", "damage")


def parts() -> list[str]:
    """Return the names of the parts of a quick run, in their order."""
    return [*sections(_COMMANDS.read_text("utf-8")), *_INSIDE, "studio"]


def long_parts() -> list[str]:
    """Return what a long run has besides: a part for each task of the registry."""
    from tools.snapshots.program import task_names

    return [f"{TASK}{name}" for name in task_names()]


def _recorder(part: str) -> Recorder:
    """Return what records a part; each imports only what it needs."""
    if part == "studio":
        from tools.snapshots.studio import studio

        return studio
    if part in _INSIDE:
        from tools.snapshots import inside

        known: dict[str, Recorder] = {
            "knowledge": inside.knowledge,
            "library": inside.library,
            "damage": inside.damage,
        }
        return known[part]
    if part.startswith(TASK):
        from tools.snapshots.inside import models

        return models
    os.environ.pop(DATA, None)  # commands are to find what lies in their folder
    lines = sections(_COMMANDS.read_text("utf-8"))[part]
    return lambda folder, outputs: record(lines, folder, outputs, apart=part.endswith("-apart"))


def main() -> None:
    """Record a part; what ``owlboost demo`` wrote lies in the scratch folder."""
    part, kept, scratch = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    stop_clock()
    outputs = Outputs(part, kept)
    folder = scratch / part
    folder.mkdir()
    lay_out(folder, scratch / "demo-files")
    _recorder(part)(folder, outputs)
    outputs.close()


if __name__ == "__main__":
    main()
