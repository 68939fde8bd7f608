"""Files of models, rules and fuzzy sets, recognised by content."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from owlboost.concepts.concept import depth
from owlboost.concepts.hypothesis import partitions_used
from owlboost.data.fuzzy_sets import FuzzySet
from owlboost.errors import ModelError, SourceError
from owlboost.exchange.formats import FORMATS
from owlboost.exchange.grammar.tree import UnlearnedError
from owlboost.exchange.names import NameIndex, UnexplainedNameError
from owlboost.exchange.sources import names_of_source
from owlboost.models.model_files import load, model_text
from owlboost.models.trained import TrainedModel
from owlboost.runtime.files import read_bytes
from owlboost.runtime.limits import LimitError, exceeded, limits, require_shallow


class UnresolvedRules(Protocol):
    """Rules whose names must still be looked up in a source."""

    @property
    def missing_name(self) -> ModelError | None:
        """The name to look up, as an error; None if all."""
        ...

    def model(self, index: NameIndex) -> TrainedModel:
        """Return the model of the rules in a source's names."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class DeferredRules:
    """Edited rules with names that their table of names lacks.

    They are read with the names of a source, or without: then ``missing_name`` is raised.
    """

    read: Callable[[NameIndex | None], TrainedModel]
    missing_name: UnexplainedNameError

    def model(self, index: NameIndex) -> TrainedModel:
        """Return the model of the rules in a source's names."""
        try:
            return self.read(index)
        except RecursionError:
            raise exceeded("depth", "A concept of the rules") from None


def read_or_defer(read: Callable[[NameIndex | None], TrainedModel]) -> TrainedModel | DeferredRules:
    r"""Read rules, or defer that if names need a source.

    Examples
    --------
    >>> from owlboost.exchange.manchester import model_from_manchester
    >>> text = "# Rules\nA SubClassOf T [0.5]\n# Names\nT target \"urn:T\""
    >>> print(read_or_defer(lambda index: model_from_manchester(text, index)).missing_name)
    Line 2 of the rules: The table of names has no class 'A'.
    """
    try:
        return read(None)
    except UnexplainedNameError as error:
        return DeferredRules(read, error)


def read_model(path: str | os.PathLike[str], source: object = None) -> TrainedModel:
    """Read a model file, or rules exported or written by hand.

    Parameters
    ----------
    path
        The file.
    source
        Where names are looked up that the file does not explain, such as all those of a listing: an
        ontology or a table, in memory or as the path of a file, examples or a knowledge base.

    Raises
    ------
    ModelError
        There is no such file, or it contains no rules, or an edit has broken them.
    UnknownNameError
        The source has no such name as the rules use, or several.

    Examples
    --------
    >>> import tempfile
    >>> from owlboost.concepts.hypothesis import RuleSet
    >>> model = TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5)
    >>> file = Path(tempfile.mkdtemp()) / "rules.txt"
    >>> _ = file.write_text(model.export("manchester"), encoding="utf-8")
    >>> read_model(file) == model
    True
    """
    rules = read_rules(path)
    if isinstance(rules, TrainedModel):
        return rules
    if source is None:
        raise missing_names_error(path, rules)
    return rules.model(names_of_source(source))


def read_rules(path: str | os.PathLike[str]) -> TrainedModel | UnresolvedRules:
    """Read a model, or rules with names still to look up.

    Raises
    ------
    ModelError
        There is no such file, or it contains no rules, or an edit has broken them.
    LimitError
        It has too many bytes, or is nested too deeply.
    """
    path = Path(path)
    if path.suffix.lower() == ".json":
        return load(path)
    text = rule_text(path)
    if text.lstrip().startswith("{"):
        return load(path)
    require_shallow(text, path)
    try:
        for form in FORMATS.values():
            if form.read is not None and form.recognises is not None and form.recognises(text):
                rules = form.read(text)
                if isinstance(rules, TrainedModel):
                    return _checked(rules, text, path)
                return RuleFile(rules, text, path)
    except RecursionError:
        raise exceeded("depth", path) from None
    except UnlearnedError as error:
        raise ModelError(f"{path}, line {error.line}: {error.detail}") from error
    raise ModelError(
        f"{path} contains no owlboost rules. If it is the data, give it after the model."
    )


