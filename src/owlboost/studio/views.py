"""Views for pages: the state, settings and formats."""

import functools
import json
from collections.abc import Mapping
from inspect import getdoc

from owlboost.concepts.concept import Concept
from owlboost.data.vocabulary import Lexicon
from owlboost.exchange.formats import FORMATS
from owlboost.learners.algorithms import MOST_RULES
from owlboost.learners.learner import DEFAULT, LEARNERS
from owlboost.learners.parameters import described
from owlboost.report.wording import in_manchester, in_words
from owlboost.runtime.limits import Json
from owlboost.studio.draft import RuleDraft, sets_named, together
from owlboost.studio.draft_model import concept_of, fuzzy_sets
from owlboost.studio.journal import History


def state_view(history: History, project: Json, fit: Json | None = None) -> Json:
    """Return the view of a project.

    Parameters
    ----------
    history
        The project.
    project
        Its name and folder.
    fit
        The progress of learning; None if nothing is being learned.

    Examples
    --------
    >>> view = state_view(History(), {"name": "hotels", "folder": "hotels.studio"})
    >>> view["number"], view["draft"], view["can_undo"]
    (0, None, False)
    """
    work = history.work
    source, question = work.source, work.question
    return {
        "number": history.number,
        "project": project,
        "source": None if source is None else {"name": source.name, "kind": source.kind},
        "question": {
            "target": question.target,
            "scope": question.scope,
            "marks": dict(question.marks),
            "hidden": list(question.hidden),
        },
        "settings": work.settings.to_json(),
        "draft": None if work.draft is None else draft_view(work.draft, work.labels),
        "versions": [
            {"number": version.number, "name": version.name, "time": version.time}
            for version in work.versions
        ],
        "can_undo": history.can_undo,
        "can_redo": history.can_redo,
        "fit": fit,
    }


def draft_view(draft: RuleDraft, labels: Mapping[str, str]) -> Json:
    """Return a draft with its rules in words."""
    texts = _RuleTexts(draft, labels)
    used = frozenset().union(*(sets_named(rule.concept) for rule in draft.rules))
    return {
        "base": draft.base,
        "form": draft.form,
        "logic": draft.logic,
        "threshold": draft.threshold,
        "threshold_set": draft.threshold_set,
        "rules": [
            {
                "id": rule.id,
                **texts.texts_of(rule.parts),
                "concept": rule.concept,
                "parts": [texts.texts_of((part,)) for part in rule.parts],
                "term": rule.term,
                "weight": rule.weight,
                "weight_set": rule.weight_set,
                "pinned": rule.pinned,
                "note": rule.note,
                "is_top": rule.is_top,
            }
            for rule in draft.rules
        ],
        "sets": [fuzzy_set.to_json() for fuzzy_set in draft.sets if fuzzy_set.name in used],
        "forbidden": [
            {
                "id": forbidden.id,
                **texts.texts_of(forbidden.parts),
                "concept": together(forbidden.parts),
            }
            for forbidden in draft.forbidden
        ],
    }


class _RuleTexts:
    """The texts of a draft's conditions."""

    def __init__(self, draft: RuleDraft, labels: Mapping[str, str]) -> None:
        self._sets = fuzzy_sets(draft)
        self._labels = json.dumps(dict(labels), sort_keys=True)

    def texts_of(self, parts: tuple[Json, ...]) -> Json:
        """Return some conditions in English and in Manchester syntax."""
        words, text = _concept_texts(concept_of(parts, self._sets), self._labels)
        return {"words": words, "manchester": text}


@functools.lru_cache(maxsize=4096)
def _concept_texts(concept: Concept, labels: str) -> tuple[str, str]:
    lexicon = _lexicon(labels)
    return in_words(concept, lexicon), in_manchester(concept, lexicon)


@functools.lru_cache(maxsize=4)
def _lexicon(labels: str) -> Lexicon:
    return Lexicon(json.loads(labels))


ALGORITHMS = {
    "gradient": "Adds up weighted rules for and against, and keeps those that validation finds "
    "worth it.",
    "boost": "Learns small sets of rules in turn, each on what the earlier ones got wrong, and "
    "weighs them.",
    "foil": "Finds rules one by one until the positives are covered; the best that fits counts.",
    "pn": "First finds rules that say why, then rules that say why not.",
    "pfoil": "Finds rules one by one, each judged by what all of them achieve together.",
}
"""Descriptions of built-in algorithms; others use the first line of their documentation."""


def setting_choices() -> Json:
    """Return the algorithms, and the choices of other settings.

    Examples
    --------
    >>> choices = setting_choices()
    >>> choices["algorithms"][0]["title"], choices["logic"][0], choices["sets"][:3]
    ('Gradient concepts', 'zadeh', ['auto', 2, 3])
    """
    among = {parameter.name: list(parameter.choices) for parameter in described(LEARNERS[DEFAULT])}
    return {
        "algorithms": [
            {"name": name, "title": LEARNERS[name].title, "text": _algorithm_text(name)}
            for name in LEARNERS
        ],
        "fuzzify": among["fuzzify"],
        "sets": ["auto", *among["n_sets"]],
        "logic": among["logic"],
        "most_rules": MOST_RULES,
    }


def _algorithm_text(name: str) -> str:
    own = (getdoc(LEARNERS[name]) or "").partition("\n")[0]
    return ALGORITHMS.get(name, own)


MODEL_FORMAT = "model"
"""Name of model files among the formats."""


def all_formats() -> list[Json]:
    """Return the formats for export.

    Examples
    --------
    >>> all_formats()[0]
    {'name': 'model', 'title': 'Model file', 'suffix': '.json'}
    """
    model = {"name": MODEL_FORMAT, "title": "Model file", "suffix": ".json"}
    return [
        model,
        *(
            {"name": name, "title": FORMATS[name].title, "suffix": FORMATS[name].extensions[0]}
            for name in FORMATS
        ),
    ]
