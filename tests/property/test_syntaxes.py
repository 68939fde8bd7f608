"""Whatever is written in one of the syntaxes is read back the same."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pyhornedowl
import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.functional_writer import functional as functional_text
from tests.manchester_writer import manchester
from tests.ontology_key import ontology_key
from tests.rdf_writer import serialised
from tests.strategies_ontology import ontologies

from owlboost.errors import SourceError
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.readers import functional
from owlboost.ontology.readers import owl_xml as plain_xml
from owlboost.ontology.readers.builder import Draft, Header
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.readers.owl_xml import PlainAssertions, read_owl_xml
from owlboost.ontology.vocabulary import OWL

FORMATS = [
    ox.RdfFormat.RDF_XML,
    ox.RdfFormat.TURTLE,
    ox.RdfFormat.N_TRIPLES,
    ox.RdfFormat.JSON_LD,
]
lenient = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=scaled(60),
)
GOLDEN = Path(__file__).parents[1] / "golden"


def _read(data: bytes, directory: Path) -> Ontology:
    path = directory / "random.owl"
    path.write_bytes(data)
    return read_ontology_file(path)


@lenient
@given(ontologies())
def test_functional_syntax_is_read_as_written(tmp_path: Path, ontology: Ontology) -> None:
    read = _read(functional_text(ontology).encode(), tmp_path)
    assert ontology_key(read)[2] == ontology_key(ontology)[2]
    assert read.remarks == ()


@lenient
@given(ontologies())
def test_owl_xml_says_the_same_as_functional_syntax(tmp_path: Path, ontology: Ontology) -> None:
    text = functional_text(ontology)
    expected = ontology_key(_read(text.encode(), tmp_path))
    xml = pyhornedowl.open_ontology_from_string(text, "ofn").save_to_string("owx")
    assert ontology_key(_read(xml.encode(), tmp_path)) == expected


NAMES = ["<urn:a>", "<urn:b>", "p:a", "owl:Thing", "_:a", ":", "<urn:a^b>"]
TEXTS = ['"1"', '"1"^^xsd:int', '""" "b """@en', '"a b"@en', '"a)\nb"', r'"\""', '"""a)\nb"""']
WRONG = ["x:a", "a", '"a', "(", ")", "#", "", "1", "ObjectInverseOf(p:a)"]


@st.composite
def lines(draw: st.DrawFn) -> str:
    """Draw assertions of Functional syntax, some of them wrong or laid out unusually."""
    name, text = st.sampled_from(NAMES), st.sampled_from(TEXTS)
    if draw(st.integers(0, 7)) == 0:
        name = text = st.sampled_from(NAMES + TEXTS + WRONG)
    keyword, operands = draw(
        st.sampled_from(
            [
                ("ClassAssertion", (name, name)),
                ("ObjectPropertyAssertion", (name, name, name)),
                ("DataPropertyAssertion", (name, name, text)),
            ]
        )
    )
    before = draw(st.sampled_from(["", "", "", " ", "\n", "# p:a)\n"]))
    space = draw(st.sampled_from([" ", " ", " ", "  ", "\n"]))
    after = draw(st.sampled_from([")\n", ")\n", ")\n", ")", " )\n", ") # ()\n", ")\r\n"]))
    return f"{before}{keyword}({space.join(draw(one) for one in operands)}{after}"


@settings(deadline=None, max_examples=scaled(500))
@given(st.lists(lines(), max_size=8), st.sampled_from([")", ")\n", ")\n", "", ") x"]))
def test_lines_of_functional_syntax_are_read_as_by_the_pattern(body: list[str], last: str) -> None:
    text = "".join(["Prefix(p:=<urn:>)\nPrefix(:=<urn:n#>)\nOntology(\n", *body, last])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(functional, "_LONGEST", 0)  # no line is that short
        expected = _outcome(functional.read_functional, text)
    assert _outcome(functional.read_functional, text) == expected


def _outcome(read: Callable[[str, Path, Draft, str], Header], text: str) -> object:
    """Return all facts, in order, with everything else that is read; or the message."""
    draft = Draft()
    try:
        read(text, Path("assertions.owl"), draft, "_:")
    except SourceError as error:
        return str(error)
    (table,) = draft.facts
    names, literals = table.names, table.literals
    return (
        [(names[one], names[class_]) for one, class_ in table.types],
        [tuple(names[number] for number in row) for row in table.roles],
        [(names[name], names[one], literals[value]) for name, one, value in table.values],
        (draft.entities, draft.axioms, draft.remarks, draft.labels, draft.notes),
    )


