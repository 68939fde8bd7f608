"""A trained model: a hypothesis ready to be applied."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from owlboost.concepts.evaluation import ZADEH, Extents, Semantics
from owlboost.concepts.hypothesis import Hypothesis, degrees_of, iris_used, share_of_positives
from owlboost.data.example_labels import TargetRange, as_labels, as_mask
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.errors import ModelError
from owlboost.models.calibration import Calibration
from owlboost.models.explanation import Explanation, explain
from owlboost.models.measures import Measures, measure
from owlboost.models.predictions import (
    Individual,
    Prediction,
    Predictions,
    Wanted,
    chosen,
    known_to,
)
from owlboost.models.verdicts import Properties
from owlboost.runtime.array_types import Answers, Degrees, Floats, Ids
from owlboost.runtime.registry import VIEWS, NotebookRepr, Registry

EXPORTERS: Registry[Callable[..., str]] = Registry(
    "exporter", "owlboost.exporters", {"rules": "owlboost.exchange.formats:exported"}
)
"""Writers of models in other formats, which a room above this one provides."""


@dataclass(frozen=True, slots=True)
class TrainedModel(NotebookRepr):
    """A hypothesis that can be read, checked and applied.

    A model is applied to a *source*: an ontology or a table in memory, the path of either, examples
    or a knowledge base. An ontology is reasoned over without the target and what was hidden from
    the learner, each time; :meth:`knowledge` does so once for several questions.

    Attributes
    ----------
    algorithm
        ``gradient``, ``boost`` or ``foil``.
    target
        IRI of the class that was learned.
    parameters
        Every parameter as it was used.
    source
        The origin of the examples: path, sha256, individuals, positives.
    hypothesis
        The rules.
    threshold
        The fitted decision threshold: ``decision`` is ``h(a) ≥ threshold``.
    training
        Measures on the training examples.
    semantics
        The logic that conjunctions are computed in.
    calibration
        The curve from evidence to probability; None if that is not known.
    curve
        Pairs of a number of rules and the validated error of a model with so many; empty if not
        known.
    remarks
        Remarks of the learner, in sentences.
    properties
        Whether it is consistent, non-redundant, sound and complete; None if that is not known.
    lexicon
        The labels of things in the rules; models that differ only in this are equal.
    target_range
        The values that degrees of 0 and 1 stand for, if it was learned from graded labels; None if
        those were crisp.

    Examples
    --------
    >>> from owlboost.concepts.concept import Atom, Concept
    >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
    >>> rules = RuleSet((Inclusion(Concept((Atom("urn:x#Cheap"),)), 0.8),))
    >>> model = TrainedModel("foil", "urn:x#Good", rules, 0.5)
    >>> kb = KnowledgeBase.from_facts(["urn:x#a", "urn:x#b"], types={"urn:x#Cheap": ["urn:x#a"]})
    >>> model.degrees(kb)
    array([0.8, 0. ])
    >>> model.explain(kb, "a")
    <Explanation a: 0.80, yes>
    """

    algorithm: str
    target: str
    hypothesis: Hypothesis
    threshold: float
    parameters: Mapping[str, object] = field(default_factory=dict)
    source: Mapping[str, object] = field(default_factory=dict)
    training: Mapping[str, float] = field(default_factory=dict)
    semantics: Semantics = ZADEH
    calibration: Calibration | None = None
    curve: tuple[tuple[int, float], ...] = ()
    remarks: tuple[str, ...] = ()
    properties: Properties | None = None
    lexicon: Lexicon = field(default_factory=Lexicon, compare=False)
    target_range: TargetRange | None = None

    def __str__(self) -> str:
        return VIEWS["text"](self)

    @property
    def average(self) -> float | None:
        """Share of positives in the training data, if known.

        Background individuals count, as they do in confidences.

        Examples
        --------
        >>> from owlboost.concepts.hypothesis import RuleSet
        >>> source = {"individuals": 8, "positives": 2}
        >>> TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5, source=source).average
        0.25
        >>> source["background"] = 2
        >>> TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5, source=source).average
        0.2
        """
        counted = share_of_positives(self.hypothesis)
        if counted is not None:
            return counted
        counts = [self.source.get(name, 0) for name in ("positives", "individuals", "background")]
        match counts:
            case [int(positives), int(individuals), int(background)] if 0 < positives < individuals:
                return positives / (individuals + background)
        return None

    @property
    def is_graded(self) -> bool:
        """Whether it was learned from graded labels, so that it decides nothing."""
        return self.target_range is not None

    def knowledge(self, source: object) -> KnowledgeBase:
        """Return the knowledge of a source, without the target and hidden names.

        The other methods take the result in place of the source, and nothing is read or inferred
        again.

        Examples
        --------
        >>> from owlboost.concepts.hypothesis import RuleSet
        >>> kb = KnowledgeBase.from_facts(["a"])
        >>> TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5).knowledge(kb) is kb
        True
        """
        return known_to(self, source)[0]

    def degrees(self, source: object) -> Degrees:
        """Return the degrees of the individuals of a source, in order.

        Examples
        --------
        >>> from owlboost.concepts.concept import TOP
        >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
        >>> kb = KnowledgeBase.from_facts(["a", "b"])
        >>> TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(TOP, 0.3),)), 0.5).degrees(kb)
        array([0.3, 0.3])
        """
        kb, individuals = known_to(self, source)
        return Extents(kb, self.semantics).hypothesis(self.hypothesis)[individuals]

    def values(self, source: object) -> Floats:
        """Return the degrees as values of a graded target.

        Raises
        ------
        ModelError
            The model was learned from crisp labels, so there is no range.

        Examples
        --------
        >>> from owlboost.concepts.concept import TOP
        >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
        >>> rules, stars = RuleSet((Inclusion(TOP, 0.5),)), TargetRange(1, 5)
        >>> model = TrainedModel("foil", "urn:x#rating", rules, 0.5, target_range=stars)
        >>> model.values(KnowledgeBase.from_facts(["a"]))
        array([3.])
        """
        if self.target_range is None:
            raise ModelError(
                "This model was learned from crisp labels, so it tells degrees but no values."
            )
        return self.target_range.values(self.degrees(source))

    def evidence(self, source: object) -> Floats:
        """Return the sums of the rules, before these are clipped to degrees.

        Examples
        --------
        >>> from owlboost.concepts.concept import TOP
        >>> from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, WeakHypothesis
        >>> term = WeakHypothesis("WL0", (Inclusion(TOP),))
        >>> model = TrainedModel("boost", "urn:x#Good", BoostedHypothesis((term,), (1.5,)), 0.5)
        >>> kb = KnowledgeBase.from_facts(["a"])
        >>> model.evidence(kb), model.degrees(kb)
        (array([1.5]), array([1.]))
        """
        kb, individuals = known_to(self, source)
        return Extents(kb, self.semantics).evidence(self.hypothesis)[individuals]

    def probabilities(self, source: object) -> Floats:
        """Return the probabilities that individuals belong to the target.

        Raises
        ------
        ModelError
            The model is not calibrated: its algorithm validates nothing, or examples were too few.

        Examples
        --------
        >>> from owlboost.models.calibration import Platt
        >>> from owlboost.concepts.concept import TOP
        >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
        >>> rules = RuleSet((Inclusion(TOP, 0.5),))
        >>> model = TrainedModel("foil", "urn:x#Good", rules, 0.5, calibration=Platt(2.0, -1.0))
        >>> model.probabilities(KnowledgeBase.from_facts(["a"]))
        array([0.5])
        """
        if self.calibration is None:
            raise ModelError(
                "This model has no calibration, so it tells degrees and evidence but no "
                "probabilities."
            )
        return self.calibration.probability(self.evidence(source))

    def predict(self, source: object, individuals: Wanted = "all") -> list[Prediction]:
        """Predict for individuals, by default for all.

        Parameters
        ----------
        source
            What to apply the model to.
        individuals
            Names, IRIs, or numbers as :meth:`degrees` counts from 0.

        Raises
        ------
        UnknownNameError
            The source has no such individual.
        ModelError
            The rules speak of something that the source lacks.

        Examples
        --------
        >>> from owlboost.concepts.concept import TOP
        >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
        >>> model = TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(TOP, 0.3),)), 0.5)
        >>> [prediction] = model.predict(KnowledgeBase.from_facts(["a"]))
        >>> prediction.degree, prediction.positive, prediction.decision
        (0.3, True, False)
        """
        return list(self.predictions(source, individuals))

    def predictions(self, source: object, individuals: Wanted = "all") -> Predictions:
        """Predict lazily: like :meth:`predict`, each prediction made on access.

        Examples
        --------
        >>> from owlboost.concepts.hypothesis import RuleSet
        >>> model = TrainedModel("foil", "urn:x#Good", RuleSet(), 0.5)
        >>> [each.decision for each in model.predictions(KnowledgeBase.from_facts(["a", "b"]))]
        [False, False]
        """
        kb, among = known_to(self, source)
        extents = Extents(kb, self.semantics)
        elements = np.array(chosen(individuals, kb, among), dtype=np.int32)
        evidence = extents.evidence(self.hypothesis)[elements]
        return self.predictions_from(evidence, kb.individuals, elements)

    def predictions_from(
        self, evidence: Floats, names: Sequence[str], elements: Ids | None = None
    ) -> Predictions:
        """Predict for individuals from their evidence.

        Parameters
        ----------
        evidence
            The sum of the rules, one number for each.
        names
            The names of all individuals.
        elements
            The numbers of those in question; all of them, in order, if None.

        Examples
        --------
        >>> from owlboost.concepts.hypothesis import BoostedHypothesis
        >>> model = TrainedModel("boost", "urn:x#Good", BoostedHypothesis(), 0.5)
        >>> model.predictions_from(np.array([1.5]), ["a"])[0].degree
        1.0
        """
        return Predictions(
            names,
            np.arange(len(names), dtype=np.int32) if elements is None else elements,
            degrees_of(self.hypothesis, evidence),
            evidence,
            None if self.calibration is None else self.calibration.probability(evidence),
            self.threshold,
            self.target_range,
        )

    def explain(self, source: object, individual: Individual) -> Explanation:
        """Explain the degree of an individual by rules and their conditions.

        Parameters
        ----------
        source
            What to apply the model to.
        individual
            A name, an IRI, or a number as :meth:`degrees` counts.

        Raises
        ------
        UnknownNameError
            The source has no such individual.

        Examples
        --------
        >>> from owlboost.concepts.concept import TOP
        >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
        >>> model = TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(TOP, 0.3),)), 0.5)
        >>> explanation = model.explain(KnowledgeBase.from_facts(["a"]), "a")
        >>> explanation.degree, str(explanation.firings[0])
        (0.3, 'Thing SubClassOf Good: 1.000 × 0.300')
        """
        kb, among = known_to(self, source)
        (element,) = chosen([individual], kb, among)
        extents, own = Extents(kb, self.semantics), self.called_in(kb.lexicon).lexicon
        lexicon = replace(own.or_else(kb.lexicon), iris=own.iris or kb.lexicon.iris)
        explanation = explain(
            self.hypothesis,
            extents,
            element,
            self.target,
            self.calibration,
            lexicon,
            threshold=None if self.is_graded else self.threshold,
        )
        return replace(explanation, target_range=self.target_range)

    def called_in(self, lexicon: Lexicon, *, first: bool = False) -> "TrainedModel":
        """Return the model with the labels of a source added.

        Parameters
        ----------
        lexicon
            That of the source.
        first
            Whether the labels of the source go before the model's own.
        """
        relevant = lexicon.only([self.target, *iris_used(self.hypothesis)])
        labels = relevant.or_else(self.lexicon) if first else self.lexicon.or_else(relevant)
        return replace(self, lexicon=replace(labels, iris=self.lexicon.iris or lexicon.iris))

    def measure(self, source: object, labels: npt.ArrayLike) -> Measures:
        """Measure the model on a source, given one label for each example.

        Degrees, evidence and, if the model is calibrated, probabilities are measured.

        Examples
        --------
        >>> from owlboost.concepts.concept import TOP
        >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
        >>> model = TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(TOP, 0.3),)), 0.5)
        >>> model.measure(KnowledgeBase.from_facts(["a", "b"]), [True, False]).precision
        0.5
        """
        kb, individuals = known_to(self, source)
        return self.measured(Extents(kb, self.semantics), individuals, self.as_labels(labels))

    def as_labels(self, labels: npt.ArrayLike) -> Answers:
        """Return labels of the kind that the model was learned from."""
        return as_labels(labels) if self.is_graded else as_mask(labels)

    def measured(self, extents: Extents, elements: Ids, positive: Answers) -> Measures:
        """Measure the model on some elements with known extents."""
        evidence, calibration = extents.evidence(self.hypothesis)[elements], self.calibration
        return measure(
            positive,
            extents.hypothesis(self.hypothesis)[elements],
            self.threshold,
            evidence=evidence,
            probability=None if calibration is None else calibration.probability(evidence),
            graded=self.is_graded,
        )

    def export(
        self,
        format: str,
        *,
        source: object = None,
        individuals: Wanted | None = None,
        **options: object,
    ) -> str:
        """Write the rules in another format.

        Parameters
        ----------
        format
            ``fuzzydl``, ``fuzzyowl2``, ``manchester``, ``text``, ``sparql``, ``python``, ``owl``,
            ``swrl``, ``dot``, ``mermaid``, or one that another package has added.
        source
            Data: for the ranges of numbers, in formats for reasoners; to compare axioms with.
        individuals
            Whose facts to write, too: names, IRIs, numbers, or ``"all"``. They need a source.
        **options
            What else the format takes, such as ``syntax="functional"`` for ``fuzzyowl2``.

        Raises
        ------
        ParameterError
            There is no such format, or it does not take this.

        Examples
        --------
        >>> from owlboost.concepts.concept import TOP
        >>> from owlboost.concepts.hypothesis import Inclusion, RuleSet
        >>> model = TrainedModel("foil", "urn:x#Good", RuleSet((Inclusion(TOP, 0.3),)), 0.5)
        >>> model.export("text").splitlines()[0]
        'What makes a good'
        """
        write = EXPORTERS["rules"]
        return write(self, format, source=source, individuals=individuals, **options)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file atomically.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from owlboost.concepts.hypothesis import RuleSet
        >>> from owlboost.models.model_files import load
        >>> model, file = TrainedModel("foil", "urn:x#G", RuleSet(), 0.5), tempfile.mkdtemp()
        >>> model.save(Path(file) / "model.json")
        >>> load(Path(file) / "model.json") == model
        True
        """
        from owlboost.models.model_files import save

        save(self, path)
