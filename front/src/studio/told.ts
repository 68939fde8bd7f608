// What has happened, and what went wrong: said once, and read out.

import { h } from "../dom";

const SHOWN = 6000;
const MOST = 4;

export class Told {
  readonly element: HTMLElement;
  private readonly news = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  private readonly alarm = h("div", { class: "alarm", role: "alert" });

  constructor() {
    this.element = h("div", { class: "told" }, this.alarm, this.news);
  }

  say(sentence: string): void {
    const toast = h("p", { class: "toast" }, sentence);
    this.news.append(toast);
    while (this.news.children.length > MOST) this.news.firstElementChild!.remove();
    window.setTimeout(() => toast.remove(), SHOWN);
  }

  // Stays until it is closed, or until something succeeds.
  complain(sentence: string): void {
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.calm() }, "Close");
    this.alarm.replaceChildren(h("p", {}, sentence), close);
  }

  calm(): void {
    this.alarm.replaceChildren();
  }
}
