"""All learners by name: ours, and those that others add."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from owlboost.learners.learner import Learner
from owlboost.learners.parameters import Described, described
from owlboost.runtime.registry import Registry

LEARNERS: Registry[type[Learner]] = Registry(
    "algorithm",
    "owlboost.learners",
    {
        "gradient": "owlboost.learners.gradient.learner:GradientConcepts",
        "boost": "owlboost.learners.boosting.learner:FuzzyOWLBoost",
        "foil": "owlboost.learners.covering.learner:FoilDL",
        "pn": "owlboost.learners.pn.learner:PNOWL",
        "pfoil": "owlboost.learners.pfoil.learner:PFoilDL",
    },
)
"""Another package adds a learner by an entry point of the group ``owlboost.learners``, a program by
:func:`register_learner`."""

DEFAULT = "gradient"
"""The algorithm where nobody asks for another."""


AnyLearner = TypeVar("AnyLearner", bound=type[Learner])


def register_learner(learner: AnyLearner) -> AnyLearner:
    """Add a class of learners to those that can be named; a decorator.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from owlboost.model.hypotheses import RuleSet
    >>> @register_learner
    ... @dataclass(frozen=True, kw_only=True)
    ... class Silence(Learner):
    ...     name, title = "silence", "No rules at all"
    ...
    ...     def learn(self, problem, watch):
    ...         return RuleSet()
    >>> title("silence")
    'No rules at all'
    """
    LEARNERS.register(learner.name, learner)
    return learner


def default_learner() -> Learner:
    """Return the default learner with its default parameters."""
    return LEARNERS[DEFAULT]()


def title(algorithm: str) -> str:
    """Return the name of an algorithm for people; one that is not installed keeps its own.

    Examples
    --------
    >>> title("foil"), title("something else")
    ('FOIL-DL', 'something else')
    """
    return LEARNERS[algorithm].title if algorithm in LEARNERS else algorithm


def takes(algorithm: str, parameter: str) -> bool:
    """Whether an algorithm has a parameter; one that is not installed has none.

    Examples
    --------
    >>> takes("foil", "min_confidence"), takes("gradient", "min_confidence")
    (True, False)
    """
    return algorithm in LEARNERS and any(
        one.name == parameter for one in described(LEARNERS[algorithm])
    )


def all_parameters(
    algorithms: Iterable[str] | None = None,
) -> Iterator[tuple[str, list[tuple[type[Learner], Described]]]]:
    """Yield each parameter by name, with the learners that have it."""
    found: dict[str, list[tuple[type[Learner], Described]]] = {}
    for name in LEARNERS if algorithms is None else algorithms:
        for one in described(LEARNERS[name]):
            found.setdefault(one.name, []).append((LEARNERS[name], one))
    yield from found.items()
