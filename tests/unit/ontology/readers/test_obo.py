"""The OBO format says the same as the OWL that it stands for."""

from pathlib import Path

import pytest
from tests.ontology_key import ontology_key
from tests.unit.ontology.readers.snippets import codes, read

from owlboost.errors import SourceError
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.readers.ontology_file import read_ontology_file

OBO = """! a comment
format-version: 1.4
data-version: 2026-01-01
ontology: xy
idspace: AB http://ab.org/AB_ "of others"
default-namespace: xy

[Term]
id: XY:0001
name: part
namespace: xy
def: "A part {not a qualifier} ! and no comment." [PMID:1]
synonym: "piece" EXACT []
xref: Wikipedia:Part
is_a: XY:0002 {source="x, y"} ! thing
relationship: part_of XY:0003 ! whole
relationship: has_tag XY:0003
disjoint_from: XY:0004
property_value: has_tag "x" xsd:string

[Term]
id: XY:0005
intersection_of: XY:0001
intersection_of: part_of XY:0003

[Term]
id: XY:0006
union_of: XY:0001
union_of: AB:7

[Term]
id: XY:0007
equivalent_to: http://other.org/A
relationship: part_of XY:0001 {cardinality="2"}
relationship: XY:r XY:0001 {minCardinality="1", maxCardinality="3"}
relationship: XY:r XY:0002 {all_only="true"}
relationship: XY:r XY:0003 {all_only="true", all_some="true"}
is_a: XY:0001 {gci_relation="part_of", gci_filler="XY:0003"}

[Term]
id: XY:0008
is_obsolete: true
replaced_by: XY:0001

[Term]
id: XY:a_b
is_a: XY:0001

[Typedef]
id: part_of
name: part of
xref: other:9
xref: BFO:0000050
is_a: XY:r
is_transitive: true
is_symmetric: false
domain: XY:0001
range: XY:0002
inverse_of: has_part

[Typedef]
id: has_part
holds_over_chain: has_part XY:r
transitive_over: XY:r
is_reflexive: true
is_functional: true
is_inverse_functional: true
is_asymmetric: true
disjoint_from: XY:s
equivalent_to: XY:t

[Typedef]
id: has_tag
is_metadata_tag: true

[Instance]
id: XY:i
instance_of: XY:0001
relationship: part_of XY:j

[Instance]
id: owl:Thing
builtin: true
instance_of: XY:0009
"""
FUNCTIONAL = """Prefix(xy:=<http://purl.obolibrary.org/obo/XY_>)
Prefix(o:=<http://purl.obolibrary.org/obo/>)
Prefix(p:=<http://purl.obolibrary.org/obo/xy#>)
Ontology(<http://purl.obolibrary.org/obo/xy.owl>
<http://purl.obolibrary.org/obo/xy/2026-01-01/xy.owl>
Declaration(Class(xy:0001)) Declaration(Class(xy:0008))
SubClassOf(xy:0001 xy:0002)
SubClassOf(xy:0001 ObjectSomeValuesFrom(o:BFO_0000050 xy:0003))
DisjointClasses(xy:0001 xy:0004)
EquivalentClasses(xy:0005 ObjectIntersectionOf(xy:0001 ObjectSomeValuesFrom(o:BFO_0000050 xy:0003)))
EquivalentClasses(xy:0006 ObjectUnionOf(xy:0001 <http://ab.org/AB_7>))
EquivalentClasses(xy:0007 <http://other.org/A>)
SubClassOf(xy:0007 ObjectExactCardinality(2 o:BFO_0000050 xy:0001))
SubClassOf(xy:0007 ObjectIntersectionOf(ObjectMinCardinality(1 xy:r xy:0001) ObjectMaxCardinality(3
xy:r xy:0001)))
SubClassOf(xy:0007 ObjectAllValuesFrom(xy:r xy:0002))
SubClassOf(xy:0007 ObjectIntersectionOf(ObjectSomeValuesFrom(xy:r xy:0003) ObjectAllValuesFrom(xy:r
xy:0003)))
SubClassOf(ObjectIntersectionOf(xy:0007 ObjectSomeValuesFrom(o:BFO_0000050 xy:0003)) xy:0001)
SubClassOf(<http://purl.obolibrary.org/obo/XY#_a_b> xy:0001)
SubObjectPropertyOf(o:BFO_0000050 xy:r)
TransitiveObjectProperty(o:BFO_0000050)
ObjectPropertyDomain(o:BFO_0000050 xy:0001) ObjectPropertyRange(o:BFO_0000050 xy:0002)
InverseObjectProperties(o:BFO_0000050 p:has_part)
SubObjectPropertyOf(ObjectPropertyChain(p:has_part xy:r) p:has_part)
ReflexiveObjectProperty(p:has_part) FunctionalObjectProperty(p:has_part)
InverseFunctionalObjectProperty(p:has_part) AsymmetricObjectProperty(p:has_part)
DisjointObjectProperties(p:has_part xy:s) EquivalentObjectProperties(p:has_part xy:t)
Declaration(AnnotationProperty(p:has_tag))
ClassAssertion(xy:0001 xy:i) ObjectPropertyAssertion(o:BFO_0000050 xy:i xy:j)
)
"""


