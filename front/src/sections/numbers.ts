// Data properties in use: where positives and negatives lie, under the curves of the fuzzy sets.

import { chart, histogram, path } from "../charts";
import { h, name, s, type Child } from "../dom";
import { plural, shown } from "../format";
import type { FuzzySet, Moment, NumberView } from "../contract";

export function numbers(views: NumberView[]): Child {
  return [
    h(
      "p",
      { class: "lead" },
      "What words such as “high” mean here: each curve says how far a number belongs. Below the curves lie the values, each class with its own share.",
    ),
    h("div", { class: "grid2" }, views.map(one)),
  ];
}

function one(view: NumberView): HTMLElement {
  const { range, moment } = view;
  const axes = { x: range, y: [0, 1] as [number, number], xTitle: view.name, yTitle: "degree", xText: (value: number) => shown(value, moment) };
  const told = view.sets.map((set) => `${set.title}: ${words(set, moment)}`).join("; ");
  return h(
    "figure",
    { class: "panel" },
    h("figcaption", {}, h("h3", {}, name(view.name)), groupsText(view)),
    chart(`Fuzzy sets of ${view.name}. ${told}`, axes, (frame) => [
      view.values && histogram(frame, view.values.edges, view.values.groups),
      view.sets.map((set, at) => [
        path(frame, set.outline, `curve c${at % 6}`),
        s(
          "text",
          {
            class: `curvename c${at % 6}`,
            x: Math.min(frame.width - 40, Math.max(frame.left + 30, frame.x(peak(set, range)))),
            y: frame.y(1) + 14 + 13 * (at % 3),
            "text-anchor": "middle",
          },
          last(set.name),
        ),
      ]),
    ]),
    h("ul", { class: "sets" }, view.sets.map((set, at) => h("li", {}, h("span", { class: `swatch c${at % 6}`, "aria-hidden": "true" }), h("strong", {}, name(set.title)), " ", words(set, moment)))),
  );
}

function groupsText(view: NumberView): Child {
  if (view.values === null) return null;
  return h(
    "p",
    { class: "soft small legend" },
    view.values.groups.map((group) => [
      h("span", { class: `swatch ${{ positive: "for", negative: "against" }[group.name] ?? "all"}`, "aria-hidden": "true" }),
      group.name === "all" ? plural(group.size, "value") : `${plural(group.size, "value")} of ${group.name}s`,
      " ",
    ]),
  );
}

const last = (text: string): string => text.slice(text.lastIndexOf("_") + 1) || text;

function peak(set: FuzzySet, [low, high]: [number, number]): number {
  const b = set.corners[1] ?? low;
  const c = set.corners[2] ?? high;
  return (b + c) / 2;
}

function words(set: FuzzySet, moment?: Moment): string {
  const at = set.points.map((point) => shown(point, moment));
  switch (set.shape) {
    case "left-shoulder":
      return `fully up to ${at[0]}, not at all from ${at[1]}`;
    case "right-shoulder":
      return `not at all up to ${at[0]}, fully from ${at[1]}`;
    case "triangular":
      return `fully at ${at[1]}, not at all below ${at[0]} and above ${at[2]}`;
    default:
      return `fully from ${at[1]} to ${at[2]}, not at all below ${at[0]} and above ${at[3]}`;
  }
}
