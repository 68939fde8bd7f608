// Evaluations: folds with their spread, and algorithms side by side.

import { append, fresh, h, name, place, replace, s, type Child } from "../dom";
import { count, fixed, plural, short, signed } from "../format";
import type { Comparison, RecurringRule, RunView, ScoresView } from "../contract";
import { isNarrow } from "../charts";
import { remarks, table } from "./background";

const SHOWN: [string, string][] = [
  ["fF1F1", "fF1F1"],
  ["F1", "F1"],
  ["fuzzy_F1", "fuzzy F1"],
  ["precision", "precision"],
  ["recall", "recall"],
  ["threshold_F1", "F1 at the threshold"],
  ["balanced_accuracy", "balanced accuracy"],
  ["MCC", "MCC"],
  ["AUC", "AUC"],
  ["Brier", "Brier score"],
  ["MSE", "MSE"],
  ["MAE", "mean error"],
  ["R2", "R²"],
  ["Spearman", "Spearman"],
];

export function runs(found: RunView[]): Child {
  const content = h("div", {});
  const show = (at: number): void => replace(content, one(found[at]));
  show(0);
  const id = fresh("run");
  const title = (run: RunView): string => [run.dataset, run.target.name, run.algorithm.title].filter(Boolean).join(" · ");
  const select = h("select", { id, onchange: () => show(Number(select.value)) }, found.map((run, at) => h("option", { value: at }, title(run))));
  return [found.length > 1 && h("div", { class: "filters" }, h("label", { for: id }, "Run"), select), content];
}

function one(run: RunView): Child {
  const best = run.configurations[run.best].scores;
  const star = run.protocol.starred ? " Training and test were the same examples (★)." : "";
  const parts = [plural(run.protocol.folds, "fold")];
  if (run.protocol.repeats > 1) parts.push(`${run.protocol.repeats} times`);
  return [
    h(
      "p",
      { class: "lead" },
      `${run.algorithm.title} on `,
      h("strong", {}, name(run.dataset || run.target.name)),
      `: ${plural(run.examples, "example")}, ${count(run.positives)} positive, ${parts.join(", ")}, seed ${run.protocol.seed}.${star}`,
    ),
    h("div", { class: "panel" }, folds(run.configurations.length > 1 ? `Best of ${run.configurations.length} configurations` : "Folds", best, run.top)),
    run.nested && h("div", { class: "panel" }, folds("Nested: chosen without the test folds", run.nested, run.top)),
    recurring(run),
    run.configurations.length > 1 && configurations(run),
    remarks(run.remarks),
    table("Parameters", run.parameters),
    table("Environment", { ...run.environment, seconds: short(run.seconds) }),
  ];
}

function folds(title: string, scores: ScoresView, top: ScoresView): Child {
  const rows = SHOWN.filter(([key]) => scores.mean[key] !== undefined);
  return [
    h("h3", {}, title),
    h(
      "table",
      { class: "strips" },
      h("caption", { class: "hidden" }, title),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Measure"), h("th", { scope: "col", class: "wide" }, "Folds, from 0 to 1"), h("th", { scope: "col", class: "right" }, "Mean"), h("th", { scope: "col", class: "right" }, "±"), h("th", { scope: "col", class: "right" }, "⊤"))),
      h(
        "tbody",
        {},
        rows.map(([key, text]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, text),
            h("td", { class: "wide" }, strip(scores, key, top)),
            h("td", { class: "right number", "data-figure": key }, fixed(scores.mean[key])),
            h("td", { class: "right number soft" }, fixed(scores.deviation[key])),
            h("td", { class: "right number soft" }, fixed(top.mean[key])),
          ),
        ),
      ),
    ),
    h("p", { class: "soft small" }, "A dot is a fold, the line their mean; ⊤ is “everything is positive” or, with graded labels, their mean in training."),
  ];
}

function strip(scores: ScoresView, key: string, top: ScoresView): HTMLElement {
  const inside = (value: number): number => Math.min(1, Math.max(0, value));
  const out = h("div", { class: "track", "aria-hidden": "true" });
  const put = (value: number | undefined, kind: string): void => {
    if (value === undefined) return;
    out.append(place(h("i", { class: kind }), inside(value), 0));
  };
  put(top.mean[key], "top");
  for (const fold of scores.folds) put(fold[key], "dot");
  put(scores.mean[key], "mean");
  return out;
}

const FIRST = 15;

