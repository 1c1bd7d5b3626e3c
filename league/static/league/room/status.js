// The strip at the top: where the game stands, one's balance, the red line, and whether we are still connected.
import { el, money, say } from "./dom.js";
import { standings } from "./standings.js";
import { t } from "./text.js";

export class Status {
  constructor(store, stream, sender) {
    this.store = store;
    this.find = (name) => document.getElementById(name);
    this.banner = this.find("banner");
    this.toast = this.find("toast");
    stream.addEventListener("state", (event) => this.connection(event.detail));
    sender.addEventListener("refused", (event) => this.tell(event.detail));
    sender.addEventListener("change", () => this.waiting(sender));
    store.addEventListener("gone", () => this.gone());
    store.draws(() => this.draw());
  }

  draw() {
    const { now } = this.store;
    const mine = now.seats.find((seat) => seat.seat === now.seat);
    const chair = (now.view.seats || []).find((seat) => seat.seat === now.seat);
    say(this.find("said"), this.said(now));
    say(this.find("headline"), now.headline);
    if (mine) {
      say(this.find("balance"), money(chair && chair.money !== undefined ? chair.money : mine.score));
      say(this.find("rank"), t("rank {rank}", { rank: `${mine.rank}${mine.shared ? " =" : ""}` }));
    }
    const red = this.find("red-line");
    if (red && now.view.crossed) {
      const of = Number(red.dataset.of);
      const count = Math.min(now.view.crossed.length, of);
      say(red, `${t("Red line")} ${"●".repeat(count)}${"○".repeat(of - count)}`);
      red.setAttribute("aria-label", t("{count} of {of} horses are over the red line", { count, of }));
    }
    document.body.dataset.status = now.status;
    document.body.dataset.phase = now.phase;
    document.body.dataset.version = now.version;
    standings(this.find("seats"), now);
  }

  said(now) {
    if (now.status === "running" && now.view.roll) return `${now.said.split(",")[0]}, ${t("roll {n}", { n: now.view.roll })}`;
    return now.said;
  }

  connection(state) {
    const words = { offline: t("No network. What you see may be old."), lost: t("Connection lost. What you see may be old; trying again…"), live: "" };
    this.banner.hidden = state === "live";
    say(this.banner, words[state] || "");
  }

  waiting(sender) {
    const trying = sender.pending.some((move) => move.tries > 1);
    document.body.classList.toggle("sending", sender.pending.length > 0);
    if (trying) this.tell(t("Still trying to send…"));
  }

  gone() {
    this.banner.hidden = false;
    this.banner.replaceChildren(t("This seat has a new link: ask the host."), " ", el("a", { href: location.href }, t("Look again")));
  }

  tell(sentence) {
    say(this.toast, sentence);
    this.toast.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.toast.hidden = true), 4500);
  }
}
