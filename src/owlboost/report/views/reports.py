"""A whole report as one value, with a version: what a page is made of."""

from collections.abc import Sequence

import owlboost
from owlboost.runtime.limits import Json

FORMAT = "owlboost/report"
VERSION = 1


def report_view(
    title: str,
    models: Sequence[Json] = (),
    runs: Sequence[Json] = (),
    comparison: Json | None = None,
    suite: Json | None = None,
) -> Json:
    """Return the content of a report.

    Parameters
    ----------
    title
        Heading of the page.
    models, runs
        Views of models and of evaluations.
    comparison
        Algorithms side by side.
    suite
        Name, protocol and remarks of a suite.

    Examples
    --------
    >>> report_view("Nothing")["format"]
    'owlboost/report'
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_by": f"owlboost {owlboost.__version__}",
        "title": title,
        "models": list(models),
        "runs": list(runs),
        "comparison": comparison,
        "suite": suite,
    }
