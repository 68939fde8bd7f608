"""The rates of answers beside truths, as d'Amato and Fanizzi define them, one at a time."""

from collections.abc import Sequence

YES, UNKNOWN, NO = 1, 0, -1


def rates(truths: Sequence[int], answers: Sequence[int]) -> dict[str, float]:
    """Count each pair under the one name that it has, and divide by how many there are."""
    counts = dict.fromkeys(("match", "commission", "omission", "induction"), 0)
    for truth, answer in zip(truths, answers, strict=True):
        counts[_name(truth, answer)] += 1
    return {name: count / len(truths) for name, count in counts.items()}


def _name(truth: int, answer: int) -> str:
    if (truth, answer) in ((YES, YES), (NO, NO), (UNKNOWN, UNKNOWN)):
        return "match"
    if (truth, answer) in ((YES, NO), (NO, YES)):
        return "commission"
    return "omission" if answer == UNKNOWN else "induction"
