"""The class hierarchy that prototypes show, without writing all its pairs down."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from owlboost.model.taxonomy import Taxonomy
from owlboost.ontology.reasoning.saturation.engine import Derived, Prepared
from owlboost.runtime.array_types import Mask

Numbers = npt.NDArray[np.int64]


def class_hierarchy(
    prepared: Prepared, derived: Derived, shown: Sequence[str], impossible: Mask
) -> Taxonomy:
    """Return which classes are above which.

    Its nodes are the classes to be shown, those that are not, the prototypes, and one that stands
    for a class without members.

    Parameters
    ----------
    prepared, derived
        What was reasoned over, and what was derived.
    shown
        The classes of the hierarchy.
    impossible
        Which elements cannot be: classes with such a prototype are below all others.
    """
    prototypes = prepared.prototypes
    n_classes, n_prototypes = len(prepared.classes), len(prototypes.seeds)
    nodes = _nodes(prepared.classes, shown)
    upper, seen = _shown_by_prototypes(prepared, derived, shown)
    nothing = n_classes + n_prototypes
    fit = ~impossible[derived.prototypes.start : derived.prototypes.stop]
    telling = np.zeros(n_prototypes, dtype=np.bool_)
    telling[seen] = True
    lower_class, upper_class = _steps(prepared)
    # a step to a class with the same prototype leads to that prototype
    inherits = np.zeros(n_classes, dtype=np.bool_)
    same = prototypes.places[lower_class] == prototypes.places[upper_class]
    inherits[lower_class[same]] = True
    places = prototypes.places
    asking = np.flatnonzero(~inherits & (telling | ~fit)[places])
    summary = np.where(fit[places[asking]], n_classes + places[asking], nothing)
    every = np.arange(0 if fit.all() else len(shown))
    return Taxonomy.from_pairs(
        np.concatenate(
            [nodes[lower_class], nodes[asking], seen + n_classes, np.full(every.size, nothing)]
        ),
        np.concatenate([nodes[upper_class], summary, upper, every]),
        len(shown),
        n_nodes=nothing + 1,
        closed=n_classes,
    )


def _nodes(classes: Sequence[str], shown: Sequence[str]) -> Numbers:
    """Return for each class its node: those that are shown come first."""
    place = {name: number for number, name in enumerate(shown)}
    for name in classes:
        place.setdefault(name, len(place))
    return np.array([place[name] for name in classes], dtype=np.int64)


def _shown_by_prototypes(
    prepared: Prepared, derived: Derived, shown: Sequence[str]
) -> tuple[Numbers, Numbers]:
    """Return classes, each with a prototype that belongs to it."""
    first, stop = derived.prototypes.start, derived.prototypes.stop
    terms, members = prepared.program.terms, derived.state.members
    found = [
        (number, np.flatnonzero(members[term][first:stop]))
        for number, name in enumerate(shown)
        if (term := terms.named(name)) in members
    ]
    uppers = [number for number, _ in found]
    upper = np.repeat(np.array(uppers, dtype=np.int64), [seen.size for _, seen in found])
    return upper, np.concatenate([np.empty(0, dtype=np.int64), *(seen for _, seen in found)])


def _steps(prepared: Prepared) -> tuple[Numbers, Numbers]:
    """Return the steps between classes that prototypes do not show."""
    steps = prepared.prototypes.steps
    lower = [number for number, uppers in steps.items() for _ in uppers]
    upper = [number for uppers in steps.values() for number in uppers]
    return np.array(lower, dtype=np.int64), np.array(upper, dtype=np.int64)
