"""Justifications by their definition: all subsets of the statements are tried."""

from collections.abc import Sequence
from itertools import combinations

from tests.ontologies import Statement, ontology

from owlboost.errors import InconsistentError
from owlboost.ontology.reasoner.reason import explore


def justifications(
    statements: Sequence[Statement], individual: str | None, iri: str | None
) -> set[frozenset[Statement]]:
    """All sets that entail a membership (or, without names, a clash) while no part of them does."""
    found: list[frozenset[Statement]] = []
    for size in range(len(statements) + 1):
        for chosen in map(frozenset, combinations(statements, size)):
            if not any(one <= chosen for one in found) and entails(chosen, individual, iri):
                found.append(chosen)
    return set(found)


def entails(chosen: frozenset[Statement], individual: str | None, iri: str | None) -> bool:
    """Whether the reasoner derives a membership, or finds a clash if there are no names."""
    part = ontology(*sorted(chosen, key=repr))
    try:
        found = explore(part)
    except InconsistentError:
        return iri is None
    if individual is None or iri is None or individual not in part.signature.individuals:
        return False
    return found.belongs(individual, iri)