def obo(body: str, directory: Path) -> Ontology:
    return read(f"format-version: 1.4\nontology: xy\n{body}", directory, "test.obo")


def test_obo_says_the_same_as_owl(tmp_path: Path) -> None:
    read_as_obo, read_as_owl = read(OBO, tmp_path), read(FUNCTIONAL, tmp_path)
    assert ontology_key(read_as_obo) == ontology_key(read_as_owl)
    assert codes(read_as_obo) == {"annotation-ignored": 12}


def test_line_ends_and_compression_change_nothing(tmp_path: Path) -> None:
    expected = ontology_key(read(OBO, tmp_path))
    assert ontology_key(read(OBO.replace("\n", "\r\n"), tmp_path)) == expected
    assert (
        ontology_key(read(OBO.replace("is_a: XY:0002", "is_a: \\\nXY:0002"), tmp_path)) == expected
    )


@pytest.mark.parametrize("start", ["[Term]\nid: A:1\n", "ontology: a\n", "! x\n\n! y\nremark: z\n"])
def test_obo_is_told_by_its_content(start: str, tmp_path: Path) -> None:
    assert read(start + "\n[Term]\nid: A:2\n", tmp_path, "x.owl").signature.classes


def test_embedded_axioms_are_read(tmp_path: Path) -> None:
    axioms = r"owl-axioms: Prefix(a:=<urn:>)\nOntology(\nSubClassOf(a:A ObjectComplementOf(a:B))\n)"
    ontology = obo(f"{axioms}\n\n[Term]\nid: XY:1\n", tmp_path)
    assert len(ontology.axioms) == 1
    assert set(ontology.signature.classes) >= {"urn:A", "urn:B"}


def test_what_is_not_used_is_told(tmp_path: Path) -> None:
    text = (
        "treat-xrefs-as-is_a: ZZ\n\n[Term]\nid: XY:1\nrelationship: level XY:2\nunheard_of: x\n"
        "\n[Typedef]\nid: level\nis_class_level: true\ndisjoint_over: XY:3\n\n[Annotation]\nid: x\n"
    )
    assert codes(obo(text, tmp_path)) == {
        "unsupported-axiom:treat-xrefs-as-is_a": 1,
        "unsupported-axiom:is_class_level": 1,
        "unsupported-axiom:unheard_of": 1,
        "unsupported-axiom:disjoint_over": 1,
        "unsupported-axiom:stanza-Annotation": 1,
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n[Term]\nname: x\n", "line 4: id: a Term has none"),
        ("\n[Term]\nid: XY:1\nis_a: XY:1 XY:2\n", "line 6: is_a: one identifier expected"),
        ("\n[Term]\nid: XY:1\nrelationship: part_of\n", "line 6: relationship: 2 identifiers"),
        ('\n[Term]\nid: XY:1\nrelationship: r XY:2 {cardinality="x"}\n', "'x' is no number"),
        ("\n[Term]\nid: XY:1\nis_a\n", "line 6: 'tag: value' is expected, not 'is_a'"),
    ],
)
def test_what_is_no_obo_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        obo(text, tmp_path)
    assert "test.obo' is not valid OBO" in str(caught.value)


def test_imports_by_short_name_and_between_formats(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "relations.ttl").write_text(
        "<http://purl.obolibrary.org/obo/ro.owl> a <http://www.w3.org/2002/07/owl#Ontology> ."
        "<urn:A> a <http://www.w3.org/2002/07/owl#Class> ."
    )
    (tmp_path / "main.obo").write_text("ontology: xy\nimport: ro\n\n[Term]\nid: XY:1\n")
    ontology = read_ontology_file(tmp_path / "main.obo", strict=True)
    assert set(ontology.signature.classes) == {"http://purl.obolibrary.org/obo/XY_1", "urn:A"}


def test_an_ontology_without_a_name(tmp_path: Path) -> None:
    ontology = read("[Typedef]\nid: part_of\n", tmp_path, "x.obo")
    assert ontology.iri == ""
    assert list(ontology.signature.roles) == ["http://purl.obolibrary.org/obo/TEMP#part_of"]
