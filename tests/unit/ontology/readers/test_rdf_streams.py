"""Files that are read block by block say what they say when they are parsed as a whole."""

import gzip
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owlboost.ontology.readers import rdf_streams as streams
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.readers.rdf_streams import stream_triples
from owlboost.ontology.readers.rdf_terms import Triples
from owlboost.ontology.readers.text import Syntax
from owlboost.runtime.limits import LimitError

IRIS = ["<urn:a>", "<urn:b#é>", "<http://e/x?y=1>"]
LITERALS = [
    '"plain"', '"with spaces . and <marks>"', '"5"^^<http://www.w3.org/2001/XMLSchema#integer>',
    '"hi"@en', '"hi"@en-gb', '"é 𝔸"', '""',
]  # fmt: skip
UNUSUAL = [
    r'"tab\tbreak\nquote\"slash\\"', r'"\u00e9"', '"a\ttab"', '"hi"@EN', '"\x7f"',
    '"text"^^<http://www.w3.org/2001/XMLSchema#string>', r"<urn:\u00e9>", "_:a.b", "_:é",
]  # fmt: skip
subjects = st.sampled_from([*IRIS, "_:b1", "_:x"])
predicates = st.sampled_from(IRIS)
objects = st.sampled_from([*IRIS, *LITERALS, "_:b1", "_:x"])
lines = st.builds(" ".join, st.tuples(subjects, predicates, objects, st.just(".\n")))
odd_lines = st.one_of(
    st.sampled_from(["\n", "# a comment\n", " \t\n", "<urn:a> <urn:a>\t<urn:a> . # says\n"]),
    st.builds(" ".join, st.tuples(subjects, predicates, st.sampled_from(UNUSUAL), st.just(".\n"))),
    st.builds("".join, st.tuples(subjects, predicates, objects, st.just(".\r\n"))),
    st.builds("  ".join, st.tuples(subjects, predicates, objects, st.just(" .\n"))),
)


def listed(found: Triples | None) -> list[list[str]]:
    assert found is not None
    return [[found.terms[number] for number in row] for row in found.rows]


def by_parser(data: bytes) -> list[list[str]]:
    """What the parser makes of the whole."""
    triples = ox.parse(data, format=ox.RdfFormat.N_TRIPLES)
    return [[str(part) for part in (one.subject, one.predicate, one.object)] for one in triples]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("streams") / "some.nt"


@given(
    st.lists(st.one_of(lines, lines, lines, odd_lines), min_size=1, max_size=12),
    st.integers(4, 200),
    st.booleans(),
)
def test_lines_are_read_as_a_parser_reads_them(
    path: Path, given_: list[str], block: int, zipped: bool
) -> None:
    data = "".join(given_).encode()
    path.write_bytes(gzip.compress(data) if zipped else data)
    before, streams._BLOCK = streams._BLOCK, block
    try:
        found = stream_triples(path, Syntax.N_TRIPLES)
    finally:
        streams._BLOCK = before
    assert listed(found) == by_parser(data)


@given(st.lists(lines, min_size=1, max_size=12))
def test_usual_lines_are_not_parsed(given_: list[str]) -> None:
    data = "".join(given_).encode()
    cut = streams._cut(data)
    assert cut is not None
    assert "".join(cut.strings.to_pylist()) == data.decode()


@pytest.mark.parametrize(
    "text",
    [
        "<urn:a> <urn:b> .\n",  # no object
        "<urn:a> <urn:b> <urn:c> <urn:d> .\n",  # a fourth term
        "<urn:a> <urn:b> <urn:c>\n",  # no dot
        '"a" <urn:b> <urn:c> .\n',  # a literal says nothing
        "<urn:a> _:b <urn:c> .\n",
        '<urn:a> <urn:b> "a"b" .\n',
        '<urn:a> <urn:b> "a" "b" .\n',
        '<urn:a> <urn:b> "a"^^<b> c> .\n',
        "<urn:a> <urn:b> <urn:c{d}> .\n",
        '<urn:a> <urn:b> "a\0b" .\n',
        "<urn:a> <urn:b> <urn:c> .\n<urn:a> <urn:b",  # cut short
    ],
)
def test_what_is_wrong_is_left_to_be_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.nt"
    path.write_text(text, encoding="utf-8")
    assert stream_triples(path, Syntax.N_TRIPLES) is None


