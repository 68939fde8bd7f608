"""Run the comparison, or go on with it: ``python -m benchmarks.peers -o DIR``."""

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.classifiers import PEERS
from benchmarks.peers.problems import Problem, all_problems
from benchmarks.peers.results import read_all
from benchmarks.peers.running import Job, Own, run
from benchmarks.peers.table import csv_text, markdown
from owlboost.errors import OwlboostError, ParameterError, did_you_mean
from owlboost.evaluation.folds import Protocol

FEATURES = (
    "what the training tables of peers are made of: all but the target, or, as for our learner, "
    "without what is said about the test individuals"
)


def parser() -> ArgumentParser:
    """Return the options."""
    found = ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    add = found.add_argument
    add("--peers", default="all", help=f"all, none, or some of {','.join(PEERS)}")
    add("--own", action=BooleanOptionalAction, default=True, help="run our learner")
    add("--rules", type=_rules, default=10, help="most rules of our learner, or auto")
    add("--max-conjuncts", type=int, default=3, help="most conditions in a rule")
    add("--label", help="name of our learner in files and tables")
    add("--features", choices=("whole", "training"), default="whole", help=FEATURES)
    add("--repeats", type=int, default=3)
    add("--folds", type=int, default=5)
    add("--seed", type=int, default=2026, help="repeat r divides with seed + r")
    add("--only", help="some problems, separated by commas")
    add("--jobs", type=int, default=2, help="how many run at a time")
    add("--beside", type=Path, action="append", default=[], help="show results of DIR, too")
    add("-o", "--output", type=Path, required=True, help="folder for the results")
    return found


def _rules(text: str) -> int | str:
    return text if text == "auto" else int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is not yet there, then write the tables."""
    options = parser().parse_args(arguments)
    try:
        jobs = planned(options)
        options.output.mkdir(parents=True, exist_ok=True)
        _run_all(jobs, options.output, options.jobs)
    except OwlboostError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    results = read_all([options.output, *options.beside])
    text = markdown(results)
    (options.output / "table.md").write_text(text, encoding="utf-8")
    (options.output / "table.csv").write_text(csv_text(results), encoding="utf-8")
    print(text, end="")
    return 0


def planned(options: Namespace) -> list[Job]:
    """Return the jobs, learner by learner."""
    protocol = Protocol(folds=options.folds, repeats=options.repeats, seed=options.seed)
    problems = _chosen_problems(options.only)
    learners: list[str | Own] = list(_chosen_peers(options.peers))
    if options.own:
        parameters = {"n_rules": options.rules, "max_conjuncts": options.max_conjuncts}
        label = options.label or f"owlboost-{options.rules}x{options.max_conjuncts}"
        learners.append(Own(label, parameters))
    silent = options.features == "training"
    return [Job(problem, learner, protocol, silent) for learner in learners for problem in problems]


def _chosen_peers(text: str) -> list[str]:
    if text in ("all", "none"):
        return list(PEERS) if text == "all" else []
    return [_known(name, list(PEERS), "peer") for name in text.split(",")]


def _chosen_problems(text: str | None) -> list[Problem]:
    known = {problem.name: problem for problem in all_problems()}
    if text is None:
        return list(known.values())
    return [known[_known(name, list(known), "problem")] for name in text.split(",")]


def _known(name: str, among: list[str], kind: str) -> str:
    if name not in among:
        raise ParameterError(f"There is no {kind} {name!r}.{did_you_mean(name, among)}")
    return name


def _run_all(jobs: list[Job], folder: Path, at_a_time: int) -> None:
    from joblib import Parallel, delayed

    Parallel(n_jobs=at_a_time)(delayed(run)(job, folder) for job in jobs)


if __name__ == "__main__":
    sys.exit(main())
