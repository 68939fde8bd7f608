"""Random ontologies are the same each time, and use all of the language that they are meant to."""

from tests.random_ontologies import random_ontology

from owlboost.ontology.language import axioms as ax
from owlboost.ontology.language import expressions as ex
from owlboost.ontology.language.mentions import walk

PARTS = [
    ax.DisjointUnion, ax.SubRoleOf, ax.DisjointRoles, ax.InverseRoles, ax.HasKey, ax.FunctionalData,
    ax.DataPropertyRange, ax.DatatypeDefinition, ax.NegativeRoleAssertion,
    ax.NegativeDataAssertion, ax.SameIndividual, ax.DifferentIndividuals, ex.Or, ex.Not, ex.Only,
    ex.OneOf, ex.HasValue, ex.HasSelf, ex.Cardinality, ex.DataCardinality, ex.DataHasValue,
    ex.DatatypeRestriction, ex.DataComplement,
]  # fmt: skip


def test_a_number_gives_one_ontology() -> None:
    assert random_ontology(7).axioms == random_ontology(7).axioms
    assert random_ontology(7).axioms != random_ontology(8).axioms


def test_every_part_of_the_language_is_met() -> None:
    met = {type(part) for number in range(60) for part in walk(random_ontology(number).axioms)}
    assert met.issuperset(PARTS)
