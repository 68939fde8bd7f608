"""Who is known not to belong to a class: members of its complement (mathematics §24)."""

from dataclasses import replace

from owlboost.model.vocabulary import Names
from owlboost.ontology.language.axioms import EquivalentClasses, Ontology
from owlboost.ontology.language.expressions import Class, Not

_COMPLEMENT = "urn:owlboost:complement#"


def with_complement(ontology: Ontology, iri: str) -> tuple[Ontology, str]:
    """Return an ontology in which the complement of a class has a name, and that name.

    Its members are the individuals a with K ⊨ ¬T(a), as far as a reasoner derives them.
    """
    signature = ontology.signature
    name = _COMPLEMENT + iri
    named = EquivalentClasses((Class(name), Not(Class(iri))))
    extended = replace(
        ontology,
        signature=replace(signature, classes=Names([*signature.classes, name])),
        axioms=(*ontology.axioms, named),
    )
    return extended, name
