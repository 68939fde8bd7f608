"""An ontology with further names and axioms."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from owlboost.ontology.axioms import Axiom
from owlboost.ontology.ontology import Ontology, Signature
from owlboost.runtime.array_types import Ids
from owlboost.runtime.names import Names


def extended(ontology: Ontology, names: Signature, axioms: Iterable[Axiom]) -> Ontology:
    """Return an ontology with the names of a signature and with axioms added."""
    old = ontology.signature
    new = Signature(
        classes=_united(old.classes, names.classes),
        roles=_united(old.roles, names.roles),
        data_properties=_united(old.data_properties, names.data_properties),
        individuals=_united(old.individuals, names.individuals),
    )
    facts = ontology.facts
    people = _places(old.individuals, new.individuals)
    roles = _places(old.roles, new.roles)
    data = _places(old.data_properties, new.data_properties)
    return replace(
        ontology,
        signature=new,
        axioms=tuple(dict.fromkeys([*ontology.axioms, *axioms])),
        facts=replace(
            facts,
            type_subjects=people[facts.type_subjects],
            type_classes=_places(old.classes, new.classes)[facts.type_classes],
            role_roles=roles[facts.role_roles],
            role_subjects=people[facts.role_subjects],
            role_objects=people[facts.role_objects],
            value_properties=data[facts.value_properties],
            value_subjects=people[facts.value_subjects],
        ),
    )


def _united(one: Names, two: Names) -> Names:
    return Names(sorted({*one, *two}, key=lambda name: (name.startswith("_:"), name)))


def _places(old: Names, new: Names) -> Ids:
    return np.array(new.ids(old), dtype=np.int32)
