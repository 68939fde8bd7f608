// The individuals as a table that draws only what is on screen.

import { fresh, h, name, replace, type Child } from "../dom";
import { count, fixed, plural } from "../format";
import type { Filter, ModelPage } from "../page";
import { whose } from "./explanation";

const HEIGHT = 38;
const AROUND = 12;

type Column = { title: string; key: string; number: boolean; of: (row: number) => number | string };

export function individuals(page: ModelPage): Child {
  const view = page.view.individuals!;
  const people = page.people!;
  const columns: Column[] = [
    { title: "Individual", key: "name", number: false, of: (row) => people.name(row) },
    { title: "Is", key: "label", number: false, of: (row) => people.labels[row] },
    { title: "Decision", key: "decision", number: false, of: (row) => Number(page.decides(row)) },
    { title: "Degree", key: "degree", number: true, of: (row) => people.degrees[row] },
    { title: "Evidence", key: "evidence", number: true, of: (row) => people.evidence[row] },
  ];
  if (people.probabilities !== null) {
    columns.push({ title: "Probability", key: "probability", number: true, of: (row) => people.probabilities![row] });
  }
  let sort: { column: Column; falling: boolean } | null = null;
  let rows: number[] = [];

  const body = h("tbody", {});
  const table = h("table", { class: "people", "aria-rowcount": 1 });
  const scroller = h("div", { class: "rows", tabindex: 0, role: "region", "aria-label": "Individuals, a table that scrolls" }, table);
  const told = h("p", { class: "soft", role: "status" });
  const chips = h("div", { class: "chips" });
  const heads = columns.map((column) => {
    const button = h("button", { type: "button", class: "sort", onclick: () => by(column) }, column.title);
    return h("th", { scope: "col", class: column.number ? "right" : "", "data-column": column.key }, button);
  });
  table.append(h("thead", {}, h("tr", {}, heads)), body);

  const by = (column: Column): void => {
    const first = column.number;
    sort = sort?.column === column ? (sort.falling === first ? { column, falling: !first } : null) : { column, falling: first };
    heads.forEach((head, at) => {
      if (sort?.column === columns[at]) head.setAttribute("aria-sort", sort.falling ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    arrange();
  };

  const arrange = (): void => {
    rows = page.rows();
    if (sort !== null) {
      const { column, falling } = sort;
      const sign = falling ? -1 : 1;
      if (column.key === "name") {
        const compare = new Intl.Collator(undefined, { numeric: true }).compare;
        const keys = Array.from({ length: people.count }, (_, row) => people.name(row));
        rows.sort((a, b) => sign * compare(keys[a], keys[b]) || a - b);
      } else {
        const keys = Float64Array.from({ length: people.count }, (_, row) => Number(column.of(row)));
        rows.sort((a, b) => sign * (keys[a] - keys[b]) || a - b);
      }
    }
    const text = page.filter.text.trim().toLowerCase();
    if (sort === null && text) rows = nearestFirst(rows, text, (row) => people.name(row).toLowerCase());
    table.setAttribute("aria-rowcount", String(rows.length + 1));
    told.textContent = `${count(rows.length)} of ${plural(view.count, "individual")}`;
    replace(chips, chipsOf(page));
    scroller.scrollTop = 0;
    draw(true);
  };

  let from = -1;
  let to = -1;
  const draw = (anew = false): void => {
    const height = scroller.clientHeight || 480;
    const first = Math.max(0, Math.floor(scroller.scrollTop / HEIGHT) - AROUND);
    const after = Math.min(rows.length, Math.ceil((scroller.scrollTop + height) / HEIGHT) + AROUND);
    if (!anew && first === from && after === to) return;
    [from, to] = [first, after];
    replace(
      body,
      gap(first * HEIGHT, columns.length),
      rows.slice(first, after).map((row, at) => rowOf(page, row, first + at, columns)),
      rows.length === 0 && h("tr", {}, h("td", { colspan: columns.length, class: "soft" }, "Nobody fits.")),
      gap((rows.length - after) * HEIGHT, columns.length),
    );
  };
  scroller.addEventListener("scroll", () => requestAnimationFrame(() => draw()));
  scroller.addEventListener("keydown", (event) => {
    if (event.target !== scroller) return;
    if (event.key === "Enter" && rows.length) page.open(rows[Math.floor(scroller.scrollTop / HEIGHT)]);
  });
  page.on("filter", arrange);
  page.on("threshold", () => (sort?.column.key === "decision" ? arrange() : draw(true)));
  requestAnimationFrame(() => draw(true));
  arrange();

  return [
    h(
      "p",
      { class: "lead" },
      "Choose a name to see why it has its degree, and to try what would change it.",
    ),
    page.view.counterfactuals &&
      h("p", { class: "soft small" }, `An explanation also tells the nearest change of up to three values that would turn the decision. ${whose(page.view.counterfactuals)}`),
    view.sampled &&
      h("p", { class: "note" }, `This page holds ${count(view.count)} of ${plural(view.total, "individual")}: examples first, evenly spread.`),
    controls(page),
    chips,
    told,
    scroller,
  ];
}

// Who is called exactly so comes first, then whose name begins so.
function nearestFirst(rows: number[], text: string, nameOf: (row: number) => string): number[] {
  const groups: number[][] = [[], [], []];
  for (const row of rows) {
    const found = nameOf(row);
    groups[found === text ? 0 : found.startsWith(text) ? 1 : 2].push(row);
  }
  return groups.flat();
}

function controls(page: ModelPage): HTMLElement {
  const id = fresh("search");
  const search = h("input", {
    type: "search",
    id,
    placeholder: "Search by name",
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => page.choose({ text: search.value }),
  });
  const select = h(
    "select",
    { "aria-label": "Who is shown", onchange: () => page.choose({ label: select.value as Filter["label"], outcome: null }) },
    (page.view.decisions === null
      ? [["all", "all individuals"]]
      : [
          ["examples", "all examples"],
          ["positive", "positives"],
          ["negative", "negatives"],
          ["errors", "errors only"],
          ["all", "all individuals"],
        ]
    ).map(([value, title]) => h("option", { value }, title)),
  );
  page.on("filter", () => {
    select.value = page.filter.label;
    if (search.value !== page.filter.text) search.value = page.filter.text;
  });
  select.value = page.filter.label;
  return h("div", { class: "filters" }, h("label", { for: id, class: "hidden" }, "Search individuals"), search, select);
}

const OUTCOMES = { TP: "found", FP: "false alarms", FN: "missed", TN: "left out" };

function chipsOf(page: ModelPage): Child {
  const { rule, outcome } = page.filter;
  const chip = (text: string, away: () => void): HTMLElement =>
    h("button", { type: "button", class: "chip", onclick: away, "aria-label": `No longer only: ${text}` }, text, h("span", { "aria-hidden": "true" }, " ×"));
  return [
    rule !== null && chip(`covered by ${page.view.rules[rule].manchester}`, () => page.choose({ rule: null })),
    outcome !== null && chip(OUTCOMES[outcome], () => page.choose({ outcome: null })),
  ];
}

function gap(height: number, columns: number): Child {
  if (height <= 0) return null;
  const row = h("tr", { class: "gap", "aria-hidden": "true" }, h("td", { colspan: columns }));
  row.style.height = `${height}px`;
  return row;
}

function rowOf(page: ModelPage, row: number, place: number, columns: Column[]): HTMLElement {
  const people = page.people!;
  const outcome = page.outcome(row);
  const wrong = outcome === "FP" || outcome === "FN";
  const label = people.labels[row];
  return h(
    "tr",
    { class: wrong ? "wrong" : "", "aria-rowindex": place + 2, "data-row": row },
    columns.map((column) => {
      switch (column.key) {
        case "name":
          return h("td", {}, h("button", { type: "button", class: "link", title: people.iri(row), onclick: () => page.open(row) }, name(people.name(row))));
        case "label":
          return h("td", {}, label < 0 ? "–" : h("span", { class: `tag ${label ? "for" : "against"}` }, label ? "positive" : "negative"));
        case "decision":
          return h("td", {}, page.decides(row) ? "yes" : "no", wrong && h("span", { class: "error", title: "the rules are wrong here" }, " ✗ error"));
        default:
          return h("td", { class: "right number" }, fixed(Number(column.of(row)), 4));
      }
    }),
  );
}