// Which rules came back, fold by fold.
function recurring(run: RunView): Child {
  if (!run.rules.length) return null;
  const body = h("tbody", {});
  const folds = run.rules[0].of;
  const row = (rule: RecurringRule): HTMLElement => {
    const known = rule.weights.filter((one): one is number => one !== null);
    const dots = rule.weights.map((weight, at) => h("i", { class: weight === null ? "" : rule.against ? "against" : "for", title: weight === null ? `fold ${at + 1}: not learned` : `fold ${at + 1}: ${signed(weight)}` }));
    return h(
      "tr",
      {},
      h("th", { scope: "row", title: rule.manchester }, name(rule.words)),
      h("td", {}, h("span", { class: `badge ${rule.against ? "against" : "for"}` }, rule.against ? "against" : "for")),
      h("td", {}, folds <= 20 && h("span", { class: "folddots", "aria-hidden": "true" }, dots)),
      h("td", { class: "right number", "data-same": rule.same }, `${rule.same} of ${rule.of}`),
      h("td", { class: "right number soft", "data-alike": rule.alike }, String(rule.alike)),
      h("td", { class: "right number" }, signed(known.reduce((a, b) => a + b, 0) / known.length)),
    );
  };
  append(body, run.rules.slice(0, FIRST).map(row));
  const more = h(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        more.remove();
        append(body, run.rules.slice(FIRST).map(row));
      },
    },
    `Show all ${run.rules.length} rules`,
  );
  return h(
    "div",
    { class: "panel" },
    h("h3", {}, "Rules over the folds"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Rules over the folds" },
      h(
        "table",
        { class: "plain recurring" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Rule"), h("th", { scope: "col" }, "Side"), h("th", { scope: "col" }, "Folds"), h("th", { scope: "col", class: "right" }, "Learned on"), h("th", { scope: "col", class: "right" }, "Alike"), h("th", { scope: "col", class: "right" }, "Mean weight"))),
        body,
      ),
    ),
    run.rules.length > FIRST && more,
    h("p", { class: "soft small" }, "A rule that few folds have owes much to chance. “Alike” counts folds with a rule about the same classes and properties."),
  );
}

function configurations(run: RunView): Child {
  const names = [...new Set(run.configurations.flatMap((one) => Object.keys(one.parameters)))];
  const keys = SHOWN.filter(([key]) => ["fF1F1", "F1", "fuzzy_F1", "MSE"].includes(key));
  return h(
    "details",
    {},
    h("summary", {}, `All ${run.configurations.length} configurations`),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Configurations" },
      h(
        "table",
        { class: "plain" },
        h("thead", {}, h("tr", {}, names.map((one) => h("th", { scope: "col" }, one)), keys.map(([, title]) => h("th", { scope: "col", class: "right" }, title)))),
        h(
          "tbody",
          {},
          run.configurations.map((one, at) =>
            h("tr", { class: at === run.best ? "best" : "" }, names.map((key) => h("td", {}, String(one.parameters[key] ?? "–"))), keys.map(([key]) => h("td", { class: "right number" }, fixed(one.scores.mean[key])))),
          ),
        ),
      ),
    ),
  );
}

export function comparison(found: Comparison): Child {
  const content = h("div", {});
  const id = fresh("measure");
  const draw = (): void => replace(content, grid(found, select.value));
  const known = found.measures.filter((one) => found.rows.some((row) => Object.values(row.figures).some((figures) => figures[one.name] != null)));
  const select = h("select", { id, onchange: draw }, known.map((one) => h("option", { value: one.name, selected: one.name === found.merit }, one.title)));
  draw();
  return [
    found.critical_difference !== null && h("figure", { class: "panel" }, h("figcaption", {}, h("h3", {}, "Average ranks and the critical difference")), ranks(found)),
    h("div", { class: "filters" }, h("label", { for: id }, "Measure"), select),
    content,
    found.pairs.length > 0 && pairs(found),
  ];
}

function grid(found: Comparison, key: string): HTMLElement {
  const measure = found.measures.find((one) => one.name === key)!;
  const sign = measure.larger_is_better ? 1 : -1;
  const whole = found.rows.filter((row) => found.algorithms.every((one) => row.figures[one.name]?.[key] != null));
  const means = found.algorithms.map((one) =>
    whole.length ? whole.reduce((sum, row) => sum + row.figures[one.name][key]!, 0) / whole.length : null,
  );
  const cells = (values: (number | null)[]): Child => {
    const known = values.filter((one): one is number => one !== null);
    const best = known.length ? sign * Math.max(...known.map((one) => sign * one)) : null;
    return values.map((value) => {
      const shown = fixed(value, measure.decimals);
      const leads = value !== null && best !== null && shown === fixed(best, measure.decimals);
      const cell = h("td", { class: leads ? "right number best" : "right number" }, shown);
      if (value !== null && sign > 0) cell.style.setProperty("--share", `${Math.round(45 * Math.min(1, Math.max(0, value)))}%`);
      return cell;
    });
  };
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": `${measure.title} by data set and algorithm` },
    h(
      "table",
      { class: "plain heatcells" },
      h("caption", { class: "hidden" }, `${measure.title} by data set and algorithm; the best are bold`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Data set"), found.algorithms.map((one) => h("th", { scope: "col", class: "right" }, one.title)))),
      h(
        "tbody",
        {},
        found.rows.map((row) => h("tr", { "data-task": row.dataset }, h("th", { scope: "row" }, name(row.dataset)), cells(found.algorithms.map((one) => row.figures[one.name]?.[key] ?? null)))),
      ),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, whole.length === found.rows.length ? "Mean" : `Mean of ${whole.length}`), cells(means))),
    ),
  );
}

