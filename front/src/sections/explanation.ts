// Why one individual has its degree: values, contributions, fillers, and what would change it.

import { applied, flips, knobs, withNumber, type Flip, type Knob } from "../counterfactuals";
import { fresh, h, name, place, replace, s, type Child } from "../dom";
import { Changes, key } from "../facts";
import { fixed, percent, plural, shown as written, signed } from "../format";
import type { ModelPage } from "../page";
import type { Answer, Filler } from "../rules";
import type { Counterfactual, Counterfactuals } from "../contract";

export function explanation(page: ModelPage): HTMLDialogElement {
  const content = h("div", { class: "drawer" });
  const dialog = h("dialog", { class: "explanation", "aria-labelledby": "explained" }, content);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  page.open = (row) => {
    replace(content, explained(page, row, () => dialog.close()));
    dialog.dataset["row"] = String(row);
    if (!dialog.open) dialog.showModal();
    content.scrollTop = 0;
  };
  return dialog;
}

function explained(page: ModelPage, row: number, close: () => void): Child {
  const { rules } = page;
  const people = page.people!;
  let changes = new Changes();
  const numbers = h("div", {});
  const waterfall = h("div", {});
  const conditions = h("div", {});
  const turns = h("div", {});
  const before = rules.answer(row);
  const inputs: (() => void)[] = [];

  const draw = (): void => {
    const now = rules.answer(row, changes);
    replace(numbers, headline(page, now, changes.size ? before : null));
    replace(waterfall, waterfallOf(page, now));
    replace(conditions, conditionsOf(page, row, now, changes));
    for (const input of inputs) input();
  };
  const change = (made: Changes): void => {
    changes = made;
    draw();
  };
  const label = people.labels[row];
  const out = [
    h(
      "header",
      { class: "drawerhead" },
      h("div", {}, h("h2", { id: "explained" }, name(people.name(row))), people.iri(row) !== people.name(row) && h("p", { class: "soft small iri" }, name(people.iri(row)))),
      h("button", { type: "button", class: "quiet", onclick: close, "aria-label": "Close" }, "Close"),
    ),
    label >= 0 && h("p", {}, "It is ", h("span", { class: `tag ${label ? "for" : "against"}` }, label ? "positive" : "negative"), "."),
    numbers,
    h("h3", {}, "What adds up"),
    waterfall,
    h("h3", {}, "Try other values"),
    tries(page, row, () => changes, change, inputs),
    h("h3", {}, "What would flip the decision"),
    turns,
    h("h3", {}, "Rule by rule"),
    conditions,
  ];
  draw();
  replace(turns, h("p", { class: "soft" }, "Looking for changes …"));
  setTimeout(() => replace(turns, turnsOf(page, row, change)), 0);
  return out;
}

function headline(page: ModelPage, now: Answer, before: Answer | null): HTMLElement {
  const tile = (keyed: string, title: string, value: string, was: string | null): HTMLElement =>
    h("div", { "data-answer": keyed }, h("dt", {}, title), h("dd", { class: "number big" }, value), was !== null && h("dd", { class: "soft small" }, `was ${was}`));
  const decided = (answer: Answer): string => (answer.degree >= page.threshold ? "yes" : "no");
  const out = h(
    "dl",
    { class: "tiles", "aria-live": "polite" },
    tile("degree", "Degree", fixed(now.degree, 4), before && fixed(before.degree, 4)),
    tile("evidence", "Evidence", fixed(now.evidence, 4), before && fixed(before.evidence, 4)),
    now.probability !== null && tile("probability", "Probability", percent(now.probability), before && percent(before.probability)),
    tile("decision", `Decision (from ${fixed(page.threshold)})`, decided(now), before && decided(before)),
  );
  out.dataset["degree"] = String(now.degree);
  out.dataset["evidence"] = String(now.evidence);
  out.dataset["probability"] = String(now.probability);
  return out;
}

