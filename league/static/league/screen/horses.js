// Ready Set Bet: the track, the dice, the bets of the race, and the photo of the finish.
import { el } from "../room/dom.js";
import { and, t } from "../room/text.js";
import { Track } from "../room/track.js";
import { show } from "./dice.js";
import { drawn } from "./drawn.js";
import { landing, payout, ranked } from "./panel.js";
import { photo } from "./photo.js";

const NEWEST = 40; // the list is cut where the screen ends

export class Game {
  constructor({ fixed, store, words, place, moment }) {
    Object.assign(this, { store, words, place, moment, board: fixed.board });
    this.called = new Set(["race_started", "rolled", "red_line_crossed", "betting_closed", "race_finished", "paused", "resumed",
      "race_abandoned", "rewound", "game_finished", "house_chosen"]);
    this.track = new Track(place("track"), fixed.board, words, "screen");
    store.addEventListener("event", ({ detail }) => this.take(detail));
    if (fixed.dice) show(place("dice"), fixed.dice);
    store.draws(() => this.draw());
  }

  running(now) {
    return ["betting", "no_more_bets"].includes(now.phase);
  }

  take({ type, data }) {
    if (type === "rolled") show(this.place("dice"), data.dice);
    if (type === "betting_closed") this.moment.show();
  }

  draw() {
    const { now } = this.store;
    for (const part of [() => this.track.draw(now.view), () => this.bets(now), () => this.cards(now.view)]) this.store.attempt(part);
    if (this.place("dice")) this.place("dice").hidden = !this.running(now) || !now.view.roll;
  }

  bets(now) {
    const list = this.place("bets"), bets = [...now.view.bets, ...(now.view.house_bets || [])];
    if (!list) return;
    this.place("bets-box").hidden = !this.running(now) || !bets.length;
    const key = JSON.stringify([bets, now.names]);
    if (key === list.dataset.key) return;
    list.dataset.key = key;
    list.replaceChildren(...drawn(bets.slice(-NEWEST).reverse(), (bet) => el("li", {},
      el("span", { class: `chip ${this.colour(bet.seat)}` }), el("b", {}, this.words.seat(bet.seat)),
      el("span", {}, `${this.words.marker(bet.marker)} · ${this.words.spot(bet.spot, now.view.race)}`), el("small", {}, `${bet.pays}:1`))));
  }

  // The cards that lie for this race.
  cards(view) {
    const box = this.place("cards");
    if (!box) return;
    const names = [...(view.props || []).map((card) => [this.words.prop(card.card), card.pays]), ...(view.exotics || []).map((card) => [this.words.exotic(card.name), card.pays])];
    box.hidden = !names.length || !this.running(this.store.now);
    const key = JSON.stringify(names);
    if (key === box.dataset.key) return;
    box.dataset.key = key;
    box.replaceChildren(...names.map(([name, pays]) => el("li", {}, name, el("small", {}, ` ${pays}:1`))));
  }

  colour(seat) {
    const found = this.store.now.seats.find((each) => each.seat === seat);
    return found ? found.colour : "";
  }

  // The photo of the finish, and everybody's bets as they are paid.
  result(now) {
    const { last } = now.view;
    if (!last || this.running(now)) return null;
    const lines = new Map(now.seats.filter((seat) => seat.member !== null || seat.score).map((seat) => [seat.seat, []]));
    const bets = last.bets.map((bet) => {
      const line = el("p", { class: `bet ${bet.hit ? "up" : bet.amount < 0 ? "down" : "even"}` }, el("span", {}, `${bet.hit ? "✓" : "✗"} ${this.words.marker(bet.marker)} · ${this.words.spot(bet.spot, last.race)}`),
        el("b", {}, bet.amount > 0 ? `+${bet.amount}` : String(bet.amount).replace("-", "−")));
      lines.set(bet.seat, [...(lines.get(bet.seat) || []), line]);
      return line;
    });
    const seats = ranked(now.seats.filter((seat) => lines.has(seat.seat)), now);
    const paid = seats.map((seat) => payout(this.words, seat.seat, seat.colour, lines.get(seat.seat), seat.delta, seat.score));
    landing([...bets, ...paid.map((item) => item.querySelector(".total"))]);
    const title = el("h2", {}, t("Race {race}: {horses} won", { race: last.race, horses: and(last.win.map((horse) => this.words.horse(horse))) }));
    const most = Math.max(0, ...[...lines.values()].map((each) => each.length));
    return { id: `race-${last.race}`, parts: [title, photo(last, this.board, this.words), el("ul", { class: `payouts ${most * seats.length > 24 ? "many" : ""}` }, ...paid)] };
  }
}
