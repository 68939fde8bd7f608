"""``python -m tools.snapshots.worker PART KEPT SCRATCH``: record one part of the outputs."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from tools.snapshots.inputs import DATA, lay_out, lay_out_large
from tools.snapshots.outputs import TASK, Outputs
from tools.snapshots.running import Line, record, sections, stop_clock

Recorder = Callable[[Path, Outputs], None]
"""Records a part: from a folder with all input files."""

_COMMANDS = Path(__file__).with_name("commands.txt")
_LONG = "-long"
_INSIDE = ("knowledge", "library", "damage")


def parts() -> list[str]:
    """Return the names of the parts of a quick run, in their order."""
    named = [name for name in _sections() if not name.endswith(_LONG)]
    return [*named, *_INSIDE, "studio"]


def long_parts() -> list[str]:
    """Return what a long run has besides: commands, and a part for each task of the registry."""
    from tools.snapshots.program import task_names

    named = [name for name in _sections() if name.endswith(_LONG)]
    return [*named, "w3c", *(f"{TASK}{name}" for name in task_names())]


def is_part(name: str) -> bool:
    """Whether there is a part of this name, in a quick run or a long one."""
    return name in parts() or name.startswith(TASK) or name == "w3c" or name in _sections()


def _sections() -> dict[str, list[Line]]:
    return sections(_COMMANDS.read_text("utf-8"))


def _recorder(part: str) -> Recorder:
    """Return what records a part; each imports only what it needs."""
    if part == "studio":
        from tools.snapshots.studio import studio

        return studio
    if part in (*_INSIDE, "w3c"):
        from tools.snapshots import inside

        known: dict[str, Recorder] = {
            "knowledge": inside.knowledge,
            "library": inside.library,
            "damage": inside.damage,
            "w3c": inside.w3c,
        }
        return known[part]
    if part.startswith(TASK):
        from tools.snapshots.inside import models

        return models
    os.environ.pop(DATA, None)  # commands are to find what lies in their folder
    lines = _sections()[part]
    return lambda folder, outputs: record(lines, folder, outputs, apart=part.endswith("-apart"))


def main() -> None:
    """Record a part; what ``owlboost demo`` wrote lies in the scratch folder."""
    part, kept, scratch = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    stop_clock()
    outputs = Outputs(part, kept)
    folder = scratch / part
    folder.mkdir()
    lay_out(folder, scratch / "demo-files")
    if part.endswith(_LONG):
        lay_out_large(folder)
    _recorder(part)(folder, outputs)
    outputs.close()


if __name__ == "__main__":
    main()
