"""Fuzzy sets that somebody drew up, in a file: of a model, of exported rules, or of an ontology."""

import os
from pathlib import Path

from owlboost.concepts.hypothesis import partitions_used
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.errors import ModelError, SourceError
from owlboost.exchange.rule_files import read_rules
from owlboost.models.trained import TrainedModel
from owlboost.ontology.readers.ontology_file import read_ontology_file


def read_sets(path: str | os.PathLike[str]) -> dict[str, tuple[FuzzySet, ...]]:
    """Read the fuzzy sets of a file, by their data properties.

    Parameters
    ----------
    path
        A model file, rules that ``export`` wrote, or an ontology with fuzzy datatypes that its
        axioms use with data properties (Fuzzy OWL 2, or fuzzyDL's syntax).

    Raises
    ------
    ModelError
        There are no fuzzy sets in the file, or it cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "sets.fdl"
    >>> _ = file.write_text(
    ...     "(define-fuzzy-concept Cheap left-shoulder(0,200,60,100)) (range price *real* 0 200) "
    ...     "(implies (some price Cheap) Bargain)"
    ... )
    >>> read_sets(file)
    {'urn:owlboost:fuzzydl#price': (FuzzySet(name='Cheap', shape=LeftShoulder(a=60.0, b=100.0)),)}
    """
    path = Path(path)
    try:
        rules = read_rules(path)
    except ModelError as error:
        return _of_ontology(path, error)
    if isinstance(rules, TrainedModel):
        found = {one.prop: one.sets for one in partitions_used(rules.hypothesis)}
        if found:
            return found
    raise ModelError(f"{path} has no fuzzy sets with their properties; give a file that has some.")


def _of_ontology(path: Path, error: ModelError) -> dict[str, tuple[FuzzySet, ...]]:
    """Return the fuzzy datatypes of an ontology; if it is none, tell what is wrong with rules."""
    if not path.is_file() or path.suffix.lower() == ".json":
        raise error
    try:
        found = read_ontology_file(path).fuzziness.authored()
    except SourceError as other:
        raise ModelError(f"{path} has no fuzzy sets that can be read: {other}") from other
    if not found:
        raise ModelError(
            f"{path} has no fuzzy datatype that an axiom uses with a data property; add a range or "
            "a restriction that does."
        )
    return found
