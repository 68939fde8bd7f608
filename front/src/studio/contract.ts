// What the page and the server of the studio agree on.

import type { ModelView } from "../views";

export interface Part {
  words: string;
  manchester: string;
}

export interface DraftRule {
  id: string;
  words: string;
  manchester: string;
  is_top: boolean;
  parts: Part[];
  weight: number;
  weight_set: boolean;
  pinned: boolean;
  note: string;
}

export interface DraftSet {
  name: string;
  property: string;
  shape: string;
  points: number[];
}

export interface Forbidden {
  id: string;
  words: string;
  manchester: string;
}

export interface Draft {
  base: number | null;
  threshold: number;
  threshold_set: boolean;
  form: "sum" | "best";
  rules: DraftRule[];
  sets: DraftSet[];
  forbidden: Forbidden[];
}

export interface Settings {
  algorithm: string;
  rules: "auto" | number;
  max_conjuncts: number;
  max_depth: number;
  fuzzify: string;
  sets: "auto" | number;
  logic: string;
  seed: number;
}

export interface Question {
  target: string | null;
  scope: string | null;
  marks: Record<string, boolean>;
  hidden: string[];
}

export interface Fit {
  phase: "waiting" | "reading" | "validating" | "learning";
  done: number;
  total: number;
  rules: string[];
  seconds: number;
}

export interface Version {
  number: number;
  name: string;
  time: string;
}

export interface State {
  number: number;
  project: { name: string; folder: string };
  source: { name: string; kind: "table" | "ontology" } | null;
  question: Question;
  settings: Settings;
  draft: Draft | null;
  versions: Version[];
  can_undo: boolean;
  can_redo: boolean;
  fit: Fit | null;
}

export type Edit =
  | { kind: "source"; name: string }
  | { kind: "target"; target: string | null; scope?: string | null }
  | { kind: "mark"; individual: string; label: boolean | null }
  | { kind: "hide"; names: string[] }
  | { kind: "show"; names: string[] }
  | ({ kind: "settings" } & Partial<Settings>)
  | { kind: "set"; name: string; points: number[] }
  | { kind: "set"; sets: { name: string; points: number[] }[] }
  | { kind: "condition-added"; rule: string; text: string }
  | { kind: "condition-removed"; rule: string; part: number }
  | { kind: "rule-added"; text: string; weight?: number }
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
  // Of dates they are told as such.
  range?: [number, number] | [string, string] | null;
  values?: (string | boolean)[] | null;
}

export interface Source {
  kind: "table" | "ontology";
  individuals: number;
  classes: SourceClass[];
  properties: SourceProperty[];
  targets: { target: string; name: string; positives: number; of: number }[];
  remarks: string[];
}

export interface Choices {
  algorithms: { name: string; title: string; text: string }[];
  fuzzify: string[];
  sets: ("auto" | number)[];
  logic: string[];
  most_rules: number;
}

export interface Individual {
  individual: string;
  name: string;
  label: boolean | null;
}

export interface Suspect {
  name: string;
  iri: string;
  text: string;
  right: number;
  of: number;
}

export interface Suggestion {
  text: string;
  words: string;
}

export type Measures = Record<string, number>;

export interface HeldOut {
  mean: Measures;
  folds: Measures[];
}

interface Side {
  degree: number;
  decision: boolean;
}

export interface Change {
  individual: string;
  name: string;
  before: Side;
  after: Side;
  label: boolean | null;
}

export interface Judgement {
  number: number;
  pending: boolean;
  measures: Measures | null;
  held_out: HeldOut | null;
  before: { measures: Measures; held_out?: HeldOut | null } | null;
  changes: Change[];
  changed: number;
  curve: [number, number][];
  // Why nothing can be judged.
  error?: string;
}

interface ComparedRule {
  words: string;
  weight: number;
}

export interface Compared {
  rules: { a: ComparedRule | null; b: ComparedRule | null; words: string }[];
  measures: { a: Measures; b: Measures };
  changes: Change[];
  changed: number;
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

export type View = ModelView;
