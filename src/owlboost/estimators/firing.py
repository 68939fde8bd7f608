"""Which axioms of several models fire for individuals, the strongest first."""

from collections.abc import Sequence

from owlboost.concepts.evaluation import Extents
from owlboost.models.explanation import Firing, fired
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Ids


def firings(
    models: Sequence[TrainedModel], extents: Extents, individuals: Ids
) -> list[list[Firing]]:
    """For each individual the axioms that fire, by degree times weight.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> rules = RuleSet((Inclusion(Concept((Atom("Cheap"),)), 0.8),))
    >>> found = firings([TrainedModel("foil", "ex#Good", rules, 0.5)], Extents(kb), np.arange(2))
    >>> [[str(firing) for firing in one] for one in found]
    [['Cheap SubClassOf Good: 1.000 × 0.800'], []]
    """
    out: list[list[Firing]] = [[] for _ in individuals]
    for model in models:
        told = fired(
            model.hypothesis,
            extents,
            individuals,
            model.target,
            silent=False,
            lexicon=model.lexicon,
        )
        for listed, rules in zip(out, told, strict=True):
            listed.extend(rules)
    return [sorted(listed, key=lambda one: -abs(one.degree * one.weight)) for listed in out]
