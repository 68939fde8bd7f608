"""Laws of exporting: what is written reads back, and says the same everywhere."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import scaled
from tests.rdf_store import degrees_and_evidence, individual_iri, store_of
from tests.strategies import TARGET, concepts, knowledge_bases, label_lists

from owlboost.concepts.evaluation import SEMANTICS, Extents, Semantics
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.exchange.flat.encoding import encode
from owlboost.exchange.flat.facts import collect_facts
from owlboost.exchange.flat.rules import decode
from owlboost.exchange.fuzzydl import fuzzydl_text, model_from_fuzzydl
from owlboost.exchange.fuzzyowl import fuzzyowl_text
from owlboost.exchange.fuzzyowl_reader import rules_from_fuzzyowl
from owlboost.exchange.manchester import manchester_text, model_from_manchester
from owlboost.exchange.python import python_text
from owlboost.exchange.sparql import sparql_text
from owlboost.models.calibration import Isotonic, Platt
from owlboost.models.trained import TrainedModel

Case = tuple[KnowledgeBase, TrainedModel]
WEIGHTS = st.floats(-5, 5).map(lambda weight: weight if abs(weight) > 1e-9 else 0.0)


PLATTS = st.builds(Platt, st.floats(0, 20), st.floats(-20, 20))
LINES = st.sets(st.integers(-9, 9), min_size=1, max_size=5).flatmap(
    lambda at: st.builds(
        Isotonic,
        st.just(tuple(number / 2 for number in sorted(at))),
        st.lists(st.floats(0, 1), min_size=len(at), max_size=len(at)).map(
            lambda found: tuple(sorted(found))
        ),
    )
)
CURVES = st.lists(st.tuples(st.integers(0, 9), st.floats(0, 1)), max_size=3).map(tuple)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A knowledge base and a model over its vocabulary, of any algorithm, calibrated or not."""
    kb, model = draw(plain_cases())
    return kb, replace(
        model,
        calibration=draw(st.none() | PLATTS | LINES),
        curve=draw(CURVES),
        remarks=draw(st.sampled_from([(), ("Few examples.", 'Say "ü"\n% # too')])),
    )


@st.composite
def plain_cases(draw: st.DrawFn) -> Case:
    """A knowledge base and a model over its vocabulary, of any algorithm."""
    kb = draw(knowledge_bases())
    bodies = concepts(kb, draw(label_lists(kb)))
    degrees, counts = st.floats(1e-9, 1), st.integers(0, 9)
    if draw(st.booleans()):
        rules = st.builds(Inclusion, bodies, degrees, degrees, counts, counts)
        ruled = RuleSet(tuple(draw(st.lists(rules, max_size=3))))
        return kb, TrainedModel("foil", TARGET, ruled, draw(degrees))
    axioms = st.lists(
        st.builds(Inclusion, bodies, st.just(1.0) | degrees, degrees, counts, counts), max_size=3
    )
    terms = [WeakHypothesis(f"WL{i}", tuple(draw(axioms))) for i in range(draw(st.integers(0, 3)))]
    leverages = tuple(draw(WEIGHTS) for _ in terms)
    boosted = BoostedHypothesis(tuple(terms), leverages)
    return kb, TrainedModel("gradient", TARGET, boosted, draw(degrees), {"n": 3}, {"path": "ü"})


def degrees_of(kb: KnowledgeBase, model: TrainedModel) -> list[float]:
    extents = Extents(kb, model.semantics)
    return [float(degree) for degree in extents.hypothesis(model.hypothesis)]


def evidence_of(kb: KnowledgeBase, model: TrainedModel) -> list[float]:
    return [float(evidence) for evidence in model.evidence(kb)]


@given(cases())
def test_contributions_add_up_to_the_evidence(case: Case) -> None:
    kb, model = case
    for one, evidence in zip(model.predict(kb), evidence_of(kb, model), strict=True):
        told = model.explain(kb, one.individual)
        assert math.isclose(math.fsum(rule.contribution for rule in told.firings), evidence,
                            abs_tol=1e-12)  # fmt: skip
        assert (told.degree, told.evidence, told.probability) == (
            one.degree,
            one.evidence,
            one.probability,
        )
        assert one.degree == min(1.0, max(0.0, evidence))


@given(cases())
def test_manchester_reads_back_as_the_same_model(case: Case) -> None:
    _, model = case
    assert model_from_manchester(manchester_text(model)) == model


