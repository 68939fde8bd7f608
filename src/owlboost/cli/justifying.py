"""Why something follows from an ontology, as it is printed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owlboost.cli.options import OntologyOptions
from owlboost.cli.sources import is_table, open_model_and_ontology
from owlboost.errors import ParameterError

if TYPE_CHECKING:
    from owlboost.data.knowledge_base import KnowledgeBase
    from owlboost.models.trained import TrainedModel
    from owlboost.ontology.explain.justifications import Justification
    from owlboost.sources.condition_reasons import Grounding
    from owlboost.sources.ontology_source import LoadedOntology


@dataclass(frozen=True, slots=True)
class Reasons:
    """What was asked, in words for yes and no, and why it follows; nothing if it does not."""

    about: dict[str, str]
    yes: str
    no: str
    found: "tuple[Justification, ...]"

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON values."""
        reasons = [one.as_json() for one in self.found]
        return {**self.about, "follows": bool(self.found), "justifications": reasons}

    def lines(self) -> Iterator[str]:
        """Yield the answer, and each reason with one statement a line."""
        yield f"{self.yes}, because" if self.found else self.no
        for number, reason in enumerate(self.found):
            if number:
                yield "\nor because"
            for line in reason.lines():
                yield f"  {line}"


def open_explained(
    model: Path, source: Path, reading: OntologyOptions
) -> "tuple[TrainedModel, KnowledgeBase, LoadedOntology]":
    """Open a model with the ontology that tells why its conditions hold."""
    if is_table(source):
        raise ParameterError("--why is for ontologies; there is nothing to infer from a table.")
    return open_model_and_ontology(model, source, reading)


def condition_lines(found: "tuple[Grounding, ...]") -> Iterator[str]:
    """Yield what rules need and is not stated, with why it holds, after an empty line."""
    yield ""
    if not found:
        yield "All classes and fillers that the rules which fire ask for are stated."
    for one in found:
        yield from one.lines()


def member_reasons(loaded: "LoadedOntology", individual: str, class_: str) -> Reasons:
    """Return why an individual belongs to a class, or that it is not known to."""
    iris = loaded.individuals.iri(individual), loaded.classes.iri(class_)
    found = loaded.why(*iris, most=3)
    one, other = map(loaded.lexicon.name, iris)
    no = f"That {one} belongs to {other} does not follow by the built-in reasoner"
    degree, parts = (0.0, ()) if found else loaded.why_so_far(*iris)
    if degree and parts:
        names = ", ".join(map(loaded.lexicon.name, parts))
        no = f"{one} belongs to {other} to the degree {degree:.4g}, "
        no += f"computed from how far it is {names}"
    elif not found:
        no += _reservation(loaded)
    about = {"individual": iris[0], "class": iris[1]}
    return Reasons(about, f"{one} belongs to {other}", f"{no}.", found)


def _reservation(loaded: "LoadedOntology") -> str:
    """Say that more may follow, if remarks do."""
    missed = [one.code for one in loaded.remarks if one.code.startswith("incomplete-")]
    return f", but it may have missed something ({missed[0]})" if missed else ""


def clash_reasons(loaded: "LoadedOntology") -> Reasons:
    """Return why an ontology contradicts itself, or that it is not known to."""
    no = "The built-in reasoner finds no contradiction."
    return Reasons({}, "The ontology is inconsistent", no, loaded.why_inconsistent(most=3))
