// Step 5: how good the rules are, what an edit changed, and versions side by side.

import { chart, dot, isNarrow, path } from "../charts";
import { h, name, replace, type Child } from "../dom";
import { count, fixed, plural, signed } from "../format";
import { ModelPage } from "../page";
import { decisions } from "../sections/decisions";
import { explanation } from "../sections/explanation";
import { grades } from "../sections/grades";
import { individuals } from "../sections/individuals";
import type { Change, Compared, Measures, State } from "../contract";
import { button, choice } from "./fields";
import { Region } from "./regions";
import type { JudgementSoFar, Step, Studio } from "./studio";

const MEASURES: [string, string, string][] = [
  ["threshold_F1", "F1 at the threshold", "precision and recall of the decisions, balanced"],
  ["F1", "F1 (degree above 0)", "the same if every degree above 0 counts as yes"],
  ["fuzzy_F1", "Fuzzy F1", "the same counted by degrees"],
  ["precision", "Precision", "how many of those found are right"],
  ["recall", "Recall", "how many of the positives are found"],
  ["AUC", "AUC", "how often a positive has more evidence than a negative"],
  ["MCC", "MCC", "correlation of decisions and truth"],
  ["MSE", "Squared error", "mean squared error of degrees; less is better"],
];

const GRADED: [string, string, string][] = [
  ["MSE", "Squared error", "mean squared error of degrees; less is better"],
  ["MAE", "Absolute error", "mean distance of degrees from what is right; less is better"],
  ["R2", "R²", "share of the variance that is explained"],
  ["Spearman", "Spearman", "how well the order is told"],
  ["fuzzy_F1", "Fuzzy F1", "precision and recall counted by degrees"],
];

// Where labels are degrees, there are no decisions.
const isGraded = (found: Measures): boolean => found["threshold_F1"] === undefined && found["MAE"] !== undefined;

const CALM = 0.0005;
const LESS = ["MSE", "MAE"];

function difference(key: string, now: number | null | undefined, before: number | null | undefined): Child {
  if (typeof now !== "number" || typeof before !== "number") return h("span", { class: "soft" }, "–");
  const by = now - before;
  if (Math.abs(by) < CALM) return h("span", { class: "soft" }, "same");
  return h("span", { class: by > 0 === !LESS.includes(key) ? "better" : "worse" }, `${by > 0 ? "▲" : "▼"} ${signed(by)}`);
}

// The measures in one line, above the rules while they are edited.
export class Strip {
  private readonly region = new Region(h("div", { class: "strip", id: "strip" }));

  constructor(private readonly studio: Studio) {
    studio.on("judgement", () => this.draw());
  }

  get element(): HTMLElement {
    return this.region.element;
  }

  draw(): void {
    const found = this.studio.judgement;
    this.element.hidden = found === null || (found.measures === null && found.error === undefined);
    this.element.setAttribute("aria-busy", String(found?.pending ?? false));
    this.region.draw(found, () => found && this.content(found));
  }

  private content(found: JudgementSoFar): Child {
    const one = (title: string, key: string, now: Measures | null | undefined, before: Measures | null | undefined): Child =>
      now && now[key] !== undefined && h("div", { "data-measure": key }, h("dt", {}, title), h("dd", {}, h("span", { class: "number big" }, fixed(now[key])), " ", before && difference(key, now[key], before[key])));
    if (found.error !== undefined) return h("p", { class: "note", role: "status" }, found.error);
    const graded = found.measures !== null && isGraded(found.measures);
    return [
      h(
        "dl",
        { class: "striplist" },
        graded && one("Squared error on the examples", "MSE", found.measures, found.before?.measures),
        graded && one("Squared error held out", "MSE", found.held_out?.mean, found.before?.held_out?.mean),
        graded && one("R² held out", "R2", found.held_out?.mean, found.before?.held_out?.mean),
        one("F1 on the examples", "threshold_F1", found.measures, found.before?.measures),
        one("F1 held out", "threshold_F1", found.held_out?.mean, found.before?.held_out?.mean),
        one("AUC held out", "AUC", found.held_out?.mean, found.before?.held_out?.mean),
        h("div", { "data-measure": "changed" }, h("dt", {}, "Changed"), h("dd", {}, h("span", { class: "number big" }, count(found.changed)), " ", found.changed > 0 && h("a", { href: "#judge", id: "strip-judge" }, "who"))),
      ),
      h("p", { class: "soft small", role: "status" }, found.pending ? "Judging again …" : ""),
    ];
  }
}

