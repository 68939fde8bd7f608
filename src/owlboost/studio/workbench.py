"""What the desk does: questions about a project that need its source, answered in one process."""

import os
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from owlboost.concepts.evaluation import Extents, known_semantics
from owlboost.concepts.hypothesis import (
    BoostedHypothesis,
    Hypothesis,
    Inclusion,
    RuleSet,
    WeakHypothesis,
    covers,
    iris_used,
)
from owlboost.data.examples import Examples
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import OwlboostError
from owlboost.models.model_files import load
from owlboost.models.outcomes import ratio
from owlboost.models.trained import TrainedModel
from owlboost.report.views.labelled import Labelled
from owlboost.runtime.array_types import Answers, Floats, Ids
from owlboost.studio.draft_models import fuzzy_sets, model_of
from owlboost.studio.drafts import EditError, RuleDraft
from owlboost.studio.materials import Material, opened_material
from owlboost.studio.phrasebook import Phrasebook
from owlboost.studio.work import StudioSource, Work

MOST_SHOWN = 5_000
"""How many individuals a view holds at most."""

MOST_CHANGES = 50
"""How many individuals that change are told."""

MODEL_FORMAT = "model"
"""What the studio calls model files among the formats."""


@dataclass(frozen=True, eq=False)
class Asked:
    """A question that has been looked up: its examples, and what rules may know."""

    X: Examples
    labels: Answers
    kb: KnowledgeBase

    @property
    def elements(self) -> Ids:
        """The examples."""
        return self.X.individuals

    @cached_property
    def labelled(self) -> Labelled:
        """What a model is shown on."""
        return Labelled.of(self.kb, self.elements, self.labels, target_range=self.X.target_range)

    @cached_property
    def element_labels(self) -> Floats:
        """The label of each element of the knowledge base; NaN if it is no example."""
        found = np.full(self.kb.n_elements, np.nan)
        found[self.elements] = self.labels
        return found


class Workbench:
    """Answers questions about a project; what was read and computed is remembered."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._material: tuple[object, Material] | None = None
        self._asked: tuple[object, Asked] | None = None
        self._extents: tuple[object, Extents] | None = None
        self._phrases: tuple[object, Phrasebook] | None = None
        self._models: dict[int, TrainedModel] = {}

    def material(self, source: StudioSource | None) -> Material:
        """Open the source of a project, unless it is open and as it was."""
        if source is None:
            raise EditError("Open a table or an ontology first.", gone=True)
        path = source.path(self._folder)
        try:
            stat = path.stat()
        except OSError as error:
            raise EditError(
                f"{source.name} cannot be read: {error.strerror or error}.", gone=True
            ) from error
        key = (path, stat.st_mtime_ns, stat.st_size)
        if self._material is None or self._material[0] != key:
            self._asked = self._extents = self._phrases = None
            self._material = key, opened_material(path)
        return self._material[1]

    def asked(self, work: Work) -> Asked:
        """Look up the question of a project."""
        material = self.material(work.source)
        question = work.question
        if question.target is None and not question.marks:
            raise EditError("Choose a target, or mark examples, first.", gone=True)
        marks = tuple(sorted(question.marks.items()))
        key = (material, question.target, question.scope, marks, question.hidden)
        if self._asked is None or self._asked[0] != key:
            X, labels = material.examples(question)
            kb = X.source.knowledge_base()
            self._asked = key, Asked(X, labels, kb)
        return self._asked[1]

    def extents(self, asked: Asked, logic: str) -> Extents:
        """Return degrees of concepts over what rules may know."""
        key = (asked, logic)
        if self._extents is None or self._extents[0] != key:
            self._extents = key, Extents(asked.kb, known_semantics(logic))
        return self._extents[1]

    def base(self, number: int | None) -> TrainedModel | None:
        """Return a model that was learned."""
        if number is None:
            return None
        if number not in self._models:
            self._models[number] = load(model_path(self._folder, number))
        return self._models[number]

    def model(self, work: Work) -> TrainedModel:
        """Return the model that the draft of a project describes, with what its rules cover."""
        if work.draft is None:
            raise EditError("There are no rules yet: learn some, or add one.", gone=True)
        asked, base = self.asked(work), self.base(work.draft.base)
        found = model_of(work.draft, base, work.settings, asked.X.target, work.labels)
        if found is base:
            return found
        covered = self._covered(found.hypothesis, asked, work.draft.logic)
        source = dict(found.source) if base is not None else source_record(work, self._folder)
        known = asked.kb.lexicon.only(iris_used(covered))
        return replace(
            found,
            hypothesis=covered,
            target_range=asked.X.target_range,
            source=source,
            lexicon=found.lexicon.or_else(known),  # drafts do not know which numbers are dates
        )

    def _covered(self, hypothesis: Hypothesis, asked: Asked, logic: str) -> Hypothesis:
        """Return a hypothesis with what its rules cover among the examples."""
        extents = self.extents(asked, logic)
        labels = np.asarray(asked.labels, dtype=np.float64)

        def counted(one: Inclusion) -> Inclusion:
            degrees = extents.degrees(one.body)[asked.elements]
            held = covers(degrees)
            positives = round(float(labels[held].sum()))
            return replace(
                one,
                confidence=float(ratio((degrees * labels).sum(), degrees.sum())),
                covered_positives=positives,
                covered_negatives=int(held.sum()) - positives,
            )

        match hypothesis:
            case BoostedHypothesis(terms, leverages):
                told = tuple(
                    WeakHypothesis(term.name, tuple(map(counted, term.inclusions)))
                    for term in terms
                )
                return BoostedHypothesis(told, leverages)
            case RuleSet(inclusions):
                return RuleSet(tuple(map(counted, inclusions)))

    def phrases(self, work: Work) -> Phrasebook:
        """Return what understands and proposes conditions."""
        material, settings = self.material(work.source), work.settings
        draft = work.draft or RuleDraft()
        sets = fuzzy_sets(draft)
        known = {one.name: (one.prop, sets[one.name]) for one in draft.sets}
        try:
            asked: Asked | None = self.asked(work)
        except OwlboostError:  # there is no question yet: all that the source says will do
            asked = None
        key = (material, asked, repr(known), settings.fuzzify, settings.sets)
        if self._phrases is None or self._phrases[0] != key:
            book = Phrasebook(
                material.whole() if asked is None else asked.kb,
                material.glossary,
                material.lexicon,
                settings.sets if isinstance(settings.sets, int) else None,
                settings.fuzzify if asked is not None else "cmeans",
                None if asked is None else asked.element_labels,
                known,
            )
            self._phrases = key, book
        return self._phrases[1]


def model_path(folder: Path, number: int) -> Path:
    """Return where a model lies.

    Examples
    --------
    >>> model_path(Path("hotels.studio"), 7).as_posix()
    'hotels.studio/models/0007.json'
    """
    return folder / "models" / f"{number:04}.json"


def source_record(work: Work, folder: Path) -> dict[str, object]:
    """Return what a model file says of where its examples came from."""
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
