// Packed arrays back to numbers: exactly those that were packed.

import type { Packed } from "./contract";

export function unpacked(packed: Packed): Float64Array {
  const text = atob(packed.data);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stored = typed(packed.type, bytes.buffer);
  const out = new Float64Array(stored.length);
  for (let at = 0; at < out.length; at++) out[at] = stored[at] / packed.divisor;
  return out;
}

export function unpackedIds(packed: Packed): Int32Array {
  return Int32Array.from(unpacked(packed));
}

function typed(type: Packed["type"], buffer: ArrayBuffer): ArrayLike<number> {
  switch (type) {
    case "i1":
      return new Int8Array(buffer);
    case "i2":
      return new Int16Array(buffer);
    case "i4":
      return new Int32Array(buffer);
    case "f4":
      return new Float32Array(buffer);
    case "f8":
      return new Float64Array(buffer);
  }
}

// Offsets from counts; one each where there are no counts.
export function offsets(counts: Packed | null, n: number): Int32Array {
  const out = new Int32Array(n + 1);
  const found = counts === null ? null : unpacked(counts);
  for (let at = 0; at < n; at++) out[at + 1] = out[at] + (found === null ? 1 : found[at]);
  return out;
}
