"""The command that repeats a fit of the studio."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from owlboost.studio.drafts import Json
from owlboost.studio.work import Settings, Work


def repeating(work: Work, folder: Path) -> Json:
    """Return the command that learns the same, and the files that it needs.

    Examples
    --------
    >>> from owlboost.studio.work import Question, StudioSource
    >>> source = StudioSource("iris.csv", "table", "/data/iris.csv")
    >>> work = Work(source, Question("species=virginica"))
    >>> repeating(work, Path("iris.studio"))["command"]
    'owlboost learn /data/iris.csv --target species=virginica -o model.json'
    """
    if work.source is None:
        return {"command": "", "files": {}, "remarks": ["No source is open yet."]}
    question = work.question
    files: dict[str, str] = {}
    remarks: list[str] = []
    words = ["owlboost", "learn", str(folder / work.source.file)]
    if question.target is not None:
        words += ["--target", question.target]
    if question.scope is not None:
        words += ["--scope", question.scope]
    if question.marks and work.source.kind == "table":
        remarks.append("Marks on rows of a table cannot be repeated by a command.")
    elif question.marks:
        remarks.append("The command learns from the marked examples only.")
        for label, name in ((True, "positives"), (False, "negatives")):
            marked = [one for one, given in question.marks.items() if given == label]
            if marked:
                files[f"{name}.txt"] = "".join(f"{one}\n" for one in marked)
                words += [f"--{name}", f"{name}.txt"]
    for name in question.hidden:
        words += ["--hide", name]
    words += [*_options(work.settings), "-o", "model.json"]
    return {"command": shlex.join(words), "files": files, "remarks": remarks}


def _options(settings: Settings) -> Iterator[str]:
    """Yield the options that differ from what is usual."""
    learner = settings.learner()
    if settings.algorithm != "gradient":
        yield from ("--algorithm", settings.algorithm)
    for one in learner.parameters():
        value = getattr(learner, one.name)
        if one.about.option is None or value == one.default or one.name == "n_jobs":
            continue
        yield from (one.about.option, one.about.word if value is None else str(value))
