"""``python -m tools.fuzzing``: damage files and see whether readers say so in one sentence."""

import argparse
import sys
import time
from pathlib import Path

from tools.fuzzing.guided import MISSING, guided, is_installed
from tools.fuzzing.readers import Reader, readers
from tools.fuzzing.trials import Tally, findings


def main() -> None:
    """Try readers, keep the files that they do not cope with, and exit 1 if there are any."""
    options = _options()
    known = readers()
    wanted = options.reader or list(known)
    missing = [name for name in wanted if name not in known]
    if missing:
        sys.exit(f"There is no reader {missing[0]}; there are {', '.join(known)}.")
    if options.guided and not is_installed():
        print(MISSING, flush=True)
        options.guided = 0
    failed = 0
    for name in wanted:
        failed += _try(name, known[name], options)
        if options.guided:
            failed += _guide(name, known[name], options)
    sys.exit(1 if failed else 0)


def _try(name: str, reader: Reader, options: argparse.Namespace) -> int:
    start, tally, found = time.monotonic(), Tally(), 0
    for one in findings(
        reader,
        name,
        seed=options.seed,
        inputs=options.inputs,
        seconds=options.seconds,
        tally=tally,
    ):
        found += 1
        kept = _kept(one.data, options.output / name / str(one.number), reader)
        print(f"{name}: {one.what}, kept as {kept}", flush=True)
    print(
        f"{name:<22}{tally.tried:>7} tried {tally.read:>7} read {found:>5} findings "
        f"{time.monotonic() - start:>7.0f} s",
        flush=True,
    )
    return found


def _guide(name: str, reader: Reader, options: argparse.Namespace) -> int:
    done = guided(name, options.guided, options.inputs)
    for number, (what, data) in enumerate(done.found):
        kept = _kept(data, options.output / name / f"guided-{number}", reader)
        print(f"{name}, guided: {what}, kept as {kept}", flush=True)
    print(
        f"{name:<22}{done.tried:>7} tried {done.covered:>7} places {len(done.found):>3} findings "
        f"{'guided':>9}",
        flush=True,
    )
    return len(done.found)


def _kept(data: bytes, folder: Path, reader: Reader) -> Path:
    """Keep a file that was not coped with, and return where."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / reader.file
    path.write_bytes(data)
    return path


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzzing", description=__doc__)
    parser.add_argument("--reader", action="append", help="only this one; repeatable")
    parser.add_argument("--seconds", type=float, default=60, help="for each reader")
    parser.add_argument("--inputs", type=int, default=5_000, help="for each reader, at most")
    parser.add_argument(
        "--guided", type=float, default=0, help="seconds for each reader, guided by coverage"
    )
    parser.add_argument("--seed", type=int, default=0, help="for other damages")
    parser.add_argument("--output", type=Path, default=Path("build/fuzzing"), help="for findings")
    return parser.parse_args()


if __name__ == "__main__":
    main()
