// The strip at the top: where the game stands, one's balance, the red line, and whether we are still connected.
import { el, money, say } from "./dom.js";

export class Status {
  constructor(store, stream, sender) {
    this.store = store;
    this.find = (name) => document.getElementById(name);
    this.banner = this.find("banner");
    this.toast = this.find("toast");
    stream.addEventListener("state", (event) => this.connection(event.detail));
    sender.addEventListener("refused", (event) => this.tell(event.detail));
    sender.addEventListener("change", () => this.waiting(sender));
    store.addEventListener("change", () => this.draw());
    store.addEventListener("gone", () => this.gone());
    this.draw();
  }

  draw() {
    const { now } = this.store;
    const mine = now.seats.find((seat) => seat.seat === now.seat);
    const chair = (now.view.seats || []).find((seat) => seat.seat === now.seat);
    say(this.find("said"), this.said(now));
    say(this.find("headline"), now.headline);
    if (mine) {
      say(this.find("balance"), money(chair && chair.money !== undefined ? chair.money : mine.score));
      say(this.find("rank"), `rank ${mine.rank}${mine.shared ? ", shared" : ""}`);
    }
    const red = this.find("red-line");
    if (red && now.view.crossed) {
      const of = Number(red.dataset.of);
      const count = Math.min(now.view.crossed.length, of);
      say(red, `Red line ${"●".repeat(count)}${"○".repeat(of - count)}`);
      red.setAttribute("aria-label", `${count} of ${of} horses are over the red line`);
    }
    document.body.dataset.status = now.status;
    document.body.dataset.phase = now.phase;
    this.seats(now);
  }

  said(now) {
    if (now.status === "running" && now.view.roll) return `${now.said.split(",")[0]}, roll ${now.view.roll}`;
    return now.said;
  }

  seats(now) {
    const body = this.find("seats");
    if (!body) return;
    const shown = JSON.stringify(now.seats);
    if (shown === this.shown) return;
    this.shown = shown;
    body.replaceChildren(...now.seats.map((seat) => el("tr", { class: seat.seat === now.seat ? "me" : "" },
      el("td", {}, String(seat.rank)),
      el("td", {}, el("span", { class: `chip ${seat.colour}` }), ` ${seat.seat}`),
      el("td", {}, now.names[seat.seat] || (seat.member ? "N. N." : "free"), seat.state === "closed" ? " (left)" : ""),
      el("td", { class: "n" }, seat.unit === "$" ? money(seat.score) : `${seat.score} ${seat.unit}`),
      el("td", { class: "n" }, seat.delta > 0 ? `+${seat.delta}` : String(seat.delta)))));
  }

  connection(state) {
    const words = { offline: "No network. What you see may be old.", lost: "Connection lost. What you see may be old; trying again…", live: "" };
    this.banner.hidden = state === "live";
    say(this.banner, words[state] || "");
  }

  waiting(sender) {
    const trying = sender.pending.some((move) => move.tries > 1);
    document.body.classList.toggle("sending", sender.pending.length > 0);
    if (trying) this.tell("Still trying to send…");
  }

  gone() {
    this.banner.hidden = false;
    this.banner.replaceChildren("This seat has a new link: ask the host, or ", el("a", { href: location.href }, "look again"), ".");
  }

  tell(sentence) {
    say(this.toast, sentence);
    this.toast.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.toast.hidden = true), 4500);
  }
}
