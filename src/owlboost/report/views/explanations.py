"""Why one individual has its degree: what rules add, step by step."""

from owlboost.models.explanation import Explanation, steps_of
from owlboost.report.views.wording import in_words
from owlboost.runtime.limits import Json


def waterfall_view(explanation: Explanation) -> Json:
    """Return the way from 0 to the evidence, and what becomes of it.

    Examples
    --------
    >>> waterfall_view(Explanation(1.0, 1.25, None, (), "ex#a", "ex#Good", 0.5))["degree"]
    1.0
    """
    rules = explanation.shown
    return {
        "individual": explanation.lexicon.name(explanation.individual),
        "target": explanation.lexicon.name(explanation.target),
        "steps": [
            {
                "words": "Start"
                if rules[step.rule].body.is_top
                else in_words(rules[step.rule].body, explanation.lexicon),
                "weight": rules[step.rule].weight,
                "degree": rules[step.rule].degree,
                "from": step.total - step.contribution,
                "to": step.total,
                "contribution": step.contribution,
            }
            for step in steps_of(rules)
        ],
        "evidence": explanation.evidence,
        "degree": explanation.degree,
        "threshold": explanation.threshold,
    }
