// Between two races, on a phone: how the last one ended, what became of one's own bets, and the cards one holds.
import { el, money } from "./dom.js";
import { t } from "./text.js";

export class LastRace {
  constructor(element, store, words) {
    Object.assign(this, { element, store, words });
    store.draws(() => this.draw());
  }

  draw() {
    const { now } = this.store;
    const racing = ["betting", "no_more_bets"].includes(now.phase);
    const chair = now.view.seats.find((seat) => seat.seat === now.seat);
    const shown = JSON.stringify([now.view.last, racing, chair && chair.vips]);
    if (shown === this.shown) return;
    this.shown = shown;
    const cards = (chair && chair.vips ? chair.vips : []).map((card) => el("li", {}, el("b", {}, card.name), ` ${card.text || card.does}`));
    const last = racing ? null : now.view.last;
    const parts = [...(last ? this.result(last, now.seat) : []), ...(cards.length ? [el("h2", { class: "minor" }, t("Your VIP cards")), el("ul", { class: "list" }, ...cards)] : [])];
    this.element.hidden = !parts.length;
    this.element.replaceChildren(...parts);
  }

  result(last, seat) {
    const horses = (names) => names.map((name) => this.words.horse(name)).join(", ") || "–";
    const mine = (last.bets || []).filter((bet) => bet.seat === seat);
    const total = mine.reduce((sum, bet) => sum + bet.amount, 0);
    const bets = mine.map((bet) => el("li", { class: bet.hit ? "hit" : "miss" }, `${bet.hit ? "✓" : "✗"} ${t("{marker} on {spot}", { marker: this.words.marker(bet.marker), spot: this.words.spot(bet.spot, last.race) })}: `,
      el("b", {}, bet.amount > 0 ? `+${bet.amount}` : bet.amount < 0 ? money(bet.amount) : "$0")));
    return [el("h2", { class: "minor" }, t("Race {race}: {horses} won", { race: last.race, horses: horses(last.win) })),
      el("p", {}, t("Place: {place}. Show: {show}.", { place: horses(last.place), show: horses(last.show) })),
      ...(mine.length ? [el("ul", { class: "list" }, ...bets), el("p", {}, t("Your bets:"), " ", el("b", {}, money(total)))] : [])];
  }
}
