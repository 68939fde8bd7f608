"""A project with its open source: caches, names looked up, leaks."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import cast

import numpy as np

from owlboost.concepts.concept import Concept, FuzzyValue
from owlboost.concepts.concept_json import concept_to_json, datatypes_to_json
from owlboost.concepts.evaluation import Extents, known_semantics
from owlboost.concepts.hypothesis import (
    Hypothesis,
    Inclusion,
    RuleSet,
    covers,
    iris_used,
)
from owlboost.data.examples import Examples, LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import OwlboostError
from owlboost.learners.training import Leak, target_leaks
from owlboost.models.model_files import load
from owlboost.models.outcomes import ratio
from owlboost.models.source import source_from
from owlboost.models.trained import TrainedModel
from owlboost.report.views.applied import Labelled
from owlboost.report.wording import in_words
from owlboost.runtime.array_types import Answers, Floats, Ids
from owlboost.runtime.limits import Json
from owlboost.studio import views
from owlboost.studio.conditions import Phrasebook
from owlboost.studio.draft import EditError, RuleDraft
from owlboost.studio.draft_model import concept_of, fuzzy_sets, map_inclusions, model_of
from owlboost.studio.edit_kind import Edit
from owlboost.studio.edits import (
    AddCondition,
    AddRule,
    ChangeWeight,
    ChooseTarget,
    HideNames,
    MarkIndividual,
)
from owlboost.studio.project import model_path
from owlboost.studio.source import Material, opened_material
from owlboost.studio.state import ProjectState, StudioSource


@dataclass(frozen=True, eq=False)
class PreparedQuestion:
    """A question with its examples and permitted knowledge."""

    X: Examples
    labels: Answers
    kb: KnowledgeBase

    @property
    def elements(self) -> Ids:
        """The examples."""
        return self.X.individuals

    @cached_property
    def labelled(self) -> Labelled:
        """The data that models are shown on."""
        return Labelled.from_labels(
            self.kb, self.elements, self.labels, target_range=self.X.target_range
        )

    @cached_property
    def element_labels(self) -> Floats:
        """The label of each element; NaN if it is no example."""
        labels = np.full(self.kb.n_elements, np.nan)
        labels[self.elements] = self.labels
        return labels


class Workbench:
    """Answers to questions about a project, with caches."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._material: tuple[object, Material] | None = None
        self._prepared: tuple[object, PreparedQuestion] | None = None
        self._extents: tuple[object, Extents] | None = None
        self._phrases: tuple[object, Phrasebook] | None = None
        self._models: dict[int, TrainedModel] = {}

    def material(self, source: StudioSource | None) -> Material:
        """Open the source of a project, unless it is unchanged."""
        if source is None:
            raise EditError("Open a table or an ontology first.", conflict=True)
        path = source.path(self._folder)
        try:
            stat = path.stat()
        except OSError as error:
            raise EditError(
                f"{source.name} cannot be read: {error.strerror or error}.", conflict=True
            ) from error
        key = (path, stat.st_mtime_ns, stat.st_size)
        if self._material is None or self._material[0] != key:
            self._prepared = self._extents = self._phrases = None
            self._material = key, opened_material(source_from(path))
        return self._material[1]

    def prepared(self, work: ProjectState) -> PreparedQuestion:
        """Prepare the question of a project."""
        material = self.material(work.source)
        question = work.question
        if question.target is None and not question.marks:
            raise EditError("Choose a target, or mark examples, first.", conflict=True)
        marks = tuple(sorted(question.marks.items()))
        key = (material, question.target, question.scope, marks, question.hidden)
        if self._prepared is None or self._prepared[0] != key:
            X, labels = material.examples(question)
            kb = X.source.knowledge_base()
            self._prepared = key, PreparedQuestion(X, labels, kb)
        return self._prepared[1]

    def extents(self, prepared: PreparedQuestion, logic: str) -> Extents:
        """Return the degrees of concepts over the permitted knowledge."""
        key = (prepared, logic)
        if self._extents is None or self._extents[0] != key:
            self._extents = key, Extents(prepared.kb, known_semantics(logic))
        return self._extents[1]

    def base(self, number: int | None) -> TrainedModel | None:
        """Return a model that was learned."""
        if number is None:
            return None
        if number not in self._models:
            self._models[number] = load(model_path(self._folder, number))
        return self._models[number]

    def model(self, work: ProjectState) -> TrainedModel:
        """Return the draft's model, with the coverage of its rules."""
        draft = work.require_draft()
        prepared, base = self.prepared(work), self.base(draft.base)
        model = model_of(draft, base, work.settings, prepared.X.target, work.labels)
        if model is base:
            return model
        covered = self._covered(model.hypothesis, prepared, draft.logic)
        source = dict(model.source) if base is not None else source_record(work, self._folder)
        names_used = prepared.kb.lexicon.only(iris_used(covered))
        return replace(
            model,
            hypothesis=covered,
            target_range=prepared.X.target_range,
            source=source,
            lexicon=model.lexicon.or_else(names_used),  # drafts do not know which numbers are dates
        )

    def _covered(
        self, hypothesis: Hypothesis, prepared: PreparedQuestion, logic: str
    ) -> Hypothesis:
        """Return a hypothesis with the coverage of its rules."""
        extents = self.extents(prepared, logic)
        labels = np.asarray(prepared.labels, dtype=np.float64)

        def counted(inclusion: Inclusion) -> Inclusion:
            degrees = extents.degrees(inclusion.body)[prepared.elements]
            held = covers(degrees)
            positives = round(float(labels[held].sum()))
            return replace(
                inclusion,
                confidence=float(ratio((degrees * labels).sum(), degrees.sum())),
                covered_positives=positives,
                covered_negatives=int(held.sum()) - positives,
            )

        return map_inclusions(hypothesis, counted)

    def phrases(self, work: ProjectState) -> Phrasebook:
        """Return the phrasebook of a project."""
        material, settings = self.material(work.source), work.settings
        draft = work.draft or RuleDraft()
        sets = fuzzy_sets(draft)
        draft_sets = {
            draft_set.name: (draft_set.prop, sets[draft_set.name]) for draft_set in draft.sets
        }
        try:
            prepared: PreparedQuestion | None = self.prepared(work)
        except OwlboostError:  # there is no question yet, so the whole source is searched
            prepared = None
        key = (material, prepared, repr(draft_sets), settings.fuzzify, settings.sets)
        if self._phrases is None or self._phrases[0] != key:
            book = Phrasebook(
                material.whole() if prepared is None else prepared.kb,
                material.name_index,
                material.lexicon,
                settings.sets if isinstance(settings.sets, int) else None,
                settings.fuzzify if prepared is not None else "cmeans",
                None if prepared is None else prepared.element_labels,
                draft_sets,
            )
            self._phrases = key, book
        return self._phrases[1]