export function judgeStep(studio: Studio): Step {
  const empty = new Region(h("div", {}));
  const measures = new Region(h("div", {}));
  const changes = new Region(h("div", {}));
  const curve = new Region(h("div", {}));
  const compared = new Comparing(studio);
  const shown = new Shown(studio);
  const places: [string, HTMLElement][] = [
    ["Measures", measures.element],
    ["Who changed", changes.element],
    ["Versions", compared.element],
    ["Decisions and individuals", shown.element],
  ];
  const jumps = h("div", { class: "jumps", role: "group", "aria-label": "Go to" }, places.map(([title, place], at) => button(`jump-${at}`, title, () => jump(place))));
  const draw = (): void => {
    const { draft } = studio.state;
    const found = draft === null ? null : studio.judgement; // the rules may be gone before their judgement is
    jumps.hidden = draft === null;
    (jumps.children[2] as HTMLElement).hidden = studio.state.versions.length === 0;
    empty.draw([draft === null, found?.error], () => {
      const why = draft === null ? "There is nothing to judge yet: learn first, or write a rule." : found?.error;
      return why !== undefined && h("p", { class: "note" }, why);
    });
    measures.element.setAttribute("aria-busy", String(found?.pending ?? false));
    measures.draw(found && [found.measures, found.held_out?.mean, found.before, found.pending], () => found?.measures && measuresOf(found));
    changes.draw(found && [found.changes, found.changed, found.before === null], () => found?.measures && changesOf("Who is judged otherwise than before", found.changes, found.changed, isGraded(found.measures)));
    curve.draw([found?.curve, draft?.rules.length], () => found && found.curve.length > 1 && curveOf(found.curve, draft!.rules.filter((rule) => !rule.is_top).length));
    compared.draw();
    shown.draw();
  };
  studio.on("judgement", draw);
  studio.on("view", draw);
  return {
    id: "judge",
    title: "Judge",
    summary: (state) => summary(state, studio.judgement),
    element: h("div", {}, empty.element, jumps, measures.element, h("div", { class: "halves" }, changes.element, curve.element), compared.element, shown.element),
    draw,
  };
}

function jump(place: HTMLElement): void {
  place.scrollIntoView({ block: "start" });
  const title = place.querySelector<HTMLElement>("h2");
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
}

function summary(state: State, found: JudgementSoFar | null): string {
  if (state.draft !== null && found?.error !== undefined) return "not possible";
  if (state.draft === null || !found?.measures) return "nothing yet";
  if (isGraded(found.measures)) return `error ${fixed(found.held_out?.mean["MSE"] ?? found.measures["MSE"])}${found.held_out ? " held out" : ""}`;
  const now = found.held_out?.mean["threshold_F1"] ?? found.measures["threshold_F1"];
  return `F1 ${fixed(now)}${found.held_out ? " held out" : ""}`;
}

function measuresOf(found: JudgementSoFar): Child {
  const { held_out: held, before } = found;
  const rows = (isGraded(found.measures!) ? GRADED : MEASURES).filter(([key]) => found.measures![key] !== undefined);
  const cells = (now: Measures | undefined, was: Measures | undefined, key: string): Child => [
    h("td", { class: "right number" }, fixed(now?.[key])),
    before !== null && h("td", { class: "right number soft" }, fixed(was?.[key])),
    before !== null && h("td", { class: "number" }, difference(key, now?.[key], was?.[key])),
  ];
  const head = (one: string): HTMLElement => h("th", { scope: "col", class: one === "difference" ? "" : "right" }, one);
  const columns = before === null ? ["now"] : ["now", "before", "difference"];
  return h(
    "section",
    { class: "panel", "aria-labelledby": "measures-title" },
    h("h2", { id: "measures-title", tabindex: -1 }, "Measures"),
    h("p", { class: "lead" }, "Held out is the honest figure: weights that you did not set are fitted on four fifths of the examples and measured on the fifth, in turn. “Before” is the model as it was learned."),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Measures, a table that scrolls" },
      h(
        "table",
        { class: "plain", id: "measures" },
        h(
          "thead",
          {},
          h("tr", {}, h("td", {}), held && h("th", { scope: "colgroup", colspan: columns.length }, "Held out"), h("th", { scope: "colgroup", colspan: columns.length }, "On the examples")),
          h("tr", {}, h("th", { scope: "col" }, "Measure"), held && columns.map(head), columns.map(head)),
        ),
        h(
          "tbody",
          {},
          rows.map(([key, title, meaning]) =>
            h("tr", { "data-measure": key }, h("th", { scope: "row", title: meaning }, title), held && cells(held.mean, before?.held_out?.mean, key), cells(found.measures!, before?.measures, key)),
          ),
        ),
      ),
    ),
    h("p", { class: "soft small", role: "status" }, found.pending ? "Judging again …" : ""),
  );
}

