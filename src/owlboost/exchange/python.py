"""The format ``python``: a model as Python functions without dependencies."""

import math
import re
from collections.abc import Iterator

from owlboost.concepts.concept import Atom, Concept, CrispValue, Edge, FuzzyValue, Label
from owlboost.concepts.evaluation import ZADEH
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.concepts.text import manchester, people
from owlboost.data.example_labels import TargetRange
from owlboost.data.fuzzy_sets import FuzzySet, Shape
from owlboost.exchange.formats import ALL_LOGICS, Format
from owlboost.exchange.metadata import NameKind, NameTable, safe_name
from owlboost.kernels.fuzzy import ROUNDING
from owlboost.models.calibration import Calibration, Isotonic, Platt
from owlboost.models.trained import TrainedModel
from owlboost.runtime.names import short_name

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

_HELPERS = '''

def _items(thing, name):
    """Return all values of a key: none, one, or a list of them."""
    found = thing.get(name)
    if found is None:
        return ()
    return found if isinstance(found, (list, tuple, set, frozenset)) else (found,)


def _numbers(thing, name):
    """Yield the values of a key that are numbers or read as such."""
    for value in _items(thing, name):
        if not isinstance(value, bool):
            try:
                yield float(value)
            except (TypeError, ValueError):
                pass


def _fuzzy(thing, name, a, b, c, d):
    """Degree of a number in the trapezoid (a, b, c, d); of several numbers the best."""
    best = 0.0
    for value in _numbers(thing, name):
        if value < b:
            degree = (value - a) / (b - a) if value > a else 0.0
        elif value <= c:
            degree = 1.0
        else:
            degree = (d - value) / (d - c) if value < d else 0.0
        best = max(best, degree)
    return best


def _equal(thing, name, wanted):
    """1 if one of the values is the wanted one, of the same type."""
    values = _items(thing, name)
    return float(any(type(value) is type(wanted) and value == wanted for value in values))


def _belongs(thing, name):
    """1 if the thing belongs to the class."""
    return float(name in _items(thing, "types"))


def _some(thing, name, body):
    """Degree of the filler that satisfies the body best."""
    return max((body(filler) for filler in _items(thing, name)), default=0.0)
'''

_CONJUNCTIONS = {
    "zadeh": "",
    "product": '''

def _all(*degrees):
    """Degree of a conjunction: the product of the degrees of its parts."""
    joined = 1.0
    for degree in degrees:
        joined *= degree
    return joined
''',
    "lukasiewicz": f'''

def _all(*degrees):
    """Degree of a conjunction: what remains of 1 after all that its parts lack."""
    joined = 1.0
    for degree in degrees:
        lacking = 1.0 - max(joined, degree)
        joined = min(joined, degree) - lacking
        if joined <= {ROUNDING} and lacking > 0.0:
            joined = 0.0
    return joined
''',
}


def python_text(model: TrainedModel) -> str:
    """Write a model as a Python module with functions ``degree(thing)`` and ``evidence(thing)``.

    If the model is calibrated, there is ``probability(thing)``, too, and if its target is graded,
    ``value(thing)`` in place of ``decision(thing)``. The module needs no package; degrees and
    evidence are those of ``owlboost predict``, bit for bit.

    Examples
    --------
    >>> from owlboost.data.fuzzy_sets import Triangular
    >>> fair = FuzzyValue("urn:x#price", FuzzySet("price_F", Triangular(40, 60, 98)))
    >>> rules = RuleSet((Inclusion(Concept((fair,)), 0.56),))
    >>> module = {}
    >>> exec(python_text(TrainedModel("foil", "urn:x#Good", rules, 0.2)), module)
    >>> module["degree"]({"price": 79}), module["degree"]({"price": [None, "79", "much"]})
    (0.28, 0.28)
    """
    writer = _Writer(model)
    body = list(writer.evidence_lines())
    return "\n".join(
        [
            *writer.docstring(),
            "",
            *(_IMPORT if isinstance(model.calibration, Platt) else ()),
            'INF = float("inf")',
            f"THRESHOLD = {model.threshold!r}",
            (_HELPERS + _CONJUNCTIONS[model.semantics.name]).rstrip(),
            *writer.functions,
            *body,
            *_DEGREE,
            *(_DECISION if model.target_range is None else _value(model.target_range)),
            *_probability(model.calibration),
            "",
        ]
    )


_IMPORT = ["from math import exp", ""]

_DEGREE = [
    "",
    "",
    "def degree(thing):",
    '    """Return how far a thing belongs, from 0 to 1: its evidence, clipped."""',
    "    return min(1.0, max(0.0, evidence(thing)))",
]

_DECISION = [
    "",
    "",
    "def decision(thing):",
    '    """Whether the degree reaches the fitted threshold."""',
    "    return degree(thing) >= THRESHOLD",
]


def _value(target_range: TargetRange) -> Iterator[str]:
    """Write the function for the value that a degree stands for."""
    low, width = _number(target_range.low), _number(target_range.width)
    yield from ("", "", "def value(thing):")
    yield '    """Return what the degree stands for, on the scale of the target."""'
    yield f"    return {low} + degree(thing) * {width}"


