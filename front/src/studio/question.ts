// Step 2: what to learn, from whom, and what must not be looked at.

import { h, name, replace, type Child } from "../dom";
import { count, plural } from "../format";
import { combobox, type Option } from "./combobox";
import type { Individual, Suspect } from "../contract";
import { button } from "./fields";
import { Region } from "./regions";
import type { Step, Studio } from "./studio";

const PAGE = 20;

export function questionStep(studio: Studio): Step {
  const target = new Region(h("div", { class: "panel" }));
  const marks = new Region(h("div", {}));
  const hidden = new Region(h("div", { class: "panel" }));
  const suspects = new Suspects(studio);
  const draw = (): void => {
    const { question, source } = studio.state;
    const known = studio.source;
    target.draw([question.target, question.scope, source, known?.targets], () => targetOf(studio));
    marks.draw([source, known?.individuals], () => marksOf(studio));
    hidden.draw([question.hidden, source, known === null], () => hiddenOf(studio, suspects));
    suspects.follow();
  };
  studio.on("source", draw);
  return {
    id: "question",
    title: "Question",
    summary: ({ question }) => {
      const asked = question.target ?? (Object.keys(question.marks).length ? "marked by hand" : null);
      if (asked === null) return "what to learn";
      return question.hidden.length ? `${shortName(asked)}, ${question.hidden.length} hidden` : shortName(asked);
    },
    element: h("div", {}, target.element, hidden.element, marks.element),
    draw,
  };
}

export const shortName = (iri: string): string => iri.slice(Math.max(iri.lastIndexOf("#"), iri.includes("=") ? -1 : iri.lastIndexOf("/")) + 1) || iri;

export const fits = (options: Option[], text: string, most = 50): Option[] => {
  const wanted = text.toLowerCase();
  const first = options.filter((one) => one.title.toLowerCase().startsWith(wanted));
  const rest = options.filter((one) => !one.title.toLowerCase().startsWith(wanted) && one.title.toLowerCase().includes(wanted));
  return [...first, ...rest].slice(0, most);
};

function targetOf(studio: Studio): Child {
  const { question, source } = studio.state;
  if (source === null) return h("p", { class: "note" }, "First open a file.");
  const targets = studio.source?.targets ?? [];
  const classes = studio.source?.classes ?? [];
  const options = targets.map((one) => ({ value: one.target, title: one.name, note: `${count(one.positives)} of ${count(one.of)}` }));
  const chosen = targets.find((one) => one.target === question.target);
  const scope = classes.find((one) => one.iri === question.scope);
  return [
    h("h2", { tabindex: -1 }, "What should be learned?"),
    h("p", { class: "lead" }, "Choose a class, or a column with its value: the rules will say what makes it. Or mark examples by hand, below."),
    question.target !== null &&
      h(
        "p",
        { class: "chosen", id: "chosen-target" },
        h(
          "span",
          {},
          "Learn ",
          h("strong", {}, name(chosen?.name ?? shortName(question.target))),
          chosen !== undefined && (question.scope === null ? ` (${count(chosen.positives)} of ${count(chosen.of)})` : ` (${count(chosen.positives)})`),
          question.scope !== null && [" among ", h("strong", {}, name(scope?.name ?? shortName(question.scope))), scope !== undefined && ` (${count(scope.count)})`],
          ".",
        ),
        button("no-target", "Choose none", () => void studio.edit({ kind: "target", target: null, scope: null })),
      ),
    combobox({
      id: "target",
      label: "What should be learned?",
      placeholder: source.kind === "table" ? "column=value" : "a class",
      button: "Learn this",
      free: true,
      suggest: (text) => fits(options, text),
      choose: (value) => studio.edit({ kind: "target", target: value, scope: question.scope }),
    }),
    source.kind === "ontology" &&
      h(
        "div",
        { class: "below" },
        h("h3", {}, "Among whom?"),
        h("p", { class: "lead" }, "Only members of this class are examples. Good hotels, say, are better told from other accommodation than from everything there is."),
        combobox({
          id: "scope",
          label: "Among whom?",
          placeholder: question.scope === null ? "everybody" : (scope?.name ?? shortName(question.scope)),
          button: "Among these",
          free: false,
          suggest: (text) => fits(classes.map((one) => ({ value: one.iri, title: one.name, note: count(one.count) })), text),
          choose: (value) => studio.edit({ kind: "target", target: question.target, scope: value }),
        }),
        question.scope !== null && button("no-scope", "Among everybody", () => void studio.edit({ kind: "target", target: question.target, scope: null })),
      ),
  ];
}

