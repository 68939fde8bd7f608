"""What a fuzzy reasoner makes of exported rules equals what ``owlboost predict`` says.

The reasoner is fuzzy-dl-owl2 with the ``mip`` solver. It lives in an environment of its own, since
it pins versions of libraries: ``make test`` builds it and names its interpreter in
``OWLBOOST_FUZZYDL_PYTHON``. Individuals are asked one by one, with several hash seeds.
"""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.hotels import MODELS, PAPER_KB, PAPER_RULE, hotels

from owlboost.concepts.concept import TOP
from owlboost.concepts.evaluation import LUKASIEWICZ, ZADEH, Extents
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, WeakHypothesis
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.evaluation import samples
from owlboost.evaluation.samples import write_iris_table
from owlboost.exchange.flat.encoding import encode
from owlboost.exchange.flat.facts import collect_facts
from owlboost.exchange.fuzzydl import fuzzydl_text
from owlboost.exchange.fuzzyowl import fuzzyowl_text
from owlboost.learners.algorithms import PNOWL, FoilDL, FuzzyOWLBoost, GradientConcepts
from owlboost.learners.training import train
from owlboost.models.trained import TrainedModel
from owlboost.sources.ontology_source import read_ontology
from owlboost.tables.reading import read_table

TOLERANCE = 1e-3
SEEDS = ("0", "1")
Answers = list[list[float]]
"""Answers of the reasoner for each hash seed and individual."""

RUNNER = Path(__file__).with_name("fuzzydl_runner.py")


def _interpreter() -> str | None:
    named = os.environ.get("OWLBOOST_FUZZYDL_PYTHON")
    if named:
        return named
    return sys.executable if importlib.util.find_spec("fuzzy_dl_owl2") else None


pytestmark = pytest.mark.skipif(
    _interpreter() is None,
    reason="fuzzy-dl-owl2 is not installed: run 'make fuzzydl', or name an interpreter that has it "
    "in OWLBOOST_FUZZYDL_PYTHON",
)


def ask(folder: Path, files: Sequence[str], seed: str) -> list[list[float]]:
    """Run the reasoner on files of a folder."""
    done = subprocess.run(
        [str(_interpreter()), str(RUNNER), *files],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout.splitlines()[-1])
    return [found[name] for name in files]


def write_slices(folder: Path, model: TrainedModel, kb: KnowledgeBase, n: int) -> list[str]:
    """Write one .fdl file for each of the first n individuals."""
    for number in range(n):
        rules, names = encode(model, kb)
        facts = collect_facts(model, rules, names, kb, [number])
        text = fuzzydl_text(rules, facts, data_known=True)
        (folder / f"{number}.fdl").write_text(text, encoding="ascii")
    return [f"{number}.fdl" for number in range(n)]


def write_ontology(
    folder: Path, model: TrainedModel, kb: KnowledgeBase, individuals: Sequence[int]
) -> str:
    """Write one ontology about some individuals, with a query for each."""
    rules, names = encode(model, kb)
    facts = collect_facts(model, rules, names, kb, individuals)
    (folder / "rules.owl").write_text(fuzzyowl_text(rules, facts), encoding="utf-8")
    (target,) = rules.names("target")
    queries = "".join(f"(min-instance? {name} {target})\n" for name in facts.queries)
    (folder / "rules.queries").write_text(queries)
    return "rules.owl"


def ask_of_all(
    folder: Path, models: Mapping[str, tuple[TrainedModel, KnowledgeBase]], n: int = 32
) -> dict[str, Answers]:
    """Ask about the first n individuals, with each hash seed: one process for all models."""
    files = {}
    for name, (model, kb) in models.items():
        (folder / name).mkdir()
        files[name] = [f"{name}/{file}" for file in write_slices(folder / name, model, kb, n)]
    every = [file for found in files.values() for file in found]
    answers = [dict(zip(every, ask(folder, every, seed), strict=True)) for seed in SEEDS]
    return {
        name: [[one for (one,) in map(answer.__getitem__, found)] for answer in answers]
        for name, found in files.items()
    }


def expected(model: TrainedModel, kb: KnowledgeBase, n: int) -> list[float]:
    degrees = Extents(kb, model.semantics).hypothesis(model.hypothesis)
    return [float(degree) for degree in degrees[:n]]


@pytest.fixture(scope="module")
def iris(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[TrainedModel, KnowledgeBase]]:
    """Four models of iris virginica, and 36 flowers to try them on."""
    path = tmp_path_factory.mktemp("iris") / "iris.csv"
    write_iris_table(path)
    lines = path.read_text().splitlines()
    table = read_table(path)
    problem = table.problem("species=virginica")
    boost = train(problem, FuzzyOWLBoost(n_rounds=3, n_sets=3))
    foil = train(problem, FoilDL(n_sets=5))
    pn = train(problem, PNOWL(n_sets=5))
    assert isinstance(pn.hypothesis, BoostedHypothesis)
    few = path.with_name("few.csv")
    few.write_text("\n".join([lines[0], *lines[45:51], *lines[91:106], *lines[106:121]]) + "\n")
    kb = read_table(few).knowledge_base(hide=["species"])
    models = {"boost": boost, "gradient": _signed(boost), "foil": foil, "pn": pn}
    return {name: (model, kb) for name, model in models.items()}


