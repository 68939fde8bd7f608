"""The command that repeats a fit of the studio."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from owlboost.concepts.evaluation import known_semantics
from owlboost.concepts.hypothesis import Hypothesis
from owlboost.data.vocabulary import Lexicon
from owlboost.models.trained import TrainedModel
from owlboost.runtime.limits import Json
from owlboost.studio.constraints import forbidden_rules, has_kept_weights, pinned_rules
from owlboost.studio.work import LearningQuestion, Settings, Work


def repeating(work: Work, folder: Path) -> Json:
    """Return the command that learns the same, and the files that it needs.

    Examples
    --------
    >>> from owlboost.studio.work import LearningQuestion, StudioSource
    >>> source = StudioSource("iris.csv", "table", "/data/iris.csv")
    >>> work = Work(source, LearningQuestion("species=virginica"))
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
        for name, marked in _marked(question):
            files[f"{name}.txt"] = "".join(f"{one}\n" for one in marked)
            words += [f"--{name}", f"{name}.txt"]
    for name in question.hidden:
        words += ["--hide", name]
    for name, hypothesis in _constraints(work):
        files[f"{name}.txt"] = _rule_file(work, hypothesis)
        words += [f"--{name}", f"{name}.txt"]
    if has_kept_weights(work.draft):
        remarks.append("The command fits all weights, also those that you set on pinned rules.")
    words += [*_options(work.settings), "-o", "model.json"]
    return {"command": shlex.join(words), "files": files, "remarks": remarks}


def _marked(question: LearningQuestion) -> Iterator[tuple[str, list[str]]]:
    """Yield who is marked, by the option that names them."""
    for label, name in ((True, "positives"), (False, "negatives")):
        marked = [one for one, given in question.marks.items() if given == label]
        if marked:
            yield name, marked


def _constraints(work: Work) -> Iterator[tuple[str, Hypothesis]]:
    """Yield the rules that are pinned, and those that are forbidden, by their options."""
    pinned, forbidden = pinned_rules(work.draft), forbidden_rules(work.draft)
    if pinned is not None:
        yield "given", pinned
    if forbidden is not None:
        yield "forbid", forbidden


def _rule_file(work: Work, hypothesis: Hypothesis) -> str:
    """Write rules as a file that names all that they speak of."""
    target = work.question.target or "Marked"
    iri = target if work.source is not None and work.source.kind == "ontology" else "urn:target"
    logic = known_semantics(work.settings.logic if work.draft is None else work.draft.logic)
    lexicon = Lexicon(dict(work.labels))
    model = TrainedModel("gradient", iri, hypothesis, 0.5, semantics=logic, lexicon=lexicon)
    return model.export("manchester")


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