// Conditions that alone tell the examples right, asked for whenever the question changes.
class Suspects {
  private readonly region = new Region(h("div", { id: "suspects", role: "region", "aria-label": "What may give the answer away", "aria-live": "polite" }));
  private key = "";
  private found: Suspect[] | null = null;

  constructor(private readonly studio: Studio) {}

  get element(): HTMLElement {
    return this.region.element;
  }

  follow(): void {
    const { question, source } = this.studio.state;
    const key = JSON.stringify([question, source]);
    if (key === this.key) return;
    this.key = key;
    if (source === null || (question.target === null && Object.keys(question.marks).length === 0)) {
      this.found = null;
      this.draw("");
      return;
    }
    this.draw("Looking for what may give the answer away …");
    void this.look(key);
  }

  private async look(key: string): Promise<void> {
    const found = await this.studio.ask<Suspect[]>("/api/suspects");
    if (key !== this.key) return;
    this.found = found;
    this.draw("");
  }

  private draw(waiting: string): void {
    this.region.draw([waiting, this.found], () => {
      if (waiting) return h("p", { class: "soft" }, waiting);
      if (this.found === null) return null;
      if (this.found.length === 0) return h("p", { class: "soft" }, "Nothing gives the answer away by itself.");
      return [
        h("h3", {}, "Suspects"),
        h("p", { class: "soft" }, "These alone tell nearly all examples right. If one merely restates the answer, hide it; if it is honest knowledge, leave it."),
        h(
          "ul",
          { class: "plainlist" },
          this.found.map((one, at) =>
            h(
              "li",
              { class: "suspect" },
              h("span", {}, h("strong", {}, name(one.name)), " ", h("code", {}, one.text), ` tells ${count(one.right)} of ${count(one.of)} right `),
              button(`suspect-${at}`, "Hide", () => void this.studio.edit({ kind: "hide", names: [one.iri] }, `${one.name} is hidden.`), { label: `Hide ${one.name}` }),
            ),
          ),
        ),
      ];
    });
  }
}

function hiddenOf(studio: Studio, suspects: Suspects): Child {
  const { question, source } = studio.state;
  if (source === null) return null;
  const known = [...(studio.source?.classes ?? []), ...(studio.source?.properties ?? [])];
  const names = new Map(known.map((one) => [one.iri, one.name]));
  const options = known.filter((one) => !question.hidden.includes(one.iri)).map((one) => ({ value: one.iri, title: one.name, note: plural(one.count, "time") }));
  return [
    h("h2", { tabindex: -1 }, "What must not be looked at?"),
    h("p", { class: "lead" }, "The target itself and what follows from it are hidden always. Hide what else would give the answer away."),
    question.hidden.length > 0 &&
      h(
        "ul",
        { class: "chips", "aria-label": "Hidden" },
        question.hidden.map((iri) => {
          const told = names.get(iri) ?? shortName(iri);
          return h("li", {}, h("button", { type: "button", class: "chip", id: `hidden-${iri}`, title: iri, "aria-label": `Show ${told} again`, onclick: () => void studio.edit({ kind: "show", names: [iri] }, `${told} may be looked at again.`) }, name(told), h("span", { "aria-hidden": "true" }, " ×")));
        }),
      ),
    combobox({
      id: "hide",
      label: "What must not be looked at?",
      placeholder: "a class, property or column",
      button: "Hide",
      free: false,
      suggest: (text) => fits(options, text),
      choose: (value) => studio.edit({ kind: "hide", names: [value] }, `${names.get(value) ?? value} is hidden.`),
    }),
    suspects.element,
  ];
}

