"""Rules over dates in other formats: dates are compared with dates, or there is a sentence."""

import shutil
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from pyoxigraph import RdfFormat, Store
from tests.dates import BUILT, ontology_of, table_of
from tests.rdf_store import answers

import owlboost as ob
from owlboost.concepts.concept import Concept, FuzzyValue
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ParameterError
from owlboost.exchange.rule_files import read_model
from owlboost.exchange.table_ontology import write_ontology
from owlboost.models.trained import TrainedModel
from owlboost.ontology.readers.ontology_file import read_ontology_file
from owlboost.ontology.reasoner.reason import Reasoner
from owlboost.ontology.transform import hide_classes
from owlboost.runtime.calendar import Moment
from owlboost.runtime.names import Names
from owlboost.sources.ontology_reasoning import compile_with

TARGET = "http://ex.org#Good"
hermit = [
    pytest.mark.skipif(shutil.which("java") is None, reason="HermiT needs Java"),
    pytest.mark.skipif(not find_spec("owlready2"), reason="HermiT comes with owlready2"),
]
LATE = FuzzySet("built_H", RightShoulder(14_000.0, 16_000.0))
FORMS = [
    ("date", "{}"),
    ("date", "{}+05:00"),
    ("dateTime", "{}T00:00:00"),
    ("dateTime", "{}T09:30:00Z"),
]


def model_of(moment: Moment, prop: str = BUILT) -> TrainedModel:
    rules = RuleSet((Inclusion(Concept((FuzzyValue(prop, LATE),)), 0.75),))
    lexicon = Lexicon(times={prop: moment})
    return TrainedModel("foil", TARGET, rules, 0.5, lexicon=lexicon)


@pytest.mark.parametrize(("datatype", "form"), FORMS)
def test_sparql_finds_the_same_degrees(tmp_path: Path, datatype: str, form: str) -> None:
    path = ontology_of(tmp_path, datatype, form)
    model, source = model_of("date"), ob.read_ontology(path)
    store = Store()
    store.load(path=str(path), format=RdfFormat.TURTLE)
    kb = model.knowledge(source)
    degrees = dict(zip(kb.individuals, model.degrees(kb).tolist(), strict=True))
    covered = {name: degree for name, degree in degrees.items() if degree > 0}
    assert answers(store, model.export("sparql")) == pytest.approx(covered, abs=1e-9)
    assert 5 < len(covered) < 40


@pytest.mark.parametrize(("datatype", "text", "days"), [
    ("gYear", "2010", 14_610.0),
    ("gYearMonth", "2010-03+05:00", 14_669 - 5 / 24),
    ("dateTime", "2010-03-01T01:30:00-05:00", 14_669 + 6.5 / 24),
    ("dateTime", "2012-02-29T12:00:00.25", 15_399.5 + 0.25 / 86_400),
])  # fmt: skip
def test_sparql_counts_days(tmp_path: Path, datatype: str, text: str, days: float) -> None:
    path = ontology_of(tmp_path, datatype, text)
    store = Store()
    store.load(path=str(path), format=RdfFormat.TURTLE)
    degree = 0.75 * (days - 14_000) / 2000
    found = answers(store, model_of("dateTime").export("sparql"))
    assert list(found.values()) == pytest.approx([degree] * 40)


def covered_by(axioms: Path, source: Path, reasoner: Reasoner) -> set[str]:
    """Whom axioms put into the class, by what the source says without it."""
    known = hide_classes(read_ontology_file(source), frozenset({TARGET}))
    said = read_ontology_file(axioms)
    classes = Names(sorted({*known.signature.classes, TARGET}))
    together = replace(
        known,
        axioms=(*known.axioms, *said.axioms),
        signature=replace(known.signature, classes=classes),
        facts=replace(
            known.facts,
            type_classes=np.array(
                [classes.id(known.signature.classes[one]) for one in known.facts.type_classes],
                dtype=np.int32,
            ),
        ),
    )
    kb = compile_with(together, reasoner, timeout=300).saturate().kb
    return {kb.individuals[number] for number in kb.members[kb.vocabulary.classes.id(TARGET)]}


