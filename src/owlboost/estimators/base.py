"""The base of all estimators: the parameters of a learner, reading X, seeds, fired rules."""

import inspect
import os
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, get_type_hints

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.utils import assert_all_finite, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from owlboost.concepts.evaluation import Extents
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.examples import Examples, LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import ExamplesError, ModelError, ParameterError
from owlboost.estimators.inputs import (
    READING,
    Schema,
    SetsFrom,
    given_sets,
    named_columns,
    with_sets,
)
from owlboost.learners.learner import Learner
from owlboost.learners.parameters import LearnerParameter, described
from owlboost.models.explanation import Firing, fired
from owlboost.models.model_files import save
from owlboost.models.trained import TrainedModel
from owlboost.runtime.array_types import Ids, Weights
from owlboost.tables.arrow import is_frame
from owlboost.tables.columns import Column
from owlboost.tables.facts import stated_facts, take_rows, told_once
from owlboost.tables.table import numbered_rows


@dataclass(kw_only=True, eq=False, repr=False)
class ConceptEstimator(BaseEstimator, ABC):  # type: ignore[misc]
    """Base of the estimators that learn fuzzy concepts from tables and examples.

    Attributes
    ----------
    _learner
        What learns (of the class).
    _left_out
        Parameters of the learner that the estimator does not take (of the class).
    _facade, _attributes
        What the docstring says of the parameters of the estimator itself, and of what it has when
        it is fitted (of the class).
    """

    _learner: ClassVar[type[Learner]]
    _left_out: ClassVar[frozenset[str]] = frozenset({"random_state"})
    _facade: ClassVar[str]
    _attributes: ClassVar[str]

    calendar: Sequence[str] = ()
    texts: Sequence[str] = ()
    sets_from: SetsFrom = None

    @property
    @abstractmethod
    def _models(self) -> tuple[TrainedModel, ...]:
        """The models, one for each class learned; none before fitting."""

    def explain(self, X: Any) -> list[list[Firing]]:
        """Return the axioms that fire for each sample, the strongest first."""
        kb, individuals = self._facts(X)
        return firings(self._models, Extents(kb, self._models[0].semantics), individuals)

    @property
    def hypothesis_(self) -> Hypothesis:
        """The rules; those of the second of two classes.

        Of more classes see ``models_``.
        """
        return self._only().hypothesis

    def _only(self) -> TrainedModel:
        if not self._models:
            raise AttributeError(f"This {type(self).__name__} is not fitted yet.")
        if len(self._models) > 1:
            raise AttributeError("There is one model per class; see models_.")
        return self._models[0]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the one model as a file for ``load`` and commands."""
        check_is_fitted(self)
        save(self._only(), path)

    def to_learner(self) -> Learner:
        """Return the learner with these parameters, checked."""
        return self._learner(**self._chosen())

    def _chosen(self) -> dict[str, Any]:
        """Return the parameters for the learner."""
        own, given = {parameter.name for parameter in described(self._learner)}, self.get_params()
        chosen = {name: value for name, value in given.items() if name in own}
        if "random_state" in own:
            chosen["random_state"] = seed_of(given["random_state"])
        return chosen

    def _row_problem(
        self, columns: Mapping[str, Column], labels: npt.NDArray[Any], weights: Weights, iri: str
    ) -> LearningProblem:
        """Make the problem of a table, merging equal rows."""
        merged_rows = told_once(columns, labels, weights)
        plain = None if (merged_rows.weights == 1).all() else merged_rows.weights
        rows = np.arange(merged_rows.rows.size, dtype=np.int32)
        kb = stated_facts(take_rows(columns, merged_rows.rows), numbered_rows(rows.size))
        return LearningProblem(
            with_sets(kb, self._sets), iri, rows, labels[merged_rows.rows], plain
        )

    def _validated(self, X: Any, *labels: Any) -> Any:
        """Check X and return it; with labels, remember its features.

        Without labels the features are compared with those remembered.
        """
        reset = bool(labels)
        if reset:
            self._sets = given_sets(self.sets_from)
        if isinstance(X, Examples) or is_frame(X):
            shown = np.empty(X.shape) if isinstance(X, Examples) else X
            validate_data(self, shown, *labels, reset=reset, skip_check_array=True)
            if not shown.shape[0] or not shown.shape[1]:
                raise ExamplesError(f"There is nothing in X: its shape is {shown.shape}.")
        else:
            X = validate_data(self, _as_array(X), reset=reset, dtype=None, ensure_all_finite=False)
            if X.dtype.kind == "f":
                assert_all_finite(X, allow_nan=True, input_name="X")
        if reset:
            self._schema = self._schema_of(X)
            self.remarks_ = () if self._schema is None else self._schema.remarks
            if isinstance(X, Examples) and self._sets:
                return X.with_sets(self._sets)
        return X

    def _schema_of(self, X: Any) -> Schema | None:
        calendar = named_columns("calendar", self.calendar)
        texts = named_columns("texts", self.texts)
        if not isinstance(X, Examples):
            return Schema.from_columns(X, calendar, texts)
        if calendar or texts:
            raise ParameterError(
                f"{'calendar' if calendar else 'texts'} must be empty for examples of a file: give "
                "it to read_table."
            )
        return None

    def _facts(self, X: Any) -> tuple[KnowledgeBase, Ids]:
        check_is_fitted(self)
        X = self._validated(X)
        if isinstance(X, Examples) != (self._schema is None):
            raise ModelError(
                "A model learned from an ontology needs examples of an ontology, and one learned "
                "from a table needs rows."
            )
        if self._schema is None:
            return X.source.knowledge_base(), X.individuals
        n_rows = X.shape[0]
        rows = np.arange(n_rows, dtype=np.int32)
        return stated_facts(self._schema.columns(X), numbered_rows(n_rows)), rows

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


def merged(
    X: Examples, labels: npt.NDArray[Any], weights: Weights
) -> tuple[Examples, npt.NDArray[Any], Weights]:
    """Drop examples of weight 0 and merge repeated ones, summing weights."""
    weighted = np.flatnonzero(weights > 0)
    _, first, group = np.unique(X.individuals[weighted], return_index=True, return_inverse=True)
    if (labels[weighted][first][group] != labels[weighted]).any():
        raise ExamplesError("An individual is listed twice with different labels.")
    summed = np.bincount(group, weights[weighted], first.size).astype(np.float64)
    listed = np.sort(first)
    order = np.argsort(first)
    return X[weighted[listed]], labels[weighted[listed]], summed[order]


def seed_of(random_state: Any) -> int:
    """Return a seed for a learner from any ``random_state`` of scikit-learn."""
    if isinstance(random_state, int | np.integer):
        return int(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


def _as_array(X: Any) -> Any:
    """Convert a list of rows, keeping numbers and texts apart.

    NumPy would convert all values to texts.
    """
    if not isinstance(X, list | tuple) or np.asarray(X).dtype.kind in "fiub":
        return X
    return np.array(X, dtype=object)


def firings(
    models: Sequence[TrainedModel], extents: Extents, individuals: Ids
) -> list[list[Firing]]:
    """Return the axioms that fire for each individual, by degree times weight.

    Examples
    --------
    >>> import numpy as np
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"], types={"Cheap": ["a"]})
    >>> rules = RuleSet((Inclusion(Concept((Atom("Cheap"),)), 0.8),))
    >>> listed = firings([TrainedModel("foil", "ex#Good", rules, 0.5)], Extents(kb), np.arange(2))
    >>> [[str(firing) for firing in rules] for rules in listed]
    [['Cheap SubClassOf Good: 1.000 × 0.800'], []]
    """
    listed_firings: list[list[Firing]] = [[] for _ in individuals]
    for model in models:
        fired_rules = fired(
            model.hypothesis,
            extents,
            individuals,
            model.target,
            silent=False,
            lexicon=model.lexicon,
        )
        for listed, rules in zip(listed_firings, fired_rules, strict=True):
            listed.extend(rules)
    return [
        sorted(listed, key=lambda firing: -abs(firing.degree * firing.weight))
        for listed in listed_firings
    ]


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
