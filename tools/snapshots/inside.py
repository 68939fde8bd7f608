"""Outputs that no command shows: what the library returns and what readers say of damages."""

import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from tests.w3c.suite import read_suite
from tools.fuzzing.readers import readers
from tools.fuzzing.trials import damaged
from tools.snapshots import program
from tools.snapshots.inputs import DATA, GOLDEN
from tools.snapshots.outputs import TASK, Outputs, masked

import owlboost as ob

_SMALL = (
    "animals/animals.owl",
    "forte/forte_family.owl",
    "pair50/pair50.owl",
    "straight/straight.owl",
    "trains/trains2.owl",
    "wineonto/wineonto.owl",
)
_OWN = ("hotels.ofn", "seaside.omn", "family.omn", "labels.ttl", "pets.obo", "pets.fdl", "pets.ofn")
_INPUTS = 20
_EVERY = 7
_IRIS = "species=virginica"


def knowledge(folder: Path, outputs: Outputs) -> None:
    """Record what follows from ontologies: arrays, taxonomy and remarks."""
    paths = [folder / name for name in _OWN]
    paths += sorted(GOLDEN.glob("everything.*"))
    if os.environ.get(DATA):
        paths += [Path(os.environ[DATA], name) for name in _SMALL]
    for path in paths:
        ontology = program.read(path)
        triples = program.triples(ontology, folder / "read.nt")
        places = {str(folder): "⟨folder⟩", str(path.parent): "⟨folder⟩"}
        outputs.add(f"{path.name}/triples", masked(triples.decode("utf-8"), places))
        rows = (f"{name}: {json.dumps(value)}" for name, value in program.arrays(ontology))
        outputs.add(f"{path.name}/arrays", masked(_lines(rows), places))
        above = map(" ⊑ ".join, program.taxonomy(ontology))
        outputs.add(f"{path.name}/taxonomy", masked(_lines(above), places))
        outputs.add(f"{path.name}/remarks", masked(_lines(program.remarks(ontology)), places))


def _lines(lines: Iterable[object]) -> str:
    """Return lines as a text; an error that ends them is its last line."""
    found: list[str] = []
    try:
        found.extend(f"{line}\n" for line in lines)
    except Exception as error:  # noqa: BLE001  whatever it is, it is to stay so
        found.append(f"{type(error).__name__}: {error}\n")
    return "".join(found)


def w3c(folder: Path, outputs: Outputs) -> None:
    """Record what is read of the W3C's tests, what follows from them, and why they clash."""
    for case in read_suite():
        for name, document in case.imports.items():
            document.write(folder, name)
        path = case.premise.write(folder, "premise")
        places = {str(folder): "⟨folder⟩"}
        outputs.add(case.name, masked(_lines(_reasoned(path)), places))


def _reasoned(path: Path) -> Iterator[object]:
    ontology = program.read(path)
    yield from ontology.why_inconsistent()
    yield from program.remarks(ontology)
    yield from (f"{name}: {json.dumps(value)}" for name, value in program.arrays(ontology))
    yield from map(" ⊑ ".join, program.taxonomy(ontology))


def library(folder: Path, outputs: Outputs) -> None:
    """Record what Python's users see: estimators, their files, values in notebooks, figures."""
    table = ob.read_table(folder / "iris.csv")
    rated = ob.read_table(folder / "ratings.csv", id_column="hotel")
    ontology = ob.read_ontology(folder / "hotels.ofn")
    sources = {
        "iris": table.examples(_IRIS),
        "hotels": ontology.examples("Good_Hotel", scope="Accommodation"),
    }
    makers: tuple[Callable[[], Any], ...] = (
        ob.FuzzyOWLBoostClassifier,
        ob.FoilDLClassifier,
        ob.GradientConceptClassifier,
        ob.PFoilDLClassifier,
        ob.PNOWLClassifier,
    )
    for source, (X, y) in sources.items():
        for make in makers:
            estimator = make().fit(X, y)
            name = f"{type(estimator).__name__}, {source}"
            _estimator(name, estimator, X, outputs)
            measures = ob.all_measures(estimator, X, y)
            outputs.add(f"{name}/measures", json.dumps(measures, indent=1))
            estimator.save(folder / "model.json")
            outputs.add(f"{name}/model", (folder / "model.json").read_bytes())
    X, y = rated.examples("rating")
    _estimator("regressor", ob.GradientConceptRegressor().fit(X, y), X, outputs)
    arrays = np.loadtxt(folder / "iris.csv", delimiter=",", skiprows=1, usecols=(0, 1, 2, 3))
    kinds = np.repeat(["setosa", "versicolor", "virginica"], 50)
    _estimator("rows", ob.FuzzyOWLBoostClassifier(n_rounds=3).fit(arrays, kinds), arrays, outputs)
    for name, value in _values(folder, table):
        if "=" not in str(value).partition("(")[2][:20]:  # what is printed is no repr
            outputs.add(f"{name}/text", str(value))
        shown = (show() for show in [getattr(value, "_repr_html_", None)] if show)
        outputs.add(f"{name}/notebook", masked(_lines(shown), {}))
    for name, figure in _figures(table):
        outputs.add(f"{name}/figure", _drawn(figure))