function waterfallOf(page: ModelPage, now: Answer): HTMLElement {
  const counted = now.contributions.filter((one) => one.counts);
  let at = 0;
  const steps = counted.map((one) => {
    const from = at;
    at += one.amount;
    return { one, from, to: at };
  });
  const ends = [0, 1, page.threshold, now.evidence, ...steps.map((step) => step.to)];
  const low = Math.min(...ends);
  const width = Math.max(...ends) - low || 1;
  const share = (value: number): number => (value - low) / width;
  const bar = (from: number, to: number, kind: string): HTMLElement => {
    const inner = h("span", { class: kind });
    place(inner, share(Math.min(from, to)), Math.abs(to - from) / width);
    const zero = h("i", { class: "zero" });
    place(zero, share(0), 0);
    const cut = h("i", { class: "cutline" });
    place(cut, share(page.threshold), 0);
    return h("div", { class: "track", "aria-hidden": "true" }, zero, cut, inner);
  };
  const line = (text: Child, value: string, graph: HTMLElement, kind = "", amount: number | null = null): HTMLElement =>
    h("tr", { class: kind, "data-amount": amount }, h("th", { scope: "row" }, text), h("td", {}, graph), h("td", { class: "right number" }, value));
  const silent = now.contributions.length - counted.length;
  return h(
    "table",
    { class: "waterfall", "aria-label": "What each rule adds to the evidence" },
    h("colgroup", {}, h("col", { class: "what" }), h("col", {}), h("col", { class: "amount" })),
    h(
      "tbody",
      {},
      steps.map(({ one, from, to }) => {
        const rule = page.view.rules[one.rule];
        const text = rule.is_top ? "Start" : rule.words;
        return line([name(text), !rule.is_top && h("span", { class: "soft small" }, ` ${signed(one.weight)} × ${fixed(one.degree)}`)], signed(one.amount, 4), bar(from, to, one.amount < 0 ? "against" : "for"), "step", one.amount);
      }),
      line("Evidence", fixed(now.evidence, 4), bar(0, now.evidence, "sum"), "total"),
      line("Degree", fixed(now.degree, 4), bar(0, now.degree, "sum"), "total"),
    ),
    silent > 0 && h("tfoot", {}, h("tr", {}, h("td", { colspan: 3, class: "soft small" }, `${silent} more ${silent === 1 ? "rule adds" : "rules add"} nothing here.`))),
  );
}

function tries(
  page: ModelPage,
  row: number,
  changes: () => Changes,
  change: (made: Changes) => void,
  inputs: (() => void)[],
): Child {
  const { rules } = page;
  const facts = page.facts!;
  const sliders = knobs(rules, row).map((knob) => slider(page, row, knob, changes, change, inputs));
  const own = new Set(page.view.trees.flatMap((tree) => tree.labels));
  const crisp: Child[] = [];
  const symbols = new Set<number>();
  for (const number of own) {
    const label = page.view.labels[number];
    if (label.kind === "value" && !symbols.has(label.property)) {
      symbols.add(label.property);
      const property = facts.view.symbols[label.property];
      const select = h(
        "select",
        {
          "aria-label": property.name,
          onchange: () => {
            const made = changes().copy();
            const chosen = select.selectedIndex;
            made.symbols.set(key(label.property, row), chosen === 0 ? [] : [property.values[chosen - 1]]);
            change(made);
          },
        },
        h("option", {}, "no value"),
        property.values.map((value) => h("option", {}, String(value))),
      );
      inputs.push(() => {
        const now = facts.symbols(label.property, row, changes());
        select.selectedIndex = now.length ? property.values.indexOf(now[0]) + 1 : 0;
      });
      crisp.push(h("div", { class: "try" }, h("span", {}, name(property.name)), select));
    } else if (label.kind === "class") {
      const class_ = facts.view.classes[label.class];
      const id = fresh("class");
      const box = h("input", {
        type: "checkbox",
        id,
        onchange: () => {
          const made = changes().copy();
          made.classes.set(key(label.class, row), box.checked);
          change(made);
        },
      });
      inputs.push(() => (box.checked = facts.isMember(label.class, row, changes())));
      crisp.push(h("div", { class: "try" }, h("label", { for: id }, name(class_.name)), box));
    }
  }
  if (!sliders.length && !crisp.length) return h("p", { class: "soft" }, "The rules look at nothing of its own that could be changed here.");
  return h(
    "div",
    { class: "tries" },
    sliders,
    crisp,
    h("button", { type: "button", class: "quiet", onclick: () => change(new Changes()) }, "Back to the real values"),
  );
}