def source_record(work: ProjectState, folder: Path) -> dict[str, object]:
    """Return the record of the source for a model file."""
    if work.source is None:
        return {}
    question = work.question
    record: dict[str, object] = {"path": os.fspath(folder / work.source.file)}
    if question.target is not None:
        record["target"] = question.target
    if question.scope is not None:
        record["scope"] = question.scope
    if question.hidden:
        record["hidden"] = list(question.hidden)
    return record


_RISING = "rising"
"""Name of a set that rises over all numbers of a property."""


def source(bench: Workbench, work: ProjectState) -> views.SourceJson:
    """Return the view of the source."""
    return cast("views.SourceJson", bench.material(work.source).view())


def individuals(
    bench: Workbench, work: ProjectState, text: str, offset: int, limit: int
) -> views.IndividualPageJson:
    """List individuals whose names contain a text, with their labels."""
    material = bench.material(work.source)
    lexicon, wanted = material.lexicon, text.casefold()
    try:
        prepared = bench.prepared(work)
        labels = dict(zip(prepared.elements.tolist(), prepared.labels.tolist(), strict=True))
    except OwlboostError:  # nobody has said yet what is to be learned
        labels = {}
    rows: list[views.IndividualJson] = []
    total = 0
    for number, iri in enumerate(material.names):
        name = lexicon.name(iri)
        if wanted and wanted not in name.casefold() and wanted not in iri.casefold():
            continue
        if offset <= total < offset + limit:
            label = labels.get(number)
            marked = work.question.marks.get(iri)
            rows.append(
                {
                    "individual": iri,
                    "name": name,
                    "label": marked if marked is not None else label,
                    "marked": marked is not None,
                }
            )
        total += 1
    return {"total": total, "rows": rows}


def suggest(bench: Workbench, work: ProjectState, text: str) -> list[views.SuggestionJson]:
    """Propose conditions."""
    book = bench.phrases(work)
    return [
        {"text": condition, "words": in_words(concept, book.lexicon)}
        for condition, concept in book.suggested(text)
    ]


