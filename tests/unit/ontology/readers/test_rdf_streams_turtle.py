"""Turtle that is cut at its spaces says what it says when it is parsed as a whole."""

import gzip
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.ontology.readers import rdf_streams as streams
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.readers.rdf_streams import cut_turtle, stream_triples
from owlboost.ontology.readers.rdf_terms import Triples, encoded
from owlboost.ontology.readers.text import Syntax

PREFIXES = {
    "": "http://e/#",
    "e": "http://e/x/",
    "e.f-1": "urn:é:",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
HEADER = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items())
NAMES = [
    "<urn:a>",
    "<urn:b#é>",
    "<http://e/x?y=1,2;3.>",
    "<http://e/a/../b>",
    "<http://e/#a>",
    ":a",
    ":",
    "e:",
    "e:a.b-c:d",
    ":9",
    ":Köln",
    "e.f-1:_x",
    ":true",
    ":a:",
]
VALUES = [
    '"plain"',
    '"with  spaces . , ; and <marks> # \' @prefix"',
    '"5"^^xsd:integer',
    '"hi"@en',
    '"hi"@en-gb',
    '"é 𝔸"',
    '""',
    '"text"^^xsd:string',
    '"2"^^<http://www.w3.org/2001/XMLSchema#byte>',
    "5",
    "-07",
    "+1.50",
    ".5",
    "1e5",
    "-1.E-3",
    ".1e+0",
    "true",
    "false",
    '"urn:a"',
    '"x"^^:',
    '"x"^^e:d.e',
    '"y"^^<http://www.w3.org/2001/XMLSchema#string>',
]
UNUSUAL = [
    r'"tab\tbreak\nquote\"slash\\"',
    r'"\u00e9"',
    '"a\ttab"',
    '"hi"@EN',
    '"\x7f"',
    "'single'",
    "'\"'",
    '"""long"""',
    '"""long .\n:a :b :c .\n# no comment\n"""',
    "'''long . \" '''",
    "<relative>",
    "<#part>",
    "<>",
    "_:a.b",
    "_:é",
    r":a\,b",
    ":a%20b",
    "[]",
    "[ a :C ; :p 5 ]",
    "( :a 1 'b' )",
    "()",
    "e:日本",
    r"<urn:\u00e9>",
]
SPACES = [" ", "  ", "\n", "\t", "\r\n", "\n# a comment .\n", " \n#\n"]
names, spaces = st.sampled_from(NAMES), st.sampled_from([" ", " ", *SPACES])
blanks = st.sampled_from(["_:b1", "_:x"])
values = st.one_of(names, st.sampled_from(VALUES), blanks)
odd_values = st.one_of(values, values, values, st.sampled_from(UNUSUAL))
stops = st.sampled_from([" {} ", "{} ", "{}\n", "\n{}\n"])
ODD = [
    "@prefix : <http://else/> .\n",
    "PREFIX e: <http://else/>\n",
    "@prefix new: <urn:new:> .\n",
    "\n",
    "@base <http://base/> .\n",
    "# a comment .\n",
    "BASE <http://base/>",
    ":a :b :c. :d :e :f.\n",
    " :a :b <urn:c>.:d :e :f .\n",
    "[ :p :q ] .\n",
    "[ :p :q ] :r :s .\n",
    ":a :b :c # says .\n .\n",
    ":a :b :c,:d;:e :f .\n",
    ":a :b 5.\n",
]


@st.composite
def statements(draw: st.DrawFn, objects: st.SearchStrategy[str]) -> str:
    """One subject, some predicates, and some objects of each."""
    text = draw(st.one_of(names, blanks))
    for at in range(draw(st.integers(1, 3))):
        text += draw(stops).format(draw(st.sampled_from([";", ";", "; ;"]))) if at else ""
        text += draw(spaces) + draw(st.one_of(names, st.just("a"))) + draw(spaces)
        text += draw(stops).format(",").join(draw(st.lists(objects, min_size=1, max_size=3)))
    return text + draw(stops).format(draw(st.sampled_from([".", ".", ".", "; ."])))


def listed(found: Triples | None) -> list[list[str]]:
    assert found is not None
    return renamed([[found.terms[number] for number in row] for row in found.rows])


def by_parser(data: bytes) -> list[list[str]]:
    """What the parser makes of the whole."""
    triples = ox.parse(data, format=ox.RdfFormat.TURTLE, base_iri="file:///some.ttl", lenient=True)
    rows = [[str(part) for part in (one.subject, one.predicate, one.object)] for one in triples]
    return renamed(rows)


def renamed(rows: list[list[str]]) -> list[list[str]]:
    """Return rows whose blank nodes are numbered: parsers name them as they like."""
    numbers: dict[str, str] = {}
    return [
        [numbers.setdefault(one, f"_:{len(numbers)}") if one[0] == "_" else one for one in row]
        for row in rows
    ]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("turtle") / "some.ttl"


