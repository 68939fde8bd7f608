// Step 4: the rules as cards that can be changed, and what numbers mean in them.

import { append, h, name, place, replace, type Child } from "../dom";
import { count, percent, signed } from "../format";
import type { RuleCard } from "../contract";
import { combobox, type Option } from "./combobox";
import type { DraftRule, Edit, Forbidden, Part, Suggestion } from "../contract";
import { button } from "./fields";
import { Strip } from "./judging";
import { KeyedList, Region } from "./regions";
import { SetEditor } from "./sets";
import type { Step, Studio } from "./studio";

export function rulesStep(studio: Studio): Step {
  const strip = new Strip(studio);
  const empty = new Region(h("div", {}));
  const start = new Region(h("div", {}));
  const list = h("ol", { class: "cards", id: "rule-cards", "aria-label": "Rules" });
  const cards = new KeyedList<DraftRule>(list, "li", (rule) => rule.id, (rule, element) => cardOf(studio, rule, element), (rule) => [rule, sums(studio)]);
  const adding = new Region(h("div", {}));
  const forbidden = new Region(h("div", {}));
  const sets = new SetEditor(studio);
  const draw = (): void => {
    const { draft } = studio.state;
    empty.draw(draft === null, () => draft === null && h("p", { class: "note" }, "There are no rules yet. Learn some, or write the first one yourself."));
    const top = draft?.rules.filter((rule) => rule.is_top) ?? [];
    start.draw(top, () => top.map((rule) => startOf(studio, rule)));
    cards.draw((draft?.rules ?? []).filter((rule) => !rule.is_top));
    adding.draw(studio.state.source === null, () => studio.state.source !== null && addingOf(studio));
    forbidden.draw(draft?.forbidden ?? [], () => forbiddenOf(studio, draft?.forbidden ?? []));
    sets.draw();
    facts(studio, list);
    strip.draw();
  };
  studio.on("view", () => {
    facts(studio, list);
    sets.draw();
  });
  return {
    id: "rules",
    title: "Rules",
    summary: ({ draft }) => {
      if (draft === null) return "none yet";
      const pinned = draft.rules.filter((rule) => rule.pinned).length;
      return pinned > 0 ? `${pinned} pinned` : "look and change";
    },
    element: h("div", {}, strip.element, empty.element, h("h2", { class: "hidden", tabindex: -1 }, "Cards of the rules"), start.element, list, adding.element, forbidden.element, sets.element),
    draw,
  };
}

const sums = (studio: Studio): boolean => studio.state.draft?.form !== "best";

export function suggesting(studio: Studio): (text: string) => Promise<Option[]> {
  return async (text) => {
    const found = await studio.ask<Suggestion[]>("/api/suggest", { text });
    return (found ?? []).map((one) => ({ value: one.text, title: one.words, ...(one.text !== one.words && { note: one.text }) }));
  };
}

function startOf(studio: Studio, rule: DraftRule): HTMLElement {
  return h("div", { class: "given", "data-rule": rule.id }, h("label", { for: `weight-${rule.id}` }, "Everything starts at "), weightOf(studio, rule), fitAgain(studio, rule));
}

function weightOf(studio: Studio, rule: DraftRule): HTMLInputElement {
  const input = h("input", { type: "number", class: "field weightfield", id: `weight-${rule.id}`, step: "any", required: true, value: Number(rule.weight.toPrecision(6)), "aria-label": rule.is_top ? null : `Weight of ${rule.words}` });
  input.addEventListener("change", () => {
    if (!input.reportValidity()) return;
    const weight = Number(input.value);
    void studio.edit({ kind: "weight", rule: rule.id, weight }, `The weight is ${signed(weight)} now.`).then((made) => {
      if (!made) input.value = input.defaultValue;
    });
  });
  return input;
}

const fitAgain = (studio: Studio, rule: DraftRule): Child =>
  rule.weight_set
    ? [h("span", { class: "tag set" }, "set by you"), button(`fitted-${rule.id}`, "Fit it again", () => void studio.edit({ kind: "weight", rule: rule.id, weight: null }, "The weight is fitted again."), { label: `Fit the weight of ${rule.is_top ? "the start" : rule.words} again` })]
    : h("span", { class: "soft small" }, "fitted");

