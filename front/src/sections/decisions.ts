// How degrees tell positives from negatives, and what a threshold makes of them.

import { chart, dot, mirrored, path } from "../charts";
import { fresh, h, replace, s, type Child } from "../dom";
import { count, fixed, percent } from "../format";
import type { ModelPage, Outcome } from "../page";
import type { Decisions, Histogram } from "../contract";
import { show } from "./hypothesis";

const UNIT: [number, number] = [0, 1];
const TICKS = [0, 0.25, 0.5, 0.75, 1];

export function decisions(page: ModelPage): Child {
  const found = page.view.decisions!;
  const live = h("div", { class: "live" });
  const spread = h("div", {});
  const roc = h("div", {});
  const recall = h("div", {});
  const id = fresh("threshold");
  const slider = h("input", {
    type: "range",
    id,
    class: "threshold",
    min: 0,
    max: 1,
    step: 0.001,
    value: page.threshold,
    oninput: () => page.moveThreshold(Number(slider.value)),
  });
  const shown = h("output", { for: id, class: "number big" });
  const reset = h(
    "button",
    { type: "button", class: "quiet", onclick: () => page.moveThreshold(page.view.threshold) },
    `Back to the fitted ${fixed(page.view.threshold)}`,
  );
  const draw = (): void => {
    const now = page.counts();
    const rates = measured(now);
    if (Number(slider.value) !== page.threshold) slider.value = String(page.threshold);
    shown.textContent = fixed(page.threshold);
    slider.setAttribute("aria-valuetext", `degree ${fixed(page.threshold)}`);
    replace(live, confusion(page, now), figures(rates));
    replace(spread, spreadOf(found.degrees, page.threshold, "degree"));
    replace(roc, rocOf(found, rates));
    replace(recall, recallOf(found, rates));
  };
  page.on("threshold", draw);
  draw();
  return [
    page.view.individuals!.sampled &&
      h("p", { class: "note" }, "The table below and the threshold count only the individuals that this page holds."),
    h(
      "div",
      { class: "panel control" },
      h("div", { class: "controlhead" }, h("label", { for: id }, "Yes from this degree on"), shown, reset),
      slider,
      live,
    ),
    h(
      "div",
      { class: "grid2" },
      panel("Degrees of both classes", spread, "Positives upwards, negatives downwards, each as shares of its class."),
      found.probabilities &&
        panel("Probabilities of both classes", spreadOf(found.probabilities, null, "probability"), "The same for probabilities."),
      panel("ROC curve", roc, `Area ${fixed(value(found, "AUC"))}. The dot is the threshold.`),
      panel("Precision and recall", recall, `Average precision ${fixed(value(found, "AP"))}. The line is the share of positives.`),
      found.calibration &&
        panel("Calibration", calibrationOf(found), `On the diagonal, things with a probability of 70 % belong in 70 % of cases. Bars: 95 %.${trained(page)}`),
    ),
  ];
}

function trained(page: ModelPage): string {
  const source = page.view.provenance.source;
  return source.individuals === page.view.decisions!.examples
    ? " If the rules were learned from these very examples, this is kinder than the truth."
    : "";
}

const value = (found: Decisions, wanted: string): number | null =>
  found.measures.find((one) => one.name === wanted)?.value ?? null;

function panel(title: string, content: Child, note: string): HTMLElement {
  return h("figure", { class: "panel" }, h("figcaption", {}, h("h3", {}, title)), content, h("p", { class: "soft small" }, note));
}

interface Rates {
  precision: number;
  recall: number;
  fallout: number;
  f1: number;
  accuracy: number;
  balanced: number;
  mcc: number;
}

const ratio = (part: number, whole: number): number => (whole ? part / whole : 0);

export function measured({ TP, FP, FN, TN }: Record<Outcome, number>): Rates {
  const recall = ratio(TP, TP + FN);
  const root = Math.sqrt((TP + FP) * (TP + FN) * (TN + FP) * (TN + FN));
  return {
    precision: ratio(TP, TP + FP),
    recall,
    fallout: ratio(FP, FP + TN),
    f1: ratio(2 * TP, 2 * TP + FP + FN),
    accuracy: ratio(TP + TN, TP + TN + FP + FN),
    balanced: (recall + ratio(TN, TN + FP)) / 2,
    mcc: ratio(TP * TN - FP * FN, root),
  };
}

