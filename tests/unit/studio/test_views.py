"""What pages are sent has the types of the contract, also where mypy cannot see it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, is_typeddict

import pytest

from owlboost.evaluation.samples import hotels
from owlboost.report.html_report import report_of
from owlboost.report.views.schema import ReportJson
from owlboost.runtime.limits import page_json
from owlboost.studio import results, session
from owlboost.studio.edit_kind import accepts, typed_keys
from owlboost.studio.edits import applied, checked_edit
from owlboost.studio.journal import History
from owlboost.studio.learning import all_formats, repeating, setting_choices
from owlboost.studio.state import LearningQuestion, ProjectState, StudioSource
from owlboost.studio.views import (
    ChoicesJson,
    CommandJson,
    ComparedJson,
    DraftResultsJson,
    FoldResultsJson,
    FormatJson,
    IndividualPageJson,
    SourceJson,
    StateJson,
    SuggestionJson,
    SuspectJson,
    state_view,
)

ROWS = "built,size,good\n2001-05-09,3,yes\n1999-12-31,4,no\n2024-02-29,9,yes\n2010-01-01,5,no\n"


def misfits(kind: Any, value: Any, where: str = "") -> list[str]:
    """Name the parts of a value that are not of a type, keys that nobody declared among them."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Annotated, NotRequired):
        return misfits(args[0], value, where)
    if origin in (Union, UnionType):
        return min((misfits(each, value, where) for each in args), key=len)
    if origin in (list, tuple) and isinstance(value, list):
        parts = args if origin is tuple else args * len(value)
        pairs = zip(parts, value, strict=True)
        return [miss for part, each in pairs for miss in misfits(part, each, where)]
    if is_typeddict(kind) and isinstance(value, dict):
        return [*_misfit_keys(kind, value, where)]
    if origin in (dict, Mapping) and isinstance(value, dict):
        each = args[1]
        return [] if each is Any else [m for v in value.values() for m in misfits(each, v, where)]
    return [] if accepts(kind, value) else [f"{where}: {value!r} is no {kind}"]


def _misfit_keys(kind: Any, value: dict[str, Any], where: str) -> list[str]:
    types = typed_keys(kind)
    wrong = [f"{where}.{name}" for name in kind.__required_keys__ - value.keys()]
    wrong += [f"{where}.{name}?" for name in value.keys() - types.keys()]
    for name in types.keys() & value.keys():
        wrong += misfits(types[name], value[name], f"{where}.{name}")
    return wrong


def sent(answer: object) -> Any:
    return json.loads(page_json(answer))


@pytest.fixture(scope="module", params=["table", "ontology"])
def opened(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[session.Workbench, ProjectState]:
    """Return a source with a rule."""
    folder: Path = tmp_path_factory.mktemp("project")
    bench = session.Workbench(folder)
    if request.param == "table":
        (folder / "inns.csv").write_text(ROWS)
        question, text = LearningQuestion("good=yes"), "built some built_VH"
        work = ProjectState(StudioSource("inns.csv", "table", "inns.csv"), question)
    else:
        with hotels() as path:
            (folder / "h.ofn").write_bytes(path.read_bytes())
        work = ProjectState(StudioSource("h.ofn", "ontology", "h.ofn"))
        target = checked_edit({"kind": "target", "target": "Good_Hotel", "scope": "Accommodation"})
        work = applied(work, session.resolved(bench, work, target))
        text = "Hostel"
    edit = checked_edit({"kind": "rule-added", "text": text})
    return bench, applied(work, session.resolved(bench, work, edit))


def test_answers_have_what_is_declared(opened: tuple[session.Workbench, ProjectState]) -> None:
    bench, work = opened
    other = replace(work, draft=replace(work.require_draft(), threshold=0.25))
    history = History(work=applied(work, {"kind": "version", "name": "a", "time": "now"}))
    report = report_of([(bench.model(work), bench.prepared(work).labelled)])
    answers = [
        (StateJson, state_view(history, {"name": "x", "folder": "y"})),
        (SourceJson, session.source(bench, work)),
        (IndividualPageJson, session.individuals(bench, work, "", 0, 9)),
        (list[SuggestionJson], session.suggest(bench, work, "")),
        (list[SuspectJson], session.suspects(bench, work)),
        (DraftResultsJson, results.judge(bench, work)),
        (FoldResultsJson, results.judge_fold(bench, work, 0)),
        (ComparedJson, results.compare(bench, work, other)),
        (ChoicesJson, setting_choices()),
        (list[FormatJson], all_formats()),
        (CommandJson, repeating(work, Path())),
        (ReportJson, report),
    ]
    for kind, answer in answers:
        assert misfits(kind, sent(answer)) == [], kind
