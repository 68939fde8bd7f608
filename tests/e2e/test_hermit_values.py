"""Random ontologies with data values: what the rules derive, HermiT derives as well.

HermiT takes the complements of some datatypes wrongly (``∃p.xsd:double`` then holds of an integer):
of xsd:float, xsd:double, the binary ones and those derived from strings, which therefore come
with facets or not at all. It finds doubles above INF and below NaN, and does
not see that two decimals are two of any wider range.

``OWLBOOST_HERMIT_RUNS`` sets how many ontologies are tried.
"""

import os
import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec

import pytest
from tests.ontologies import ontology, types_of

from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.errors import InconsistentError
from owlboost.ontology import axioms as ax
from owlboost.ontology import expressions as ex
from owlboost.ontology.axioms import Axiom, walk
from owlboost.ontology.expressions import Class, ClassExpression, DataRange, Literal
from owlboost.ontology.ontology import Ontology
from owlboost.ontology.reasoner.hermit import complete
from owlboost.ontology.vocabulary import LANG_STRING, OWL, PLAIN_LITERAL, RDFS_LITERAL, XSD
from owlboost.sources.ontology_knowledge import saturate

RUNS = int(os.environ.get("OWLBOOST_HERMIT_RUNS", "8"))
pytestmark = [
    pytest.mark.skipif(
        not (os.environ.get("JAVA_HOME") or shutil.which("java")), reason="HermiT needs Java"
    ),
    pytest.mark.skipif(not find_spec("owlready2"), reason="HermiT comes with owlready2"),
]

FORMS = {
    "integer": ["-1", "0", "1", "5", "127", "128"],
    "decimal": ["0.5", "1.0", "5.5"],
    "float": ["-0.0", "0.0", "1.0", "16777216"],
    "double": ["-0.0", "0.0", "1.0", "16777217"],
    "boolean": ["true", "false"],
    "string": ["", "a", "abc", "en"],
    "anyURI": ["a", "urn:x"],
    "dateTime": [
        "2020-01-01T12:00:00", "2020-01-01T12:00:00Z", "2020-01-01T13:00:00+01:00",
        "2020-01-02T02:00:00", "2020-01-02T02:00:01", "2020-01-02T12:00:00Z",
    ],
}  # fmt: skip
VALUES = [Literal(form, XSD + name) for name, forms in FORMS.items() for form in forms]
VALUES += [Literal(form, OWL + "rational") for form in ("1/3", "1/2")]
VALUES += [Literal("chat", LANG_STRING, "fr"), Literal("", LANG_STRING, "en")]
DATATYPES = [
    *(XSD + name for name in ("integer", "byte", "unsignedByte", "decimal", "boolean", "string")),
    *(XSD + name for name in ("nonNegativeInteger", "anyURI", "dateTime", "dateTimeStamp")),
    *(OWL + "real", OWL + "rational", PLAIN_LITERAL, RDFS_LITERAL),
]
ORDER = [XSD + name for name in ("minInclusive", "maxInclusive", "minExclusive", "maxExclusive")]
LENGTHS = [XSD + name for name in ("length", "minLength", "maxLength")]
CLASSES = [Class(name) for name in "ABCD"]


