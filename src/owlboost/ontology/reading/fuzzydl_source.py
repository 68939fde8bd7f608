"""fuzzyDL's own syntax as an ontology: statements in brackets to trees of axioms."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from owlboost.errors import SourceError
from owlboost.limits import exceeded, limits
from owlboost.ontology.language.expressions import NOTHING, THING, Literal
from owlboost.ontology.language.reserved import FUZZY_LABEL, STRING, XSD
from owlboost.ontology.reading.drafts import Draft, MalformedError
from owlboost.ontology.reading.headers import Header
from owlboost.ontology.reading.owl.statements import AxiomReader
from owlboost.ontology.reading.owl.trees import ShapeError, Tree

FUZZYDL_NAMES = "urn:owlboost:fuzzydl#"
"""Namespace of the names in such a file, which are no IRIs."""

Form = str | list["Form"]

_TOKEN = re.compile(r"[%#][^\n]*|[()]|[^\s(),%#]+|,")
_SHAPES = {
    "left-shoulder": "leftshoulder",
    "right-shoulder": "rightshoulder",
    "triangular": "triangular",
    "trapezoidal": "trapezoidal",
    "crisp": "crisp",
}
_DATA_RANGES = frozenset({"*real*", "*integer*", "*boolean*", "*string*"})
_DATA_CONDITIONS = frozenset({"=", ">=", "<="})


def read_fuzzydl(text: str, path: Path, draft: Draft, _: str) -> Header:
    """Read statements in fuzzyDL's syntax into a draft; what is not used is remarked on.

    Raises
    ------
    SourceError
        If brackets do not match, or a statement lacks something.
    """
    forms = list(_forms(text, path))
    reader = _Reader(draft, frozenset(_data_properties(forms)))
    for form, line in forms:
        try:
            reader.take(form)
        except (ShapeError, IndexError, TypeError, ValueError) as error:
            said = str(error) if isinstance(error, ShapeError) else "it lacks something"
            raise SourceError(
                f"'{path}' has a statement at line {line} that cannot be read: {said}; correct it."
            ) from error
    reader.statements.finish()
    return Header(FUZZYDL_NAMES[:-1])


def _forms(text: str, path: Path) -> Iterator[tuple[list[Form], int]]:
    """Iterate over the statements, each with the line it begins at."""
    open_: list[list[Form]] = []
    line, position = 1, 0
    begun = 1
    for found in _TOKEN.finditer(text):
        line += text.count("\n", position, found.start())
        position, token = found.start(), found[0]
        if token == "(":
            begun = begun if open_ else line
            open_.append([])
            if len(open_) > limits().depth:
                raise exceeded("depth", f"'{path}'")
        elif token == ")":
            if not open_:
                raise SourceError(f"'{path}' has a bracket too many at line {line}; take it away.")
            done = open_.pop()
            if open_:
                open_[-1].append(done)
            else:
                yield done, begun
        elif token != "," and token[0] not in "%#":
            if not open_:
                raise SourceError(
                    f"'{path}' has '{token[:40]}' outside of brackets at line {line}; fuzzyDL "
                    "statements are such as (instance a C 0.7)."
                )
            open_[-1].append(token)
    if open_:
        raise SourceError(f"'{path}' ends within the statement of line {begun}; close its bracket.")


def _data_properties(forms: list[tuple[list[Form], int]]) -> Iterator[str]:
    """Iterate over the names that are used as data properties."""
    for form, _ in forms:
        match form:
            case ["range", str(name), str(kind), *_] if kind in _DATA_RANGES:
                yield name
            case _:
                yield from _conditioned(form)


def _conditioned(form: Form) -> Iterator[str]:
    match form:
        case [str(sign), str(name), str()] if sign in _DATA_CONDITIONS:
            yield name
        case list():
            for part in form:
                yield from _conditioned(part)
        case _:
            pass


def _iri(name: Any) -> str:
    if not isinstance(name, str):
        raise ShapeError("a name is expected where there are brackets")
    return {"*top*": THING, "*bottom*": NOTHING}.get(name, FUZZYDL_NAMES + quote(name, safe=""))


class _Reader:
    """Takes statements one by one."""

    def __init__(self, draft: Draft, data: frozenset[str]) -> None:
        self.draft = draft
        self.data = data
        self.sets: set[str] = set()
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

    def add(self, keyword: str, *operands: Any, degree: Form | None = None) -> None:
        """Add an axiom, to a degree if one is given."""
        notes: list[Tree] = []
        if degree is not None:
            xml = f'<fuzzyOwl2 fuzzyType="axiom"><Degree value="{degree}"/></fuzzyOwl2>'
            notes = [["Annotation", FUZZY_LABEL, Literal(xml, STRING)]]
        self.statements.add([keyword, *notes, *operands])

    def class_(self, form: Form) -> Any:
        """Return a concept as a tree."""
        match form:
            case str():
                return _iri(form)
            case ["and", *parts]:
                return ["ObjectIntersectionOf", *map(self.class_, parts)]
            case ["or", *parts]:
                return ["ObjectUnionOf", *map(self.class_, parts)]
            case ["not", part]:
                return ["ObjectComplementOf", self.class_(part)]
            case [str(sign), str(name), str(value)] if sign in _DATA_CONDITIONS:
                return self._condition(sign, name, value)
            case [("some" | "all") as word, str(name), filler]:
                return self._restriction(word, name, filler)
            case _:
                head = form[0] if form else ""
                said = f"statements with concepts ({head} …) are not used"
                raise MalformedError("unsupported-expression:fuzzydl", said)

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
                literal = _literal(value)
                self.add(
                    "DataPropertyAssertion", _iri(name), _iri(person), literal, degree=_one(degree)
                )
            case _:
                self.add("ClassAssertion", self.class_(concept), _iri(person), degree=_one(degree))

    def _related(self, form: list[Form]) -> None:
        one, other, role, *degree = form
        ends = _iri(one), _iri(other)
        self.add("ObjectPropertyAssertion", _iri(role), *ends, degree=_one(degree))

    def _implies(self, form: list[Form]) -> None:
        lower, upper, *degree = form
        self.add("SubClassOf", self.class_(lower), self.class_(upper), degree=_one(degree))

    def _implies_role(self, form: list[Form]) -> None:
        lower, upper, *degree = form
        self.add("SubObjectPropertyOf", _iri(lower), _iri(upper), degree=_one(degree))

    def _define(self, form: list[Form]) -> None:
        name, concept = form
        self.add("EquivalentClasses", _iri(name), self.class_(concept))

    def _primitive(self, form: list[Form]) -> None:
        name, concept = form
        self.add("SubClassOf", _iri(name), self.class_(concept))

    def _disjoint(self, form: list[Form]) -> None:
        self.add("DisjointClasses", *map(self.class_, form))

    def _equivalent(self, form: list[Form]) -> None:
        self.add("EquivalentClasses", *map(self.class_, form))

    def _domain(self, form: list[Form]) -> None:
        name, concept = form
        kind = "DataPropertyDomain" if name in self.data else "ObjectPropertyDomain"
        self.add(kind, _iri(name), self.class_(concept))

    def _range(self, form: list[Form]) -> None:
        name, concept, *_ = form
        if isinstance(concept, list) or concept not in _DATA_RANGES:
            self.add("ObjectPropertyRange", _iri(name), self.class_(concept))

    def _functional(self, form: list[Form]) -> None:
        (name,) = form
        kind = "FunctionalDataProperty" if name in self.data else "FunctionalObjectProperty"
        self.add(kind, _iri(name))

    def _inverse(self, form: list[Form]) -> None:
        one, other = form
        self.add("InverseObjectProperties", _iri(one), _iri(other))

    def _set(self, form: list[Form]) -> None:
        name, shape, numbers = form
        if shape not in _SHAPES or not isinstance(name, str) or not isinstance(numbers, list):
            said = f"the fuzzy concept {name} ({shape}) is not used"
            self.draft.remarks.add("unsupported-fuzzy-label", said)
            return
        points = " ".join(
            f"{letter}='{point}'" for letter, point in zip("abcd", numbers[2:], strict=False)
        )
        datatype = f"<Datatype type='{_SHAPES[str(shape)]}' {points}/>"
        xml = f"<fuzzyOwl2 fuzzyType='datatype'>{datatype}</fuzzyOwl2>"
        self.sets.add(name)
        self.draft.entities.datatypes.add(_iri(name))
        self.draft.notes.entities.append((_iri(name), xml))

    def _logic(self, form: list[Form]) -> None:
        xml = f'<fuzzyOwl2 fuzzyType="ontology"><FuzzyLogic logic="{form[0]}"/></fuzzyOwl2>'
        self.draft.notes.ontology.append(xml)


def _one(degree: list[Form]) -> Form | None:
    if len(degree) > 1:
        raise ShapeError("there is something after the degree")
    return degree[0] if degree else None


def _literal(value: str) -> Literal:
    if value in ("true", "false"):
        return Literal(value, XSD + "boolean")
    if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", value):
        return Literal(value, XSD + "double")
    return Literal(value.strip('"'), STRING)


def _characteristic(keyword: str) -> Callable[[_Reader, list[Form]], None]:
    def rule(reader: _Reader, form: list[Form]) -> None:
        (name,) = form
        reader.add(keyword, _iri(name))

    return rule


_RULES: dict[str, Callable[[_Reader, list[Form]], None]] = {
    "instance": _Reader._instance,
    "related": _Reader._related,
    "implies": _Reader._implies,
    "implies-role": _Reader._implies_role,
    "define-concept": _Reader._define,
    "define-primitive-concept": _Reader._primitive,
    "equivalent-concepts": _Reader._equivalent,
    "disjoint": _Reader._disjoint,
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
}
