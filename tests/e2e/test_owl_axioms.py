"""``export --format owl`` and HermiT: it infers exactly whom ``predict`` covers at the cut."""

import json
import os
import re
import shlex
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.e2e.commands import ROOT, Commands, Run

from owlboost.concepts.concept import TOP, Atom, Concept, Edge
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import InconsistentError
from owlboost.evaluation.samples import hotels as bundled_hotels
from owlboost.evaluation.samples import write_iris_table
from owlboost.models.definition import Definition, save_definition
from owlboost.models.trained import TrainedModel
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.transform import hide_classes, with_complement
from owlboost.ontology.writers.ntriples import write_ontology_triples
from owlboost.sources.ontology_reasoning import compile_with

JAVA = os.environ.get("JAVA_HOME") or shutil.which("java")
PAIR50 = Path(os.environ.get("OWLBOOST_DATA", "no-data")) / "pair50"

hermit = [
    pytest.mark.skipif(not JAVA, reason="HermiT needs Java"),
    pytest.mark.skipif(not find_spec("owlready2"), reason="HermiT comes with owlready2"),
]

FATHERS = """Prefix(:=<http://example.org/family#>)
Ontology(<http://example.org/family>
DisjointClasses(:male :female)
SubClassOf(:father :person)
SubClassOf(:male :person)
SubClassOf(:female :person)
ClassAssertion(:male :stefan) ClassAssertion(:male :markus) ClassAssertion(:male :martin)
ClassAssertion(:male :heinz) ClassAssertion(:male :bert)
ClassAssertion(:female :anna) ClassAssertion(:female :michelle) ClassAssertion(:female :gabi)
ClassAssertion(:father :stefan) ClassAssertion(:father :markus) ClassAssertion(:father :martin)
ObjectPropertyAssertion(:hasChild :stefan :markus) ObjectPropertyAssertion(:hasChild :markus :anna)
ObjectPropertyAssertion(:hasChild :martin :heinz) ObjectPropertyAssertion(:hasChild :anna :heinz)
ObjectPropertyAssertion(:hasChild :gabi :michelle)
)
"""


def inferred(folder: Path, source: str, rules: str, target: str, *, hidden: bool) -> set[str]:
    """Whom HermiT puts into the target, by what the source says without it and by the rules."""
    ontology = read_ontology_file(folder / source)
    if hidden:
        ontology = hide_classes(ontology, frozenset({target}))
    place = folder / "merged"
    place.mkdir(exist_ok=True)
    write_ontology_triples(ontology, place / "source.nt")
    said = place / f"rules{Path(rules).suffix}"
    shutil.copyfile(folder / rules, said)
    both = [ontology.iri, read_ontology_file(said).iri]
    imports = "".join(f"Import(<{iri}>)\n" for iri in both)
    (place / "both.ofn").write_text(f"Ontology(<urn:merged>\n{imports})\n")
    merged = read_ontology_file(place / "both.ofn", strict=True)
    return members(compile_with(merged, "hermit", timeout=300).saturate().kb, target)


def members(kb: KnowledgeBase, target: str) -> set[str]:
    numbers = kb.members[kb.vocabulary.classes.id(target)]
    return {kb.individuals[number] for number in numbers if number < len(kb.individuals)}


def covered(owlboost: Commands, model: str, source: str, cut: float) -> set[str]:
    found = json.loads(owlboost.done("predict", model, source, "--format", "json"))
    return {one["individual"] for one in found if one["degree"] >= cut}


def target_of(owlboost: Commands, model: str) -> str:
    target: str = json.loads((owlboost.folder / model).read_text())["target"]
    return target


@pytest.fixture
def folder(owlboost: Commands) -> Commands:
    """Commands in a folder with hotels, fathers and flowers, and pairs if they are at hand."""
    with bundled_hotels() as path:
        shutil.copyfile(path, owlboost.folder / "hotels.ofn")
    owlboost.write("family.ofn", FATHERS)
    write_iris_table(owlboost.folder / "iris.csv")
    owlboost.done("convert", "iris.csv", "--target", "species", "-o", "iris.owl")
    return owlboost


LISTED = """
(petal_length some long) SubClassOf WL1
(petal_width some wide) SubClassOf WL2
(sepal_width some broad) and (petal_width some wide) SubClassOf WL3
0.9 * WL1 + 0.4 * WL2 + -0.7 * WL3 SubClassOf versicolor
long   trapezoidal     1.5  3.9  4.6  5.9
wide   right-shoulder  0.4  1.5
broad  left-shoulder   2.6  3.1
"""
"""Rules for and against, all fuzzy."""

