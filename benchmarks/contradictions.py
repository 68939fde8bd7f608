"""Rules whose weight is against their own evidence: ``python -m benchmarks.contradictions M …``.

A rule of positive weight says that its body speaks for the target. If fewer of what it covers are
positive than of all examples, the body speaks against it, and a reader is misled; likewise the
other way round. Exits 1 if there is such a rule in any model, by either count.
"""

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from owlboost.concepts.hypothesis import Hypothesis, Inclusion, Rule
from owlboost.errors import ModelError, OwlboostError
from owlboost.models.model_files import load
from owlboost.models.trained import TrainedModel

SAME = 1e-9
"""Shares this close are equal: such a rule speaks neither for the target nor against it."""


class Contradictions(NamedTuple):
    """How many rules have a weight against their own evidence.

    Attributes
    ----------
    by_confidence
        By the confidence of the rule.
    by_counts
        By the numbers of positives and negatives that it covers to any degree.
    """

    by_confidence: int
    by_counts: int


def contradictions(hypothesis: Hypothesis, share: float) -> Contradictions:
    """Count the rules whose weight has a sign against their evidence; ⊤ is not counted.

    Parameters
    ----------
    hypothesis
        The rules.
    share
        Share of positives among the examples they were learned from.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import BoostedHypothesis, WeakHypothesis
    >>> rule = Inclusion(Concept((Atom("Cheap"),)), 1.0, 0.2, 1, 4)
    >>> contradictions(BoostedHypothesis((WeakHypothesis("WL1", (rule,)),), (0.7,)), 0.5)
    Contradictions(by_confidence=1, by_counts=1)
    """
    rules = [rule for rule in hypothesis.rules() if not rule.inclusion.body.is_top]
    return Contradictions(
        _contrary(rules, share, lambda found: found.confidence),
        _contrary(rules, share, _covered_share),
    )


def contradictions_of(model: TrainedModel) -> Contradictions:
    """Count them in a model, which records how many examples were positive.

    Raises
    ------
    ModelError
        The model does not say how many examples it was learned from.
    """
    match model.source:
        case {"individuals": int(individuals), "positives": int(positives)} if individuals:
            return contradictions(model.hypothesis, positives / individuals)
        case _:
            raise ModelError("The model does not say how many of its examples were positive.")


def _contrary(
    rules: Sequence[Rule], share: float, evidence: Callable[[Inclusion], float | None]
) -> int:
    found = ((rule.weight, evidence(rule.inclusion)) for rule in rules)
    return sum(
        (value < share - SAME and weight > 0) or (value > share + SAME and weight < 0)
        for weight, value in found
        if value is not None
    )


def _covered_share(found: Inclusion) -> float | None:
    covered = found.covered_positives + found.covered_negatives
    return found.covered_positives / covered if covered else None


def main(paths: Sequence[str]) -> int:
    """Count them in model files; return 1 if there is one, 2 if a file cannot be judged."""
    status = 0 if paths else 2
    for path in paths:
        try:
            model = load(path)
            found = contradictions_of(model)
        except OwlboostError as error:
            print(f"{path}: {error}", file=sys.stderr)
            status = 2
            continue
        print(
            f"{path}: {found.by_confidence} of {model.hypothesis.n_rules} rules against their "
            f"confidence, {found.by_counts} against their counts"
        )
        status = max(status, int(any(found)))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
