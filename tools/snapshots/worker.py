"""``python -m tools.snapshots.worker PART KEPT SCRATCH``: record one part of the outputs."""

import sys
from pathlib import Path

from tools.snapshots.inputs import lay_out
from tools.snapshots.outputs import Outputs
from tools.snapshots.running import record, sections

_COMMANDS = Path(__file__).with_name("commands.txt")


def parts() -> list[str]:
    """Return the names of the parts of a quick run, in their order."""
    return [*sections(_COMMANDS.read_text("utf-8"))]


def main() -> None:
    """Record a part; the folder of the demo lies in the scratch folder."""
    part, kept, scratch = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    outputs = Outputs(part, kept)
    folder = scratch / part
    folder.mkdir()
    lay_out(folder, scratch / "demo-files")
    lines = sections(_COMMANDS.read_text("utf-8"))[part]
    record(lines, folder, outputs, apart=part.endswith("-apart"))
    outputs.close()


if __name__ == "__main__":
    main()
