// Step 3: how to learn, and learning while you watch.

import { h, name, type Child } from "../dom";
import { plural } from "../format";
import type { Draft, Fit, Settings } from "../contract";
import { button, choice, whole, wholeOrAuto } from "./fields";
import { KeyedList, Region } from "./regions";
import type { Step, Studio } from "./studio";

export function learnStep(studio: Studio): Step {
  const settings = new Region(h("div", { class: "panel" }));
  const controls = new Region(h("div", { class: "panel", id: "fit" }));
  const progress = h("div", {});
  const rules = h("ol", { class: "arriving", "aria-label": "Rules found so far", "aria-live": "polite" });
  const arriving = new KeyedList<{ key: string; words: string }>(rules, "li", (one) => one.key, (one) => name(one.words));
  const bar = h("progress", { "aria-label": "Progress of learning" });
  const said = h("p", { class: "number" });
  const phase = h("p", { class: "hidden", role: "status" }); // read out, so only when another phase begins
  progress.append(said, phase, bar, rules);
  const draw = (): void => {
    const { settings: chosen, fit, draft, question } = studio.state;
    settings.draw([chosen, studio.choices], () => settingsOf(studio));
    const asked = question.target !== null || Object.keys(question.marks).length > 0;
    controls.draw([fit !== null, asked, draft === null, fate(draft)], () => controlsOf(studio, asked));
    progress.hidden = fit === null;
    if (fit !== null) {
      said.textContent = told(fit);
      if (phase.textContent !== PHASES[fit.phase]) phase.textContent = PHASES[fit.phase];
      if (fit.total > 0) {
        bar.max = fit.total;
        bar.value = Math.min(fit.done, fit.total);
      } else bar.removeAttribute("value");
    }
    arriving.draw((fit?.rules ?? []).map((words, at) => ({ key: `${at} ${words}`, words })));
  };
  studio.on("source", draw);
  return {
    id: "learn",
    title: "Learn",
    summary: ({ fit, draft }) => (fit !== null ? `${fit.phase} …` : draft === null ? "not yet" : plural(draft.rules.filter((rule) => !rule.is_top).length, "rule")),
    element: h("div", {}, h("section", { "aria-label": "Learning" }, controls.element, progress), settings.element),
    draw,
  };
}

const PHASES: Record<Fit["phase"], string> = {
  waiting: "Waiting for its turn",
  reading: "Reading the data",
  validating: "Trying sizes on examples held out",
  learning: "Learning",
};

function told(fit: Fit): string {
  const share = fit.total > 0 ? `, ${fit.done} of ${fit.total}` : "";
  return `${PHASES[fit.phase]}${share}, ${Math.round(fit.seconds)} s`;
}

// What becomes of what a person has decided, when rules are learned again.
function fate(draft: Draft | null): string[] {
  const rules = draft?.rules ?? [];
  const pinned = rules.filter((rule) => rule.pinned);
  const kept = pinned.filter((rule) => rule.weight_set).length;
  const fitted = rules.filter((rule) => rule.weight_set && !rule.pinned).length;
  const forbidden = draft?.forbidden.length ?? 0;
  const stay = pinned.length === 1 ? "stays" : "stay";
  const also = kept === 0 ? "" : kept === 1 ? ", and so does the weight that you set" : `, and so do the ${kept} weights that you set`;
  return [
    pinned.length > 0 ? `${plural(pinned.length, "pinned rule")} ${stay}${also}` : "",
    forbidden > 0 ? `${plural(forbidden, "forbidden rule")} will not come back` : "",
    fitted > 0 ? `${plural(fitted, "weight")} that you set without a pin ${fitted === 1 ? "is" : "are"} fitted again` : "",
    draft?.threshold_set ? "a threshold is chosen again" : "",
  ].filter((one) => one !== "");
}

