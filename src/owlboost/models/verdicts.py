"""Properties of hypotheses: consistent, non-redundant, sound, complete (mathematics §20)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Protocol, Self

import numpy as np

from owlboost.concepts.evaluation import Semantics, reach
from owlboost.concepts.hypothesis import COVERED, Hypothesis, Inclusion, RuleSet, covers, iris_used
from owlboost.concepts.text import manchester, people
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon
from owlboost.errors import Message, ModelError
from owlboost.runtime.array_types import Degrees, Floats, Mask


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a hypothesis has a property.

    Attributes
    ----------
    holds
        Yes, no, or None if it is not decided.
    reason
        The reason if it does not, or is not decided: the end of a sentence.
    """

    holds: bool | None
    reason: str = ""


HOLDS = Verdict(True)

_ADJECTIVES = {
    "consistent": "consistent",
    "non_redundant": "non-redundant",
    "sound": "sound",
    "complete": "complete",
    "strongly_complete": "strongly complete",
}
"""Name in files → adjective in texts."""

_ABOUT_K = ("consistent", "non_redundant")
"""The properties that examples do not show."""


@dataclass(frozen=True, slots=True)
class Properties:
    """Properties of a hypothesis h, given a knowledge base K and examples.

    Attributes
    ----------
    consistent
        K and h together have a model.
    non_redundant
        K entails no axiom of h.
    sound
        Every negative has degree 0.
    complete
        Every positive has a degree above 0.
    strongly_complete
        Every positive has degree 1.

    Examples
    --------
    >>> no = Verdict(False, "2 of 9 negatives above 0")
    >>> properties = Properties(HOLDS, Verdict(None), no, HOLDS, no)
    >>> print(properties)
    consistent, complete; not: sound, strongly complete; not decided: non-redundant
    >>> properties.sound.holds
    False
    """

    consistent: Verdict
    non_redundant: Verdict
    sound: Verdict
    complete: Verdict
    strongly_complete: Verdict

    def __str__(self) -> str:
        groups = (
            ("", self._those_that(True)),
            ("not: ", self._those_that(False)),
            ("not decided: ", self._those_that(None)),
        )
        return "; ".join(f"{start}{', '.join(names)}" for start, names in groups if names)

    def _those_that(self, holds: bool | None) -> list[str]:
        return [_ADJECTIVES[name] for name, verdict in self.named() if verdict.holds is holds]

    def named(self) -> Iterator[tuple[str, Verdict]]:
        """Iterate over the names in files with the verdicts."""
        return ((property_.name, getattr(self, property_.name)) for property_ in fields(self))

    def notes(self) -> Iterator[str]:
        """Yield sentences on conflicts with K and on undecided properties.

        Examples
        --------
        >>> no = Verdict(False, "the ontology implies Cheap SubClassOf Good")
        >>> list(Properties(HOLDS, no, HOLDS, HOLDS, HOLDS).notes())
        ['the rules are not non-redundant: the ontology implies Cheap SubClassOf Good']
        """
        undecided: dict[str, list[str]] = {}
        for name, verdict in self.named():
            if verdict.holds is None:
                undecided.setdefault(verdict.reason, []).append(_ADJECTIVES[name])
            elif not verdict.holds and name in _ABOUT_K:
                claim = f"the rules are not {_ADJECTIVES[name]}: "
                yield Message(claim, *Message(verdict.reason).parts)
        for reason, names in undecided.items():
            claim = f"whether the rules are {' and '.join(names)} is not decided: "
            yield Message(claim, *Message(reason).parts)

    def to_json(self) -> dict[str, Any]:
        """Write true, false or null for each, with the reasons.

        Examples
        --------
        >>> no = Verdict(False, "1 of 2 positives at 0")
        >>> record = Properties(HOLDS, HOLDS, HOLDS, no, no).to_json()
        >>> record["sound"], record["complete"], record["reasons"]["complete"]
        (True, False, '1 of 2 positives at 0')
        """
        verdicts = dict(self.named())
        reasons = {
            name: str(verdict.reason) for name, verdict in verdicts.items() if verdict.reason
        }
        return {name: verdict.holds for name, verdict in verdicts.items()} | {"reasons": reasons}

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> Self | None:
        """Read them from a model file; return None if it has none.

        Raises
        ------
        ModelError
            A value is not true, false or null.
        """
        if data is None:
            return None
        reasons = data.get("reasons") or {}
        values = {property_.name: data.get(property_.name) for property_ in fields(cls)}
        for name, holds in values.items():
            if not (holds is None or isinstance(holds, bool)):
                raise ModelError(
                    f"The model file is damaged: {name} is {holds!r}, not true, false or null."
                )
        return cls(
            **{name: Verdict(holds, str(reasons.get(name, ""))) for name, holds in values.items()}
        )


class Judge(Protocol):
    """A judge that compares hypotheses with all of K, the target included."""

    def consistent(self, hypothesis: Hypothesis, target: str, semantics: Semantics) -> Verdict:
        """Judge whether K and the hypothesis together have a model."""

    def non_redundant(self, hypothesis: Hypothesis, target: str, semantics: Semantics) -> Verdict:
        """Judge whether K entails no axiom of the hypothesis."""


