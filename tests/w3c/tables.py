"""The suite's outcomes in tables: by outcome, and by profile."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from tests.w3c.verdicts import KINDS, Outcome, Verdict

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
_HEADINGS = {
    "right": "right",
    "told": "missed, told",
    "silent": "missed in silence",
    "false": "false",
    "refused": "refused",
    "unasked": "not asked",
}
_ASKED = ("right", "told", "silent", "false")
_PROFILES = ("DL", "EL", "QL", "RL")


def updated(page: str, verdicts: Sequence[Verdict]) -> str:
    """Return a page with its tables, which are known by their first lines, made anew."""
    lines = page.split("\n")
    for table in (by_outcome(verdicts), by_profile(verdicts)):
        new = table.split("\n")
        start = lines.index(new[0])
        lines[start : start + len(new)] = new
    return "\n".join(lines)


def by_outcome(verdicts: Iterable[Verdict]) -> str:
    """Return a Markdown table: how many tests of each kind came out how."""
    counts = Counter((one.kind, one.outcome) for one in verdicts)
    rows = [["tests", *(_HEADINGS[outcome] for outcome in OUTCOMES)]]
    for kind in KINDS.values():
        numbers = [counts[kind, outcome] for outcome in OUTCOMES]
        rows.append([f"{kind} {sum(numbers)}", *map(str, numbers)])
    return "\n".join(_markdown(rows))


def by_profile(verdicts: Iterable[Verdict]) -> str:
    """Return a Markdown table: of the tests of each profile that were asked, how many are right."""
    listed = [one for one in verdicts if one.outcome in _ASKED]
    rows = [["tests", *(f"OWL 2 {profile}" for profile in _PROFILES), "OWL 2 Full only"]]
    for kind in KINDS.values():
        of_kind = [one for one in listed if one.kind == kind]
        groups = [[one for one in of_kind if name in one.case.profiles] for name in _PROFILES]
        groups.append([one for one in of_kind if "DL" not in one.case.profiles])
        rows.append([kind, *map(_share, groups)])
    return "\n".join(_markdown(rows))


def _share(verdicts: list[Verdict]) -> str:
    right = sum(one.outcome == "right" for one in verdicts)
    return f"{right} of {len(verdicts)}"


def _markdown(rows: list[list[str]]) -> Iterator[str]:
    head, *body = rows
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for row in body:
        yield f"| {' | '.join(row)} |"
