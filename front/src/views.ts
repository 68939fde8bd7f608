// What a report is made of: the JSON of owlboost/report, version 1.

export interface Packed {
  type: "i1" | "i2" | "i4" | "f4" | "f8";
  divisor: number;
  data: string;
}

export interface Named {
  iri: string;
  name: string;
}

export interface Titled {
  name: string;
  title: string;
}

export interface Share {
  of: number;
  count: number;
  share: number | null;
  low: number;
  high: number;
}

export interface FuzzySet {
  name: string;
  title: string;
  shape: string;
  points: number[];
  corners: (number | null)[];
}

export type Label = { text: string; words: string } & (
  | { kind: "class"; class: number }
  | ({ kind: "set"; property: number } & FuzzySet)
  | { kind: "value"; property: number; value: string | boolean }
);

export interface Tree {
  labels: number[];
  edges: { role: number; filler: Tree }[];
}

export interface Term {
  name: string;
  weight: number;
  rules: { rule: number; degree: number }[];
}

export interface Recurrence {
  same: number;
  alike: number;
  of: number;
}

export interface RuleCard {
  learner: string;
  weight: number;
  is_top: boolean;
  words: string;
  manchester: string;
  confidence: number;
  trained_on: { positives: number; negatives: number; precision: Share };
  seen: {
    positives: number;
    negatives: number;
    precision: Share;
    recall: Share;
    coverage: Share;
  } | null;
  stability: Recurrence | null;
  folds: Recurrence | null;
}

export type Moment = "date" | "dateTime" | "time" | "duration" | "gYear" | "gYearMonth";

export interface NumberView extends Named {
  moment?: Moment;
  property: number;
  range: [number, number];
  sets: (FuzzySet & { outline: [number, number][] })[];
  values: {
    low: number;
    high: number;
    edges: number[];
    groups: { name: string; size: number; counts: number[]; shares: number[] }[];
  } | null;
}

export interface MeasureView extends Titled {
  value: number;
  decimals: number;
  basis: string;
}

export interface Histogram {
  edges: number[];
  positive: number[];
  negative: number[];
}

export interface Decisions {
  examples: number;
  positives: number;
  measures: MeasureView[];
  degrees: Histogram;
  probabilities: Histogram | null;
  roc: [number, number][];
  precision_recall: [number, number][];
  average: number;
  calibration: { predicted: number; observed: Share }[] | null;
}

export type Calibration =
  | { method: "platt"; slope: number; intercept: number }
  | { method: "isotonic"; evidence: number[]; probability: number[] };

export interface Individuals {
  count: number;
  total: number;
  sampled: boolean;
  names: string[] | { numbered: string };
  iris: { prefix: string; rests: string[] | null } | null;
  labels: Packed;
  evidence: Packed;
}

export interface Grades {
  examples: number;
  range: [number, number];
  measures: MeasureView[];
  points: [number, number][];
}

export interface FactsView {
  elements: number;
  others: string[];
  classes: (Named & { members: Packed; degrees: Packed | null })[];
  roles: (Named & { counts: Packed; ends: Packed; degrees: Packed | null })[];
  numbers: (Named & { moment?: Moment; counts: Packed | null; values: Packed })[];
  symbols: (Named & { values: (string | boolean)[]; counts: Packed | null; codes: Packed })[];
}

export interface ValueChange extends Named {
  kind: "number" | "truth" | "category" | "class";
  before: number | string | boolean;
  after: number | string | boolean;
  shown: number | string | boolean;
  distance: number;
}

export interface Counterfactual {
  found: boolean;
  most_changes: number;
  distance: number | null;
  evidence: number | null;
  degree: number | null;
  changes: ValueChange[];
  text: string;
  values: {
    numbers: [number, number[]][];
    symbols: [number, (string | boolean)[]][];
    classes: [number, boolean][];
  };
}

export interface Counterfactuals {
  threshold: number;
  whom: "all" | "examples" | "nearest";
  rows: number[];
  found: Counterfactual[] | null;
}

export interface ModelView {
  target: Named;
  algorithm: Titled;
  threshold: number;
  logic: string;
  average: number | null;
  calibration: Calibration | null;
  sums: boolean;
  terms: Term[];
  trees: Tree[];
  labels: Label[];
  rules: RuleCard[];
  numbers: NumberView[];
  curve: [number, number][];
  training: MeasureView[];
  verdicts: { name: string; holds: boolean | null; reason: string }[];
  remarks: string[];
  provenance: {
    source: Record<string, unknown>;
    parameters: Record<string, unknown>;
    command: string | null;
  };
  overlap: { rules: number[]; both: number[][] } | null;
  decisions: Decisions | null;
  grades: Grades | null;
  individuals: Individuals | null;
  facts: FactsView | null;
  counterfactuals: Counterfactuals | null;
}

export interface ScoresView {
  mean: Record<string, number>;
  deviation: Record<string, number>;
  folds: Record<string, number>[];
}

export interface RecurringRule extends Recurrence {
  words: string;
  manchester: string;
  against: boolean;
  weights: (number | null)[];
}

export interface RunView {
  dataset: string;
  target: Named;
  algorithm: Titled;
  protocol: { folds: number; repeats: number; seed: number; name: string; starred: boolean };
  examples: number;
  positives: number;
  parameters: Record<string, unknown>;
  configurations: { parameters: Record<string, unknown>; scores: ScoresView }[];
  best: number;
  nested: ScoresView | null;
  top: ScoresView;
  rules: RecurringRule[];
  environment: Record<string, unknown>;
  seconds: number;
  remarks: string[];
}

export interface Comparison {
  algorithms: Titled[];
  measures: (Titled & { decimals: number; larger_is_better: boolean })[];
  merit: string;
  rows: { dataset: string; figures: Record<string, Record<string, number | null>> }[];
  ranked: number;
  ranks: Record<string, number>;
  critical_difference: number | null;
  pairs: { first: string; second: string; wins: number; ties: number; losses: number; p: number }[];
}

export interface Report {
  format: string;
  version: number;
  made_by: string;
  title: string;
  models: ModelView[];
  runs: RunView[];
  comparison: Comparison | null;
  suite: {
    name: string;
    protocol: string;
    not_run: Record<string, string>;
    remarks: Record<string, string[]>;
  } | null;
}
