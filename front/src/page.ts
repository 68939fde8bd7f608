// What the sections of a model share: its rules and individuals, what is chosen, who listens.

import { unpacked } from "./arrays";
import { Facts } from "./facts";
import { Rules, COVERED, probability } from "./rules";
import type { Counterfactual, ModelView } from "./contract";

export type Outcome = "TP" | "FP" | "FN" | "TN";

export interface Filter {
  text: string;
  label: "all" | "examples" | "positive" | "negative" | "errors";
  rule: number | null;
  outcome: Outcome | null;
}

type Topic = "threshold" | "filter";

export class People {
  readonly labels: Int8Array;
  readonly evidence: Float64Array;
  readonly degrees: Float64Array;
  readonly probabilities: Float64Array | null;
  private readonly numbered: string | null;
  private readonly listed: string[];

  constructor(
    readonly model: ModelView,
    rules: Rules,
  ) {
    const view = model.individuals!;
    this.labels = Int8Array.from(unpacked(view.labels));
    this.evidence = unpacked(view.evidence);
    this.degrees = this.evidence.map((one) => rules.degreeOfEvidence(one));
    this.probabilities =
      model.calibration === null
        ? null
        : this.evidence.map((one) => probability(model.calibration, one)!);
    this.numbered = Array.isArray(view.names) ? null : view.names.numbered;
    this.listed = Array.isArray(view.names) ? view.names : [];
  }

  get count(): number {
    return this.evidence.length;
  }

  name(row: number): string {
    return this.numbered === null ? this.listed[row] : `${this.numbered}${row + 1}`;
  }

  iri(row: number): string {
    const iris = this.model.individuals!.iris;
    if (iris === null) return this.name(row);
    return iris.prefix + (iris.rests === null ? this.name(row) : iris.rests[row]);
  }
}

export class ModelPage {
  threshold: number;
  filter: Filter;
  open: (row: number) => void = () => undefined;
  private readonly listeners: Record<Topic, (() => void)[]> = { threshold: [], filter: [] };
  private known: { facts: Facts | null; rules: Rules; people: People | null } | null = null;
  private readonly covered = new Map<number, Float64Array>();

  constructor(
    readonly view: ModelView,
    private readonly number: number,
  ) {
    this.threshold = view.threshold;
    const labelled = view.decisions !== null;
    this.filter = { text: "", label: labelled ? "examples" : "all", rule: null, outcome: null };
  }

  // What takes time to unpack is unpacked when it is needed.
  private get unpacked(): { facts: Facts | null; rules: Rules; people: People | null } {
    if (this.known === null) {
      this.fetchBulk();
      const facts = this.view.facts === null ? null : new Facts(this.view.facts);
      const rules = new Rules(this.view, facts);
      const people = this.view.individuals === null ? null : new People(this.view, rules);
      this.known = { facts, rules, people };
    }
    return this.known;
  }

  // Long arrays and lists of names stand at the end of the file, so that it is painted before them.
  private fetchBulk(): void {
    const text = document.getElementById("bulk")?.textContent;
    if (this.view.individuals === null || this.view.individuals.evidence !== undefined || !text) return;
    const found = (JSON.parse(text) as Pick<ModelView, "individuals" | "facts" | "counterfactuals">[])[this.number];
    Object.assign(this.view.individuals, found.individuals);
    this.view.facts = found.facts;
    this.view.counterfactuals = found.counterfactuals;
  }

  get facts(): Facts | null {
    return this.unpacked.facts;
  }

  get rules(): Rules {
    return this.unpacked.rules;
  }

  get people(): People | null {
    return this.unpacked.people;
  }

  on(topic: Topic, listener: () => void): void {
    this.listeners[topic].push(listener);
  }

  moveThreshold(value: number): void {
    this.threshold = value;
    for (const listener of this.listeners.threshold) listener();
    if (this.filter.label === "errors" || this.filter.outcome !== null) this.tellFilter();
  }

  choose(filter: Partial<Filter>): void {
    this.filter = { ...this.filter, ...filter };
    this.tellFilter();
  }

  private tellFilter(): void {
    for (const listener of this.listeners.filter) listener();
  }

  decides(row: number): boolean {
    return this.people!.degrees[row] >= this.threshold;
  }

  outcome(row: number): Outcome | null {
    const label = this.people!.labels[row];
    if (label < 0) return null;
    const yes = this.decides(row);
    return label === 1 ? (yes ? "TP" : "FN") : yes ? "FP" : "TN";
  }

  counts(): Record<Outcome, number> {
    const out = { TP: 0, FP: 0, FN: 0, TN: 0 };
    for (let row = 0; row < this.people!.count; row++) {
      const outcome = this.outcome(row);
      if (outcome !== null) out[outcome]++;
    }
    return out;
  }

  // What explain says would turn the decision, if that was sought for this row.
  turn(row: number): Counterfactual | null {
    void this.unpacked;
    const known = this.view.counterfactuals;
    const at = known?.rows.indexOf(row) ?? -1;
    return at < 0 ? null : known!.found![at];
  }

  degreesOfRule(rule: number): Float64Array {
    let found = this.covered.get(rule);
    if (found === undefined) {
      found = new Float64Array(this.people!.count);
      for (let row = 0; row < found.length; row++) found[row] = this.rules.rule(rule, row);
      this.covered.set(rule, found);
    }
    return found;
  }

  // The rows that the filter lets through, in the order of the source.
  rows(): number[] {
    const { text, label, rule, outcome } = this.filter;
    const wanted = text.trim().toLowerCase();
    const held = rule === null ? null : this.degreesOfRule(rule);
    const people = this.people!;
    const out: number[] = [];
    for (let row = 0; row < people.count; row++) {
      if (held !== null && held[row] <= COVERED) continue;
      const found = people.labels[row];
      if (label === "examples" && found < 0) continue;
      if (label === "positive" && found !== 1) continue;
      if (label === "negative" && found !== 0) continue;
      if (label === "errors" && (found < 0 || this.decides(row) === (found === 1))) continue;
      if (outcome !== null && this.outcome(row) !== outcome) continue;
      if (wanted && !this.matches(row, wanted)) continue;
      out.push(row);
    }
    return out;
  }

  private matches(row: number, wanted: string): boolean {
    return (
      this.people!.name(row).toLowerCase().includes(wanted) ||
      this.people!.iri(row).toLowerCase().includes(wanted)
    );
  }

  elementName(element: number): string {
    const people = this.people!;
    if (element < people.count) return people.name(element);
    return this.facts!.view.others[element - people.count] || "(unnamed)";
  }
}
