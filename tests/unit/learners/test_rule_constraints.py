"""Rules that are given and forbidden: what is understood, what is refused, what is recorded."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.concepts.concept import TOP, Atom, Concept, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
)
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ModelError, OwlboostError, ParameterError, UnknownNameError
from owlboost.features.partitions import fit_partitions
from owlboost.learners.algorithms import PNOWL, FoilDL, FuzzyOWLBoost, GradientConcepts
from owlboost.learners.learner import LEARNERS, ConceptLearner, Learner
from owlboost.learners.rule_constraints import GivenRule, resolve_rules
from owlboost.learners.run import RunContext
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel

N = 40
NAMES = [f"h{number:02d}" for number in range(N)]
CHEAP, SPA, HOTEL, INN = (
    Concept((Atom(f"ex#{name}"),)) for name in ("Cheap", "Spa", "Hotel", "Inn")
)


def problem() -> LearningProblem:
    """Twenty good hotels of forty: cheap ones, and some with a spa."""
    prices = [30.0 + number for number in range(N)]
    kb = KnowledgeBase.from_facts(
        NAMES,
        types={
            "ex#Cheap": NAMES[:16],
            "ex#Spa": NAMES[14:24],
            "ex#Hotel": NAMES[::2],
            "ex#Inn": NAMES[::4],
            "ex#Empty": [],
        },
        subclasses=[("ex#Inn", "ex#Hotel")],
        roles={"ex#near": [(NAMES[0], NAMES[1])], "ex#far": []},
        numbers={"ex#price": list(zip(NAMES, prices, strict=True))},
        symbols={
            "ex#breakfast": [(name, number % 3 == 0) for number, name in enumerate(NAMES)],
            "ex#sea view": [
                (name, "Deep Blue" if number % 2 else "none") for number, name in enumerate(NAMES)
            ],
        },
    )
    return LearningProblem(kb, "ex#Good", np.arange(N, dtype=np.int32), np.arange(N) < N // 2)


PROBLEM = problem()


def bodies(hypothesis: Hypothesis) -> list[Concept]:
    return [rule.inclusion.body for rule in hypothesis.rules() if not rule.inclusion.body.is_top]


def given_bodies(text: str, learner: ConceptLearner | None = None) -> list[Concept]:
    found, _ = resolve_rules((learner or FoilDL()).adjusted(given=[text]), PROBLEM)
    return [rule.body for rule in found.given_rules]


def low(n_sets: int, label: str) -> Concept:
    (part,) = fit_partitions(PROBLEM.kb, n_sets)
    (found,) = [one for one in part.sets if one.name == f"price_{label}"]
    return Concept((FuzzyValue("ex#price", found),))


# What is understood


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cheap", CHEAP),
        ("Cheap and spa", Concept((Atom("ex#Cheap"), Atom("ex#Spa")))),
        ("breakfast", Concept((CrispValue("ex#breakfast", True),))),
        ("breakfast is no", Concept((CrispValue("ex#breakfast", False),))),
        ("sea view is deep blue", Concept((CrispValue("ex#sea view", "Deep Blue"),))),
        ('sea view value "none"', Concept((CrispValue("ex#sea view", "none"),))),
        ("near some Thing", Concept((), (Edge("ex#near", TOP),))),
        (
            "near some (Cheap and Spa)",
            Concept((), (Edge("ex#near", Concept((*CHEAP.labels, *SPA.labels))),)),
        ),
        ("Cheap SubClassOf Good", CHEAP),
        ("Hotel and Inn", INN),
    ],
)
def test_a_text_is_understood(text: str, expected: Concept) -> None:
    assert given_bodies(text) == [expected]


def test_a_word_means_the_set_that_the_learner_places() -> None:
    assert given_bodies("price is very low", FoilDL(n_sets=5)) == [low(5, "VL")]
    assert given_bodies("price is low", FoilDL(n_sets=5)) == [low(5, "L")]
    assert given_bodies("price is low", GradientConcepts()) == [low(3, "L")]
    assert given_bodies("price is very low", GradientConcepts()) == [low(5, "VL")]
    assert given_bodies("price some price_H", GradientConcepts(n_sets=7)) == [low(7, "H")]


def test_a_rule_says_for_what_it_argues_if_it_says_it() -> None:
    terms = WeakHypothesis("WL0", (Inclusion(TOP),)), WeakHypothesis("WL1", (Inclusion(CHEAP),))
    against = WeakHypothesis("WL2", (Inclusion(SPA),))
    model = TrainedModel(
        "gradient", "ex#Good", BoostedHypothesis((*terms, against), (0.1, 2.0, -1.0)), 0.5
    )
    found, _ = resolve_rules(
        GradientConcepts(given=[model, "inn", "Hotel SubClassOf Good"]), PROBLEM
    )
    assert [(rule.body, rule.sign) for rule in found.given_rules] == [
        (CHEAP, 1),
        (SPA, -1),
        (INN, 0),
        (HOTEL, 1),
    ]


def test_a_file_may_have_conditions_line_by_line(tmp_path: Path) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_text("# known\ncheap and spa\n\nprice is high   # of course\n", "utf-8")
    found, _ = resolve_rules(FoilDL(given=str(rules), n_sets=3), PROBLEM)
    assert [rule.body for rule in found.given_rules] == [
        Concept((*CHEAP.labels, *SPA.labels)),
        low(3, "H"),
    ]


def test_a_model_file_may_be_given(tmp_path: Path) -> None:
    model = train(PROBLEM, FoilDL())
    for name in ("rules.json", "rules.txt", "listing.txt", "rules.fdl"):
        path = tmp_path / name
        if name.endswith(".json"):
            model.save(path)
        else:
            formats = {"rules.txt": "manchester", "listing.txt": "listing", "rules.fdl": "fuzzydl"}
            path.write_text(model.export(formats[name]), "utf-8")
        found, _ = resolve_rules(FoilDL(given=[path]), PROBLEM)
        assert len(found.given_rules) == model.hypothesis.n_rules
        if name != "listing.txt":  # which rounds corners
            assert [rule.body for rule in found.given_rules] == bodies(model.hypothesis)


# What is refused


@pytest.mark.parametrize(
    ("parameters", "kind", "message"),
    [
        ({"given": ["prize is low"]}, UnknownNameError, "no data property named 'prize'"),
        ({"given": ["price is cheap"]}, ModelError, "'price' has no fuzzy set called 'cheap'"),
        ({"given": ["price"]}, ModelError, "'price' is neither true nor false"),
        ({"given": ["sea view is green"]}, UnknownNameError, "is never 'green'"),
        ({"given": ["cheap spa)"]}, OwlboostError, "The rule 'cheap spa)'"),
        ({"given": [""]}, ModelError, "there are no rules"),
        ({"given": [3]}, ParameterError, "not a int"),
        ({"given": [TOP]}, ParameterError, "without conditions"),
        ({"forbidden": [TOP]}, ParameterError, "forbids all"),
        ({"given": [Concept((Atom("ex#No"),))]}, UnknownNameError, "no class 'No'"),
        ({"given": [Concept((), (Edge("ex#no", TOP),))]}, UnknownNameError, "no object property"),
        (
            {"given": ["inn and cheap"], "forbidden": ["hotel"]},
            ParameterError,
            "is forbidden by 'Hotel'",
        ),
        (
            {"given": [GivenRule(CHEAP, -1)]},
            ParameterError,
            "no rule against the target for FOIL-DL",
        ),
        ({"given": 3}, ParameterError, "given must be a list of rules or the path of a file"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    parameters: dict[str, object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as raised:
        train(PROBLEM, FoilDL(**parameters))  # type: ignore[arg-type]
    assert message in str(raised.value)


def test_a_file_is_refused_with_its_line(tmp_path: Path) -> None:
    rules = tmp_path / "rules.txt"
    for text in ("cheap\nprize is low\n", "Cheap SubClassOf Good\nPrize SubClassOf Good\n"):
        rules.write_text(text, "utf-8")
        with pytest.raises(UnknownNameError, match=r"rules.txt, line 2: The data has no .* named"):
            train(PROBLEM, FoilDL(), forbidden=rules)
    with pytest.raises(ModelError, match="no file"):
        train(PROBLEM, FoilDL(), given=tmp_path / "nothing.txt")
    rules.write_text("# nothing\n", "utf-8")
    with pytest.raises(ModelError, match=r"rules.txt: there are no rules"):
        train(PROBLEM, FoilDL(), given=rules)


def test_a_model_has_room_for_what_is_given() -> None:
    with pytest.raises(ParameterError, match="n_rules must be at least 2, the number of given"):
        train(PROBLEM, GradientConcepts(n_rules=1), given=["cheap", "spa"])
    learner = FuzzyOWLBoost(n_rounds=1, weak_learner="axiom")
    with pytest.raises(ParameterError, match="n_rounds must be at least 2"):
        train(PROBLEM, learner, given=["cheap", "spa"])
    assert train(PROBLEM, FuzzyOWLBoost(n_rounds=1), given=["cheap", "spa"]).hypothesis.n_rules == 2


def test_two_sets_of_one_name_are_not_given() -> None:
    sets = (FuzzySet("dear", RightShoulder(40, 60)), FuzzySet("dear", RightShoulder(40, 50)))
    rules = [Concept((FuzzyValue("ex#price", one),)) for one in sets]
    with pytest.raises(ParameterError, match="two different fuzzy sets named 'dear'"):
        train(PROBLEM, FoilDL(), given=rules)


@dataclass(frozen=True, kw_only=True)
class Silence(Learner):
    name, title = "silence", "No rules at all"

    def learn(self, problem: LearningProblem, context: RunContext) -> Hypothesis:
        del problem, context
        return RuleSet()


def test_a_learner_that_takes_no_rules_says_so() -> None:
    assert train(PROBLEM, Silence()).hypothesis == RuleSet()
    with pytest.raises(ParameterError, match="No rules at all learns without given"):
        train(PROBLEM, Silence(), given=["cheap"])


def test_rules_that_nobody_has_looked_up_are_not_learned_with() -> None:
    with pytest.raises(ParameterError, match="nobody has looked up"):
        FoilDL(given=["cheap"]).learn(PROBLEM, RunContext())


# What is learned and recorded


@pytest.mark.parametrize("algorithm", list(LEARNERS))
def test_without_rules_nothing_changes(algorithm: str) -> None:
    model = train(PROBLEM, LEARNERS[algorithm]())
    assert model == train(PROBLEM, LEARNERS[algorithm](), given=(), forbidden=[])
    assert not {"given", "forbidden"} & set(model.parameters)


@pytest.mark.parametrize("algorithm", list(LEARNERS))
def test_forbidding_what_is_not_learned_changes_no_bit(algorithm: str) -> None:
    free = train(PROBLEM, LEARNERS[algorithm]())
    far = Concept((), (Edge("ex#far", TOP),))
    assert train(PROBLEM, LEARNERS[algorithm](), forbidden=[far]).hypothesis == free.hypothesis


@pytest.mark.parametrize("algorithm", list(LEARNERS))
def test_a_rule_that_covers_nobody_is_kept_with_a_remark(algorithm: str) -> None:
    for body in (Concept((Atom("ex#Empty"),)), Concept((), (Edge("ex#far", TOP),))):
        model = train(PROBLEM, LEARNERS[algorithm](), given=[body])
        assert body in bodies(model.hypothesis)
        assert any("covers no training example" in one for one in model.remarks)


def test_an_objection_is_kept_where_nothing_is_covered_wrongly() -> None:
    model = train(PROBLEM, PNOWL(), given=[GivenRule(SPA, -1)])
    assert isinstance(model.hypothesis, BoostedHypothesis)
    assert SPA in [one.body for one in model.hypothesis.terms[1].inclusions]


def test_a_rule_that_its_examples_contradict_has_no_weight() -> None:
    dear = Concept((FuzzyValue("ex#price", FuzzySet("dear", RightShoulder(50, 60))),))
    model = train(PROBLEM, GradientConcepts(n_rules=1), given=[GivenRule(dear, 1)])
    (_, rule) = model.hypothesis.rules()
    assert (rule.inclusion.body, rule.weight) == (dear, 0.0)
    assert any("a weight of 0" in one for one in model.remarks)


def test_sets_of_given_rules_stand_beside_those_of_the_partition() -> None:
    drawn = FuzzySet("price_L", LeftShoulder(31, 33))
    body = Concept((FuzzyValue("ex#price", drawn), *SPA.labels))
    model = train(PROBLEM, FoilDL(n_sets=3), given=[body], forbidden=["cheap"])
    used = {
        label.fuzzy_set.name: label.fuzzy_set.shape
        for one in bodies(model.hypothesis)
        for label in one.labels
        if isinstance(label, FuzzyValue)
    }
    assert used["price_L"] == LeftShoulder(31, 33)
    (part,) = fit_partitions(PROBLEM.kb, 3)
    assert used["price.2_L"] == part.sets[0].shape


def test_a_model_records_what_it_was_given() -> None:
    model = train(PROBLEM, FoilDL(n_sets=3), given=["price is low"], forbidden=["Spa"])
    recorded = json.loads(json.dumps(model.parameters))
    (rule,) = recorded["given"]
    assert (rule["rule"], rule["argues"]) == ("(price some price_L)", None)
    assert rule["datatypes"][0]["name"] == "price_L"
    assert recorded["forbidden"][0]["concept"] == {"type": "class", "iri": "ex#Spa"}


@given(st.sampled_from(list(LEARNERS)), st.booleans())
def test_the_order_of_examples_does_not_matter(algorithm: str, turned: bool) -> None:
    order = np.arange(N)[::-1] if turned else np.random.default_rng(0).permutation(N)
    shuffled = PROBLEM.part(order)
    rules = {"given": ["price is low"], "forbidden": ["cheap"]}
    found = train(shuffled, LEARNERS[algorithm](), **rules)  # type: ignore[arg-type]
    expected = train(PROBLEM, LEARNERS[algorithm](), **rules)  # type: ignore[arg-type]
    assert bodies(found.hypothesis) == bodies(expected.hypothesis)