def _probability(calibration: Calibration | None) -> Iterator[str]:
    """Write the function for the probability, if the model is calibrated."""
    if calibration is None:
        return
    yield from ("", "", "def probability(thing):")
    yield '    """Return how often things with such evidence belong."""'
    match calibration:
        case Platt(slope, intercept):
            yield f"    score = {_number(slope)} * evidence(thing) + {_number(intercept)}"
            yield "    small = exp(-abs(score))"
            yield "    return (1.0 if score >= 0 else small) / (1.0 + small)"
        case Isotonic(evidence, probabilities):
            yield "    points = ["
            for pair in zip(evidence, probabilities, strict=True):
                yield f"        ({', '.join(map(_number, pair))}),"
            yield "    ]"
            yield "    found = evidence(thing)"
            yield "    for (low, before), (high, after) in zip(points, points[1:]):"
            yield "        if low <= found < high:"
            yield "            return before + (after - before) * (found - low) / (high - low)"
            yield "    return points[0][1] if found < points[0][0] else points[-1][1]"


class _Writer:
    def __init__(self, model: TrainedModel) -> None:
        self._model = model
        self._keys = NameTable(str, {"types"})
        self._names = NameTable()
        self._joined = "min" if model.semantics == ZADEH else "_all"
        self.functions: list[str] = []

    def docstring(self) -> Iterator[str]:
        """Say what the function takes."""
        yield f'"""How far a thing is a {_plain(self._model.lexicon.name(self._model.target))}.'
        yield ""
        yield "``degree(thing)`` takes a dict and returns a number from 0 to 1, ``evidence(thing)``"
        yield "the sum of the rules before it is clipped to that."
        if self._model.calibration is not None:
            yield "``probability(thing)`` says how often things with such evidence belong."
        yield "The keys of the dict, each of which may be missing or None; several values of one"
        yield "key are given as a list:"
        yield ""
        for entry in self._keys.entries:
            yield f"    {_plain(repr(entry.name))}: {_EXPLAINED[entry.kind]}"
            label = self._model.lexicon.labels.get(entry.meaning)
            yield f"        {_plain(entry.meaning)}{f' ({_plain(label)})' if label else ''}"
        yield '"""'

    def evidence_lines(self) -> Iterator[str]:
        """Write the function of the score, after those of fillers."""
        lines = list(self._statements())
        yield ""
        yield ""
        yield "def evidence(thing):"
        yield '    """Return what the rules add up to for a thing, given as a dict."""'
        yield from (f"    {line}" for line in lines)

    def _statements(self) -> Iterator[str]:
        match self._model.hypothesis:
            case RuleSet() as hypothesis:
                yield "best = 0.0"
                for _, weight, inclusion in hypothesis.rules():
                    yield f"# {_plain(manchester(inclusion.body, people(self._model.lexicon)))}"
                    yield f"best = max(best, {weight!r} * {self._body(inclusion.body)})"
                yield "return best"
            case BoostedHypothesis() as hypothesis:
                yield "total = 0.0"
                for term, weight in hypothesis.weighted_terms:
                    yield f"total += {weight!r} * {self._term(term)}  # {_plain(term.name)}"
                yield "return total"

    def _term(self, term: WeakHypothesis) -> str:
        bodies = ", ".join(map(self._graded, term.inclusions))
        return f"max(0.0, {bodies})" if bodies else "0.0"

    def _graded(self, inclusion: Inclusion) -> str:
        degree = "" if inclusion.degree == 1.0 else f"{inclusion.degree!r} * "
        return f"{degree}{self._body(inclusion.body)}"

    def _body(self, concept: Concept, thing: str = "thing") -> str:
        parts = [self._label(label, thing) for label in concept.labels]
        parts += [self._edge(edge, thing) for edge in concept.edges]
        return f"{self._joined}(1.0, {', '.join(parts)})" if parts else "1.0"

    def _label(self, label: Label, thing: str) -> str:
        match label:
            case Atom(iri):
                return f"_belongs({thing}, {self._key('class', iri)})"
            case FuzzyValue(prop, FuzzySet(_, shape)):
                return f"_fuzzy({thing}, {self._key('data', prop)}, {_corners(shape)})"
            case CrispValue(prop, value):
                return f"_equal({thing}, {self._key('data', prop)}, {value!r})"

    def _edge(self, edge: Edge, thing: str) -> str:
        name = self._names.fresh(f"_filler_{safe_name(short_name(edge.role))}_")
        body = self._body(edge.filler)
        self.functions += ["", "", f"def {name}(thing):", f"    return {body}"]
        return f"_some({thing}, {self._key('role', edge.role)}, {name})"

    def _key(self, kind: NameKind, iri: str) -> str:
        return repr(self._keys.name_for(kind, iri))


_EXPLAINED = {
    "data": "the value (a number, a text, True or False) of",
    "role": "a dict with such keys, or a list of dicts, for the fillers of",
    "class": "stands in the list under 'types' for members of",
}


def _corners(shape: Shape) -> str:
    return ", ".join(_number(corner) for corner in shape.corners)


def _number(value: float) -> str:
    if math.isinf(value):
        return "INF" if value > 0 else "-INF"
    return repr(float(value))


def _plain(text: str) -> str:
    """Make a text safe inside a comment or a docstring."""
    one_line = " ".join(_CONTROL.sub(" ", text).split())
    return one_line.replace("\\", "\\\\").replace('"""', "'''")


FORMAT = Format(
    name="python",
    title="Python functions that need nothing but Python",
    extensions=(".py",),
    semantics=ALL_LOGICS,
    write=python_text,
    crisp_facts=True,
)
