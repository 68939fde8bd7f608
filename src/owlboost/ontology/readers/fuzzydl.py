"""fuzzyDL's own syntax: statements in brackets to nested lists, these to trees of axioms."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from owlboost.errors import SourceError
from owlboost.ontology.expressions import NOTHING, THING, Literal
from owlboost.ontology.fuzzy import (
    Aggregate,
    AggregateKind,
    GradedExpression,
    GradedInclusion,
    Modified,
    Modifier,
    to_a_degree,
)
from owlboost.ontology.readers.builder import Draft, Header, MalformedError
from owlboost.ontology.readers.fuzzy_owl import DefinitionError, aggregate, modifier, unit_number
from owlboost.ontology.readers.tree_axioms import AxiomReader
from owlboost.ontology.readers.tree_expressions import ShapeError, Tree
from owlboost.ontology.vocabulary import FUZZY_LABEL, STRING, XSD
from owlboost.runtime.limits import exceeded, limits

Form = str | list["Form"]

DATA_RANGES = frozenset({"*real*", "*integer*", "*boolean*", "*string*"})
DATA_CONDITIONS = frozenset({"=", ">=", "<="})
_TOKEN = re.compile(r"[%#][^\n]*|[()]|[^\s(),%#]+|,")


def forms_in(text: str, path: Path) -> Iterator[tuple[list[Form], int]]:
    """Iterate over the statements, each with the line it begins at."""
    enclosing: list[list[Form]] = []
    line, position = 1, 0
    first_line = 1
    for match in _TOKEN.finditer(text):
        line += text.count("\n", position, match.start())
        position, token = match.start(), match[0]
        if token == "(":
            first_line = first_line if enclosing else line
            enclosing.append([])
            if len(enclosing) > limits().depth:
                raise exceeded("depth", f"'{path}'")
        elif token == ")":
            if not enclosing:
                raise SourceError(f"'{path}' has a bracket too many at line {line}; take it away.")
            closed = enclosing.pop()
            if enclosing:
                enclosing[-1].append(closed)
            else:
                yield closed, first_line
        elif token != "," and token[0] not in "%#":
            if not enclosing:
                raise SourceError(
                    f"'{path}' has '{token[:40]}' outside of brackets at line {line}; fuzzyDL "
                    "statements are such as (instance a C 0.7)."
                )
            enclosing[-1].append(token)
    if enclosing:
        raise SourceError(
            f"'{path}' ends within the statement of line {first_line}; close its bracket."
        )


def data_properties_in(forms: list[tuple[list[Form], int]]) -> Iterator[str]:
    """Iterate over the names that are used as data properties."""
    for form, _ in forms:
        match form:
            case ["range", str(name), str(kind), *_] if kind in DATA_RANGES:
                yield name
            case _:
                yield from _data_names(form)


def _data_names(form: Form) -> Iterator[str]:
    match form:
        case [str(sign), str(name), str()] if sign in DATA_CONDITIONS:
            yield name
        case list():
            for part in form:
                yield from _data_names(part)
        case _:
            pass


def logic_of(forms: list[tuple[list[Form], int]]) -> str:
    """Return the logic of the statements."""
    named = (form[1] for form, _ in forms if form[:1] == ["define-fuzzy-logic"] and len(form) > 1)
    return str(next(named, "zadeh")).lower()


def is_number(text: str) -> bool:
    """Whether a text is a number in decimals."""
    return re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text) is not None


def weighted_part(part: Form) -> tuple[str, Form]:
    """Return a weight and the concept it belongs to."""
    match part:
        case [str(weight), inner]:
            return weight, inner
        case _:
            raise ShapeError("a part with its weight is such as (0.5 C)")


FUZZYDL_NAMES = "urn:owlboost:fuzzydl#"
"""Namespace given to the names of fuzzyDL, which are no IRIs."""

_SHAPES = {
    "left-shoulder": "leftshoulder",
    "right-shoulder": "rightshoulder",
    "triangular": "triangular",
    "trapezoidal": "trapezoidal",
    "crisp": "crisp",
}
_AGGREGATES: dict[str, AggregateKind] = {
    "w-sum": "sum",
    "w-sum-zero": "sum-zero",
    "w-max": "max",
    "w-min": "min",
}
_CONNECTIVES: dict[str, AggregateKind] = {
    "and": "min",
    "g-and": "min",
    "or": "max",
    "g-or": "max",
    "l-and": "l-and",
    "l-or": "l-or",
}
_MODIFIERS = {"linear-modifier": "linear", "triangular-modifier": "triangular"}


def read_fuzzydl(text: str, path: Path, draft: Draft, _: str) -> Header:
    """Read fuzzyDL statements into a draft; remark on unused ones.

    Raises
    ------
    SourceError
        If brackets do not match, or a statement lacks something.
    """
    forms = list(forms_in(text, path))
    reader = _Reader(draft, frozenset(data_properties_in(forms)), logic_of(forms))
    for form, line in forms:
        try:
            reader.take(form)
        except (ShapeError, DefinitionError, IndexError, TypeError, ValueError) as error:
            has_reason = isinstance(error, ShapeError | DefinitionError)
            fault = str(error) if has_reason else "it lacks something"
            raise SourceError(
                f"'{path}' has a statement at line {line} that cannot be read: {fault}; correct it."
            ) from error
    reader.statements.finish()
    return Header(FUZZYDL_NAMES[:-1])


def _iri(name: Any) -> str:
    if not isinstance(name, str):
        raise ShapeError("a name is expected where there are brackets")
    return {"*top*": THING, "*bottom*": NOTHING}.get(name, FUZZYDL_NAMES + quote(name, safe=""))


class _Reader:
    """Reader of statements, one by one."""

    def __init__(self, draft: Draft, data: frozenset[str], logic: str) -> None:
        self.draft = draft
        self.logic = logic
        self.data = data
        self.sets: set[str] = set()
        self.modifiers: dict[str, Modifier] = {}
        self.statements = AxiomReader(draft)
        draft.entities.data_properties.update(map(_iri, data))

    def take(self, form: list[Form]) -> None:
        """Take a statement."""
        head = form[0] if form and isinstance(form[0], str) else ""
        rule = _RULES.get(head)
        if rule is not None:
            try:
                rule(self, form[1:])
            except MalformedError as error:
                self.draft.remarks.add(error.code, str(error))
        elif head.endswith("?") or head in ("show-concrete-fillers", "crisp-concept"):
            self.draft.remarks.add("fuzzydl-query", "queries are passed over")
        else:
            self.draft.remarks.add("unsupported-statement", f"statements ({head} …) are not used")

    def add(self, keyword: str, *operands: Any, degree: Sequence[Form] = ()) -> None:
        """Add an axiom, to a degree if one is given."""
        notes: list[Tree] = []
        if (stated_degree := _optional_degree(degree)) is not None:
            xml = f'<fuzzyOwl2 fuzzyType="axiom"><Degree value="{stated_degree}"/></fuzzyOwl2>'
            notes = [["Annotation", FUZZY_LABEL, Literal(xml, STRING)]]
        self.statements.add([keyword, *notes, *operands])

    def class_(self, form: Form) -> Any:
        """Return a concept as a tree."""
        match form:
            case str():
                return _iri(form)
            case ["and" | "g-and", *parts]:
                return ["ObjectIntersectionOf", *map(self.class_, parts)]
            case ["or" | "g-or", *parts]:
                return ["ObjectUnionOf", *map(self.class_, parts)]
            case ["not", part]:
                return ["ObjectComplementOf", self.class_(part)]
            case [str(sign), str(name), str(value)] if sign in DATA_CONDITIONS:
                return self._condition(sign, name, value)
            case [("some" | "all") as word, str(name), filler]:
                return self._restriction(word, name, filler)
            case _:
                head = form[0] if form else ""
                message = f"statements with concepts ({head} …) are not used"
                raise MalformedError("unsupported-expression:fuzzydl", message)

    def is_fuzzy(self, form: Form) -> bool:
        """Whether the degrees of a concept must be computed."""
        match form:
            case [str(head), *parts] if head in _CONNECTIVES:
                return head.startswith("l-") or any(map(self.is_fuzzy, parts))
            case [str(head), *_] if head in _AGGREGATES or head == "owa" or head in self.modifiers:
                return True
            case [str(head), str() | list()]:
                return is_number(head)
            case _:
                return False

    def graded(self, form: Form) -> GradedExpression:
        """Return a concept as a value, fuzzy or not."""
        if not self.is_fuzzy(form):
            return self.statements.read.class_(self.class_(form))
        match form:
            case [str(head), *parts] if head in _AGGREGATES:
                pairs = [weighted_part(part) for part in parts]
                inner = [self.graded(part) for _, part in pairs]
                return aggregate(_AGGREGATES[head], [weight for weight, _ in pairs], inner)
            case ["owa", list(weights), list(parts)]:
                return aggregate("owa", list(map(str, weights)), [*map(self.graded, parts)])
            case [str(head), part] if head in self.modifiers:
                return Modified(self.modifiers[head], self.graded(part))
            case [str(head), *parts] if head in _CONNECTIVES:
                inner = [*map(self.graded, parts)]
                return Aggregate(_CONNECTIVES[head], (1.0,) * len(inner), tuple(inner))
            case [str(weight), part]:
                return aggregate("sum", [weight], [self.graded(part)])
            case _:
                raise ShapeError("a fuzzy concept lacks something")

    def include(self, lower: GradedExpression, name: Form, *, is_definition: bool = False) -> None:
        """Note that a class holds as far as an expression."""
        iri = self.draft.entities.class_(_iri(name)).iri
        self.draft.notes.inclusions.append(GradedInclusion(lower, iri, is_definition))

    def _restriction(self, word: str, name: str, filler: Form) -> Tree:
        kind = "SomeValuesFrom" if word == "some" else "AllValuesFrom"
        if name in self.data or (isinstance(filler, str) and filler in self.sets):
            self.draft.entities.data_properties.add(_iri(name))
            return [f"Data{kind}", _iri(name), _iri(filler)]
        return [f"Object{kind}", _iri(name), self.class_(filler)]

    def _condition(self, sign: str, name: str, value: str) -> Tree:
        literal = _literal(value)
        if sign == "=":
            return ["DataHasValue", _iri(name), literal]
        facet = XSD + ("minInclusive" if sign == ">=" else "maxInclusive")
        limited = ["DatatypeRestriction", XSD + "double", ["FacetRestriction", facet, literal]]
        return ["DataSomeValuesFrom", _iri(name), limited]

    # Statements

    def _instance(self, form: list[Form]) -> None:
        person, concept, *degree = form
        match concept:
            case ["=", str(name), str(value)]:
                fact = _iri(name), _iri(person), _literal(value)
                self.add("DataPropertyAssertion", *fact, degree=degree)
            case _:
                self.add("ClassAssertion", self.class_(concept), _iri(person), degree=degree)

    def _related(self, form: list[Form]) -> None:
        subject, object_, role, *degree = form
        ends = _iri(subject), _iri(object_)
        self.add("ObjectPropertyAssertion", _iri(role), *ends, degree=degree)

    def _implies(self, form: list[Form]) -> None:
        lower, upper, *degree = form
        if self.is_fuzzy(lower):
            self._include_to(form, self.logic)
        else:
            self.add("SubClassOf", self.class_(lower), self.class_(upper), degree=degree)

    def _include_to(self, form: list[Form], logic: str) -> None:
        """Take an inclusion in the sense of a logic."""
        lower, upper, *degree = form
        if not isinstance(upper, str):
            message = "inclusions of fuzzy concepts in others than names are not used"
            raise MalformedError("unsupported-expression:fuzzydl", message)
        try:
            bound = self.graded(lower)
            if (stated_degree := _optional_degree(degree)) is not None:
                bound = to_a_degree(bound, unit_number("degree", str(stated_degree)), logic)
        except DefinitionError as error:
            raise DefinitionError(f"what is below {upper}: {error}") from error
        self.include(bound, upper)

    def _implies_role(self, form: list[Form]) -> None:
        lower, upper, *degree = form
        self.add("SubObjectPropertyOf", _iri(lower), _iri(upper), degree=degree)

    def _define(self, form: list[Form]) -> None:
        name, concept = form
        if self.is_fuzzy(concept):
            try:
                self.include(self.graded(concept), name, is_definition=True)
            except DefinitionError as error:
                raise DefinitionError(f"the fuzzy concept {name}: {error}") from error
            return
        self.add("EquivalentClasses", _iri(name), self.class_(concept))

    def _primitive(self, form: list[Form]) -> None:
        name, concept = form
        self.add("SubClassOf", _iri(name), self.class_(concept))

    def _domain(self, form: list[Form]) -> None:
        name, concept = form
        kind = "DataPropertyDomain" if name in self.data else "ObjectPropertyDomain"
        self.add(kind, _iri(name), self.class_(concept))

    def _range(self, form: list[Form]) -> None:
        name, concept, *_ = form
        if isinstance(concept, list) or concept not in DATA_RANGES:
            self.add("ObjectPropertyRange", _iri(name), self.class_(concept))

    def _functional(self, form: list[Form]) -> None:
        (name,) = form
        kind = "FunctionalDataProperty" if name in self.data else "FunctionalObjectProperty"
        self.add(kind, _iri(name))

    def _inverse(self, form: list[Form]) -> None:
        role, inverse = form
        self.add("InverseObjectProperties", _iri(role), _iri(inverse))

    def _set(self, form: list[Form]) -> None:
        name, shape, numbers = form
        if shape not in _SHAPES or not isinstance(name, str) or not isinstance(numbers, list):
            message = f"the fuzzy concept {name} ({shape}) is not used"
            self.draft.remarks.add("unsupported-fuzzy-label", message)
            return
        points = " ".join(
            f"{letter}='{point}'" for letter, point in zip("abcd", numbers[2:], strict=False)
        )
        datatype = f"<Datatype type='{_SHAPES[str(shape)]}' {points}/>"
        xml = f"<fuzzyOwl2 fuzzyType='datatype'>{datatype}</fuzzyOwl2>"
        self.sets.add(name)
        self.draft.entities.datatypes.add(_iri(name))
        self.draft.notes.entities.append((_iri(name), xml))

    def _modifier(self, form: list[Form]) -> None:
        name, kind, points = form
        if not isinstance(name, str) or not isinstance(points, list):
            raise ShapeError("a modifier has a name, a kind and numbers")
        try:
            parsed_modifier = modifier(_MODIFIERS.get(str(kind), ""), list(map(str, points)))
        except DefinitionError as error:
            raise DefinitionError(f"the modifier {name}: {error}") from error
        if parsed_modifier is None:
            message = f"the modifier {name} ({kind}) is not used"
            self.draft.remarks.add("unsupported-fuzzy-label", message)
        else:
            self.modifiers[name] = parsed_modifier

    def _logic(self, form: list[Form]) -> None:
        xml = f'<fuzzyOwl2 fuzzyType="ontology"><FuzzyLogic logic="{form[0]}"/></fuzzyOwl2>'
        self.draft.notes.ontology.append(xml)


def _optional_degree(degree: Sequence[Form]) -> Form | None:
    if len(degree) > 1:
        raise ShapeError("there is something after the degree")
    return degree[0] if degree else None


def _literal(value: str) -> Literal:
    if value in ("true", "false"):
        return Literal(value, XSD + "boolean")
    if is_number(value):
        return Literal(value, XSD + "double")
    return Literal(value.strip('"'), STRING)


def _characteristic(keyword: str) -> Callable[[_Reader, list[Form]], None]:
    def rule(reader: _Reader, form: list[Form]) -> None:
        (name,) = form
        reader.add(keyword, _iri(name))

    return rule


def _set_of(keyword: str) -> Callable[[_Reader, list[Form]], None]:
    return lambda reader, form: reader.add(keyword, *map(reader.class_, form))


_RULES: dict[str, Callable[[_Reader, list[Form]], None]] = {
    "instance": _Reader._instance,
    "related": _Reader._related,
    "implies": _Reader._implies,
    "implies-role": _Reader._implies_role,
    "define-concept": _Reader._define,
    "define-primitive-concept": _Reader._primitive,
    "equivalent-concepts": _set_of("EquivalentClasses"),
    "disjoint": _set_of("DisjointClasses"),
    "domain": _Reader._domain,
    "range": _Reader._range,
    "functional": _Reader._functional,
    "inverse": _Reader._inverse,
    "inverse-functional": _characteristic("InverseFunctionalObjectProperty"),
    "transitive": _characteristic("TransitiveObjectProperty"),
    "symmetric": _characteristic("SymmetricObjectProperty"),
    "reflexive": _characteristic("ReflexiveObjectProperty"),
    "define-fuzzy-concept": _Reader._set,
    "define-fuzzy-logic": _Reader._logic,
    "define-modifier": _Reader._modifier,
    "z-implies": lambda reader, form: reader._implies(form[:2]),
    "g-implies": lambda reader, form: reader._include_to(form, "zadeh"),
    "l-implies": lambda reader, form: reader._include_to(form, "lukasiewicz"),
}
