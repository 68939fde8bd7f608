"""Notes of Fuzzy OWL 2 to degrees and sets; axioms that would be read as crisp are left out."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import TypeVar

from owlboost.model.fuzzysets import Shape
from owlboost.model.vocabulary import short_name
from owlboost.ontology.language.axioms import (
    Axiom,
    ClassAssertion,
    DataPropertyRange,
    DatatypeDefinition,
    EquivalentClasses,
    SubClassOf,
)
from owlboost.ontology.language.expressions import (
    And,
    Cardinality,
    Class,
    ClassExpression,
    DataCardinality,
    DataOnly,
    DataSome,
    Datatype,
    DatatypeRestriction,
    HasValue,
    Literal,
    Or,
    Some,
)
from owlboost.ontology.language.fuzziness import Fuzziness
from owlboost.ontology.language.literals import value_of
from owlboost.ontology.language.mentions import classes_in, conjuncts, walk
from owlboost.ontology.reading.drafts import Draft, Remarks
from owlboost.ontology.reading.fuzzy_notes import (
    FuzzyNotes,
    datatype_in,
    degree_in,
    linear_in,
    logic_in,
    parsed,
)

_Key = TypeVar("_Key")
Value = tuple[str, str, Literal]
"""Data property, subject, value."""


@dataclass(frozen=True, slots=True)
class FuzzyParts:
    """What notes make of a draft.

    Attributes
    ----------
    fuzziness
        Degrees and sets.
    axioms
        Those that are reasoned with.
    unused
        Values that hold to a degree only.
    """

    fuzziness: Fuzziness
    axioms: dict[Axiom, None]
    unused: frozenset[Value] = field(default_factory=frozenset)


def fuzzy_parts(draft: Draft) -> FuzzyParts:
    """Take the notes of a draft apart, and remark on what is not used.

    Raises
    ------
    SourceError
        A degree or a fuzzy datatype cannot be read.
    """
    notes, remarks = draft.notes, draft.remarks
    if notes == FuzzyNotes():
        return FuzzyParts(Fuzziness(), draft.axioms)
    graded = _degrees(notes.axioms, _axiom_text)
    values = _degrees(notes.values, lambda one: f"{short_name(one[0])} of {short_name(one[1])}")
    remarks.add("graded-value", "values that hold only to a degree are not used", len(values))
    assertions: dict[object, float] = {
        one: degree for one, degree in graded.items() if _is_graded_fact(one)
    }
    for axiom in graded.keys() - assertions.keys():
        text = f"{_axiom_text(axiom)} holds only to the degree {graded[axiom]:g} and is not used"
        remarks.add("graded-axiom", text)
    axioms = {one: None for one in draft.axioms if one not in graded or one in assertions}
    sets = dict(_sets(notes, axioms, remarks))
    _remark_on_logic(notes, remarks)
    fuzziness = Fuzziness(
        _degrees(notes.types, lambda one: f"{short_name(one[0])} : {short_name(one[1])}"),
        _degrees(notes.roles, lambda one: " ".join(map(short_name, (one[1], one[0], one[2])))),
        assertions,
        sets,
        _ties(axioms, sets),
    )
    return FuzzyParts(fuzziness, _crisp(axioms, sets, remarks), frozenset(values))


def _degrees(notes: Iterable[tuple[_Key, str]], name: Callable[[_Key], str]) -> dict[_Key, float]:
    """Return the degrees below 1; of several the largest counts."""
    found: dict[_Key, float] = {}
    for key, text in notes:
        degree = degree_in(text, name(key))
        if degree is not None:
            found[key] = max(degree, found.get(key, 0.0))
    return {key: degree for key, degree in found.items() if degree < 1}


def _axiom_text(axiom: Axiom) -> str:
    names = ", ".join(sorted(map(short_name, classes_in(axiom))))
    return f"an axiom {type(axiom).__name__}" + (f" on {names}" if names else "")


def _is_graded_fact(axiom: Axiom) -> bool:
    """Whether an assertion is one that α-cuts are exact for: nothing is denied in it."""
    return isinstance(axiom, ClassAssertion) and _is_positive(axiom.expression)


def _is_positive(expression: ClassExpression) -> bool:
    match expression:
        case Class() | HasValue():
            return True
        case And(parts) | Or(parts):
            return all(map(_is_positive, parts))
        case Some(_, filler):
            return _is_positive(filler)
        case Cardinality("min", 1, _, filler):
            return _is_positive(filler)
        case _:
            return False


def _sets(
    notes: FuzzyNotes, axioms: Iterable[Axiom], remarks: Remarks
) -> Iterator[tuple[str, Shape]]:
    """Iterate over fuzzy datatypes; what other annotations of entities say is remarked on."""
    ends = {one.iri: one for one in axioms if isinstance(one, DatatypeDefinition)}
    for iri, text in notes.entities:
        root, name = parsed(text), short_name(iri)
        if root is None:
            said = f"the annotation fuzzyLabel of {name} is not understood"
            remarks.add("unsupported-fuzzy-label", said)
            continue
        shape = datatype_in(root, name)
        if shape is None and iri in ends:
            shape = linear_in(root, *_ends(ends[iri]))
        if shape is not None:
            yield iri, shape
        else:
            kind = next((f"{one.tag.lower()} {one.get('type', '')}" for one in root), "annotation")
            said = f"the fuzzy {kind.strip()} of {name} is not used"
            remarks.add("unsupported-fuzzy-label", said)


def _ends(definition: DatatypeDefinition) -> tuple[float, float]:
    """Return the least and the largest number that the definition of a datatype mentions."""
    numbers = [
        number
        for part in walk(definition.range)
        if isinstance(part, DatatypeRestriction)
        for _, literal in part.facets
        if (value := value_of(literal)) is not None and isinstance(number := value.meaning, float)
    ]
    return (min(numbers), max(numbers)) if numbers else (0.0, 0.0)


def _ties(axioms: Iterable[Axiom], sets: dict[str, Shape]) -> dict[str, tuple[str, ...]]:
    """Return data properties with the fuzzy datatypes that axioms use with them."""
    found: dict[str, set[str]] = {}
    if not sets:
        return {}
    for axiom in axioms:
        for part in walk(axiom):
            if isinstance(part, DataSome | DataOnly | DataCardinality | DataPropertyRange):
                used = {one.iri for one in walk(part.range) if isinstance(one, Datatype)}
                found.setdefault(part.property, set()).update(used & sets.keys())
    return {prop: tuple(sorted(used)) for prop, used in sorted(found.items()) if used}


def _crisp(
    axioms: dict[Axiom, None], sets: dict[str, Shape], remarks: Remarks
) -> dict[Axiom, None]:
    """Return the axioms that do not speak of fuzzy datatypes, or the parts of them that do not."""
    if not sets:
        return axioms
    kept: dict[Axiom, None] = {}
    for axiom in axioms:
        if isinstance(axiom, DatatypeDefinition) or not _is_fuzzy(axiom, sets):
            kept[axiom] = None
            continue
        kept.update(dict.fromkeys(_crisp_parts(axiom, sets)))
        if not isinstance(axiom, DataPropertyRange):
            text = f"what {_axiom_text(axiom)} says with fuzzy datatypes is not reasoned with"
            remarks.add("fuzzy-axiom", text)
    return kept


def _is_fuzzy(node: object, sets: dict[str, Shape]) -> bool:
    return any(isinstance(part, Datatype) and part.iri in sets for part in walk(node))


def _crisp_parts(axiom: Axiom, sets: dict[str, Shape]) -> Iterator[Axiom]:
    """Iterate over what an axiom says without fuzzy datatypes."""
    match axiom:
        case SubClassOf(lower, upper) if not _is_fuzzy(lower, sets):
            pairs: Iterable[tuple[ClassExpression, ClassExpression]] = ((lower, upper),)
        case EquivalentClasses(classes):
            pairs = ((one, two) for one, two in product(classes, classes) if one != two)
        case ClassAssertion(individual, expression):
            for part in conjuncts(expression):
                if not _is_fuzzy(part, sets):
                    yield ClassAssertion(individual, part)
            return
        case _:
            return
    for lower, upper in pairs:
        if not _is_fuzzy(lower, sets):
            for part in conjuncts(upper):
                if not _is_fuzzy(part, sets):
                    yield SubClassOf(lower, part)


def _remark_on_logic(notes: FuzzyNotes, remarks: Remarks) -> None:
    for logic in {*logic_in(notes.ontology)} - {"zadeh"}:
        remarks.add(
            "fuzzy-logic",
            f"the ontology is meant in {logic} logic; the degrees of what follows from it are "
            "those of the weakest fact needed",
        )