function slider(
  page: ModelPage,
  row: number,
  knob: Knob,
  changes: () => Changes,
  change: (made: Changes) => void,
  inputs: (() => void)[],
): HTMLElement {
  const property = page.facts!.view.numbers[knob.property];
  const id = fresh("value");
  const step = (knob.high - knob.low) / 1000;
  const input = h("input", {
    type: "range",
    id,
    min: knob.low,
    max: knob.high,
    step: "any",
    "data-property": property.iri,
    "data-step": step,
    oninput: () => change(withNumber(page.rules, knob, Number(input.value), changes())),
    onkeydown: (event: KeyboardEvent) => {
      const sign = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (sign === undefined) return;
      event.preventDefault();
      const next = Math.min(knob.high, Math.max(knob.low, Number(input.value) + sign * step * (event.shiftKey ? 50 : 5)));
      change(withNumber(page.rules, knob, next, changes()));
    },
  });
  const shown = h("output", { for: id, class: "number" });
  inputs.push(() => {
    const now = page.facts!.numbers(knob.property, knob.element, changes())[knob.at];
    if (Number(input.value) !== now) input.value = String(now);
    shown.textContent = written(now, property.moment);
  });
  const where = knob.element === row ? null : h("span", { class: "soft small" }, " of ", name(page.elementName(knob.element)));
  return h("div", { class: "try" }, h("label", { for: id }, name(property.name), where), shown, input);
}

function turnsOf(page: ModelPage, row: number, change: (made: Changes) => void): Child {
  const fitted = page.threshold === page.view.threshold;
  const known = fitted ? page.turn(row) : null;
  const single = known?.changes.length === 1 ? known : null;
  const others = flips(page.rules, row, page.threshold).filter((flip) => single === null || !repeats(page, row, flip, single));
  return [
    known === null ? notSought(page, fitted) : nearestOf(page, row, known, change),
    others.length > 0 && h("h4", {}, single !== null ? "Another value alone" : known?.found === false ? "Values of fillers, or none at all" : "One value alone"),
    others.length > 0 && h("ul", { class: "flips" }, others.map((flip) => flipOf(page, row, flip, change))),
    others.length === 0 && known?.found !== true && h("p", { class: "soft" }, "No change of one value alone flips it."),
  ];
}

function nearestOf(page: ModelPage, row: number, known: Counterfactual, change: (made: Changes) => void): HTMLElement {
  const out = h("div", { class: "nearest", "data-found": known.found ? "yes" : "no" }, h("span", {}, name(known.text)));
  out.dataset["changes"] = JSON.stringify(known.changes);
  if (!known.found) return out;
  const changes = applied(known, row);
  out.append(
    h("span", { class: "soft small" }, ` Then the degree is ${fixed(page.rules.answer(row, changes).degree, 3)}.`),
    h("button", { type: "button", class: "quiet", onclick: () => change(changes.copy()) }, "Try it"),
  );
  return out;
}

function notSought(page: ModelPage, fitted: boolean): Child {
  const about = page.view.counterfactuals;
  if (about === null) return null;
  if (!fitted) return h("p", { class: "soft small" }, `The nearest change of several values is known for the fitted threshold ${fixed(about.threshold)} only.`);
  return h("p", { class: "soft small" }, `The nearest change of several values was not sought here. ${whose(about)}`);
}