GOOD = ("--target", "Good_Hotel", "--scope", "Accommodation")
PAIRS = ("--positives", str(PAIR50 / "pos.txt"), "--negatives", str(PAIR50 / "neg.txt"))
VERSICOLOR = ("--target", "species=versicolor")
CASES = {
    "hotels, monotone": ("hotels.ofn", (*GOOD, "--monotone", "--rules", "5"), 0.5, ".ofn"),
    "hotels, gradient": ("hotels.ofn", (*GOOD, "--rules", "6", "--seed", "1"), 0.5, ".ttl"),
    "hotels, rules": ("hotels.ofn", (*GOOD, "--algorithm", "foil"), 0.3, ".owl"),
    "hotels, boost": ("hotels.ofn", (*GOOD, "--algorithm", "boost", "--rounds", "3"), 0.6, ".owx"),
    "fathers": ("family.ofn", ("--target", "father", "--algorithm", "foil"), 0.5, ".ofn"),
    "iris": ("iris.csv", (*VERSICOLOR, "--rules", "5", "--max-conjuncts", "1"), 0.5, ".ofn"),
    "pair50": (str(PAIR50 / "pair50.owl"), PAIRS, 0.5, ".ofn"),
}
"""What is learned from, with what options; where it is cut, and the syntax of the axioms."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=hermit) for name in CASES])
def test_hermit_infers_whom_predict_covers(folder: Commands, name: str) -> None:
    source, options, cut, suffix = CASES[name]
    if not (folder.folder / source).exists():
        pytest.skip("OWLBOOST_DATA has no pair50")
    folder.done("learn", source, *options, "-o", "model.json")
    ontology = source.replace("iris.csv", "iris.owl")
    require_exact(folder, "model.json", ontology, cut, f"rules{suffix}")


@pytest.mark.parametrize("cut", [pytest.param(cut, marks=hermit) for cut in (0.3, 0.62)])
def test_hermit_infers_what_argues_against(folder: Commands, cut: float) -> None:
    folder.write("listed.txt", LISTED)
    folder.done("import", "listed.txt", "iris.csv", "-o", "model.json")
    require_exact(folder, "model.json", "iris.owl", cut, "rules.ofn")
    assert "DataComplementOf" in (folder.folder / "rules.ofn").read_text()


def require_exact(owlboost: Commands, model: str, source: str, cut: float, rules: str) -> None:
    run = owlboost("export", model, source, "--format", "owl", "--cut", str(cut), "-o", rules)
    assert run.code == 0, run.err
    assert "not covered by the axioms" not in run.err
    expected = covered(owlboost, model, source, cut)
    assert expected
    target = target_of(owlboost, model)
    assert inferred(owlboost.folder, source, rules, target, hidden=True) == expected


@pytest.mark.parametrize("suffix", [pytest.param(one, marks=hermit) for one in (".ofn", ".ttl")])
def test_with_the_target_its_members_stay(folder: Commands, suffix: str) -> None:
    folder.write("rules.txt", "female and (hasChild some Thing) SubClassOf father\n")
    folder.done("import", "rules.txt", "family.ofn", "-o", "model.json")
    for option in ((), ("--equivalent", "--force")):
        rules = f"rules{suffix}"
        folder.done("export", "model.json", "family.ofn", "--format", "owl", *option, "-o", rules)
        if option:
            with pytest.raises(InconsistentError):
                inferred(folder.folder, "family.ofn", rules, family("father"), hidden=False)
        else:
            found = inferred(folder.folder, "family.ofn", rules, family("father"), hidden=False)
            assert found == set(map(family, ["stefan", "markus", "martin", "anna", "gabi"]))


def family(name: str) -> str:
    return f"http://example.org/family#{name}"


def export(owlboost: Commands, rule: str, axioms: str, *options: str) -> Run:
    """Export one rule for fathers, to be compared with the family and some more axioms."""
    owlboost.write("family.ofn", FATHERS.rstrip(")\n") + f")\n{axioms}\n)\n")
    sets = "old right-shoulder 20 40\n" if "old" in rule else ""
    owlboost.write("rules.txt", f"{rule} SubClassOf father\n{sets}")
    owlboost.done("import", "rules.txt", "family.ofn", "-o", "model.json")
    return owlboost(
        "export", "model.json", "family.ofn", "--format", "owl", *options, "-o", "father.ofn"
    )


PARENTS = "female and (hasChild some Thing)"
CONTRADICTIONS = {
    "a member is excluded": (PARENTS, "DisjointClasses(:father :female)"),
    "a class becomes empty": (
        "mother",
        "DisjointClasses(:father :mother) Declaration(Class(:mother))",
    ),
    "a value is excluded": (
        "(age some old)",
        'DataPropertyAssertion(:age :gabi "61"^^xsd:integer) DisjointClasses(:father :female)',
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_contradiction_is_refused(owlboost: Commands, name: str) -> None:
    run = export(owlboost, *CONTRADICTIONS[name])
    assert run.code == 1
    assert run.err.startswith("owlboost: What the rules say contradicts family.ofn, so that the")
    assert run.err.rstrip().endswith("use --force to write it all the same.")
    assert not (owlboost.folder / "father.ofn").exists()
    forced = export(owlboost, *CONTRADICTIONS[name], "--force")
    assert forced.code == 0
    assert "note: the ontology contradicts 1 of " in forced.err
    assert 'measures:standing "contradictory"' in (owlboost.folder / "father.ofn").read_text()


DEFINED = (
    "EquivalentClasses(:father "
    "ObjectIntersectionOf(:male ObjectSomeValuesFrom(:hasChild owl:Thing)))"
)
"""What a father is."""


def test_what_follows_already_is_told(owlboost: Commands) -> None:
    run = export(owlboost, "male and (hasChild some female)", DEFINED)
    assert run.code == 0, run.err
    assert run.err == ("note: the ontology already implied 1 of 1 axioms\nWritten to father.ofn\n")
    text = (owlboost.folder / "father.ofn").read_text()
    assert 'measures:standing "entailed"' in text
    assert "Covers 1 individual of family.ofn; 1 of them known as father. Already entailed." in text


def test_what_is_new_is_measured(owlboost: Commands) -> None:
    run = export(owlboost, "male", DEFINED)
    assert run.err == "Written to father.ofn\n"
    text = (owlboost.folder / "father.ofn").read_text()
    assert 'measures:standing "new"' in text
    assert 'measures:precision "0.600000"^^xsd:decimal' in text  # 3 of 5
    assert "SubClassOf(" in text
    assert ":male :father)" in text


@pytest.mark.parametrize("least", [pytest.param(least, marks=hermit) for least in (25, 35)])
def test_hermit_decides_what_ranges_say(owlboost: Commands, least: int) -> None:
    axioms = (
        "FunctionalDataProperty(:age) DataPropertyRange(:age xsd:integer) "
        "SubClassOf(DataSomeValuesFrom(:age DatatypeRestriction("
        f'xsd:integer xsd:minInclusive "{least}"^^xsd:integer)) :father)'
    )
    decided = export(owlboost, "(age some old)", axioms, "--reasoner", "hermit")
    assert decided.code == 0, decided.err
    follows = "note: the ontology already implied 1 of 1 axioms" in decided.err
    assert follows == (least == 25)  # the rule holds from 30 on
    assert "is not decided" not in decided.err


def test_a_definition_that_contradicts_is_refused(owlboost: Commands) -> None:
    run = export(owlboost, PARENTS, "", "--equivalent")
    assert run.code == 1
    assert "That father is nothing else than what the rules cover contradicts family.ofn" in run.err
    assert export(owlboost, PARENTS, "").code == 0
    done = export(owlboost, "male and (hasChild some Thing)", "", "--equivalent")
    assert done.code == 0, done.err
    assert "EquivalentClasses(" in (owlboost.folder / "father.ofn").read_text()


def test_what_cannot_be_said_is_told_in_a_sentence(folder: Commands) -> None:
    folder.write("listed.txt", LISTED)
    folder.write("rules.txt", "male SubClassOf father [0.8]\n")
    folder.done("import", "listed.txt", "iris.csv", "-o", "model.json")
    for arguments, told in (
        (("model.json",), "This model has rules that argue against the class"),
        (("model.json", "iris.owl", "--cut", "0"), "--cut must be a degree above 0 and at most 1"),
        (("model.json", "iris.owl", "-o", "x.omn"), "Manchester syntax has no place"),
        (("rules.txt", "family.ofn", "--cut", "0.9"), "There is nothing to say"),
    ):
        run = folder("export", *arguments, "--format", "owl")
        assert run.code == 1
        assert told in run.err
        assert run.out == ""
        assert not (folder.folder / "x.omn").exists()


def test_options_without_effect_are_told(folder: Commands) -> None:
    folder.write("rules.txt", f"{PARENTS} SubClassOf father\n")
    folder.done("import", "rules.txt", "family.ofn", "-o", "model.json")
    run = folder("export", "model.json", "family.ofn", "--format", "owl", "--with-data")
    assert "note: --with-data has no effect with --format owl" in run.err
    run = folder("export", "model.json", "--format", "dot", "--cut", "0.5")
    assert "note: --cut has no effect with --format dot" in run.err


PAGE = (ROOT / "docs" / "how-to" / "owl.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page_run_and_write_what_it_shows(owlboost: Commands) -> None:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    lines = [line for kind, text in blocks if kind == "sh" for line in text.splitlines()]
    assert len(lines) == 13
    for line in lines:
        words = shlex.split(line)
        if words[0] == "cp":
            shutil.copy(owlboost.folder / words[1], owlboost.folder / words[2])
        else:
            owlboost.done(*words[1:])
        if words[-1] == "good-rules.ofn" and "owl" in words:
            written = " ".join((owlboost.folder / "good-rules.ofn").read_text().split())
    (shown,) = (text for kind, text in blocks if kind == "ofn")
    body = " ".join(shown.split()).removeprefix("SubClassOf(").replace("( ", "(")
    assert body in written


def test_axioms_speak_of_things_by_their_labels(owlboost: Commands) -> None:
    label = 'AnnotationAssertion(rdfs:label :father "Vater"@de)'
    run = export(owlboost, "female", f"{label} DisjointClasses(:father :female)", "--lang", "de")
    assert run.code == 1
    assert "the axiom 'female SubClassOf Vater' cannot be added" in run.err
    done = export(owlboost, "male", label, "--lang", "de")
    assert done.code == 0, done.err
    assert "3 of them known as Vater." in (owlboost.folder / "father.ofn").read_text()


# What follows of individuals that rules do not cover


FATHER = "http://example.org/family#father"


def inferred_negatives(folder: Path, rules: str, source: str = "family.ofn") -> set[str]:
    """Whom our own reasoner takes out of the target, by a source without it and by rules."""
    hidden = hide_classes(read_ontology_file(folder / source), frozenset({FATHER}))
    write_ontology_triples(hidden, folder / "source.nt")
    read = read_ontology_file(folder / rules)
    imports = f"Import(<{hidden.iri}>)\nImport(<{read.iri}>)\n"
    place = folder / "both"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    shutil.move(folder / "source.nt", place / "source.nt")
    shutil.copyfile(folder / rules, place / rules)
    (place / "both.ofn").write_text(f"Ontology(<urn:merged>\n{imports})\n")
    merged = read_ontology_file(place / "both.ofn", strict=True)
    extended, complement = with_complement(merged, FATHER)
    found = members(compile_with(extended, "structural", timeout=60).saturate().kb, complement)
    return {name.rpartition("#")[2] for name in found}


@pytest.mark.parametrize("suffix", [".ofn", ".owl", ".owx", ".ttl"])
def test_an_exported_definition_lets_negatives_be_inferred(folder: Commands, suffix: str) -> None:
    folder.done("learn", "family.ofn", "--target", "father", "--algorithm", "foil", "-o", "m.json")
    export = ("export", "m.json", "family.ofn", "--format", "owl", "-o")
    run = folder(*export, f"defined{suffix}", "--equivalent")
    assert run.code == 0, run.err
    said = "nothing else belongs to father: who is shown to meet none of the conditions is inferred"
    assert f"note: {said}" in run.err
    assert said in (folder.folder / f"defined{suffix}").read_text()
    #   father ≡ male ⊓ ∃hasChild.⊤: whoever is female is no male, and so no father
    women = {"anna", "michelle", "gabi"}
    assert inferred_negatives(folder.folder, f"defined{suffix}") == women
    folder.done(*export, f"rules{suffix}")
    assert inferred_negatives(folder.folder, f"rules{suffix}") == set()


@pytest.mark.parametrize("layout", ["manchester", "fuzzydl"])
def test_an_export_that_defines_the_target_says_so_and_is_the_model(
    folder: Commands, layout: str
) -> None:
    folder.done("learn", "family.ofn", "--target", "father", "--algorithm", "foil", "-o", "m.json")
    run = folder("export", "m.json", "--format", layout, "--equivalent", "-o", "defined.txt")
    assert (run.code, run.out) == (0, "")
    said = "nothing else belongs to father: who is shown to meet the conditions to a degree of d at"
    assert f"note: {said}" in run.err
    assert said in (folder.folder / "defined.txt").read_text()
    predict = ("family.ofn", "--format", "json")
    assert folder.done("predict", "defined.txt", *predict) == folder.done(
        "predict", "m.json", *predict
    )


@pytest.mark.parametrize(
    "layout", ["sparql", "python", "text", "listing", "fuzzyowl2", "swrl", "dot", "mermaid"]
)
def test_other_formats_refuse_to_define_the_target(folder: Commands, layout: str) -> None:
    folder.done("learn", "family.ofn", "--target", "father", "--algorithm", "foil", "-o", "m.json")
    run = folder("export", "m.json", "--format", layout, "--equivalent", "-o", "x.out")
    assert (run.code, run.out) == (1, "")
    assert run.err == (
        f"owlboost: The format {layout} cannot say that nothing else belongs to the class: take "
        "fuzzydl, manchester or owl, or leave out --equivalent.\n"
    )
    assert not (folder.folder / "x.out").exists()


def write_definition(folder: Path, against: str) -> None:
    """Write the pair: men with children are fathers, and some class holds none."""
    prefix = "http://example.org/family#"
    parent = Concept((Atom(f"{prefix}male"),), (Edge(f"{prefix}hasChild", TOP),))
    bodies = {FATHER: parent, "urn:owlboost:complement#father": Concept((Atom(prefix + against),))}
    belongs, does_not = (
        TrainedModel("foil", target, RuleSet((Inclusion(body),)), 0.5)
        for target, body in bodies.items()
    )
    save_definition(Definition(belongs, does_not), folder / "pair.json")


@pytest.mark.parametrize("suffix", [".ofn", ".owl", ".owx", ".ttl"])
def test_an_exported_pair_has_rules_for_the_complement(folder: Commands, suffix: str) -> None:
    write_definition(folder.folder, "female")
    name = f"pair{suffix}"
    run = folder("export", "pair.json", "family.ofn", "--format", "owl", "-o", name)
    assert run.code == 0, run.err
    said = "who is covered by the rules against father is inferred not to belong to it; of whom"
    assert f"note: {said}" in run.err
    assert said in (folder.folder / name).read_text()
    assert inferred_negatives(folder.folder, name) == {"anna", "michelle", "gabi"}


def test_a_pair_that_covers_somebody_twice_is_refused(folder: Commands) -> None:
    write_definition(folder.folder, "male")
    export = ("export", "pair.json", "family.ofn", "--format", "owl", "-o", "pair.ofn")
    run = folder(*export)
    assert run.code == 1
    assert "The rules for and against cover 3 of the individuals together, such as" in run.err
    assert "or use --force to write it all the same." in run.err
    assert not (folder.folder / "pair.ofn").exists()
    assert folder(*export, "--force").code == 0


def test_a_pair_is_checked_against_what_is_known(folder: Commands) -> None:
    folder.write(
        "family.ofn",
        FATHERS.replace(":male :heinz)", ":male :heinz) ClassAssertion(:father :bert)"),
    )
    write_definition(folder.folder, "person")
    run = folder("export", "pair.json", "family.ofn", "--format", "owl", "--cut", "0.9")
    assert (run.code, run.out) == (1, "")
    assert "--force" in run.err


@pytest.mark.parametrize("layout", ["manchester", "text"])
def test_a_pair_is_written_one_model_after_the_other(folder: Commands, layout: str) -> None:
    write_definition(folder.folder, "female")
    run = folder("export", "pair.json", "--format", layout)
    assert run.code == 0
    assert "of whom neither rules cover, nothing is inferred" in run.err
    first, second = run.out.index("male"), run.out.rindex("female")
    assert first < second
    assert "Definition: who is covered by the rules against father" in run.out.splitlines()[0]


def test_a_pair_that_a_format_has_no_place_for_is_refused(folder: Commands) -> None:
    write_definition(folder.folder, "female")
    for layout in ("fuzzydl", "fuzzyowl2", "sparql", "python", "listing", "swrl", "dot"):
        assert folder("export", "pair.json", "--format", layout).err == (
            f"owlboost: The format {layout} writes one model, and a definition is two: take "
            "manchester, text or owl.\n"
        )
    run = folder("export", "pair.json", "--format", "owl", "--equivalent")
    assert (run.code, run.out) == (1, "")
    assert run.err.endswith("so neither are all there is: leave out --equivalent.\n")
