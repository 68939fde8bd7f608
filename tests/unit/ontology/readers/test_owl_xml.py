"""OWL/XML as tools write it: bases, prefixes, typed keys, annotations."""

from pathlib import Path

import pytest
from tests.unit.ontology.readers.snippets import E, codes, facts, integer, read

from owlboost.errors import SourceError
from owlboost.ontology.axioms import ClassAssertion, HasKey, SubClassOf
from owlboost.ontology.expressions import Class, DataOnly, DatatypeRestriction, Role
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.readers.owl_xml import PlainAssertions
from owlboost.ontology.vocabulary import XSD

OWL = "http://www.w3.org/2002/07/owl#"


def document(body: str, attributes: str = f'ontologyIRI="{E}"') -> str:
    return f'<Ontology xmlns="{OWL}" {attributes}>\n{body}\n</Ontology>'


def sub_class(lower: str, upper: str) -> str:
    return f'<SubClassOf><Class IRI="{lower}"/><Class IRI="{upper}"/></SubClassOf>'


def axiom_of(lower: str, upper: str) -> SubClassOf:
    return SubClassOf(Class(lower), Class(upper))


@pytest.mark.parametrize("base", ["xml:base", "ontologyIRI"])
def test_a_base_that_ends_in_a_hash_is_put_before_names(base: str, tmp_path: Path) -> None:
    attributes = f'{base}="http://x.org/o#"'
    for name in ("Thing", "#Thing"):
        ontology = read(document(sub_class(name, f"{OWL}Thing"), attributes), tmp_path)
        assert ontology.axioms == (axiom_of("http://x.org/o#Thing", f"{OWL}Thing"),)


def test_the_base_of_owl_itself(tmp_path: Path) -> None:
    attributes = f'xml:base="{OWL}" ontologyIRI="http://x.org/o"'
    ontology = read(document(sub_class("http://x.org/o#A", "Thing"), attributes), tmp_path)
    assert ontology.iri == "http://x.org/o"
    assert ontology.axioms == (axiom_of("http://x.org/o#A", f"{OWL}Thing"),)
    assert list(ontology.signature.classes) == ["http://x.org/o#A"]


def test_other_bases_follow_the_rules_of_uris(tmp_path: Path) -> None:
    for base, expected in (
        ("http://x.org/a/o", "http://x.org/a/A"),
        ("http://x.org/a/", "http://x.org/a/A"),
    ):
        ontology = read(document(sub_class("A", "urn:B"), f'xml:base="{base}"'), tmp_path)
        assert ontology.axioms == (axiom_of(expected, "urn:B"),)


def test_a_base_holds_for_the_elements_within(tmp_path: Path) -> None:
    inner = sub_class("#A", "#B").replace("<SubClassOf", '<SubClassOf xml:base="http://y.org/p"')
    body = inner + sub_class("#A", "#B")
    ontology = read(document(body, 'xml:base="http://x.org/o"'), tmp_path)
    assert set(ontology.axioms) == {
        axiom_of("http://y.org/p#A", "http://y.org/p#B"),
        axiom_of("http://x.org/o#A", "http://x.org/o#B"),
    }


def test_a_base_of_one_entity(tmp_path: Path) -> None:
    body = '<SubClassOf><Class xml:base="http://y.org/p" IRI="#A"/><Class IRI="#B"/></SubClassOf>'
    ontology = read(document(body, 'xml:base="http://x.org/o"'), tmp_path)
    assert ontology.axioms == (axiom_of("http://y.org/p#A", "http://x.org/o#B"),)


def test_prefixes_declared_as_elements_or_namespaces(tmp_path: Path) -> None:
    body = (
        '<Prefix name="" IRI="http://x.org/d#"/><Prefix name="p:" IRI="http://x.org/p#"/>'
        '<SubClassOf><Class abbreviatedIRI=":A"/><Class abbreviatedIRI="p:A"/></SubClassOf>'
        '<SubClassOf><Class abbreviatedIRI="A"/><Class abbreviatedIRI="n:A"/></SubClassOf>'
    )
    ontology = read(document(body, 'xmlns:n="http://x.org/n#"'), tmp_path)
    assert set(ontology.axioms) == {
        axiom_of("http://x.org/d#A", "http://x.org/p#A"),
        axiom_of("http://x.org/d#A", "http://x.org/n#A"),
    }