@dataclass(frozen=True, slots=True, eq=False)
class RuleFile:
    """Rules of a file, whose names are still to look up."""

    rules: UnresolvedRules
    text: str
    path: Path

    @property
    def missing_name(self) -> ModelError | None:
        """The name to look up, as an error; None if all."""
        return self.rules.missing_name

    def model(self, index: NameIndex) -> TrainedModel:
        """Return the model of the rules in a source's names."""
        return _checked(self.rules.model(index), self.text, self.path)


def _checked(model: TrainedModel, text: str, path: Path) -> TrainedModel:
    """Return a model unless too deep or with a lone surrogate."""
    for rule in model.hypothesis.rules():
        if depth(rule.inclusion.body) > limits().depth:
            raise exceeded("depth", path)
    if "\\u" in text:  # only an escape can say half of a character
        try:
            model_text(model).encode("utf-8")
        except UnicodeEncodeError:
            raise ModelError(f"{path} has half of a character (a lone surrogate).") from None
    return model


def needs_source(path: str | os.PathLike[str]) -> bool:
    """Return whether a readable file has names to look up."""
    try:
        return not isinstance(read_rules(path), TrainedModel)
    except (ModelError, LimitError):
        return False


def missing_names_error(path: str | os.PathLike[str], rules: UnresolvedRules) -> ModelError:
    """Return the error that data are needed to explain names.

    Examples
    --------
    >>> from owlboost.exchange.listing import read_listing
    >>> print(missing_names_error("wine.txt", read_listing("Red SubClassOf Good [0.5]")))
    wine.txt does not tell what its names stand for: give the data, too.
    """
    if rules.missing_name is None:
        return ModelError(f"{path} does not tell what its names stand for: give the data, too.")
    return ModelError(f"{rules.missing_name} If it is a name of the data, give the data, too.")


def is_rule_text(text: str) -> bool:
    """Return whether some format recognises a text of rules.

    Examples
    --------
    >>> is_rule_text("Cheap SubClassOf Good"), is_rule_text("price is low")
    (True, False)
    """
    if text.lstrip().startswith("{"):
        return True
    recognisers = (form.recognises for form in FORMATS.values())
    return any(recognises is not None and recognises(text) for recognises in recognisers)


def rule_text(path: Path) -> str:
    """Return the text of a file of rules, with line feeds."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except FileNotFoundError:
        raise ModelError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise ModelError(f"{path} contains no rules: it is not UTF-8 text.") from None
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


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
        return _sets_of_ontology(path, error)
    if isinstance(rules, TrainedModel):
        sets = {partition.prop: partition.sets for partition in partitions_used(rules.hypothesis)}
        if sets:
            return sets
    raise ModelError(f"{path} has no fuzzy sets with their properties; give a file that has some.")


def _sets_of_ontology(path: Path, error: ModelError) -> dict[str, tuple[FuzzySet, ...]]:
    """Return an ontology's fuzzy datatypes, or raise the error of rules."""
    from owlboost.ontology.readers.ontology_file import read_ontology_file
    from owlboost.sources.ontology_values import authored_sets

    if not path.is_file() or path.suffix.lower() == ".json":
        raise error
    try:
        sets = authored_sets(read_ontology_file(path).fuzziness)
    except SourceError as unreadable:
        raise ModelError(f"{path} has no fuzzy sets that can be read: {unreadable}") from unreadable
    if not sets:
        raise ModelError(
            f"{path} has no fuzzy datatype that an axiom uses with a data property; add a range or "
            "a restriction that does."
        )
    return sets
