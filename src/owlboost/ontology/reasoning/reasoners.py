"""The choice of a reasoner: the fast structural one, or the complete one behind it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, Protocol, get_args

from owlboost.errors import InconsistentError, ParameterError, did_you_mean
from owlboost.ontology.language.alpha_cuts import alpha_cut
from owlboost.ontology.language.axioms import (
    Ontology,
    Remark,
)
from owlboost.ontology.language.hiding import hide_classes, hold_out, revealing
from owlboost.ontology.reasoning.combinations import combining_axioms
from owlboost.ontology.reasoning.concept_degrees import ConceptLayer, layer_of
from owlboost.ontology.reasoning.diagnostics import REMEDY, names_apart
from owlboost.ontology.reasoning.grading import joined_cuts
from owlboost.ontology.reasoning.hermit.completion import complete
from owlboost.ontology.reasoning.structural import (
    Compiled,
    Saturated,
    compile_ontology,
    hidden_classes,
)

Reasoner = Literal["structural", "hermit"]
REASONERS: tuple[Reasoner, ...] = get_args(Reasoner)


class CompiledOntology(Protocol):
    """An ontology prepared for reasoning with any of its individuals held out."""

    @property
    def hidden(self) -> frozenset[str]:
        """The classes that the knowledge base must not know of."""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Where reasoning may miss something, as far as the axioms show it."""

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without what is stated about some individuals; they keep their numbers."""

    def hiding(self, more: Collection[str]) -> "CompiledOntology":
        """Return the same, with further classes that the knowledge base must not know of."""


@dataclass(frozen=True, slots=True)
class CompletedOntology:
    """An ontology that HermiT completes anew for every set of individuals held out.

    Attributes
    ----------
    ontology
        Without the classes that disappear before reasoning.
    structural
        The same ontology, prepared for the structural reasoner.
    """

    ontology: Ontology
    structural: Compiled
    hidden: frozenset[str]
    remarks: tuple[Remark, ...]
    timeout: float | None

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without what is stated about some individuals; they keep their numbers."""
        try:
            completed = complete(hold_out(self.ontology, without), timeout=self.timeout)
        except InconsistentError:
            self.structural.saturate(without=without)  # names the axiom, if it sees the clash
            raise
        added = (*names_apart(completed), *completed.remarks[len(self.ontology.remarks) :])
        compiled = replace(compile_ontology(completed), hidden=self.hidden, remarks=added)
        saturated = compiled.saturate()
        return replace(saturated, remarks=tuple(_after_hermit(saturated.remarks)))

    def hiding(self, more: Collection[str]) -> "CompletedOntology":
        """Return the same, with further classes that the knowledge base must not know of."""
        return replace(self, hidden=self.hidden.union(more))


@dataclass(frozen=True, slots=True)
class GradedOntology:
    """A fuzzy ontology prepared for reasoning: its α-cuts, from the degree 1 down.

    Attributes
    ----------
    cuts
        Degrees, each with what is prepared of all that holds at least so far.
    combining
        What to remark on axioms that need several facts at once.
    """

    cuts: tuple[tuple[float, CompiledOntology], ...]
    combining: tuple[Remark, ...] = ()

    @property
    def hidden(self) -> frozenset[str]:
        """The classes that the knowledge base must not know of."""
        return self.cuts[-1][1].hidden

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Where reasoning may miss something, as far as the axioms show it."""
        return (*self.cuts[-1][1].remarks, *self.combining)

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without what is stated about some individuals; they keep their numbers."""
        found = []
        for degree, compiled in self.cuts:
            try:
                found.append((degree, compiled.saturate(without=without)))
            except InconsistentError as error:
                if degree == 1:
                    raise
                said = (
                    f"{str(error).rstrip('.')}, if all counts that holds to the degree {degree:g}"
                )
                raise InconsistentError(
                    f"{said} or more; lower degrees, or take back an axiom.", error.individual
                ) from error
        joined = joined_cuts(found)
        return replace(joined, remarks=(*joined.remarks, *self.combining))

    def hiding(self, more: Collection[str]) -> "GradedOntology":
        """Return the same, with further classes that the knowledge base must not know of."""
        cuts = tuple((degree, compiled.hiding(more)) for degree, compiled in self.cuts)
        return replace(self, cuts=cuts)


