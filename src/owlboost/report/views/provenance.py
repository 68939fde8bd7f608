"""Where a model comes from, and the command that makes it again."""

import shlex
from collections.abc import Iterator, Mapping

from owlboost.data.vocabulary import Lexicon
from owlboost.learners.learner import LEARNERS
from owlboost.models.trained import TrainedModel
from owlboost.runtime.limits import Json

_FILES = {
    "positives_file": "--positives",
    "negatives_file": "--negatives",
    "examples_file": "--examples",
}
_NAMED = {
    "target": "--target",
    "scope": "--scope",
    "problem": "--problem",
    "background_from": "--background",
    "target_range": "--target-range",
}


def provenance_view(model: TrainedModel, lexicon: Lexicon) -> Json:
    """Return the source, the parameters and the command of a model.

    Examples
    --------
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> source = {"path": "iris.csv", "sha256": "ab", "target": "species=setosa"}
    >>> model = TrainedModel("foil", "urn:x#setosa", RuleSet(), 0.5, {"max_depth": 2}, source)
    >>> provenance_view(model, Lexicon())["command"]
    'owlboost learn iris.csv --target species=setosa --algorithm foil --max-depth 2'
    """
    return {
        "source": {name: value for name, value in model.source.items() if value is not None},
        "parameters": _parameters(model.parameters),
        "command": command_of(model, lexicon),
    }


def _parameters(parameters: Mapping[str, object]) -> Json:
    return {name: value for name, value in parameters.items() if name != "algorithm"}


def command_of(model: TrainedModel, lexicon: Lexicon) -> str | None:
    """Return the command that learns a model again; None if its file does not tell enough."""
    source = model.source
    if "path" not in source or model.algorithm not in LEARNERS:
        return None
    words = ["owlboost", "learn", str(source["path"])]
    words += _examples(source, lexicon.name(model.target))
    words += ["--algorithm", model.algorithm]
    words += _options(model)
    return shlex.join(words)


def _examples(source: Mapping[str, object], target: str) -> Iterator[str]:
    told = {"target": target} | dict(source)
    for name, option in (_NAMED | _FILES).items():
        if told.get(name) is not None:
            yield from (option, str(told[name]))
    hidden = source.get("hidden")
    for name in hidden if isinstance(hidden, list | tuple) else ():
        yield from ("--hide", str(name))
    if source.get("reasoner", "structural") != "structural":
        yield from ("--reasoner", str(source["reasoner"]))


def _options(model: TrainedModel) -> Iterator[str]:
    """Yield the options of parameters that differ from what they are by default."""
    learner = LEARNERS[model.algorithm]
    plain = learner()
    usual = {one.name: getattr(plain, one.name) for one in learner.parameters()} | plain.as_used()
    for one in learner.parameters():
        value = model.parameters.get(one.name, usual[one.name])
        option = one.about.option
        if option is None or value == usual[one.name]:
            continue
        if isinstance(value, bool):
            yield option if value else f"--no-{option.lstrip('-')}"
        elif one.name == "lookahead" and value == model.parameters.get("max_depth"):
            continue
        else:
            yield from (option, str(one.about.word if value is None else value))