WRITTEN = ['IRI="#a"', 'IRI="#b"', 'IRI="urn:a"', 'IRI="urn:a^b"', 'IRI=""', 'IRI="#c"']
LITERALS = [
    '<Literal datatypeIRI="urn:t">1</Literal>',
    '<Literal datatypeIRI="urn:t">1"2"</Literal>',
    '<Literal xml:lang="en">1\n2</Literal>',
    "<Literal>1</Literal>",
    '<Literal>1 "2" 3</Literal>',
]
UNUSUAL = [
    'abbreviatedIRI="p:a"',
    "IRI='#a'",
    'IRI="&#35;a"',
    'IRI="a b"',
    'abbreviatedIRI="x:a"',
    'abbreviatedIRI="_:a"',
    "",
]
BREAKS = [
    "",
    "\n",
    "\n",
    "\n  ",
    "\r\n",
    "\r",
    "\x0c",
    "x",
    "<!-- <ClassAssertion> -->",
    "<SubClassOf/>",
]


@st.composite
def elements(draw: st.DrawFn) -> str:
    """Draw assertions of OWL/XML in one layout, but for a few that are wrong or unusual."""
    space = draw(st.sampled_from(["", "\n    "]))
    last = draw(st.sampled_from(BREAKS))
    written = []
    for _ in range(draw(st.integers(0, 25))):
        usual = draw(st.integers(0, 15)) > 0
        name = st.sampled_from(WRITTEN if usual else WRITTEN + UNUSUAL)
        kind = draw(st.sampled_from(["Class", "ObjectProperty", "DataProperty"]))
        ends = [f"<NamedIndividual {draw(name)}/>"]
        if kind == "ObjectProperty":
            ends.append(f"<NamedIndividual {draw(name)}/>")
        if kind == "DataProperty":
            ends.append(draw(st.sampled_from(LITERALS)))
        if not usual:
            ends[0] = draw(st.sampled_from([ends[0], '<AnonymousIndividual nodeID="n"/>']))
            ends[-1] = draw(st.sampled_from([ends[-1], '<AnonymousIndividual nodeID="n"/>']))
        parts = [f"<{kind}Assertion>", f"<{kind} {draw(name)}/>", *ends, f"</{kind}Assertion>"]
        between = last if usual else draw(st.sampled_from(BREAKS))
        written.append(space.join(parts) + between)
    return "".join(written)


@settings(deadline=None, max_examples=scaled(500))
@given(elements(), st.sampled_from(["</Ontology>", "</Ontology>", "<a></Ontology>", ""]))
def test_elements_in_a_layout_of_others_are_read_as_by_the_pattern(body: str, last: str) -> None:
    root = f'<Ontology xmlns="{OWL}" ontologyIRI="urn:o"><Prefix name="p" IRI="urn:p#"/>'
    text = f"{root}{body}{last}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain_xml, "_MOST_LAYOUTS", 0)  # layouts that are remembered
        expected = _outcome(read_owl_xml, text)
    assert _outcome(read_owl_xml, text) == expected


@lenient
@given(ontologies())
def test_manchester_syntax_says_the_same_as_functional_syntax(
    tmp_path: Path, ontology: Ontology
) -> None:
    expected = ontology_key(_read(functional_text(ontology).encode(), tmp_path))
    read = _read(manchester(ontology).encode(), tmp_path)
    assert ontology_key(read) == expected
    assert read.remarks == ()


@lenient
@given(ontologies())
def test_the_shortcut_for_plain_assertions_of_owl_xml_changes_nothing(
    tmp_path: Path, ontology: Ontology
) -> None:
    text = functional_text(ontology)
    xml = pyhornedowl.open_ontology_from_string(text, "ofn").save_to_string("owx")
    slow = xml.replace("</Ontology>", "<!-- xml:base --></Ontology>")  # it may set another base
    assert PlainAssertions().cut_out(slow) == slow
    assert ontology_key(_read(xml.encode(), tmp_path)) == ontology_key(
        _read(slow.encode(), tmp_path)
    )


@pytest.mark.parametrize("format_", FORMATS, ids=str)
@lenient
@given(ontology=ontologies())
def test_rdf_says_the_same_as_functional_syntax(
    tmp_path: Path, format_: ox.RdfFormat, ontology: Ontology
) -> None:
    expected = ontology_key(_read(functional_text(ontology).encode(), tmp_path))
    read = _read(gzip.compress(serialised(ontology, format_)), tmp_path)
    assert ontology_key(read) == expected
    assert read.remarks == ()


@pytest.mark.parametrize("suffix", ["ofn", "owx", "omn", "rdf", "ttl", "nt", "jsonld"])
@lenient
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused_in_one_sentence(
    tmp_path: Path, suffix: str, data: st.DataObject
) -> None:
    whole = (GOLDEN / f"everything.{suffix}").read_bytes()
    start = data.draw(st.integers(0, len(whole)))
    length = data.draw(st.integers(0, 40))
    put = data.draw(st.binary(max_size=4))
    try:
        read = _read(whole[:start] + put + whole[start + length :], tmp_path)
    except SourceError as error:
        message = str(error)
        assert "random.owl" in message
        assert "\n" not in message
    else:
        assert read.signature is not None
