// The owl, and the button that changes between light and dark colours.

import { h, s } from "./dom";

const OWL = "M4 3l4 3a12 12 0 0 1 8 0l4-3v10a8 8 0 0 1-16 0zM9 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm6 0a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm-3 6l1.5 2h-3z";

export function mark(): Element {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: OWL, "fill-rule": "evenodd" }));
}

export function theme(): HTMLElement {
  const page = document.documentElement;
  const isDark = (): boolean => (page.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const button = h("button", {
    type: "button",
    class: "quiet theme",
    onclick: () => {
      page.dataset["theme"] = isDark() ? "light" : "dark";
      say();
    },
  });
  const say = (): void => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Switch to light colours" : "Switch to dark colours");
  };
  say();
  return button;
}
