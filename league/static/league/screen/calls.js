// What is called out. The server calls a race from its events in the page's language; where a game has no caller, or the
// server can't be asked, the events' own sentences do. Between races the headline stands.
const QUIET = new Set(["settled", "totals", "vip", "checklist"]);
const PATIENCE_MS = 3000, BEFORE = 12;
const LOUD = new Set(["race_started", "betting_closed", "race_finished", "game_finished", "deal_scored", "pitch_won", "paused", "resumed"]);

export class Caller {
  // `latest`: events before the page was loaded, the newest first, each with its sentence.
  constructor(store, words, fixed, game, tell) {
    Object.assign(this, { store, words, address: fixed.calls_at, game, tell, waiting: [], asking: false, said: "" });
    this.after = store.known;
    store.addEventListener("event", ({ detail }) => this.hear(detail));
    store.addEventListener("change", () => this.show());
    if (this.address) this.before();
    else {
      const last = fixed.latest.find((line) => game.called.has(line.type));
      this.said = last ? words.named(last.text) : "";
    }
    this.show();
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
      this.after = Math.max(this.after, events.at(-1).version, told ? told.version : 0);
      this.call(told ? told.calls : events.filter((event) => this.game.called.has(event.type)).map((event) => this.sentence(event)));
    }
    this.asking = false;
  }

  sentence(event) {
    const kind = event.type === "rolled" ? "roll" : event.type;
    return { version: event.version, text: this.words.named(this.words.line(event)), loud: LOUD.has(event.type), kind };
  }

  // → {"version", "calls"}, or nothing: the events' own sentences do then.
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
      return null;
    }
  }

  call(calls) {
    this.said = this.last(calls) || this.said;
    this.show(calls);
  }

  // What is called of the last event stands on the screen.
  last(calls) {
    const seen = calls.filter((call) => !QUIET.has(call.kind));
    return seen.filter((call) => call.version === seen.at(-1).version).map((call) => call.text).join(" ");
  }

  // The call may come before the state that it is about, or after it.
  show(calls = []) {
    const { now } = this.store, running = this.game.running(now);
    if (this.running && !running) this.said = "";
    this.running = running;
    this.tell({ shown: (running && this.said) || now.headline, spoken: calls });
  }

  // A page that comes in the middle says what was called last.
  async before() {
    const told = await this.fetch(Math.max(0, this.after - BEFORE));
    if (!told || this.said) return;
    this.said = this.last(told.calls);
    this.show();
  }
}