// Demšar's diagram: ranks on a line, bars join what does not differ.
function ranks(found: Comparison): Child {
  const listed = found.algorithms
    .map((one) => ({ title: one.title, rank: found.ranks[one.name] }))
    .sort((a, b) => a.rank - b.rank);
  const n = listed.length;
  const narrow = isNarrow();
  const width = narrow ? 380 : 640;
  const [left, right] = [40, width - 40];
  const x = (rank: number): number => left + ((right - left) * (rank - 1)) / Math.max(1, n - 1);
  const cd = found.critical_difference!;
  const half = narrow ? n : Math.ceil(n / 2);
  const cliques: [number, number][] = [];
  listed.forEach((one, at) => {
    let end = at;
    while (end + 1 < n && listed[end + 1].rank - one.rank <= cd) end++;
    if (end > at && !cliques.some(([, to]) => to >= end)) cliques.push([at, end]);
  });
  const base = 66 + 14 * cliques.length;
  const height = base + 26 * half + 10;
  const told = listed.map((one) => `${one.title} ${fixed(one.rank, 2)}`).join(", ");
  return [
    s(
      "svg",
      { class: "chart ranks", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Average ranks: ${told}. Ranks further apart than ${fixed(cd, 2)} differ.` },
      s("line", { class: "axis", x1: left, x2: right, y1: 50, y2: 50 }),
      Array.from({ length: n }, (_, at) => [
        s("line", { class: "axis", x1: x(at + 1), x2: x(at + 1), y1: 44, y2: 50 }),
        s("text", { class: "tick", x: x(at + 1), y: 38, "text-anchor": "middle" }, at + 1),
      ]),
      s("line", { class: "clique", x1: left, x2: Math.min(right, x(1 + cd)), y1: 18, y2: 18 }),
      s("text", { class: "tick", x: left, y: 9 }, `critical difference ${fixed(cd, 2)}`),
      cliques.map(([from, to], at) => s("line", { class: "clique", x1: x(listed[from].rank) - 4, x2: x(listed[to].rank) + 4, y1: 60 + 14 * at, y2: 60 + 14 * at })),
      listed.map((one, at) => {
        const first = at < half;
        const y = base + 26 * (first ? at : n - 1 - at);
        const end = first ? left - 30 : right + 30;
        return [
          s("path", { class: "stem", d: `M${x(one.rank)} 50 V${y} H${end}` }),
          dotAt(x(one.rank), 50),
          s("text", { class: "rankname", x: first ? end + 4 : end - 4, y: y - 5, "text-anchor": first ? "start" : "end" }, `${one.title} (${fixed(one.rank, 2)})`),
        ];
      }),
    ),
    h("p", { class: "soft small" }, `By fF1F1 over ${plural(found.ranked, "data set")}; 1 is best. Algorithms under one thick line do not differ by Nemenyi's test at 5 %.`),
  ];
}

const dotAt = (x: number, y: number): SVGElement => s("circle", { class: "point", cx: x, cy: y, r: 5 });

function pairs(found: Comparison): Child {
  const title = (key: string): string => found.algorithms.find((one) => one.name === key)?.title ?? key;
  return h(
    "details",
    {},
    h("summary", {}, "Every two algorithms, by Wilcoxon's test"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Pairs of algorithms" },
      h(
        "table",
        { class: "plain" },
        h("thead", {}, h("tr", {}, ["Algorithm", "against"].map((one) => h("th", { scope: "col" }, one)), ["wins", "ties", "losses", "p"].map((one) => h("th", { scope: "col", class: "right" }, one)))),
        h("tbody", {}, found.pairs.map((one) => h("tr", {}, h("th", { scope: "row" }, title(one.first)), h("td", {}, title(one.second)), [one.wins, one.ties, one.losses].map((value) => h("td", { class: "right number" }, value)), h("td", { class: "right number" }, fixed(one.p, 4))))),
      ),
    ),
  );
}
