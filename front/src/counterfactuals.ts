// What would have to change for the decision to change: as explain found it, or any one value.

import { Changes, key } from "./facts";
import type { Rules } from "./rules";
import type { Counterfactual, Tree } from "./contract";

export interface Knob {
  property: number;
  element: number;
  at: number;
  low: number;
  high: number;
}

export interface Flip {
  changes: Changes;
  distance: number;
  kind: "number" | "symbol" | "class";
  property: number;
  element: number;
  before: string | number | boolean | null;
  after: string | number | boolean | null;
  at: number;
}

// The values of an element as a counterfactual has them.
export function applied(found: Counterfactual, element: number): Changes {
  const changes = new Changes();
  for (const [property, values] of found.values.numbers) changes.numbers.set(key(property, element), values);
  for (const [property, values] of found.values.symbols) changes.symbols.set(key(property, element), values);
  for (const [class_, belongs] of found.values.classes) changes.classes.set(key(class_, element), belongs);
  return changes;
}

// The numbers that decide about an element: its own, and those of the fillers that satisfy rules.
export function knobs(rules: Rules, element: number): Knob[] {
  const found = new Map<string, Knob>();
  const visit = (tree: Tree, at: number): void => {
    for (const number of tree.labels) {
      const label = rules.view.labels[number];
      if (label.kind !== "set") continue;
      const values = rules.facts!.numbers(label.property, at, null);
      for (let place = 0; place < values.length; place++) {
        const [low, high] = range(rules, label.property, values[place]);
        found.set(`${key(label.property, at)}:${place}`, {
          property: label.property,
          element: at,
          at: place,
          low,
          high,
        });
      }
    }
    for (const filler of rules.fillers(tree, at)) {
      if (filler.element !== null) visit(filler.tree, filler.element);
    }
  };
  for (const tree of rules.view.trees) visit(tree, element);
  return [...found.values()].slice(0, 24);
}

export function corners(rules: Rules, property: number): number[] {
  const found = new Set<number>();
  for (const label of rules.view.labels) {
    if (label.kind === "set" && label.property === property) {
      for (const corner of label.corners) if (corner !== null) found.add(corner);
    }
  }
  return [...found].sort((a, b) => a - b);
}

function range(rules: Rules, property: number, value: number): [number, number] {
  const view = rules.view.numbers.find((one) => one.property === property);
  const points = [value, ...corners(rules, property)];
  if (view?.values) points.push(view.values.low, view.values.high);
  const low = Math.min(...points);
  const high = Math.max(...points);
  return low === high ? [low - 1, high + 1] : [low, high];
}

export function withNumber(
  rules: Rules,
  knob: Knob,
  value: number,
  base: Changes | null = null,
): Changes {
  const changes = base === null ? new Changes() : base.copy();
  const values = Array.from(rules.facts!.numbers(knob.property, knob.element, changes));
  values[knob.at] = value;
  changes.numbers.set(key(knob.property, knob.element), values);
  return changes;
}

const STEPS = 24;

export function flips(rules: Rules, element: number, threshold: number): Flip[] {
  const decides = (changes: Changes | null): boolean =>
    rules.degreeOfEvidence(rules.evidence(element, changes)) >= threshold;
  const now = decides(null);
  const flipped = (changes: Changes): boolean => decides(changes) !== now;
  const out: Flip[] = [];
  for (const knob of knobs(rules, element)) {
    const before = rules.facts!.numbers(knob.property, knob.element, null)[knob.at];
    const after = nearest(rules, knob, before, (value) => flipped(withNumber(rules, knob, value)));
    if (after === null) continue;
    out.push({
      changes: withNumber(rules, knob, after),
      distance: Math.abs(after - before) / (knob.high - knob.low),
      kind: "number",
      property: knob.property,
      element: knob.element,
      at: knob.at,
      before,
      after,
    });
  }
  out.push(...crispFlips(rules, element, flipped));
  return out.sort((a, b) => a.distance - b.distance).slice(0, 4);
}

// The nearest value that flips: looked for between corners, where degrees are straight lines.
function nearest(
  rules: Rules,
  knob: Knob,
  before: number,
  flipped: (value: number) => boolean,
): number | null {
  const margin = (knob.high - knob.low) * 0.05;
  const stops = [knob.low - margin, ...corners(rules, knob.property), knob.high + margin, before];
  stops.sort((a, b) => a - b);
  const grid: number[] = [];
  for (let at = 0; at + 1 < stops.length; at++) {
    for (let step = 0; step < STEPS; step++) {
      grid.push(stops[at] + ((stops[at + 1] - stops[at]) * step) / STEPS);
    }
  }
  grid.push(stops[stops.length - 1]);
  let best: number | null = null;
  for (const side of [-1, 1]) {
    const way = grid.filter((value) => side * (value - before) > 0);
    way.sort((a, b) => side * (a - b));
    const found = way.findIndex(flipped);
    if (found < 0) continue;
    let inside = found === 0 ? before : way[found - 1];
    let outside = way[found];
    for (let step = 0; step < 60; step++) {
      const middle = (inside + outside) / 2;
      if (flipped(middle)) outside = middle;
      else inside = middle;
    }
    const value = rounded(outside, side, Math.abs(outside - before), flipped);
    if (best === null || Math.abs(value - before) < Math.abs(best - before)) best = value;
  }
  return best;
}

// A number with few digits that flips as well, at most a twentieth further away.
function rounded(
  value: number,
  side: number,
  distance: number,
  flipped: (value: number) => boolean,
): number {
  for (let decimals = -6; decimals <= 9; decimals++) {
    const scale = 10 ** decimals;
    const near = (side > 0 ? Math.ceil(value * scale) : Math.floor(value * scale)) / scale;
    if (Math.abs(near - value) <= distance * 0.05 && flipped(near)) return near;
  }
  return value;
}

function crispFlips(
  rules: Rules,
  element: number,
  flipped: (changes: Changes) => boolean,
): Flip[] {
  const out: Flip[] = [];
  const facts = rules.facts!;
  const own = new Set(rules.view.trees.flatMap((tree) => tree.labels));
  for (const number of own) {
    const label = rules.view.labels[number];
    const changes = new Changes();
    if (label.kind === "value") {
      const values = facts.symbols(label.property, element, null);
      const has = values.includes(label.value);
      changes.symbols.set(key(label.property, element), has ? [] : [label.value]);
      if (!flipped(changes)) continue;
      const before = values.length ? values.map(String).join(", ") : null;
      out.push(crisp(changes, "symbol", label.property, element, before, has ? null : label.value));
    } else if (label.kind === "class") {
      const has = facts.isMember(label.class, element, null);
      changes.classes.set(key(label.class, element), !has);
      if (flipped(changes)) out.push(crisp(changes, "class", label.class, element, has, !has));
    }
  }
  return out;
}

function crisp(
  changes: Changes,
  kind: "symbol" | "class",
  property: number,
  element: number,
  before: string | boolean | null,
  after: string | boolean | null,
): Flip {
  return { changes, distance: 1, kind, property, element, before, after, at: 0 };
}
