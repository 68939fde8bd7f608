"""Learning from a handful of examples: by covering, and with a word on what figures then mean."""

import numpy as np
import pytest

from owlboost.concepts.concept import Atom, Concept
from owlboost.concepts.text import manchester
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.algorithms import FoilDL, GradientConcepts
from owlboost.learners.covering import AxiomSearch, foil
from owlboost.learners.gradient.growth import MIN_CONFIDENCE, CoverGrowth, WeightFitter
from owlboost.learners.gradient.losses import SQUARED, Penalty
from owlboost.learners.search.training_set import TrainingSet, training_set_for
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel

FAMILY = ["otto", "karl", "emil", "lena", "rosa", "paul"]


def texts(model: TrainedModel) -> list[str]:
    return [manchester(one.body) for one in model.hypothesis.inclusions if not one.body.is_top]


def problem_of(kb: KnowledgeBase, positives: list[str], negatives: list[str]) -> LearningProblem:
    ids = [kb.individuals.id(name) for name in (*positives, *negatives)]
    labels = np.arange(len(ids)) < len(positives)
    return LearningProblem(kb, "T", np.array(ids, dtype=np.int32), labels)


def test_a_father_is_male_and_has_a_child() -> None:
    #   rosa has a child and is no father, paul is male and none: neither condition will do alone
    kb = KnowledgeBase.from_facts(
        FAMILY,
        types={
            "person": FAMILY,
            "male": ["otto", "karl", "emil", "paul"],
            "female": ["lena", "rosa"],
        },
        subclasses={("male", "person"), ("female", "person")},
        roles={
            "hasChild": [("otto", "karl"), ("karl", "rosa"), ("rosa", "paul"), ("emil", "paul")]
        },
    )
    problem = problem_of(kb, ["otto", "karl", "emil"], ["lena", "rosa", "paul"])
    model = train(problem, GradientConcepts())
    assert texts(model) == ["male and (hasChild some Thing)"]
    assert model.training["F1"] == 1.0
    (rule,) = (one for one in model.hypothesis.inclusions if not one.body.is_top)
    assert (rule.confidence, rule.covered_positives, rule.covered_negatives) == (1.0, 3, 0)


@pytest.mark.parametrize("optimise", ["f1", "accuracy"])
def test_a_single_positive_is_covered_without_any_negative(optimise: str) -> None:
    #   a chair among furniture: its legs, its seat and its back are all shared with others
    names = [f"a{at:02d}" for at in range(12)]
    kb = KnowledgeBase.from_facts(
        names,
        types={
            "HasLegs": names[:6],
            "HasSeat": [names[0], *names[5:9]],
            "HasBack": [names[0], names[1], *names[7:]],
        },
        numbers={"height": [(name, 40.0 + 10 * at) for at, name in enumerate(names)]},
    )
    problem = problem_of(kb, names[:1], names[1:])
    model = train(problem, GradientConcepts(optimise=optimise))  # type: ignore[arg-type]
    rules = [one for one in model.hypothesis.inclusions if not one.body.is_top]
    assert rules
    for rule in rules:
        assert (rule.covered_positives, rule.covered_negatives) == (1, 0)
    assert model.training["F1"] == 1.0
    assert model.predict(kb, names[0])
    #   Platt's targets are 2/3 for one positive and 1/13 for eleven negatives
    chair, others = model.probabilities(kb)[0], model.probabilities(kb)[1:]
    assert chair == pytest.approx(2 / 3, abs=1e-4)
    assert others == pytest.approx(np.full(11, 1 / 13), abs=1e-4)


def test_a_remark_says_how_little_figures_mean() -> None:
    names = [f"a{at:02d}" for at in range(40)]
    kb = KnowledgeBase.from_facts(names, types={"A": names[:20]})
    little = "describe these examples; how well they fit others, the figures cannot tell."
    for n_positives, told in (
        (1, "1 of 40 examples belongs to the target. Rules from so few "),
        (9, "9 of 40 examples belong to the target. Rules from so few "),
        (31, "31 of 40 examples belong to the target. Rules from so few "),
    ):
        model = train(problem_of(kb, names[:n_positives], names[n_positives:]))
        assert model.remarks == (told + little,)
    for n_positives in (10, 30):
        assert train(problem_of(kb, names[:n_positives], names[n_positives:])).remarks == ()