def _signed(model: TrainedModel) -> TrainedModel:
    """Turn a boosted model into a sum with a constant and weights of either sign."""
    assert isinstance(model.hypothesis, BoostedHypothesis)
    bodies = [inclusion.body for inclusion in model.hypothesis.inclusions][:4]
    terms = [WeakHypothesis(f"WL{i}", (Inclusion(body),)) for i, body in enumerate([TOP, *bodies])]
    weights = (0.42, 0.71, -0.83, -0.4, 0.6)[: len(terms)]
    return TrainedModel("gradient", model.target, BoostedHypothesis(tuple(terms), weights), 0.5)


@pytest.fixture(scope="module")
def bundled() -> dict[str, tuple[TrainedModel, KnowledgeBase]]:
    """Three models learned from the bundled ontology of hotels, as the command line does."""
    with samples.hotels() as path:
        X, y = read_ontology(path).examples("Good_Hotel", scope="Accommodation")
    problem = X.problem(y)
    settings = {
        "boost": FuzzyOWLBoost(n_rounds=3, n_sets=3, max_conjuncts=2),
        "gradient": GradientConcepts(n_rules=5, n_sets=3, max_conjuncts=2),
        "foil": FoilDL(n_sets=3, max_conjuncts=2),
    }
    return {name: (train(problem, wanted), problem.kb) for name, wanted in settings.items()}


@pytest.fixture(scope="module")
def bundled_answers(
    bundled: dict[str, tuple[TrainedModel, KnowledgeBase]],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Answers]:
    return ask_of_all(tmp_path_factory.mktemp("bundled"), bundled)


@pytest.mark.parametrize("name", ["boost", "gradient", "foil"])
def test_fuzzydl_agrees_on_the_bundled_ontology(
    name: str,
    bundled: dict[str, tuple[TrainedModel, KnowledgeBase]],
    bundled_answers: dict[str, Answers],
) -> None:
    degrees = expected(*bundled[name], 32)
    assert len({round(degree, 3) for degree in degrees}) > 2
    assert len(bundled_answers[name]) == len(SEEDS)
    for found in bundled_answers[name]:
        assert found == pytest.approx(degrees, abs=TOLERANCE)


def test_the_bundled_gradient_model_argues_against_too(
    bundled: dict[str, tuple[TrainedModel, KnowledgeBase]],
) -> None:
    hypothesis = bundled["gradient"][0].hypothesis
    assert isinstance(hypothesis, BoostedHypothesis)
    assert min(hypothesis.leverages) < 0 < max(hypothesis.leverages)


@pytest.fixture(scope="module")
def hotel_answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answers]:
    models = {name: (model, hotels()) for name, model in (MODELS | BOUNDED).items()}
    return ask_of_all(tmp_path_factory.mktemp("hotels"), models)


def _bounded(weights: tuple[float, ...]) -> TrainedModel:
    """Rules that join two fuzzy sets, in the logic that the reasoner knows besides."""
    model = MODELS["boost"]
    assert isinstance(model.hypothesis, BoostedHypothesis)
    hypothesis = replace(model.hypothesis, leverages=weights)
    return replace(model, hypothesis=hypothesis, semantics=LUKASIEWICZ)


BOUNDED = {"short of 1": _bounded((0.7, 0.2, 0.1)), "capped": _bounded((1.4, 0.9, -0.4))}


@pytest.mark.parametrize("name", BOUNDED)
def test_fuzzydl_agrees_on_hotels_in_lukasiewicz_logic(
    name: str, hotel_answers: dict[str, Answers]
) -> None:
    degrees = expected(BOUNDED[name], hotels(), 32)
    assert degrees != expected(replace(BOUNDED[name], semantics=ZADEH), hotels(), 32)
    assert len({round(degree, 3) for degree in degrees}) > 3
    for found in hotel_answers[name]:
        assert found == pytest.approx(degrees, abs=TOLERANCE)


@pytest.fixture(scope="module")
def iris_answers(
    iris: dict[str, tuple[TrainedModel, KnowledgeBase]], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Answers]:
    return ask_of_all(tmp_path_factory.mktemp("answers"), iris)


@pytest.mark.parametrize("name", ["boost", "gradient", "foil", "pn"])
def test_fuzzydl_agrees_on_iris(
    name: str,
    iris: dict[str, tuple[TrainedModel, KnowledgeBase]],
    iris_answers: dict[str, Answers],
) -> None:
    degrees = expected(*iris[name], 32)
    assert len({round(degree, 3) for degree in degrees}) > 5
    assert len(iris_answers[name]) == len(SEEDS)
    for found in iris_answers[name]:
        assert found == pytest.approx(degrees, abs=TOLERANCE)


