// What Python and the pages agree on. Written by tools/contract.py (make front).

export type Moment = "date" | "dateTime" | "time" | "duration" | "gYear" | "gYearMonth";

export type Label = ClassLabel | SetLabel | ValueLabel;

export type Calibration = Platt | Isotonic;

export type Measures = Record<string, number | null>;

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

export interface Part {
  words: string;
  manchester: string;
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

export interface OutlinedSet {
  name: string;
  title: string;
  shape: string;
  points: number[];
  corners: (number | null)[];
  outline: [number, number][];
}

export interface ClassLabel {
  text: string;
  words: string;
  kind: "class";
  class: number;
}

export interface SetLabel {
  name: string;
  title: string;
  shape: string;
  points: number[];
  corners: (number | null)[];
  text: string;
  words: string;
  kind: "set";
  property: number;
}

export interface ValueLabel {
  text: string;
  words: string;
  kind: "value";
  property: number;
  value: boolean | string;
}

export interface Edge {
  role: number;
  filler: Tree;
}

export interface Tree {
  labels: number[];
  edges: Edge[];
}

export interface Degree {
  rule: number;
  degree: number;
}

export interface Term {
  name: string;
  weight: number;
  rules: Degree[];
}

export interface Terms {
  sums: boolean;
  terms: Term[];
  trees: Tree[];
}

export interface Recurrence {
  same: number;
  alike: number;
  of: number;
}

export interface TrainedOn {
  positives: number;
  negatives: number;
  precision: Share;
}

export interface Seen {
  positives: number;
  negatives: number;
  precision: Share;
  recall: Share;
  coverage: Share;
}

export interface RuleCard {
  words: string;
  manchester: string;
  learner: string;
  weight: number;
  is_top: boolean;
  confidence: number;
  trained_on: TrainedOn;
  seen: Seen | null;
  stability: Recurrence | null;
  folds: Recurrence | null;
}

export interface ValueGroup {
  name: string;
  size: number;
  counts: number[];
  shares: number[];
}

export interface Values {
  low: number;
  high: number;
  edges: number[];
  groups: ValueGroup[];
}

export interface Timed {
  moment?: "date" | "dateTime" | "time" | "duration" | "gYear" | "gYearMonth";
}

export interface Property {
  iri: string;
  name: string;
  moment?: "date" | "dateTime" | "time" | "duration" | "gYear" | "gYearMonth";
  range: [number, number];
  sets: OutlinedSet[];
  values: Values | null;
}

export interface NumberView {
  iri: string;
  name: string;
  moment?: "date" | "dateTime" | "time" | "duration" | "gYear" | "gYearMonth";
  range: [number, number];
  sets: OutlinedSet[];
  values: Values | null;
  property: number;
}

export interface MeasureView {
  name: string;
  title: string;
  value: number;
  decimals: number;
  basis: string;
}

export interface Histogram {
  edges: number[];
  positive: number[];
  negative: number[];
}

export interface Point {
  fallout: number;
  recall: number;
  precision: number;
}

export interface Curves {
  roc: [number, number][];
  precision_recall: [number, number][];
  average: number;
}

export interface CalibrationBin {
  predicted: number;
  observed: Share;
}

export interface Decisions {
  roc: [number, number][];
  precision_recall: [number, number][];
  average: number;
  examples: number;
  positives: number;
  measures: MeasureView[];
  at_threshold: Point;
  degrees: Histogram;
  probabilities: Histogram | null;
  calibration: CalibrationBin[] | null;
}

export interface Grades {
  examples: number;
  range: [number, number];
  measures: MeasureView[];
  points: [number, number][];
}

export interface Platt {
  method: "platt";
  slope: number;
  intercept: number;
}

export interface Isotonic {
  method: "isotonic";
  evidence: number[];
  probability: number[];
}

export interface Numbered {
  numbered: string;
}

export interface IriParts {
  prefix: string;
  rests: string[] | null;
}

export interface Names {
  names: string[] | Numbered;
  iris: IriParts | null;
}

export interface Individuals {
  names: string[] | Numbered;
  iris: IriParts | null;
  count: number;
  total: number;
  sampled: boolean;
  labels: Packed;
  evidence: Packed;
}

export interface Members {
  members: Packed;
  degrees: Packed | null;
}

export interface Links {
  counts: Packed;
  ends: Packed;
  degrees: Packed | null;
}

export interface Numbers {
  counts: Packed | null;
  values: Packed;
}

export interface Symbols {
  values: (boolean | string)[];
  counts: Packed | null;
  codes: Packed;
}

export interface ClassFacts {
  iri: string;
  name: string;
  members: Packed;
  degrees: Packed | null;
}

export interface RoleFacts {
  iri: string;
  name: string;
  counts: Packed;
  ends: Packed;
  degrees: Packed | null;
}

export interface NumberFacts {
  iri: string;
  name: string;
  moment?: "date" | "dateTime" | "time" | "duration" | "gYear" | "gYearMonth";
  counts: Packed | null;
  values: Packed;
}

export interface SymbolFacts {
  iri: string;
  name: string;
  values: (boolean | string)[];
  counts: Packed | null;
  codes: Packed;
}

export interface FactsView {
  elements: number;
  others: string[];
  classes: ClassFacts[];
  roles: RoleFacts[];
  numbers: NumberFacts[];
  symbols: SymbolFacts[];
}

export interface ValueChange {
  iri: string;
  name: string;
  kind: "number" | "truth" | "category" | "class";
  before: number | boolean | string;
  after: number | boolean | string;
  shown: number | boolean | string;
  distance: number;
}

export interface ChangedFacts {
  numbers: [number, number[]][];
  symbols: ([number, (boolean | string)[]])[];
  classes: [number, boolean][];
}

export interface NearestChange {
  found: boolean;
  most_changes: number;
  distance: number | null;
  evidence: number | null;
  degree: number | null;
  changes: ValueChange[];
}

export interface Counterfactual {
  found: boolean;
  most_changes: number;
  distance: number | null;
  evidence: number | null;
  degree: number | null;
  changes: ValueChange[];
  text: string;
  values: ChangedFacts;
}

export interface Counterfactuals {
  threshold: number;
  whom: "all" | "examples" | "nearest";
  rows: number[];
  found: Counterfactual[] | null;
}

export interface Verdict {
  name: string;
  holds: boolean | null;
  reason: string;
}

export interface Provenance {
  source: Record<string, unknown>;
  parameters: Record<string, unknown>;
  command: string | null;
}

export interface Overlap {
  rules: number[];
  both: number[][];
}

export interface Applied {
  overlap: Overlap | null;
  decisions: Decisions | null;
  grades: Grades | null;
  individuals: Individuals | null;
  facts: FactsView | null;
  counterfactuals: Counterfactuals | null;
}

export interface ModelView {
  sums: boolean;
  terms: Term[];
  trees: Tree[];
  overlap: Overlap | null;
  decisions: Decisions | null;
  grades: Grades | null;
  individuals: Individuals | null;
  facts: FactsView | null;
  counterfactuals: Counterfactuals | null;
  target: Named;
  algorithm: Titled;
  threshold: number;
  logic: string;
  average: number | null;
  calibration: Platt | Isotonic | null;
  labels: (ClassLabel | SetLabel | ValueLabel)[];
  rules: RuleCard[];
  numbers: NumberView[];
  curve: [number, number][];
  training: MeasureView[];
  verdicts: Verdict[];
  remarks: string[];
  provenance: Provenance;
}

export interface ScoresView {
  mean: Record<string, number>;
  deviation: Record<string, number>;
  folds: Record<string, number>[];
}

export interface RecurringRule {
  words: string;
  manchester: string;
  same: number;
  alike: number;
  of: number;
  against: boolean;
  weights: (number | null)[];
}

export interface Protocol {
  folds: number;
  repeats: number;
  seed: number;
  name: string;
  starred: boolean;
}

export interface Configuration {
  parameters: Record<string, unknown>;
  scores: ScoresView;
}

export interface RunView {
  dataset: string;
  target: Named;
  algorithm: Titled;
  protocol: Protocol;
  examples: number;
  positives: number;
  parameters: Record<string, unknown>;
  configurations: Configuration[];
  best: number;
  nested: ScoresView | null;
  top: ScoresView;
  rules: RecurringRule[];
  environment: Record<string, unknown>;
  seconds: number;
  remarks: string[];
}

export interface MeasureTitle {
  name: string;
  title: string;
  decimals: number;
  larger_is_better: boolean;
}

export interface ComparedRow {
  dataset: string;
  figures: Record<string, Record<string, number | null>>;
}

export interface Pair {
  first: string;
  second: string;
  wins: number;
  ties: number;
  losses: number;
  p: number;
}

export interface Comparison {
  algorithms: Titled[];
  measures: MeasureTitle[];
  merit: string;
  rows: ComparedRow[];
  ranked: number;
  ranks: Record<string, number>;
  critical_difference: number | null;
  pairs: Pair[];
}

export interface Suite {
  name: string;
  protocol: string;
  not_run: Record<string, string>;
  remarks: Record<string, string[]>;
}

export interface Report {
  format: string;
  version: number;
  made_by: string;
  title: string;
  models: ModelView[];
  runs: RunView[];
  comparison: Comparison | null;
  suite: Suite | null;
}

export interface DraftSet {
  name: string;
  property: string;
  shape: string;
  points: number[];
}

export interface MovedSet {
  name: string;
  points: number[];
}

export interface Settings {
  algorithm: string;
  rules: number | "auto";
  max_conjuncts: number;
  max_depth: number;
  fuzzify: string;
  sets: number | "auto";
  logic: string;
  seed: number;
}

export interface DraftRule {
  words: string;
  manchester: string;
  id: string;
  concept: Record<string, unknown>;
  parts: Part[];
  term: string;
  weight: number;
  weight_set: boolean;
  pinned: boolean;
  note: string;
  is_top: boolean;
}

export interface Forbidden {
  words: string;
  manchester: string;
  id: string;
  concept: Record<string, unknown>;
}

export interface Draft {
  base: number | null;
  form: "sum" | "best";
  logic: string;
  threshold: number;
  threshold_set: boolean;
  rules: DraftRule[];
  sets: DraftSet[];
  forbidden: Forbidden[];
}

export interface Project {
  name: string;
  folder: string;
}

export interface OpenSource {
  name: string;
  kind: "table" | "ontology";
}

export interface Question {
  target: string | null;
  scope: string | null;
  marks: Record<string, boolean>;
  hidden: string[];
}

export interface Version {
  number: number;
  name: string;
  time: string;
}

export interface Progress {
  phase: "waiting" | "reading" | "validating" | "learning";
  done: number;
  total: number;
  rules: string[];
}

export interface Fit {
  phase: "waiting" | "reading" | "validating" | "learning";
  done: number;
  total: number;
  rules: string[];
  seconds: number;
}

export interface State {
  number: number;
  project: Project;
  source: OpenSource | null;
  question: Question;
  settings: Settings;
  draft: Draft | null;
  versions: Version[];
  can_undo: boolean;
  can_redo: boolean;
  fit: Fit | null;
}

export interface SourceClass {
  iri: string;
  name: string;
  count: number;
  parents: string[];
}

export interface SourceProperty {
  iri: string;
  name: string;
  kind: "role" | "number" | "category" | "truth" | "date";
  count: number;
  range?: [number, number] | [string, string];
  values?: (boolean | string)[];
}

export interface Target {
  target: string;
  name: string;
  positives: number;
  of: number;
}

export interface Source {
  kind: "table" | "ontology";
  individuals: number;
  classes: SourceClass[];
  properties: SourceProperty[];
  targets: Target[];
  remarks: string[];
}

export interface Individual {
  individual: string;
  name: string;
  label: number | boolean | null;
  marked: boolean;
}

export interface IndividualPage {
  total: number;
  rows: Individual[];
}

export interface Suggestion {
  text: string;
  words: string;
}

export interface Suspect {
  iri: string;
  name: string;
  text: string;
  right: number;
  of: number;
}

export interface Algorithm {
  name: string;
  title: string;
  text: string;
}

export interface Choices {
  algorithms: Algorithm[];
  fuzzify: string[];
  sets: ("auto" | number)[];
  logic: string[];
  most_rules: number;
}

export interface Format {
  name: string;
  title: string;
  suffix: string;
}

export interface Command {
  command: string;
  files: Record<string, string>;
  remarks: string[];
}

export interface Side {
  degree: number;
  decision: boolean;
}

export interface Change {
  individual: string;
  name: string;
  before: Side;
  after: Side;
  label: number | boolean | null;
  better: boolean | null;
}

export interface HeldOut {
  mean: Record<string, number | null>;
  folds: (Record<string, number | null>)[];
}

export interface BaseResults {
  measures: Record<string, number | null>;
  held_out?: HeldOut | null;
}

export interface Results {
  measures: Record<string, number | null>;
  before: BaseResults | null;
  changes: Change[];
  changed: number;
}

export interface DraftResults {
  measures: Record<string, number | null>;
  before: BaseResults | null;
  changes: Change[];
  changed: number;
  folds: number;
  sizes: number[];
}

export interface FoldResults {
  measures: Record<string, number | null>;
  errors: number[];
  before: Record<string, number | null> | null;
}

export interface Judgement {
  number: number;
  pending: boolean;
  measures?: Record<string, number | null>;
  before?: BaseResults | null;
  changes?: Change[];
  changed?: number;
  held_out?: HeldOut | null;
  curve?: [number, number][];
  error?: string;
}

export interface Weight {
  weight: number;
}

export interface ComparedRule {
  words: string;
  manchester: string;
  fate: string;
  a: Weight | null;
  b: Weight | null;
}

export interface BothMeasures {
  a: Record<string, number | null>;
  b: Record<string, number | null>;
}

export interface ModelsCompared {
  rules: ComparedRule[];
  thresholds: [number, number];
  changes: Change[];
  changed: number;
  turned: number;
  better: number | null;
  worse: number | null;
}

export interface Compared {
  rules: ComparedRule[];
  thresholds: [number, number];
  changes: Change[];
  changed: number;
  turned: number;
  better: number | null;
  worse: number | null;
  measures: BothMeasures;
}

export type Edit =
  | { kind: "source"; name: string }
  | { kind: "target"; target: string | null; scope?: string | null }
  | { kind: "mark"; individual: string; label: boolean | null }
  | { kind: "hide"; names: string[] }
  | { kind: "show"; names: string[] }
  | { kind: "settings"; algorithm?: string; rules?: number | "auto"; max_conjuncts?: number; max_depth?: number; fuzzify?: string; sets?: number | "auto"; logic?: string; seed?: number }
  | { kind: "set"; name?: string; points?: number[]; sets?: MovedSet[] }
  | { kind: "condition-added"; rule: string; text: string }
  | { kind: "condition-removed"; rule: string; part: number }
  | { kind: "rule-added"; text: string; weight?: number | null }
  | { kind: "rule-removed"; rule: string }
  | { kind: "weight"; rule: string; weight: number | null }
  | { kind: "pin"; rule: string; pinned: boolean }
  | { kind: "forbid"; rule: string }
  | { kind: "allow"; forbidden: string }
  | { kind: "threshold"; threshold: number }
  | { kind: "note"; rule: string; text: string }
  | { kind: "version"; name: string }
  | { kind: "return"; version: number }
  | { kind: "undo" }
  | { kind: "redo" };
