"""What a model covers at a cut, as conjunctions of conditions that hold or do not."""

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import BoostedHypothesis
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ParameterError
from owlboost.exchange.decisions.conditions import CrispRule, Exclusions, KnownIndividuals
from owlboost.exchange.decisions.covering import Boxes, covering
from owlboost.exchange.decisions.everywhere import MOST_CONJUNCTIONS, conjunctions_everywhere
from owlboost.exchange.decisions.sums import sum_of
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Ids

CUT = 0.5
"""The degree from which on a thing is taken to belong to the target, if nobody says otherwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What a model covers at a cut.

    Attributes
    ----------
    cut
        The least degree that is enough.
    conjunctions
        What meets one of them reaches the cut, whatever the data.
    everywhere
        Whether nothing else does, whatever the data; otherwise that is so in the source.
    covered, missed
        Individuals of the source that reach the cut, and those of them that meet no conjunction,
        because nothing excludes what would argue against them; None without a source.
    """

    cut: float
    conjunctions: tuple[CrispRule, ...]
    everywhere: bool
    covered: Ids | None = None
    missed: Ids | None = None


def decision(
    model: TrainedModel,
    cut: float = CUT,
    kb: KnowledgeBase | None = None,
    exclusions: Exclusions = MappingProxyType({}),
) -> Decision:
    """Express where the degree of a model reaches a cut.

    Parameters
    ----------
    model
        The model.
    cut
        A degree above 0.
    kb
        What is known of the individuals for which the decision is to be exact, where it cannot be
        for all.
    exclusions
        Which classes are known to share no member.

    Raises
    ------
    ParameterError
        The cut is no degree, or what the model says there cannot be expressed.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rules = RuleSet((Inclusion(Concept((Atom("urn:x#Cheap"),)), 0.8),))
    >>> found = decision(TrainedModel("foil", "urn:x#Good", rules, 0.5))
    >>> len(found.conjunctions), found.everywhere
    (1, True)
    """
    if not 0 < cut <= 1:
        raise ParameterError(f"cut must be a degree above 0 and at most 1, not {cut:g}.")
    everywhere = conjunctions_everywhere(model.hypothesis, cut)
    if kb is None:
        if everywhere is None:
            raise ParameterError(_inexpressible(model))
        return Decision(cut, _some(everywhere, cut), everywhere=True)
    extents = Extents(kb, model.semantics)
    degrees = extents.hypothesis(model.hypothesis)
    covered = np.flatnonzero(degrees >= cut).astype(np.int32)
    if everywhere is not None or not isinstance(model.hypothesis, BoostedHypothesis):
        known = _some(everywhere or (), cut)
        return Decision(cut, known, everywhere=True, covered=covered, missed=covered[:0])
    boxes = Boxes(sum_of(model.hypothesis, cut), KnownIndividuals(kb, extents, exclusions))
    in_boxes = np.array([boxes.reached(int(one)) for one in covered], dtype=np.bool_)
    hardest_first = sorted(covered[in_boxes].tolist(), key=lambda one: (degrees[one], one))
    found = covering(boxes, hardest_first, MOST_CONJUNCTIONS)
    if found is None:
        raise ParameterError(
            f"More than {MOST_CONJUNCTIONS} conjunctions would be needed to say what this model "
            "covers: learn one of fewer rules, try another cut, or use the format fuzzyowl2."
        )
    known, missed = _some(tuple(found), cut), covered[~in_boxes]
    return Decision(cut, known, everywhere=False, covered=covered, missed=missed)


def _some(found: tuple[CrispRule, ...], cut: float) -> tuple[CrispRule, ...]:
    if not found:
        raise ParameterError(
            f"There is nothing to say: nothing is known to reach a degree of {cut:g}; "
            "choose a lower cut, or learn rules that only argue for the class (monotone)."
        )
    return found


def _inexpressible(model: TrainedModel) -> str:
    against = any(rule.weight < 0 and not rule.inclusion.body.is_top
                  for rule in model.hypothesis.rules())  # fmt: skip
    why = "rules that argue against the class" if against else "several fuzzy rules that add up"
    return (
        f"This model has {why}, so crisp axioms can say what it covers only for individuals that "
        "are known: give a source as well, or use the format fuzzyowl2."
    )
