"""Definitions: a model of a target and one of its complement."""

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import numpy as np

from owlboost.concepts.hypothesis import RuleSet
from owlboost.data.examples import LearningProblem
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ExamplesError, ModelError
from owlboost.models.model_files import DEFINITION_FORMAT, model_from_json, model_to_json
from owlboost.models.outcomes import TernaryLabels, decisions
from owlboost.models.trained import TrainedModel
from owlboost.models.verdicts import UndecidedJudge
from owlboost.runtime.array_types import Ids
from owlboost.runtime.files import atomic_path, open_bytes, read_bytes
from owlboost.runtime.limits import parse_json

Word = Literal["yes", "no", "unknown"]
"""An answer of a definition."""

_WORDS: dict[int, Word] = {1: "yes", -1: "no", 0: "unknown"}


def combined(belongs: TernaryLabels, does_not: TernaryLabels) -> TernaryLabels:
    """Combine two models: an answer where exactly one says yes, else unknown.

    Parameters
    ----------
    belongs, does_not
        The decisions of a model of the target and one of its complement: 1 or −1.

    Examples
    --------
    >>> combined(np.array([1, 1, -1, -1]), np.array([-1, 1, 1, -1]))
    array([ 1,  0, -1,  0], dtype=int8)
    """
    return ((belongs.astype(np.int8) - does_not.astype(np.int8)) // 2).astype(np.int8)


@dataclass(frozen=True, slots=True)
class DefinitionAnswer:
    """The answer of a definition for an individual.

    Attributes
    ----------
    degree, degree_against
        The degrees of the model of the target, and of that of its complement.
    """

    individual: str
    answer: Word
    degree: float
    degree_against: float

    def as_json(self) -> dict[str, Any]:
        """Return the record of ``predict --format json``."""
        return {
            "individual": self.individual,
            "answer": self.answer,
            "degree": self.degree,
            "degree_against": self.degree_against,
        }


@dataclass(frozen=True, slots=True)
class Definition:
    """A model of a target with one of its complement.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> def about(name, condition):
    ...     rules = RuleSet((Inclusion(Concept((Atom(condition),))),))
    ...     return TrainedModel("foil", name, rules, 0.5)
    >>> definition = Definition(about("Good", "Sea"), about("NotGood", "Loud"))
    >>> kb = KnowledgeBase.from_facts(list("abc"), types={"Sea": ["a", "b"], "Loud": ["b"]})
    >>> [answer.answer for answer in definition.answers(kb, np.arange(3))]
    ['yes', 'unknown', 'unknown']
    """

    belongs: TrainedModel
    does_not: TrainedModel

    @property
    def joint(self) -> TrainedModel:
        """A model of all rules of both, which names everything a source needs."""
        rules = (*self.belongs.hypothesis.inclusions, *self.does_not.hypothesis.inclusions)
        return replace(self.belongs, hypothesis=RuleSet(rules))

    def knowledge(self, source: object) -> KnowledgeBase:
        """Return the knowledge of a source without the target and hidden properties."""
        return self.joint.knowledge(source)

    def answers(self, source: object, individuals: Ids) -> list[DefinitionAnswer]:
        """Return the answers for individuals of a source, by number."""
        kb = self.knowledge(source)
        degrees = self.belongs.degrees(kb)[individuals]
        against = self.does_not.degrees(kb)[individuals]
        words = combined(
            decisions(degrees, self.belongs.threshold), decisions(against, self.does_not.threshold)
        )
        cells = zip(
            individuals.tolist(), words.tolist(), degrees.tolist(), against.tolist(), strict=True
        )
        return [
            DefinitionAnswer(kb.individuals[number], _WORDS[answer], degree, degree_against)
            for number, answer, degree, degree_against in cells
        ]


VERSION = 1
_HEAD = 200
"""Number of bytes within which a file names its format."""


def definition_text(definition: Definition) -> str:
    """Return the text of a file with a definition."""
    data = {
        "format": DEFINITION_FORMAT,
        "version": VERSION,
        "target": definition.belongs.target,
        "belongs": model_to_json(definition.belongs),
        "does_not": model_to_json(definition.does_not),
    }
    return json.dumps(data, indent=1, ensure_ascii=False)


def save_definition(definition: Definition, path: str | os.PathLike[str]) -> None:
    """Write a file with a definition atomically."""
    with atomic_path(path) as temporary:
        temporary.write_text(f"{definition_text(definition)}\n", encoding="utf-8")


def holds_definition(path: str | os.PathLike[str]) -> bool:
    """Whether a file has the format of a definition."""
    try:
        with open_bytes(Path(path)) as file:
            return f'"{DEFINITION_FORMAT}"'.encode() in file.read(_HEAD)
    except OSError:
        return False


def load_definition(path: str | os.PathLike[str]) -> Definition:
    """Read a file with a definition.

    Raises
    ------
    ModelError
        It is damaged, or of another version.
    """
    path = Path(path)
    try:
        data: Any = parse_json(read_bytes(path).decode("utf-8"), path)
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read as a definition: {error}.") from error
    if not isinstance(data, dict) or data.get("format") != DEFINITION_FORMAT:
        raise ModelError(f"{path} holds no definition.")
    if data.get("version") != VERSION:
        raise ModelError(
            f"The definition has format version {str(data.get('version'))[:60]}, but this owlboost "
            f"reads version {VERSION}; learn it again or install a matching owlboost."
        )
    return Definition(model_from_json(data.get("belongs")), model_from_json(data.get("does_not")))


_NAMESPACE = "urn:owlboost:complement#"


def complement(problem: LearningProblem) -> LearningProblem:
    """Return the problem of the complement, with positives and negatives swapped.

    Raises
    ------
    ExamplesError
        Labels are graded.

    Examples
    --------
    >>> from owlboost.data.knowledge_base import KnowledgeBase
    >>> kb = KnowledgeBase.from_facts(["a", "b"])
    >>> turned = complement(LearningProblem(kb, "urn:x#Good", [0, 1], [True, False]))
    >>> turned.labels, turned.kb.lexicon.name(turned.target)
    (array([0., 1.]), 'not Good')
    """
    if problem.is_graded:
        raise ExamplesError("A definition needs examples that belong to the target or do not.")
    iri, lexicon = _NAMESPACE + quote(problem.target, safe=""), problem.kb.lexicon
    named = Lexicon({iri: f"not {lexicon.name(problem.target)}"}).or_else(lexicon)
    return replace(
        problem,
        kb=replace(problem.kb, lexicon=replace(named, iris=lexicon.iris)),
        target=iri,
        labels=1.0 - problem.labels,
        judge=None if problem.judge is None else UndecidedJudge(),
    )