class UnconstrainedTarget:
    """A judge for sources that do not mention the target.

    Then everything may belong to the target, so that h contradicts nothing. And nothing need
    belong to it, so that an axiom follows only if nothing at all can satisfy its body.

    Examples
    --------
    >>> from owlboost.concepts.concept import TOP
    >>> from owlboost.concepts.evaluation import ZADEH
    >>> UnconstrainedTarget().non_redundant(RuleSet((Inclusion(TOP, 0.0),)), "Good", ZADEH)
    Verdict(holds=False, reason='a rule of degree 0 says nothing')
    """

    def consistent(
        self,
        hypothesis: Hypothesis,  # noqa: ARG002 - whatever it says
        target: str,  # noqa: ARG002
        semantics: Semantics,  # noqa: ARG002
    ) -> Verdict:
        """Return that it holds: everything may belong to the target."""
        return HOLDS

    def non_redundant(
        self,
        hypothesis: Hypothesis,
        target: str,  # noqa: ARG002 - K says nothing of it
        semantics: Semantics,
    ) -> Verdict:
        """Judge whether rules can be satisfied, as those are that cover examples."""
        return idle(hypothesis, semantics) or satisfied(hypothesis)


class UndecidedJudge:
    """A judge that leaves open questions for a reasoner, with a reason."""

    def __init__(self, reason: str = "the whole ontology was not asked; train() asks it") -> None:
        self._reason = reason

    def consistent(
        self,
        hypothesis: Hypothesis,  # noqa: ARG002 - whatever it says
        target: str,  # noqa: ARG002
        semantics: Semantics,  # noqa: ARG002
    ) -> Verdict:
        """Leave it open."""
        return Verdict(None, self._reason)

    def non_redundant(
        self,
        hypothesis: Hypothesis,  # noqa: ARG002 - whatever it says
        target: str,  # noqa: ARG002
        semantics: Semantics,  # noqa: ARG002
    ) -> Verdict:
        """Leave it open."""
        return Verdict(None, self._reason)


def arguing(hypothesis: Hypothesis) -> list[Inclusion]:
    """Return the axioms that count for the target: of positive weight."""
    return [rule.inclusion for rule in hypothesis.rules() if rule.weight > 0]


def idle(hypothesis: Hypothesis, semantics: Semantics) -> Verdict | None:
    """Judge a hypothesis that says nothing of its target, else None.

    Without rules there is nothing that could be redundant. A rule of degree 0, or a weighted sum
    that is never above 0, follows from everything.
    """
    if not list(hypothesis.inclusions):
        return HOLDS
    if isinstance(hypothesis, RuleSet):
        if any(inclusion.degree <= COVERED for inclusion in hypothesis.inclusions):
            return Verdict(False, "a rule of degree 0 says nothing")
    elif not reach(hypothesis, semantics).most:
        return Verdict(False, "the weighted sum is never above 0, so it says nothing")
    return None


def satisfied(hypothesis: Hypothesis, lexicon: Lexicon = SHORT_NAMES) -> Verdict:
    """Judge non-redundancy by whether something satisfies each supporting rule."""
    for inclusion in arguing(hypothesis):
        if (
            not inclusion.body.is_top
            and not inclusion.covered_positives + inclusion.covered_negatives
        ):
            names = lexicon.only(iris_used(hypothesis))
            body = manchester(inclusion.body, people(names))
            return Verdict(None, f"whether anything satisfies {body} is not known")
    return HOLDS


def judged_on_examples(degrees: Degrees, positive: Mask) -> tuple[Verdict, Verdict, Verdict]:
    """Judge whether degrees are sound, complete and strongly complete.

    Degrees up to 1e-12 count as 0, and as 1 from 1 minus that on (note 23 on measures).

    Examples
    --------
    >>> sound, complete, strongly = judged_on_examples(
    ...     np.array([1.0, 0.5, 0.0]), np.array([True, True, False])
    ... )
    >>> sound.holds, complete.holds, strongly.reason
    (True, True, '1 of 2 positives below 1')
    """
    covered, full = covers(degrees), degrees >= 1 - COVERED
    return (
        _none(covered[~positive], "negatives", "above 0"),
        _none(~covered[positive], "positives", "at 0"),
        _none(~full[positive], "positives", "below 1"),
    )


def judged_on_grades(degrees: Degrees, labels: Floats) -> tuple[Verdict, Verdict, Verdict]:
    """Judge degrees by graded labels: sound, complete, strongly complete.

    That is ``h ≤ y``, ``h > 0`` where ``y > 0``, and ``h ≥ y``. For labels of 0 and 1 it is the
    same as :func:`judged_on_examples`.

    Examples
    --------
    >>> sound, complete, strongly = judged_on_grades(np.array([0.7, 0.2]), np.array([0.5, 0.2]))
    >>> sound.reason, complete.holds, strongly.holds
    ('1 of 2 examples above their label', True, True)
    """
    return (
        _none(degrees > labels + COVERED, "examples", "above their label"),
        _none(~covers(degrees[labels > 0]), "examples with a label above 0", "at 0"),
        _none(degrees < labels - COVERED, "examples", "below their label"),
    )


def _none(wrong: Mask, noun: str, fault: str) -> Verdict:
    count = int(np.count_nonzero(wrong))
    if not count:
        return HOLDS
    return Verdict(False, f"{count} of {wrong.size} {noun} {fault}")
