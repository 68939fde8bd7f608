"""Accuracy on iris and wine in five stratified folds, beside classifiers of scikit-learn."""

from typing import Any

from sklearn.datasets import load_iris, load_wine
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import owlboost as ob


def classifiers() -> dict[str, Any]:
    """Return what is compared, all with default parameters."""
    return {
        "`FuzzyOWLBoostClassifier`": ob.FuzzyOWLBoostClassifier(),
        "`FoilDLClassifier`": ob.FoilDLClassifier(),
        "`GradientConceptClassifier`": ob.GradientConceptClassifier(),
        "decision tree": DecisionTreeClassifier(random_state=0),
        "AdaBoost": AdaBoostClassifier(random_state=0),
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
    }


def main() -> None:
    """Print mean and standard deviation of the accuracy as a Markdown table."""
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    data = [load(return_X_y=True, as_frame=True) for load in (load_iris, load_wine)]
    print("| classifier | iris | wine |")
    print("|---|---|---|")
    for name, model in classifiers().items():
        scores = [cross_val_score(model, X, y, cv=folds) for X, y in data]
        cells = [f"{score.mean():.3f} ± {score.std():.3f}" for score in scores]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
