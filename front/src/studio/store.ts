// What the server says, kept in one place; edits go to it, and what it answers is what is shown.

import type { Edit, Fit, State } from "../contract";

// A request that was refused, in the server's own sentence.
export class Refused extends Error {}

export type Connection = "connected" | "lost" | "back";

type Topic = "state" | "judged" | "connection";

const UNREACHABLE = "The studio does not answer. Was it stopped? Start it again with the same command; this page goes on by itself.";

const TOKEN = "owlboost-token";

export class Store {
  private known: State | null = null;
  private readonly listeners: Record<Topic, (() => void)[]> = { state: [], judged: [], connection: [] };
  private readonly token = tokenOfPage();
  private events: EventSource | null = null;
  private again = 0;
  private asked = 0;
  private heard = 0;
  private before: Promise<unknown> = Promise.resolve();
  connection: Connection = "connected";
  trouble: (sentence: string) => void = () => undefined;

  get state(): State {
    return this.known!;
  }

  on(topic: Topic, listener: () => void): void {
    this.listeners[topic].push(listener);
  }

  private tell(topic: Topic): void {
    for (const listener of this.listeners[topic]) listener();
  }

  async get<T>(path: string, query: Record<string, string | number> = {}): Promise<T> {
    return (await this.request("GET", address(path, query))) as T;
  }

  async post<T>(path: string, body?: unknown): Promise<T> {
    return (await this.request("POST", path, JSON.stringify(body ?? {}), "application/json")) as T;
  }

  async upload(file: File): Promise<string> {
    const found = await this.request("POST", address("/api/upload", { name: file.name }), file, "application/octet-stream");
    return (found as { name: string }).name;
  }

  async download(path: string, query: Record<string, string>): Promise<{ blob: Blob; file: string }> {
    const answer = await this.answered("GET", address(path, query));
    const told = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "");
    return { blob: await answer.blob(), file: told?.[1] ?? "owlboost" };
  }

  private async request(method: string, path: string, body?: BodyInit, type?: string): Promise<unknown> {
    const answer = await this.answered(method, path, body, type);
    return answer.json().catch(() => {
      throw new Refused("What answered is not the studio, or not all of its answer came; try it again.");
    });
  }

  private async answered(method: string, path: string, body?: BodyInit, type?: string): Promise<Response> {
    const headers: Record<string, string> = { "X-Owlboost-Token": this.token };
    if (type !== undefined) headers["Content-Type"] = type;
    let answer: Response;
    try {
      answer = await fetch(path, { method, headers, body: body ?? null });
    } catch {
      throw new Refused(UNREACHABLE);
    }
    if (answer.ok) return answer;
    const said = ((await answer.json().catch(() => ({}))) as { error?: unknown }).error;
    throw new Refused(typeof said === "string" ? said : `The studio answered with ${answer.status}.`);
  }

  // Whether the edit was made; if not, the reason has been told. Edits are sent one after the other.
  // One that depends on the state is made when its turn comes; null if there is nothing left to do.
  edit(edit: Edit | (() => Edit | null)): Promise<boolean> {
    const made = this.before.then(() => this.send(edit));
    this.before = made.catch(() => undefined);
    return made;
  }

  private async send(wanted: Edit | (() => Edit | null)): Promise<boolean> {
    const edit = typeof wanted === "function" ? wanted() : wanted;
    if (edit === null) return false;
    const body = wanted === edit ? { edit } : { edit, after: this.state.number };
    const heard = this.heard;
    try {
      const { state } = await this.post<{ state: State }>("/api/edits", body);
      this.take(state, heard);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  async act(path: string): Promise<boolean> {
    try {
      await this.post(path);
      await this.refresh();
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  complain(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.trouble(error.message);
  }

  // Of learning, events tell in order; an answer may be older than what was heard since it was asked for.
  private take(state: State, heard: number): void {
    if (this.known !== null && state.number < this.known.number) return;
    this.known = this.known !== null && heard !== this.heard ? { ...state, fit: this.known.fit } : state;
    this.tell("state");
  }

  async refresh(): Promise<void> {
    const asked = ++this.asked;
    const heard = this.heard;
    const state = await this.get<State>("/api/state");
    if (asked === this.asked) this.take(state, heard);
  }

  async start(): Promise<void> {
    await this.refresh();
    this.listen();
  }

  private listen(): void {
    const events = new EventSource(address("/api/events", { token: this.token })); // it cannot send headers
    this.events = events;
    events.onopen = () => {
      window.clearTimeout(this.again);
      if (this.connection === "lost") void this.resume();
    };
    events.onerror = () => this.lost();
    const heard = <T>(kind: string, listener: (value: T) => void): void =>
      events.addEventListener(kind, (event) => listener(JSON.parse((event as MessageEvent<string>).data) as T));
    heard<{ number: number }>("state", ({ number }) => {
      if (number !== this.state.number || this.state.fit !== null) void this.refresh().catch(() => this.lost());
    });
    heard<Fit | null>("fit", (fit) => {
      this.heard++;
      this.known = { ...this.state, fit };
      this.tell("state");
    });
    heard<{ number: number }>("judged", () => this.tell("judged"));
    heard<{ error: string }>("failed", ({ error }) => this.trouble(error));
  }

  private async resume(): Promise<void> {
    try {
      await this.refresh();
    } catch {
      this.lost();
      return;
    }
    this.connection = "back";
    this.tell("connection");
    this.connection = "connected";
    this.tell("judged");
  }

  private lost(): void {
    this.events?.close();
    this.events = null;
    if (this.connection !== "lost") {
      this.connection = "lost";
      this.tell("connection");
    }
    window.clearTimeout(this.again);
    this.again = window.setTimeout(() => this.listen(), 700);
  }
}

// The token that the page was opened with. It leaves the address at once, for the tab alone to keep.
function tokenOfPage(): string {
  const query = new URLSearchParams(location.search);
  const given = query.get("token");
  if (given === null) return storage()?.getItem(TOKEN) ?? "";
  storage()?.setItem(TOKEN, given);
  query.delete("token");
  const rest = query.toString();
  history.replaceState(null, "", `${location.pathname}${rest ? `?${rest}` : ""}${location.hash}`);
  return given;
}

// What the tab keeps until it is closed; null if the browser lets pages keep nothing.
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function address(path: string, query: Record<string, string | number>): string {
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}
