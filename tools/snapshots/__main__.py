"""``python -m tools.snapshots``: record what the program produces, or compare it with a record."""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.snapshots.inputs import DATA, ROOT, SUITE
from tools.snapshots.outputs import differences, hashes_of, of_parts
from tools.snapshots.worker import is_part, long_parts, parts


def main() -> None:
    """Record outputs, write their hashes, and exit 1 if they are not those of a file.

    If a part cannot be recorded, the others are compared all the same, but nothing is written.
    """
    options = _options()
    wanted = options.part or parts()
    if options.long and not {DATA, SUITE} <= os.environ.keys():
        sys.exit(f"A long run needs {DATA}, a folder of data sets, and {SUITE}, the W3C's tests.")
    if options.long:
        wanted = [*wanted, *long_parts()]
    with tempfile.TemporaryDirectory(prefix="snapshots-") as scratch:
        kept = (options.keep or Path(scratch) / "kept").resolve()
        found, failed = recorded(wanted, kept, Path(scratch))
    if options.output is not None and not failed:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", "utf-8")
        print(f"{len(found)} outputs recorded in {options.output}")
    if options.compare is not None:
        before = json.loads(options.compare.read_text("utf-8"))
        differing = differences(of_parts(before, wanted), found)
        for difference in differing:
            print(difference)
        print(f"{len(found)} outputs, {len(differing)} differ")
        sys.exit(1 if differing or failed else 0)
    sys.exit(1 if failed else 0)


def recorded(wanted: list[str], kept: Path, scratch: Path) -> tuple[dict[str, str], list[str]]:
    """Record some parts, each in a process of its own.

    Returns
    -------
    The hashes of their outputs, and the parts that could not be recorded.
    """
    hashes: dict[str, str] = {}
    demo = str(scratch / "demo-files")
    if not _done("-m", "owlboost", "demo", "-o", demo):
        return hashes, wanted
    failed: list[str] = []
    for part in wanted:
        start = _spent()
        if not _done("-m", "tools.snapshots.worker", part, str(kept), str(scratch)):
            failed.append(part)
            continue
        found = hashes_of(part, kept)
        print(f"{part:<36}{len(found):>4} outputs {_spent() - start:>7.1f} s of CPU", flush=True)
        hashes |= found
    return dict(sorted(hashes.items())), failed


def _spent() -> float:
    """Return the computing time of all processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _done(*arguments: str) -> bool:
    """Run Python in this clone, and print what went wrong if anything did."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(f"python {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}", flush=True)
    return done.returncode == 0


def environment() -> dict[str, str]:
    """Return the environment of what is recorded: this clone, no colours, 100 columns."""
    left_out = {"FORCE_COLOR", "PYTHONWARNINGS", "PYTHONPATH"}
    own = {name: value for name, value in os.environ.items() if name not in left_out}
    return own | {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
        "MPLBACKEND": "agg",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "TZ": "UTC",
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.snapshots", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the hashes")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="name what differs from it")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the outputs, for diff")
    parser.add_argument(
        "--long", action="store_true", help="also the models of all tasks of the registry"
    )
    parser.add_argument("--part", action="append", metavar="PART", help="only this; repeatable")
    options = parser.parse_args()
    for part in options.part or ():
        if not is_part(part):
            parser.error(f"there is no part {part!r}; there are {', '.join(parts())}")
    return options


if __name__ == "__main__":
    main()
