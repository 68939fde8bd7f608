// How near degrees come to graded labels.

import { chart, dot, path } from "../charts";
import { h, type Child } from "../dom";
import { count, fixed, short } from "../format";
import type { Grades } from "../contract";

const TILES: [string, string][] = [
  ["MSE", "MSE of degrees"],
  ["MAE", "MAE of degrees"],
  ["R2", "R²"],
  ["Spearman", "Spearman"],
  ["fuzzy_F1", "Fuzzy F1"],
];

export function tilesOf(found: { name: string; value: number; decimals: number }[]): Child {
  return TILES.map(([key, title]) => {
    const one = found.find((measure) => measure.name === key);
    return one && h("div", { "data-measure": key }, h("dt", {}, title), h("dd", { class: "number" }, fixed(one.value, Math.max(3, one.decimals))));
  });
}

export function grades(view: Grades): Child {
  const { range, points } = view;
  const axes = { x: range, y: range, xTitle: "label", yTitle: "prediction", width: 460, height: 400 };
  const drawn = points.length < view.examples ? ` ${count(points.length)} of them are drawn.` : "";
  return [
    h("p", { class: "lead" }, `Each dot is one of ${count(view.examples)} examples.${drawn} On the diagonal the rules say what the label says.`),
    h("dl", { class: "tiles" }, tilesOf(view.measures)),
    h(
      "figure",
      { class: "panel" },
      h("figcaption", {}, h("h3", {}, "Prediction and label")),
      chart(`Predictions beside labels from ${short(range[0])} to ${short(range[1])}`, axes, (frame) => [
        path(frame, [[range[0], range[0]], [range[1], range[1]]], "grid"),
        points.map(([label, prediction]) => dot(frame, label, prediction, "dot", 3)),
      ]),
      h("p", { class: "soft small" }, "Errors are those of degrees, from 0 to 1: multiply MAE by the width of the range for one on its scale."),
    ),
  ];
}
