"""Laws of labels: what is shown names one thing, and is understood wherever it is written."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.property.test_exchange import Case, cases
from tests.reference import labels as literal
from tests.strategies import TARGET

from owlboost.concepts.hypothesis import iris_used
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Resolver, Vocabulary
from owlboost.errors import UnknownNameError
from owlboost.exchange.listing import listing_text, read_listing
from owlboost.exchange.manchester import manchester_text, model_from_manchester
from owlboost.exchange.names import NameIndex
from owlboost.models.model_files import model_from_json, model_to_json
from owlboost.ontology.ontology import Labels, Signature, TaggedLabel, shown_labels
from owlboost.runtime.names import Names, as_line, short_name
from owlboost.sources.ontology_knowledge import lexicon_of

IRIS = [f"http://ex.org#E{number}" for number in range(5)]
HOSTILE = [
    "and", "some", "SubClassOf", "Thing", "Nothing", "value", "12", "-3.5", "WL1", "E0", "e1",
    "it's", 'say "hi"', "back\\slash", "# Rules", "# labels: {}", "0.5 * WL1", "[0.8]", "(a)",
    "<urn:x>", "two\nlines", "\x1b[31mred", "عربي", "\u202eabc", "x" * 130, "ß", "SS", " blank ",
    "http://ex.org#E1", "a_L", "true", "comma, and", "Größe/Höhe", "%20", "∃r.C ⊑ D",
]  # fmt: skip
TEXTS = (st.sampled_from(HOSTILE) | st.text(max_size=6)).map(as_line).filter(bool)
LANGUAGES = st.sampled_from(["", "en", "en-gb", "de", "de-at", "fr"])
TAGS = st.none() | st.sampled_from(["de", "de-AT", "de-at-1996", "EN", "fr", "it"])
TAGGED = st.builds(TaggedLabel, TEXTS, LANGUAGES, st.integers(0, 2))


def labels_of(iris: list[str]) -> st.SearchStrategy[Labels]:
    """Labels of some things, many of them the same."""
    some = st.sets(TAGGED, min_size=1, max_size=3).map(lambda found: tuple(sorted(found)))
    return st.dictionaries(st.sampled_from(iris), some) if iris else st.just({})


@st.composite
def signatures(draw: st.DrawFn) -> Signature:
    """Things of four kinds; one IRI may be of several."""
    kinds = [Names(sorted(draw(st.sets(st.sampled_from(IRIS))))) for _ in range(4)]
    return Signature(*kinds)


@given(labels_of(IRIS), signatures(), TAGS)
def test_what_is_shown_is_what_the_definition_says(
    labels: Labels, signature: Signature, lang: str | None
) -> None:
    every = {*signature.classes, *signature.roles, *signature.data_properties}
    known = {iri: told for iri, told in labels.items() if iri in every | {*signature.individuals}}
    assert shown_labels(known, signature, lang) == literal.shown(known, signature, lang)


@given(labels_of(IRIS), st.sampled_from(HOSTILE + IRIS) | TEXTS)
def test_a_name_means_what_the_definition_says(labels: Labels, name: str) -> None:
    names = Names(IRIS)
    lexicon = lexicon_of(labels, Signature(classes=names))
    classes = Resolver(names, "class", lexicon=lexicon)
    expected = literal.meant(as_line(name), IRIS, labels) or literal.meant(name, IRIS, labels)
    assert classes.has(name) == bool(expected)
    if len(expected) == 1:
        assert {classes.iri(name)} == expected
        return
    with pytest.raises(UnknownNameError) as refused:
        classes.iri(name)
    assert all(iri in str(refused.value) for iri in expected)


@given(labels_of(IRIS), signatures(), TAGS)
def test_what_is_shown_is_understood(
    labels: Labels, signature: Signature, lang: str | None
) -> None:
    lexicon = lexicon_of(labels, signature, lang)
    for names in (signature.classes, signature.roles, signature.data_properties):
        found = Resolver(names, "thing", lexicon=lexicon)
        assert [found.iri(lexicon.name(iri)) for iri in names] == list(names)


Labelled = tuple[Case, Mapping[str, str], NameIndex]


@st.composite
def labelled_cases(draw: st.DrawFn) -> Labelled:
    """A model over an ontology with labels, what it calls things, and the ontology's names."""
    kb, model = draw(cases())
    names = kb.vocabulary
    classes = Names([*names.classes, TARGET])
    signature = Signature(classes, names.roles, names.data_properties)
    used = sorted({TARGET, *iris_used(model.hypothesis)})
    lexicon = lexicon_of(draw(labels_of(used)), signature, draw(TAGS))
    vocabulary = Vocabulary(classes, names.roles, names.data_properties)
    index = NameIndex(vocabulary, "urn:test#{}".format, lexicon=lexicon)
    called = replace(model, lexicon=lexicon.only(used))
    return (kb, called), called.lexicon.labels, index


@given(labelled_cases())
def test_rules_with_labels_read_back_as_the_same_model(case: Labelled) -> None:
    (_, model), labels, _ = case
    back = model_from_manchester(manchester_text(model))
    assert back == model
    assert back.lexicon.labels == labels


@given(labelled_cases())
def test_a_listing_with_labels_reads_back_as_the_same_model(case: Labelled) -> None:
    (_, model), labels, index = case
    back = read_listing(listing_text(model)).model(index)
    assert back == model
    assert back.lexicon.labels == labels


@given(labelled_cases())
def test_a_model_file_keeps_labels(case: Labelled) -> None:
    (_, model), labels, _ = case
    data = model_to_json(model)
    assert data.get("labels", {}) == labels
    assert model_from_json(data) == model
    assert model_from_json(data).lexicon.labels == labels
    without = model_to_json(replace(model, lexicon=model.lexicon.only([])))
    assert "labels" not in without
    assert [*data.keys() - without.keys()] == (["labels"] if labels else [])


@given(labels_of(IRIS))
def test_a_label_in_a_knowledge_base_names_an_individual(labels: Labels) -> None:
    names = Names(IRIS)
    lexicon = lexicon_of(labels, Signature(individuals=names))
    kb = replace(KnowledgeBase.from_facts(IRIS), lexicon=lexicon)
    for iri in IRIS:
        title = kb.lexicon.title(iri)
        assert title == lexicon.labels.get(iri, iri)
        assert title != short_name(iri)
