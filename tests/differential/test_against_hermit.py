"""The structural reasoner against HermiT on random ontologies: nothing false, no miss in silence.

``make hermit`` tries many more of them.
"""

import os
import shutil
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.hermit_batches import NO_ANSWER, Entailed, Reply, ask_hermit
from tests.ontologies import related, types_of
from tests.random_ontologies import random_ontology

from owlboost.errors import InconsistentError
from owlboost.ontology.axioms import SubClassOf
from owlboost.ontology.expressions import Class, HasValue, Role
from owlboost.ontology.ontology import Ontology
from owlboost.runtime.names import Names
from owlboost.sources.ontology_knowledge import saturate

FIRST = int(os.environ.get("OWLBOOST_FIRST_ONTOLOGY", "0"))
NUMBER = int(os.environ.get("OWLBOOST_ONTOLOGIES", "60"))
BATCH = 20
CLASHES = 5 if NUMBER <= 60 else BATCH
"""Of each batch, how many contradictions are put to HermiT; each takes a start of Java."""
Filler = tuple[str, str, str]
"""A role, who is related by it, and to whom."""
MOST_WITHOUT_ANSWER = 2
"""Of each batch, how many HermiT may take too long for."""

pytestmark = [
    pytest.mark.skipif(
        not (os.environ.get("JAVA_HOME") or shutil.which("java")), reason="HermiT needs Java"
    ),
    pytest.mark.skipif(not find_spec("owlready2"), reason="HermiT comes with owlready2"),
]


@dataclass(frozen=True, slots=True)
class Derived:
    """What the structural reasoner makes of an ontology; no answer is a contradiction."""

    number: int
    ontology: Ontology
    answer: Entailed | None
    told: bool


def derived(number: int) -> Derived:
    ontology = random_ontology(number)
    try:
        saturated = saturate(ontology)
    except InconsistentError:
        return Derived(number, ontology, None, told=True)
    kb = saturated.kb
    classes, roles = kb.vocabulary.classes, kb.vocabulary.roles
    answer = Entailed(
        types={(name, class_) for name in kb.individuals for class_ in types_of(kb, name)},
        above={(name, classes[d]) for c, name in enumerate(classes) for d in kb.taxonomy[c]},
        fillers={(role, one, two) for role in roles for one, two in related(kb, role)},
    )
    return Derived(number, ontology, answer, told=bool(saturated.remarks))


def falsehoods(one: Derived, reply: Reply, folder: Path) -> set[object]:
    """What was derived and does not follow."""
    if not isinstance(reply, Entailed):
        return set()
    if one.answer is None:
        return {"a contradiction"}
    fillers = one.answer.fillers or set()
    false: set[object] = {*(one.answer.types - reply.types), *(one.answer.above - reply.above)}
    unlisted = set() if reply.fillers is None else fillers - reply.fillers
    return false | (unlisted and unentailed(one.ontology, sorted(unlisted), folder))


def unentailed(ontology: Ontology, fillers: list[Filler], folder: Path) -> set[Filler]:
    """Of fillers that HermiT does not list, those that it does not infer when asked for each.

    It leaves some out of its lists where roles have chains, and yet infers ``∃t.{b}``.
    """
    names = [f"asked{number:04}" for number in range(len(fillers))]
    asked = (
        SubClassOf(HasValue(Role(role), other), Class(name))
        for name, (role, _, other) in zip(names, fillers, strict=True)
    )
    signature = replace(ontology.signature, classes=Names([*ontology.signature.classes, *names]))
    longer = replace(ontology, signature=signature, axioms=(*ontology.axioms, *asked))
    (reply,) = ask_hermit([longer], folder)
    types = reply.types if isinstance(reply, Entailed) else set()
    return {one for name, one in zip(names, fillers, strict=True) if (one[1], name) not in types}


def misses(one: Derived, reply: Reply) -> set[object]:
    """What follows for named individuals and was not derived."""
    if one.answer is None or reply == "inconsistent":
        return set() if one.answer is None else {"a contradiction"}
    known = {*one.ontology.signature.classes}
    types = reply.types if isinstance(reply, Entailed) else set()
    return {pair for pair in types - one.answer.types if pair[1] in known}


@pytest.mark.parametrize("start", range(FIRST, FIRST + NUMBER, BATCH))
def test_nothing_is_false_and_no_miss_is_silent(start: int, tmp_path: Path) -> None:
    found = [derived(number) for number in range(start, min(start + BATCH, FIRST + NUMBER))]
    clashes = [one for one in found if one.answer is None][:CLASHES]
    asked = [one for one in found if one.answer is not None] + clashes
    replies = ask_hermit([one.ontology for one in asked], tmp_path)
    odd = [
        one for one in replies if isinstance(one, str) and one not in {"inconsistent", NO_ANSWER}
    ]
    assert odd == []
    assert replies.count(NO_ANSWER) <= MOST_WITHOUT_ANSWER
    both = [pair for pair in zip(asked, replies, strict=True) if pair[1] != NO_ANSWER]
    false = {
        one.number: wrong for one, reply in both if (wrong := falsehoods(one, reply, tmp_path))
    }
    assert false == {}
    silent = [one.number for one, reply in both if not one.told and misses(one, reply)]
    assert silent == []
    assert any(one.answer and one.answer.types for one in asked)