@dataclass(frozen=True, slots=True)
class LayeredOntology:
    """An ontology prepared for reasoning, with fuzzy concepts to compute when that is done.

    Attributes
    ----------
    compiled
        What is prepared of all else.
    layer
        Fuzzy concepts, and what follows from them.
    combining
        What to remark on axioms that need several facts at once.
    """

    compiled: CompiledOntology
    layer: ConceptLayer
    combining: tuple[Remark, ...] = ()

    @property
    def hidden(self) -> frozenset[str]:
        """The classes that the knowledge base must not know of."""
        return self.compiled.hidden

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Where reasoning may miss something, as far as the axioms show it."""
        return (*self.compiled.remarks, *self.combining)

    def saturate(self, *, without: Collection[str] = ()) -> Saturated:
        """Reason without what is stated about some individuals; they keep their numbers."""
        found = self.layer.applied(self.compiled.saturate(without=without))
        return replace(found, remarks=(*found.remarks, *self.combining))

    def hiding(self, more: Collection[str]) -> "LayeredOntology":
        """Return the same, with further classes that the knowledge base must not know of."""
        return replace(self, compiled=self.compiled.hiding(more))


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

    Parameters
    ----------
    ontology
        As read.
    reasoner
        ``"structural"``, or ``"hermit"``, which needs owlready2 and Java.
    timeout
        Seconds that HermiT may take, for each set of individuals held out.
    target
        The class to be learned. It disappears before reasoning, with every axiom that mentions
        it; the classes that the whole ontology proves equivalent to it or below it disappear
        from the vocabulary.
    hide
        Further classes that disappear before reasoning.
    unseen
        Classes that are reasoned with, but disappear from the vocabulary.

    Raises
    ------
    ParameterError
        If there is no such reasoner.
    ReasonerError, InconsistentError
        If HermiT fails on the terminology, or finds that it contradicts itself.
    """
    if reasoner not in REASONERS:
        hint = did_you_mean(reasoner, REASONERS)
        raise ParameterError(f"There is no reasoner '{reasoner}'.{hint}")
    known = ontology.fuzziness
    hiding = _Hiding(target, tuple(hide), frozenset(unseen))
    if known.is_graded:
        compiled: CompiledOntology = _graded(ontology, reasoner, timeout, hiding)
    else:
        compiled = _crisp(ontology, reasoner, timeout, hiding)
    if not known.inclusions:
        return compiled
    hidden = compiled.hidden | revealing(known.inclusions, compiled.hidden)
    return LayeredOntology(
        compiled.hiding(hidden),
        layer_of(ontology, hidden),
        () if known.is_graded else _combining(ontology),
    )


@dataclass(frozen=True, slots=True)
class _Hiding:
    """What disappears, and how."""

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
    found = GradedOntology(cuts, _combining(ontology))
    return found.hiding(found.hidden)  # axioms that hold to a degree may put more below the target


def _crisp(
    ontology: Ontology, reasoner: Reasoner, timeout: float | None, hiding: _Hiding
) -> CompiledOntology:
    target, hide = hiding.target, hiding.hide
    compiled = compile_ontology(ontology, target=target, hide=hide).hiding(hiding.unseen)
    if reasoner == "structural":
        return compiled
    gone = frozenset(hide) | ({target} if target is not None else frozenset())
    hidden = compiled.hidden
    if target is not None:
        terminology = hold_out(ontology, ontology.signature.individuals)
        hidden = hidden_classes(complete(terminology, timeout=timeout), target, hide)
        hidden |= hiding.unseen
    visible = hide_classes(ontology, gone)
    return CompletedOntology(visible, compiled, hidden, (), timeout)


def _combining(ontology: Ontology) -> tuple[Remark, ...]:
    """Remark on axioms with several premises that hold to a degree only."""
    found = combining_axioms(ontology)
    if not found:
        return ()
    said = (
        "what follows by axioms from several facts that hold to a degree holds as far as the "
        "weakest of them, whatever the logic"
    )
    return (Remark("graded-premises", said, len(found)),)


def _after_hermit(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """Iterate over the remarks that still hold: those on anonymous fillers, and on values."""
    for remark in remarks:
        yield replace(remark, message=remark.message.removesuffix(REMEDY))
