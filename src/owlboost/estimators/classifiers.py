"""The learners as scikit-learn classifiers."""

import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, get_type_hints

from owlboost.estimators.base import ConceptEstimator
from owlboost.estimators.classifier import ConceptClassifier
from owlboost.estimators.inputs import READING
from owlboost.learners.algorithms import PNOWL, FoilDL, FuzzyOWLBoost, GradientConcepts, PFoilDL
from owlboost.learners.learner import Learner
from owlboost.learners.parameters import LearnerParameter, described

Estimator = TypeVar("Estimator", bound=ConceptEstimator)


def derived_from(learner: type[Learner]) -> Callable[[type[Estimator]], type[Estimator]]:
    """Give an estimator class the parameters of a learner, documented.

    The docstring of the class keeps its first paragraphs and its examples; parameters and
    attributes come between them.
    """

    def derive(cls: type[Estimator]) -> type[Estimator]:
        cls._learner = learner
        hints = get_type_hints(learner)
        own = inspect.get_annotations(cls)
        for parameter in described(learner):
            if parameter.name not in cls._left_out:
                own[parameter.name] = hints[parameter.name]
                setattr(cls, parameter.name, parameter.default)
        cls.__annotations__ = own
        cls.__doc__ = _documented(cls, learner)
        return dataclass(kw_only=True, eq=False, repr=False)(cls)

    return derive


def _documented(cls: type[ConceptEstimator], learner: type[Learner]) -> str:
    head, mark, examples = (cls.__doc__ or "").partition("Examples\n")
    listed = "\n".join(
        _entry(parameter) for parameter in described(learner) if parameter.name not in cls._left_out
    )
    names = {parameter.name for parameter in described(learner)}
    balance = (
        "\n    Where it is given, classes are not balanced besides (``balance`` 'auto' is 'off'),"
        "\n    and where F1 would be optimised, accuracy is."
        if "balance" in names
        else ""
    )
    seed = (
        "Seed for the inner folds."
        if "random_state" in names
        else "Not used here: nothing is left to chance."
    )
    facade = cls._facade.format(balance=balance, seed=seed) + READING
    sections = f"Parameters\n----------\n{listed}\n{facade}\n{cls._attributes}"
    indented = textwrap.indent(sections, "    ")
    tail = f"\n    {mark}{examples}" if mark else ""
    return f"{head.rstrip()}\n\n{indented}{tail}"


def _entry(parameter: LearnerParameter) -> str:
    return "\n".join(_entry_lines(parameter))


def _entry_lines(parameter: LearnerParameter) -> Iterator[str]:
    if parameter.choices:
        kind = "{" + ", ".join(repr(choice) for choice in parameter.choices) + "}"
    else:
        kind = parameter.kind.__name__
    optional = " or None" if parameter.optional else ""
    yield f"{parameter.name} : {kind}{optional}, default={parameter.default!r}"
    unset = (
        f" None: {_in_python(parameter.about.unset)}."
        if parameter.optional and parameter.about.unset
        else ""
    )
    yield from textwrap.wrap(
        parameter.about.help + unset, 92, initial_indent="    ", subsequent_indent="    "
    )


def _in_python(text: str) -> str:
    """Take the braces off the parameters in a text."""
    return text.replace("{", "").replace("}", "")


@derived_from(FuzzyOWLBoost)
class FuzzyOWLBoostClassifier(ConceptClassifier):
    """Fuzzy OWL-Boost: weak fuzzy rules weighted by Real AdaBoost (Algorithm 1).

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = FuzzyOWLBoostClassifier(n_sets=3).fit(X, ["dear", "dear", "cheap", "cheap"])
    >>> model.predict([[1.5], [8.5]])
    array(['dear', 'cheap'], dtype='<U5')
    >>> model.degrees([[1.5], [8.5]])
    array([1., 0.])
    """


@derived_from(FoilDL)
class FoilDLClassifier(ConceptClassifier):
    """FOIL-DL: a set of fuzzy rules with confidences as degrees.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = FoilDLClassifier(n_sets=3).fit(X, [False, False, True, True])
    >>> model.predict([[1.5], [8.5]])
    array([False,  True])
    """


@derived_from(PNOWL)
class PNOWLClassifier(ConceptClassifier):
    """Two stages after PN-OWL: rules for the target, then against it.

    ``h(a) = max(0, p(a) − n(a))``. The two stages are PN-OWL's; how they stop and how they are
    aggregated is our design.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = PNOWLClassifier(n_sets=3).fit(X, [False, False, True, True])
    >>> model.predict([[1.5], [8.5]])
    array([False,  True])
    """


@derived_from(PFoilDL)
class PFoilDLClassifier(ConceptClassifier):
    """Covering after pFOIL-DL: a rule is judged with the whole ensemble.

    That the ensemble is judged, and by probabilities, is pFOIL-DL's; the estimate is as we remember
    it, and the rest is our design.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> model = PFoilDLClassifier(n_sets=3).fit(X, [False, False, True, True])
    >>> model.predict([[1.5], [8.5]])
    array([False,  True])
    """


@derived_from(GradientConcepts)
class GradientConceptClassifier(ConceptClassifier):
    """Gradient-boosted concepts: an additive model over fuzzy concepts.

    ``h(a) = clip(α₀ + Σ αᵢ·Cᵢ(a), 0, 1)``, its size and kind chosen by inner validation. The
    parameters ``min_confidence``, ``max_negative_coverage`` and ``backtrack`` have no effect: rules
    are weighed here, not rejected. They are taken so that one grid of parameters serves all
    classifiers that have them.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.arange(20.0)[:, None]
    >>> model = GradientConceptClassifier(n_rules=2).fit(X, np.arange(20) < 10)
    >>> model.predict([[2.0], [18.0]])
    array([ True, False])
    """

    min_confidence: float = 0.34
    max_negative_coverage: float = 1.0
    backtrack: int = 0


@cache
def classifier_of(learner: type[Learner]) -> type[ConceptClassifier]:
    """Make the scikit-learn classifier of a learner; the same one each time.

    Examples
    --------
    >>> from owlboost.learners.algorithms import FoilDL
    >>> import numpy as np
    >>> FoilClassifier = classifier_of(FoilDL)
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]])
    >>> FoilClassifier(n_sets=3).fit(X, [0, 0, 1, 1]).predict([[1.5], [8.5]])
    array([0, 1])
    """
    name = f"{learner.__name__}Classifier"
    doc = f"{learner.title} as a scikit-learn classifier."
    body = {"__doc__": doc, "__module__": learner.__module__, "__reduce__": _reduced}
    return derived_from(learner)(type(name, (ConceptClassifier,), body))


def _reduced(made: ConceptClassifier) -> tuple[Any, ...]:
    """Pickle a generated classifier by way of its learner."""
    return _empty, (type(made)._learner,), made.__getstate__()


def _empty(learner: type[Learner]) -> ConceptClassifier:
    made = classifier_of(learner)
    return made.__new__(made)
