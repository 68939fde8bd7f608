"""Reading a model in any form in which one is written: told by content."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from owlboost.concepts.concept import depth
from owlboost.errors import ModelError
from owlboost.exchange.formats import FORMATS
from owlboost.exchange.listing.statements import UnlearnedError
from owlboost.models.model_files import load, model_text
from owlboost.models.trained import TrainedModel
from owlboost.runtime.files import read_bytes
from owlboost.runtime.limits import LimitError, exceeded, limits, require_shallow

if TYPE_CHECKING:
    from owlboost.exchange.listing.glossary import Glossary
    from owlboost.exchange.unnamed import UnnamedRules

_LINE = re.compile(r"^Line (\d+) of the (?:listing|rules): ")


def read_model(path: str | os.PathLike[str], source: object = None) -> TrainedModel:
    """Read a model file, or rules that were exported or written by hand.

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
        raise nameless(path, rules)
    from owlboost.exchange.listing.glossaries import of_source

    return rules.model(of_source(source))


def read_rules(path: str | os.PathLike[str]) -> "TrainedModel | UnnamedRules":
    """Read a model, or rules with names that are still to be looked up.

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
                    return _sound(rules, text, path)
                return RuleFile(rules, text, path)
    except RecursionError:
        raise exceeded("depth", path) from None
    except UnlearnedError as error:
        raise ModelError(_LINE.sub(lambda mark: f"{path}, line {mark[1]}: ", str(error))) from error
    raise ModelError(
        f"{path} contains no owlboost rules. If it is the data, give it after the model."
    )


@dataclass(frozen=True, slots=True, eq=False)
class RuleFile:
    """Rules of a file, whose names are still to be looked up.

    Attributes
    ----------
    rules
        What the file says.
    text
        Its text.
    path
        The file.
    """

    rules: "UnnamedRules"
    text: str
    path: Path

    @property
    def lacking(self) -> ModelError | None:
        """Which name must be looked up; None if all must."""
        return self.rules.lacking

    def model(self, glossary: "Glossary") -> TrainedModel:
        """Return the model that the rules describe in the names of a source.

        Raises
        ------
        UnknownNameError
            The source has no such name, either, or several.
        ModelError
            The rules are broken in another way.
        LimitError
            They are nested too deeply.
        """
        return _sound(self.rules.model(glossary), self.text, self.path)


def _sound(model: TrainedModel, text: str, path: Path) -> TrainedModel:
    """Return a model, unless it is too deep or a name has half of a character."""
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
    """Whether a file can be read, and some of its names are to be looked up in a source."""
    try:
        return not isinstance(read_rules(path), TrainedModel)
    except (ModelError, LimitError):
        return False


def nameless(path: str | os.PathLike[str], rules: "UnnamedRules") -> ModelError:
    """Return the error that nobody told where to look up names.

    Examples
    --------
    >>> from owlboost.exchange.listing.reading import read_listing
    >>> print(nameless("wine.txt", read_listing("Red SubClassOf Good [0.5]")))
    wine.txt does not tell what its names stand for: give the data, too.
    """
    if rules.lacking is None:
        return ModelError(f"{path} does not tell what its names stand for: give the data, too.")
    return ModelError(f"{rules.lacking} If it is a name of the data, give the data, too.")


def is_of_a_format(text: str) -> bool:
    """Whether some format recognises a text of rules.

    Examples
    --------
    >>> is_of_a_format("Cheap SubClassOf Good"), is_of_a_format("price is low")
    (True, False)
    """
    if text.lstrip().startswith("{"):
        return True
    known = (form.recognises for form in FORMATS.values())
    return any(recognises is not None and recognises(text) for recognises in known)


def rule_text(path: Path) -> str:
    """Return the text of a file of rules, its lines ended alike.

    Raises
    ------
    ModelError
        There is no such file, or it is no text.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except FileNotFoundError:
        raise ModelError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise ModelError(f"{path} contains no rules: it is not UTF-8 text.") from None
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
