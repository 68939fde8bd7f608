"""Metadata of rule files: header, names, coverage, exact numbers."""

import json
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from owlboost.concepts.concept import TOP
from owlboost.concepts.evaluation import ZADEH, known_semantics
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet
from owlboost.concepts.text import covered_text
from owlboost.data.example_labels import range_from_json
from owlboost.data.vocabulary import SHORT_NAMES, Lexicon, lexicon_from_json, lexicon_to_json
from owlboost.errors import ExamplesError, ModelError
from owlboost.models.calibration import calibration_from_json
from owlboost.models.trained import TrainedModel
from owlboost.models.verdicts import Properties

# The header


def header_of(model: TrainedModel) -> dict[str, object]:
    """Return the header of a file of rules, without unknown entries.

    Examples
    --------
    >>> from owlboost.models.calibration import Platt
    >>> model = TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5, calibration=Platt(2.0, -1.0))
    >>> header_of(model)["calibration"]
    {'method': 'platt', 'slope': 2.0, 'intercept': -1.0}
    """
    always = {
        "algorithm": model.algorithm,
        "threshold": model.threshold,
        "parameters": dict(model.parameters),
        "source": dict(model.source),
        "training": dict(model.training),
    }
    optional = {
        "logic": "" if model.semantics == ZADEH else model.semantics.name,
        "properties": None if model.properties is None else model.properties.to_json(),
        "calibration": None if model.calibration is None else model.calibration.to_json(),
        "curve": [list(point) for point in model.curve],
        "remarks": list(model.remarks),
        "target_range": None if model.target_range is None else model.target_range.to_json(),
    }
    present = {name: value for name, value in optional.items() if value}
    return always | present | lexicon_to_json(model.lexicon)


def model_from_header(
    header: Mapping[str, Any],
    target: str,
    hypothesis: BoostedHypothesis | RuleSet,
    remarks: tuple[str, ...] = (),
) -> TrainedModel:
    """Join a hypothesis, a header and remarks on reading it.

    Examples
    --------
    >>> model_from_header({"threshold": 0.2}, "urn:x#Good", RuleSet()).threshold
    0.2
    """
    leverages = hypothesis.leverages if isinstance(hypothesis, BoostedHypothesis) else ()
    for number in (*leverages, *(axiom.degree for axiom in hypothesis.inclusions)):
        if not math.isfinite(number):
            raise ModelError(f"The rules are damaged: {number} is neither a weight nor a degree.")
    try:
        return TrainedModel(
            algorithm=str(header.get("algorithm", "boost")),
            target=target,
            hypothesis=hypothesis,
            threshold=_finite(header.get("threshold", 0.5), "threshold"),
            parameters=dict(header.get("parameters", {})),
            source=dict(header.get("source", {})),
            training=dict(header.get("training", {})),
            calibration=calibration_from_json(header.get("calibration")),
            curve=tuple(
                (int(rules), _finite(error, "error")) for rules, error in header.get("curve", ())
            ),
            remarks=(*map(str, header.get("remarks", ())), *remarks),
            properties=Properties.from_json(header.get("properties")),
            lexicon=lexicon_from_json(header),
            semantics=known_semantics(header.get("logic", ZADEH.name)),
            target_range=range_from_json(header.get("target_range")),
        )
    except (TypeError, ValueError, ExamplesError) as error:
        raise ModelError(f"The header of the rules is damaged: {error}.") from error


def _finite(number: Any, kind: str) -> float:
    if not math.isfinite(float(number)):
        raise ValueError(f"{number} is not a valid {kind}")
    return float(number)


def header_lines(header: Mapping[str, object]) -> Iterator[str]:
    """Write each entry of a header as a remark."""
    for name, value in header.items():
        yield f"# {name}: {json.dumps(value, ensure_ascii=False)}"


def header_entry(line: str, mark: str = "#") -> tuple[str, Any] | None:
    """Read a header line after its mark; None for other remarks.

    Examples
    --------
    >>> header_entry("# threshold: 0.5"), header_entry("% a remark", "%")
    (('threshold', 0.5), None)
    """
    matched = _HEADER.fullmatch(line)
    if matched is None or matched[1] != mark:
        return None
    try:
        return matched[2], json.loads(matched[3])
    except ValueError:
        raise ModelError(
            f"The header line {matched[2]!r} is damaged: it is not valid JSON."
        ) from None


_HEADER = re.compile(r"([#%]) (\w+): (.*)")

# Exact numbers and names


def all_digits(number: float) -> str:
    """Write a number such that it reads back as the same."""
    return repr(float(number))


def one_line(text: str) -> str:
    """Write a name without breaks of lines and other controls."""
    return _CONTROL.sub(" ", text)


def decimal_text(number: float) -> str:
    """Write a number without exponent, exactly as Python's shortest form reads.

    Examples
    --------
    >>> decimal_text(1e-7), decimal_text(79.0), decimal_text(-0.5)
    ('0.0000001', '79.0', '-0.5')
    """
    text = format(Decimal(repr(float(number))), "f")
    return text if "." in text else f"{text}.0"


# The table of names

NameKind = Literal["class", "role", "data", "set", "value", "learner", "target", "individual"]
"""What a name stands for; a name of no kind is an auxiliary concept."""


@dataclass(frozen=True, slots=True)
class NameEntry:
    """A line of the table of names: a plain name's meaning.

    ``meaning`` is an IRI, or the name of a fuzzy set or of a weak learner. An entry of kind
    ``value`` is the class of all things that have ``value`` for the data property ``meaning``.
    """

    name: str
    kind: NameKind
    meaning: str
    value: bool | str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.value, bool | str | None):
            raise TypeError(
                f"{self.value!r} is not a valid value of {self.name}: it is neither a text nor a "
                "truth value"
            )


