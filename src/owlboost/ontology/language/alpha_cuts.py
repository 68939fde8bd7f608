"""α-cuts: what a fuzzy ontology states to a degree of at least α, as a crisp ontology."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from owlboost.model.vocabulary import Names
from owlboost.ontology.language.axioms import Ontology
from owlboost.runtime.array_types import Ids, Mask, Offsets


def alpha_cut(ontology: Ontology, degree: float) -> Ontology:
    """Return an ontology without what it states to a lesser degree; the rest is crisp.

    Names and their numbers stay as they are.
    """
    known, facts = ontology.fuzziness, ontology.facts
    names = ontology.signature
    types = _kept(
        (facts.type_subjects, facts.type_classes),
        (names.individuals, names.classes),
        (key for key, held in known.types.items() if held < degree),
    )
    fillers = _kept(
        (facts.role_roles, facts.role_subjects, facts.role_objects),
        (names.roles, names.individuals, names.individuals),
        (key for key, held in known.roles.items() if held < degree),
    )
    gone = {axiom for axiom, held in known.axioms.items() if held < degree}
    return replace(
        ontology,
        axioms=tuple(axiom for axiom in ontology.axioms if axiom not in gone),
        facts=replace(
            facts,
            type_subjects=facts.type_subjects[types],
            type_classes=facts.type_classes[types],
            role_roles=facts.role_roles[fillers],
            role_subjects=facts.role_subjects[fillers],
            role_objects=facts.role_objects[fillers],
        ),
        fuzziness=replace(known, types={}, roles={}, axioms={}),
    )


def _kept(
    columns: tuple[Ids, ...], names: tuple[Names, ...], gone: Iterable[tuple[str, ...]]
) -> Mask:
    """Return which rows of some columns are none of those that go."""
    numbered = [
        [known.id(name) for known, name in zip(names, key, strict=True)]
        for key in gone
        if all(name in known for known, name in zip(names, key, strict=True))
    ]
    table = np.array(numbered, dtype=np.int64).reshape(-1, len(columns))
    rows = _keys(columns, names)
    return ~np.isin(rows, _keys(tuple(table.T), names))


def _keys(columns: tuple[Ids | Offsets, ...], names: tuple[Names, ...]) -> Offsets:
    keys = np.zeros(columns[0].size, dtype=np.int64)
    for column, known in zip(columns, names, strict=True):
        keys = keys * (len(known) + 1) + column
    return keys
