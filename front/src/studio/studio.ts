// What all steps share: the store, what is told, and answers that are asked for once.

import type { Choices, Edit, Judgement, Measures, ModelView, Source, State } from "../contract";
import { Refused, Store } from "./store";
import { Told } from "./told";

// What the page shows of a judgement, whose parts come one after the other.
export type JudgementSoFar = Required<Omit<Judgement, "measures" | "error">> & { measures: Measures | null; error?: string };

const NOTHING: JudgementSoFar = { number: 0, pending: false, measures: null, held_out: null, before: null, changes: [], changed: 0, curve: [] };

// While parts of a judgement are awaited, those of the one before stay on the page.
function followed(last: JudgementSoFar | null, found: Judgement): JudgementSoFar | null {
  if (found.error !== undefined) return { ...NOTHING, error: found.error };
  if (found.measures === undefined) return found.pending && last !== null ? { ...last, pending: true } : null;
  const now: JudgementSoFar = { ...NOTHING, ...found, measures: found.measures };
  if (!found.pending || last === null) return now;
  const before = now.before && { ...now.before, held_out: last.before?.held_out ?? null };
  return { ...now, before, held_out: last.held_out, curve: last.curve };
}

export interface Step {
  id: string;
  title: string;
  // What of it is done, in a few words.
  summary: (state: State) => string;
  element: HTMLElement;
  draw: () => void;
}

type Topic = "source" | "view" | "judgement";

export class Studio {
  readonly store = new Store();
  readonly told = new Told();
  source: Source | null = null;
  choices: Choices | null = null;
  view: ModelView | null = null;
  judgement: JudgementSoFar | null = null;
  private sourceKey = "";
  private viewKey = "";
  private judging = false;
  private judgeAgain = false;
  private readonly acting = new Set<string>();
  private readonly listeners: Record<Topic, (() => void)[]> = { source: [], view: [], judgement: [] };

  constructor() {
    this.store.trouble = (sentence) => this.told.complain(sentence);
    this.store.on("state", () => this.follow());
    this.store.on("judged", () => this.judge());
    this.store.on("connection", () => {
      if (this.store.connection === "back") {
        this.told.calm();
        this.told.say("The studio is back; everything that was confirmed is there.");
        this.follow();
      }
    });
  }

  get state(): State {
    return this.store.state;
  }

  on(topic: Topic, listener: () => void): void {
    this.listeners[topic].push(listener);
  }

  private tell(topic: Topic): void {
    for (const listener of this.listeners[topic]) listener();
  }

  async edit(edit: Edit | (() => Edit | null), done?: string): Promise<boolean> {
    const made = await this.store.edit(edit);
    if (made) {
      this.told.calm();
      if (done !== undefined) this.told.say(done);
    }
    return made;
  }

  // A second click while the first is under way asks for nothing more.
  async act(path: string, done: string): Promise<void> {
    if (this.acting.has(path)) return;
    this.acting.add(path);
    const made = await this.store.act(path);
    this.acting.delete(path);
    if (!made) return;
    this.told.calm();
    this.told.say(done);
  }

  // An answer, or null if it was refused; the reason has then been told.
  async ask<T>(path: string, query: Record<string, string | number> = {}): Promise<T | null> {
    try {
      return await this.store.get<T>(path, query);
    } catch (error) {
      this.store.complain(error);
      return null;
    }
  }

  // What depends on the state is asked for again when its part of the state has changed.
  private follow(): void {
    void this.followSource();
    void this.followView();
    this.judge();
  }

  private async followSource(): Promise<void> {
    const { source } = this.state;
    const key = JSON.stringify(source);
    if (key === this.sourceKey) return;
    this.sourceKey = key;
    this.source = null;
    this.tell("source");
    if (this.choices === null) this.choices = await this.ask<Choices>("/api/choices");
    if (source !== null) {
      const found = await this.ask<Source>("/api/source");
      if (key !== this.sourceKey) return;
      if (found === null) this.sourceKey = "";
      this.source = found;
    }
    this.tell("source");
  }

  private async followView(): Promise<void> {
    const { source, question, draft } = this.state;
    const shown = draft && { ...draft, rules: draft.rules.map(({ id, manchester, weight }) => [id, manchester, weight]), forbidden: null };
    const key = JSON.stringify([source, question, shown]);
    if (key === this.viewKey) return;
    this.viewKey = key;
    if (draft === null || source === null) {
      this.view = null;
      this.tell("view");
      return;
    }
    try {
      const found = await this.store.get<ModelView>("/api/view", { version: "draft" });
      if (key !== this.viewKey) return;
      this.view = found;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (key !== this.viewKey) return;
      this.viewKey = "";
      this.view = null;
    }
    this.tell("view");
  }

  private judge(): void {
    if (this.judging) {
      this.judgeAgain = true;
      return;
    }
    void this.judgeNow();
  }

  private async judgeNow(): Promise<void> {
    if (this.state.draft === null) {
      this.judgement = null;
      this.tell("judgement");
      return;
    }
    this.judging = true;
    try {
      this.judgement = followed(this.judgement, await this.store.get<Judgement>("/api/judgement", { number: this.state.number }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.judgement = null;
    } finally {
      this.judging = false;
    }
    this.tell("judgement");
    if (this.judgeAgain) {
      this.judgeAgain = false;
      this.judge();
    }
  }
}
