// The page: a head, a way to the sections, and the sections of what the report holds.

import { mark, theme } from "./brand";
import { h, name, replace, type Child } from "./dom";
import { count, fixed, plural } from "./format";
import { ModelPage } from "./page";
import { curve, measures, provenance, remarks, verdicts } from "./sections/background";
import { decisions } from "./sections/decisions";
import { grades, tilesOf } from "./sections/grades";
import { explanation } from "./sections/explanation";
import { hypothesis } from "./sections/hypothesis";
import { individuals } from "./sections/individuals";
import { numbers } from "./sections/numbers";
import { comparison, runs } from "./sections/runs";
import type { ModelView, Report } from "./contract";

interface Section {
  id: string;
  title: string;
  content: () => Child;
}

const VERSION = 1;

function start(): void {
  const root = document.getElementById("app")!;
  const report = JSON.parse(document.getElementById("report")!.textContent!) as Report;
  if (report.format !== "owlboost/report" || report.version !== VERSION) {
    replace(root, h("p", {}, `This page shows reports of version ${VERSION} only.`));
    return;
  }
  const main = h("main", { id: "content" });
  const nav = h("nav", { "aria-label": "Sections" });
  const head = h("header", { class: "top" });
  replace(root, h("a", { class: "skip", href: "#content" }, "To the content"), head, h("div", { class: "body" }, nav, main), foot(report));
  const show = (at: number): void => {
    const view = report.models[at];
    const sections = [...(view ? modelSections(view, at) : []), ...runSections(report)];
    replace(head, headOf(report, view, at, show));
    replace(nav, h("ul", {}, sections.map((one) => h("li", {}, h("a", { href: `#${one.id}` }, one.title)))));
    replace(main);
    fill(main, sections);
    follow(nav, main);
  };
  show(0);
}

// The first sections at once, the rest when the page has been painted.
function fill(main: HTMLElement, sections: Section[]): void {
  const places = sections.map((one) => {
    const content = h("div", { class: "content" });
    main.append(h("section", { id: one.id, "aria-labelledby": `${one.id}-title` }, h("h2", { id: `${one.id}-title` }, one.title), content));
    return () => replace(content, one.content());
  });
  places.slice(0, 1).forEach((place) => place());
  const rest = places.slice(1);
  const next = (): void => {
    const place = rest.shift();
    if (place === undefined) {
      document.documentElement.dataset["ready"] = "yes";
      return;
    }
    place();
    setTimeout(next, 0);
  };
  delete document.documentElement.dataset["ready"];
  const begin = (): void => void requestAnimationFrame(() => setTimeout(next, 0));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
}

function follow(nav: HTMLElement, main: HTMLElement): void {
  const links = [...nav.querySelectorAll("a")];
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const link of links) {
          if (link.hash === `#${entry.target.id}`) link.setAttribute("aria-current", "true");
          else link.removeAttribute("aria-current");
        }
      }
    },
    { rootMargin: "-20% 0px -70% 0px" },
  );
  for (const section of main.querySelectorAll("section")) seen.observe(section);
}

function modelSections(view: ModelView, at: number): Section[] {
  const page = new ModelPage(view, at);
  const out: Section[] = [{ id: "rules", title: "Rules", content: () => hypothesis(page) }];
  if (view.numbers.length) out.push({ id: "numbers", title: "Numbers", content: () => numbers(view.numbers) });
  if (view.grades) out.push({ id: "grades", title: "Grades", content: () => grades(view.grades!) });
  else if (view.decisions) out.push({ id: "decisions", title: "Decisions", content: () => decisions(page) });
  if (view.individuals && view.individuals.count) {
    out.push({ id: "individuals", title: "Individuals", content: () => [individuals(page), explanation(page)] });
  }
  out.push({
    id: "background",
    title: "Background",
    content: () => [
      view.curve.length > 1 && curve(view),
      verdicts(view),
      remarks(view.remarks),
      provenance(view),
      (view.grades ?? view.decisions) && measures("All measures on these examples", (view.grades ?? view.decisions)!.measures),
      measures("All measures on the training examples", view.training),
    ],
  });
  return out;
}

function runSections(report: Report): Section[] {
  const out: Section[] = [];
  const compared = report.comparison;
  if (compared) out.push({ id: "comparison", title: "Comparison", content: () => comparison(compared) });
  if (report.runs.length) out.push({ id: "runs", title: report.runs.length > 1 ? "Runs" : "Evaluation", content: () => runs(report.runs) });
  const suite = report.suite;
  if (suite) {
    const told = Object.entries(suite.remarks).flatMap(([task, said]) => said.map((one) => `${task}: ${one}`));
    const missing = Object.entries(suite.not_run).map(([task, said]) => `${task} was not run: ${said}`);
    if (told.length + missing.length) out.push({ id: "remarks", title: "Remarks", content: () => remarks([...missing, ...told], null) });
  }
  return out;
}

function headOf(report: Report, view: ModelView | undefined, at: number, show: (at: number) => void): Child {
  return [
    h(
      "div",
      { class: "bar" },
      h("span", { class: "brand" }, mark(), "owlboost"),
      h("span", { class: "spacer" }),
      theme(),
    ),
    h(
      "div",
      { class: "hero" },
      h("p", { class: "kicker" }, view ? "What makes" : "Evaluation"),
      h("h1", {}, name(view ? view.target.name : report.title)),
      view ? told(view) : suiteTold(report),
      report.models.length > 1 &&
        h(
          "div",
          { class: "tabs", role: "group", "aria-label": "Models" },
          report.models.map((one, number) =>
            h("button", { type: "button", "aria-pressed": number === at ? "true" : "false", onclick: () => show(number) }, name(one.target.name)),
          ),
        ),
      view && tiles(view),
    ),
  ];
}

function suiteTold(report: Report): Child {
  const compared = report.comparison;
  if (compared === null) return null;
  return h("p", {}, `${plural(compared.algorithms.length, "algorithm")} on ${plural(compared.rows.length, "data set")}.`);
}

function told(view: ModelView): Child {
  const rules = view.rules.filter((rule) => !rule.is_top).length;
  const source = view.provenance.source;
  const path = typeof source.path === "string" ? source.path.split("/").pop()! : null;
  return h(
    "p",
    {},
    `${plural(rules, "rule")}, learned by ${view.algorithm.title}`,
    path && [" from ", name(path)],
    typeof source.individuals === "number" && ` (${plural(source.individuals, "example")}, ${count(Number(source.positives ?? 0))} positive)`,
    ".",
  );
}

function tiles(view: ModelView): HTMLElement {
  const found = (view.grades ?? view.decisions)?.measures ?? view.training;
  if (found.some((one) => one.name === "R2")) return h("dl", { class: "tiles hero" }, tilesOf(found));
  const wanted: [string, string][] = [
    ["threshold_F1", "F1 at the threshold"],
    ["F1", "F1 (degree above 0)"],
    ["fuzzy_F1", "Fuzzy F1"],
    ["AUC", "AUC"],
    ["MCC", "MCC"],
  ];
  return h(
    "dl",
    { class: "tiles hero" },
    wanted.map(([key, title]) => {
      const one = found.find((measure) => measure.name === key);
      return one && h("div", { "data-measure": key }, h("dt", {}, title), h("dd", { class: "number" }, fixed(one.value)));
    }),
    h("div", {}, h("dt", {}, "Threshold"), h("dd", { class: "number" }, fixed(view.threshold))),
  );
}

function foot(report: Report): HTMLElement {
  return h("footer", {}, h("p", { class: "soft small" }, `Made by ${report.made_by}. This file is complete: it loads nothing, and sends nothing.`));
}

start();