const answer = (yes: boolean): string => (yes ? "yes" : "no");

function changesOf(title: string, found: Change[], changed: number, graded: boolean): Child {
  const verdict = (one: Change): Child => {
    if (one.label === null || one.before.decision === one.after.decision) return null;
    const right = one.after.decision === one.label;
    return h("span", { class: right ? "better" : "worse" }, right ? "right now" : "wrong now");
  };
  return h(
    "section",
    { class: "panel" },
    h("h2", { tabindex: -1 }, title),
    changed === 0
      ? h("p", { class: "soft" }, "Nobody.")
      : h("p", { class: "soft" }, `${plural(changed, "individual")} ${changed === 1 ? "has" : "have"} another degree${found.length < changed ? `; the ${found.length} largest changes are shown` : ""}.`),
    found.length > 0 &&
      h(
        "div",
        { class: "scroll tall", tabindex: 0, role: "region", "aria-label": `${title}, a table that scrolls` },
        h(
          "table",
          { class: "plain changes" },
          h("thead", {}, h("tr", {}, (graded ? ["Individual", "Degree"] : ["Individual", "Is", "Degree", "Decision"]).map((one) => h("th", { scope: "col" }, one)))),
          h(
            "tbody",
            {},
            found.map((one) =>
              h(
                "tr",
                { "data-individual": one.individual },
                h("th", { scope: "row", title: one.individual }, name(one.name)),
                !graded && h("td", {}, one.label === null ? "–" : h("span", { class: `tag ${one.label ? "for" : "against"}` }, one.label ? "positive" : "negative")),
                h("td", { class: "number" }, `${fixed(one.before.degree)} → ${fixed(one.after.degree)}`),
                !graded && h("td", {}, one.before.decision === one.after.decision ? answer(one.after.decision) : [`${answer(one.before.decision)} → ${answer(one.after.decision)} `, verdict(one)]),
              ),
            ),
          ),
        ),
      ),
  );
}

function curveOf(points: [number, number][], rules: number): Child {
  const errors = points.map(([, error]) => error);
  const now = points.find(([n]) => n === rules);
  return h(
    "figure",
    { class: "panel" },
    h("figcaption", {}, h("h2", {}, "Error by the number of rules")),
    chart(
      `Error from ${fixed(errors[0])} to ${fixed(errors[errors.length - 1])}, by the number of rules`,
      { x: [0, Math.max(...points.map(([n]) => n), 1)], y: [0, Math.max(...errors) * 1.1], xTitle: "rules", yTitle: "error", width: isNarrow() ? 420 : 480 },
      (frame) => [path(frame, points, "line"), points.map(([n, error]) => dot(frame, n, error, "mark", 3)), now && dot(frame, now[0], now[1], "point")],
    ),
    h("p", { class: "soft small" }, "Mean squared error of degrees on examples that were held out. The large dot is your number of rules."),
  );
}

// The sections of the report, on the rules as they are now.
class Shown {
  readonly element = h("div", {});
  private of: unknown = null;

  constructor(private readonly studio: Studio) {}

  draw(): void {
    const { view } = this.studio;
    if (view === this.of || !this.element.isConnected) return;
    this.of = view;
    if (view === null || view.individuals === null) {
      replace(this.element);
      return;
    }
    const page = new ModelPage(view, 0);
    replace(
      this.element,
      view.grades && h("section", { id: "grades", "aria-labelledby": "grades-title" }, h("h2", { id: "grades-title" }, "Grades"), grades(view.grades)),
      view.decisions && !view.grades && h("section", { id: "decisions", "aria-labelledby": "decisions-title" }, h("h2", { id: "decisions-title" }, "Decisions"), this.keeping(page), decisions(page)),
      view.individuals.count > 0 && h("section", { id: "individuals", "aria-labelledby": "individuals-title" }, h("h2", { id: "individuals-title" }, "Individuals"), individuals(page), explanation(page)),
    );
  }

