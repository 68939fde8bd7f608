"""Asks fuzzy-dl-owl2 the queries of files; run by the interpreter that has it, in a scratch folder.

Prints one JSON object: file → list of answers. An ``.owl`` file is translated first; its queries
stand in a file of the same name that ends in ``.queries``.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

CONFIG = "[DEFAULT]\nmilpProvider = mip\nepsilon = 0.0001\ndebugPrint = False\n"


def answers(path: Path) -> list[float]:
    """Answer all queries of one ``.fdl`` file."""
    from fuzzy_dl_owl2.fuzzydl.parser import DLParserFast

    kb, queries = DLParserFast.get_kb(str(path))
    kb.solve_kb()
    return [float(query.solve(kb).get_solution()) for query in queries]


def translated(path: Path) -> Path:
    """Translate a Fuzzy OWL 2 ontology and add its queries."""
    from fuzzy_dl_owl2.fuzzyowl2.fuzzyowl2_to_fuzzydl import FuzzyOwl2ToFuzzyDL

    name = f"{path.stem}.translated.fdl"
    FuzzyOwl2ToFuzzyDL(str(path), name).translate_owl2ontology()
    target = Path("results") / name
    target.write_text(target.read_text() + path.with_suffix(".queries").read_text())
    return target


def main() -> None:
    """Answer the files named on the command line."""
    Path("CONFIG.ini").write_text(CONFIG)
    found = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for name in sys.argv[1:]:
            path = Path(name)
            found[name] = answers(translated(path) if path.suffix == ".owl" else path)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
