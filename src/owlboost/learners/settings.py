"""Every parameter of the learners, with the paper's names beside ours."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from owlboost.errors import ParameterError
from owlboost.features.partitions import Fuzzify

Algorithm = Literal["gradient", "boost", "foil"]
LossChoice = Literal["auto", "squared", "logistic"]
WeakLearner = Literal["rules", "axiom"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to learn.

    Attributes
    ----------
    algorithm
        ``gradient`` is an additive model over concepts (mathematics §9), ``boost`` is Fuzzy
        OWL-Boost (Algorithm 1), ``foil`` is FOIL-DL.
    n_rounds
        Boosting rounds (n).
    min_confidence
        Least confidence of an accepted axiom (θ).
    max_negative_coverage
        Largest share of negatives an accepted axiom may cover (η).
    n_sets, fuzzify, centroid_exponent
        Fuzzy sets per numeric property, and how they are placed (notes 5 and 6). None leaves the
        number open: 5 for ``boost`` and ``foil``, chosen by validation for ``gradient``.
    max_depth, max_conjuncts
        Limits of a concept (dth, cj).
    lookahead
        How many new roles a move may pass through; None means ``max_depth`` (note 4).
    backtrack
        Refinements kept at each step to return to (k, note 12).
    weak_learner
        ``rules`` covers the positives (Algorithm 2); ``axiom`` is the paper's earlier variant with
        one axiom a round and softmax weights (note 21).
    n_rules
        Most rules of a ``gradient`` model.
    loss
        What ``gradient`` minimises; ``auto`` chooses by validation.
    ridge, min_cover
        What keeps weights small (λ; None chooses by validation), and the least ``Σ C`` of a
        concept, for ``gradient``.
    monotone
        Whether ``gradient`` takes only rules that argue for the target.
    balance
        Whether ``gradient`` gives both classes the same total weight and validates by fF1F1. If
        not, examples weigh what they are said to, and choices are validated by accuracy.
    random_state
        Seed; the algorithms here make no random choice, folds and samples do.
    time_limit
        Seconds after which the best so far is returned; None for no limit.
    n_jobs
        Threads that score large tables. The result does not depend on it.

    Examples
    --------
    >>> Settings(n_sets=3, min_confidence=0.64).lookahead_or_depth
    1
    """

    algorithm: Algorithm = "boost"
    n_rounds: int = 10
    min_confidence: float = 0.34
    max_negative_coverage: float = 1.0
    n_sets: int | None = None
    fuzzify: Fuzzify = "cmeans"
    centroid_exponent: float = 2.0
    max_depth: int = 1
    max_conjuncts: int = 5
    lookahead: int | None = None
    backtrack: int = 0
    weak_learner: WeakLearner = "rules"
    n_rules: int = 10
    loss: LossChoice = "auto"
    ridge: float | None = None
    min_cover: float = 2.0
    monotone: bool = False
    balance: bool = True
    random_state: int = 0
    time_limit: float | None = None
    n_jobs: int = 1

    def __post_init__(self) -> None:
        _require_one_of("algorithm", self.algorithm, get_args(Algorithm))
        _require_one_of("fuzzify", self.fuzzify, get_args(Fuzzify))
        _require_one_of("weak_learner", self.weak_learner, get_args(WeakLearner))
        _require_one_of("loss", self.loss, get_args(LossChoice))
        if self.n_sets is not None:
            _require_one_of("n_sets", self.n_sets, (3, 5, 7))
        _require_share("min_confidence (θ)", self.min_confidence)
        _require_share("max_negative_coverage (η)", self.max_negative_coverage)
        _require_at_least("n_rounds", self.n_rounds, 1)
        _require_at_least("n_rules", self.n_rules, 1)
        if self.ridge is not None and not self.ridge > 0:
            raise ParameterError(f"ridge must be above 0, not {self.ridge}.")
        if not self.min_cover >= 0:
            raise ParameterError(f"min_cover must be at least 0, not {self.min_cover}.")
        _require_at_least("max_depth", self.max_depth, 0)
        _require_at_least("max_conjuncts", self.max_conjuncts, 1)
        _require_at_least("backtrack", self.backtrack, 0)
        _require_at_least("n_jobs", self.n_jobs, 1)
        _require_at_least("random_state", self.random_state, 0)
        if self.lookahead is not None:
            _require_at_least("lookahead", self.lookahead, 0)
        if self.time_limit is not None and not self.time_limit > 0:
            raise ParameterError(f"time_limit must be above 0 seconds, not {self.time_limit}.")
        if not self.centroid_exponent > 0:
            raise ParameterError(f"centroid_exponent must be > 0, not {self.centroid_exponent}.")

    @property
    def lookahead_or_depth(self) -> int:
        """The lookahead in force."""
        return self.max_depth if self.lookahead is None else self.lookahead

    @property
    def n_sets_or_5(self) -> int:
        """The number of fuzzy sets where one number is needed."""
        return 5 if self.n_sets is None else self.n_sets

    def as_used(self) -> dict[str, Any]:
        """Return all parameters for the model file, with the lookahead in force."""
        used = asdict(self) | {"lookahead": self.lookahead_or_depth}
        return used if self.algorithm == "gradient" else used | {"n_sets": self.n_sets_or_5}


def _require_one_of(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        listed = ", ".join(str(choice) for choice in choices)
        raise ParameterError(f"{name} must be one of {listed}, not {value}.")


def _require_share(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ParameterError(f"{name} must lie between 0 and 1, not {value}.")


def _require_at_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise ParameterError(f"{name} must be at least {least}, not {value}.")
