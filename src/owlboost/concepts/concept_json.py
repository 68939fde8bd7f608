"""Concepts and fuzzy sets as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from owlboost.concepts.concept import Atom, Concept, ConceptCases, CrispValue, Edge, FuzzyValue
from owlboost.concepts.hypothesis import Hypothesis, fuzzy_sets_of
from owlboost.data.fuzzy_sets import FuzzySet, make_shape, shape_name, shape_points
from owlboost.errors import ModelError
from owlboost.runtime.limits import exceeded, limits

Json = dict[str, Any]
FuzzySets = Mapping[str, FuzzySet]


def concept_to_json(concept: Concept) -> Json:
    """Write a concept as CONCEPT of the model format.

    Examples
    --------
    >>> concept_to_json(Concept((Atom("urn:A"),)))
    {'type': 'class', 'iri': 'urn:A'}
    """
    return concept.fold(_JSON)


def _together(parts: Sequence[Json]) -> Json:
    if not parts:
        return {"type": "top"}
    return parts[0] if len(parts) == 1 else {"type": "and", "parts": list(parts)}


_JSON = ConceptCases[Json](
    atom=lambda label: {"type": "class", "iri": label.iri},
    fuzzy=lambda label: {
        "type": "some_data",
        "property": label.prop,
        "datatype": label.fuzzy_set.name,
    },
    value=lambda label: {"type": "has_value", "property": label.prop, "value": label.value},
    some=lambda role, filler: {"type": "some", "property": role, "filler": filler},
    meet=_together,
)


def concept_from_json(data: Json, fuzzy_sets: FuzzySets, *, level: int = 0) -> Concept:
    """Read a CONCEPT; fuzzy sets are looked up by name.

    Raises
    ------
    ModelError
        It is none.
    LimitError
        It is nested too deeply.
    """
    if level > limits().depth:
        raise exceeded("depth", "A concept of the model")
    match data:
        case {"type": "top"}:
            return Concept()
        case {"type": "class", "iri": str(iri)}:
            return Concept((Atom(iri),))
        case {"type": "some", "property": str(role), "filler": dict(filler)}:
            return Concept(
                (), (Edge(role, concept_from_json(filler, fuzzy_sets, level=level + 1)),)
            )
        case {"type": "some_data", "property": str(prop), "datatype": str(name)}:
            if name not in fuzzy_sets:
                raise ModelError(f"The model uses the datatype {name!r} without defining it.")
            return Concept((FuzzyValue(prop, fuzzy_sets[name]),))
        case {"type": "has_value", "property": str(prop), "value": bool(value) | str(value)}:
            return Concept((CrispValue(prop, value),))
        case {"type": "and", "parts": list(parts)}:
            return Concept.meet(
                concept_from_json(part, fuzzy_sets, level=level + 1) for part in parts
            )
        case _:
            raise ModelError(f"The model has a concept that cannot be read: {str(data)[:80]}.")


def datatypes_to_json(hypothesis: Hypothesis) -> list[Json]:
    """Write the fuzzy sets that a hypothesis uses."""
    return [
        datatype_to_json(prop, fuzzy_set) for prop, fuzzy_set in fuzzy_sets_of(hypothesis).values()
    ]


def datatype_to_json(prop: str, fuzzy_set: FuzzySet) -> Json:
    """Write a fuzzy set of a data property."""
    return {
        "name": fuzzy_set.name,
        "property": prop,
        "shape": shape_name(fuzzy_set.shape),
        "points": list(shape_points(fuzzy_set.shape)),
    }


def fuzzy_sets_from_json(data: Sequence[Json]) -> dict[str, FuzzySet]:
    """Read fuzzy sets, by name."""
    return {
        entry["name"]: FuzzySet(entry["name"], make_shape(entry["shape"], entry["points"]))
        for entry in data
    }
