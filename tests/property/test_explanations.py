"""What rules contribute adds up to the evidence, bit for bit, and conditions to their rules."""

import json
from functools import reduce
from operator import add

import numpy as np
from hypothesis import given, settings
from tests.examples import scaled
from tests.property.test_counterfactuals import Case, cases

from owlboost.concepts.evaluation import Extents
from owlboost.models.explanation import contributions, explain


@given(cases())
@settings(max_examples=scaled(60))
def test_contributions_reproduce_evidence_and_degree(case: Case) -> None:
    kb, hypothesis, element, threshold = case
    extents = Extents(kb)
    found = explain(hypothesis, extents, element, threshold=threshold)
    total = reduce(add, (one.contribution for one in found.firings), 0.0)  # sum() may round better
    assert total == found.evidence == extents.evidence(hypothesis)[element]
    assert found.degree == min(1.0, max(0.0, total)) == extents.hypothesis(hypothesis)[element]
    assert (found.steps[-1].total if found.steps else 0.0) == total
    for one in found.firings:
        assert min((part.degree for part in one.conditions), default=1.0) == one.degree
    row = contributions(hypothesis, extents, np.array([element]))[0]
    assert row.tolist() == [one.contribution for one in found.firings]
    assert json.loads(json.dumps(found.as_json())) == found.as_json()
