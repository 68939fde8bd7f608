"""``owlboost inspect``."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from owlboost.cli.command import shown, spread
from owlboost.cli.messages import worded
from owlboost.cli.options import (
    JsonFlag,
    OntologyOptions,
    Option,
    SourceFile,
    TableOptions,
    Where,
    everywhere,
)
from owlboost.cli.source import CommandSource
from owlboost.errors import ParameterError

if TYPE_CHECKING:
    from owlboost.ontology.explain.justifications import Justification
    from owlboost.sources.ontology_source import LoadedOntology
    from owlboost.sources.ontology_summary import OntologySummary
    from owlboost.tables.table import Table


@spread
def inspect(
    source: SourceFile,
    *,
    as_json: JsonFlag = False,
    materialise: Annotated[
        Path | None,
        Option(
            "--materialise FILE.nt",
            "Write the inferred types and fillers.",
            only=Where.INFERENCES,
            role="output",
        ),
    ] = None,
    why: Annotated[
        tuple[str, str] | None,
        everywhere(
            "--why INDIVIDUAL CLASS",
            "Show from which axioms and assertions it follows that an individual belongs to a "
            "class.",
        ),
    ] = None,
    clash: Annotated[
        bool, everywhere("--clash", "Show which axioms and assertions contradict each other.")
    ] = False,
    ontology: OntologyOptions,
    table: TableOptions,
) -> None:
    """Show what is in a source: sizes, logic, what was not understood, what could be learned.

    Example: owlboost inspect iris.csv
    """
    opened = CommandSource(source, ontology, table)
    if opened.of_table:
        for option, given in (("materialise", materialise), ("why", why), ("clash", clash)):
            if given:
                raise ParameterError(
                    f"--{option} is for ontologies; there is nothing to infer from a table."
                )
        _print(_table_json(opened.opened), _table_lines(opened.opened), as_json=as_json)
        return
    from owlboost.ontology.writers.ntriples import write_inferences
    from owlboost.sources.ontology_summary import summarise

    loaded: LoadedOntology = opened.opened
    if why is not None or clash:
        answer = member_reasons(loaded, *why) if why is not None else clash_reasons(loaded)
        _print(answer.as_json(), answer.lines(), as_json=as_json)
        return
    summary = _with_options(summarise(loaded))
    _print(summary.as_json(), _ontology_lines(summary), as_json=as_json)
    if materialise is not None:
        count = write_inferences(loaded.source().knowledge_base(), materialise)
        typer.echo(f"{count} inferred types and fillers written to {materialise}", err=True)


def _print(data: dict[str, Any], lines: Iterator[str], *, as_json: bool) -> None:
    typer.echo(json.dumps(data, indent=1, ensure_ascii=False) if as_json else "\n".join(lines))


_SIZES = {
    "classes": "classes",
    "roles": "object properties",
    "data_properties": "data properties",
    "individuals": "individuals",
    "class_assertions": "class assertions",
    "role_assertions": "object assertions",
    "data_assertions": "data assertions",
    "graded_assertions": "… to a degree only",
    "fuzzy_concepts": "fuzzy concepts",
    "axioms": "other axioms",
    "inferred_types": "types, with inferred",
    "witnesses": "anonymous fillers",
}


def _with_options(summary: "OntologySummary") -> "OntologySummary":
    """Return a summary whose remarks name options instead of parameters."""
    remarks = (replace(remark, message=worded(remark.message)) for remark in summary.remarks)
    return replace(summary, remarks=tuple(remarks))


def _ontology_lines(summary: "OntologySummary") -> Iterator[str]:
    yield f"{summary.iri or 'an ontology without a name'}, {summary.expressivity}"
    yield ""
    for name, title in _SIZES.items():
        if name not in ("graded_assertions", "fuzzy_concepts") or getattr(summary, name):
            yield f"{title:<21}{getattr(summary, name):>9}"
    for iri, file in summary.imports.items():
        yield f"imports {iri}: {file or 'not found'}"
    if summary.remarks:
        yield "\nNot understood, or used only in part"
        for remark in summary.remarks:
            yield f"  {remark.code} ({remark.count}×): {remark.message}"
    yield from _candidate_lines(summary)


def _candidate_lines(summary: "OntologySummary") -> Iterator[str]:
    if not summary.individuals:
        yield "\nThere are no individuals to learn from"
        return
    if not summary.candidates:
        yield (
            "\nNo class has both members and non-members to learn from: give examples with "
            "--positives and --negatives, or with --problem"
        )
        return
    yield (
        "\nClasses that could be learned, nearest to half first "
        f"(members, of {summary.individuals} individuals)"
    )
    for candidate in summary.candidates:
        yield f"  {candidate.members:>6}  {candidate.name}"
    if summary.further_candidates:
        yield f"  and {summary.further_candidates} more"


def _table_json(table: "Table") -> dict[str, Any]:
    return {
        "rows": table.n_rows,
        "columns": {name: _kind(table, name) for name in table.column_names},
        "remarks": list(map(worded, table.remarks)),
        "candidates": table.candidate_targets(),
    }


def _table_lines(table: "Table") -> Iterator[str]:
    yield f"{shown(table.path)}: {table.n_rows} rows, {len(table.column_names)} columns"
    yield ""
    for name in table.column_names:
        missing = int((~table.column(name).present).sum())
        yield f"{_kind(table, name):<10}{name}{f'  ({missing} missing)' if missing else ''}"
    candidates = table.candidate_targets()
    if candidates:
        yield "\nTargets that could be learned"
        for name, counts in candidates.items():
            for value, count in counts.items():
                yield f"  {count:>6}  {name}={value}"


def _kind(table: "Table", name: str) -> str:
    from owlboost.tables.kinds import kind_of

    return kind_of(table.column(name))


@dataclass(frozen=True, slots=True)
class Reasons:
    """An answer in words for yes and no, with its justifications.

    Without a justification it does not follow.
    """

    about: dict[str, str]
    yes: str
    no: str
    justifications: "tuple[Justification, ...]"

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON values."""
        reasons = [reason.as_json() for reason in self.justifications]
        return {**self.about, "follows": bool(self.justifications), "justifications": reasons}

    def lines(self) -> Iterator[str]:
        """Yield the answer, and each justification with one statement a line."""
        yield f"{self.yes}, because" if self.justifications else self.no
        for number, reason in enumerate(self.justifications):
            if number:
                yield "\nor because"
            for line in reason.lines():
                yield f"  {line}"


