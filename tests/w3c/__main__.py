"""Print the suite's tables, or with ``--misses`` the tests that are not right, and why.

With ``--write`` the tables also go to the documentation; with ``--hermit`` the tests that the
structural reasoner misses are put to HermiT.
"""

import sys
from pathlib import Path

from tests.w3c.suite import MISSING, SUITE, read_suite
from tests.w3c.tables import by_outcome, by_profile, updated
from tests.w3c.verdicts import judged

from owlboost.ontology.ontology import Ontology
from owlboost.sources.ontology_knowledge import Saturated
from owlboost.sources.ontology_reasoning import compile_with

PAGE = Path(__file__).parents[2] / "docs" / "reasoning.md"


def by_hermit(ontology: Ontology) -> Saturated:
    """Reason with HermiT, for a minute at most."""
    return compile_with(ontology, "hermit", timeout=60).saturate()


def main(arguments: list[str]) -> None:
    """Judge the suite and print what was asked for."""
    if not SUITE.is_file():
        sys.exit(f"There is no suite; {MISSING}.")
    verdicts = [verdict for case in read_suite() for verdict in judged(case)]
    if "--hermit" in arguments:
        for one in verdicts:
            if one.outcome in ("told", "silent"):
                (again,) = (two for two in judged(one.case, by_hermit) if two.kind == one.kind)
                print(f"{one.kind}: {one.case.name}: {again.outcome}: {again.why}", flush=True)
        return
    if "--misses" in arguments:
        for one in verdicts:
            if one.outcome != "right":
                print(f"{one.kind}: {one.case.name}: {one.outcome}: {one.why}")
        return
    if "--write" in arguments:
        PAGE.write_text(updated(PAGE.read_text("utf-8"), verdicts), "utf-8")
    print(by_outcome(verdicts), by_profile(verdicts), sep="\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
