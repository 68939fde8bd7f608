// What words such as “high” mean: fuzzy sets over the values, with corners that can be moved.

import { chart, histogram, path, type Frame } from "../charts";
import { h, name, s, type Child } from "../dom";
import { plural, shown } from "../format";
import type { NumberView } from "../contract";
import type { DraftSet as Plain } from "../contract";
import { shortName } from "./question";
import { KeyedList } from "./regions";
import type { Studio } from "./studio";

const WIDTH = 560;
const PAUSE = 500;
const NAMES = 3; // lines of names above the curves

interface DraftSet extends Plain {
  title: string;
}

interface Property {
  iri: string;
  name: string;
  sets: DraftSet[];
  seen: NumberView | null;
}

// How far corners of each shape belong: the curve passes through (points[i], heights[i]).
const HEIGHTS: Record<string, number[]> = {
  "left-shoulder": [1, 0],
  "right-shoulder": [0, 1],
  triangular: [0, 1, 0],
  trapezoidal: [0, 1, 1, 0],
};

const CORNERS: Record<string, string[]> = {
  "left-shoulder": ["fully up to", "not at all from"],
  "right-shoulder": ["not at all up to", "fully from"],
  triangular: ["not at all below", "fully at", "not at all above"],
  trapezoidal: ["not at all below", "fully from", "fully up to", "not at all above"],
};

export class SetEditor {
  readonly element: HTMLElement;
  private readonly list: KeyedList<Property>;
  private readonly figures = h("div", { class: "grid2" });
  private readonly holding = new Set<Figure>();
  private late = false;

  constructor(private readonly studio: Studio) {
    this.list = new KeyedList<Property>(this.figures, "div", (one) => one.iri, (one) => this.figureOf(one));
    this.element = h(
      "section",
      { "aria-labelledby": "sets-title", id: "set-editor" },
      h("h2", { id: "sets-title", tabindex: -1 }, "What the words mean"),
      h("p", { class: "lead" }, "Each curve says how far a number belongs. Drag a corner, or choose it and press an arrow key; rules are judged again at once. Below the curves lie the values of positives and negatives."),
      this.figures,
    );
  }

  draw(): void {
    // while a corner is held, nothing is drawn below the hand
    if (this.holding.size > 0) {
      this.late = true;
      return;
    }
    const found = this.properties();
    this.element.hidden = found.length === 0;
    this.list.draw(found);
  }

  private hold(figure: Figure, held: boolean): void {
    if (held) this.holding.add(figure);
    else this.holding.delete(figure);
    if (this.holding.size === 0 && this.late) {
      this.late = false;
      this.draw();
    }
  }

  private properties(): Property[] {
    const { draft } = this.studio.state;
    const out = new Map<string, Property>();
    for (const set of draft?.sets ?? []) {
      if (HEIGHTS[set.shape] === undefined) continue;
      const seen = this.studio.view?.numbers.find((one) => one.iri === set.property) ?? null;
      const known = this.studio.source?.properties.find((one) => one.iri === set.property);
      const one = out.get(set.property) ?? { iri: set.property, name: seen?.name ?? known?.name ?? shortName(set.property), sets: [], seen: seen && { ...seen, sets: [] } };
      one.sets.push({ ...set, points: [...set.points], title: seen?.sets.find((view) => view.name === set.name)?.title ?? set.name });
      out.set(set.property, one);
    }
    return [...out.values()];
  }

  private figureOf(property: Property): Child {
    const figure: Figure = new Figure(this.studio, property, (held) => this.hold(figure, held));
    return figure.element;
  }
}

// One property: its sets as curves, their corners as sliders, and the same corners as numbers.
class Figure {
  readonly element: HTMLElement;
  private readonly range: [number, number];
  private readonly step: number;
  private readonly points: Map<string, number[]>;
  private readonly redraws: (() => void)[] = [];
  private timer = 0;
  private dragging = false;

  constructor(
    private readonly studio: Studio,
    private readonly property: Property,
    private readonly hold: (held: boolean) => void,
  ) {
    this.points = new Map(property.sets.map((set) => [set.name, [...set.points]]));
    this.range = this.extent();
    this.step = 10 ** Math.floor(Math.log10((this.range[1] - this.range[0]) / 100 || 0.01));
    this.element = h(
      "figure",
      { class: "panel", "data-property": property.iri },
      h("figcaption", {}, h("h3", { tabindex: -1, "data-resume": "" }, name(property.name)), this.legend()),
      this.drawing(),
      h("ul", { class: "sets" }, property.sets.map((set, at) => this.numbersOf(set, at))),
    );
  }