KEYWORDS = frozenset({
    "all", "and", "binary", "bottom", "boolean", "choquet", "classical", "constraints",
    "crisp", "disjoint", "domain", "false", "free", "functional", "implies", "instance",
    "integer", "inverse", "la", "linear", "lla", "lua", "lukasiewicz", "modified", "not",
    "or", "owa", "range", "real", "reflexive", "related", "self", "some", "string", "sugeno",
    "symmetric", "thing", "tla", "top", "transitive", "trapezoidal", "triangular", "true",
    "tua", "ua", "zadeh",
})  # fmt: skip

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_UNSAFE = re.compile(r"[^A-Za-z0-9_]+")


def safe_name(text: str) -> str:
    """Write a name as letters, digits and underscores, a letter first.

    Examples
    --------
    >>> safe_name("sepal length (cm)"), safe_name("2"), safe_name("Größe"), safe_name("some")
    ('sepal_length_cm', 'n2', 'Gro_e', 'some_')
    """
    decomposed = unicodedata.normalize("NFKD", text)
    plain = "".join(mark for mark in decomposed if not unicodedata.combining(mark))
    name = _UNSAFE.sub("_", plain).strip("_") or "name"
    if not name[0].isalpha():
        name = f"n{name}"
    return f"{name}_" if name.lower() in KEYWORDS else name


class NameTable:
    """A table that gives each thing one safe, unique name, but none of those taken.

    ``spell`` makes a name out of any text; without a lexicon, names are for reasoners.

    Examples
    --------
    >>> names = NameTable()
    >>> names.name_for("class", "urn:x#Good Hotel"), names.name_for("class", "urn:y#Good_Hotel")
    ('Good_Hotel', 'Good_Hotel_2')
    >>> names.name_for("class", "urn:x#Good Hotel")
    'Good_Hotel'
    >>> names.fresh("Body"), names.fresh("Body")
    ('Body1', 'Body2')
    """

    def __init__(
        self,
        spell: Callable[[str], str] = safe_name,
        taken: Iterable[str] = (),
        lexicon: Lexicon = SHORT_NAMES,
    ) -> None:
        self._spell = spell
        self._lexicon = lexicon
        self._entries: dict[tuple[NameKind, str, bool | str | None], NameEntry] = {}
        self._taken = set(taken)
        self._counts: dict[str, int] = {}

    @property
    def entries(self) -> tuple[NameEntry, ...]:
        """The table, in the order in which names were given."""
        return tuple(self._entries.values())

    def name_for(self, kind: NameKind, meaning: str, value: bool | str | None = None) -> str:
        """Return the name of a thing."""
        key = (kind, meaning, value if not isinstance(value, bool) else f"\0{value}")
        if key not in self._entries:
            name = self._free(self._spell(self._label(kind, meaning, value)))
            self._entries[key] = NameEntry(name, kind, meaning, value)
        return self._entries[key].name

    def fresh(self, stem: str) -> str:
        """Return a numbered name for an auxiliary concept."""
        while True:
            self._counts[stem] = self._counts.get(stem, 0) + 1
            name = f"{stem}{self._counts[stem]}"
            if name not in self._taken:
                self._taken.add(name)
                return name

    def reserved(self, name: str) -> str:
        """Reserve a name for an auxiliary concept, numbered if taken."""
        return self._free(name)

    def _free(self, name: str) -> str:
        candidate, number = name, 1
        while candidate in self._taken:
            number += 1
            candidate = f"{name}_{number}"
        self._taken.add(candidate)
        return candidate

    def _label(self, kind: NameKind, meaning: str, value: bool | str | None) -> str:
        if kind == "learner":
            return meaning
        if kind == "set":
            return self._lexicon.set_name(meaning)
        name = self._lexicon.name(meaning)
        if kind == "value":
            return f"{name} {str(value).lower() if isinstance(value, bool) else value}"
        return name


# What rules covered

Coverage = tuple[float, int, int]
"""Confidence, covered positives, covered negatives."""


_REMARK = re.compile(
    r"confidence (\S+)(?: \([^)]*\))?, (?:covers (\d+) positive and (\d+) negative"
    r"|nothing was counted)"
)


def uncounted(degree: float) -> Coverage:
    """Return the coverage of a rule of which nothing is counted."""
    return degree or 1.0, 0, 0


def coverage_remark(coverage: Coverage) -> str:
    """Say what a rule covered, with all digits.

    Examples
    --------
    >>> coverage_remark((0.75, 3, 1)), coverage_remark((1.0, 0, 0))
    ('confidence 0.75, covers 3 positive and 1 negative', 'confidence 1.0, nothing was counted')
    """
    return f"confidence {coverage[0]!r}, {covered_text(Inclusion(TOP, 1.0, *coverage))}"


def coverage_of(remark: str) -> Coverage | None:
    """Read the confidence and coverage of a rule in a remark.

    Examples
    --------
    >>> coverage_of("confidence 0.75, covers 3 positive and 1 negative"), coverage_of("mine")
    ((0.75, 3, 1), None)
    """
    if mark := _REMARK.fullmatch(remark.strip()):
        with suppress(ValueError):  # a remark of a person's
            return float(mark[1]), int(mark[2] or 0), int(mark[3] or 0)
    return None
