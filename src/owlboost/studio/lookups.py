"""Names and conditions, looked up in the source of a project."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from owlboost.concepts.concept import Concept, FuzzyValue
from owlboost.concepts.concept_json import concept_to_json, datatypes_to_json
from owlboost.concepts.hypothesis import Inclusion, RuleSet, iris_used
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import OwlboostError
from owlboost.learners.leakage import Giveaway, giveaways
from owlboost.models.outcomes import ratio
from owlboost.models.trained import TrainedModel
from owlboost.report.views.wording import in_words
from owlboost.runtime.limits import Json
from owlboost.studio.draft_models import concept_of, fuzzy_sets, model_of
from owlboost.studio.drafts import RuleDraft
from owlboost.studio.held_out import RIDGE
from owlboost.studio.work import Work
from owlboost.studio.workbench import Workbench

_RISING = "rising"
"""Name of a set that rises over all numbers of a property."""


def source(bench: Workbench, work: Work) -> Json:
    """Return what a page shows of the source."""
    return bench.material(work.source).view()


def individuals(bench: Workbench, work: Work, text: str, offset: int, limit: int) -> Json:
    """List individuals whose names contain a text, with their labels."""
    material = bench.material(work.source)
    lexicon, wanted = material.lexicon, text.casefold()
    try:
        asked = bench.asked(work)
        labels = dict(zip(asked.elements.tolist(), asked.labels.tolist(), strict=True))
    except OwlboostError:  # nobody has said yet what is to be learned
        labels = {}
    rows, total = [], 0
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


def suggest(bench: Workbench, work: Work, text: str) -> list[Json]:
    """Propose conditions."""
    book = bench.phrases(work)
    return [
        {"text": told, "words": in_words(concept, book.lexicon)}
        for told, concept in book.suggested(text)
    ]


def resolved(bench: Workbench, work: Work, edit: Json) -> Json:
    """Return an edit with all that must be looked up in the source."""
    match edit["kind"]:
        case "target":
            target, scope = bench.material(work.source).asked(edit["target"], edit.get("scope"))
            return {**edit, "target": target, "scope": scope}
        case "mark":
            return {
                **edit,
                "individual": bench.material(work.source).individual(edit["individual"]),
            }
        case "hide":
            return {**edit, "names": bench.material(work.source).hideable(edit["names"])}
        case "condition-added" | "rule-added":
            return _looked_up(bench, work, edit)
        case "weight":
            return {**edit, "fitted": _fitted_weight(bench, work, edit["rule"])}
        case _:
            return edit


def _looked_up(bench: Workbench, work: Work, edit: Json) -> Json:
    book = bench.phrases(work)
    concept = book.understood(edit["text"])
    alone = RuleSet((Inclusion(concept),))
    found = {
        **edit,
        "concept": concept_to_json(concept),
        "sets": datatypes_to_json(alone),
        "labels": dict(book.lexicon.only(iris_used(alone)).labels),
    }
    if edit["kind"] == "rule-added" and edit.get("weight") is None:
        found["fitted"] = best_weight(bench, work, concept)
    return found


def _fitted_weight(bench: Workbench, work: Work, id: str) -> float:
    draft = work.draft or RuleDraft()
    rule = draft.rule(id)
    left = replace(work, draft=draft.without_rule(id))
    return best_weight(bench, left, concept_of(rule.parts, fuzzy_sets(draft)))


def best_weight(bench: Workbench, work: Work, concept: Concept) -> float:
    """Return the best weight of one more rule, while all others stay as they are.

    In a sum it makes the squares of what is left least, with a ridge; where the best rule
    counts it is the share of positives among what the rule covers.
    """
    asked = bench.asked(work)
    draft = work.draft or RuleDraft(logic=work.settings.logic)
    extents = bench.extents(asked, draft.logic)
    degrees = extents.degrees(concept)[asked.elements]
    labels = np.asarray(asked.labels, dtype=np.float64)
    if draft.form == "best":
        return float(ratio((degrees * labels).sum(), degrees.sum()))
    others = np.zeros(labels.size)
    if draft.rules:
        model = model_of(draft, None, work.settings, asked.X.target, {})
        others = extents.evidence(model.hypothesis)[asked.elements]
    return float((degrees * (labels - others)).sum() / ((degrees**2).sum() + RIDGE))


def suspects(bench: Workbench, work: Work) -> list[Json]:
    """Name conditions that alone tell nearly all examples right."""
    asked, book = bench.asked(work), bench.phrases(work)
    if asked.X.target_range is not None:
        return []
    concepts = [*_cuts(asked.kb), *(concept for _, concept in book.conditions)]
    rules = RuleSet(tuple(map(Inclusion, concepts)))
    model = TrainedModel("foil", asked.X.target, rules, 0.5, lexicon=book.lexicon)
    problem = LearningProblem(asked.kb, asked.X.target, asked.elements, asked.labels)
    return [
        {
            "iri": one.name,
            "name": book.lexicon.name(one.name),
            "text": f"one number of {book.lexicon.name(one.name)}" if _is_cut(one) else one.text,
            "right": one.n_right,
            "of": one.n_examples,
        }
        for one in giveaways(model, problem)
    ]


def _cuts(kb: KnowledgeBase) -> Iterator[Concept]:
    """Yield for each property of numbers a condition whose degree rises with the number.

    A cut of the degree is one of the numbers then, wherever fuzzy sets will be placed.
    """
    for number, found in kb.numbers.items():
        if found.values.size and found.values.min() < found.values.max():
            rising = RightShoulder(float(found.values.min()), float(found.values.max()))
            prop = kb.vocabulary.data_properties[number]
            yield Concept((FuzzyValue(prop, FuzzySet(_RISING, rising)),))


def _is_cut(one: Giveaway) -> bool:
    return any(
        isinstance(label, FuzzyValue) and label.fuzzy_set.name == _RISING
        for label in one.condition.labels
    )
