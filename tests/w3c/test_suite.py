"""The structural reasoner on the W3C's tests of OWL 2: nothing false, and no miss in silence."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.w3c.suite import MISSING, SUITE, read_suite
from tests.w3c.tables import updated
from tests.w3c.verdicts import Verdict, judged

pytestmark = pytest.mark.skipif(not SUITE.is_file(), reason=MISSING)

PAGE = Path(__file__).parents[2] / "docs" / "reasoning.md"


@cache
def verdicts() -> tuple[Verdict, ...]:
    """Judge every test once; one that crashes fails all tests here, with its name."""
    return tuple(verdict for case in read_suite() for verdict in judged(case))


def named(outcome: str) -> list[str]:
    return [f"{one.kind}: {one.case.name}" for one in verdicts() if one.outcome == outcome]


def test_nothing_is_false() -> None:
    assert named("false") == []


def test_no_miss_is_silent() -> None:
    assert named("silent") == []


def test_enough_is_right() -> None:
    right = Counter(one.kind for one in verdicts() if one.outcome == "right")
    assert right["consistency"] >= 340
    assert right["inconsistency"] >= 116
    assert right["positive entailment"] >= 179
    assert right["negative entailment"] >= 12


def test_one_test_of_the_profiles_is_missed() -> None:
    """What the README says of OWL 2 EL, QL and RL."""
    missed = {
        (one.case.name, one.why)
        for one in verdicts()
        if one.outcome in ("told", "silent") and one.case.profiles & {"EL", "QL", "RL"}
    }
    assert missed == {("string-integer-clash", "data-range")}


def test_the_tables_in_the_documentation_are_up_to_date() -> None:
    page = PAGE.read_text("utf-8")
    assert updated(page, verdicts()) == page, "run python -m tests.w3c --write"


def test_the_documentation_lists_every_miss_with_what_hermit_says() -> None:
    _, _, table = PAGE.read_text("utf-8").partition("| test | asks for | HermiT |")
    rows = [line.split(" | ") for line in table.partition("\n\n")[0].splitlines()[2:]]
    asked = {"entailment": "positive entailment", "clash": "inconsistency"}
    listed = {(asked[kind], name.removeprefix("| ")) for name, kind, _, _ in rows}
    missed = {(one.kind, one.case.name) for one in verdicts() if one.outcome in ("told", "silent")}
    assert listed == missed
