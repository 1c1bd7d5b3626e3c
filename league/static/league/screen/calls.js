// What is called out. The server calls a race from its events in the page's language; where a game has no caller, or the
// server can't be asked, the events' own sentences do. Between races the headline stands.
import { language } from "../room/text.js";

const QUIET = new Set(["settled", "totals", "vip", "checklist"]);
const PATIENCE_MS = 3000;
const LOUD = new Set(["race_started", "betting_closed", "race_finished", "game_finished", "deal_scored", "pitch_won", "paused", "resumed"]);

export class Caller {
  constructor(store, words, address, game, tell) {
    Object.assign(this, { store, words, address, game, tell, waiting: [], asking: false });
    this.after = store.known;
    store.addEventListener("event", ({ detail }) => this.hear(detail));
    store.addEventListener("change", () => this.headline());
    this.headline();
    if (address) this.last();
  }

  hear(event) {
    this.waiting.push(event);
    if (!this.asking) this.ask();
  }

  async ask() {
    this.asking = true;
    while (this.waiting.length) {
      await null; // what comes in one piece is called as one
      const events = this.waiting.splice(0);
      const told = this.address ? await this.fetch(this.after) : null;
      this.after = Math.max(this.after, events.at(-1).version);
      if (told) {
        this.after = Math.max(this.after, told.version);
        this.call(told.calls, told.language);
      } else this.call(events.filter((event) => this.game.called.has(event.type)).map((event) => this.sentence(event)), language);
    }
    this.asking = false;
  }

  sentence(event) {
    return { version: event.version, text: this.words.named(this.words.line(event)), loud: LOUD.has(event.type), kind: event.type === "rolled" ? "roll" : event.type };
  }

  async fetch(after) {
    const address = new URL(this.address, location.href);
    address.searchParams.set("after", after);
    try {
      const answer = await fetch(address, { cache: "no-store", credentials: this.store.credentials, signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!answer.ok) return null;
      const told = await answer.json();
      for (const call of told.calls) call.text = this.words.named(call.text);
      return told;
    } catch {
      return null; // the events' own sentences then
    }
  }

  call(calls, spoken) {
    if (calls.length) this.tell({ shown: this.shown(calls) || this.store.now.headline, spoken: calls, language: spoken });
  }

  // What is called of the last event stands on the screen.
  shown(calls) {
    const seen = this.game.running(this.store.now) ? calls.filter((call) => !QUIET.has(call.kind)) : [];
    return seen.filter((call) => call.version === seen.at(-1).version).map((call) => call.text).join(" ");
  }

  headline() {
    if (!this.game.running(this.store.now)) this.tell({ shown: this.store.now.headline, spoken: [], language: "" });
  }

  // A page that comes in the middle says what was called last.
  async last() {
    if (!this.game.running(this.store.now)) return;
    const told = await this.fetch(Math.max(0, this.after - 12));
    const shown = told && this.after <= told.version ? this.shown(told.calls) : "";
    if (shown) this.tell({ shown, spoken: [], language: "" });
  }
}