@given(cases())
def test_fuzzydl_reads_back_with_the_same_degrees(case: Case) -> None:
    kb, model = case
    rules, names = encode(model, kb)
    facts = collect_facts(model, rules, names, kb, range(len(kb.individuals)))
    back = model_from_fuzzydl(fuzzydl_text(rules, facts, data_known=True))
    assert degrees_of(kb, back) == pytest.approx(degrees_of(kb, model), abs=1e-9)
    assert evidence_of(kb, back) == pytest.approx(evidence_of(kb, model), abs=1e-9)
    told = [(one.calibration, one.curve, one.remarks) for one in (back, model)]
    assert told[0] == told[1]
    assert [each.body for each in back.hypothesis.inclusions] == [
        each.body for each in model.hypothesis.inclusions if is_kept(each)
    ]
    assert (back.parameters, back.source, back.threshold) == (
        model.parameters,
        model.source,
        model.threshold,
    )


def is_kept(inclusion: Inclusion) -> bool:
    return inclusion.degree >= 1e-15


@settings(max_examples=scaled(40))
@given(cases(), st.sampled_from(["rdfxml", "owlxml", "functional"]), st.booleans())
def test_fuzzy_owl_reads_back_as_the_same_rules(case: Case, syntax: str, with_data: bool) -> None:
    kb, model = case
    rules, names = encode(model, kb)
    facts = (
        collect_facts(model, rules, names, kb, range(len(kb.individuals))) if with_data else None
    )
    text = fuzzyowl_text(rules, facts, syntax=syntax)  # type: ignore[arg-type]
    back = decode(rules_from_fuzzyowl(text))
    assert back == decode(rules)
    assert back.calibration == model.calibration


@given(cases(), st.sampled_from(list(SEMANTICS.values())))
def test_python_code_gives_the_same_degrees_evidence_and_probabilities(
    case: Case, semantics: Semantics
) -> None:
    kb, model = case
    model = replace(model, semantics=semantics)
    module: dict[str, Any] = {}
    exec(python_text(model), module)
    things = as_dicts(kb)[: len(kb.individuals)]
    assert [module["degree"](thing) for thing in things] == degrees_of(kb, model)
    assert [module["evidence"](thing) for thing in things] == evidence_of(kb, model)
    if model.calibration is None:
        assert "probability" not in module
    else:
        expected = model.probabilities(kb)
        found = [module["probability"](thing) for thing in things]
        assert np.allclose(found, expected, rtol=0, atol=1e-12)


def as_dicts(kb: KnowledgeBase) -> list[dict[str, list[object]]]:
    """Every element as the dict that generated code takes; names of the tests are short already."""
    things: list[dict[str, list[object]]] = [{"types": []} for _ in range(kb.n_elements)]
    names = kb.vocabulary

    def short(iri: str) -> str:
        return iri.rpartition("#")[2]

    for x, thing in enumerate(things):
        thing["types"] = [short(names.classes[number]) for number in kb.types[x]]
        for number, role in enumerate(names.roles):
            thing[short(role)] = [things[y] for y in kb.roles[number][x]]
        for number, prop in enumerate(names.data_properties):
            found: list[object] = []
            if number in kb.numbers:
                values = kb.numbers[number]
                found += values.values[values.indptr[x] : values.indptr[x + 1]].tolist()
            if number in kb.symbols:
                found += [kb.symbols[number].values[code] for code in kb.symbols[number].rows[x]]
            thing[short(prop)] = found
    return things


@settings(max_examples=scaled(60))
@given(cases())
def test_sparql_finds_the_covered_individuals_with_their_degrees(case: Case) -> None:
    kb, model = case
    pairs = zip(degrees_of(kb, model), evidence_of(kb, model), strict=True)
    expected = dict(zip(map(individual_iri, kb.individuals), pairs, strict=True))
    found = degrees_and_evidence(store_of(kb), sparql_text(model))
    assert set(found) == {name for name, (degree, _) in expected.items() if degree > 0}
    for name, told in found.items():
        assert told == pytest.approx(expected[name], rel=1e-12)
    evidence = [told for _, told in found.values()]
    assert evidence == sorted(evidence, reverse=True)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=8))
def test_weights_never_sum_above_one(parts: list[float]) -> None:
    from owlboost.exchange.flat.encoding import shares

    whole = max(sum(parts), 1.0)
    found = shares(parts, whole)
    assert sum(found) <= 1.0
    assert np.allclose(found, [part / whole for part in parts], rtol=0, atol=1e-14)
