"""Rules whose weight has a sign against their own evidence."""

from pathlib import Path

import pytest
from benchmarks.contradictions import Contradictions, contradictions, contradictions_of, main

from owlboost.concepts.concept import TOP, Atom, Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.errors import ModelError
from owlboost.models.model_files import save
from owlboost.models.trained import TrainedModel


def rule(confidence: float, positives: int, negatives: int, name: str = "A") -> Inclusion:
    return Inclusion(Concept((Atom(f"urn:x#{name}"),)), 1.0, confidence, positives, negatives)


def boosted(*rules: tuple[float, Inclusion]) -> BoostedHypothesis:
    terms = tuple(WeakHypothesis(f"WL{at}", (one,)) for at, (_, one) in enumerate(rules))
    return BoostedHypothesis(terms, tuple(weight for weight, _ in rules))


@pytest.mark.parametrize(
    ("weight", "confidence", "positives", "negatives", "expected"),
    [
        (0.7, 0.9, 9, 1, (0, 0)),
        (-0.7, 0.1, 1, 9, (0, 0)),
        (0.7, 0.1, 1, 9, (1, 1)),
        (-0.7, 0.9, 9, 1, (1, 1)),
        (0.7, 0.2, 9, 1, (1, 0)),  # it holds to low degrees for many positives
        (0.7, 0.8, 1, 9, (0, 1)),
        (0.7, 0.4, 4, 6, (0, 0)),  # as many as of all: neither for nor against
        (0.0, 0.1, 1, 9, (0, 0)),
        (0.7, 0.9, 0, 0, (0, 0)),  # nothing is known of what it covers
    ],
)
def test_a_weight_against_the_evidence(
    weight: float, confidence: float, positives: int, negatives: int, expected: tuple[int, int]
) -> None:
    found = contradictions(boosted((weight, rule(confidence, positives, negatives))), 0.4)
    assert found == Contradictions(*expected)


def test_what_holds_of_everything_is_not_counted() -> None:
    everything = Inclusion(TOP, 1.0, 0.1, 1, 9)
    assert contradictions(boosted((0.7, everything)), 0.4) == (0, 0)


def test_every_rule_of_a_weak_learner_and_of_a_rule_set_is_counted() -> None:
    bad = (rule(0.1, 1, 9, "A"), rule(0.2, 2, 8, "B"))
    weak = BoostedHypothesis((WeakHypothesis("WL1", bad),), (0.7,))
    assert contradictions(weak, 0.4) == (2, 2)
    assert contradictions(RuleSet(bad), 0.4) == (2, 2)


def model(weight: float) -> TrainedModel:
    source = {"individuals": 10, "positives": 4}
    return TrainedModel("gradient", "urn:x#T", boosted((weight, rule(0.9, 9, 1))), 0.5, {}, source)


def test_a_model_knows_its_share_of_positives() -> None:
    assert contradictions_of(model(-0.5)) == (1, 1)


def test_a_model_that_does_not_is_refused() -> None:
    with pytest.raises(ModelError, match="does not say how many"):
        contradictions_of(TrainedModel("foil", "urn:x#T", RuleSet(), 0.5))


def test_the_command_fails_if_there_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    save(model(0.5), good)
    save(model(-0.5), bad)
    assert main([str(good)]) == 0
    assert main([str(good), str(bad)]) == 1
    assert f"{bad}: 1 of 1 rules against their confidence, 1 against" in capsys.readouterr().out
    assert main([str(tmp_path / "none.json"), str(bad)]) == 2
    assert main([]) == 2
