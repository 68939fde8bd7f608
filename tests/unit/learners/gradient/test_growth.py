"""Growing an additive model: what its weights may be."""

import numpy as np
import pytest

from owlboost.concepts.concept import Atom, Concept
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.features.label_matrix import label_matrix
from owlboost.learners.algorithms import GradientConcepts
from owlboost.learners.gradient import growth as fitting
from owlboost.learners.gradient import growth as growing
from owlboost.learners.gradient import learn as result
from owlboost.learners.gradient.growth import AdditiveModel, Growth, WeightFitter
from owlboost.learners.gradient.losses import SQUARED, Penalty, Residual, lifts
from owlboost.learners.gradient.scale import Scale
from owlboost.learners.gradient.selection import Choice
from owlboost.learners.gradient.trainer import Configuration, Trainer
from owlboost.learners.search.aggregator import Aggregator, RowGroups, aggregator_for
from owlboost.learners.search.moves import Limits
from owlboost.learners.search.training_set import TrainingSet, evaluate_concept, training_set_for
from owlboost.learners.training import fit
from owlboost.runtime.threads import ThreadPool

MEMBERS = {
    "A": [4, 5, 9, 11],
    "B": [1, 2, 4, 8, 9, 10],
    "C": [1, 4, 6, 7, 10, 11],
    "D": [0, 3, 4, 5, 7, 8, 10, 11],
}
POSITIVES = [1, 3, 4, 5, 6, 10, 11]


def ground_of_twelve() -> TrainingSet:
    """Twelve examples of four classes."""
    names = [f"a{number:02d}" for number in range(12)]
    types = {iri: [names[at] for at in members] for iri, members in MEMBERS.items()}
    kb = KnowledgeBase.from_facts(names, types=types)
    labels = np.isin(np.arange(12), POSITIVES)
    problem = LearningProblem(kb, "T", np.arange(12, dtype=np.int32), labels)
    return training_set_for(problem, label_matrix(kb, ()))


def monotone_model() -> AdditiveModel:
    """Four concepts that argue for the target; the fourth takes all weight from the second."""
    ground = ground_of_twelve()
    fitter = WeightFitter(ground, SQUARED, Penalty(1.0, 0.0, -1, balance=False))
    growth = Growth(fitter, Limits(0, 2, 0))
    *_, last = growth.stages(4)
    return last


def test_no_rule_of_a_monotone_model_argues_against_the_target() -> None:
    last = monotone_model()
    columns = np.ones((12, 5))
    for number, learned in enumerate(last.learned, 1):
        columns[:, number] = 0
        columns[learned.rows, number] = learned.degrees
    #   ridge regression of the labels, ⊤ unpenalised: free weights would turn one rule around
    penalty = np.diag([0.0, 1.0, 1.0, 1.0, 1.0])
    labels = np.repeat([1.0, 0.0], [7, 5])
    free = np.linalg.solve(columns.T @ columns + penalty, columns.T @ labels)
    assert free[2] == pytest.approx(-0.01337, abs=1e-5)
    assert (last.alpha[1:] >= 0).all()
    assert last.alpha[2] == 0
    kept = [0, 1, 3, 4]
    rest = columns[:, kept]
    fitted = np.linalg.solve(rest.T @ rest + penalty[np.ix_(kept, kept)], rest.T @ labels)
    assert last.alpha[kept] == pytest.approx(fitted, abs=1e-5)


@pytest.mark.parametrize(("balance", "n_jobs"), [(True, 1), (False, 3)])
def test_a_workshop_hands_on_what_the_learner_says(
    monkeypatch: pytest.MonkeyPatch, *, balance: bool, n_jobs: int
) -> None:
    #   three of twelve are positive: α₀ without rules is the mean label, or ½ if classes balance
    names = [f"a{number:02d}" for number in range(12)]
    kb = KnowledgeBase.from_facts(names, types={"A": names[:2]})
    problem = LearningProblem(kb, "T", np.arange(12, dtype=np.int32), np.arange(12) < 3)
    threads: list[int] = []

    def aggregator(
        ground: TrainingSet, groups: RowGroups, limits: Limits, pool: ThreadPool, _: object
    ) -> Aggregator:
        threads.append(pool.n_jobs)
        return aggregator_for(ground, groups, limits)

    monkeypatch.setattr(growing, "aggregator_for", aggregator)
    workshop = Trainer(problem, GradientConcepts(n_jobs=n_jobs))
    configuration = Configuration(SQUARED, 1.0, 1, (3,), balance=balance)
    growth = workshop.growth(workshop.training_set(configuration), configuration)
    first = next(growth.stages(1))
    assert first.alpha == pytest.approx([0.5 if balance else 0.25])
    assert threads == [n_jobs]


@pytest.mark.parametrize(
    ("n_positives", "weight", "least"),
    [(1, 1.0, 1.0), (11, 1.0, 1.0), (3, 1.0, 2.0), (1, 0.5, 0.5)],
)
def test_a_rule_for_all_of_the_rarer_class_covers_enough(
    n_positives: int, weight: float, least: float
) -> None:
    #   min_cover is 2, unless there are fewer of a class, by what they stand for
    names = [f"a{number:02d}" for number in range(12)]
    kb = KnowledgeBase.from_facts(names, types={"A": names[:2]})
    positive = np.arange(12) < n_positives
    weights = np.full(12, weight)
    problem = LearningProblem(kb, "T", np.arange(12, dtype=np.int32), positive, weights)
    workshop = Trainer(problem, GradientConcepts())
    configuration = Configuration(SQUARED, 0.5, 1, (3,), monotone=True, balance=False)
    fitter = workshop.fitter(workshop.training_set(configuration), configuration)
    assert fitter.penalty == Penalty(0.5, least, -1, balance=False)


