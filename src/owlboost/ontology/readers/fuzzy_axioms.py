"""Notes of Fuzzy OWL 2 to degrees, sets and fuzzy concepts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import TypeVar

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.datatypes.literals import value_of
from owlboost.ontology.fuzzy import (
    FuzzyDatatype,
    GradedInclusion,
    is_computable,
    to_a_degree,
)
from owlboost.ontology.ontology import Fuzziness
from owlboost.ontology.readers.builder import Draft, FuzzyNotes, Remarks
from owlboost.ontology.readers.fuzzy_owl import (
    annotated_definitions,
    datatype_in,
    degree_in,
    is_definition,
    linear_in,
    logic_in,
    nominals,
    parsed,
    without_cycles,
)
from owlboost.runtime.names import short_name

_Key = TypeVar("_Key")
Value = tuple[str, str, ex.Literal]
"""Data property, subject, value."""


@dataclass(frozen=True, slots=True)
class FuzzyParts:
    """The meaning of the fuzzy notes of a draft.

    The axioms are those that are reasoned with; the values that are unused hold to a degree only.
    """

    axioms: dict[ax.Axiom, None]
    fuzziness: Fuzziness = field(default_factory=Fuzziness)
    unused: frozenset[Value] = field(default_factory=frozenset)


def fuzzy_parts(draft: Draft) -> FuzzyParts:
    """Interpret the notes of a draft, and remark on unused ones."""
    notes, remarks = draft.notes, draft.remarks
    values = _degrees(notes.values, lambda fact: f"{short_name(fact[0])} of {short_name(fact[1])}")
    remarks.add("graded-value", "values that hold only to a degree are not used", len(values))
    members = nominals(notes, draft.entities)
    added: dict[ax.Axiom, None] = dict.fromkeys(members)
    stated = draft.axioms | added
    degrees: dict[ax.Axiom, float] = {
        statement: held for statement, held in members.items() if held < 1
    }
    degrees |= _degrees(notes.axioms, _axiom_text)
    sets = dict(_sets(notes, stated, remarks))
    selection = _AxiomSelection(sets, degrees, _logic(notes), remarks)
    axioms = {statement: None for axiom in stated for statement in selection.crisp(axiom)}
    _remark_on_logic(notes, remarks)
    definitions = [
        *annotated_definitions(notes, draft.entities, remarks),
        *_computable(notes.inclusions, sets, remarks),
    ]
    fuzziness = Fuzziness(
        _degrees(notes.types, lambda fact: f"{short_name(fact[0])} : {short_name(fact[1])}"),
        _degrees(notes.roles, lambda fact: " ".join(map(short_name, (fact[1], fact[0], fact[2])))),
        {axiom: degree for axiom, degree in degrees.items() if axiom in axioms},
        sets,
        _ties([*stated, *notes.inclusions], sets),
        without_cycles([*selection.inclusions, *definitions], remarks),
    )
    return FuzzyParts(axioms, fuzziness, frozenset(values))


def _degrees(notes: Iterable[tuple[_Key, str]], name: Callable[[_Key], str]) -> dict[_Key, float]:
    """Return the degrees below 1; of several for a key, the largest."""
    largest: dict[_Key, float] = {}
    for key, text in notes:
        degree = degree_in(text, name(key))
        if degree is not None:
            largest[key] = max(degree, largest.get(key, 0.0))
    return {key: degree for key, degree in largest.items() if degree < 1}


def _axiom_text(axiom: ax.Axiom) -> str:
    names = ", ".join(sorted(map(short_name, ax.classes_in(axiom))))
    return f"an axiom {type(axiom).__name__}" + (f" on {names}" if names else "")


def _is_positive(expression: ex.ClassExpression, *, below: bool = False) -> bool:
    """Whether alpha cuts are exact for a class: nothing is negated.

    Values are known in full or not at all, so what has them may be below another class only.
    """
    match expression:
        case ex.Class() | ex.HasValue():
            return True
        case ex.And(parts) | ex.Or(parts):
            return all(_is_positive(part, below=below) for part in parts)
        case ex.Some(_, filler) | ex.Cardinality("min", 1, _, filler):
            return _is_positive(filler, below=below)
        case ex.DataSome() | ex.DataHasValue():
            return below
        case _:
            return False


def _sets(
    notes: FuzzyNotes, axioms: Iterable[ax.Axiom], remarks: Remarks
) -> Iterator[tuple[str, FuzzyDatatype]]:
    """Iterate over fuzzy datatypes; remark on other annotations of entities."""
    definitions = {node.iri: node for node in axioms if isinstance(node, ax.DatatypeDefinition)}
    for iri, text in notes.entities:
        root, name = parsed(text), short_name(iri)
        if root is not None and is_definition(root):
            continue
        if root is None:
            message = f"the annotation fuzzyLabel of {name} is not understood"
            remarks.add("unsupported-fuzzy-label", message)
            continue
        shape = datatype_in(root, name)
        if shape is None and iri in definitions:
            shape = linear_in(root, *_range_ends(definitions[iri]))
        if shape is not None:
            yield iri, shape
        else:
            kind = next(
                (f"{node.tag.lower()} {node.get('type', '')}" for node in root), "annotation"
            )
            message = f"the fuzzy {kind.strip()} of {name} is not used"
            remarks.add("unsupported-fuzzy-label", message)


def _range_ends(definition: ax.DatatypeDefinition) -> tuple[float, float]:
    """Return the least and largest number in a datatype's definition."""
    numbers = [
        number
        for part in ax.walk(definition.range)
        if isinstance(part, ex.DatatypeRestriction)
        for _, literal in part.facets
        if (value := value_of(literal)) is not None and isinstance(number := value.meaning, float)
    ]
    return (min(numbers), max(numbers)) if numbers else (0.0, 0.0)


