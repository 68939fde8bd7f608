"""Small ontologies in code, and questions to their knowledge bases."""

import numpy as np

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.ontology.axioms import (
    Axiom,
    ClassAssertion,
    DifferentIndividuals,
    DisjointUnion,
    SameIndividual,
    classes_in,
    individuals_in,
    walk,
)
from owlboost.ontology.expressions import (
    Class,
    ClassExpression,
    HasValue,
    Literal,
    OneOf,
    Role,
    Some,
)
from owlboost.ontology.ontology import Facts, Ontology, Signature
from owlboost.ontology.vocabulary import XSD
from owlboost.runtime.array_types import Ids
from owlboost.runtime.names import Names
from owlboost.sources.ontology_knowledge import saturate

Value = int | float | bool | Literal
Statement = Axiom | tuple[str, str] | tuple[str, str, str] | tuple[str, str, Value]
"""An axiom; (individual, class); (individual, role, individual); (individual, property, value)."""

A, B, C, D, E = (Class(name) for name in "ABCDE")
r, s, t = (Role(name) for name in "rst")


def literal(value: Value) -> Literal:
    if isinstance(value, Literal):
        return value
    if isinstance(value, bool):
        return Literal(str(value).lower(), XSD + "boolean")
    return Literal(str(value), XSD + ("integer" if isinstance(value, int) else "double"))


def text(value: str) -> Literal:
    return Literal(value, XSD + "string")


def ontology(*statements: Statement) -> Ontology:
    """Build an ontology; the signature is what its statements mention."""
    axioms = tuple(one for one in statements if not isinstance(one, tuple))
    types = [one for one in statements if isinstance(one, tuple) and len(one) == 2]
    rest = [one for one in statements if isinstance(one, tuple) and len(one) == 3]
    pairs = [(x, p, y) for x, p, y in rest if isinstance(y, str)]
    values = [(x, p, literal(v)) for x, p, v in rest if not isinstance(v, str)]
    people = {x for x, _ in types} | {x for x, _, _ in rest} | {y for _, _, y in pairs}
    people |= individuals_in(axioms)
    nodes = list(walk(axioms))
    signature = Signature(
        classes=Names(sorted({c for _, c in types} | classes_in(axioms))),
        roles=Names(
            sorted({p for _, p, _ in pairs} | {n.iri for n in nodes if isinstance(n, Role)})
        ),
        data_properties=Names(sorted({p for _, p, _ in values} | _data_properties(nodes))),
        individuals=Names(sorted(people, key=lambda name: (name.startswith("_:"), name))),
    )
    literals = tuple(dict.fromkeys(v for _, _, v in values))
    facts = Facts(
        _ids([signature.individuals.id(x) for x, _ in types]),
        _ids([signature.classes.id(c) for _, c in types]),
        _ids([signature.roles.id(p) for _, p, _ in pairs]),
        _ids([signature.individuals.id(x) for x, _, _ in pairs]),
        _ids([signature.individuals.id(y) for _, _, y in pairs]),
        _ids([signature.data_properties.id(p) for _, p, _ in values]),
        _ids([signature.individuals.id(x) for x, _, _ in values]),
        _ids([literals.index(v) for _, _, v in values]),
        literals,
    )
    return Ontology("urn:test", signature, axioms, facts)


def _ids(numbers: list[int]) -> Ids:
    return np.array(numbers, dtype=np.int32)


def _data_properties(nodes: list[object]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        names = [getattr(node, "property", None), *getattr(node, "properties", ())]
        found.update(name for name in names if name is not None)
        if type(node).__name__ == "SubDataPropertyOf":
            found |= {node.lower, node.upper}  # type: ignore[attr-defined]
    return found


def types_of(kb: KnowledgeBase, name: str) -> set[str]:
    """The classes of a named individual."""
    return {kb.vocabulary.classes[c] for c in kb.types[kb.individuals.id(name)]}


def inferred(*statements: Statement) -> dict[str, set[str]]:
    """The classes of every named individual of an ontology."""
    kb = saturate(ontology(*statements)).kb
    return {name: types_of(kb, name) for name in kb.individuals}


def related(kb: KnowledgeBase, role: str) -> set[tuple[str, str]]:
    """The pairs of named individuals in a role."""
    rows, names = kb.roles[kb.vocabulary.roles.id(role)], kb.individuals
    return {(x, names[y]) for i, x in enumerate(names) for y in rows[i] if y < len(names)}


def members(kb: KnowledgeBase, concept: ClassExpression) -> set[int]:
    """The elements of a named class or of ``∃r.C`` in the canonical model."""
    match concept:
        case Class("http://www.w3.org/2002/07/owl#Thing"):
            return set(range(kb.n_elements))
        case Class(iri):
            return set(kb.members[kb.vocabulary.classes.id(iri)].tolist())
        case Some(role, filler):
            inside = members(kb, filler)
            rows = kb.roles[kb.vocabulary.roles.id(role.iri)]
            return {x for x in range(kb.n_elements) if inside.intersection(rows[x].tolist())}
        case _:
            raise NotImplementedError(concept)


def holds(kb: KnowledgeBase, name: str, concept: ClassExpression) -> bool:
    """Whether a named individual belongs to a concept in the canonical model."""
    return kb.individuals.id(name) in members(kb, concept)


__all__ = [
    "A", "B", "C", "ClassAssertion", "D", "DifferentIndividuals", "DisjointUnion", "E", "HasValue",
    "OneOf", "SameIndividual", "Statement", "holds", "inferred", "literal", "members", "ontology",
    "r", "related", "s", "t", "text", "types_of",
]  # fmt: skip
