// Fields of forms, each with its label and a sentence on what it does.

import { h, type Child } from "../dom";

interface Wanted {
  id: string;
  label: string;
  help?: string;
}

function labelled(wanted: Wanted, input: HTMLElement): HTMLElement {
  const help = wanted.help === undefined ? null : h("p", { id: `${wanted.id}-help`, class: "help" }, wanted.help);
  if (help !== null) input.setAttribute("aria-describedby", help.id);
  return h("div", { class: "fieldset" }, h("label", { for: wanted.id }, wanted.label), input, help);
}

export function choice(wanted: Wanted, options: [string, string][], value: string, changed: (value: string) => void): HTMLElement {
  const select = h(
    "select",
    { id: wanted.id, onchange: () => changed(select.value) },
    options.map(([key, title]) => h("option", { value: key, selected: key === value }, title)),
  );
  select.value = value;
  return labelled(wanted, select);
}

export function whole(wanted: Wanted & { low: number; high: number }, value: number, changed: (value: number) => void): HTMLElement {
  const input = h("input", { type: "number", id: wanted.id, class: "field", min: wanted.low, max: wanted.high, step: 1, value, required: true });
  input.addEventListener("change", () => {
    if (input.reportValidity()) changed(Number(input.value));
  });
  return labelled(wanted, input);
}

// A number, or the learner's own choice.
export function wholeOrAuto(
  wanted: Wanted & { low: number; high: number; auto: string },
  value: "auto" | number,
  otherwise: number,
  changed: (value: "auto" | number) => void,
): HTMLElement {
  const input = h("input", {
    type: "number",
    id: wanted.id,
    class: "field",
    min: wanted.low,
    max: wanted.high,
    step: 1,
    required: true,
    value: value === "auto" ? otherwise : value,
    disabled: value === "auto",
  });
  input.addEventListener("change", () => {
    if (input.reportValidity()) changed(Number(input.value));
  });
  const box = h("input", { type: "checkbox", id: `${wanted.id}-auto`, checked: value === "auto" });
  box.addEventListener("change", () => changed(box.checked ? "auto" : Number(input.value) || otherwise));
  const both = labelled(wanted, input);
  input.after(h("label", { class: "auto", for: box.id }, box, ` ${wanted.auto}`));
  return both;
}

export function button(id: string, text: Child, act: () => void, options: { main?: boolean; disabled?: boolean; label?: string; pressed?: boolean } = {}): HTMLButtonElement {
  return h(
    "button",
    {
      type: "button",
      id,
      class: options.main ? "main" : "quiet",
      disabled: options.disabled ?? false,
      "aria-label": options.label,
      "aria-pressed": options.pressed === undefined ? null : String(options.pressed),
      onclick: act,
    },
    text,
  );
}