  private keeping(page: ModelPage): HTMLElement {
    const keep = button("keep-threshold", "Keep this threshold", () => void this.studio.edit({ kind: "threshold", threshold: page.threshold }, `Yes from ${fixed(page.threshold)} on.`));
    const follow = (): void => {
      keep.disabled = page.threshold === page.view.threshold;
    };
    page.on("threshold", follow);
    follow();
    return h("p", {}, "Move the threshold to see what it does. ", keep);
  }
}

// Two versions, or a version and the rules as they are now.
class Comparing {
  readonly element = h("div", {});
  private readonly head = new Region(h("div", {}));
  private readonly body = new Region(h("div", {}));
  private a = "";
  private b = "draft";
  private key = "";

  constructor(private readonly studio: Studio) {
    this.element.append(this.head.element, this.body.element);
  }

  draw(): void {
    const { versions, draft, number } = this.studio.state;
    this.element.hidden = versions.length === 0;
    if (versions.length === 0) return;
    const known = new Set(["draft", ...versions.map((one) => String(one.number))]);
    if (!known.has(this.a)) this.a = String(versions[versions.length - 1].number);
    if (!known.has(this.b) || (this.b === "draft" && draft === null)) this.b = String(versions[versions.length - 1].number);
    this.head.draw([versions, this.a, this.b, draft === null], () => this.headOf());
    const saved = versions.map((one) => [one.number, one.time]); // one that was undone may lend its number to another
    const key = JSON.stringify([this.a, this.b, saved, this.a === "draft" || this.b === "draft" ? number : null]);
    if (key === this.key || !this.element.isConnected) return;
    this.key = key;
    void this.look(key);
  }

  private async look(key: string): Promise<void> {
    const found = await this.studio.ask<Compared>("/api/compare", { a: this.a, b: this.b });
    if (key !== this.key) return;
    this.body.draw([found, this.titles()], () => found && this.bodyOf(found));
  }

  private titles(): [string, string][] {
    const { versions, draft } = this.studio.state;
    const out: [string, string][] = versions.map((one) => [String(one.number), one.name]);
    return draft === null ? out : [...out, ["draft", "as it is now"]];
  }

  private headOf(): Child {
    return [
      h("h2", { tabindex: -1 }, "Versions side by side"),
      h(
        "div",
        { class: "form two" },
        choice({ id: "compare-a", label: "First" }, this.titles(), this.a, (value) => this.choose("a", value)),
        choice({ id: "compare-b", label: "Second" }, this.titles(), this.b, (value) => this.choose("b", value)),
      ),
    ];
  }

  private choose(side: "a" | "b", value: string): void {
    this[side] = value;
    this.draw();
  }

  private bodyOf(found: Compared): Child {
    const titles = new Map(this.titles());
    const weight = (one: { weight: number } | null): Child => (one === null ? h("span", { class: "soft" }, "–") : weightText(one.weight, this.studio.state.draft?.form !== "best"));
    const graded = isGraded(found.measures.b);
    const rows = (graded ? GRADED : MEASURES).filter(([key]) => found.measures.a[key] !== undefined || found.measures.b[key] !== undefined);
    const head = (what: string): Child => h("thead", {}, h("tr", {}, [what, titles.get(this.a) ?? "", titles.get(this.b) ?? ""].map((one, at) => h("th", { scope: "col", class: at ? "right" : "" }, name(one)))));
    return h(
      "div",
      { id: "compared" },
      h(
        "div",
        { class: "panel scroll", tabindex: 0, role: "region", "aria-label": "Rules of both versions" },
        h(
          "table",
          { class: "plain wraps" },
          head("Rule"),
          h("tbody", {}, found.rules.map((one) => h("tr", { class: one.a === null || one.b === null ? "only" : "" }, h("th", { scope: "row" }, name(one.words)), h("td", { class: "right number" }, weight(one.a)), h("td", { class: "right number" }, weight(one.b))))),
        ),
      ),
      h(
        "div",
        { class: "panel scroll", tabindex: 0, role: "region", "aria-label": "Measures of both versions" },
        h(
          "table",
          { class: "plain" },
          head("Measure"),
          h("tbody", {}, rows.map(([key, title]) => h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "right number" }, fixed(found.measures.a[key])), h("td", { class: "right number" }, fixed(found.measures.b[key]))))),
        ),
      ),
      changesOf("Who is judged otherwise", found.changes, found.changed, graded),
    );
  }
}

const weightText = (value: number, asSum: boolean): string => (asSum ? signed(value) : fixed(value));