export function whose(about: Counterfactuals): string {
  const many = plural(about.rows.length, about.whom === "examples" ? "example" : "individual");
  switch (about.whom) {
    case "all":
    case "examples":
      return `The page has it for all ${many}.`;
    case "nearest":
      return `The page has it for ${many}: errors first, then those nearest to the threshold.`;
  }
}

// Whether a change of one value is the one that explain tells, at another number.
function repeats(page: ModelPage, row: number, flip: Flip, single: Counterfactual): boolean {
  const facts = page.facts!.view;
  const told = { number: facts.numbers, symbol: facts.symbols, class: facts.classes }[flip.kind][flip.property];
  return flip.element === row && told.iri === single.changes[0].iri;
}

function flipOf(page: ModelPage, row: number, flip: Flip, change: (made: Changes) => void): HTMLElement {
  const answer = page.rules.answer(row, flip.changes);
  return h(
    "li",
    { "data-flip": flip.kind, "data-after": String(flip.after) },
    h("span", {}, flipText(page, row, flip)),
    h("span", { class: "soft small" }, ` Then the degree is ${fixed(answer.degree, 3)}.`),
    h("button", { type: "button", class: "quiet", onclick: () => change(flip.changes.copy()) }, "Try it"),
  );
}

function flipText(page: ModelPage, row: number, flip: Flip): Child {
  const facts = page.facts!.view;
  const where = flip.element === row ? "" : [" of ", name(page.elementName(flip.element))];
  switch (flip.kind) {
    case "number":
      return [h("strong", {}, name(facts.numbers[flip.property].name)), where, ` at ${written(Number(flip.after), facts.numbers[flip.property].moment)} instead of ${written(Number(flip.before), facts.numbers[flip.property].moment)}.`];
    case "symbol":
      return [h("strong", {}, name(facts.symbols[flip.property].name)), ` ${flip.after === null ? "without a value" : String(flip.after)} instead of ${flip.before ?? "no value"}.`];
    case "class":
      return [flip.after ? "Being " : "Not being ", h("strong", {}, name(facts.classes[flip.property].name)), "."];
  }
}

function conditionsOf(page: ModelPage, row: number, now: Answer, changes: Changes): Child {
  const rules = now.contributions.filter((one) => !page.view.rules[one.rule].is_top);
  const listed = (some: typeof rules): Child =>
    h(
      "ol",
      { class: "firings" },
      some.map((one) => {
        const rule = page.view.rules[one.rule];
        const tree = page.view.trees[one.rule];
        const fillers = page.rules.fillers(tree, row, changes);
        return h(
          "li",
          { class: one.counts ? "counts" : "silent" },
          h("p", {}, h("code", { dir: "auto" }, rule.manchester), " ", h("span", { class: "number soft" }, `holds to ${fixed(one.degree, 4)}`)),
          h(
            "ul",
            { class: "conditions" },
            tree.labels.map((number) => {
              const label = page.view.labels[number];
              return condition(name(label.text), page.rules.label(label, row, changes), valueText(page, number, row, changes));
            }),
            fillers.map((filler) => condition(["some ", name(page.facts!.view.roles[filler.role].name)], filler.degree, filler.element === null ? "there is none" : null)),
          ),
          fillers.some((filler) => filler.degree > 0) && graph(page, page.people!.name(row), fillers),
        );
      }),
    );
  const silent = rules.filter((one) => one.degree === 0);
  const holding = rules.filter((one) => one.degree > 0).sort((a, b) => Number(b.counts) - Number(a.counts));
  return [
    listed(holding),
    holding.length === 0 && h("p", { class: "soft" }, "No rule holds here."),
    silent.length > 0 &&
      h(
        "details",
        { open: isOpen("silent"), ontoggle: (event: Event) => opened.set("silent", (event.target as HTMLDetailsElement).open) },
        h("summary", {}, `${silent.length} ${silent.length === 1 ? "rule that does" : "rules that do"} not hold`),
        listed(silent),
      ),
  ];
}