def test_elements_may_have_a_prefix(tmp_path: Path) -> None:
    text = (
        f'<o:Ontology xmlns:o="{OWL}" ontologyIRI="http://x.org/o"><o:SubClassOf>'
        '<o:Class IRI="#A"/><o:Class IRI="#B"/></o:SubClassOf></o:Ontology>'
    )
    assert read(text, tmp_path).axioms == (axiom_of("http://x.org/o#A", "http://x.org/o#B"),)


def test_keys_tell_object_from_data_properties(tmp_path: Path) -> None:
    body = (
        '<HasKey><Class IRI="#A"/><DataProperty IRI="#d"/><ObjectProperty IRI="#r"/>'
        '<ObjectInverseOf><ObjectProperty IRI="#s"/></ObjectInverseOf></HasKey>'
    )
    ontology = read(document(body), tmp_path)
    roles = (Role(E + "r"), Role(E + "s", inverse=True))
    assert ontology.axioms == (HasKey(Class(E + "A"), roles, (E + "d",)),)


def test_facets_and_texts(tmp_path: Path) -> None:
    body = (
        '<SubClassOf><Class IRI="#A"/><DataAllValuesFrom><DataProperty IRI="#d"/>'
        f'<DatatypeRestriction><Datatype IRI="{XSD}integer"/>'
        f'<FacetRestriction facet="{XSD}minInclusive">'
        f'<Literal datatypeIRI="{XSD}integer">5</Literal></FacetRestriction>'
        "</DatatypeRestriction></DataAllValuesFrom></SubClassOf>"
        '<DataPropertyAssertion><DataProperty IRI="#e"/><NamedIndividual IRI="#a"/>'
        "<Literal>a &lt; b<![CDATA[ & c]]></Literal></DataPropertyAssertion>"
    )
    ontology = read(document(body), tmp_path)
    range_ = DatatypeRestriction(XSD + "integer", ((XSD + "minInclusive", integer(5)),))
    assert ontology.axioms == (SubClassOf(Class(E + "A"), DataOnly(E + "d", range_)),)
    assert facts(ontology) == {("e", "a", "a < b & c")}


def test_annotations_and_rules_are_remarked(tmp_path: Path) -> None:
    note = '<Annotation><AnnotationProperty IRI="#n"/><Literal>x</Literal></Annotation>'
    body = (
        note
        + sub_class("#A", "#B").replace("<SubClassOf>", f"<SubClassOf>{note}")
        + '<AnnotationAssertion><AnnotationProperty IRI="#n"/><IRI>#A</IRI>'
        "<Literal>y</Literal></AnnotationAssertion>"
        '<DLSafeRule><Body><ClassAtom><Class IRI="#A"/><Variable IRI="urn:x"/></ClassAtom></Body>'
        "<Head/></DLSafeRule>"
    )
    ontology = read(document(body), tmp_path)
    assert ontology.axioms == (axiom_of(E + "A", E + "B"),)
    assert codes(ontology) == {"annotation-ignored": 3, "unsupported-axiom:SWRL": 1}


def test_an_import_and_a_version(tmp_path: Path) -> None:
    version = document(sub_class("urn:A", "urn:B"), 'ontologyIRI="urn:o" versionIRI="urn:o:2"')
    (tmp_path / "second.owx").write_text(version)
    (tmp_path / "first.owx").write_text(document("<Import> urn:o:2\n</Import>"))
    ontology = read_ontology_file(tmp_path / "first.owx", strict=True)
    assert ontology.axioms == (axiom_of("urn:A", "urn:B"),)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<SubClassOf><Class/><Class IRI='#B'/></SubClassOf>", "line 2: Class lacks its IRI"),
        ("\n<SubClasOf/>", "line 3: there is no axiom called 'SubClasOf'"),
        ("<Class IRI='#A'/>", "there is no axiom called 'Class'"),
        ("<SubClassOf><Class IRI='#B'/></SubClassOf>", "SubClassOf takes 2 operands, not 1"),
        ("<SubClassOf><Class abbreviatedIRI='x:B'/></SubClassOf>", "prefix 'x:' is not declared"),
        (
            (
                "<SubClassOf><Class IRI='#A'/><ObjectMinCardinality cardinality='x'>"
                "<ObjectProperty IRI='#r'/></ObjectMinCardinality></SubClassOf>"
            ),
            "ObjectMinCardinality lacks a valid number",
        ),
        ("<SubClassOf>", "line 3: mismatched tag"),
    ],
)
def test_what_is_no_owl_xml_is_refused(body: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=message) as caught:
        read(document(body), tmp_path)
    assert "\n" not in str(caught.value)


# Plain assertions, which are looked for by a pattern


def type_(class_: str, one: str = "#a") -> str:
    return f'<ClassAssertion><Class IRI="{class_}"/><NamedIndividual IRI="{one}"/></ClassAssertion>'