def in_blocks(path: Path, data: bytes, block: int) -> Triples | None:
    path.write_bytes(data)
    before, streams._STATEMENTS = streams._STATEMENTS, block
    try:
        return stream_triples(path, Syntax.TURTLE)
    finally:
        streams._STATEMENTS = before


@given(
    st.lists(
        st.one_of(
            statements(values), statements(values), statements(odd_values), st.sampled_from(ODD)
        ),
        min_size=1,
        max_size=8,
    ),
    st.integers(4, 400),
    st.booleans(),
)
def test_statements_are_read_as_a_parser_reads_them(
    path: Path, given_: list[str], block: int, zipped: bool
) -> None:
    data = (HEADER + "".join(given_)).encode()
    found = in_blocks(path, gzip.compress(data) if zipped else data, block)
    assert listed(found) == by_parser(data)


@given(st.lists(statements(values), min_size=1, max_size=8))
def test_plain_statements_are_not_parsed(given_: list[str]) -> None:
    data = "".join(given_).encode() + b"\n"
    cut = cut_turtle(data, PREFIXES)
    assert cut is not None
    assert listed(encoded([cut])) == by_parser(HEADER.encode() + data)


@pytest.mark.parametrize("odd", UNUSUAL)
def test_what_is_not_plain_is_left_to_the_parser(odd: str) -> None:
    assert cut_turtle(f":a :b {odd} .\n".encode(), PREFIXES) is None


@pytest.mark.parametrize(
    "text",
    [
        ":a :b .\n",  # no object
        ":a :b :c :d .\n",  # a fourth term
        ":a :b :c\n",  # no dot
        ":a :b :c ;\n",
        ":a :b :c ,\n",
        ":a :b :c , .\n",
        ":a :b :c , ; :d :e .\n",
        ":a ; :b :c .\n",
        ":a :b ; :c .\n",
        ". :a :b :c .\n",
        ":a :b :c . .\n",
        '"a" :b :c .\n',  # a literal says nothing
        "5 :b :c .\n",
        "true :b :c .\n",
        "a :b :c .\n",  # a word, not a name
        ":a :b a .\n",
        ":a _:b :c .\n",
        ":a 5 :c .\n",
        ":a true :c .\n",
        ':a :b "a"b" .\n',
        ':a :b "a" "b" .\n',
        ':a :b "a .\n',
        ':a :b "a"^^xsd:integer c> .\n',
        ":a :b no:c .\n",  # a prefix that is not declared
        ':a :b "c"^^no:c .\n',
        ":a :b prefix .\n",
        ":a :b -c .\n",
        ":a :b :-c .\n",
        ":a :b e-:c .\n",
        ":a :b .e:c .\n",
        ":a :b 5e .\n",
        ":a :b <urn:c{d}> .\n",
        ":a :b <urn:c d> .\n",
        ':a :b "a\0b" .\n',
        ":a :b :c\v.\n",
        ":a :b :c .\n:a :b",  # cut short
    ],
)
def test_what_is_wrong_is_left_to_be_told(text: str, tmp_path: Path) -> None:
    assert cut_turtle(text.encode(), PREFIXES) is None
    path = tmp_path / "wrong.ttl"
    path.write_text(HEADER + text, encoding="utf-8")
    assert stream_triples(path, Syntax.TURTLE) is None


def test_a_text_of_no_language_is_left_to_the_parser() -> None:
    rdf = {"rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#"}
    assert cut_turtle(b'rdf:a rdf:b "c"^^rdf:langString .\n', rdf) is None


def test_what_is_no_utf_8_is_left_to_be_told(tmp_path: Path) -> None:
    path = tmp_path / "latin.ttl"
    path.write_bytes(b'<urn:a> <urn:b> "caf\xe9" .\n')
    assert stream_triples(path, Syntax.TURTLE) is None


def test_a_statement_may_be_longer_than_a_block(path: Path) -> None:
    text = '<urn:a> <urn:b> "{}" .\n<urn:c> <urn:d> <urn:e> .\n'.format("long " * 100)
    assert listed(in_blocks(path, text.encode(), 8)) == by_parser(text.encode())


def test_a_file_without_ends_of_statements_is_parsed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_LONGEST", 100)
    text = " ".join(f"<urn:{number}> <urn:b> {number} ." for number in range(100))
    assert listed(in_blocks(path, text.encode(), 8)) == by_parser(text.encode())


def test_a_namespace_with_unusual_characters_is_left_to_the_parser(path: Path) -> None:
    text = "@prefix : <urn:x{y}#> .\n:a :b :c .\n:a :b :d .\n"
    assert in_blocks(path, text.encode(), 8) is None  # which tells it, or mends it


def test_numbers_keep_how_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "numbers.ttl"
    path.write_text("@prefix : <urn:> .\n:x :p 007 .\n\n:x :p 1.50 .\n:x :p 5e0 , true .\n")
    found = read_ontology_file(path)
    assert [one.lexical for one in found.facts.literals] == ["007", "1.50", "5e0", "true"]
