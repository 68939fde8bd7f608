"""Print the suite's tables, or with ``--misses`` the tests that are not right, and why."""

import sys

from tests.w3c.suite import MISSING, SUITE, read_suite
from tests.w3c.tables import by_outcome, by_profile
from tests.w3c.verdicts import judged


def main(arguments: list[str]) -> None:
    """Judge the suite and print what was asked for."""
    if not SUITE.is_file():
        sys.exit(f"There is no suite; {MISSING}.")
    verdicts = [verdict for case in read_suite() for verdict in judged(case)]
    if "--misses" in arguments:
        for one in verdicts:
            if one.outcome != "right":
                print(f"{one.kind}: {one.case.name}: {one.outcome}: {one.why}")
        return
    print(by_outcome(verdicts), by_profile(verdicts), sep="\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