def resolved(bench: Workbench, work: ProjectState, edit: Edit) -> Json:
    """Return the record of an edit with its names looked up in the source."""
    match edit:
        case ChooseTarget(target=target, scope=scope):
            target, scope = bench.material(work.source).full_names(target, scope)
            return {**edit.record, "target": target, "scope": scope}
        case MarkIndividual(individual=name):
            return {**edit.record, "individual": bench.material(work.source).individual(name)}
        case HideNames(names=names):
            return {**edit.record, "names": bench.material(work.source).hideable(names)}
        case AddCondition() | AddRule():
            return _looked_up(bench, work, edit)
        case ChangeWeight(rule=rule):
            return {**edit.record, "fitted": _fitted_weight(bench, work, rule)}
        case _:
            return edit.record


def _looked_up(bench: Workbench, work: ProjectState, edit: AddCondition | AddRule) -> Json:
    book = bench.phrases(work)
    concept = book.understood(edit.text)
    alone = RuleSet((Inclusion(concept),))
    resolved_edit = {
        **edit.record,
        "concept": concept_to_json(concept),
        "sets": datatypes_to_json(alone),
        "labels": dict(book.lexicon.only(iris_used(alone)).labels),
    }
    if isinstance(edit, AddRule) and edit.weight is None:
        resolved_edit["fitted"] = best_weight(bench, work, concept)
    return resolved_edit


def _fitted_weight(bench: Workbench, work: ProjectState, id: str) -> float:
    draft = work.draft or RuleDraft()
    rule = draft.rule(id)
    remaining = replace(work, draft=draft.without_rule(id))
    return best_weight(bench, remaining, concept_of(rule.parts, fuzzy_sets(draft)))


RIDGE = 1.0
"""Ridge penalty of fitted weights."""


def best_weight(bench: Workbench, work: ProjectState, concept: Concept) -> float:
    """Return the best weight of one more rule beside fixed others.

    In a sum it minimises the squared residuals, with a ridge; where the best rule counts it is the
    share of positives among the covered examples.
    """
    prepared = bench.prepared(work)
    draft = work.draft or RuleDraft(logic=work.settings.logic)
    extents = bench.extents(prepared, draft.logic)
    degrees = extents.degrees(concept)[prepared.elements]
    labels = np.asarray(prepared.labels, dtype=np.float64)
    if draft.form == "best":
        return float(ratio((degrees * labels).sum(), degrees.sum()))
    evidence = np.zeros(labels.size)
    if draft.rules:
        model = model_of(draft, None, work.settings, prepared.X.target, {})
        evidence = extents.evidence(model.hypothesis)[prepared.elements]
    return float((degrees * (labels - evidence)).sum() / ((degrees**2).sum() + RIDGE))


def suspects(bench: Workbench, work: ProjectState) -> list[views.SuspectJson]:
    """Name conditions that alone classify nearly all examples correctly."""
    prepared, book = bench.prepared(work), bench.phrases(work)
    if prepared.X.target_range is not None:
        return []
    concepts = [*_cuts(prepared.kb), *(concept for _, concept in book.conditions)]
    rules = RuleSet(tuple(map(Inclusion, concepts)))
    model = TrainedModel("foil", prepared.X.target, rules, 0.5, lexicon=book.lexicon)
    problem = LearningProblem(prepared.kb, prepared.X.target, prepared.elements, prepared.labels)
    return [
        {
            "iri": leak.name,
            "name": book.lexicon.name(leak.name),
            "text": f"one number of {book.lexicon.name(leak.name)}" if _is_cut(leak) else leak.text,
            "right": leak.n_right,
            "of": leak.n_examples,
        }
        for leak in target_leaks(model, problem)
    ]


def _cuts(kb: KnowledgeBase) -> Iterator[Concept]:
    """Yield a condition with a rising degree for each numeric property.

    A cut of the degree is one of the numbers then, wherever fuzzy sets will be placed.
    """
    for number, column in kb.numbers.items():
        if column.values.size and column.values.min() < column.values.max():
            rising = RightShoulder(float(column.values.min()), float(column.values.max()))
            prop = kb.vocabulary.data_properties[number]
            yield Concept((FuzzyValue(prop, FuzzySet(_RISING, rising)),))


def _is_cut(leak: Leak) -> bool:
    return any(
        isinstance(label, FuzzyValue) and label.fuzzy_set.name == _RISING
        for label in leak.condition.labels
    )
