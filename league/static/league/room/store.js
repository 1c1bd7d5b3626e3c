// The game as this page knows it: loaded once, kept up to date by events, loaded again where an event says more than
// can be worked out here. Whoever draws listens to "change" (the state is another one) and "event" (one thing happened).
import { FOLDS } from "./folds.js";

const PAUSE_MS = 250;

export class Store extends EventTarget {
  // `credentials`: "omit" where the page belongs to nobody, so that no cookie makes it somebody's.
  constructor(now, address, words, credentials = "same-origin") {
    super();
    this.credentials = credentials;
    this.address = address;
    this.words = words;
    this.recent = new Map(); // version → event that the state we asked for may not have in it
    this.known = now.version; // the last event that was told
    this.loading = false;
    this.wanted = false;
    this.set(now);
  }

  set(now) {
    this.now = now;
    this.words.learn(now);
    this.skew = Date.parse(now.server_time) - Date.now();
  }

  // An event may come twice (with the answer to a move, by the stream, again after a reconnection): it changes the state
  // once, and is told once and in order. `known`: the last one told; `now.version`: the last one in the state.
  take(event) {
    if (event.version > this.now.version) {
      this.recent.set(event.version, event);
      if (!this.fold(event)) this.refresh();
    }
    if (event.version === this.known + 1) {
      this.known = event.version;
      this.dispatchEvent(new CustomEvent("event", { detail: event }));
    }
    this.dispatchEvent(new Event("change"));
  }

  // True where the state is right afterwards without asking.
  fold(event) {
    const fold = (FOLDS[this.now.ruleset] || {})[event.type];
    if (fold === undefined || event.version !== this.now.version + 1) return false;
    const done = this.attempt(() => fold(this.now, event.data) !== false);
    this.now.version = event.version;
    return done === true;
  }

  // Draws now and whenever the state is another one.
  draws(draw) {
    const attempt = () => this.attempt(draw);
    this.addEventListener("change", attempt);
    attempt();
  }

  // One part of the page that fails leaves the others alone: it is logged, and a new picture asked for, once a version.
  attempt(part) {
    try {
      return part();
    } catch (error) {
      console.error(error);
      if (this.failed !== this.now.version) {
        this.failed = this.now.version;
        this.refresh();
      }
      return undefined;
    }
  }

  // At most one question at a time and four a second; one more after the last event.
  async refresh() {
    this.wanted = true;
    if (this.loading) return;
    this.loading = true;
    while (this.wanted) {
      this.wanted = false;
      await this.load();
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
    this.loading = false;
  }

  async load(since = null) {
    const address = new URL(this.address, location.href);
    if (since !== null) address.searchParams.set("since", since);
    let answer = null;
    try {
      answer = await fetch(address, { credentials: this.credentials, cache: "no-store", signal: AbortSignal.timeout(8000) });
    } catch {
      return false;
    }
    if ([401, 403, 404].includes(answer.status)) this.dispatchEvent(new Event("gone"));
    if (!answer.ok) return false;
    if (answer.status === 204) return true;
    const now = await answer.json();
    if (now.role !== this.now.role || now.seat !== this.now.seat) {
      this.dispatchEvent(new Event("gone")); // this page's link has been replaced: what we see is another one's game
      return true;
    }
    if (now.version < this.now.version) {
      this.wanted = true; // a slow answer: the events know more by now
      return true;
    }
    this.set(now);
    for (const version of [...this.recent.keys()].sort((one, other) => one - other)) {
      if (version <= now.version) this.recent.delete(version);
      else if (!this.fold(this.recent.get(version))) this.wanted = true;
    }
    this.dispatchEvent(new Event("change"));
    return true;
  }
}
