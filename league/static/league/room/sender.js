// Moves on their way. Each has its key, so it may be sent until it is answered; one whose race is over, or that waited
// too long to be meant now, is dropped and told as such: never sent late.
import { t } from "./text.js";
const TRY_MS = 4000;
const WAITS_MS = [250, 500, 1000, 2000];

const DESK = new Set(["pause", "resume"]); // a host's own moves, for whichever seat the page is

const key = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class Sender extends EventTarget {
  // `forSeat`: the seat that a host moves for.
  constructor(store, address, token, forSeat = null) {
    super();
    this.forSeat = forSeat;
    this.store = store;
    this.address = address;
    this.token = token;
    this.pending = [];
    store.addEventListener("change", () => this.sweep());
  }

  // → the answer's status; 0 where the move was dropped. `fits()` says whether the move still means what it meant.
  async send(body, fits = () => true) {
    const whose = this.forSeat === null || DESK.has(body.type) ? {} : { seat: this.forSeat };
    const move = { key: key(), body: { ...whose, ...body }, fits, tries: 0, dropped: null };
    this.pending.push(move);
    this.changed();
    const answer = await this.deliver(move);
    this.pending = this.pending.filter((each) => each !== move);
    this.changed();
    return answer;
  }

  sweep() {
    for (const move of this.pending) {
      if (!move.dropped && !move.fits() && move.waiting) {
        move.dropped = true;
        move.waiting();
      }
    }
  }

  async deliver(move) {
    while (true) {
      if (!move.fits() && move.tries > 0) return this.drop();
      move.tries += 1;
      const answer = await this.post(move);
      if (answer && answer.status < 500 && answer.status !== 429) return this.answered(answer);
      const wait = WAITS_MS[Math.min(move.tries, WAITS_MS.length) - 1];
      await new Promise((done) => {
        move.waiting = done;
        setTimeout(done, wait);
      });
      move.waiting = null;
      if (move.dropped) return this.drop();
    }
  }

  async post(move) {
    try {
      const answer = await fetch(this.address, {
        method: "POST",
        credentials: "same-origin",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token, "Idempotency-Key": move.key },
        body: JSON.stringify(move.body),
        signal: AbortSignal.timeout(TRY_MS),
      });
      return { status: answer.status, json: await answer.json().catch(() => ({})) };
    } catch {
      return null;
    }
  }

  answered({ status, json }) {
    if (status === 201) {
      for (const event of json.events) this.store.take(event);
      return { ok: true, status };
    }
    const sentence = this.store.words.named(json.detail || t("That didn't work."));
    this.tell(status === 403 && !json.code ? t("This page is too old: load it again.") : sentence);
    this.store.refresh();
    return { ok: false, status, code: json.code };
  }

  drop() {
    this.tell(t("Too late: this was not sent."));
    return { ok: false, status: 0, code: "dropped" };
  }

  tell(sentence) {
    this.dispatchEvent(new CustomEvent("refused", { detail: sentence }));
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }
}
