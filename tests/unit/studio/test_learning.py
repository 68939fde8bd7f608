"""Settings that the studio offers are settings that learners take."""

import pytest

from owlboost.errors import ParameterError
from owlboost.learners.learner import LEARNERS
from owlboost.studio.learning import setting_choices
from owlboost.studio.state import Settings


def test_every_algorithm_is_offered_with_a_sentence() -> None:
    offered = {one["name"]: one for one in setting_choices()["algorithms"]}
    assert list(offered) == list(LEARNERS)
    for one in offered.values():
        assert one["title"]
        assert one["text"].endswith(".")
        assert "\n" not in one["text"]


def test_as_many_rules_are_offered_as_may_be_asked_for() -> None:
    most = setting_choices()["most_rules"]
    Settings(rules=most)
    with pytest.raises(ParameterError, match=f"rules.*{most}"):
        Settings(rules=most + 1)


@pytest.mark.parametrize("algorithm", list(LEARNERS))
def test_every_choice_makes_a_learner(algorithm: str) -> None:
    offered = setting_choices()
    for fuzzify in offered["fuzzify"]:
        learner = Settings(algorithm=algorithm, fuzzify=fuzzify).learner()
        assert getattr(learner, "fuzzify", None) in (fuzzify, None)
    for logic in offered["logic"]:
        assert Settings(algorithm=algorithm, logic=logic).learner() is not None
    for sets in offered["sets"]:
        learner = Settings(algorithm=algorithm, sets=sets).learner()
        assert sets == "auto" or getattr(learner, "n_sets", None) == sets
