"""Files that lead a reader to code where no file has led before: atheris looks for them.

Atheris ends the process that it works in, so that each reader has one of its own:
``python -m tools.fuzzing.guided READER SECONDS INPUTS FOLDER``.
"""

import importlib
import importlib.util
import json
import pkgutil
import random
import re
import subprocess
import sys
import tempfile
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

MISSING = (
    "No run is guided by coverage: atheris is not installed "
    "(pip install --group fuzz; it exists for Linux and some versions of Python)."
)
_FOUND = "findings.jsonl"
_ABORTED = "aborted-"
_LIMITS = ("-timeout=600", "-rss_limit_mb=4096", "-max_len=100000", "-print_final_stats=1")


@dataclass(frozen=True, slots=True)
class Guided:
    """What came of a run that is guided by coverage.

    Attributes
    ----------
    tried
        How many files were tried.
    covered
        How many places of the code they reached.
    found
        What was not coped with, and the files.
    """

    tried: int
    covered: int
    found: tuple[tuple[str, bytes], ...]


def is_installed() -> bool:
    """Whether atheris is here."""
    return importlib.util.find_spec("atheris") is not None


def guided(name: str, seconds: float, inputs: int) -> Guided:
    """Try files for a reader, and return what was found."""
    with tempfile.TemporaryDirectory(prefix="owlboost-guided-") as folder:
        words = (name, str(max(1, round(seconds))), str(inputs), folder)
        done = subprocess.run(
            [sys.executable, "-m", "tools.fuzzing.guided", *words],
            capture_output=True,
            check=False,
        )
        told = done.stderr.decode("utf-8", "replace")
        tried = re.search(r"number_of_executed_units: (\d+)", told)
        lines = Path(folder, _FOUND)
        texts = lines.read_text("utf-8").splitlines() if lines.exists() else []
        found = [(one["what"], bytes.fromhex(one["data"])) for one in map(json.loads, texts)]
        found += [
            (f"the process ended: exit {done.returncode}", path.read_bytes())
            for path in sorted(Path(folder).glob(f"{_ABORTED}*"))
        ]
        if tried is None and not found:
            raise RuntimeError(f"The guided run of {name} failed: {told[-2_000:]}")
        covered = [int(number) for number in re.findall(r"\bcov: (\d+)", told)]
        return Guided(int(tried[1]) if tried else 0, max(covered, default=0), tuple(found))


def _main() -> None:
    """Try files until the time is over; this process does nothing else."""
    import atheris

    from owlboost import kernels

    name, seconds, inputs, folder = sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4])
    for module in pkgutil.walk_packages(kernels.__path__, "owlboost.kernels."):
        importlib.import_module(module.name)  # Numba cannot compile what atheris adds
    with atheris.instrument_imports(include=["owlboost"]):
        from tools.fuzzing.mutation import mutated
        from tools.fuzzing.readers import readers
        from tools.fuzzing.trials import tried
    reader = readers()[name]
    corpus = folder / "corpus"
    corpus.mkdir()
    path = folder / reader.file
    for number, seed in enumerate(reader.seeds):
        (corpus / str(number)).write_bytes(seed)
        path.write_bytes(seed)
        tried(reader, path, limited=False)  # what is compiled once does not count
    known: set[str] = set()

    def one(data: bytes) -> None:
        path.write_bytes(data)
        kind, what = tried(reader, path)
        if kind == "finding" and what not in known:
            known.add(what)
            with (folder / _FOUND).open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"what": what, "data": data.hex()}) + "\n")

    def damaged(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        try:
            if reader.inside is not None and chance.random() < 0.5:
                return reader.inside(data, chance)[:most]
            if chance.random() < 0.5:
                return mutated([data], chance)[:most]
        except (ValueError, RecursionError, zipfile.BadZipFile, zlib.error, EOFError):
            pass  # what is damaged already has no structure to damage
        return bytes(atheris.Mutate(data, most))

    options = (
        f"-max_total_time={seconds}",
        f"-runs={inputs}",
        f"-artifact_prefix={folder}/{_ABORTED}",
    )
    atheris.Setup([sys.argv[0], *_LIMITS, *options, str(corpus)], one, custom_mutator=damaged)
    atheris.Fuzz()


if __name__ == "__main__":
    _main()
