"""What a notebook shows of a value: one function, by the kind of the value."""

from functools import singledispatch

from owlboost.concepts.concept import Concept
from owlboost.concepts.hypothesis import BoostedHypothesis, RuleSet
from owlboost.data.fuzzy_sets import Partition
from owlboost.evaluation.runs import RunResult
from owlboost.models.explanation import Explanation
from owlboost.models.trained import TrainedModel
from owlboost.report.html import (
    concept_html,
    explanation_html,
    hypothesis_html,
    model_html,
    partition_html,
)
from owlboost.report.run_html import run_html


@singledispatch
def html(value: object) -> str:
    """Return a value as short HTML.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom
    >>> html(Concept((Atom("ex#Cheap"),)))
    '<code>Cheap</code>'
    """
    raise TypeError(f"There is no HTML for a {type(value).__name__}.")


html.register(Concept, concept_html)
html.register(Partition, partition_html)
html.register(BoostedHypothesis, hypothesis_html)
html.register(RuleSet, hypothesis_html)
html.register(TrainedModel, model_html)
html.register(Explanation, explanation_html)
html.register(RunResult, run_html)