@pytest.mark.parametrize("zone", ["", "Z", "+05:00"])
@pytest.mark.parametrize("reasoner", ["structural", pytest.param("hermit", marks=hermit)])
def test_owl_axioms_compare_instants(tmp_path: Path, zone: str, reasoner: Reasoner) -> None:
    path = ontology_of(tmp_path, "dateTime", "{}T00:00:00" + zone)
    source, model = ob.read_ontology(path), model_of("dateTime")
    axioms = tmp_path / "axioms.ofn"
    axioms.write_text(model.export("owl", source=source, cut=0.3), encoding="utf-8")
    assert '"2010-07-10T00:00:00Z"^^xsd:dateTime' in axioms.read_text()  # 14 000 + 0.4 · 2000 days
    kb = model.knowledge(source)
    degrees = zip(kb.individuals, model.degrees(kb).tolist(), strict=True)
    wanted = {name for name, degree in degrees if degree >= 0.3}
    assert covered_by(axioms, path, reasoner) == wanted
    assert 0 < len(wanted) < 40


def test_swrl_rules_compare_instants(tmp_path: Path) -> None:
    source = ob.read_ontology(ontology_of(tmp_path, "dateTime", "{}T00:00:00Z"))
    rules = model_of("dateTime").export("swrl", source=source, cut=0.3)
    assert "greaterThanOrEqual" in rules
    assert '"2010-07-10T00:00:00Z"^^xsd:dateTime' in rules


@pytest.mark.parametrize("format_", ["owl", "swrl"])
def test_what_owl_cannot_compare_is_refused(tmp_path: Path, format_: str) -> None:
    source = ob.read_ontology(ontology_of(tmp_path, "date"))
    for known in (source, None):
        with pytest.raises(ParameterError, match=r"'built', which are of xsd:date, and OWL 2 comp"):
            model_of("date").export(format_, source=known, cut=0.3)


def test_durations_are_refused_in_sparql() -> None:
    with pytest.raises(ParameterError, match="they compare durations, those of 'built'"):
        model_of("duration").export("sparql")


@pytest.mark.parametrize("format_", ["fuzzydl", "fuzzyowl2", "manchester"])
def test_files_of_rules_keep_what_numbers_stand_for(tmp_path: Path, format_: str) -> None:
    source = ob.read_ontology(ontology_of(tmp_path, "date"))
    model = model_of("date")
    file = tmp_path / "rules"
    file.write_text(model.export(format_), encoding="utf-8")
    found = read_model(file)
    assert found.lexicon.times == {BUILT: "date"}
    assert found.degrees(source) == pytest.approx(model.degrees(source))


@pytest.mark.parametrize("format_", ["dot", "mermaid", "text"])
def test_people_read_dates(format_: str) -> None:
    shown = model_of("date").export(format_)
    assert "2008-05-01" in shown  # day 14 000
    assert "14000" not in shown.replace(" ", "")


def test_a_table_and_what_it_is_converted_to_have_the_same_degrees(tmp_path: Path) -> None:
    table = ob.read_table(table_of(tmp_path), id_column="hotel")
    prop = "urn:owlboost:table#built"
    model = model_of("date", prop)
    path = tmp_path / "hotels.ttl"
    write_ontology(table, "good", path)
    converted = ob.read_ontology(path)
    kb = model.knowledge(converted)
    order = [kb.individuals.id(f"urn:owlboost:table#h{number}") for number in range(40)]
    assert model.degrees(kb)[order].tolist() == model.degrees(table).tolist()
    axioms = tmp_path / "axioms.ofn"
    axioms.write_text(model.export("owl", source=table, cut=0.3), encoding="utf-8")
    wanted = {
        f"urn:owlboost:table#h{number}"
        for number, degree in enumerate(model.degrees(table).tolist())
        if degree >= 0.3
    }
    assert covered_by(axioms, path, "structural") == wanted
    store = Store()
    store.load(path=str(path), format=RdfFormat.TURTLE)
    found = answers(store, model.export("sparql"))
    assert {name for name, degree in found.items() if degree >= 0.3} == wanted
