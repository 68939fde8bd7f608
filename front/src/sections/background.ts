// Validated error, measures, what is known of the rules, and where they come from.

import { chart, dot, isNarrow, path } from "../charts";
import { h, name, type Child } from "../dom";
import { fixed, plural } from "../format";
import type { MeasureView, ModelView } from "../contract";

export function curve(view: ModelView): Child {
  const rules = view.rules.filter((rule) => !rule.is_top).length;
  const errors = view.curve.map(([, error]) => error);
  const chosen = view.curve.find(([n]) => n === rules);
  const most = Math.max(...view.curve.map(([n]) => n), 1);
  return h(
    "figure",
    { class: "panel" },
    h("figcaption", {}, h("h3", {}, "Validated error by the number of rules")),
    chart(
      `Validated error from ${fixed(errors[0])} to ${fixed(errors[errors.length - 1])}; ${plural(rules, "rule")} were chosen`,
      { x: [0, most], y: [0, Math.max(...errors) * 1.1], xTitle: "rules", yTitle: "error", width: isNarrow() ? 420 : 640 },
      (frame) => [path(frame, view.curve, "line"), view.curve.map(([n, error]) => dot(frame, n, error, "mark", 3)), chosen && dot(frame, chosen[0], chosen[1], "point")],
    ),
    h("p", { class: "soft small" }, "Mean squared error of degrees on examples that were held out in turn. The large dot is the number that was chosen."),
  );
}

export function measures(title: string, found: MeasureView[]): Child {
  if (!found.length) return null;
  return h(
    "details",
    {},
    h("summary", {}, title),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": title },
      h(
        "table",
        { class: "plain" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Measure"), h("th", { scope: "col", class: "right" }, "Value"))),
        h("tbody", {}, found.map((one) => h("tr", {}, h("th", { scope: "row" }, one.title), h("td", { class: "right number", "data-measure": one.name }, fixed(one.value, Math.max(one.decimals, 1)))))),
      ),
    ),
  );
}

const VERDICTS: Record<string, [string, string]> = {
  consistent: ["Consistent", "nothing that the source says contradicts the rules"],
  non_redundant: ["Non-redundant", "the source implies none of the rules"],
  sound: ["Sound", "every negative has degree 0"],
  complete: ["Complete", "every positive has a degree above 0"],
  strongly_complete: ["Strongly complete", "every positive has degree 1"],
};

export function verdicts(view: ModelView): Child {
  if (!view.verdicts.length) return null;
  const said = (holds: boolean | null): [string, string, string] =>
    holds === null ? ["?", "not decided", "open"] : holds ? ["✓", "yes", "yes"] : ["✗", "no", "no"];
  return [
    h("h3", {}, "Properties of the rules"),
    h(
      "ul",
      { class: "verdicts" },
      view.verdicts.map((one) => {
        const [title, meaning] = VERDICTS[one.name] ?? [one.name, ""];
        const [mark, text, kind] = said(one.holds);
        return h("li", { class: kind }, h("span", { class: "mark", "aria-hidden": "true" }, mark), h("strong", {}, title), h("span", {}, `: ${text}`), h("span", { class: "soft small" }, one.holds ? ` – ${meaning}` : ` – ${one.reason || meaning}`));
      }),
    ),
  ];
}

export function remarks(found: string[], title: string | null = "Remarks"): Child {
  if (!found.length) return null;
  return [title !== null && h("h3", {}, title), h("ul", { class: "remarks" }, found.map((one) => h("li", {}, name(one))))];
}

export function provenance(view: ModelView): Child {
  const { source, parameters, command } = view.provenance;
  return [
    command !== null && [h("h3", {}, "The command that learns it again"), h("pre", { class: "command", tabindex: 0 }, h("code", {}, command))],
    table("Source", source),
    table("Parameters", parameters),
  ];
}

export function table(title: string, found: Record<string, unknown>): Child {
  const entries = Object.entries(found);
  if (!entries.length) return null;
  return h(
    "details",
    {},
    h("summary", {}, title),
    h("dl", { class: "pairs" }, entries.map(([keyed, value]) => h("div", {}, h("dt", {}, keyed.replaceAll("_", " ")), h("dd", {}, name(text(value)))))),
  );
}

function text(value: unknown): string {
  if (value === null) return "not set";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
