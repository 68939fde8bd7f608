// Charts as SVG: drawn from numbers, coloured by the style sheet, read out by their labels.

import { type Child, s } from "./dom";
import { fixed, short } from "./format";

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (value: number) => number;
  y: (value: number) => number;
}

export interface Axes {
  x: [number, number];
  y: [number, number];
  xTitle: string;
  yTitle?: string;
  width?: number;
  height?: number;
  xTicks?: number[];
  xText?: (value: number) => string;
  yTicks?: number[];
}

// Whether the page is as narrow as a phone: what is drawn wide could not be read there.
export const isNarrow = (): boolean => matchMedia("(max-width: 600px)").matches;

export function frame(axes: Axes): Frame {
  const width = axes.width ?? 420;
  const height = axes.height ?? 240;
  const [left, right, top, bottom] = [axes.yTitle ? 52 : 40, 12, 12, 42];
  const scale = (from: number, to: number, [low, high]: [number, number]) => (value: number) =>
    from + ((to - from) * (value - low)) / (high - low || 1);
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    x: scale(left, width - right, axes.x),
    y: scale(height - bottom, top, axes.y),
  };
}

export function ticks(low: number, high: number, about = 5): number[] {
  const step0 = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(step0));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= step0 * 0.999)!;
  const out: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at++) {
    out.push(Number((at * step).toPrecision(12)));
  }
  return out;
}

export function chart(label: string, axes: Axes, draw: (frame: Frame) => Child): SVGElement {
  const box = frame(axes);
  const xs = axes.xTicks ?? ticks(...axes.x);
  const ys = axes.yTicks ?? ticks(...axes.y, 4);
  const base = box.height - box.bottom;
  return s(
    "svg",
    {
      viewBox: `0 0 ${box.width} ${box.height}`,
      class: "chart",
      role: "img",
      "aria-label": label,
    },
    ys.map((value) => [
      s("line", {
        class: "grid",
        x1: box.left,
        x2: box.width - box.right,
        y1: box.y(value),
        y2: box.y(value),
      }),
      s(
        "text",
        { class: "tick", x: box.left - 6, y: box.y(value) + 4, "text-anchor": "end" },
        short(value),
      ),
    ]),
    xs.map((value) =>
      s("text", { class: "tick", x: box.x(value), y: base + 16, "text-anchor": "middle" }, (axes.xText ?? short)(value)),
    ),
    s("line", { class: "axis", x1: box.left, x2: box.width - box.right, y1: base, y2: base }),
    s(
      "text",
      {
        class: "title",
        x: (box.left + box.width - box.right) / 2,
        y: box.height - 6,
        "text-anchor": "middle",
      },
      axes.xTitle,
    ),
    axes.yTitle &&
      s(
        "text",
        {
          class: "title",
          x: 14,
          y: (box.top + base) / 2,
          "text-anchor": "middle",
          transform: `rotate(-90 14 ${(box.top + base) / 2})`,
        },
        axes.yTitle,
      ),
    draw(box),
  );
}

export function path(frame: Frame, points: [number, number][], kind: string): SVGElement {
  const d = points
    .map(([x, y], at) => `${at ? "L" : "M"}${frame.x(x).toFixed(2)} ${frame.y(y).toFixed(2)}`)
    .join("");
  return s("path", { class: kind, d, fill: "none" });
}

export function dot(frame: Frame, x: number, y: number, kind: string, radius = 5): SVGElement {
  return s("circle", { class: kind, cx: frame.x(x), cy: frame.y(y), r: radius });
}

// Counts of two groups, mirrored: positives upwards, negatives downwards, as shares of each.
export function mirrored(
  frame: Frame,
  edges: number[],
  up: number[],
  down: number[],
  most: number,
): Child {
  const middle = frame.y(0);
  const bars = (counts: number[], kind: string, sign: number): Child =>
    counts.map((value, at) => {
      if (!value) return null;
      const x = frame.x(edges[at]) + 0.5;
      const width = Math.max(1, frame.x(edges[at + 1]) - frame.x(edges[at]) - 1);
      const size = Math.max(1, Math.abs(frame.y((sign * value) / most) - middle));
      return s(
        "rect",
        { class: kind, x, width, y: sign > 0 ? middle - size : middle, height: size, rx: 1 },
        s("title", {}, `${short(edges[at])} to ${short(edges[at + 1])}: ${value}`),
      );
    });
  return [bars(up, "bar for", 1), bars(down, "bar against", -1)];
}

export function histogram(
  frame: Frame,
  edges: number[],
  groups: { name: string; size: number; counts: number[]; shares: number[] }[],
): Child {
  const most = Math.max(
    1e-9,
    ...groups.flatMap((group) => group.shares),
  );
  const base = frame.y(0);
  return groups.map((group) =>
    group.counts.map((value, at) => {
      if (!value) return null;
      const x = frame.x(edges[at]);
      const width = Math.max(1, frame.x(edges[at + 1]) - x - 1);
      const y = frame.y(group.shares[at] / most);
      const kind = { positive: "for", negative: "against" }[group.name] ?? "all";
      return s(
        "rect",
        { class: `bar pale ${kind}`, x, width, y, height: base - y },
        s("title", {}, `${group.name}: ${value} of ${group.size}`),
      );
    }),
  );
}

export const interval = (low: number, high: number): string => `${fixed(low, 2)}–${fixed(high, 2)}`;