function cardOf(studio: Studio, rule: DraftRule, element: HTMLElement): Child {
  const side = rule.weight < 0 ? "against" : "for";
  element.className = `card ${side}${rule.pinned ? " pinned" : ""}`;
  element.dataset["rule"] = rule.id;
  const most = Math.max(1e-9, ...studio.state.draft!.rules.filter((one) => !one.is_top).map((one) => Math.abs(one.weight)));
  const graph = h("div", { class: `weight ${side}`, "aria-hidden": "true" }, h("span", {}));
  place(graph.firstChild as HTMLElement, 0, Math.min(1, Math.abs(rule.weight) / most));
  return [
    h(
      "div",
      { class: "cardhead" },
      h("span", { class: `badge ${side}` }, side),
      rule.pinned && h("span", { class: "tag pin" }, "pinned"),
      h("span", { class: "spacer" }),
      weightOf(studio, rule),
      fitAgain(studio, rule),
    ),
    graph,
    h("h3", { class: "words", tabindex: -1, "data-resume": "", id: `rule-${rule.id}` }, name(rule.words)),
    h("ul", { class: "chips conditions-of", "aria-label": "Conditions" }, rule.parts.map((part, at) => chipOf(studio, rule, part, at))),
    combobox({
      id: `add-${rule.id}`,
      label: `Add a condition to ${rule.words}`,
      placeholder: "Add a condition",
      button: "Add",
      free: true,
      suggest: suggesting(studio),
      choose: (text) => studio.edit({ kind: "condition-added", rule: rule.id, text }, "The condition was added."),
    }),
    h("code", { class: "manchester", dir: "auto" }, rule.manchester),
    h("div", { class: "seen" }),
    noteOf(studio, rule),
    h(
      "div",
      { class: "actions" },
      button(`pin-${rule.id}`, rule.pinned ? "Pinned" : "Pin", () => void studio.edit({ kind: "pin", rule: rule.id, pinned: !rule.pinned }, rule.pinned ? "It may be learned anew." : "It stays when you learn again."), { pressed: rule.pinned, label: `Pin ${rule.words}` }),
      button(`forbid-${rule.id}`, "Forbid", () => void studio.edit({ kind: "forbid", rule: rule.id }, "It will not be learned again."), { label: `Forbid ${rule.words}` }),
      button(`delete-${rule.id}`, "Delete", () => void studio.edit({ kind: "rule-removed", rule: rule.id }, "The rule was deleted."), { label: `Delete ${rule.words}` }),
    ),
  ];
}

function chipOf(studio: Studio, rule: DraftRule, { words, manchester }: Part, at: number): HTMLElement {
  const alone = rule.parts.length === 1;
  // where it stands by then: a second click finds it gone
  const removal = (): Edit | null => {
    const parts = studio.state.draft?.rules.find((one) => one.id === rule.id)?.parts ?? [];
    const part = parts.findIndex((one) => one.manchester === manchester);
    return part < 0 || parts.length === 1 ? null : { kind: "condition-removed", rule: rule.id, part };
  };
  return h(
    "li",
    { class: "chip condition" },
    name(words),
    !alone &&
      h(
        "button",
        { type: "button", class: "away", id: `part-${rule.id}-${at}`, "aria-label": `Remove the condition ${words}`, onclick: () => void studio.edit(removal, "The condition was removed.") },
        h("span", { "aria-hidden": "true" }, "×"),
      ),
  );
}

function noteOf(studio: Studio, rule: DraftRule): HTMLElement {
  const id = `note-${rule.id}`;
  const input = h("input", { type: "text", class: "field note-field", id, value: rule.note, maxlength: 2000, placeholder: "why it is so, what to ask …" });
  input.addEventListener("change", () => void studio.edit({ kind: "note", rule: rule.id, text: input.value }, "Noted."));
  return h("div", { class: "noted" }, h("label", { for: id, class: "small soft" }, "Note"), input);
}

// What each rule does on the examples; it comes after the rules themselves.
function facts(studio: Studio, list: HTMLElement): void {
  const { draft } = studio.state;
  if (draft === null) return;
  for (const rule of draft.rules) {
    const place = list.querySelector(`[data-rule="${CSS.escape(rule.id)}"] .seen`);
    const card = cardFor(studio, rule);
    if (place !== null) replace(place, card?.seen && seenOf(card.seen));
  }
}

function cardFor(studio: Studio, rule: DraftRule): RuleCard | undefined {
  return studio.view?.rules.find((card) => card.manchester === rule.manchester);
}

function seenOf(seen: NonNullable<RuleCard["seen"]>): Child {
  const one = (title: string, value: string, note: string): HTMLElement => h("div", {}, h("dt", {}, title), h("dd", {}, h("span", { class: "number" }, value), " ", h("span", { class: "soft small" }, note)));
  return h(
    "dl",
    { class: "facts" },
    one("Precision", percent(seen.precision.share), `${count(seen.precision.count)} of ${count(seen.precision.of)}`),
    one("Recall", percent(seen.recall.share), `${count(seen.recall.count)} of ${count(seen.recall.of)}`),
    one("Coverage", percent(seen.coverage.share), `${count(seen.coverage.count)} of ${count(seen.coverage.of)}`),
  );
}

function addingOf(studio: Studio): HTMLElement {
  return h(
    "section",
    { class: "panel", "aria-labelledby": "add-title" },
    h("h2", { id: "add-title" }, "Write a rule"),
    h("p", { class: "soft" }, "Begin with one condition, then add others to its card. Its weight is fitted."),
    combobox({
      id: "add-rule",
      label: "First condition of a new rule",
      placeholder: "a condition",
      button: "Write it",
      free: true,
      suggest: suggesting(studio),
      choose: (text) => studio.edit({ kind: "rule-added", text }, "The rule was added."),
    }),
  );
}

function forbiddenOf(studio: Studio, found: Forbidden[]): Child {
  if (found.length === 0) return null;
  const list = h("ul", { class: "plainlist" });
  append(
    list,
    found.map((one) => h("li", { class: "suspect" }, h("span", {}, name(one.words)), button(`allow-${one.id}`, "Allow again", () => void studio.edit({ kind: "allow", forbidden: one.id }, "It may be learned again."), { label: `Allow ${one.words} again` }))),
  );
  return h("section", { class: "panel", "aria-labelledby": "forbidden-title", id: "forbidden" }, h("h2", { id: "forbidden-title", tabindex: -1 }, "Forbidden"), h("p", { class: "soft" }, "Neither these nor anything narrower is learned."), list);
}