const opened = new Map<string, boolean>();
const isOpen = (part: string): boolean => opened.get(part) ?? false;

function valueText(page: ModelPage, number: number, element: number, changes: Changes): string | null {
  const label = page.view.labels[number];
  if (label.kind === "class") return null;
  const values =
    label.kind === "set"
      ? Array.from(page.facts!.numbers(label.property, element, changes)).map((value) => written(value, page.facts!.view.numbers[label.property].moment))
      : page.facts!.symbols(label.property, element, changes).map(String);
  return values.length ? `is ${values.slice(0, 5).join(", ")}${values.length > 5 ? ", …" : ""}` : "no value";
}

function condition(text: Child, degree: number, value: string | null): HTMLElement {
  const meter = h("span", { class: "meter", "aria-hidden": "true" }, h("i", {}));
  place(meter.firstChild as HTMLElement, 0, degree);
  return h("li", {}, meter, h("span", { class: "number" }, fixed(degree)), " ", text, value !== null && h("span", { class: "soft small" }, ` ${value}`));
}

const ROW = 58;
const STEP = 236;

// Who satisfies the restrictions, as a tree from left to right.
function graph(page: ModelPage, root: string, fillers: Filler[]): SVGElement {
  const nodes: { x: number; y: number; text: string; degree: number | null; note: string }[] = [];
  const links: { x: number; y: number; toX: number; toY: number; text: string }[] = [];
  let next = 0;
  let deepest = 0;
  const visit = (filler: Filler, depth: number, x: number, y: number): void => {
    if (filler.element === null || filler.degree === 0) return;
    deepest = Math.max(deepest, depth);
    const mine = { x: depth * STEP, y: next * ROW };
    const labels = filler.tree.labels.map((number) => page.view.labels[number].text).join(", ");
    nodes.push({ ...mine, text: page.elementName(filler.element), degree: filler.degree, note: labels });
    links.push({ x, y, toX: mine.x, toY: mine.y, text: page.facts!.view.roles[filler.role].name });
    const start = next;
    for (const below of filler.fillers) visit(below, depth + 1, mine.x, mine.y);
    if (next === start) next++;
  };
  for (const filler of fillers) visit(filler, 1, 0, 0);
  nodes.unshift({ x: 0, y: 0, text: root, degree: null, note: "" });
  const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
  const told = nodes.slice(1).map((node, at) => `${links[at].text} ${node.text}, degree ${fixed(node.degree)}`);
  const width = deepest * STEP + 170;
  const height = (Math.max(1, next) - 1) * ROW + 40;
  return s(
    "svg",
    { class: "fillers", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${root}: ${told.join("; ")}` },
    links.map((link) => [
      s("path", { class: "link", d: `M${link.x + 134} ${link.y + 18} C${link.x + 170} ${link.y + 18} ${link.toX - 40} ${link.toY + 18} ${link.toX} ${link.toY + 18}` }),
      s("text", { class: "role", x: link.toX - 8, y: link.toY + 12, "text-anchor": "end" }, cut(link.text, 15)),
    ]),
    nodes.map((node) => [
      s("rect", { class: node.degree === null ? "node root" : "node", x: node.x, y: node.y, width: 134, height: 36, rx: 8 }),
      s("text", { class: "nodename", x: node.x + 10, y: node.y + (node.note ? 15 : 23) }, cut(node.text, 17), s("title", {}, node.text)),
      node.note && s("text", { class: "nodenote", x: node.x + 10, y: node.y + 29 }, cut(node.note, 22), s("title", {}, node.note)),
      node.degree !== null && s("text", { class: "nodedegree", x: node.x + 140, y: node.y + 23 }, fixed(node.degree, 2)),
    ]),
  );
}
