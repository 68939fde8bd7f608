"""The well-known learners, with their defaults; each is made anew for every fold."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

EBM_LIMIT = 60.0
"""Seconds of the processor after which a fold of the slowest one is given up."""

EBM_ROUNDS = 2000
"""How often EBM goes through all columns at most."""

EBM_PAIRED = (500, 30)
"""EBM looks for pairs of columns from so many rows on, in tables with at most so many columns."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A learner of tables.

    Attributes
    ----------
    title
        Its name in tables.
    make
        Makes one from a seed.
    limit
        Seconds of the processor that one fold may take; without a limit if None.
    """

    title: str
    make: Callable[[int], Any]
    limit: float | None = None


def _filled(*steps: Any) -> Any:
    """Put what fills missing values in front of a learner that needs all."""
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline

    imputer = SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True)
    return make_pipeline(imputer, *steps)


def _hist_gradient_boosting(seed: int) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(random_state=seed)


def _adaboost(seed: int) -> Any:
    from sklearn.ensemble import AdaBoostClassifier

    return _filled(AdaBoostClassifier(random_state=seed))


def _random_forest(seed: int) -> Any:
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(random_state=seed)


def _logistic(seed: int) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    return _filled(StandardScaler(), LogisticRegression(max_iter=1000, random_state=seed))


def _figs(seed: int) -> Any:
    from imodels import FIGSClassifier

    return _filled(FIGSClassifier(random_state=seed))


def _boosted_rules(seed: int) -> Any:
    from imodels import BoostedRulesClassifier

    return _filled(BoostedRulesClassifier(random_state=seed))


def _ebm(seed: int) -> Any:
    return _Ebm(seed)


class _Ebm:
    """EBM as far as time allows: fewer bags and rounds than its defaults, and fewer pairs."""

    def __init__(self, seed: int) -> None:
        from interpret.glassbox import ExplainableBoostingClassifier

        self._model: Any = ExplainableBoostingClassifier(
            outer_bags=2, max_rounds=EBM_ROUNDS, n_jobs=1, random_state=seed
        )

    def fit(self, rows: Any, labels: Any) -> "_Ebm":
        n_rows, n_columns = rows.shape
        if n_rows < EBM_PAIRED[0] or n_columns > EBM_PAIRED[1]:
            self._model.set_params(interactions=0)
        self._model.fit(rows, labels)
        return self

    def predict(self, rows: Any) -> Any:
        return self._model.predict(rows)

    def predict_proba(self, rows: Any) -> Any:
        return self._model.predict_proba(rows)


PEERS = {
    "histgb": Peer("HistGB", _hist_gradient_boosting),
    "adaboost": Peer("AdaBoost", _adaboost),
    "logistic": Peer("logistic", _logistic),
    "forest": Peer("random forest", _random_forest),
    "figs": Peer("FIGS", _figs),
    "boosted-rules": Peer("BoostedRules", _boosted_rules),
    "ebm": Peer("EBM", _ebm, EBM_LIMIT),
}
"""In the order in which they run: the fastest first."""
