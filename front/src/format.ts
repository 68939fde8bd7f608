// Numbers and texts as people read them.

import type { Moment } from "./contract";

export function fixed(value: number | null | undefined, decimals = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

export function signed(value: number, decimals = 3): string {
  const text = fixed(value, decimals);
  return value > 0 && Number(value.toFixed(decimals)) !== 0 ? `+${text}` : text;
}

export function short(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text =
    size >= 1e6 || size < 1e-4 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replace("-", "−");
}

// A number of a property: days of dates and times as such.
export function shown(value: number, moment?: Moment): string {
  if (moment === undefined) return short(value);
  if (moment === "duration") return `${short(value)} days`;
  const seconds = Math.round(value * 86400);
  if (moment === "time") return `${seconds < 0 ? "−" : ""}${clock(Math.abs(seconds))}`;
  const time = new Date(moment === "dateTime" ? seconds * 1000 : Math.round(value) * 86400000);
  if (Number.isNaN(time.getTime())) return `${short(value)} days`;
  const [date] = time.toISOString().split("T");
  const rest = ((seconds % 86400) + 86400) % 86400;
  if (moment === "dateTime" && rest) return `${date} ${clock(rest)}`;
  if (moment === "gYear") return date.replace(/-01-01$/, "");
  return moment === "gYearMonth" ? date.replace(/-01$/, "") : date;
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[2] ? parts : parts.slice(0, 2)).map((part) => String(part).padStart(2, "0")).join(":");
}

export function percent(share: number | null): string {
  if (share === null) return "–";
  const value = 100 * share;
  const text = value >= 10 && value <= 99 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, "");
  return `${text}\u202f%`;
}

export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

export function plural(value: number, noun: string, many = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : many}`;
}