def _estimator(name: str, estimator: Any, X: Any, outputs: Outputs) -> None:
    """Record what an estimator says of examples, number by number."""
    told = {"predict": estimator.predict(X).tolist()}
    for method in ("decision_function", "degrees", "predict_proba"):
        if hasattr(estimator, method):
            told[method] = getattr(estimator, method)(X).tolist()
    rows = (f"{method}: {json.dumps(values)}" for method, values in told.items())
    outputs.add(f"{name}/answers", _lines([estimator, *rows]))
    fired = (str(rule) for rules in estimator.explain(X)[::_EVERY] for rule in rules)
    outputs.add(f"{name}/explained", _lines(fired))


def _values(folder: Path, table: Any) -> Iterator[tuple[str, Any]]:
    """Yield values that show themselves."""
    X, y = table.examples(_IRIS)
    problem = X.problem(y)
    model = ob.train(problem, ob.GradientConcepts(n_rules=4))
    other = ob.train(problem, ob.FuzzyOWLBoost(n_rounds=3))
    yield "model", model
    yield "boosted model", other
    yield "old model", ob.load(folder / "hotels-foil.model.json")
    yield "hypothesis", model.hypothesis
    yield "explanation", model.explain(problem.kb, 100)
    yield "assessment", ob.assess(model, X, y)
    yield "comparison", ob.compare(model, other, X, y)
    yield "partition", ob.fit_partitions(problem.kb, 3)[0]
    yield "measures", ob.measure(y, model.degrees(X))
    yield "run", ob.evaluate(ob.FoilDL(n_sets=3), X, y, folds=2)
    yield "old run", ob.load_run(folder / "hotels-gradient.run.json")


def _figures(table: Any) -> Iterator[tuple[str, Any]]:
    X, y = table.examples(_IRIS)
    problem = X.problem(y)
    model = ob.train(problem, ob.GradientConcepts(n_rules=4))
    yield "partition", ob.plot_partition(ob.fit_partitions(problem.kb, 3)[0])
    yield "rules", ob.plot_rules(model)
    yield "curve", ob.plot_curve(model)
    yield "contributions", ob.plot_contributions(model.explain(problem.kb, 100))
    yield "roc", ob.plot_roc(model, X, y)
    yield "precision and recall", ob.plot_precision_recall(model, X, y)
    yield "calibration", ob.plot_calibration(model, X, y)


def _drawn(figure: Any) -> bytes:
    """Return a figure as SVG that is the same each time."""
    import io

    import matplotlib as mpl

    sink = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "snapshots"}):
        getattr(figure, "figure", figure).savefig(sink, format="svg", metadata={"Date": None})
    return sink.getvalue()


def damage(folder: Path, outputs: Outputs) -> None:
    """Record what each reader says of damaged files."""
    warnings.simplefilter("ignore")
    for name, reader in readers().items():
        path = folder / reader.file
        lines = []
        for number in range(_INPUTS):
            path.write_bytes(damaged(reader, name, 0, number))
            said = _lines(_read(reader.read, path))
            lines.append(f"{number}: {said.rstrip()}")
        path.unlink()
        outputs.add(name, masked(_lines(lines), {str(folder): "⟨folder⟩"}))


def _read(read: Callable[[Path], object], path: Path) -> Iterator[str]:
    """Let a reader read a file, and say so afterwards."""
    read(path)
    yield "read"


def models(folder: Path, outputs: Outputs) -> None:
    """Record the model of each learner for the task of the registry that a folder is called by."""
    data, task = Path(os.environ[DATA]), folder.name.removeprefix(TASK)
    for algorithm, text in program.task_models(task, data):
        outputs.add(algorithm, masked(text, {str(data): "⟨data⟩"}))
