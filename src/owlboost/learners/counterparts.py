"""The complement of a learning problem: the same examples with their labels turned (§24)."""

from dataclasses import replace
from urllib.parse import quote

from owlboost.errors import ExamplesError
from owlboost.model.examples import LearningProblem
from owlboost.model.lexicon import Lexicon
from owlboost.model.verdicts import NobodyAsked

_NAMESPACE = "urn:owlboost:complement#"


def complement(problem: LearningProblem) -> LearningProblem:
    """Return the problem of who does not belong to a target; known negatives are its positives.

    Raises
    ------
    ExamplesError
        Labels are graded.

    Examples
    --------
    >>> from owlboost.model.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"])
    >>> turned = complement(LearningProblem(kb, "urn:x#Good", [0, 1], [True, False]))
    >>> turned.labels, turned.kb.lexicon.name(turned.target)
    (array([0., 1.]), 'not Good')
    """
    if problem.is_graded:
        raise ExamplesError("A definition needs examples that belong to the target or do not.")
    iri, known = _NAMESPACE + quote(problem.target, safe=""), problem.kb.lexicon
    named = Lexicon({iri: f"not {known.name(problem.target)}"}).or_else(known)
    return replace(
        problem,
        kb=replace(problem.kb, lexicon=replace(named, iris=known.iris)),
        target=iri,
        labels=1.0 - problem.labels,
        judge=None if problem.judge is None else NobodyAsked(),
    )
