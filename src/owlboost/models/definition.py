"""A definition: models of a target and of its complement (§24)."""

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
from owlboost.models.outcomes import Truths, decisions
from owlboost.models.trained import TrainedModel
from owlboost.models.verdicts import NobodyAsked
from owlboost.runtime.array_types import Ids
from owlboost.runtime.files import atomic_path, open_bytes, read_bytes
from owlboost.runtime.limits import parse_json

Word = Literal["yes", "no", "unknown"]
"""What a definition answers, in words."""

_WORDS: dict[int, Word] = {1: "yes", -1: "no", 0: "unknown"}


def combined(belongs: Truths, does_not: Truths) -> Truths:
    """Return answers where exactly one of two models says yes; both or neither are unknown.

    Parameters
    ----------
    belongs, does_not
        What a model of the target and one of its complement decide: 1 or −1.

    Examples
    --------
    >>> combined(np.array([1, 1, -1, -1]), np.array([-1, 1, 1, -1]))
    array([ 1,  0, -1,  0], dtype=int8)
    """
    return ((belongs.astype(np.int8) - does_not.astype(np.int8)) // 2).astype(np.int8)


@dataclass(frozen=True, slots=True)
class Told:
    """What a definition says of an individual.

    Attributes
    ----------
    individual
        Its name.
    answer
        Whether it belongs to the target.
    degree, degree_against
        Those of the model of the target, and of that of its complement.
    """

    individual: str
    answer: Word
    degree: float
    degree_against: float

    def as_json(self) -> dict[str, Any]:
        """Return what ``predict --format json`` says."""
        return {
            "individual": self.individual,
            "answer": self.answer,
            "degree": self.degree,
            "degree_against": self.degree_against,
        }


@dataclass(frozen=True, slots=True)
class Definition:
    """A model that says who belongs to a target, and one that says who does not.

    Attributes
    ----------
    belongs, does_not
        Models of the target and of its complement.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> def about(name, condition):
    ...     rules = RuleSet((Inclusion(Concept((Atom(condition),))),))
    ...     return TrainedModel("foil", name, rules, 0.5)
    >>> definition = Definition(about("Good", "Sea"), about("NotGood", "Loud"))
    >>> kb = KnowledgeBase.from_facts(list("abc"), types={"Sea": ["a", "b"], "Loud": ["b"]})
    >>> [one.answer for one in definition.told(kb, np.arange(3))]
    ['yes', 'unknown', 'unknown']
    """

    belongs: TrainedModel
    does_not: TrainedModel

    @property
    def joint(self) -> TrainedModel:
        """All rules of both models in one: what a source must have for them to be applied."""
        rules = (*self.belongs.hypothesis.inclusions, *self.does_not.hypothesis.inclusions)
        return replace(self.belongs, hypothesis=RuleSet(rules))

    def knowledge(self, source: object) -> KnowledgeBase:
        """State what both models may know of a source: not the target, nor what was hidden."""
        return self.joint.knowledge(source)

    def told(self, source: object, individuals: Ids) -> list[Told]:
        """Say of individuals of a source, by number, whether they belong to the target."""
        kb = self.knowledge(source)
        degrees = self.belongs.degrees(kb)[individuals]
        against = self.does_not.degrees(kb)[individuals]
        answers = combined(
            decisions(degrees, self.belongs.threshold), decisions(against, self.does_not.threshold)
        )
        cells = zip(
            individuals.tolist(), answers.tolist(), degrees.tolist(), against.tolist(), strict=True
        )
        return [
            Told(kb.individuals[number], _WORDS[answer], degree, other)
            for number, answer, degree, other in cells
        ]


VERSION = 1
_HEAD = 200
"""Within how many bytes a file says what it is."""


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
    """Write a file with a definition, whole or not at all."""
    with atomic_path(path) as temporary:
        temporary.write_text(f"{definition_text(definition)}\n", encoding="utf-8")


def holds_definition(path: str | os.PathLike[str]) -> bool:
    """Whether a file says that it holds a definition."""
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
    """Return the problem of who does not belong to a target; known negatives are its positives.

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
    iri, known = _NAMESPACE + quote(problem.target, safe=""), problem.kb.lexicon
    named = Lexicon({iri: f"not {known.name(problem.target)}"}).or_else(known)
    return replace(
        problem,
        kb=replace(problem.kb, lexicon=replace(named, iris=known.iris)),
        target=iri,
        labels=1.0 - problem.labels,
        judge=None if problem.judge is None else NobodyAsked(),
    )
