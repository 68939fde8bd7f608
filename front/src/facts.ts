// The facts that rules look at, and changes to them that a reader tries out.

import { offsets, unpacked, unpackedIds } from "./arrays";
import type { FactsView } from "./contract";

export class Changes {
  numbers = new Map<string, number[]>();
  symbols = new Map<string, (string | boolean)[]>();
  classes = new Map<string, boolean>();

  get size(): number {
    return this.numbers.size + this.symbols.size + this.classes.size;
  }

  copy(): Changes {
    const out = new Changes();
    out.numbers = new Map(this.numbers);
    out.symbols = new Map(this.symbols);
    out.classes = new Map(this.classes);
    return out;
  }
}

export const key = (property: number, element: number): string => `${property}:${element}`;

const NOTHING: readonly number[] = [];

export class Facts {
  readonly n: number;
  private readonly members: Float64Array[];
  private readonly roles: { starts: Int32Array; ends: Int32Array; degrees: Float64Array | null }[];
  private readonly values: { starts: Int32Array; values: Float64Array }[];
  private readonly codes: { starts: Int32Array; codes: Int32Array; values: (string | boolean)[] }[];

  constructor(readonly view: FactsView) {
    const n = view.elements;
    this.n = n;
    this.members = view.classes.map((one) => {
      const out = new Float64Array(n);
      const degrees = one.degrees === null ? null : unpacked(one.degrees);
      unpackedIds(one.members).forEach((member, at) => (out[member] = degrees?.[at] ?? 1));
      return out;
    });
    this.roles = view.roles.map((one) => ({
      starts: offsets(one.counts, n),
      ends: unpackedIds(one.ends),
      degrees: one.degrees === null ? null : unpacked(one.degrees),
    }));
    this.values = view.numbers.map((one) => ({
      starts: offsets(one.counts, n),
      values: unpacked(one.values),
    }));
    this.codes = view.symbols.map((one) => ({
      starts: offsets(one.counts, n),
      codes: unpackedIds(one.codes),
      values: one.values,
    }));
  }

  isMember(class_: number, element: number, changes: Changes | null): boolean {
    return this.membership(class_, element, changes) > 0;
  }

  // How far an element belongs to a class; who joins or leaves it does so in full.
  membership(class_: number, element: number, changes: Changes | null): number {
    const changed = changes?.classes.get(key(class_, element));
    return changed === undefined ? this.members[class_][element] : Number(changed);
  }

  successors(role: number, element: number): Int32Array {
    const { starts, ends } = this.roles[role];
    return ends.subarray(starts[element], starts[element + 1]);
  }

  // How far one of the successors is one.
  fills(role: number, element: number, at: number): number {
    const { starts, degrees } = this.roles[role];
    return degrees === null ? 1 : degrees[starts[element] + at];
  }

  numbers(property: number, element: number, changes: Changes | null): ArrayLike<number> {
    const changed = changes?.numbers.get(key(property, element));
    if (changed !== undefined) return changed;
    const { starts, values } = this.values[property];
    return starts[element] === starts[element + 1]
      ? NOTHING
      : values.subarray(starts[element], starts[element + 1]);
  }

  symbols(property: number, element: number, changes: Changes | null): (string | boolean)[] {
    const changed = changes?.symbols.get(key(property, element));
    if (changed !== undefined) return changed;
    const { starts, codes, values } = this.codes[property];
    const out = [];
    for (let at = starts[element]; at < starts[element + 1]; at++) out.push(values[codes[at]]);
    return out;
  }
}
