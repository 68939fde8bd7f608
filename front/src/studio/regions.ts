// Parts of the page that are drawn anew only if what they show has changed.

import { replace, type Child } from "../dom";

// What was drawn last. While it is drawn anew, the keyboard keeps its place, and what is open stays open.
export class Region {
  private last: string | null = null;

  constructor(readonly element: HTMLElement) {}

  draw(value: unknown, content: () => Child): void {
    const now = JSON.stringify(value);
    if (now === this.last) return;
    this.last = now;
    keepingFocus(this.element, () => replace(this.element, content()));
  }

  forget(): void {
    this.last = null;
  }
}

// A list whose items stay the same elements while their keys stay.
export class KeyedList<T> {
  private readonly items = new Map<string, Region>();

  constructor(
    readonly element: HTMLElement,
    private readonly tag: "li" | "div",
    private readonly keyOf: (item: T) => string,
    private readonly shown: (item: T, element: HTMLElement) => Child,
    private readonly dependsOn: (item: T) => unknown = (item) => item,
  ) {}

  draw(items: T[]): void {
    const wanted = new Set(items.map(this.keyOf));
    for (const [key, region] of this.items) {
      if (wanted.has(key)) continue;
      leave(region.element);
      region.element.remove();
      this.items.delete(key);
    }
    items.forEach((item, at) => {
      const key = this.keyOf(item);
      let region = this.items.get(key);
      if (region === undefined) {
        region = new Region(document.createElement(this.tag));
        region.element.dataset["key"] = key;
        this.items.set(key, region);
      }
      if (this.element.children[at] !== region.element) {
        this.element.insertBefore(region.element, this.element.children[at] ?? null);
      }
      const { element } = region;
      region.draw(this.dependsOn(item), () => this.shown(item, element));
    });
  }

  forget(): void {
    for (const region of this.items.values()) region.forget();
  }
}

// The keyboard goes on beside what is removed, not at the top of the page.
function leave(removed: HTMLElement): void {
  if (!removed.contains(document.activeElement)) return;
  const beside = removed.nextElementSibling ?? removed.previousElementSibling;
  const next = beside?.querySelector<HTMLElement>("[tabindex='-1'], button, input, a") ?? removed.closest("section")?.querySelector<HTMLElement>("h2, h1");
  next?.focus();
}

function keepingFocus(element: HTMLElement, draw: () => void): void {
  const before = document.activeElement;
  const held = before !== null && before !== element && element.contains(before) ? before : null;
  const typed = held instanceof HTMLInputElement || held instanceof HTMLTextAreaElement ? held : null;
  const unsaved = typed !== null && typed.type !== "checkbox" && typed.type !== "radio" && typed.value !== typed.defaultValue ? typed.value : null;
  const open = [...element.querySelectorAll<HTMLDetailsElement>("details[id][open]")].map((one) => one.id);
  draw();
  for (const one of element.querySelectorAll<HTMLDetailsElement>("details[id]")) if (open.includes(one.id)) one.open = true;
  if (held === null) return;
  const after: HTMLElement | null = held.id ? document.getElementById(held.id) : null;
  if (after === null || (after as HTMLButtonElement).disabled) {
    const near = element.querySelector<HTMLElement>("[data-resume], h3[tabindex], h2[tabindex]") ?? element.closest("section")?.querySelector<HTMLElement>("h2");
    near?.focus();
    return;
  }
  if (unsaved !== null && after instanceof HTMLInputElement) after.value = unsaved;
  after.focus({ preventScroll: true });
}
