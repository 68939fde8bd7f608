"""What a reasoner, the structural one if nothing else is said, makes of each test of the suite."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from tests.w3c.answers import Answer, Reasoning, answered
from tests.w3c.questions import UnaskableError
from tests.w3c.rolling import conclusions
from tests.w3c.suite import Case, Document

from owlboost.errors import InconsistentError, ReasonerError, SourceError
from owlboost.ontology.ontology import Ontology, Remark
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.sources.ontology_knowledge import saturate

Outcome = Literal["right", "told", "silent", "false", "refused", "unasked"]
"""Of a miss, ``told`` means that a remark says why; ``unasked`` that there is no question."""

KINDS = {
    "ConsistencyTest": "consistency",
    "InconsistencyTest": "inconsistency",
    "PositiveEntailmentTest": "positive entailment",
    "NegativeEntailmentTest": "negative entailment",
}
_HARMLESS = frozenset(
    {
        "annotation-ignored",
        "data-texts",
        "guessed-encoding",
        "invalid-iri",
        "undeclared-property",
    }
)
"""Remarks on things that cannot change what follows."""

_UNSAID = _HARMLESS | {"unused-expression"}
"""Remarks on things in a conclusion that are no axioms."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one test of one kind, and why."""

    case: Case
    kind: str
    outcome: Outcome
    why: str = ""


def judged(case: Case, reasoning: Reasoning = saturate) -> list[Verdict]:
    """Return one verdict on a reasoner for each kind of test that a case is.

    Every error but a refusal to read or a contradiction is raised, with the name of the test.
    """
    try:
        return _verdicts(case, reasoning)
    except Exception as error:
        error.add_note(f"in the test '{case.name}' of the suite")
        raise


def _verdicts(case: Case, reasoning: Reasoning) -> list[Verdict]:
    with TemporaryDirectory() as folder:
        for name, document in case.imports.items():
            document.write(Path(folder), name)
        return [
            Verdict(case, kind, *_judged(case, kind, Path(folder), reasoning))
            for mark, kind in KINDS.items()
            if mark in case.kinds
        ]


def _judged(case: Case, kind: str, folder: Path, reasoning: Reasoning) -> tuple[Outcome, str]:
    try:
        premise = _read(case.premise, folder, "premise")
        if kind in ("consistency", "inconsistency"):
            return _consistency(premise, reasoning, kind == "consistency", direct=case.direct)
        positive = kind == "positive entailment"
        if not positive and not (case.direct and "DL" in case.profiles):
            return "unasked", "the direct semantics speaks of OWL 2 DL only"
        document = case.conclusion if positive else case.non_conclusion
        if document is None:
            return "unasked", "there is no conclusion"
        conclusion = _read(document, folder, "conclusion")
        asked = premise, conclusion, reasoning
        return _entailment(*asked, positive=positive, direct=case.direct)
    except (SourceError, ReasonerError) as error:
        return "refused", str(error)


def _read(document: Document, folder: Path, name: str) -> Ontology:
    return read_ontology_file(document.write(folder, name))


def _consistency(
    premise: Ontology, reasoning: Reasoning, consistent: bool, *, direct: bool
) -> tuple[Outcome, str]:
    try:
        saturated = reasoning(premise)
    except InconsistentError as error:
        return ("false", str(error)) if consistent else ("right", str(error))
    if consistent:
        return "right", ""
    if not direct:
        return "unasked", "not for the direct semantics"
    return _missed((*premise.remarks, *saturated.remarks))


def _entailment(
    premise: Ontology,
    conclusion: Ontology,
    reasoning: Reasoning,
    *,
    positive: bool,
    direct: bool,
) -> tuple[Outcome, str]:
    try:
        asked = [*conclusions(conclusion)]
    except UnaskableError as error:
        return "unasked", str(error)
    unread = [remark for remark in conclusion.remarks if remark.code not in _UNSAID]
    if _kinds_differ(premise, conclusion):
        unread += [one for one in conclusion.remarks if one.code == "undeclared-property"]
    if not asked and not unread:
        return ("right" if positive else "unasked"), "the conclusion holds no axiom"
    answer = answered(premise, conclusion.signature, asked, reasoning)
    if positive:
        if answer.yes and not unread:
            return "right", ""
        if not direct:
            return "unasked", "not for the direct semantics"
        return _missed((*premise.remarks, *answer.remarks), unread)
    return _refuted(answer, conclusion)


def _kinds_differ(premise: Ontology, conclusion: Ontology) -> bool:
    """Whether a property is taken for one of objects here and for one of values there."""
    one, two = premise.signature, conclusion.signature
    return bool(
        {*one.roles}.intersection(two.data_properties)
        or {*one.data_properties}.intersection(two.roles)
    )


def _refuted(answer: Answer, conclusion: Ontology) -> tuple[Outcome, str]:
    """Judge a conclusion that must not follow."""
    if conclusion.remarks:
        return "unasked", "the conclusion was read in part"
    return ("false", "it was derived") if answer.yes else ("right", "")


def _missed(remarks: Iterable[Remark], unread: Iterable[Remark] = ()) -> tuple[Outcome, str]:
    telling = [*unread, *(remark for remark in remarks if remark.code not in _HARMLESS)]
    if not telling:
        return "silent", ""
    return "told", ", ".join(sorted({remark.code for remark in telling}))
