// How long until the next roll, or until it is played for somebody who sleeps: a bar that shrinks (a transform, which
// costs the page nothing), and seconds in words where it is long enough to read them.
import { el, say } from "../room/dom.js";

const BAR_FROM_MS = 900, WORDS_FROM_MS = 4000;

export class Countdown {
  constructor(element, store) {
    if (!element) return;
    Object.assign(this, { element, store, at: null });
    this.bar = el("span", { class: "sand" });
    this.text = el("span", {});
    element.replaceChildren(this.text, this.bar);
    store.addEventListener("event", ({ detail }) => this.rolled(detail));
    setInterval(() => this.tick(), 500);
    store.draws(() => this.draw());
  }

  // A roll tells when the next one is due; the state says so only when it is asked for again.
  rolled({ type, recorded_at: at }) {
    const { view, next_at } = this.store.now;
    if (type === "rolled" && view.pace_ms && next_at) this.until(Date.parse(at) + view.pace_ms);
  }

  draw() {
    const { now } = this.store;
    const due = now.status === "running" && now.next_at ? Date.parse(now.next_at) : null;
    if (due === null) this.until(null);
    else if (this.at === null || due > this.at) this.until(due);
  }

  until(at) {
    if (at === this.at) return;
    this.at = at;
    const left = at === null ? 0 : this.left();
    this.long = left >= WORDS_FROM_MS;
    if (this.moving) this.moving.cancel();
    this.moving = null;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.element.hidden = left < BAR_FROM_MS || (still && !this.long);
    if (!this.element.hidden && !still) {
      this.moving = this.bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: left, fill: "forwards" });
    }
    this.tick();
  }

  left() {
    return this.at - this.store.skew - Date.now();
  }

  tick() {
    if (this.at === null) return;
    const seconds = Math.ceil(this.left() / 1000);
    say(this.text, this.long && seconds > 0 ? `${seconds} s` : "");
    if (seconds < -1) this.element.hidden = true;
  }
}