@pytest.mark.parametrize(
    "hidden",
    [
        f"<!-- {type_('#B')} -->",
        f"<?note {type_('#B')} ?>",
        (
            '<AnnotationAssertion><AnnotationProperty IRI="#n"/><IRI>#a</IRI>'
            f"<Literal><![CDATA[{type_('#B')}]]></Literal></AnnotationAssertion>"
        ),
        (
            '<AnnotationAssertion><AnnotationProperty IRI="#n"/><IRI>#a</IRI>'
            f"<Literal>{type_('#B').replace('<', '&lt;')}</Literal></AnnotationAssertion>"
        ),
    ],
)
def test_what_is_no_element_is_no_assertion(hidden: str, tmp_path: Path) -> None:
    text = document(hidden + type_("#A")) + f"\n<!-- {type_('#C')} -->"
    assert facts(read(text, tmp_path)) == {("a", "A")}


@pytest.mark.parametrize(
    "body",
    [
        type_("#A"),
        type_("#A").replace("><", ">\n\t<"),
        type_("#A").replace('"', "'"),
        type_("&#35;A"),
        type_("#A").replace("<ClassAssertion", f'<ClassAssertion xmlns="{OWL}"'),
        type_("A").replace("<ClassAssertion", f'<ClassAssertion xml:base="{E}"'),
        type_("#A").replace('<Class IRI="#A"/>', '<Class IRI="#A"></Class>'),
        type_("#A").replace('<Class IRI="#A"/>', '<Class abbreviatedIRI=":A"/>'),
        type_("#A").replace("<", "<o:").replace("<o:/", "</o:"),
    ],
)
def test_an_assertion_however_it_is_written(body: str, tmp_path: Path) -> None:
    prefix = f'<Prefix name="" IRI="{E}"/>'
    attributes = f'ontologyIRI="{E}" xmlns:o="{OWL}"'
    assert facts(read(document(prefix + body, attributes), tmp_path)) == {("a", "A")}


def test_elements_of_others_are_no_assertions(tmp_path: Path) -> None:
    foreign = type_("#A").replace("<ClassAssertion", '<ClassAssertion xmlns="urn:other"')
    with pytest.raises(SourceError, match="there is no axiom called 'urn:other ClassAssertion'"):
        read(document(foreign), tmp_path)


def test_top_and_bottom_class(tmp_path: Path) -> None:
    body = type_(f"{OWL}Thing") + type_(f"{OWL}Nothing", "#b") + type_("#A", "#c")
    ontology = read(document(body), tmp_path)
    assert facts(ontology) == {("c", "A")}
    assert ontology.axioms == (ClassAssertion(E + "b", Class(f"{OWL}Nothing")),)
    assert list(ontology.signature.individuals) == [E + "a", E + "b", E + "c"]


def test_values_with_language_datatype_or_neither(tmp_path: Path) -> None:
    values = ["<Literal>x\ny</Literal>", '<Literal xml:lang="EN">x</Literal>']
    values += [
        f'<Literal datatypeIRI="{XSD}integer">5</Literal>',
        "<Literal/>",
        "<Literal></Literal>",
    ]
    body = "".join(
        '<DataPropertyAssertion><DataProperty IRI="#d"/><NamedIndividual IRI="#a"/>'
        f"{value}</DataPropertyAssertion>"
        for value in values
    )
    literals = read(document(body), tmp_path).facts.literals
    assert {(one.lexical, one.language, one.datatype.rpartition("#")[2]) for one in literals} == {
        ("x\ny", "", "string"),
        ("x", "en", "langString"),
        ("5", "", "integer"),
        ("", "", "string"),
    }


def test_the_line_of_an_unknown_prefix_in_an_assertion(tmp_path: Path) -> None:
    bad = type_("#A").replace('IRI="#A"', 'abbreviatedIRI="x:A"')
    with pytest.raises(SourceError, match="line 4: the prefix 'x:' is not declared"):
        read(document(f"{type_('#A')}\n{type_('#B')}\n{bad}\n{type_('#C')}"), tmp_path)


def test_assertions_outside_the_ontology_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="not well-formed XML"):
        read(document("") + type_("#A"), tmp_path)


def test_plain_assertions_are_cut_out(tmp_path: Path) -> None:
    text = document(f"{type_('#A')}\n<!-- Generated -->")
    assert PlainAssertions().cut_out(text) == document("\n<!-- Generated -->")
    assert facts(read(text, tmp_path)) == {("a", "A")}
