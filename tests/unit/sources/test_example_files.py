"""Learning problems as other tools write them."""

import json
from pathlib import Path
from typing import Any

import pytest

from owlboost.errors import ExamplesError, SourceError
from owlboost.sources.example_files import ExampleLists, read_names, read_problem

AUNT = {"positive_examples": ["http://ex.org#a"], "negative_examples": ["http://ex.org#b", "c"]}
UNCLE = {"positive_examples": ["u"], "negative_examples": []}


def written(folder: Path, content: str | bytes | dict[str, Any], name: str = "lp") -> Path:
    file = folder / name
    if isinstance(content, dict):
        content = json.dumps(content)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


# Lists of names


def test_a_list_has_a_name_a_line(tmp_path: Path) -> None:
    text = "\ufeff# good ones\r\n  Hotel_010 \r\n\r\n#\r\nhttp://ex.org#Hotel_011\r\n#2\nHotel 12"
    names = read_names(written(tmp_path, text))
    assert names == ("Hotel_010", "http://ex.org#Hotel_011", "#2", "Hotel 12")


def test_a_list_may_be_latin_1(tmp_path: Path) -> None:
    assert read_names(written(tmp_path, "Café\nZoë\n".encode("latin-1"))) == ("Café", "Zoë")


def test_a_list_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"There is no file .*nowhere\.txt\.$"):
        read_names(tmp_path / "nowhere.txt")
    with pytest.raises(SourceError, match=r"cannot be read: Is a directory\.$"):
        read_names(tmp_path)


# Ontolearn


def test_ontolearns_json(tmp_path: Path) -> None:
    expected = ExampleLists(("http://ex.org#a",), ("http://ex.org#b", "c"))
    assert read_problem(written(tmp_path, AUNT)) == expected
    assert read_problem(written(tmp_path, "\ufeff\n " + json.dumps(AUNT))) == expected


@pytest.mark.parametrize("key", ["problems", "Problems"])
def test_one_of_several_problems_is_chosen_by_name(key: str, tmp_path: Path) -> None:
    file = written(tmp_path, {"data_path": "f.owl", key: {"Aunt": AUNT, "http://f#Uncle": UNCLE}})
    assert read_problem(f"{file}#Aunt").negatives == ("http://ex.org#b", "c")
    assert read_problem(f"{file}#http://f#Uncle") == ExampleLists(("u",), ())
    with pytest.raises(
        ExamplesError, match=r"several problems; .*lp#NAME, .* of Aunt, http://f#Uncle"
    ):
        read_problem(file)
    with pytest.raises(ExamplesError, match=r"no problem named 'Ant'\. Did you mean Aunt\?$"):
        read_problem(f"{file}#Ant")


def test_a_single_named_problem_needs_no_name(tmp_path: Path) -> None:
    file = written(tmp_path, {"problems": {"Uncle": UNCLE}})
    assert read_problem(file) == read_problem(f"{file}#Uncle") == ExampleLists(("u",), ())


def test_a_problem_without_a_name_cannot_be_named(tmp_path: Path) -> None:
    file = written(tmp_path, AUNT)
    with pytest.raises(ExamplesError, match="a single problem without a name; leave out #Aunt"):
        read_problem(f"{file}#Aunt")


def test_files_and_folders_may_have_a_number_sign(tmp_path: Path) -> None:
    folder = tmp_path / "C#"
    folder.mkdir()
    plain = written(folder, AUNT, "lp#1.json")
    assert read_problem(plain).positives == ("http://ex.org#a",)
    named = written(folder, {"problems": {"Aunt": AUNT, "Uncle": UNCLE}}, "lps.json")
    assert read_problem(f"{named}#Uncle").positives == ("u",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"positive_examples": ["a"\n\n', r"lp is not valid JSON \(line 3\)\.$"),
        ({"positive_examples": "a"}, "positive_examples in .*lp must be a list of names"),
        ({"positive_examples": ["a"], "negative_examples": [3]}, "negative_examples in .* must be"),
    ],
)
def test_json_that_is_no_problem_is_refused(
    content: str | dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(SourceError, match=message):
        read_problem(written(tmp_path, content))


# DL-Learner


def test_a_conf_with_sets(tmp_path: Path) -> None:
    text = """
// the benchmark's first problem: "kb:z" is not in it
prefixes = [ ("ex","http://ex.org#"), ("kb","http://kb.org/") ]
ks.type = "OWL File"
ks.fileName = "father.owl"   // "http://no.org" /* nor this
reasoner.sources = { ks }
/* lp.positiveExamples = { "ex:old" }
*/
lp.type = "posNegStandard"
# lp.positiveExamples = { "ex:older" }
lp.positiveExamples = {
    "ex:stefan", // "ex:nobody",
    "kb:markus","http://full.org//iri#x"
}
lp.negativeExamples={"heinz" , "other:anna"}
alg.type = "celoe"
"""
    found = read_problem(written(tmp_path, text))
    assert found.positives == (
        "http://ex.org#stefan",
        "http://kb.org/markus",
        "http://full.org//iri#x",
    )
    assert found.negatives == ("heinz", "other:anna")


def test_prefixes_may_come_last(tmp_path: Path) -> None:
    text = 'lp.positiveExamples = {"kb:a"}\r\nprefixes = [("kb",\r\n "urn:kb:")]\r\n'
    assert read_problem(written(tmp_path, text)) == ExampleLists(("urn:kb:a",), ())


def test_a_conf_with_signs(tmp_path: Path) -> None:
    text = """import("trains.owl");
// +"http://ex.org#nobody"
+"http://ex.org#east1"
 + "http://ex.org#east2"
/*
-"http://ex.org#nobody"
*/
-"http://ex.org#west1"
refinement.ignoredConcepts={"http://ex.org#T"};
"""
    found = read_problem(written(tmp_path, text))
    assert found.positives == ("http://ex.org#east1", "http://ex.org#east2")
    assert found.negatives == ("http://ex.org#west1",)


def test_a_conf_may_be_latin_1(tmp_path: Path) -> None:
    text = 'lp.positiveExamples = {"Café"}\nlp.negativeExamples = {"Müller"}'
    found = read_problem(written(tmp_path, text.encode("latin-1")))
    assert found == ExampleLists(("Café",), ("Müller",))


def test_a_name_may_have_a_brace(tmp_path: Path) -> None:
    text = 'lp.positiveExamples = {"a}b", "c"}'
    assert read_problem(written(tmp_path, text)).positives == ("a}b", "c")


@pytest.mark.parametrize(
    "content",
    [
        "",
        b"\x00\x01\xff",
        "Hotel_010\nHotel_011\n",
        {"problems": {}},
        {"examples": ["a"]},
        "[]",
        'lp.negativeExamples = {"a"}',
    ],
)
def test_what_names_no_positives_is_refused(
    content: str | bytes | dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(ExamplesError, match=r"lp names no positive examples: it is neither"):
        read_problem(written(tmp_path, content))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"There is no file .*nowhere\.json#Aunt\.$"):
        read_problem(f"{tmp_path}/nowhere.json#Aunt")