@pytest.mark.parametrize("name", MODELS)
def test_the_translated_ontology_agrees_on_hotels(name: str, tmp_path: Path) -> None:
    kb, model = hotels(), MODELS[name]
    degrees = expected(model, kb, 36)
    chosen = [number for number, degree in enumerate(degrees) if 0 < degree < 1][:2]
    (found,) = ask(tmp_path, [write_ontology(tmp_path, model, kb, chosen)], "1")
    assert found == pytest.approx([degrees[number] for number in chosen], abs=TOLERANCE)


@pytest.mark.parametrize("name", ["boost", "gradient", "foil", "pn"])
def test_where_rules_define_the_target_fuzzydl_bounds_it_from_above_too(
    name: str, iris: dict[str, tuple[TrainedModel, KnowledgeBase]], tmp_path: Path
) -> None:
    model, kb = iris[name]
    degrees = expected(model, kb, 32)
    chosen = [degrees.index(min(degrees)), 7, 19]
    texts = [
        model.export("fuzzydl", source=kb, individuals=[kb.individuals[number]], equivalent=True)
        for number in chosen
    ]
    target = encode(model)[0].names("target")
    negated = [
        f"(min-instance? {line.split()[1]} (not {next(iter(target))}))\n"
        for line in (text.splitlines()[-1] for text in texts)
    ]
    for number, (text, query) in enumerate(zip(texts, negated, strict=True)):
        (tmp_path / f"{number}.fdl").write_text(text + query)
    assert min(degrees) < 0.3  # as good as a negative, if nothing else belongs to the target
    for seed in SEEDS:
        answers = ask(tmp_path, [f"{number}.fdl" for number in range(len(chosen))], seed)
        for number, (least, most, not_at_all) in zip(chosen, answers, strict=True):
            assert least == pytest.approx(degrees[number], abs=TOLERANCE)
            assert most == pytest.approx(degrees[number], abs=TOLERANCE)
            assert not_at_all == pytest.approx(1.0 - degrees[number], abs=TOLERANCE)


@pytest.mark.parametrize("name", [*MODELS, *BOUNDED])
def test_where_rules_define_the_target_fuzzydl_stays_consistent(name: str, tmp_path: Path) -> None:
    model, kb = (MODELS | BOUNDED)[name], hotels()
    degrees = expected(model, kb, 4)
    for number in range(4):
        named = [kb.individuals[number]]
        text = model.export("fuzzydl", source=kb, individuals=named, equivalent=True)
        (tmp_path / f"{number}.fdl").write_text(text)
    answers = ask(tmp_path, [f"{number}.fdl" for number in range(4)], "0")
    for degree, (least, most) in zip(degrees, answers, strict=True):
        assert least == pytest.approx(degree, abs=TOLERANCE)
        assert most >= least - TOLERANCE  # classes and roles that are not stated may hold


def test_without_the_definition_fuzzydl_infers_no_negative(
    iris: dict[str, tuple[TrainedModel, KnowledgeBase]], tmp_path: Path
) -> None:
    model, kb = iris["foil"]
    number = expected(model, kb, 32).index(0.0)
    text = model.export("fuzzydl", source=kb, individuals=[kb.individuals[number]])
    (tmp_path / "a.fdl").write_text(text + text.splitlines()[-1].replace("min-", "max-"))
    assert ask(tmp_path, ["a.fdl"], "0") == [[0.0, 1.0]]


def test_the_papers_hotel_gets_28_hundredths_in_both_formats(tmp_path: Path) -> None:
    files = write_slices(tmp_path, PAPER_RULE, PAPER_KB, 1)
    files.append(write_ontology(tmp_path, PAPER_RULE, PAPER_KB, [0]))
    assert ask(tmp_path, files, "0") == [[pytest.approx(0.28)], [pytest.approx(0.28)]]


LOAD = """
import sys, owlready2
for path in sys.argv[1:]:
    ontology = owlready2.World().get_ontology("file://" + path).load()
    assert "WL4" in {each.name for each in ontology.classes()}, path
    assert len(list(ontology.individuals())) > 3, path
"""


def test_owlready2_loads_the_ontologies(tmp_path: Path) -> None:
    kb, model = hotels(), MODELS["gradient"]
    rules, names = encode(model, kb)
    facts = collect_facts(model, rules, names, kb, [0, 1, 2])
    paths = [tmp_path / "rules.owl", tmp_path / "rules.owx"]
    paths[0].write_text(fuzzyowl_text(rules, facts), encoding="utf-8")
    paths[1].write_text(fuzzyowl_text(rules, facts, syntax="owlxml"), encoding="utf-8")
    command = [str(_interpreter()), "-c", LOAD, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
