// The studio: steps on the left, what the step shows on the right, undo and redo above.

import { mark, theme } from "../brand";
import { h, name, replace } from "../dom";
import { rulesStep } from "./cards";
import { dataStep } from "./data";
import { judgeStep } from "./judging";
import { learnStep } from "./learning";
import { questionStep } from "./question";
import { Region } from "./regions";
import { Refused } from "./store";
import { Studio, type Step } from "./studio";
import { takeStep } from "./taking";

async function start(): Promise<void> {
  const studio = new Studio();
  const root = document.getElementById("app")!;
  replace(root, studio.told.element);
  try {
    await studio.store.start();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    studio.told.complain(error.message);
    return;
  }
  const steps = [dataStep(studio), questionStep(studio), learnStep(studio), rulesStep(studio), judgeStep(studio), takeStep(studio)];
  const frame = new Frame(studio, steps);
  replace(root, h("a", { class: "skip", href: "#content", onclick: (event: Event) => frame.skip(event) }, "To the content"), frame.head, studio.told.element, h("div", { class: "body studio" }, frame.rail, frame.main));
  frame.begin();
  document.documentElement.dataset["ready"] = "yes";
}

class Frame {
  readonly head = h("header", { class: "top studiotop" });
  readonly rail = h("nav", { "aria-label": "Steps" });
  readonly main = h("main", { id: "content", tabindex: -1 });
  private readonly bar = new Region(h("div", { class: "history", role: "group", "aria-label": "Undo and redo" }));
  private readonly project = new Region(h("span", { class: "project" }));
  private readonly line = h("p", { class: "connection", role: "status" });
  private readonly links = new Region(h("ol", { class: "steps" }));
  private at: Step;
  private wasFitting = false;

  constructor(
    private readonly studio: Studio,
    private readonly steps: Step[],
  ) {
    this.at = steps[0];
    this.head.append(h("div", { class: "bar" }, h("span", { class: "brand" }, mark(), "owlboost studio"), this.project.element, h("span", { class: "spacer" }), this.bar.element, theme()), this.line);
    this.rail.append(this.links.element);
    studio.store.on("state", () => this.draw());
    studio.on("judgement", () => this.drawRail());
    studio.store.on("connection", () => this.drawConnection());
    window.addEventListener("hashchange", () => this.follow(true));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  begin(): void {
    if (this.named() === undefined) history.replaceState(null, "", `#${this.first().id}`);
    this.wasFitting = this.studio.state.fit !== null;
    this.follow(false);
  }

  skip(event: Event): void {
    event.preventDefault();
    this.main.focus();
  }

  // Where a person who comes back wants to go on.
  private first(): Step {
    const { source, question, draft, fit } = this.studio.state;
    const asked = question.target !== null || Object.keys(question.marks).length > 0;
    const id = source === null ? "data" : !asked ? "question" : draft === null || fit !== null ? "learn" : "rules";
    return this.steps.find((step) => step.id === id)!;
  }

  private named(): Step | undefined {
    return this.steps.find((step) => `#${step.id}` === location.hash);
  }

  private follow(moved: boolean): void {
    const step = this.named();
    if (step === undefined) return;
    this.at = step;
    const title = h("h1", { tabindex: -1, id: "step-title" }, step.title);
    replace(this.main, title, step.element);
    document.title = `${step.title} – owlboost studio`;
    this.draw();
    if (moved) {
      window.scrollTo(0, 0);
      title.focus({ preventScroll: true });
    }
  }

  private draw(): void {
    const { state } = this.studio;
    document.documentElement.dataset["number"] = String(state.number);
    this.project.draw(state.project, () => name(state.project.name));
    this.bar.draw([state.can_undo, state.can_redo], () => [
      this.historyButton("undo", "Undo", "Control+Z", state.can_undo),
      this.historyButton("redo", "Redo", "Control+Shift+Z", state.can_redo),
    ]);
    this.drawRail();
    this.at.draw();
    if (this.wasFitting && state.fit === null) this.studio.told.say("Learning has ended.");
    this.wasFitting = state.fit !== null;
  }

  private historyButton(id: "undo" | "redo", text: string, keys: string, can: boolean): HTMLElement {
    return h("button", { type: "button", class: "quiet", id, "aria-disabled": can ? null : "true", "aria-keyshortcuts": keys, title: `${text} (${keys.replace("Control", "Ctrl")})`, onclick: () => this.go(id) }, text);
  }

  private go(kind: "undo" | "redo"): void {
    const { can_undo, can_redo } = this.studio.state;
    if (kind === "undo" ? can_undo : can_redo) void this.studio.edit({ kind }, kind === "undo" ? "Undone." : "Done again.");
  }

  private drawRail(): void {
    const { state } = this.studio;
    this.links.draw([this.at.id, this.steps.map((step) => step.summary(state))], () =>
      this.steps.map((step, number) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `#${step.id}`, id: `step-${step.id}`, "aria-current": step === this.at ? "step" : null },
            h("span", { class: "stepnumber", "aria-hidden": "true" }, number + 1),
            h("span", { class: "steptext" }, h("span", { class: "steptitle" }, step.title), h("span", { class: "stepnote" }, name(step.summary(state)))),
          ),
        ),
      ),
    );
  }

  private drawConnection(): void {
    const lost = this.studio.store.connection === "lost";
    this.line.textContent = lost ? "The studio does not answer. This page connects again by itself; what you see may be old." : "";
    document.documentElement.dataset["connection"] = lost ? "lost" : "connected";
  }

  private key(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
    const at = document.activeElement;
    // a text that is being written has an undo of its own
    if (at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.value !== at.defaultValue)) return;
    event.preventDefault();
    this.go(event.shiftKey ? "redo" : "undo");
  }
}

void start();
