// The rules, computed in the page exactly as owlboost predict computes them.

import type { Changes, Facts } from "./facts";
import type { Calibration, Label, ModelView, Tree } from "./contract";

type Conjunction = (a: number, b: number) => number;

export const COVERED = 1e-12;

const CONJUNCTIONS: Record<string, Conjunction> = {
  zadeh: (a, b) => (a < b ? a : b),
  product: (a, b) => a * b,
  lukasiewicz: (a, b) => {
    const lacking = 1 - Math.max(a, b); // rounded as predict rounds
    const joined = Math.min(a, b) - lacking;
    return joined > COVERED || lacking === 0 ? joined : 0;
  },
};

export interface Contribution {
  rule: number;
  learner: string;
  weight: number;
  degree: number;
  counts: boolean;
  amount: number;
}

export interface Answer {
  evidence: number;
  degree: number;
  probability: number | null;
  contributions: Contribution[];
}

export interface Filler {
  role: number;
  element: number | null;
  degree: number;
  tree: Tree;
  fillers: Filler[];
}

export function membership(corners: (number | null)[], value: number): number {
  const a = corners[0] ?? -Infinity;
  const b = corners[1] ?? -Infinity;
  const c = corners[2] ?? Infinity;
  const d = corners[3] ?? Infinity;
  if (value < b) return value > a ? (value - a) / (b - a) : 0;
  if (value <= c) return 1;
  return value < d ? (d - value) / (d - c) : 0;
}

export function probability(calibration: Calibration | null, evidence: number): number | null {
  if (calibration === null) return null;
  if (calibration.method === "platt") {
    const score = calibration.slope * evidence + calibration.intercept;
    const small = Math.exp(-Math.abs(score));
    return (score >= 0 ? 1 : small) / (1 + small);
  }
  return interpolated(calibration.evidence, calibration.probability, evidence);
}

function interpolated(xs: number[], ys: number[], x: number): number {
  if (x <= xs[0]) return ys[0];
  const last = xs.length - 1;
  if (x >= xs[last]) return ys[last];
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle] <= x) low = middle;
    else high = middle;
  }
  return ys[low] + ((ys[high] - ys[low]) / (xs[high] - xs[low])) * (x - xs[low]);
}

export class Rules {
  private readonly conjunction: Conjunction;

  constructor(
    readonly view: ModelView,
    readonly facts: Facts | null,
  ) {
    const found = CONJUNCTIONS[view.logic];
    if (found === undefined) throw new Error(`This page does not know the logic ${view.logic}.`);
    this.conjunction = found;
  }

  degreeOfEvidence(evidence: number): number {
    return this.view.sums ? Math.min(1, Math.max(0, evidence)) : evidence;
  }

  label(label: Label, element: number, changes: Changes | null = null): number {
    const facts = this.facts!;
    switch (label.kind) {
      case "class":
        return facts.membership(label.class, element, changes);
      case "set": {
        const values = facts.numbers(label.property, element, changes);
        let best = 0;
        for (let at = 0; at < values.length; at++) {
          best = Math.max(best, membership(label.corners, values[at]));
        }
        return best;
      }
      case "value":
        return facts.symbols(label.property, element, changes).includes(label.value) ? 1 : 0;
    }
  }

  tree(tree: Tree, element: number, changes: Changes | null = null): number {
    let out = 1;
    for (const label of tree.labels) {
      out = this.conjunction(out, this.label(this.view.labels[label], element, changes));
    }
    for (const edge of tree.edges) {
      out = this.conjunction(out, this.some(edge.role, edge.filler, element, changes));
    }
    return out;
  }

  some(role: number, filler: Tree, element: number, changes: Changes | null = null): number {
    let best = 0;
    const ends = this.facts!.successors(role, element);
    for (let at = 0; at < ends.length; at++) {
      best = Math.max(best, this.through(role, element, at, this.tree(filler, ends[at], changes)));
      if (best === 1) break;
    }
    return best;
  }

  // What the degree of a filler counts for, as far as it fills the role.
  private through(role: number, element: number, at: number, degree: number): number {
    return this.conjunction(this.facts!.fills(role, element, at), degree);
  }

  rule(number: number, element: number, changes: Changes | null = null): number {
    return this.tree(this.view.trees[number], element, changes);
  }

  evidence(element: number, changes: Changes | null = null): number {
    let total = 0;
    for (const term of this.view.terms) {
      let best = 0;
      for (const { rule, degree } of term.rules) {
        best = Math.max(best, degree * this.rule(rule, element, changes));
      }
      total += term.weight * best;
    }
    return total;
  }

  answer(element: number, changes: Changes | null = null): Answer {
    const evidence = this.evidence(element, changes);
    const contributions: Contribution[] = [];
    for (const term of this.view.terms) {
      const found = term.rules.map(({ rule, degree }) => {
        const held = this.rule(rule, element, changes);
        return { rule, weight: term.weight * degree, degree: held, worth: degree * held };
      });
      const best = Math.max(0, ...found.map((one) => one.worth));
      let open = best > 0;
      for (const one of found) {
        const counts = open && one.worth === best;
        if (counts) open = false;
        contributions.push({
          rule: one.rule,
          learner: term.name,
          weight: one.weight,
          degree: one.degree,
          counts,
          amount: counts ? term.weight * one.worth : 0,
        });
      }
    }
    return {
      evidence,
      degree: this.degreeOfEvidence(evidence),
      probability: probability(this.view.calibration, evidence),
      contributions,
    };
  }

  // The fillers that satisfy the restrictions of a tree best; the first of equals.
  fillers(tree: Tree, element: number, changes: Changes | null = null): Filler[] {
    return tree.edges.map(({ role, filler }) => {
      let best: number | null = null;
      let most = 0;
      this.facts!.successors(role, element).forEach((end, at) => {
        const degree = this.through(role, element, at, this.tree(filler, end, changes));
        if (best === null || degree > most) [best, most] = [end, degree];
      });
      const below = best === null ? [] : this.fillers(filler, best, changes);
      return { role, element: best, degree: most, tree: filler, fillers: below };
    });
  }
}