def test_what_is_no_utf_8_is_left_to_be_told(tmp_path: Path) -> None:
    path = tmp_path / "latin.nt"
    path.write_bytes(b'<urn:a> <urn:b> "caf\xe9" .\n')
    assert stream_triples(path, Syntax.N_TRIPLES) is None
    path.write_bytes(b'<urn:a> <urn:b> "caf\xe9" .')
    assert stream_triples(path, Syntax.TURTLE) is None


def test_a_damaged_archive_is_left_to_be_told(tmp_path: Path) -> None:
    path = tmp_path / "short.nt.gz"
    path.write_bytes(gzip.compress(b"<urn:a> <urn:b> <urn:c> .\n" * 1000)[:-10])
    assert stream_triples(path, Syntax.N_TRIPLES) is None


def test_turtle_is_parsed_from_a_stream(tmp_path: Path) -> None:
    path = tmp_path / "some.ttl.gz"
    text = '@prefix : <urn:x#> .\n:a :p :b, "é"@EN ; :q <relative> .\n'
    path.write_bytes(gzip.compress(text.encode()))
    assert listed(stream_triples(path, Syntax.TURTLE)) == [
        ["<urn:x#a>", "<urn:x#p>", "<urn:x#b>"],
        ["<urn:x#a>", "<urn:x#p>", '"é"@en'],
        ["<urn:x#a>", "<urn:x#q>", "<file:///relative>"],
    ]
    path.write_text(text.replace("é", "\0"), encoding="utf-8")
    assert stream_triples(path, Syntax.TURTLE) is None


@pytest.mark.parametrize("zipped", [False, True])
def test_no_more_is_read_than_the_limit(
    zipped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OWLBOOST_LIMITS", "bytes=1000")
    path = tmp_path / "large.nt"
    data = b"<urn:a> <urn:b> <urn:c> .\n" * 100
    path.write_bytes(gzip.compress(data) if zipped else data)
    with pytest.raises(LimitError, match="more than 1,000 bytes"):
        read_ontology_file(path)


def test_a_file_of_triples_is_never_held_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.nt"
    path.write_text("<urn:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:C> .\n")

    def refuse(_: Path) -> None:
        raise AssertionError

    monkeypatch.setattr("owlboost.ontology.readers.ontology_file.read_text", refuse)
    assert list(read_ontology_file(path).signature.classes) == ["urn:C"]


@pytest.mark.parametrize("more", ["", "<urn:d> <http://www.w3.org/2002/07/owl#sameAs> <urn:e> .\n"])
def test_individuals_are_numbered_by_name_and_anonymous_ones_last(
    more: str, tmp_path: Path
) -> None:
    """With more individuals than facts have, they are sorted in another way."""
    path = tmp_path / "some.nt"
    names = ["<urn:z>", "_:x", "<URN:c>", "_:y", "<urn:b>"]
    pairs = [*zip(names, [*names[1:], names[0]], strict=True)]
    path.write_text("".join(f"{one} <urn:r> {two} .\n" for one, two in pairs) + more)
    found = read_ontology_file(path)
    individuals, facts = found.signature.individuals, found.facts
    extra = ["urn:d", "urn:e"] if more else []
    assert list(individuals) == ["URN:c", "urn:b", *extra, "urn:z", "_:b1", "_:b2"]
    renamed = {"_:x": "_:b1", "_:y": "_:b2"}
    expected = [[renamed.get(end, end.strip("<>")) for end in pair] for pair in pairs]
    related = zip(facts.role_subjects, facts.role_objects, strict=True)
    assert sorted([individuals[one], individuals[two]] for one, two in related) == sorted(expected)
