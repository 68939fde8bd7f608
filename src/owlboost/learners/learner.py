"""A learner: a value whose fields are parameters, and the registry."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar

from owlboost.features import PLACINGS
from owlboost.learners.parameters import LearnerParameter, described, param
from owlboost.runtime.registry import Registry

if TYPE_CHECKING:
    from owlboost.concepts.concept import FuzzyValue
    from owlboost.concepts.evaluation import Semantics
    from owlboost.concepts.hypothesis import Hypothesis
    from owlboost.data.examples import LearningProblem
    from owlboost.learners.rule_constraints import GivenRule
    from owlboost.learners.run import RunContext
    from owlboost.models.calibration import Calibration


Grid = Mapping[str, Sequence[Any]]
"""Values to try for some parameters."""

FUZZY_SETS = "Fuzzy sets"
NUMBERS_OF_SETS = tuple(range(2, 10))
_RULES = "Rules"

Logic = Literal["zadeh", "product", "lukasiewicz"]
"""Names of ``concepts.evaluation``, which imports kernels: too slow for help."""

_USUAL_LOGIC = "zadeh"


@dataclass(frozen=True, slots=True, eq=False)
class LearnResult:
    """Rules with calibration, validation curve and remarks.

    Attributes
    ----------
    hypothesis
        The rules.
    calibration
        How their evidence becomes a probability, if validated.
    curve
        Pairs of a number of rules and the validated error of a model with so many.
    remarks
        Remarks about them, in sentences.
    """

    hypothesis: "Hypothesis"
    calibration: "Calibration | None" = None
    curve: tuple[tuple[int, float], ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Learner(ABC):
    """A way to learn: a frozen, keyword-only dataclass of ``param`` fields.

    Attributes
    ----------
    name
        What options and files call it (of the class).
    title
        What tables call it (of the class).
    grids
        Named grids of configurations; without one, the learner has a single configuration.
    advice
        What may find a rule where this found none, as the end of a sentence; options in braces, as
        in ``"a smaller {min_confidence}"``, are spelt as the reader knows them.
    graded
        Whether it learns from labels between 0 and 1.
    uses_background
        Whether individuals that are no examples may weigh in.
    calibrates
        Whether it may say how evidence becomes a probability; its classifier then has
        ``predict_proba``.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Patience(Learner):
    ...     name, title = "patience", "Waits for better examples"
    ...     years: int = param(1, "How long.", "--years", least=1)
    ...
    ...     def learn(self, problem, context):
    ...         return RuleSet()
    >>> Patience(years=0)
    Traceback (most recent call last):
    owlboost.errors.ParameterError: years must be at least 1, not 0.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    grids: ClassVar[Mapping[str, Grid]] = {}
    advice: ClassVar[str] = ""
    graded: ClassVar[bool] = False
    uses_background: ClassVar[bool] = False
    calibrates: ClassVar[bool] = False

    time_limit: float | None = param(
        None,
        "Stop after this many seconds with the best result so far.",
        "--time-limit",
        above=0,
        unit="seconds",
        unset="no limit",
    )
    n_jobs: int = param(
        1,
        "Number of threads that score large tables; does not affect the result.",
        least=1,
        changes_result=False,
    )

    def __post_init__(self) -> None:
        for parameter in described(type(self)):
            value = getattr(self, parameter.name)
            parameter.check(value)
            object.__setattr__(self, parameter.name, parameter.plain(value))

    @abstractmethod
    def learn(
        self, problem: "LearningProblem", context: "RunContext"
    ) -> "Hypothesis | LearnResult":
        """Learn rules for the target of a problem, bare or as :class:`LearnResult`.

        Parameters
        ----------
        problem
            The examples, over a knowledge base that does not know the target.
        context
            Listener for events, budget, and work shared with other runs on the same problem.
        """

    @property
    def logic(self) -> str:
        """The meaning of a conjunction for which it learns, by name."""
        return _USUAL_LOGIC

    @property
    def semantics(self) -> "Semantics":
        """The meaning of a conjunction for which it learns."""
        from owlboost.concepts.evaluation import semantics_named

        return semantics_named(self.logic)

    @property
    def complexity(self) -> tuple[float, ...]:
        """Sort key among equally good configurations; the smallest wins."""
        return ()

    @classmethod
    def parameters(cls) -> tuple[LearnerParameter, ...]:
        """Return all parameters."""
        return described(cls)

    def as_used(self) -> dict[str, Any]:
        """Return all parameters as they take effect, for files."""
        return {"algorithm": self.name} | asdict(self)

    def decisive(self) -> dict[str, Any]:
        """Return the parameters that the result depends on, for files."""
        idle = {
            parameter.name for parameter in self.parameters() if not parameter.about.changes_result
        }
        return {name: value for name, value in self.as_used().items() if name not in idle}

    def adjusted(self, **values: Any) -> Self:
        """Return this learner with other parameter values; unknown names are ignored.

        Examples
        --------
        >>> from owlboost.learners.algorithms import FoilDL
        >>> FoilDL().adjusted(max_depth=2, n_rounds=7).max_depth
        2
        """
        own = {each.name for each in fields(self)}
        return replace(self, **{name: value for name, value in values.items() if name in own})


