"""The choice of a reasoner, and an ontology compiled for it without its target."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from owlboost.errors import ParameterError
from owlboost.ontology.ontology import Ontology, Remark
from owlboost.ontology.reasoner.hermit import complete
from owlboost.ontology.reasoner.reason import (
    Reasoner,
    after_hermit,
    prepare_with_hermit,
    require_reasoner,
)
from owlboost.ontology.transform import alpha_cut, hide_classes, hold_out, revealing
from owlboost.sources.fuzzy_concepts import layer_of
from owlboost.sources.fuzzy_knowledge import GradedOntology, LayeredOntology, graded_premise_remarks
from owlboost.sources.ontology_knowledge import (
    Compiled,
    CompiledOntology,
    Saturated,
    compile_ontology,
    hidden_classes,
)
from owlboost.sources.ontology_values import learnable_values


@dataclass(frozen=True, slots=True)
class CompletedOntology:
    """An ontology that HermiT completes anew for every set of individuals held out.

    The ontology is without the classes that disappear before reasoning.
    """

    ontology: Ontology
    structural: Compiled
    hidden: frozenset[str]
    remarks: tuple[Remark, ...]
    timeout: float | None

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without the assertions about some individuals; they keep their numbers."""
        prepared = prepare_with_hermit(
            self.ontology, self.structural.prepared, without=without, timeout=self.timeout
        )
        compiled = Compiled(prepared, self.hidden, learnable_values(prepared))
        saturated = compiled.saturate()
        return replace(saturated, remarks=after_hermit(saturated.remarks))

    def hiding(self, more: Collection[str]) -> "CompletedOntology":
        """Return the same, with further classes left out of the knowledge base."""
        return replace(self, hidden=self.hidden.union(more))


def compile_with(
    ontology: Ontology,
    reasoner: Reasoner = "structural",
    *,
    timeout: float | None = None,
    target: str | None = None,
    hide: Collection[str] = (),
    unseen: Collection[str] = (),
) -> CompiledOntology:
    """Prepare an ontology for reasoning.

    HermiT needs owlready2 and Java, and has ``timeout`` seconds for each set of individuals held
    out. Target and hidden classes disappear as in :func:`.ontology_knowledge.compile_ontology`; the
    unseen are reasoned with, but left out of the vocabulary.
    """
    require_reasoner(reasoner)
    fuzziness = ontology.fuzziness
    hiding = _Hiding(target, tuple(hide), frozenset(unseen))
    if fuzziness.is_graded:
        compiled: CompiledOntology = _graded(ontology, reasoner, timeout, hiding)
    else:
        compiled = _crisp(ontology, reasoner, timeout, hiding)
    if not fuzziness.inclusions:
        return compiled
    hidden = compiled.hidden | revealing(fuzziness.inclusions, compiled.hidden)
    return LayeredOntology(
        compiled.hiding(hidden),
        layer_of(ontology, hidden),
        () if fuzziness.is_graded else graded_premise_remarks(ontology),
    )


@dataclass(frozen=True, slots=True)
class _Hiding:
    """The target, the classes removed before reasoning, and those left out after it."""

    target: str | None
    hide: tuple[str, ...]
    unseen: frozenset[str]


def _graded(
    ontology: Ontology, reasoner: Reasoner, timeout: float | None, hiding: _Hiding
) -> GradedOntology:
    degrees = ontology.fuzziness.degrees
    cuts = tuple(
        (degree, _crisp(alpha_cut(ontology, degree), reasoner, timeout, hiding))
        for degree in degrees
    )
    graded = GradedOntology(cuts, graded_premise_remarks(ontology))
    # axioms that hold to a degree may put more classes below the target
    return graded.hiding(graded.hidden)


def _crisp(
    ontology: Ontology, reasoner: Reasoner, timeout: float | None, hiding: _Hiding
) -> CompiledOntology:
    target, hide = hiding.target, hiding.hide
    compiled = compile_ontology(ontology, target=target, hide=hide).hiding(hiding.unseen)
    if reasoner == "structural":
        return compiled
    removed = frozenset(hide) | ({target} if target is not None else frozenset())
    hidden = compiled.hidden
    if target is not None:
        terminology = hold_out(ontology, ontology.signature.individuals)
        hidden = hidden_classes(complete(terminology, timeout=timeout), target, hide)
        hidden |= hiding.unseen
    visible = hide_classes(ontology, removed)
    return CompletedOntology(visible, compiled, hidden, (), timeout)


@dataclass(frozen=True, slots=True)
class Reasoning:
    """The choice of a reasoner, with its time limit."""

    reasoner: Reasoner = "structural"
    timeout: float | None = None

    def __post_init__(self) -> None:
        if self.timeout is not None and not self.timeout > 0:
            raise ParameterError(f"reasoner_timeout must be above 0 seconds, not {self.timeout}.")