  private extent(): [number, number] {
    const { seen, sets } = this.property;
    const corners = sets.flatMap((set) => set.points);
    const low = Math.min(seen?.range[0] ?? Infinity, ...corners);
    const high = Math.max(seen?.range[1] ?? -Infinity, ...corners);
    return high > low ? [low, high] : [low - 1, high + 1];
  }

  private legend(): Child {
    return h(
      "p",
      { class: "soft small legend" },
      this.property.seen?.values?.groups.map((group) => [
        h("span", { class: `swatch ${{ positive: "for", negative: "against" }[group.name] ?? "all"}`, "aria-hidden": "true" }),
        group.name === "all" ? plural(group.size, "value") : `${plural(group.size, "value")} of ${group.name}s`,
        " ",
      ]),
    );
  }

  private drawing(): SVGElement {
    const { seen, sets } = this.property;
    const room = 0.02 + 0.1 * Math.min(NAMES, sets.length); // for names, above the curves
    const axes = { x: this.range, y: [0, 1 + room] as [number, number], yTicks: [0, 0.5, 1], xTitle: this.property.name, yTitle: "degree", xText: (x: number) => this.told(x), width: WIDTH, height: 280 + 180 * room };
    const out = chart(`Fuzzy sets of ${this.property.name}`, axes, (frame) => [
      seen?.values && histogram(frame, seen.values.edges, seen.values.groups),
      sets.map((set, at) => this.curve(frame, set, at)),
      sets.map((set, at) => set.points.map((_, corner) => this.handle(frame, set, at, corner))),
    ]);
    out.setAttribute("role", "group");
    out.classList.add("editor");
    return out;
  }

  private curve(frame: Frame, set: DraftSet, at: number): Child {
    const line = s("path", {});
    const title = s("text", { class: `curvename c${at % 6}`, "text-anchor": "middle" }, set.title);
    const redraw = (): void => {
      const points = this.points.get(set.name)!;
      const heights = HEIGHTS[set.shape];
      const corners = points.map((x, corner): [number, number] => [x, heights[corner]]);
      const ends: [number, number][] = [[this.range[0], heights[0]], ...corners, [this.range[1], heights[heights.length - 1]]];
      const drawn = path(frame, ends, `curve c${at % 6}`);
      for (const one of ["class", "d", "fill"]) line.setAttribute(one, drawn.getAttribute(one)!);
      const full = ends.filter(([, height]) => height === 1).map(([x]) => x);
      const middle = frame.x((Math.min(...full) + Math.max(...full)) / 2);
      title.setAttribute("x", String(Math.min(frame.width - 50, Math.max(frame.left + 40, middle))));
      title.setAttribute("y", String(frame.y(1) - 16 - 14 * (at % NAMES)));
    };
    this.redraws.push(redraw);
    redraw();
    return [line, title];
  }

  private bounds(set: DraftSet, corner: number): [number, number] {
    const points = this.points.get(set.name)!;
    return [points[corner - 1] ?? this.range[0], points[corner + 1] ?? this.range[1]];
  }

  private handle(frame: Frame, set: DraftSet, at: number, corner: number): SVGElement {
    const dot = s("circle", { class: `corner c${at % 6}`, r: 7 });
    const target = s("circle", { class: "grip", r: 16 });
    const out = s("g", { role: "slider", tabindex: 0, id: `corner-${set.name}-${corner}`, class: "handle", "data-set": set.name, "data-corner": corner, "aria-orientation": "horizontal" }, target, dot);
    const redraw = (): void => {
      const x = this.points.get(set.name)![corner];
      const [low, high] = this.bounds(set, corner);
      out.setAttribute("transform", `translate(${frame.x(x)} ${frame.y(HEIGHTS[set.shape][corner])})`);
      out.setAttribute("aria-valuemin", String(low));
      out.setAttribute("aria-valuemax", String(high));
      out.setAttribute("aria-valuenow", String(x));
      out.setAttribute("aria-valuetext", `${CORNERS[set.shape][corner]} ${this.told(x)}`);
      out.setAttribute("aria-label", `${this.property.name} ${set.title}, corner ${corner + 1}`);
    };
    this.redraws.push(redraw);
    redraw();
    out.addEventListener("keydown", (event) => this.key(event, set, corner));
    out.addEventListener("blur", () => this.commit());
    out.addEventListener("pointerdown", (event) => this.drag(event, out, frame, set, corner));
    return out;
  }

