"""What is written as N-Triples is read back the same."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from tests.examples import scaled
from tests.ontologies import Statement, text
from tests.ontologies import ontology as said
from tests.ontology_key import ontology_key
from tests.strategies_ontology import ontologies

from owlboost.errors import SourceError
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import Axiom
from owlboost.ontology.expressions import Class, Literal, Role
from owlboost.ontology.ontology import Ontology, Signature
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.vocabulary import LANG_STRING, RDFS_LITERAL, XSD
from owlboost.ontology.writers.ntriples import entity_terms, write_ontology_triples
from owlboost.ontology.writers.rdf_expressions import EntityTerms, iri_term, literal_term
from owlboost.runtime.names import Names

GOLDEN = Path(__file__).parents[3] / "golden"
N = "http://example.org/odd#"
A, B, C = (Class(N + name) for name in "ABC")
r, s, t = (Role(N + name) for name in "rst")
a, b, c = (N + name for name in "abc")
d, e, f = (N + name for name in "def")
R_MINUS = Role(r.iri, inverse=True)
INTEGER = ex.Datatype(XSD + "integer")
FIVE = Literal("5", XSD + "integer")


def ontology(*statements: Statement) -> Ontology:
    return replace(said(*statements), iri=N.rstrip("#"))


def written(value: Ontology, folder: Path) -> Ontology:
    path = folder / "written.nt"
    write_ontology_triples(value, path)
    return read_ontology_file(path)


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("everything.*")))
def test_every_construct_is_read_back(name: str, tmp_path: Path) -> None:
    golden = read_ontology_file(GOLDEN / name)
    assert ontology_key(written(golden, tmp_path)) == ontology_key(golden)


@settings(
    deadline=None,
    max_examples=scaled(100),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(ontologies())
def test_whatever_is_written_is_read_back(tmp_path: Path, value: Ontology) -> None:
    read = written(value, tmp_path)
    once_more = written(read, tmp_path)
    assert ontology_key(once_more) == ontology_key(read)
    assert set(read.remarks) <= {remark for remark in read.remarks if remark.code == "tautology"}
    assert read.signature.classes == value.signature.classes
    assert len(read.signature.individuals) == len(value.signature.individuals)


@pytest.mark.parametrize(
    "axiom",
    [
        ax.DisjointClasses((A, B, C)),
        ax.DisjointClasses((A, ex.Some(R_MINUS, B))),
        ax.DisjointRoles((r, s, t)),
        ax.DisjointRoles((r, s)),
        ax.EquivalentRoles((r, s)),
        ax.SubRoleOf((r, R_MINUS, s), t),
        ax.SubRoleOf((r,), s),
        ax.InverseRoles(r, s),
        ax.RoleCharacteristic(r, "asymmetric"),
        ax.RoleDomain(r, ex.Or((A, ex.Not(B)))),
        ax.RoleRange(r, ex.OneOf((a, "_:x"))),
        ax.DifferentIndividuals((a, b, c)),
        ax.SameIndividual((a, b)),
        ax.HasKey(A, (r,), (d,)),
        ax.DisjointUnion(A.iri, (B, ex.HasSelf(r))),
        ax.SubClassOf(A, ex.Cardinality("exact", 2, R_MINUS, B)),
        ax.SubClassOf(A, ex.Cardinality("max", 0, r, Class(ex.THING))),
        ax.SubClassOf(A, ex.DataCardinality("min", 1, d, INTEGER)),
        ax.SubClassOf(A, ex.DataCardinality("max", 1, d, ex.Datatype(RDFS_LITERAL))),
        ax.SubClassOf(A, ex.HasValue(r, "_:x")),
        ax.SubClassOf(A, ex.DataSome(d, ex.DataUnion((INTEGER, ex.DataOneOf((text("x"),)))))),
        ax.SubClassOf(A, ex.DataOnly(d, ex.DataComplement(INTEGER))),
        ax.DatatypeDefinition(
            N + "Small", ex.DatatypeRestriction(INTEGER.iri, ((XSD + "maxInclusive", FIVE),))
        ),
        ax.DataPropertyRange(d, ex.Datatype(N + "Own")),
        ax.DisjointDataProperties((d, e, f)),
        ax.EquivalentDataProperties((d, e)),
        ax.NegativeRoleAssertion(r, a, b),
        ax.NegativeDataAssertion(d, a, FIVE),
        ax.ClassAssertion("_:x", ex.And((A, ex.Some(r, B)))),
    ],
)
def test_one_axiom_is_read_back(axiom: Axiom, tmp_path: Path) -> None:
    fillers = [(a, role.iri, b) for role in (r, s, t)]
    values = [(a, name, FIVE) for name in (d, e, f)]
    value = ontology(axiom, *fillers, *values, (a, A.iri), ("_:x", B.iri))
    read = written(value, tmp_path)
    assert ontology_key(read)[2] == ontology_key(value)[2]
    assert read.remarks == ()


@pytest.mark.parametrize(
    ("axiom", "same"),
    [
        (ax.EquivalentClasses((A, B, C)), [(A, B), (A, C)]),
        (ax.EquivalentClasses((A, ex.And((B,)))), [(A, B)]),
        (ax.EquivalentClasses((A, ex.Or(()))), [(A, Class(ex.NOTHING))]),
        (ax.EquivalentClasses((A, ex.And(()))), [(A, Class(ex.THING))]),
        (ax.EquivalentClasses((A, ex.OneOf(()))), [(A, Class(ex.NOTHING))]),
    ],
)
def test_other_ways_to_say_the_same(
    axiom: Axiom, same: list[tuple[Class, Class]], tmp_path: Path
) -> None:
    read = written(ontology(axiom), tmp_path)
    assert set(read.axioms) == {ax.EquivalentClasses(pair) for pair in same}


@pytest.mark.parametrize(
    ("given_", "same"),
    [
        (ax.InverseRoles(R_MINUS, s), ax.InverseRoles(s, R_MINUS)),
        (ax.InverseRoles(R_MINUS, Role(s.iri, inverse=True)), ax.InverseRoles(s, r)),
        (ax.NegativeRoleAssertion(R_MINUS, a, b), ax.NegativeRoleAssertion(r, b, a)),
    ],
)
def test_inverses_are_turned_round_where_rdf_has_no_word_for_them(
    given_: Axiom, same: Axiom, tmp_path: Path
) -> None:
    assert written(ontology(given_), tmp_path).axioms == (same,)


@pytest.mark.parametrize("groups", [ax.DisjointClasses((A,)), ax.DifferentIndividuals((a,))])
def test_a_group_of_one_says_nothing(groups: Axiom, tmp_path: Path) -> None:
    assert written(ontology(groups), tmp_path).axioms == ()


@pytest.mark.parametrize(
    "value",
    [
        text('say "hi"\\\n\r\t\x08\x0c\x7f\u2028 ümläut 🦉'),
        Literal("hello", LANG_STRING, "en-gb"),
        Literal("x", N + "own"),
        Literal("1/3", "http://www.w3.org/2002/07/owl#rational"),
    ],
)
def test_literals_survive(value: Literal, tmp_path: Path) -> None:
    read = written(ontology((a, d, value)), tmp_path)
    assert read.facts.literals == (value,)


def test_odd_names_survive(tmp_path: Path) -> None:
    odd = N + "käse'(1)&%20;§"
    value = ontology((odd, odd), (odd, odd, odd), ax.SubClassOf(Class(odd), A))
    assert ontology_key(written(value, tmp_path)) == ontology_key(value)


def test_characters_that_no_iri_holds_are_percent_encoded(tmp_path: Path) -> None:
    read = written(ontology((N + 'a "b"', A.iri)), tmp_path)
    assert list(read.signature.individuals) == [N + "a%20%22b%22"]


def test_entities_are_declared_even_if_nothing_is_said_of_them(tmp_path: Path) -> None:
    value = ontology()
    value = replace(
        value,
        iri="",
        signature=Signature(
            classes=Names([A.iri]),
            roles=Names([r.iri]),
            data_properties=Names([d]),
            individuals=Names([a, "_:x"]),
        ),
    )
    read = written(value, tmp_path)
    assert ontology_key(read) == ontology_key(value)
    assert len(read.signature.individuals) == 2


def test_other_terms_may_stand_for_the_entities(tmp_path: Path) -> None:
    value = ontology((a, A.iri), (a, r.iri, b))
    terms = EntityTerms(["<urn:c0>"], ["<urn:r0>"], [], ["<urn:i0>", "<urn:i1>"])
    write_ontology_triples(value, tmp_path / "numbers.nt", terms=terms)
    assert N not in (tmp_path / "numbers.nt").read_text(encoding="utf-8")


def test_a_failed_write_leaves_the_older_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.nt"
    path.write_text("older", encoding="utf-8")
    broken = ontology(ax.SubClassOf(A, B))
    terms = replace(entity_terms(broken.signature), individuals=["<urn:one-too-many>"])
    with pytest.raises(ValueError, match="zip"):
        write_ontology_triples(broken, path, terms=terms)
    assert path.read_text(encoding="utf-8") == "older"
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept.nt"]


def test_a_missing_folder_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        write_ontology_triples(ontology(), tmp_path / "no" / "folder.nt")


def test_many_facts_are_written_in_chunks(tmp_path: Path) -> None:
    value = ontology(*((f"{N}i{number}", A.iri) for number in range(1000)))
    tiled = np.tile(np.arange(1000, dtype=np.int32), 250)
    facts = replace(value.facts, type_subjects=tiled, type_classes=np.zeros_like(tiled))
    write_ontology_triples(replace(value, facts=facts), tmp_path / "many.nt")
    lines = (tmp_path / "many.nt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 1 + 1000 + 250_000  # header, class, individuals, facts


def test_terms_are_canonical() -> None:
    assert iri_term("urn:x") == "<urn:x>"
    assert literal_term(FIVE) == f'"5"^^<{XSD}integer>'
