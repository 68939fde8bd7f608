"""The learning algorithms by their definition, over plain lists (notes 8 to 21).

Lists run over the individuals I of the problem, its examples before the others: ``degrees[i]`` is
``C(a)`` for the i-th of them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tests.reference import semantics
from tests.reference.refinement import refinements

from owlboost.concepts.concept import TOP, Concept, Label, size
from owlboost.data.examples import LearningProblem

TOLERANCE = 1e-12
MAX_MARGIN = 1 - 1e-9


@dataclass(frozen=True)
class Settings:
    """Limits of the search (notes 3 and 4), tests of acceptance (note 11), backtracking (note 12).

    ``min_confidence`` is θ and ``max_negative_coverage`` is η. ``overlapping_sets`` lets a node
    restrict a functional property twice (note 7). ``forbidden`` is what no concept may be below.
    """

    max_depth: int = 1
    max_conjuncts: int = 3
    lookahead: int = 1
    min_confidence: float = 0.0
    max_negative_coverage: float = 1.0
    backtrack: int = 0
    overlapping_sets: bool = False
    logic: Literal["zadeh", "product", "lukasiewicz"] = "zadeh"
    forbidden: tuple[Concept, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """A refinement with its scores."""

    concept: Concept
    added: Concept
    gain: float
    cf: float
    confidence: float

    @property
    def place(self) -> tuple[int, tuple[object, ...], tuple[object, ...]]:
        """Order of equally good candidates: size, added name, all names (note 10)."""
        return size(self.concept), self.added.key, self.concept.key


@dataclass(frozen=True)
class Step:
    """One step of the search: from which concept to which, and why."""

    before: Concept
    chosen: Concept
    gain: float
    cf: float


@dataclass(frozen=True)
class LearnedConcept:
    """What Learn-One-Axiom found, if anything, and its way there."""

    concept: Concept | None
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Task:
    """A problem with the labels that moves may use and the settings of the search."""

    problem: LearningProblem
    labels: Sequence[Label]
    settings: Settings

    @property
    def everyone(self) -> list[int]:
        """The individuals I as elements: I_E, then the others (note 36)."""
        return [*map(int, self.problem.individuals), *map(int, self.problem.others)]

    @property
    def positive(self) -> list[bool]:
        """Whether each individual is in E⁺."""
        return [bool(label) for label in self.problem.positive] + [False] * len(self.problem.others)

    @property
    def grades(self) -> list[float]:
        """``y(a)``, how far each individual belongs: 1 in E⁺ and 0 in E⁻, if labels are crisp."""
        return [*map(float, self.problem.labels)] + [0.0] * len(self.problem.others)

    @property
    def opposed(self) -> list[float]:
        """``1 − y(a)`` of each example, 0 of one that is none."""
        return [1.0 - float(y) for y in self.problem.labels] + [0.0] * len(self.problem.others)

    @property
    def counts(self) -> list[float]:
        """How many examples each individual stands for; one that is no example counts once."""
        return [*map(float, self.problem.counts)] + [1.0] * len(self.problem.others)

    @property
    def shares(self) -> list[float]:
        """The first weights: what each individual stands for, as a part of the whole."""
        return [count / math.fsum(self.counts) for count in self.counts]

    def degrees(self, concept: Concept) -> list[float]:
        """``C(a)`` for each individual."""
        return semantics.degrees(concept, self.problem.kb, self.everyone, self.settings.logic)


# Scores (notes 8 to 11)


def cardinality(degrees: Sequence[float], weights: Sequence[float], among: Sequence[bool]) -> float:
    """``|C|ʷ = Σ w·C`` over the individuals ``among``."""
    return math.fsum(
        w * c for w, c, counted in zip(weights, degrees, among, strict=True) if counted
    )


def shared(degrees: Sequence[float], grades: Sequence[float] | None) -> Sequence[float]:
    """``min(C, y)`` for each individual; C where all y are 1 (mathematics §23)."""
    return degrees if grades is None else [min(c, y) for c, y in zip(degrees, grades, strict=True)]


def weighted_confidence(
    degrees: Sequence[float],
    weights: Sequence[float],
    uncovered: Sequence[bool],
    grades: Sequence[float] | None = None,
) -> float:
    """``cf(C) = Σ_{Pos} w·min(C, y) / Σ_I w·C``, 0 for an empty C (note 8)."""
    everywhere = cardinality(degrees, weights, [True] * len(degrees))
    right = cardinality(shared(degrees, grades), weights, uncovered)
    return right / everywhere if everywhere > 0 else 0.0


def confidence(
    degrees: Sequence[float],
    positive: Sequence[bool],
    counts: Sequence[float] | None = None,
    grades: Sequence[float] | None = None,
) -> float:
    """``Σ_{E⁺} min(C, y) / Σ_I C``, 0 for an empty C (note 11); each individual counts as told."""
    return weighted_confidence(degrees, counts or [1.0] * len(degrees), positive, grades)


def information(
    after: Sequence[float],
    before: Sequence[float],
    weights: Sequence[float],
    uncovered: Sequence[bool],
    grades: Sequence[float] | None = None,
) -> float:
    """``log₂ cf(C') − log₂ cf(C)``, for C' with p > 0."""
    return math.log2(weighted_confidence(after, weights, uncovered, grades)) - math.log2(
        weighted_confidence(before, weights, uncovered, grades)
    )


def gain(
    after: Sequence[float],
    before: Sequence[float],
    weights: Sequence[float],
    uncovered: Sequence[bool],
    grades: Sequence[float] | None = None,
) -> float:
    """``p·(log₂ cf(C') − log₂ cf(C))`` with ``p = Σ_{Pos} w·min(C', y)`` (note 8), for p > 0."""
    p = cardinality(shared(after, grades), weights, uncovered)
    return p * information(after, before, weights, uncovered, grades)


def negative_coverage(
    degrees: Sequence[float], opposed: Sequence[float], counts: Sequence[float]
) -> float:
    """Share of ``Σ (1 − y)`` with ``C(a) > 0``: for crisp labels that of E⁻ (note 11)."""
    whole = math.fsum(n * far for n, far in zip(counts, opposed, strict=True))
    parts = zip(counts, opposed, degrees, strict=True)
    return math.fsum(n * far for n, far, c in parts if c > TOLERANCE) / whole


def is_accepted(concept: Concept, task: Task) -> bool:
    """Whether a finished concept is an axiom: not ⊤, and it passes θ and η (note 11)."""
    degrees, settings = task.degrees(concept), task.settings
    sure = confidence(degrees, task.positive, task.counts, task.grades)
    return (
        not concept.is_top
        and sure >= settings.min_confidence - TOLERANCE
        and negative_coverage(degrees, task.opposed, task.counts)
        <= settings.max_negative_coverage + TOLERANCE
    )


# Choice (notes 9, 10 and 12)


def improvements(
    concept: Concept, task: Task, weights: Sequence[float], uncovered: Sequence[bool]
) -> list[Candidate]:
    """Score every refinement with p > 0 that raises log₂ cf by more than rounding (note 9)."""
    before, found = task.degrees(concept), []
    for refined, added in refinements(
        concept,
        task.labels,
        task.problem.kb,
        max_depth=task.settings.max_depth,
        max_conjuncts=task.settings.max_conjuncts,
        lookahead=task.settings.lookahead,
        overlapping_sets=task.settings.overlapping_sets,
        logic=task.settings.logic,
        forbidden=task.settings.forbidden,
    ).items():
        after, grades = task.degrees(refined), task.grades
        if cardinality(shared(after, grades), weights, uncovered) <= 0:
            continue
        if information(after, before, weights, uncovered, grades) <= TOLERANCE:
            continue
        found.append(
            Candidate(
                concept=refined,
                added=added,
                gain=gain(after, before, weights, uncovered, grades),
                cf=weighted_confidence(after, weights, uncovered, grades),
                confidence=confidence(after, task.positive, task.counts, grades),
            )
        )
    return found


def at_the_top(candidates: Sequence[Candidate], score: str) -> list[Candidate]:
    """Those whose score equals the largest within the relative tolerance."""
    largest = max(getattr(candidate, score) for candidate in candidates)
    return [c for c in candidates if getattr(c, score) >= largest * (1 - TOLERANCE)]


def best(candidates: Sequence[Candidate]) -> Candidate:
    """Largest gain, then largest cf, then smallest, then first by names (note 10)."""
    tied = at_the_top(at_the_top(candidates, "gain"), "cf")
    return min(tied, key=lambda candidate: candidate.place)


def runners_up(candidates: Sequence[Candidate], taken: Candidate, k: int) -> list[Candidate]:
    """Return the k best not taken, best first: by confidence, then size and names (note 12)."""
    rest, ranked = [c for c in candidates if c is not taken], list[Candidate]()
    while rest and len(ranked) < k:
        ranked.append(min(at_the_top(rest, "confidence"), key=lambda candidate: candidate.place))
        rest.remove(ranked[-1])
    return ranked


# Algorithm 3


def learn_one_axiom(
    task: Task, weights: Sequence[float], uncovered: Sequence[bool] | None = None
) -> LearnedConcept:
    """Climb from ⊤ until nothing improves; on rejection climb from the next alternative.

    ``uncovered`` is Pos, all of E⁺ by default.
    """
    pos = task.positive if uncovered is None else uncovered
    stack, visited, steps = [TOP], set[Concept](), list[Step]()
    while stack:
        concept = stack.pop()
        if concept in visited:
            continue
        visited.add(concept)
        while found := improvements(concept, task, weights, pos):
            taken = best(found)
            others = runners_up(found, taken, task.settings.backtrack)
            stack.extend(other.concept for other in reversed(others))
            steps.append(Step(concept, taken.concept, taken.gain, taken.cf))
            concept = taken.concept
            visited.add(concept)
        if is_accepted(concept, task):
            return LearnedConcept(concept, tuple(steps))
    return LearnedConcept(None, tuple(steps))


# Algorithm 2 (note 13) and FOIL-DL (note 14)


def supporters(task: Task) -> list[bool]:
    """Whom a weak learner is to cover: ``l(a) > 0``, for crisp labels all of E⁺."""
    return [2 * y - 1 > 0 for y in task.grades]


def weak_hypothesis(task: Task, weights: Sequence[float]) -> list[Concept]:
    """Cover the positives with axioms; covered ones leave Pos but stay in I (note 13)."""
    axioms: list[Concept] = []
    uncovered = supporters(task)
    while any(uncovered):
        concept = learn_one_axiom(task, weights, uncovered).concept
        if concept is None or concept in axioms:
            break
        remaining = foil_weights(uncovered, task.degrees(concept))
        if remaining == uncovered:
            break
        axioms.append(concept)
        uncovered = remaining
    return axioms


def foil(task: Task, given: Sequence[Concept] = ()) -> list[tuple[Concept, float]]:
    """Cover the positives under uniform weights that are 0 for covered ones (note 14).

    Each axiom comes with its degree d, the unweighted confidence. Given axioms are the first.
    """
    rules: list[tuple[Concept, float]] = []
    uncovered = task.positive
    for known in given:
        degrees = task.degrees(known)
        rules.append((known, confidence(degrees, task.positive, task.counts, task.grades)))
        uncovered = foil_weights(uncovered, degrees)
    while any(uncovered):
        weights = [
            0.0 if is_positive and not still else share
            for is_positive, still, share in zip(task.positive, uncovered, task.shares, strict=True)
        ]
        concept = learn_one_axiom(task, weights, uncovered).concept
        if concept is None or concept in [rule for rule, _ in rules]:
            break
        degrees = task.degrees(concept)
        remaining = foil_weights(uncovered, degrees)
        if remaining == uncovered:
            break
        rules.append((concept, confidence(degrees, task.positive, task.counts, task.grades)))
        uncovered = remaining
    return rules


def foil_weights(uncovered: Sequence[bool], degrees: Sequence[float]) -> list[bool]:
    """Pos without what a concept covers: to a degree above 1e-12."""
    return [still and c <= TOLERANCE for still, c in zip(uncovered, degrees, strict=True)]


def disjunction(axioms: Sequence[Concept], task: Task) -> list[float]:
    """``max_j C_j(a)``, 0 for no axioms (note 13)."""
    columns = [task.degrees(axiom) for axiom in axioms]
    return [max((column[i] for column in columns), default=0.0) for i in range(len(task.positive))]


def predict_rules(rules: Sequence[tuple[Concept, float]], task: Task) -> list[float]:
    """``max_i d_i·C_i(a)`` (note 14)."""
    columns = [[d * c for c in task.degrees(axiom)] for axiom, d in rules]
    return [max((column[i] for column in columns), default=0.0) for i in range(len(task.positive))]


# Algorithm 1 (notes 15 to 21)


@dataclass(frozen=True)
class Round:
    """One kept round: its learner, what it was learned under, and its leverage."""

    axioms: tuple[Concept, ...]
    weights: tuple[float, ...]
    votes: tuple[float, ...]
    error: float
    mu: float
    alpha: float


def signed_votes(degrees: Sequence[float]) -> list[float]:
    """``v(a) = −1`` where the learner is 0, else its degree (note 15)."""
    return [-1.0 if c == 0 else c for c in degrees]


def signs(grades: Sequence[float]) -> list[float]:
    """``l(a) = 2y(a) − 1``: ±1 for crisp labels, in E⁺ or not."""
    return [2.0 * y - 1.0 for y in grades]


def error(votes: Sequence[float], grades: Sequence[float], weights: Sequence[float]) -> float:
    """``ε = Σ_{v·l<0} w·|v·l|`` (note 16)."""
    return math.fsum(
        w * abs(v * sign)
        for w, v, sign in zip(weights, votes, signs(grades), strict=True)
        if v * sign < 0
    )


def normalised_margins(votes: Sequence[float], grades: Sequence[float]) -> list[float]:
    """``l·v/h*`` with ``h* = max|v|`` (note 17)."""
    peak = max(abs(v) for v in votes)
    return [sign * v / peak for v, sign in zip(votes, signs(grades), strict=True)]


def edge(votes: Sequence[float], grades: Sequence[float], weights: Sequence[float]) -> float:
    """``μ = Σ w·l·v/h*`` (note 17)."""
    margins = normalised_margins(votes, grades)
    return math.fsum(w * margin for w, margin in zip(weights, margins, strict=True))


def leverage(votes: Sequence[float], mu: float) -> float:
    """``α = ln((1+μ)/(1−μ)) / (2h*)`` (note 17)."""
    peak = max(abs(v) for v in votes)
    return math.log((1 + mu) / (1 - mu)) / (2 * peak)


def reweighted(
    weights: Sequence[float], votes: Sequence[float], grades: Sequence[float], mu: float
) -> list[float]:
    """``w' = w·(1 − μ·l·v/h*)/(1 − μ²)`` (note 18)."""
    margins = normalised_margins(votes, grades)
    return [w * (1 - mu * margin) / (1 - mu**2) for w, margin in zip(weights, margins, strict=True)]


def given_rounds(task: Task, given: Sequence[Sequence[Concept]]) -> tuple[list[Round], list[float]]:
    """The rounds of given weak learners, and the weights after them (mathematics §25).

    One that is no better than chance has α = 0 and leaves the weights as they are.
    """
    rounds: list[Round] = []
    weights = task.shares
    for axioms in given:
        votes = signed_votes(disjunction(axioms, task))
        epsilon = error(votes, task.grades, weights)
        mu = min(edge(votes, task.grades, weights), MAX_MARGIN)
        if epsilon >= 0.5 - TOLERANCE or mu <= TOLERANCE:
            mu, alpha, after = 0.0, 0.0, weights
        else:
            alpha = leverage(votes, mu)
            after = reweighted(weights, votes, task.grades, mu)
            after = [one / math.fsum(after) for one in after]  # less than 1 where μ was clipped
        rounds.append(Round(tuple(axioms), tuple(weights), tuple(votes), epsilon, mu, alpha))
        weights = after
    return rounds, weights


def boost(
    task: Task,
    n_rounds: int,
    weak_learner: str = "rules",
    given: Sequence[Sequence[Concept]] = (),
) -> list[Round]:
    """Real AdaBoost: at most ``n_rounds`` rounds, fewer if one must not be kept.

    ``weak_learner="axiom"`` learns one axiom a round (note 21). Given weak learners come first.
    """
    rounds, weights = given_rounds(task, given)
    if any(kept.mu >= MAX_MARGIN for kept in rounds):
        return rounds
    while len(rounds) < n_rounds:
        axioms = learner(task, weights, weak_learner)
        votes = signed_votes(disjunction(axioms, task))
        epsilon = error(votes, task.grades, weights)
        mu = edge(votes, task.grades, weights)
        if not axioms or epsilon >= 0.5 - TOLERANCE or mu <= TOLERANCE:
            break
        flawless = mu >= MAX_MARGIN
        mu = min(mu, MAX_MARGIN)
        alpha = leverage(votes, mu)
        rounds.append(Round(tuple(axioms), tuple(weights), tuple(votes), epsilon, mu, alpha))
        if flawless:
            break
        weights = reweighted(weights, votes, task.grades, mu)
    return rounds


def learner(task: Task, weights: Sequence[float], weak_learner: str) -> list[Concept]:
    """Axioms of one round: a cover of the positives, or one axiom (note 21)."""
    if weak_learner == "rules":
        return weak_hypothesis(task, weights)
    wanted = supporters(task)
    concept = learn_one_axiom(task, weights, wanted).concept if any(wanted) else None
    return [] if concept is None else [concept]


def leverages(rounds: Sequence[Round], weak_learner: str = "rules") -> list[float]:
    """Return the α of the rounds, or their softmax in the earlier variant (note 21)."""
    alphas = [kept.alpha for kept in rounds]
    return softmax(alphas) if weak_learner == "axiom" else alphas


def softmax(values: Sequence[float]) -> list[float]:
    """``exp(αᵢ) / Σⱼ exp(αⱼ)``."""
    powers = [math.exp(value) for value in values]
    return [power / math.fsum(powers) for power in powers]


def predict(rounds: Sequence[Round], alphas: Sequence[float], task: Task) -> list[float]:
    """``h(a) = clip(Σ αᵢ·max_j C_ij(a), 0, 1)`` (note 20)."""
    columns = [disjunction(kept.axioms, task) for kept in rounds]
    totals = [
        math.fsum(alpha * column[i] for alpha, column in zip(alphas, columns, strict=True))
        for i in range(len(task.positive))
    ]
    return [min(max(total, 0.0), 1.0) for total in totals]