class Draw(random.Random):
    """Draws ranges, classes, axioms."""

    def range(self, depth: int = 2) -> DataRange:
        kind = self.random()
        if depth == 0 or kind < 0.3:
            return ex.Datatype(self.choice(DATATYPES))
        if kind < 0.5:
            return ex.DataOneOf(tuple(self.sample(VALUES, self.choice([1, 2, 3]))))
        if kind < 0.8:
            return self.restriction()
        parts = self.range(depth - 1), self.range(depth - 1)
        compound: list[DataRange] = [
            ex.DataIntersection(parts),
            ex.DataUnion(parts),
            ex.DataComplement(parts[0]),
        ]
        return self.choice(compound)

    def restriction(self) -> DataRange:
        name = self.choice(["integer", "decimal", "float", "double", "dateTime", "string"])
        if name == "string":
            length = Literal(str(self.choice([0, 1, 2, 3])), XSD + "integer")
            return ex.DatatypeRestriction(XSD + name, ((self.choice(LENGTHS), length),))
        bounds = [Literal(form, XSD + name) for form in FORMS[name]]
        facets = self.sample(ORDER, self.choice([1, 2]))
        return ex.DatatypeRestriction(
            XSD + name, tuple((facet, self.choice(bounds)) for facet in facets)
        )

    def data(self) -> ClassExpression:
        name, kind = self.choice("pqs"), self.random()
        if kind < 0.5:
            return ex.DataSome(name, self.range())
        if kind < 0.7:
            return ex.DataOnly(name, self.range())
        if kind < 0.8:
            return ex.DataHasValue(name, self.choice(VALUES))
        how, number = self.choice(["min", "max"]), self.choice([1, 1, 2, 3])
        counted = self.range(1) if number == 1 else ex.Datatype(RDFS_LITERAL)
        return ex.DataCardinality(how, number, name, counted)

    def axiom(self) -> Axiom:
        named, kind = self.choice(CLASSES), self.random()
        if kind < 0.35:
            return ax.SubClassOf(named, self.data())
        if kind < 0.6:
            return ax.SubClassOf(self.data(), named)
        if kind < 0.7:
            return ax.EquivalentClasses((named, self.data()))
        return self.property_axiom(named)

    def property_axiom(self, named: Class) -> Axiom:
        axioms: list[Axiom] = [
            ax.SubDataPropertyOf("p", "q"),
            ax.SubDataPropertyOf("q", "s"),
            ax.FunctionalData(self.choice("pqs")),
            ax.DataDomain(self.choice("pqs"), named),
            ax.DataPropertyRange(self.choice("pqs"), self.range(1)),
            ax.DisjointDataProperties(("p", "s")),
            ax.DisjointClasses(tuple(self.sample(CLASSES, 2))),
        ]
        return self.choice(axioms)

    def ontology(self) -> Ontology:
        everybody = [ax.SubClassOf(one, Class(ex.THING)) for one in CLASSES]
        axioms = dict.fromkeys(self.axiom() for _ in range(self.randint(3, 8)))
        types = [(self.choice("xyz"), self.choice("ABCD")) for _ in range(4)]
        values = [(self.choice("xyz"), self.choice("pqs"), self.choice(VALUES)) for _ in range(4)]
        return ontology(*everybody, *axioms, *types, *values)


def _facts(kb: KnowledgeBase) -> Iterator[tuple[str, str]]:
    for name in kb.individuals:
        yield from ((name, found) for found in types_of(kb, name))
    classes = kb.vocabulary.classes
    for number, name in enumerate(classes):
        yield from ((name, classes[upper]) for upper in kb.taxonomy[number])


def by_hermit(value: Ontology) -> set[tuple[str, str]]:
    """What HermiT infers, closed under the inclusions that it infers."""
    done = complete(value, timeout=300)
    plain = tuple(
        axiom
        for axiom in done.axioms
        if isinstance(axiom, ax.SubClassOf | ax.EquivalentClasses)
        and not any(type(part).__name__.startswith("Data") for part in walk(axiom))
    )
    return set(_facts(saturate(replace(done, axioms=plain)).kb))


def by_rules(value: Ontology) -> set[tuple[str, str]] | None:
    """What the rules derive, None if they find a contradiction."""
    try:
        return set(_facts(saturate(value).kb))
    except InconsistentError:
        return None


@pytest.mark.parametrize("seed", range(RUNS))
def test_nothing_false_is_derived(seed: int) -> None:
    value = Draw(seed).ontology()
    found = by_rules(value)
    if found is None:
        with pytest.raises(InconsistentError):
            by_hermit(value)
        return
    try:
        expected = by_hermit(value)
    except InconsistentError:  # then everything follows
        return
    assert found <= expected


@pytest.mark.parametrize("seed", range(100, 100 + RUNS // 2))
def test_classes_defined_by_ranges_are_ordered_as_by_hermit(seed: int) -> None:
    draw = Draw(seed)
    defined = [
        ax.EquivalentClasses((Class(f"C{i}"), ex.DataSome("p", draw.range()))) for i in range(8)
    ]
    value = ontology(*defined, *((f"x{i}", "p", draw.choice(VALUES)) for i in range(8)))
    assert set(_facts(saturate(value).kb)) == by_hermit(value)