def residual_of(sign: int) -> Residual:
    """One positive of two."""
    kb = KnowledgeBase.from_facts(["a", "b"], types={"A": ["a"]})
    problem = LearningProblem(kb, "T", np.arange(2, dtype=np.int32), np.array([1, 0]))
    return Residual(training_set_for(problem, label_matrix(kb, ())), Penalty(1.0, 2.0, sign))


def test_a_condition_must_raise_the_score_by_more_than_a_tenth() -> None:
    #   before: G = −2, K = 3, λ = 1, worth 4/4 = 1; moves of the same K are worth G²/4
    slopes = -2 * np.sqrt([1.05, 1.11, 1.11])
    covers = np.array([2.0, 2.0, 1.9])
    scored = residual_of(0).score(
        np.array([slopes, np.full(3, 3.0), covers, np.ones(3)]), (-2.0, 3.0)
    )
    assert scored.gains == pytest.approx([-np.inf, 1.11, -np.inf])
    assert scored.usable.tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("sign", "usable"),
    [
        (0, [True, True, False, False, False, False]),
        (-1, [True, False, False, False, False, False]),
    ],
)
def test_a_move_must_argue_for_what_its_examples_say(sign: int, usable: list[bool]) -> None:
    #   −G and the lift: for and for, against and against, then four that disagree or say nothing
    slopes = np.array([-2.0, 2.0, -2.0, 2.0, -2.0, 0.0])
    lifts = np.array([0.5, -0.5, -0.5, 0.5, 0.0, 0.5])
    sums = np.array([slopes, np.full(6, 3.0), np.full(6, 2.0), lifts])
    scored = residual_of(sign).score(sums, (0.0, 2.0))
    assert scored.usable.tolist() == usable
    #   G²/(K + λ) = 4/4
    assert scored.gains.tolist() == [1.0 if one else -np.inf for one in usable]


def test_a_lift_is_what_confidence_has_above_the_share_of_positives() -> None:
    #   weights 3, 1, 2, 4: π = 5/10;  n·(y − π)
    labels, counts = np.array([1.0, 0.0, 1.0, 0.0]), np.array([3.0, 1.0, 2.0, 4.0])
    assert lifts(labels, counts).tolist() == [1.5, -0.5, 1.0, -2.0]
    #   C = 1, 1, 0, ½: Σ l·C = 1.5 − 0.5 − 1 = 0 and confidence 3/(3 + 1 + 2) = π
    concept = np.array([1.0, 1.0, 0.0, 0.5])
    assert (lifts(labels, counts) * concept).sum() == 0


def test_the_order_in_which_examples_are_listed_changes_no_fold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = [f"a{number:02d}" for number in range(20)]
    pair = [(names[0], names[1])]
    kb = KnowledgeBase.from_facts(names, types={"A": names[:9]}, roles={"next": pair})
    labels = np.arange(20) < 10
    divided: list[tuple[list[int], list[float]]] = []

    def chosen(workshop: Trainer) -> Choice:
        divided.append((workshop.problem.individuals.tolist(), workshop.problem.labels.tolist()))
        return Choice(Configuration(SQUARED, 1.0, 1, (3,)), 1, Scale.usual(SQUARED))

    monkeypatch.setattr(result, "choose", chosen)
    for order in (np.arange(20), np.random.default_rng(0).permutation(20)):
        problem = LearningProblem(kb, "T", order.astype(np.int32), labels[order])
        fit(problem, GradientConcepts())
    assert divided == [(list(range(20)), [1.0] * 10 + [0.0] * 10)] * 2


def crossed() -> tuple[TrainingSet, WeightFitter]:
    """Twelve examples, and what fits models over them on two threads."""
    ground = ground_of_twelve()
    return ground, WeightFitter(ground, pool=ThreadPool(2))


def test_columns_are_written_some_rows_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ground, fitter = crossed()
    found = evaluate_concept(ground, Concept((Atom("B"),)))
    monkeypatch.setattr(fitting, "_FILLED", 5)
    column = np.full(12, np.nan)
    fitter.fill(column, found)
    assert column[found.rows].tolist() == [1.0] * 6
    assert column.sum() == 6


def test_a_concept_is_new_if_it_differs_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    ground, fitter = crossed()
    found = evaluate_concept(ground, Concept((Atom("B"),)))
    same = fitter.column(found)
    other = same.copy()
    other[-1] = 0.5
    for first in (1000, 3):  # where all are looked at, and where the first three are alike
        monkeypatch.setattr(fitting, "_FIRST", first)
        assert not fitter.is_new(found, np.array([np.ones(12), same]).T)
        assert not fitter.is_new(found, np.array([same + 1e-12, other]).T)
        assert fitter.is_new(found, np.array([np.ones(12), other]).T)
        assert fitter.is_new(found, np.array([1 - same, other]).T)


def test_models_that_branch_off_one_model_do_not_overwrite_each_other() -> None:
    ground, fitter = crossed()
    start = fitter.start()
    grown = [
        fitter.extended(start, evaluate_concept(ground, Concept((Atom(iri),)))) for iri in "ABC"
    ]
    further = fitter.extended(grown[0], evaluate_concept(ground, Concept((Atom("D"),))))
    for stage in (*grown, further):
        for number, learned in enumerate(stage.learned, 1):
            assert stage.columns[:, number].tolist() == fitter.column(learned).tolist()
        assert (stage.columns[:, 0] == 1).all()
