"""What settings may be, in words that say what each does."""

from inspect import getdoc

from owlboost.learners.algorithms import MOST_RULES
from owlboost.learners.learner import DEFAULT, LEARNERS
from owlboost.learners.parameters import described
from owlboost.runtime.limits import Json

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
            {"name": name, "title": LEARNERS[name].title, "text": _told(name)} for name in LEARNERS
        ],
        "fuzzify": among["fuzzify"],
        "sets": ["auto", *among["n_sets"]],
        "logic": among["logic"],
        "most_rules": MOST_RULES,
    }


def _told(name: str) -> str:
    own = (getdoc(LEARNERS[name]) or "").partition("\n")[0]
    return ALGORITHMS.get(name, own)
