// The rules as cards: in words and in Manchester syntax, with what they count and whom they cover.

import { append, h, name, place, replace, type Child } from "../dom";
import { count, fixed, percent, plural, signed } from "../format";
import { interval } from "../charts";
import type { ModelPage } from "../page";
import type { Recurrence, RuleCard, Share } from "../contract";

export function hypothesis(page: ModelPage): Child {
  const { view } = page;
  const listed = view.rules.map((card, number) => ({ card, number }));
  const given = listed.filter(({ card }) => card.is_top);
  const rules = listed.filter(({ card }) => !card.is_top);
  const order = [...rules].sort((a, b) => b.card.weight - a.card.weight || a.number - b.number);
  const most = Math.max(1e-9, ...rules.map(({ card }) => Math.abs(card.weight)));
  return [
    h("p", { class: "lead" }, reading(page)),
    given.map(({ card }) =>
      h(
        "p",
        { class: "given" },
        "Everything starts at ",
        h("strong", { class: "number" }, signed(card.weight)),
        ".",
      ),
    ),
    rules.length === 0 && h("p", {}, "No rule was found."),
    cardsOf(page, order, most),
    overlap(page),
  ];
}

const FIRST = 12;

function cardsOf(page: ModelPage, order: { card: RuleCard; number: number }[], most: number): Child {
  const list = h("ol", { class: "cards" });
  const add = (some: typeof order): void => append(list, some.map(({ card, number }) => cardOf(page, card, number, most)));
  add(order.slice(0, FIRST));
  if (order.length <= FIRST) return list;
  const more = h(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        more.remove();
        add(order.slice(FIRST));
        (list.children[FIRST].querySelector("button") ?? list).focus();
      },
    },
    `Show all ${order.length} rules`,
  );
  return [list, more];
}

function reading(page: ModelPage): string {
  return page.view.sums
    ? "Each rule adds its weight, times how far its conditions hold. The sum is the evidence; cut to the range from 0 to 1 it is the degree."
    : "Each rule gives its number, times how far its conditions hold. The rule that gives most counts.";
}

function cardOf(page: ModelPage, card: RuleCard, number: number, most: number): HTMLElement {
  const side = card.weight < 0 ? "against" : "for";
  const graph = h("div", { class: `weight ${side}` }, h("span", {}));
  place(graph.firstChild as HTMLElement, 0, Math.abs(card.weight) / most);
  return h(
    "li",
    { class: `card ${side}`, "data-rule": number },
    h(
      "div",
      { class: "cardhead" },
      h("span", { class: `badge ${side}` }, side === "for" ? "for" : "against"),
      card.learner && h("span", { class: "learner" }, card.learner),
      h("span", { class: "number big" }, page.view.sums ? signed(card.weight) : fixed(card.weight)),
    ),
    graph,
    h("p", { class: "words" }, name(card.words)),
    h("code", { class: "manchester", dir: "auto" }, card.manchester),
    facts(page, card, number),
  );
}

function facts(page: ModelPage, card: RuleCard, number: number): Child {
  const seen = card.seen;
  if (seen === null) {
    const { positives, negatives, precision } = card.trained_on;
    const counted = positives + negatives > 0;
    if (!counted && card.folds === null) return null;
    return h(
      "dl",
      { class: "facts" },
      counted && fact("Precision", precision),
      counted && h("div", {}, h("dt", {}, "Learned from"), h("dd", {}, `${count(positives)} positives, ${count(negatives)} negatives`)),
      stability("folds", card.folds),
    );
  }
  const wrong = card.weight < 0 ? seen.positives : seen.negatives;
  return [
    h(
      "dl",
      { class: "facts" },
      fact("Precision", seen.precision, page.view.average),
      fact("Recall", seen.recall),
      fact("Coverage", seen.coverage),
      stability("folds", card.folds),
      stability("samples", card.stability),
    ),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => show(page, { rule: number, label: "examples", outcome: null, text: "" }),
        },
        `Show the ${plural(seen.positives + seen.negatives, "example")} it covers`,
      ),
      wrong > 0 &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            onclick: () =>
              show(page, {
                rule: number,
                label: card.weight < 0 ? "positive" : "negative",
                outcome: null,
                text: "",
              }),
          },
          card.weight < 0
            ? `${plural(wrong, "positive")} among them`
            : `${plural(wrong, "negative")} among them`,
        ),
    ),
  ];
}

