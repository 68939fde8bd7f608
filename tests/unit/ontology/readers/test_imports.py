"""Imports: catalogs, folders within folders, versions, cycles, and hostile folders."""

import time
from pathlib import Path

import pytest
from tests.unit.ontology.readers.snippets import TURTLE, codes

from owlboost.errors import SourceError
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.readers import imports
from owlboost.ontology.readers.ontology_file import read_ontology_file

CATALOG = (
    '<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">{}</catalog>'
)
ELSEWHERE = "http://elsewhere.org/"


def ontology_file(path: Path, iri: str, *imported: str, version: str = "") -> Path:
    """Write an ontology that declares a class with its file's name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"<{iri}> a owl:Ontology . <urn:class:{path.stem}> a owl:Class ."]
    lines += [f"<{iri}> owl:imports <{one}> ." for one in imported]
    lines += [f"<{iri}> owl:versionIRI <{version}> ."] if version else []
    path.write_text(TURTLE + "\n".join(lines))
    return path


def catalog(folder: Path, entries: str, name: str = "catalog-v001.xml") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(CATALOG.format(entries))


def classes(ontology: Ontology) -> set[str]:
    return {name.removeprefix("urn:class:") for name in ontology.signature.classes}


def messages(ontology: Ontology, code: str) -> list[str]:
    return [one.message for one in ontology.remarks if one.code == code]


# Catalogs


@pytest.mark.parametrize(
    "entries",
    [
        f'<uri name="{ELSEWHERE}a" uri="deep/down/x.ttl"/>',
        f'<uri name="{ELSEWHERE}a#" uri="./deep/down/x.ttl"/>',
        f'<group xml:base="deep/"><uri id="1" name="{ELSEWHERE}a" uri="down/x.ttl"/></group>',
        (
            f'<group xml:base="deep/"><group xml:base="down/"><uri name="{ELSEWHERE}a" '
            'uri="x.ttl"/>'
            "</group></group>"
        ),
        (
            '<rewriteURI uriStartString="http://e" rewritePrefix="nowhere/"/>'
            f'<rewriteURI uriStartString="{ELSEWHERE}" rewritePrefix="rewritten/"/>'
        ),
        '<uriSuffix uriSuffix="/a" uri="deep/down/x.ttl"/>',
        '<nextCatalog catalog="deep/next.xml"/>',
        f'<delegateURI uriStartString="{ELSEWHERE}" catalog="deep/next.xml"/>',
        (
            f'<o:uri xmlns:o="urn:other" name="{ELSEWHERE}a" uri="nowhere"/>'
            '<nextCatalog catalog="missing.xml"/><nextCatalog catalog="deep/next.xml"/>'
        ),
    ],
)
def test_a_catalog_tells_the_file(entries: str, tmp_path: Path) -> None:
    ontology_file(tmp_path / "deep" / "down" / "x.ttl", "urn:x")
    ontology_file(tmp_path / "rewritten" / "a", "urn:y")
    catalog(tmp_path / "deep", f'<uri name="{ELSEWHERE}a" uri="down/x.ttl"/>', "next.xml")
    catalog(tmp_path, entries)
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    found = classes(read_ontology_file(main, strict=True))
    assert found == {"main", "a" if "rewritePrefix" in entries else "x"}


def test_a_catalog_of_an_import_dir_and_of_the_importing_folder(tmp_path: Path) -> None:
    library = tmp_path / "library"
    ontology_file(library / "sub" / "x.ttl", "urn:x", f"{ELSEWHERE}b")
    ontology_file(library / "sub" / "y.ttl", "urn:y")
    catalog(library, f'<uri name="{ELSEWHERE}a" uri="sub/x.ttl"/>')
    catalog(library / "sub", f'<uri name="{ELSEWHERE}b" uri="y.ttl"/>')
    main = ontology_file(tmp_path / "own" / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    ontology = read_ontology_file(main, import_dirs=[library], strict=True)
    assert classes(ontology) == {"main", "x", "y"}


def test_catalogs_may_go_round(tmp_path: Path) -> None:
    catalog(
        tmp_path, '<nextCatalog catalog="sub/other.xml"/><nextCatalog catalog="catalog-v001.xml"/>'
    )
    catalog(tmp_path / "sub", '<nextCatalog catalog="../catalog-v001.xml"/>', "other.xml")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    assert codes(read_ontology_file(main)) == {"unresolved-import": 1}


def test_a_catalog_with_the_usual_doctype(tmp_path: Path) -> None:
    doctype = (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE catalog PUBLIC '
        '"-//OASIS//DTD XML Catalogs V1.1//EN" "http://www.oasis-open.org/catalog.dtd">\n'
    )
    body = CATALOG.format(f'<uri name="{ELSEWHERE}a" uri="sub/x.ttl"/>')
    (tmp_path / "catalog-v001.xml").write_text(doctype + body)
    ontology_file(tmp_path / "sub" / "x.ttl", "urn:x")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    assert classes(read_ontology_file(main, strict=True)) == {"main", "x"}


# Hostile and broken catalogs


@pytest.mark.parametrize(
    "target",
    [
        "../outside/x.ttl",
        "sub/../../outside/x.ttl",
        "%2e%2e/outside/x.ttl",
        "..\\outside\\x.ttl",
        "file://{root}/outside/x.ttl",
        "{root}/outside/x.ttl",
        "link.ttl",
        "linked/x.ttl",
    ],
)
def test_a_catalog_that_points_outside_is_not_followed(target: str, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    outside = ontology_file(tmp_path / "outside" / "x.ttl", f"{ELSEWHERE}a")
    inside.mkdir()
    (inside / "link.ttl").symlink_to(outside)
    (inside / "linked").symlink_to(outside.parent)
    uri = target.format(root=tmp_path)
    catalog(inside, f'<uri name="{ELSEWHERE}a" uri="{uri}"/>')
    main = ontology_file(inside / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    ontology = read_ontology_file(main)
    assert classes(ontology) == {"main"}
    assert codes(ontology) == {"catalog-not-followed": 1, "unresolved-import": 1}
    (message,) = messages(ontology, "catalog-not-followed")
    assert f"<{ELSEWHERE}a>" in message
    assert "outside the folders given" in message
    allowed = read_ontology_file(main, import_dirs=[outside.parent])
    assert classes(allowed) == {"main", "x"}


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (f'<uri name="{ELSEWHERE}a" uri="http://elsewhere.org/x.ttl"/>', "which is not fetched"),
        (f'<uri name="{ELSEWHERE}a" uri="file://host/x.ttl"/>', "which is not fetched"),
        (f'<uri name="{ELSEWHERE}a" uri="nothing.ttl"/>', "where there is no file"),
        ('<nextCatalog catalog="http://elsewhere.org/c.xml"/>', "the next catalog as http"),
        ('<nextCatalog catalog="../c.xml"/>', "the next catalog at"),
    ],
)
def test_what_a_catalog_names_in_vain_is_told(entries: str, said: str, tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    catalog(folder, entries)
    catalog(tmp_path, f'<uri name="{ELSEWHERE}a" uri="x.ttl"/>', "c.xml")
    main = ontology_file(folder / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    ontology = read_ontology_file(main)
    (message,) = messages(ontology, "catalog-not-followed")
    assert said in message
    with pytest.raises(SourceError, match="imports <http://elsewhere"):
        read_ontology_file(main, strict=True)


def test_a_vain_entry_does_not_hide_a_file_that_declares_the_ontology(tmp_path: Path) -> None:
    catalog(tmp_path, f'<uri name="{ELSEWHERE}a" uri="http://elsewhere.org/x.ttl"/>')
    ontology_file(tmp_path / "sub" / "x.ttl", f"{ELSEWHERE}a")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    assert classes(read_ontology_file(main)) == {"main", "x"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '<!DOCTYPE catalog [<!ENTITY a0 "lol">'
            + "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12))
            + "]><catalog>&a12;</catalog>",
            "declares entities",
        ),
        (
            '<!DOCTYPE catalog [<!ENTITY x SYSTEM "file:///etc/passwd">]><catalog>&x;</catalog>',
            "declares entities",
        ),
        ("<catalog><uri", "not well-formed XML"),
        ("<html/>", "root element is html"),
        ("", "not well-formed XML"),
    ],
)
def test_a_bad_catalog_is_not_used_and_told(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "catalog-v001.xml").write_text(text)
    ontology_file(tmp_path / "a.ttl", f"{ELSEWHERE}a")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    start = time.process_time()
    ontology = read_ontology_file(main)
    assert time.process_time() - start < 2
    assert classes(ontology) == {"main", "a"}
    (message,) = messages(ontology, "catalog-unreadable")
    assert said in message


def test_a_file_of_the_right_name_that_links_outside_is_not_read(tmp_path: Path) -> None:
    outside = ontology_file(tmp_path / "outside" / "a.ttl", f"{ELSEWHERE}a")
    main = ontology_file(tmp_path / "inside" / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    (main.parent / "a.ttl").symlink_to(outside)
    ontology = read_ontology_file(main)
    assert classes(ontology) == {"main"}
    assert codes(ontology) == {"import-outside": 1, "unresolved-import": 1}


def test_an_import_with_dots_stays_inside(tmp_path: Path) -> None:
    ontology_file(tmp_path / "outside" / "a.ttl", "urn:outside")
    main = ontology_file(tmp_path / "inside" / "main.ttl", "urn:main", "file:///../outside/a.ttl")
    assert classes(read_ontology_file(main)) == {"main"}


# Folders within folders


OWL = "http://www.w3.org/2002/07/owl#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
HEADS = {
    "a.ttl": f"<{ELSEWHERE}a> a <{OWL}Ontology> . <urn:class:x> a <{OWL}Class> .",
    "a.nt": (
        f"<{ELSEWHERE}a> <{RDF}type> <{OWL}Ontology> .\n<urn:class:x> <{RDF}type> <{OWL}Class> .\n"
    ),
    "a.rdf": f"""<!DOCTYPE r:RDF [<!ENTITY e '{ELSEWHERE}'>]>
        <r:RDF xml:base="&e;a" xmlns:r="{RDF}" xmlns:o="{OWL}">
        <o:Ontology r:about=""/><o:Class r:about="urn:class:x"/></r:RDF>""",
    "a.jsonld": (
        f'[{{"@id": "{ELSEWHERE}a", "@type": ["{OWL}Ontology"]}},'
        f'{{"@id": "urn:class:x", "@type": ["{OWL}Class"]}}]'
    ),
    "a.owx": (
        f'<Ontology xmlns="{OWL}" ontologyIRI="{ELSEWHERE}a">'
        '<Declaration><Class IRI="urn:class:x"/></Declaration></Ontology>'
    ),
    "a.ofn": f"Prefix(e:=<{ELSEWHERE}>)\nOntology(e:a Declaration(Class(<urn:class:x>)))",
    "a.omn": f"Ontology: <{ELSEWHERE}a>\nClass: <urn:class:x>\n",
    "a.obo": f"ontology: {ELSEWHERE}a\n\n[Term]\nid: urn:class:x\n",
}


@pytest.mark.parametrize(("name", "text"), HEADS.items())
def test_an_ontology_is_found_below_by_the_iri_that_it_declares(
    name: str, text: str, tmp_path: Path
) -> None:
    below = tmp_path / "some" / "folder"
    below.mkdir(parents=True)
    (below / f"other_name{Path(name).suffix}").write_text(text)
    (below / "broken.owl").write_text(f"<{ELSEWHERE}a")
    (below / "table.txt").write_text(f"{ELSEWHERE}a,1\n")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}a#")
    assert classes(read_ontology_file(main, strict=True)) == {"main", "x"}


def test_only_the_heads_of_files_are_read_to_find_one(tmp_path: Path) -> None:
    ontology_file(tmp_path / "sub" / "x.ttl", f"{ELSEWHERE}a")
    unfinished = TURTLE + "<urn:y> a owl:Ontology .\n" + ":a a :A .\n" * 20_000 + "<"
    (tmp_path / "sub" / "broken.ttl").write_text(unfinished)
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    assert classes(read_ontology_file(main, strict=True)) == {"main", "x"}


def test_the_file_that_declares_the_ontology_wins_over_the_one_with_its_name(
    tmp_path: Path,
) -> None:
    ontology_file(tmp_path / "a.ttl", "urn:unlike")
    ontology_file(tmp_path / "sub" / "x.ttl", f"{ELSEWHERE}a")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    assert classes(read_ontology_file(main)) == {"main", "x"}


def test_a_file_that_only_has_the_right_name_is_told(tmp_path: Path) -> None:
    ontology_file(tmp_path / "a.ttl", "urn:unlike")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}a")
    ontology = read_ontology_file(main)
    assert classes(ontology) == {"main", "a"}
    (message,) = messages(ontology, "import-by-name")
    assert message.endswith("for its name; it declares <urn:unlike>")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", "a.ttl")
    assert codes(read_ontology_file(main)) == {}


def test_the_search_has_an_end_and_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MAX_FILES", 3)
    for number in range(5):
        ontology_file(tmp_path / "sub" / f"x{number}.ttl", f"urn:x{number}")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", "urn:x4")
    assert codes(read_ontology_file(main)) == {"search-cut-short": 1, "unresolved-import": 1}


# Versions and cycles


def test_a_version_is_found_by_its_own_iri(tmp_path: Path) -> None:
    for number in (1, 2):
        path = tmp_path / f"v{number}" / f"o{number}.ttl"
        ontology_file(path, f"{ELSEWHERE}o", version=f"{ELSEWHERE}o/{number}")
    main = ontology_file(tmp_path / "main.ttl", "urn:main", f"{ELSEWHERE}o/2")
    ontology = read_ontology_file(main, strict=True)
    assert classes(ontology) == {"main", "o2"}
    assert codes(ontology) == {"annotation-ignored": 1}


def test_of_several_versions_the_nearest_is_read_and_told(tmp_path: Path) -> None:
    for number in (1, 2):
        path = tmp_path / f"v{number}" / f"o{number}.ttl"
        ontology_file(path, f"{ELSEWHERE}o", version=f"{ELSEWHERE}o/{number}")
    main = ontology_file(tmp_path / "v2" / "main.ttl", "urn:main", f"{ELSEWHERE}o")
    ontology = read_ontology_file(main, import_dirs=[tmp_path])
    assert classes(ontology) == {"main", "o2"}
    (message,) = messages(ontology, "several-versions")
    assert message.startswith(f"2 files declare the import <{ELSEWHERE}o>")


def test_two_versions_that_are_both_imported_are_read_and_told(tmp_path: Path) -> None:
    for number in (1, 2):
        path = tmp_path / f"o{number}.ttl"
        ontology_file(path, f"{ELSEWHERE}o", version=f"{ELSEWHERE}o/{number}")
    wanted = [f"{ELSEWHERE}o/{number}" for number in (1, 2)]
    main = ontology_file(tmp_path / "main.ttl", "urn:main", *wanted)
    ontology = read_ontology_file(main, strict=True)
    assert classes(ontology) == {"main", "o1", "o2"}
    (message,) = messages(ontology, "two-versions")
    assert "o1.ttl, o2.ttl" in message


def test_a_hundred_and_fifty_files_open_at_once(tmp_path: Path) -> None:
    """As FIBO is kept: nested folders, a catalog at the root, imports across folders, cycles."""
    size, base = 150, "https://spec.example.org/onto/"
    places = [Path(f"D{n % 7}") / f"M{n % 13}" / f"o{n}.ttl" for n in range(size)]
    iris = [f"{base}{path.parent.as_posix()}/o{n}/" for n, path in enumerate(places)]
    for n, path in enumerate(places):
        imported = {iris[(n * 7 + 1) % size], iris[(n + 1) % size], iris[n // 2]}
        version = f"{base}2026/o{n}/" if n % 3 else ""
        ontology_file(tmp_path / path, iris[n], *sorted(imported), version=version)
    listed = "".join(
        f'<uri id="{n}" name="{iris[n]}" uri="./{places[n].as_posix()}"/>'
        for n in range(size)
        if n % 2
    )
    catalog(tmp_path, f'<group id="g" prefer="public" xml:base="">{listed}</group>')
    main = ontology_file(tmp_path / "All.ttl", f"{base}All/", iris[0], "urn:nowhere")
    ontology = read_ontology_file(main)
    assert classes(ontology) == {"All", *(f"o{n}" for n in range(size))}
    assert len(ontology.imports) == size + 1
    assert codes(ontology) == {"annotation-ignored": 100, "unresolved-import": 1}


@pytest.mark.parametrize("escape", ["%2f..%2f..%2f", "%2F%2e%2e%2F%2e%2e%2F", "..%2f..%2f"])
def test_a_name_with_escaped_slashes_leads_nowhere_else(escape: str, tmp_path: Path) -> None:
    outside = tmp_path / "secret.ofn"
    outside.write_text("Ontology(<http://e/secret> Declaration(Class(<http://e/Secret>)))")
    inside = tmp_path / "one" / "two"
    inside.mkdir(parents=True)
    for name in (f"{escape}secret.ofn", str(outside).replace("/", "%2f")):
        for scheme in ("http://e/", "file:"):
            (inside / "o.ofn").write_text(f"Ontology(<http://e/o> Import(<{scheme}{name}>))")
            read = read_ontology_file(inside / "o.ofn")
            assert "http://e/Secret" not in read.signature.classes
            assert not [file for file in read.imports.values() if file is not None]
