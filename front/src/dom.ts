// Making elements: texts are always texts, never markup.

export type Child = Node | string | number | null | undefined | false | Child[];
type Value = string | number | boolean | null | undefined | ((event: any) => void);
export type Attributes = Record<string, Value>;

const SVG = "http://www.w3.org/2000/svg";

function filled<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(parent: Element, children: Child): void {
  if (Array.isArray(children)) for (const child of children) append(parent, child);
  else if (children instanceof Node) parent.appendChild(children);
  else if (children !== null && children !== undefined && children !== false) {
    parent.appendChild(document.createTextNode(String(children)));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

export function s(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  return filled(document.createElementNS(SVG, tag) as SVGElement, attributes, children);
}

// A name that may run from right to left must not turn its surroundings round.
export function name(text: string): HTMLElement {
  return h("bdi", {}, text);
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

export function place(element: HTMLElement, left: number, width: number): HTMLElement {
  element.style.left = `${100 * left}%`;
  element.style.width = `${100 * width}%`;
  return element;
}

let last = 0;
export const fresh = (stem: string): string => `${stem}-${++last}`;