@dataclass(frozen=True, kw_only=True)
class ConceptLearner(Learner):
    """A learner of fuzzy concepts of limited size.

    Attributes
    ----------
    argues_against
        Whether its models may have rules against the target (of the class).
    has_weak_learners
        Whether rules belong to weak learners, and may be in several of them (of the class).
    """

    fuzzify: str = param(
        "cmeans",
        "How the fuzzy sets are placed.",
        "--fuzzify",
        choices=lambda: PLACINGS,
        panel=FUZZY_SETS,
    )
    centroid_exponent: float = param(
        2.0,
        "Exponent of the memberships in the centroid step of c-means.",
        "--centroid-exponent",
        above=0,
        panel=FUZZY_SETS,
        needs=("fuzzify", "cmeans"),
    )
    max_depth: int = param(
        1,
        "Maximum nesting of roles in a rule.",
        "--max-depth",
        least=0,
        panel=_RULES,
        of_roles=True,
    )
    max_conjuncts: int = param(
        5, "Maximum number of conditions in a rule.", "--max-conjuncts", least=1, panel=_RULES
    )
    lookahead: int | None = param(
        None,
        "How many new roles one search step may pass through.",
        "--lookahead",
        least=0,
        unset="as {max_depth}",
        panel=_RULES,
        of_roles=True,
    )
    overlapping_sets: bool = param(
        False,
        "Let a rule join two fuzzy sets of one functional property, as the paper does.",
        "--overlapping-sets",
        panel=_RULES,
    )

    logic: Logic = param(
        "zadeh",
        "What the conditions of a rule come to together: the least degree, the product, or what "
        "remains of 1 after all that they lack.",
        "--logic",
        panel=_RULES,
    )

    given: Sequence[Any] = param(
        (),
        "Rules that every model has: concepts, or texts such as 'price is low and breakfast'; or "
        "the path of a file of rules.",
        "--given",
    )
    forbidden: Sequence[Any] = param(
        (), "Rules that no model has, nor anything stricter: like the given ones.", "--forbid"
    )

    argues_against: ClassVar[bool] = False
    has_weak_learners: ClassVar[bool] = False

    @property
    def given_rules(self) -> "tuple[GivenRule, ...]":
        """The given rules, once their names have been looked up."""
        from owlboost.learners.rule_constraints import settled_rules

        return settled_rules(self)

    @property
    def own_sets(self) -> "tuple[FuzzyValue, ...]":
        """The fuzzy sets that given rules bring along."""
        from owlboost.learners.rule_constraints import sets_of

        return sets_of(self.given_rules)

    def require_room(self, given: "Sequence[GivenRule]") -> None:
        """Raise ParameterError if a model cannot have all given rules."""

    @property
    def places_by_labels(self) -> bool:
        """Whether fuzzy sets are placed by the labels of examples."""
        return bool(getattr(PLACINGS[self.fuzzify], "supervised", False))

    @property
    def lookahead_or_depth(self) -> int:
        """The lookahead in force (note 4)."""
        return self.max_depth if self.lookahead is None else self.lookahead

    def as_used(self) -> dict[str, Any]:
        """Return all parameters as they take effect, for files."""
        used = super().as_used() | {"lookahead": self.lookahead_or_depth}
        if self.logic == _USUAL_LOGIC:
            del used["logic"]
        del used["given"], used["forbidden"]
        if not self.given and not self.forbidden:
            return used
        from owlboost.learners.rule_constraints import guidance_to_json

        return used | guidance_to_json(self)


@dataclass(frozen=True, kw_only=True)
class ClimbingLearner(ConceptLearner):
    """A learner that climbs to one rule after another."""

    uses_background: ClassVar[bool] = True

    n_sets: int = param(
        5,
        "Number of fuzzy sets per numeric property.",
        "--sets",
        choices=NUMBERS_OF_SETS,
        panel=FUZZY_SETS,
    )
    max_negative_coverage: float = param(
        1.0,
        "Maximum share of negatives that a rule may cover (η).",
        "--eta",
        symbol="η",
        least=0,
        most=1,
    )
    backtrack: int = param(0, "How many alternatives to keep at each step.", "--backtrack", least=0)


LEARNERS: Registry[type[Learner]] = Registry(
    "algorithm",
    "owlboost.learners",
    {
        "gradient": "owlboost.learners.algorithms:GradientConcepts",
        "boost": "owlboost.learners.algorithms:FuzzyOWLBoost",
        "foil": "owlboost.learners.algorithms:FoilDL",
        "pn": "owlboost.learners.algorithms:PNOWL",
        "pfoil": "owlboost.learners.algorithms:PFoilDL",
    },
)
"""Another package adds a learner by an entry point of the group ``owlboost.learners``, a program by
:func:`register_learner`."""

DEFAULT = "gradient"
"""The default algorithm."""


AnyLearner = TypeVar("AnyLearner", bound=type[Learner])


def register_learner(learner: AnyLearner) -> AnyLearner:
    """Register a class of learners by its name; a decorator.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> @register_learner
    ... @dataclass(frozen=True, kw_only=True)
    ... class Silence(Learner):
    ...     name, title = "silence", "No rules at all"
    ...
    ...     def learn(self, problem, context):
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
    """Return the name of an algorithm for people.

    One that is not installed keeps its own.

    Examples
    --------
    >>> title("foil"), title("something else")
    ('FOIL-DL', 'something else')
    """
    return LEARNERS[algorithm].title if algorithm in LEARNERS else algorithm


def takes(algorithm: str, parameter: str) -> bool:
    """Whether an installed algorithm has a parameter.

    Examples
    --------
    >>> takes("foil", "min_confidence"), takes("gradient", "min_confidence")
    (True, False)
    """
    return algorithm in LEARNERS and any(
        each.name == parameter for each in described(LEARNERS[algorithm])
    )


def all_parameters(
    algorithms: Iterable[str] | None = None,
) -> Iterator[tuple[str, list[tuple[type[Learner], LearnerParameter]]]]:
    """Yield each parameter by name, with the learners that have it."""
    by_name: dict[str, list[tuple[type[Learner], LearnerParameter]]] = {}
    for name in LEARNERS if algorithms is None else algorithms:
        for each in described(LEARNERS[name]):
            by_name.setdefault(each.name, []).append((LEARNERS[name], each))
    yield from by_name.items()