function controlsOf(studio: Studio, asked: boolean): Child {
  const { fit, draft } = studio.state;
  const kept = fate(draft);
  return [
    h("h2", { tabindex: -1, "data-resume": "" }, fit === null ? "Ready to learn" : "Learning"),
    !asked && h("p", { class: "note" }, "First say what should be learned: choose a target, or mark examples."),
    kept.length > 0 && h("p", { id: "fate" }, `When you learn again: ${kept.join("; ")}.`),
    fit === null
      ? h(
          "div",
          { class: "actions" },
          button("learn-now", draft === null ? "Learn" : "Learn again", () => void studio.act("/api/fit", "Learning has begun."), { main: true, disabled: !asked }),
          draft !== null && h("a", { class: "quiet", href: "#rules", id: "to-rules" }, "To the rules"),
        )
      : h(
          "div",
          { class: "actions" },
          button("stop", "Stop and keep the best so far", () => void studio.act("/api/fit/stop", "Learning stops; the best so far is kept."), { main: true }),
          button("cancel", "Cancel", () => void studio.act("/api/fit/cancel", "Learning was cancelled; nothing was changed.")),
        ),
  ];
}

const FUZZIFY: Record<string, string> = {
  cmeans: "c-means: where values gather",
  kmeans: "k-means: where values gather",
  uniform: "uniform: equally wide",
  quantile: "quantile: equally many values each",
  entropy: "entropy: where the classes part",
};

const LOGICS: Record<string, string> = {
  zadeh: "Zadeh: the weakest condition counts",
  product: "product: conditions multiply",
  lukasiewicz: "Łukasiewicz: what conditions lack adds up",
};

function settingsOf(studio: Studio): Child {
  const { settings } = studio.state;
  const { choices } = studio;
  if (choices === null) return null;
  const change = (part: Partial<Settings>): void => void studio.edit({ kind: "settings", ...part });
  const algorithm = choices.algorithms.find((one) => one.name === settings.algorithm);
  return [
    h("h2", { tabindex: -1 }, "How"),
    h(
      "div",
      { class: "form" },
      choice({ id: "algorithm", label: "Algorithm", help: algorithm?.text ?? "" }, choices.algorithms.map((one) => [one.name, one.title]), settings.algorithm, (value) => change({ algorithm: value })),
      wholeOrAuto({ id: "rules-most", label: "Rules, at most", low: 1, high: choices.most_rules, auto: "as many as pay off", help: "Fewer rules are easier to read and to check; more may tell more examples right." }, settings.rules, 8, (value) => change({ rules: value })),
      whole({ id: "conjuncts", label: "Conditions in a rule, at most", low: 1, high: 20, help: "With one condition, a rule says what matters alone; with more, what matters together." }, settings.max_conjuncts, (value) => change({ max_conjuncts: value })),
    ),
    h(
      "details",
      { id: "settings-more" },
      h("summary", {}, "More"),
      h(
        "div",
        { class: "form" },
        whole({ id: "depth", label: "Steps away", low: 0, high: 10, help: "How far rules look: 1 sees a hotel's neighbours, 2 the neighbours' own." }, settings.max_depth, (value) => change({ max_depth: value })),
        choice({ id: "fuzzify", label: "Fuzzy sets lie", help: "How words such as “high” are placed on numbers." }, choices.fuzzify.map((one) => [one, FUZZIFY[one] ?? one]), settings.fuzzify, (value) => change({ fuzzify: value })),
        choice({ id: "sets", label: "Fuzzy sets for a number", help: "With three sets numbers are low, fair or high; more sets tell finer." }, choices.sets.map((one) => [String(one), one === "auto" ? "chosen by validation" : String(one)]), String(settings.sets), (value) => change({ sets: value === "auto" ? "auto" : Number(value) })),
        choice({ id: "logic", label: "“And” means", help: "How degrees of several conditions become one." }, choices.logic.map((one) => [one, LOGICS[one] ?? one]), settings.logic, (value) => change({ logic: value })),
        whole({ id: "seed", label: "Seed", low: 0, high: 2 ** 31 - 1, help: "Random choices are the same for the same seed." }, settings.seed, (value) => change({ seed: value })),
      ),
    ),
  ];
}