function confusion(page: ModelPage, now: Record<Outcome, number>): HTMLElement {
  const cell = (outcome: Outcome, title: string): HTMLElement =>
    h(
      "td",
      { class: outcome === "TP" || outcome === "TN" || !now[outcome] ? "fine" : "wrong" },
      h(
        "button",
        {
          type: "button",
          "data-outcome": outcome,
          onclick: () => show(page, { outcome, label: "examples", rule: null, text: "" }),
        },
        h("span", { class: "number big" }, count(now[outcome])),
        h("span", { class: "small" }, title),
      ),
    );
  return h(
    "table",
    { class: "confusion" },
    h("caption", {}, "Examples by what they are and what the rules say; choose a number to see them"),
    h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, "rules say yes"), h("th", { scope: "col" }, "rules say no"))),
    h(
      "tbody",
      {},
      h("tr", {}, h("th", { scope: "row" }, "positive"), cell("TP", "found"), cell("FN", "missed")),
      h("tr", {}, h("th", { scope: "row" }, "negative"), cell("FP", "false alarms"), cell("TN", "left out")),
    ),
  );
}

function figures(rates: Rates): HTMLElement {
  const told: [string, string, number][] = [
    ["precision", "Precision", rates.precision],
    ["recall", "Recall", rates.recall],
    ["f1", "F1", rates.f1],
    ["accuracy", "Accuracy", rates.accuracy],
    ["balanced", "Balanced accuracy", rates.balanced],
    ["mcc", "MCC", rates.mcc],
  ];
  return h(
    "dl",
    { class: "tiles small" },
    told.map(([key, title, number]) => h("div", { "data-measure": key }, h("dt", {}, title), h("dd", { class: "number" }, fixed(number)))),
  );
}

function spreadOf(found: Histogram, threshold: number | null, title: string): SVGElement {
  const sum = (counts: number[]): number => counts.reduce((a, b) => a + b, 0) || 1;
  const up = found.positive.map((one) => one / sum(found.positive));
  const down = found.negative.map((one) => one / sum(found.negative));
  const most = Math.max(...up, ...down, 1e-9);
  return chart(
    `How far the ${title} of positives and negatives are spread`,
    { x: UNIT, y: [-1.05, 1.05], xTitle: title, xTicks: TICKS, yTicks: [] },
    (frame) => [
      mirrored(frame, found.edges, up, down, most),
      s("line", { class: "axis", x1: frame.left, x2: frame.width - frame.right, y1: frame.y(0), y2: frame.y(0) }),
      threshold !== null &&
        s("line", { class: "cut", x1: frame.x(threshold), x2: frame.x(threshold), y1: frame.top, y2: frame.height - frame.bottom }),
      s("text", { class: "groupname for", x: frame.left, y: frame.top + 10 }, "positives"),
      s("text", { class: "groupname against", x: frame.width - frame.right, y: frame.height - frame.bottom - 6, "text-anchor": "end" }, "negatives"),
    ],
  );
}

const SQUARE = { x: UNIT, y: UNIT, xTicks: TICKS, yTicks: TICKS, width: 420, height: 300 };

function rocOf(found: Decisions, rates: Rates): SVGElement {
  return chart(
    `ROC curve, area ${fixed(value(found, "AUC"))}`,
    { ...SQUARE, xTitle: "false alarms among negatives", yTitle: "found among positives" },
    (frame) => [
      path(frame, [[0, 0], [1, 1]], "reference"),
      path(frame, found.roc, "line"),
      dot(frame, rates.fallout, rates.recall, "point"),
    ],
  );
}

function recallOf(found: Decisions, rates: Rates): SVGElement {
  return chart(
    `Precision over recall, average precision ${fixed(value(found, "AP"))}`,
    { ...SQUARE, xTitle: "recall", yTitle: "precision" },
    (frame) => [
      path(frame, [[0, found.average], [1, found.average]], "reference"),
      path(frame, found.precision_recall, "line"),
      dot(frame, rates.recall, rates.precision, "point"),
    ],
  );
}

function calibrationOf(found: Decisions): SVGElement {
  const told = found.calibration!.map((bin) => `predicted ${percent(bin.predicted)}, observed ${percent(bin.observed.share)} of ${bin.observed.of}`);
  return chart(
    `Predicted and observed shares. ${told.join("; ")}`,
    { ...SQUARE, xTitle: "predicted probability", yTitle: "observed share" },
    (frame) => [
      path(frame, [[0, 0], [1, 1]], "reference"),
      found.calibration!.map((bin) => [
        s("line", {
          class: "spread",
          x1: frame.x(bin.predicted),
          x2: frame.x(bin.predicted),
          y1: frame.y(bin.observed.low),
          y2: frame.y(bin.observed.high),
        }),
        dot(frame, bin.predicted, bin.observed.share ?? 0, "mark", 3 + 5 * Math.sqrt(bin.observed.of / found.examples)),
      ]),
      path(frame, found.calibration!.map((bin) => [bin.predicted, bin.observed.share ?? 0]), "line"),
    ],
  );
}
