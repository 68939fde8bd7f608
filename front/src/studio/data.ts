// Step 1: the file, its classes as a tree, its properties.

import { h, name, type Child } from "../dom";
import { count, plural, short } from "../format";
import type { Source, SourceClass, SourceProperty } from "../contract";
import { button } from "./fields";
import { Region } from "./regions";
import type { Step, Studio } from "./studio";

const MOST = 200;

export function dataStep(studio: Studio): Step {
  const file = new Region(h("div", {}));
  const classes = new Region(h("div", {}));
  const properties = new Region(h("div", {}));
  const draw = (): void => {
    const { source } = studio.state;
    file.draw([source, studio.source?.individuals, studio.source?.remarks], () => fileOf(studio));
    classes.draw(studio.source?.classes ?? null, () => studio.source && classesOf(studio.source));
    properties.draw(studio.source?.properties ?? null, () => studio.source && propertiesOf(studio.source));
  };
  studio.on("source", draw);
  return {
    id: "data",
    title: "Data",
    summary: (state) => state.source?.name ?? "open a file",
    element: h("div", {}, file.element, h("div", { class: "halves" }, classes.element, properties.element)),
    draw,
  };
}

function fileOf(studio: Studio): Child {
  const { source } = studio.state;
  const found = studio.source;
  return [
    h(
      "p",
      { class: "lead" },
      source === null
        ? "Open an ontology (OWL in any syntax) or a table (CSV, TSV, Parquet, Excel, ODS). It stays on this machine."
        : "This is what the file says. Look round, then ask your question.",
    ),
    source !== null &&
      h(
        "dl",
        { class: "tiles" },
        tile("File", name(source.name)),
        tile("Kind", source.kind),
        tile(source.kind === "table" ? "Rows" : "Individuals", found === null ? "reading …" : count(found.individuals)),
        tile("Classes", found === null ? "…" : count(found.classes.length)),
        tile("Properties", found === null ? "…" : count(found.properties.length)),
      ),
    uploading(studio, source === null),
    found !== null &&
      found.remarks.length > 0 &&
      h("details", {}, h("summary", {}, plural(found.remarks.length, "remark"), " of the reader"), h("ul", { class: "remarks" }, found.remarks.map((one) => h("li", {}, name(one))))),
  ];
}

const tile = (title: string, value: Child): HTMLElement => h("div", {}, h("dt", {}, title), h("dd", { class: "number big" }, value));

function uploading(studio: Studio, first: boolean): HTMLElement {
  const input = h("input", { type: "file", id: "file", class: "hidden", tabindex: -1, "aria-label": "A file with data" });
  const busy = h("span", { class: "soft" });
  const open = async (file: File): Promise<void> => {
    busy.textContent = `Uploading ${file.name} …`;
    try {
      const uploaded = await studio.store.upload(file);
      await studio.edit({ kind: "source", name: uploaded }, `${uploaded} is open.`);
    } catch (error) {
      studio.store.complain(error);
    }
    busy.textContent = "";
    input.value = "";
  };
  input.addEventListener("change", () => {
    if (input.files?.[0]) void open(input.files[0]);
  });
  const zone = h(
    "div",
    { class: first ? "drop first" : "drop" },
    button("open", first ? "Open a file" : "Open another file", () => input.click(), { main: first }),
    h("span", { class: "soft" }, " or drop one here. "),
    busy,
    input,
  );
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    if (event.dataTransfer?.files[0]) void open(event.dataTransfer.files[0]);
  });
  return zone;
}

// Classes below their superclasses; whoever has several stands below each.
function classesOf(source: Source): Child {
  const below = new Map<string, SourceClass[]>();
  const known = new Set(source.classes.map((one) => one.iri));
  const roots: SourceClass[] = [];
  for (const one of source.classes) {
    const parents = one.parents.filter((parent) => known.has(parent) && parent !== one.iri);
    if (parents.length === 0) roots.push(one);
    for (const parent of parents) below.set(parent, [...(below.get(parent) ?? []), one]);
  }
  const line = (one: SourceClass): Child => [h("span", { class: "classname", title: one.iri }, name(one.name)), h("span", { class: "soft number small" }, count(one.count))];
  const branch = (one: SourceClass, above: Set<string>, open: boolean): HTMLElement => {
    const children = (below.get(one.iri) ?? []).filter((child) => !above.has(child.iri));
    if (children.length === 0) return h("li", {}, h("div", { class: "leaf" }, line(one)));
    const inner = h("ul", { class: "tree" });
    const details = h("details", { class: "branch", open }, h("summary", {}, line(one)), inner);
    const grow = (): void => {
      if (details.open && !inner.hasChildNodes()) inner.append(...children.map((child) => branch(child, new Set([...above, child.iri]), false)));
    };
    details.addEventListener("toggle", grow);
    grow();
    return h("li", {}, details);
  };
  const tree = h("ul", { class: "tree", id: "classes" });
  const sown = (): void => tree.replaceChildren(...roots.slice(0, MOST).map((one) => branch(one, new Set([one.iri]), roots.length <= 6)));
  const found = (text: string): void => {
    const fits = source.classes.filter((one) => one.name.toLowerCase().includes(text) || one.iri.toLowerCase().includes(text));
    tree.replaceChildren(...fits.slice(0, MOST).map((one) => h("li", {}, h("div", { class: "leaf" }, line(one)))));
    if (fits.length === 0) tree.replaceChildren(h("li", { class: "soft" }, "No class has such a name."));
  };
  sown();
  if (source.classes.length === 0) return null;
  const search = h("input", { type: "search", id: "class-search", placeholder: "Search classes", "aria-label": "Search classes", autocomplete: "off" });
  search.addEventListener("input", () => {
    const text = search.value.trim().toLowerCase();
    if (text) found(text);
    else sown();
  });
  return h("section", { class: "panel", "aria-labelledby": "classes-title" }, h("h2", { id: "classes-title" }, "Classes"), search, tree);
}

const KINDS: Record<SourceProperty["kind"], string> = { role: "leads to", number: "number", category: "category", truth: "yes or no", date: "date" };

function propertiesOf(source: Source): Child {
  if (source.properties.length === 0) return null;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "properties-title" },
    h("h2", { id: "properties-title" }, source.kind === "table" ? "Columns" : "Properties"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Properties, a table that scrolls" },
      h(
        "table",
        { class: "plain properties" },
        h("thead", {}, h("tr", {}, ["Name", "Kind", "Known", "Values"].map((title) => h("th", { scope: "col" }, title)))),
        h(
          "tbody",
          {},
          source.properties.map((one) =>
            h("tr", {}, h("th", { scope: "row", title: one.iri }, name(one.name)), h("td", {}, KINDS[one.kind]), h("td", { class: "number right" }, count(one.count)), h("td", { class: "soft small values" }, valuesOf(one))),
          ),
        ),
      ),
    ),
  );
}

function valuesOf(one: SourceProperty): Child {
  if (one.range) return one.range.map((end) => (typeof end === "string" ? end : short(end))).join(" to ");
  const values = one.values ?? [];
  const first = values.slice(0, 6).map((value, at) => [at > 0 && ", ", name(String(value))]);
  return [first, values.length > 6 && " …"];
}