def test_where_covering_finds_no_rule_one_is_grown_all_the_same() -> None:
    #   16 : 4, and every class has more negatives than its share: none is for the target
    names = [f"a{at:02d}" for at in range(20)]
    kb = KnowledgeBase.from_facts(names, types={"Against": [names[0], *names[16:]]})
    model = train(problem_of(kb, names[:16], names[16:]), GradientConcepts())
    ((weight, body),) = [
        (rule.weight, manchester(rule.inclusion.body))
        for rule in model.hypothesis.rules()
        if not rule.inclusion.body.is_top
    ]
    assert body == "Against"
    assert weight < 0
    #   unless all rules must argue for the target
    monotone = train(problem_of(kb, names[:16], names[16:]), GradientConcepts(monotone=True))
    assert texts(monotone) == []


# Growth by covering


def ground_of(types: dict[str, list[int]], n: int, n_positives: int) -> TrainingSet:
    names = [f"a{at:02d}" for at in range(n)]
    members = {iri: [names[at] for at in own] for iri, own in types.items()}
    kb = KnowledgeBase.from_facts(names, types=members)
    problem = LearningProblem(kb, "T", np.arange(n, dtype=np.int32), np.arange(n) < n_positives)
    return training_set_for(problem, label_matrix(kb, ()))


def grower(ground: TrainingSet, fitter: WeightFitter, max_conjuncts: int = 1) -> CoverGrowth:
    learner = FoilDL(max_conjuncts=max_conjuncts, min_confidence=MIN_CONFIDENCE)
    return CoverGrowth(fitter, AxiomSearch(ground, learner))


def named(iri: str) -> Concept:
    return Concept((Atom(iri),))


def test_each_rule_covers_positives_that_no_rule_covers_yet() -> None:
    #   A covers four of six positives, C three of them and B the other two
    ground = ground_of({"A": [0, 1, 2, 3], "B": [4, 5], "C": [1, 2, 3]}, 12, 6)
    fitter = WeightFitter(ground, SQUARED, Penalty(ridge=0.1))
    stages = list(grower(ground, fitter).stages(10))
    found = [[one.body for one in stage.learned] for stage in stages]
    assert found == [[], [named("A")], [named("A"), named("B")]]
    #   ridge regression of all weights together: α₀ ≈ 0 and 4α = 4 − 0.1α, 2β = 2 − 0.1β
    gram = stages[-1].columns.T @ stages[-1].columns + np.diag([0.0, 0.1, 0.1])
    expected = np.linalg.solve(gram, stages[-1].columns.T @ ground.labels)
    assert stages[-1].alpha == pytest.approx(expected, abs=1e-6)
    assert len(list(grower(ground, fitter).stages(1))) == 2
    assert len(list(grower(ground, fitter).stages(0))) == 1


def test_a_rule_must_cover_as_many_positives_as_negatives() -> None:
    #   of 3 : 9, A covers 1 : 1 or 1 : 2, either of them more than its share
    assert MIN_CONFIDENCE == 0.5
    for members, n_rules in (([0, 3], 1), ([0, 3, 4], 0)):
        ground = ground_of({"A": members}, 12, 3)
        *_, last = grower(ground, WeightFitter(ground)).stages(5)
        assert len(last.learned) == n_rules


def test_a_rule_that_is_not_for_the_target_is_left_out() -> None:
    #   of 9 : 3, B covers 6 : 0. Of the 3 : 3 that are left A covers 2 : 1, more than half of them,
    #   but 2/3 is less than 9/12
    ground = ground_of({"A": [6, 7, 9], "B": [0, 1, 2, 3, 4, 5]}, 12, 9)
    search = AxiomSearch(ground, FoilDL(max_conjuncts=1, min_confidence=MIN_CONFIDENCE))
    assert [one.body for one in foil(search).inclusions] == [named("B"), named("A")]
    *_, last = CoverGrowth(WeightFitter(ground), search).stages(5)
    assert [one.body for one in last.learned] == [named("B")]
