// Step 6: versions, exports, the report, and the command that repeats it all.

import { h, name, type Child } from "../dom";
import type { Command, Format, Version } from "../contract";
import { button, choice } from "./fields";
import { Region } from "./regions";
import { Refused } from "./store";
import type { Step, Studio } from "./studio";

export function takeStep(studio: Studio): Step {
  const versions = new Region(h("div", { class: "panel" }));
  const exports = new Region(h("div", { class: "panel" }));
  const command = new Region(h("div", { class: "panel" }));
  let formats: Format[] | null = null;
  let known: Command | null = null;
  let key = "";
  const chosen = { format: "", version: "draft" };
  const draw = (): void => {
    const { state } = studio;
    versions.draw([state.versions, state.draft === null], () => versionsOf(studio));
    if (chosen.version !== "draft" && !state.versions.some((one) => String(one.number) === chosen.version)) chosen.version = "draft";
    exports.draw([formats, state.versions, state.draft === null, chosen], () => exportsOf(studio, formats ?? [], chosen, draw));
    command.draw(known, () => known && commandOf(studio, known));
    if (!command.element.isConnected) return;
    const now = JSON.stringify([state.source, state.question, state.settings, state.draft]);
    if (now === key) return;
    key = now;
    void look(now);
  };
  const look = async (now: string): Promise<void> => {
    formats ??= await studio.ask<Format[]>("/api/formats");
    if (studio.state.source !== null && (studio.state.question.target !== null || Object.keys(studio.state.question.marks).length > 0)) {
      const found = await studio.ask<Command>("/api/command");
      if (now === key) known = found;
    } else known = null;
    draw();
  };
  return {
    id: "take",
    title: "Take away",
    summary: ({ versions: saved }) => (saved.length ? `${saved.length} saved` : "save, export, report"),
    element: h("div", {}, versions.element, exports.element, command.element),
    draw,
  };
}

function versionsOf(studio: Studio): Child {
  const { versions, draft } = studio.state;
  const input = h("input", { type: "text", id: "version-name", class: "field", maxlength: 200, placeholder: `Version ${versions.length + 1}` });
  const save = async (): Promise<void> => {
    const told = input.value.trim() || input.placeholder;
    if (await studio.edit({ kind: "version", name: told }, `${told} is saved.`)) input.value = "";
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") void save();
  });
  return [
    h("h2", { tabindex: -1, "data-resume": "" }, "Versions"),
    draft === null
      ? h("p", { class: "soft" }, "Once there are rules, you can save versions of them here.")
      : [h("label", { for: input.id }, "Name of the version"), h("div", { class: "comborow" }, input, button("save-version", "Save this version", () => void save(), { main: true }))],
    versions.length > 0 && h("ul", { class: "plainlist", "aria-label": "Saved versions" }, versions.map((one) => versionOf(studio, one))),
  ];
}

function versionOf(studio: Studio, one: Version): HTMLElement {
  const when = new Date(one.time);
  return h(
    "li",
    { class: "suspect", "data-version": one.number },
    h("span", {}, h("strong", {}, name(one.name)), " ", h("time", { class: "soft small", datetime: one.time }, Number.isNaN(when.valueOf()) ? "" : when.toLocaleString())),
    button(`return-${one.number}`, "Return to it", () => void studio.edit({ kind: "return", version: one.number }, `Back at ${one.name}; undo returns.`), { label: `Return to ${one.name}` }),
  );
}

function exportsOf(studio: Studio, formats: Format[], chosen: { format: string; version: string }, draw: () => void): Child {
  const { draft, versions } = studio.state;
  const ready = draft !== null || versions.length > 0;
  if (!ready || formats.length === 0) return [h("h2", {}, "Export"), h("p", { class: "soft" }, "Once there are rules, they can be taken away in every format of owlboost.")];
  if (!formats.some((one) => one.name === chosen.format)) chosen.format = formats[0].name;
  if (draft === null && chosen.version === "draft") chosen.version = String(versions[0].number);
  const which: [string, string][] = [...(draft === null ? [] : ([["draft", "as it is now"]] as [string, string][])), ...versions.map((one): [string, string] => [String(one.number), one.name])];
  const change = (part: Partial<typeof chosen>): void => {
    Object.assign(chosen, part);
    draw();
  };
  return [
    h("h2", { tabindex: -1, "data-resume": "" }, "Export"),
    h(
      "div",
      { class: "form two" },
      choice({ id: "export-version", label: "Version" }, which, chosen.version, (version) => change({ version })),
      choice({ id: "export-format", label: "Format" }, formats.map((one) => [one.name, `${one.name} (${one.suffix}): ${one.title}`]), chosen.format, (format) => change({ format })),
    ),
    h(
      "div",
      { class: "actions" },
      button("export", "Export", () => void save(studio, "/api/export", { format: chosen.format, version: chosen.version }), { main: true }),
      button("report", "Write the report", () => void save(studio, "/api/report", { version: chosen.version })),
    ),
    h("p", { class: "soft small" }, "Both are also kept in the project's folder, under exports."),
  ];
}

// Fetched with the token in a header, then given to the browser as a download.
async function save(studio: Studio, path: string, query: Record<string, string>): Promise<void> {
  try {
    const { blob, file } = await studio.store.download(path, query);
    download(file, blob);
    studio.told.calm();
    studio.told.say(`${file} was saved.`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    studio.told.complain(error.message);
  }
}

function download(file: string, blob: Blob): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: file });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function commandOf(studio: Studio, found: Command): Child {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(found.command);
      studio.told.say("The command is copied.");
    } catch {
      studio.told.complain("The browser does not allow copying; choose the command and copy it with the keyboard.");
    }
  };
  const files = Object.entries(found.files);
  return [
    h("h2", { tabindex: -1, "data-resume": "" }, "Repeat it"),
    h("p", { class: "soft" }, "This command learns the same rules again, without the studio."),
    h("pre", { class: "command", tabindex: 0, id: "command", role: "region", "aria-label": "The command that learns it again" }, h("code", {}, found.command)),
    found.remarks.map((one) => h("p", { class: "note" }, one)),
    h(
      "div",
      { class: "actions" },
      button("copy-command", "Copy the command", () => void copy()),
      files.map(([file, text]) => button(`file-${file}`, `Save ${file}`, () => download(file, new Blob([text], { type: "text/plain" })))),
    ),
  ];
}
