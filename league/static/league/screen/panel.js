// Between two races or deals, over the table: how the last one ended and who was paid what, one after another. What it
// says follows from the state alone (a page loaded afresh says the same); only the landing is a matter of time.
import { el, money } from "../room/dom.js";

const FINAL_AFTER_MS = 9000;

export class Panel {
  constructor(element, store, words, moment, game) {
    if (!element) return;
    Object.assign(this, { element, store, words, moment, game, shown: null, final: store.now.status === "finished" });
    moment.addEventListener("over", () => store.attempt(() => this.draw()));
    store.draws(() => this.draw());
  }

  draw() {
    const { now } = this.store;
    const over = now.status === "finished" || now.status === "void";
    if (!over) this.final = false;
    else if (!this.final && !this.timer) {
      this.timer = setTimeout(() => {
        Object.assign(this, { final: true, timer: null });
        this.draw();
      }, FINAL_AFTER_MS);
    }
    const parts = over && this.final ? this.standings(now) : this.game.result(now);
    if (parts) this.moment.hurry();
    const hidden = !parts || this.moment.on;
    if (!hidden) this.fill(parts);
    this.element.hidden = hidden;
    document.body.classList.toggle("ending", !hidden && this.final);
  }

  // The same result told again (somebody's name changed, a correction) doesn't land again.
  fill({ id, parts }) {
    const text = parts.map((part) => part.outerHTML).join("");
    if (text === this.text) return;
    this.text = text;
    this.element.classList.toggle("landed", id === this.shown && !this.element.hidden);
    this.shown = id;
    this.element.replaceChildren(...parts);
  }

  standings(now) {
    const score = (seat) => (seat.score === null ? "–" : seat.unit === "$" ? money(seat.score) : `${seat.score} ${seat.unit}`);
    const rows = now.seats.filter((seat) => seat.member !== null || seat.score).map((seat) => el("li", { class: seat.rank === 1 ? "first" : "" },
      el("span", { class: "rank" }, String(seat.rank ?? "–")), el("span", { class: `chip ${seat.colour}` }),
      el("span", { class: "name" }, now.names[seat.seat] || this.words.seat(seat.seat)), el("b", {}, score(seat))));
    return { id: "final", parts: [el("h2", {}, now.headline), el("ol", { class: `final ${rows.length > 7 ? "many" : ""}` }, ...rows)] };
  }
}

// Lines that land one after another: all of them within `within` seconds.
export function landing(items, from = 0.9, within = 6) {
  const step = Math.min(0.45, within / Math.max(1, items.length));
  items.forEach((item, index) => item.style.setProperty("--after", `${(from + index * step).toFixed(2)}s`));
  return items;
}

// Seats in the order of the standings beside them.
export function ranked(seats, now) {
  const order = now.seats.map((each) => each.seat);
  return [...seats].sort((one, other) => order.indexOf(one.seat) - order.indexOf(other.seat));
}

// What a seat got: `lines` are elements (bets), `total` dollars.
export function payout(words, seat, colour, lines, total, has, note = "") {
  const sign = total < 0 ? "down" : total > 0 ? "up" : "even";
  const shown = total > 0 ? `+$${total}` : money(total);
  return el("li", { class: "paid" }, el("p", { class: "who" }, el("span", { class: `chip ${colour}` }), " ", words.seat(seat), has === null ? "" : el("small", {}, ` ${money(has)}`)),
    ...lines, el("p", { class: `total ${sign}` }, el("small", {}, note), `${sign === "up" ? "▲" : sign === "down" ? "▼" : "="} ${shown}`));
}