def _ties(axioms: Iterable[object], sets: dict[str, FuzzyDatatype]) -> dict[str, tuple[str, ...]]:
    """Return data properties with the fuzzy datatypes that axioms use with them."""
    by_property: dict[str, set[str]] = {}
    if not sets:
        return {}
    for axiom in axioms:
        for part in ax.walk(axiom):
            if isinstance(
                part, ex.DataSome | ex.DataOnly | ex.DataCardinality | ax.DataPropertyRange
            ):
                used = {
                    inner.iri for inner in ax.walk(part.range) if isinstance(inner, ex.Datatype)
                }
                by_property.setdefault(part.property, set()).update(used & sets.keys())
    return {prop: tuple(sorted(used)) for prop, used in sorted(by_property.items()) if used}


@dataclass(slots=True)
class _AxiomSelection:
    """Selection of the axioms for alpha cuts and of inclusions to compute.

    Axioms are taken one by one.
    """

    sets: dict[str, FuzzyDatatype]
    degrees: dict[ax.Axiom, float]
    logic: str
    remarks: Remarks
    inclusions: list[GradedInclusion] = field(default_factory=list)

    def crisp(self, axiom: ax.Axiom) -> Iterator[ax.Axiom]:
        """Iterate over the axioms that alpha cuts reason with for one."""
        degree = self.degrees.get(axiom, 1.0)
        if isinstance(axiom, ax.DatatypeDefinition) or not _is_fuzzy(axiom, self.sets):
            if degree == 1 or self._is_cut(axiom):
                yield axiom
            elif not self._computed(axiom, degree):
                message = (
                    f"{_axiom_text(axiom)} holds only to the degree {degree:g} and is not used"
                )
                self.remarks.add("graded-axiom", message)
            return
        if degree == 1:
            yield from _crisp_parts(axiom, self.sets)
        if not self._computed(axiom, degree):
            message = f"what {_axiom_text(axiom)} says with fuzzy datatypes is not reasoned with"
            self.remarks.add("fuzzy-axiom", message)

    def _is_cut(self, axiom: ax.Axiom) -> bool:
        """Whether an axiom that holds to a degree belongs to alpha cuts."""
        match axiom:
            case ax.ClassAssertion(_, expression):
                return _is_positive(expression)
            case ax.SubClassOf(lower, upper) if self.logic == "zadeh":
                return _is_positive(lower, below=True) and _is_positive(upper)
            case ax.SubRoleOf():
                return self.logic == "zadeh"
            case _:
                return False

    def _computed(self, axiom: ax.Axiom, degree: float) -> bool:
        """Note the inclusions in named classes that an axiom states.

        Return whether that is all it states.
        """
        match axiom:
            case ax.DataPropertyRange():
                return degree == 1
            case ax.SubClassOf(lower, upper):
                return self._above(lower, upper, degree)
            case ax.EquivalentClasses((defined, definition)) if degree == 1:
                if isinstance(definition, ex.Class):
                    defined, definition = definition, defined
                if not isinstance(defined, ex.Class) or not is_computable(definition, self.sets):
                    return False
                self.inclusions.append(GradedInclusion(definition, defined.iri, is_definition=True))
                return True
            case _:
                return False

    def _above(self, lower: ex.ClassExpression, upper: ex.ClassExpression, degree: float) -> bool:
        if not is_computable(lower, self.sets):
            return False
        if degree == 1 and not _is_fuzzy(lower, self.sets):
            return False
        bound = lower if degree == 1 else to_a_degree(lower, degree, self.logic)
        is_complete = True
        for part in ax.conjuncts(upper):
            match part:
                case ex.Class(iri) if iri != ex.NOTHING:
                    self.inclusions.append(GradedInclusion(bound, iri))
                case _:
                    is_complete = False
        return is_complete


