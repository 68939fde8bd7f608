// A text field that proposes: the combobox of the ARIA practices, with a list below.

import { h, name, replace } from "../dom";

export interface Option {
  value: string;
  title: string;
  note?: string;
}

interface Wanted {
  id: string;
  label: string;
  placeholder: string;
  button: string;
  // Whether a text that was not proposed may be taken, too.
  free: boolean;
  suggest: (text: string) => Promise<Option[]> | Option[];
  choose: (value: string) => Promise<boolean> | void;
}

const PAUSE = 120;

export function combobox(wanted: Wanted): HTMLElement {
  const listId = `${wanted.id}-list`;
  let options: Option[] = [];
  let active = -1;
  let asked = 0;
  let timer = 0;

  const input = h("input", {
    type: "text",
    id: wanted.id,
    role: "combobox",
    class: "field",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: wanted.placeholder,
    "aria-label": wanted.label,
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    "aria-controls": listId,
  });
  const list = h("ul", { id: listId, role: "listbox", class: "options", "aria-label": wanted.label });
  list.hidden = true;
  const button = h("button", { type: "button", class: "quiet", id: `${wanted.id}-do`, onclick: () => void take() }, wanted.button);

  const show = (open: boolean): void => {
    list.hidden = !open || options.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    if (list.hidden) input.removeAttribute("aria-activedescendant");
  };
  const point = (at: number): void => {
    active = at;
    [...list.children].forEach((one, number) => one.setAttribute("aria-selected", String(number === at)));
    if (at < 0) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", list.children[at].id);
      list.children[at].scrollIntoView({ block: "nearest" });
    }
  };
  const draw = (): void => {
    replace(
      list,
      options.map((option, at) =>
        h(
          "li",
          {
            id: `${listId}-${at}`,
            role: "option",
            "aria-selected": "false",
            onpointerdown: (event: PointerEvent) => event.preventDefault(),
            onclick: () => pick(at),
          },
          name(option.title),
          option.note !== undefined && h("span", { class: "soft small" }, " ", option.note),
        ),
      ),
    );
    active = -1;
    show(document.activeElement === input);
  };
  const look = async (): Promise<void> => {
    const mine = ++asked;
    const found = await wanted.suggest(input.value.trim());
    if (mine !== asked) return;
    const chosen = active < 0 ? undefined : options[active]?.value;
    options = found;
    draw();
    const again = options.findIndex((one) => one.value === chosen);
    if (again >= 0 && !list.hidden) point(again); // who points at a proposal goes on doing so
  };
  const soon = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void look(), PAUSE);
  };
  const pick = (at: number): void => {
    input.value = options[at].title;
    void given(options[at].value);
  };
  const given = async (value: string): Promise<void> => {
    asked++;
    window.clearTimeout(timer);
    show(false);
    const written = input.value;
    input.value = ""; // at once: what is drawn anew keeps what is written
    if ((await wanted.choose(value)) === false) input.value = written;
    else options = [];
  };
  const take = async (): Promise<void> => {
    const text = input.value.trim();
    if (!text) {
      input.focus();
      return;
    }
    const same = (option: Option): boolean => option.title.toLowerCase() === text.toLowerCase() || option.value === text;
    const exact = options.find(same) ?? (await wanted.suggest(text)).find(same);
    if (exact) await given(exact.value);
    else if (wanted.free) await given(text);
    else {
      await look();
      input.focus();
    }
  };

  input.addEventListener("input", soon);
  input.addEventListener("focus", soon);
  input.addEventListener("blur", () => show(false));
  input.addEventListener("keydown", (event) => {
    const open = !list.hidden;
    switch (event.key) {
      case "ArrowDown":
        if (!open) void look();
        else point((active + 1) % options.length);
        break;
      case "ArrowUp":
        if (open) point(active <= 0 ? options.length - 1 : active - 1);
        break;
      case "Enter":
        if (open && active >= 0) pick(active);
        else void take();
        break;
      case "Escape":
        if (open) show(false);
        else input.value = "";
        break;
      default:
        return;
    }
    event.preventDefault();
  });
  return h("div", { class: "combo" }, h("div", { class: "comborow" }, input, button), list);
}
