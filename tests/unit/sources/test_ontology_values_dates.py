"""Data properties with dates, times and durations: numbers of days, or texts if they are mixed."""

from pathlib import Path

import numpy as np
import pytest
from tests.dates import BUILT, PREFIXES, days, ontology_of, table_of

import owlboost as ob
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.learners.algorithms import FoilDL

DAYS = [float((day - days()[0].replace(year=1970, month=1, day=1)).days) for day in days()]


HAS_VALUE = '[ a owl:Restriction ; owl:onProperty :p ; owl:hasValue "2000-01-01"^^xsd:date ]'


def knowledge(folder: Path, facts: str) -> KnowledgeBase:
    path = folder / "t.ttl"
    path.write_text(f"{PREFIXES}:a a owl:NamedIndividual .\n{facts}", encoding="utf-8")
    return ob.read_ontology(path).source().knowledge_base()


@pytest.mark.parametrize(
    ("datatype", "form", "moment"),
    [
        ("date", "{}", "date"),
        ("date", "{}Z", "date"),
        ("dateTime", "{}T00:00:00", "dateTime"),
        ("dateTimeStamp", "{}T00:00:00Z", "dateTime"),
    ],
)
def test_dates_are_those_of_a_table(tmp_path: Path, datatype: str, form: str, moment: str) -> None:
    kb = ob.read_ontology(ontology_of(tmp_path, datatype, form)).source().knowledge_base()
    (values,) = kb.numbers.values()
    order = [kb.individuals.id(f"http://ex.org#h{number}") for number in range(40)]
    table = ob.read_table(table_of(tmp_path), id_column="hotel").columns["built"]
    assert values.values[order].tolist() == table.values.tolist() == DAYS  # type: ignore[union-attr]
    assert not kb.symbols
    assert kb.lexicon.times == {BUILT: moment}


def test_a_model_says_dates_and_keeps_saying_them(tmp_path: Path) -> None:
    source = ob.read_ontology(ontology_of(tmp_path, "date"))
    X, y = source.examples(target="Good")
    (model,) = ob.FoilDLClassifier(n_sets=3, min_confidence=0.6).fit(X, y).models_
    file = tmp_path / "model.json"
    model.save(file)
    loaded = ob.load(file)
    assert loaded.lexicon.times == {BUILT: "date"}
    assert "right-shoulder  2010-07-25  2017-12-22" in str(loaded)
    assert "A late built" in loaded.export("text")
    assert "built 2016-04-24 → late" in str(loaded.explain(source, "h30"))
    assert loaded.degrees(source) == pytest.approx(model.degrees(X))


@pytest.mark.parametrize(
    ("facts", "times"),
    [
        (':a :p "2000"^^xsd:gYear , "2000-05-01"^^xsd:date .', "date"),
        (':a :p "2000-05"^^xsd:gYearMonth , "2000-05-01T00:00:00Z"^^xsd:dateTime .', "dateTime"),
        (':a :p "P1Y"^^xsd:yearMonthDuration , "P1D"^^xsd:dayTimeDuration .', "duration"),
        (':a :p "2000"^^xsd:gYear , "unknown" .', "gYear"),
        (':a :q "18:00:00"^^xsd:time . :q rdfs:subPropertyOf :p .', "time"),
        (f":Hotel rdfs:subClassOf {HAS_VALUE} . :a a :Hotel .", "date"),
    ],
)
def test_what_lies_on_one_line_is_numbers(tmp_path: Path, facts: str, times: str) -> None:
    kb = knowledge(tmp_path, f":p a owl:DatatypeProperty .\n{facts}")
    assert kb.lexicon.times["http://ex.org#p"] == times
    assert np.isfinite(kb.numbers[kb.vocabulary.data_properties.id("http://ex.org#p")].values).all()


@pytest.mark.parametrize(
    "facts",
    [
        ':a :p "2000"^^xsd:integer , "2000-05-01"^^xsd:date .',
        ':a :p "P1D"^^xsd:duration , "2000-05-01"^^xsd:date .',
        ':a :p "--05-01"^^xsd:gMonthDay .',
        ':a :p 5 . :a :q "2000-05-01"^^xsd:date . :q rdfs:subPropertyOf :p .',
    ],
)
def test_what_cannot_be_compared_stays_texts(tmp_path: Path, facts: str) -> None:
    kb = knowledge(tmp_path, f":p a owl:DatatypeProperty .\n{facts}")
    prop = kb.vocabulary.data_properties.id("http://ex.org#p")
    assert "http://ex.org#p" not in kb.lexicon.times
    assert any("05-01" in str(value) for value in kb.symbols[prop].values)


def test_texts_beside_dates_are_categories(tmp_path: Path) -> None:
    kb = knowledge(tmp_path, ':p a owl:DatatypeProperty . :a :p "2000-05-01"^^xsd:date , "open" .')
    assert kb.symbols[0].values == ("open",)
    assert kb.numbers[0].values.tolist() == [11_078.0]


@pytest.mark.parametrize(
    ("datatype", "form"),
    [("dateTime", "{}T00:00:00Z"), ("dateTime", "{}T00:00:00"), ("date", "{}")],
)
def test_a_judge_finds_what_rules_about_dates_contradict(
    tmp_path: Path, datatype: str, form: str
) -> None:
    bad = ":Bad a owl:Class ; owl:disjointWith :Good . :h40 a owl:NamedIndividual , :Hotel , :Bad ;"
    more = f'{bad} :built "{form.format("2030-01-01")}"^^xsd:{datatype} .'
    source = ob.read_ontology(ontology_of(tmp_path, datatype, form, more))
    X, y = source.examples(target="Good")
    model = ob.train(X.problem(y), FoilDL(n_sets=3, min_confidence=0.6))
    assert model.properties is not None
    assert model.properties.consistent.holds is False
    assert "h40" in model.properties.consistent.reason
