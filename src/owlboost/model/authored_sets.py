"""Fuzzy sets that somebody drew up for data properties, used in place of computed ones."""

from collections import Counter
from collections.abc import Mapping, Sequence

from owlboost.errors import ParameterError, did_you_mean
from owlboost.model.fuzzysets import FuzzySet
from owlboost.model.knowledge_base import KnowledgeBase
from owlboost.runtime.names import short_name


def sets_by_property(
    kb: KnowledgeBase, sets: Mapping[str, Sequence[FuzzySet]]
) -> dict[str, tuple[FuzzySet, ...]]:
    """Look up the properties for which sets are given.

    Parameters
    ----------
    kb
        What knows the properties.
    sets
        The sets of each property, which is named by its IRI or its short name.

    Raises
    ------
    ParameterError
        A property is not there or has no numbers, or two sets have one name.
    """
    found = {_numeric(kb, name): tuple(given) for name, given in sets.items()}
    names = Counter(one.name for given in found.values() for one in given)
    for name, times in names.items():
        if times > 1:
            raise ParameterError(f"Two fuzzy sets are called '{name}'; rename one of them.")
    return found


def _numeric(kb: KnowledgeBase, name: str) -> str:
    """Return the data property of a name, which must have numbers."""
    known = kb.vocabulary.data_properties
    numeric = [known[number] for number in sorted(kb.numbers)]
    called = (
        [iri for iri in known if iri == name]
        or [iri for iri in known if short_name(iri) == name]
        or [iri for iri in known if short_name(iri) == short_name(name)]
    )
    if not called:
        hint = did_you_mean(short_name(name), map(short_name, numeric))
        raise ParameterError(f"There is no data property '{short_name(name)}'.{hint}")
    found = [iri for iri in called if iri in numeric]
    if len(found) != 1:
        said = "means several properties" if found else "has no numbers, so it has no sets"
        raise ParameterError(f"The property '{short_name(name)}' {said}.")
    return found[0]