def member_reasons(loaded: "LoadedOntology", individual: str, class_: str) -> Reasons:
    """Return the reasons why an individual belongs to a class."""
    iris = loaded.individuals.iri(individual), loaded.classes.iri(class_)
    justifications = loaded.why(*iris, most=3)
    member, class_name = map(loaded.lexicon.name, iris)
    no = f"That {member} belongs to {class_name} does not follow by the built-in reasoner"
    degree, parts = (0.0, ()) if justifications else loaded.why_so_far(*iris)
    if degree and parts:
        names = ", ".join(map(loaded.lexicon.name, parts))
        no = f"{member} belongs to {class_name} to the degree {degree:.4g}, "
        no += f"computed from how far it is {names}"
    elif not justifications:
        no += _reservation(loaded)
    about = {"individual": iris[0], "class": iris[1]}
    return Reasons(about, f"{member} belongs to {class_name}", f"{no}.", justifications)


def _reservation(loaded: "LoadedOntology") -> str:
    """Return the reservation that more may follow, if remarks have it."""
    missed = [remark.code for remark in loaded.remarks if remark.code.startswith("incomplete-")]
    return f", but it may have missed something ({missed[0]})" if missed else ""


def clash_reasons(loaded: "LoadedOntology") -> Reasons:
    """Return the reasons why an ontology contradicts itself."""
    no = "The built-in reasoner finds no contradiction."
    return Reasons({}, "The ontology is inconsistent", no, loaded.why_inconsistent(most=3))