def _is_fuzzy(node: object, sets: dict[str, FuzzyDatatype]) -> bool:
    return any(isinstance(part, ex.Datatype) and part.iri in sets for part in ax.walk(node))


def _crisp_parts(axiom: ax.Axiom, sets: dict[str, FuzzyDatatype]) -> Iterator[ax.Axiom]:
    """Iterate over the parts of an axiom without fuzzy datatypes."""
    match axiom:
        case ax.SubClassOf(lower, upper) if not _is_fuzzy(lower, sets):
            pairs: Iterable[tuple[ex.ClassExpression, ex.ClassExpression]] = ((lower, upper),)
        case ax.EquivalentClasses(classes):
            pairs = ((left, right) for left, right in product(classes, classes) if left != right)
        case ax.ClassAssertion(individual, expression):
            for part in ax.conjuncts(expression):
                if not _is_fuzzy(part, sets):
                    yield ax.ClassAssertion(individual, part)
            return
        case _:
            return
    for lower, upper in pairs:
        if not _is_fuzzy(lower, sets):
            for part in ax.conjuncts(upper):
                if not _is_fuzzy(part, sets):
                    yield ax.SubClassOf(lower, part)


def _computable(
    inclusions: Iterable[GradedInclusion], sets: dict[str, FuzzyDatatype], remarks: Remarks
) -> Iterator[GradedInclusion]:
    """Iterate over understood inclusions; remark on the others."""
    for graded in inclusions:
        if is_computable(graded.lower, sets):
            yield graded
        else:
            text = (
                f"a fuzzy concept of {short_name(graded.upper)} has parts that are not understood"
            )
            remarks.add("unsupported-fuzzy-label", f"{text} and is not used")


def _logic(notes: FuzzyNotes) -> str:
    """Return the ontology's logic, which defines inclusions to a degree."""
    named = [logic for logic in logic_in(notes.ontology) if logic in ("lukasiewicz", "product")]
    return named[0] if named else "zadeh"


def _remark_on_logic(notes: FuzzyNotes, remarks: Remarks) -> None:
    for logic in {*logic_in(notes.ontology)} - {"zadeh"}:
        remarks.add(
            "fuzzy-logic",
            f"the ontology is meant in {logic} logic; the degrees of what follows from it are "
            "those of the weakest fact needed",
        )
