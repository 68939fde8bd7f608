"""The path of an ontology, as a source that is read when it is asked for."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from owlboost.models.source import FileSource, SourceKind, own_options

if TYPE_CHECKING:
    from owlboost.models.trained import TrainedModel
    from owlboost.sources.ontology_source import LoadedOntology


@dataclass(frozen=True, slots=True)
class OntologyReading:
    """How an ontology is read: the parameters of ``read_ontology``."""

    import_dirs: tuple[Path, ...] = ()
    strict: bool = False
    reasoner: Literal["structural", "hermit"] = "structural"
    reasoner_timeout: float | None = None
    lang: str | None = None
    iris: bool = False


@dataclass(frozen=True, slots=True)
class OntologyPath(FileSource):
    """The file of an ontology, and how it is read."""

    options: OntologyReading
    kind: SourceKind = "ontology"

    def open(self) -> "LoadedOntology":
        """Read the ontology, with its imports."""
        from owlboost.sources.ontology_source import read_ontology

        options = self.options
        return read_ontology(
            self.path,
            import_dirs=options.import_dirs,
            strict=options.strict,
            reasoner=options.reasoner,
            reasoner_timeout=options.reasoner_timeout,
            lang=options.lang,
            iris=options.iris,
        )

    def open_for(self, model: "TrainedModel") -> None:
        """Return None: all of an ontology is reasoned over."""

    def portions(self, model: "TrainedModel", rows: int) -> None:
        """Return None: all of an ontology is reasoned over."""

    def rule_names(self) -> None:
        """Return None: names are those of the ontology and its imports."""


def ontology_path(thing: object, options: tuple[object, ...]) -> OntologyPath | None:
    """Return a path as a source, whatever its name."""
    if not isinstance(thing, str | os.PathLike):
        return None
    return OntologyPath(Path(thing), own_options(OntologyReading, options))
