"""Random ontologies are the same each time, and use all of the language that they are meant to."""

from pathlib import Path

from tests.hermit_batches import with_repeated_operands
from tests.ontology_key import ontology_key
from tests.random_ontologies import OTHERS, random_ontology

from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import walk
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.vocabulary import BOTTOM_ROLE, TOP_ROLE
from owlboost.ontology.writers.ntriples import write_ontology_triples

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
    met = {type(part) for number in range(120) for part in walk(random_ontology(number).axioms)}
    assert met.issuperset(PARTS)


def test_roles_people_and_keys_of_all_sorts_are_met() -> None:
    ontologies = [random_ontology(number) for number in range(300)]
    met = [part for one in ontologies for part in walk(one.axioms)]
    roles = {part.iri for part in met if isinstance(part, ex.Role)}
    chains = [part.chain for part in met if isinstance(part, ax.SubRoleOf) and part.chain[1:]]
    keys = [part for part in met if isinstance(part, ax.HasKey)]
    people = {name for one in ontologies for name in one.signature.individuals}
    assert roles == {*"qrst", TOP_ROLE, BOTTOM_ROLE}
    assert people == {*"abc", *OTHERS}
    assert any(role.inverse for chain in chains for role in chain)
    assert any(key.roles and key.properties for key in keys)


def test_hermit_is_asked_with_repeated_operands_that_change_nothing(tmp_path: Path) -> None:
    changed = 0
    for number in range(40):
        path = tmp_path / f"{number}.nt"
        write_ontology_triples(random_ontology(number), path)
        once, text = ontology_key(read_ontology_file(path)), path.read_text("utf-8")
        path.write_text(with_repeated_operands(text), "utf-8")
        changed += path.read_text("utf-8") != text
        assert ontology_key(read_ontology_file(path)) == once
    assert changed > 20
