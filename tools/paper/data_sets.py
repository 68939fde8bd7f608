"""How large the paper's data sets are: as it states, and as they are counted here."""

import csv
import io
from pathlib import Path

import numpy as np
from tools.paper.results import FOLDER

from owlboost.cli.bench import open_task
from owlboost.evaluation.datasets import LocalTask, Task, data_folder, local_task, registry
from owlboost.features.partitions import fit_partitions
from owlboost.sources.ontology_source import read_ontology
from owlboost.sources.ontology_summary import summarise

STATED = FOLDER / "stated.csv"
"""The paper's two tables of data sets, as they are printed."""

COUNTED = FOLDER / "counted.csv"
"""What is counted here, by the same columns."""

SIZES = (
    "logic",
    "classes",
    "object_properties",
    "data_properties",
    "individuals",
    "positives",
    "negatives",
)
COLUMNS = ("task", *SIZES, "numeric_properties")


def counted(task: Task) -> dict[str, object]:
    """Count what the data of a task have, as ``owlboost inspect`` does, and its listed examples."""
    local = local_task(task, registry(), data_folder())
    X, y = open_task(local)
    return {
        "task": task.name,
        **(_of_table(task, len(X)) if task.columns is not None else _of_ontology(local)),
        "positives": int(np.count_nonzero(y)),
        "negatives": int(np.count_nonzero(~np.asarray(y))),
        "numeric_properties": len(fit_partitions(X.source.knowledge_base())),
    }


def _of_table(task: Task, rows: int) -> dict[str, object]:
    """Sizes of a table: its columns are data properties, beside the one of the target."""
    return {"data_properties": len(task.columns or ()) - 1, "individuals": rows}


def _of_ontology(local: LocalTask) -> dict[str, object]:
    summary = summarise(read_ontology(local.source))
    return {
        "logic": summary.expressivity,
        "classes": summary.classes,
        "object_properties": summary.roles,
        "data_properties": summary.data_properties,
        "individuals": summary.individuals,
    }


def counted_text() -> str:
    """Return the counts of all tasks of the paper as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(counted, registry().suite("paper")))
    return text.getvalue()


def read_sizes(path: Path) -> dict[str, dict[str, str]]:
    """Return the sizes of each task, empty where nothing is stated."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["task"]: row for row in csv.DictReader(file)}