// Individuals by name, each to be marked as an example for or against.
function marksOf(studio: Studio): Child {
  if (studio.state.source === null || studio.source === null) return null;
  let offset = 0;
  let total = 0;
  let rows: Individual[] = [];
  let asked = 0;
  let seen = "";
  const search = h("input", { type: "search", id: "mark-search", placeholder: "Search by name", "aria-label": "Search individuals to mark", autocomplete: "off" });
  const list = h("ul", { class: "plainlist marks", "aria-label": "Individuals to mark" });
  const told = h("p", { class: "soft small", role: "status" });
  const look = async (): Promise<void> => {
    const mine = ++asked;
    seen = JSON.stringify(studio.state.question);
    const found = await studio.ask<{ total: number; rows: Individual[] }>("/api/individuals", { text: search.value.trim(), offset, limit: PAGE });
    if (mine !== asked || found === null) return;
    ({ total, rows } = found);
    draw();
  };
  const draw = (): void => {
    const { marks } = studio.state.question;
    const by = Object.values(marks);
    const yes = by.filter(Boolean).length;
    told.textContent = `${plural(by.length, "individual")} marked: ${yes} for, ${by.length - yes} against. ${count(total)} found, from ${count(Math.min(offset + 1, total))} to ${count(Math.min(offset + PAGE, total))}.`;
    const focused = document.activeElement?.id ?? "";
    replace(list, rows.map((row) => rowOf(row, marks[row.individual])));
    if (list.querySelector(`[id="${CSS.escape(focused)}"]`) !== null) document.getElementById(focused)?.focus();
    earlier.disabled = offset === 0;
    later.disabled = offset + PAGE >= total;
  };
  const mark = (row: Individual, label: boolean | null): void => {
    void studio.edit({ kind: "mark", individual: row.individual, label }).then(draw);
  };
  const rowOf = (row: Individual, marked: boolean | undefined): HTMLElement => {
    const one = (text: string, label: boolean): HTMLElement =>
      button(`mark-${label ? "for" : "against"}-${row.individual}`, text, () => mark(row, marked === label ? null : label), { pressed: marked === label, label: `${row.name}: ${text}` });
    return h(
      "li",
      { class: "markrow", "data-individual": row.individual },
      h("span", { class: "grow", title: row.individual }, name(row.name)),
      row.label !== null && h("span", { class: `tag ${row.label ? "for" : "against"}` }, row.label ? "positive" : "negative"),
      one("For", true),
      one("Against", false),
    );
  };
  const turn = (by: number): void => {
    offset = Math.max(0, offset + by);
    void look();
  };
  const earlier = button("mark-earlier", "Earlier", () => turn(-PAGE), { label: "Earlier individuals" });
  const later = button("mark-later", "Later", () => turn(PAGE), { label: "Later individuals" });
  search.addEventListener("input", () => {
    offset = 0;
    void look();
  });
  studio.store.on("state", () => {
    if (!list.isConnected || !opened.open) return;
    draw();
    if (JSON.stringify(studio.state.question) !== seen) void look(); // who belongs may be others now
  });
  const opened = h(
    "details",
    { ontoggle: () => void (opened.open && look()) },
    h("summary", {}, "Mark examples by hand"),
    h("p", { class: "soft" }, "Marks win over what the file says. Without a target, who is marked “for” is what the rules should find, who is marked “against” what they should leave out."),
    h("div", { class: "filters" }, search),
    told,
    list,
    h("div", { class: "actions" }, earlier, later),
  );
  return opened;
}
