"""Views for pages: the state, and what settings and formats there are."""

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
    """Return what a page shows of a project.

    Parameters
    ----------
    history
        The project.
    project
        Its name and folder.
    fit
        How far learning is; None if nothing is learned at the moment.

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
            {"number": one.number, "name": one.name, "time": one.time} for one in work.versions
        ],
        "can_undo": history.can_undo,
        "can_redo": history.can_redo,
        "fit": fit,
    }


def draft_view(draft: RuleDraft, labels: Mapping[str, str]) -> Json:
    """Return a draft with its rules in words."""
    said = _Said(draft, labels)
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
                **said.told(rule.parts),
                "concept": rule.concept,
                "parts": [said.told((part,)) for part in rule.parts],
                "term": rule.term,
                "weight": rule.weight,
                "weight_set": rule.weight_set,
                "pinned": rule.pinned,
                "note": rule.note,
                "is_top": rule.is_top,
            }
            for rule in draft.rules
        ],
        "sets": [one.to_json() for one in draft.sets if one.name in used],
        "forbidden": [
            {"id": one.id, **said.told(one.parts), "concept": together(one.parts)}
            for one in draft.forbidden
        ],
    }


class _Said:
    """Puts conditions of one draft into words."""

    def __init__(self, draft: RuleDraft, labels: Mapping[str, str]) -> None:
        self._sets = fuzzy_sets(draft)
        self._labels = json.dumps(dict(labels), sort_keys=True)

    def told(self, parts: tuple[Json, ...]) -> Json:
        """Say some conditions in English and in Manchester syntax."""
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
"""What our own algorithms do; others say it in the first line of their documentation."""


def setting_choices() -> Json:
    """Return what algorithms there are, and what the other settings may be.

    Examples
    --------
    >>> found = setting_choices()
    >>> found["algorithms"][0]["title"], found["logic"][0], found["sets"][:3]
    ('Gradient concepts', 'zadeh', ['auto', 2, 3])
    """
    among = {one.name: list(one.choices) for one in described(LEARNERS[DEFAULT])}
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
"""What the studio calls model files among the formats."""


def all_formats() -> list[Json]:
    """Return what models can be exported as.

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