// On how many folds, or in how many samples, a rule came back.
function stability(over: "folds" | "samples", found: Recurrence | null): Child {
  if (found === null) return null;
  const bar = h("div", { class: "share", "aria-hidden": "true" }, h("i", { class: "alike" }), h("i", {}));
  place(bar.children[0] as HTMLElement, 0, found.alike / found.of);
  place(bar.children[1] as HTMLElement, 0, found.same / found.of);
  return h(
    "div",
    { class: "whole", "data-stability": over },
    h("dt", {}, over === "folds" ? "Stability over folds" : "Stability over samples"),
    h(
      "dd",
      {},
      h("span", { class: "number" }, `${found.same} of ${found.of}`),
      h("span", { class: "soft small" }, ` ${over} have it${found.alike > found.same ? `, ${found.alike} have a rule about the same things` : ""}`),
      bar,
    ),
  );
}

export function show(page: ModelPage, filter: Parameters<ModelPage["choose"]>[0]): void {
  page.choose(filter);
  const section = document.getElementById("individuals");
  section?.scrollIntoView({ behavior: "smooth", block: "start" });
  section?.querySelector<HTMLElement>(".rows")?.focus({ preventScroll: true });
}

function fact(title: string, share: Share, average: number | null = null): HTMLElement {
  const bar = h("div", { class: "share", "aria-hidden": "true" }, h("i", {}), h("b", {}));
  place(bar.children[0] as HTMLElement, share.low, share.high - share.low);
  place(bar.children[1] as HTMLElement, share.share ?? 0, 0);
  const lift =
    average && share.share !== null ? `${fixed(share.share / average, 1)}× the average` : null;
  return h(
    "div",
    {},
    h("dt", {}, title),
    h(
      "dd",
      {},
      h("span", { class: "number" }, percent(share.share)),
      " ",
      h("span", { class: "soft small" }, `${count(share.count)} of ${count(share.of)}`),
      bar,
      h("span", { class: "soft small", title: "Wilson's interval of 95 %" }, interval(share.low, share.high)),
      lift !== null && h("span", { class: "soft small lift" }, lift),
    ),
  );
}

function overlap(page: ModelPage): Child {
  const found = page.view.overlap;
  if (found === null) return null;
  const title = (rule: number): string => page.view.rules[rule].learner || `rule ${rule + 1}`;
  const cell = (i: number, j: number): HTMLElement => {
    const both = found.both[i][j];
    const either = found.both[i][i] + found.both[j][j] - both;
    const share = either ? both / either : 0;
    const out = h(
      "td",
      { class: i === j ? "own" : "", title: `${both} of ${either} are covered by both` },
      count(both),
    );
    out.style.setProperty("--share", `${Math.round(70 * share)}%`);
    return out;
  };
  const table = (): Child =>
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Overlap between rules" },
      h(
        "table",
        { class: "heat" },
        h("thead", {}, h("tr", {}, h("td", {}), found.rules.map((rule) => h("th", { scope: "col" }, title(rule))))),
        h(
          "tbody",
          {},
          found.rules.map((rule, i) =>
            h("tr", {}, h("th", { scope: "row", title: page.view.rules[rule].manchester }, title(rule)), found.rules.map((_, j) => cell(i, j))),
          ),
        ),
      ),
    );
  const content = h("div", {});
  return h(
    "details",
    {
      class: "overlap",
      // many rules have very many pairs: these are drawn once somebody looks
      ontoggle: () => {
        if (!content.hasChildNodes()) replace(content, table());
      },
    },
    h("summary", {}, "Which rules cover the same examples"),
    h("p", { class: "soft" }, "How many examples two rules cover both. On the diagonal: how many a rule covers at all."),
    content,
  );
}