  private key(event: KeyboardEvent, set: DraftSet, corner: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      this.commit(); // the browser's own, or undo, which comes after what was moved
      return;
    }
    const now = this.points.get(set.name)![corner];
    const [low, high] = this.bounds(set, corner);
    const steps: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    let to: number;
    if (event.key in steps) to = this.onStep(now + steps[event.key] * this.step);
    else if (event.key === "Home") to = low;
    else if (event.key === "End") to = high;
    else if (event.key === "Enter") {
      this.commit();
      return;
    } else return;
    event.preventDefault();
    this.hold(true);
    this.move(set, corner, to);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.commit(), PAUSE);
  }

  private drag(event: PointerEvent, handle: SVGElement, frame: Frame, set: DraftSet, corner: number): void {
    if (event.button !== 0) return;
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    this.dragging = true;
    this.hold(true);
    const svg = handle.ownerSVGElement!;
    const moved = (now: PointerEvent): void => {
      const box = svg.getBoundingClientRect();
      const inside = ((now.clientX - box.left) / box.width) * frame.width;
      const share = (inside - frame.left) / (frame.width - frame.right - frame.left);
      this.move(set, corner, this.onStep(this.range[0] + share * (this.range[1] - this.range[0])));
    };
    const done = (): void => {
      handle.removeEventListener("pointermove", moved);
      this.dragging = false;
      this.commit();
    };
    handle.addEventListener("pointermove", moved);
    handle.addEventListener("lostpointercapture", done, { once: true });
  }

  private onStep(value: number): number {
    return Number((Math.round(value / this.step) * this.step).toPrecision(12));
  }

  private move(set: DraftSet, corner: number, to: number): void {
    const [low, high] = this.bounds(set, corner);
    const points = this.points.get(set.name)!;
    points[corner] = Math.min(high, Math.max(low, to));
    for (const redraw of this.redraws) redraw();
  }

  // Sends what was moved; without a change nothing is sent.
  private commit(): void {
    window.clearTimeout(this.timer);
    const moved = this.moved();
    if (moved.length === 0) {
      this.hold(false);
      return;
    }
    const sent = moved.map((set) => ({ name: set.name, points: [...this.points.get(set.name)!] }));
    for (const [at, set] of moved.entries()) set.points = sent[at].points;
    const edit = sent.length === 1 ? { kind: "set" as const, ...sent[0] } : { kind: "set" as const, sets: sent };
    void this.studio.edit(edit, "The set was moved.").then((made) => {
      if (!made) this.back();
      if (!this.dragging && this.moved().length === 0) this.hold(false); // else a hand has gone on meanwhile
    });
  }

  private moved(): DraftSet[] {
    return this.property.sets.filter((set) => this.points.get(set.name)!.some((x, at) => x !== set.points[at]));
  }

  private told(x: number): string {
    return shown(x, this.property.seen?.moment);
  }

  private back(): void {
    const draft = this.studio.state.draft;
    for (const set of this.property.sets) {
      set.points = [...(draft?.sets.find((one) => one.name === set.name)?.points ?? set.points)];
      this.points.set(set.name, [...set.points]);
    }
    for (const redraw of this.redraws) redraw();
  }

  private numbersOf(set: DraftSet, at: number): HTMLElement {
    const inputs = set.points.map((_, corner) => {
      const id = `point-${set.name}-${corner}`;
      const date = h("span", { class: "small" });
      const input = h("input", { type: "number", class: "field point-field", id, step: "any", required: true, "aria-label": `${this.property.name} ${set.title}: ${CORNERS[set.shape][corner]}` });
      const redraw = (): void => {
        input.value = String(Number(this.points.get(set.name)![corner].toPrecision(6)));
        input.defaultValue = input.value;
        date.textContent = this.property.seen?.moment === undefined ? "" : this.told(this.points.get(set.name)![corner]);
      };
      this.redraws.push(redraw);
      redraw();
      input.addEventListener("change", () => {
        if (!input.reportValidity()) return;
        this.points.get(set.name)![corner] = Number(input.value);
        this.hold(true);
        this.commit();
      });
      return h("span", { class: "pointof" }, h("span", { class: "soft small", "aria-hidden": "true" }, CORNERS[set.shape][corner]), input, date);
    });
    return h("li", { class: "setline" }, h("span", { class: `swatch c${at % 6}`, "aria-hidden": "true" }), h("strong", {}, name(set.title)), inputs);
  }
}
