// Racehorse: the players around the table, what each has laid, bid or won, and in the middle who pitches and for what.
import { el, money } from "../room/dom.js";
import { t, tn } from "../room/text.js";
import { landing, payout, ranked } from "./panel.js";

export class Game {
  constructor({ fixed, store, words, place }) {
    Object.assign(this, { store, words, place, chairs: new Map() });
    this.called = new Set(["deal_started", "bid_made", "passed", "pitch_won", "trick_taken", "deal_scored", "paused", "resumed", "rewound",
      "deal_abandoned", "game_finished"]);
    this.suits = Object.fromEntries(fixed.board.suits.map((suit) => [suit.suit, suit]));
    this.middle = el("div", { class: "middle" });
    this.felt = el("div", { class: "felt" }, this.middle);
    place("table").append(this.felt);
    store.draws(() => this.draw());
  }

  running(now) {
    return ["bidding", "playing"].includes(now.phase);
  }

  draw() {
    const { now } = this.store;
    const key = JSON.stringify([now.view, now.names]);
    if (key === this.key) return;
    this.key = key;
    this.seat(now.view.seats.filter((chair) => chair.state !== "closed"));
    for (const chair of now.view.seats) if (this.chairs.has(chair.seat)) this.chair(chair, now.view);
    this.centre(now.view);
  }

  // Seats in a ring, clockwise, the first at the bottom left.
  seat(chairs) {
    const key = chairs.map((chair) => chair.seat).join(" ");
    if (key === this.ring) return;
    this.ring = key;
    for (const { element } of this.chairs.values()) element.remove();
    this.chairs = new Map(chairs.map((chair, index) => {
      const angle = Math.PI * (0.5 + 1 / chairs.length + (2 * index) / chairs.length);
      const parts = { name: el("p", { class: "who" }), facts: el("p", { class: "chair-facts" }), card: el("div", { class: "laid" }) };
      const element = el("div", { class: "chair" }, parts.name, parts.facts);
      for (const [piece, far] of [[element, 1], [parts.card, 0.53]]) {
        piece.style.left = `${50 + 41 * far * Math.cos(angle)}%`;
        piece.style.top = `${50 + 41 * far * Math.sin(angle)}%`;
      }
      this.felt.append(parts.card, element);
      return [chair.seat, { element: el("div"), ...parts, element, remove: () => parts.card.remove() }];
    }));
  }

  chair(chair, view) {
    const { element, name, facts, card } = this.chairs.get(chair.seat);
    name.replaceChildren(el("span", { class: `chip ${chair.colour}` }), ` ${this.words.seat(chair.seat)}`);
    element.classList.toggle("turn", view.turn === chair.seat);
    element.classList.toggle("pitcher", view.pitcher === chair.seat);
    const call = view.auction && [...view.auction.calls].reverse().find((each) => each.seat === chair.seat);
    const said = view.phase === "bidding" && call ? (call.points === null ? t("passes") : this.bid(call.points)) : "";
    const backs = "▮".repeat(chair.cards);
    facts.replaceChildren(...(said ? [el("b", { class: "bid" }, said)] : []), ...(chair.cards ? [el("span", { class: "backs", "aria-label": `${chair.cards}` }, backs)] : []),
      ...(chair.tricks ? [el("span", { class: "tricks" }, tn("{n} trick", "{n} tricks", chair.tricks))] : []));
    const lies = view.trick.find((each) => each.seat === chair.seat);
    const key = lies ? lies.card : "";
    if (card.dataset.card === key) return;
    card.dataset.card = key;
    card.replaceChildren(...(lies ? [this.face(lies.card)] : []));
  }

  bid(points) {
    return points === 5 ? "Smudge" : String(points);
  }

  face(card) {
    const suit = this.suits[card[1]];
    return el("span", { class: `playing-card ${suit.red ? "red" : ""}`, role: "img", "aria-label": this.words.card(card) }, el("b", {}, card[0] === "T" ? "10" : card[0]), el("i", {}, this.words.tables.suits[card[1]]));
  }

  centre(view) {
    const parts = [];
    if (view.phase === "bidding") {
      const highest = view.auction && view.auction.highest;
      parts.push(el("p", { class: "what" }, highest && highest.points ? `${this.words.seat(highest.seat)}: ${this.bid(highest.points)}` : t("No bid yet")));
    } else if (view.pitcher) {
      parts.push(el("p", { class: "what" }, this.words.seat(view.pitcher), el("b", {}, ` ${this.bid(view.bid)}`)));
      if (view.trump) parts.push(el("p", { class: `trump ${this.suits[view.trump].red ? "red" : ""}`, "aria-label": t("Trump: {suit}", { suit: this.words.suit(view.trump) }) }, this.words.tables.suits[view.trump]));
      parts.push(el("p", { class: "sides" }, this.sides(view)));
    }
    if (view.last_trick && !view.trick.length) {
      parts.splice(0, parts.length, el("p", { class: "what" }, this.words.seat(view.last_trick.seat), el("b", {}, " ✓")), el("p", { class: "taken" }, ...view.last_trick.cards.map((card) => this.face(card))));
    }
    this.middle.replaceChildren(...parts);
  }

  // How the tricks stand: the pitcher's, and those of everybody else.
  sides({ seats, pitcher }) {
    const of = (chairs) => chairs.reduce((sum, chair) => sum + chair.tricks, 0);
    return t("Tricks {own} : {others}", { own: of(seats.filter((chair) => chair.seat === pitcher)), others: of(seats.filter((chair) => chair.seat !== pitcher)) });
  }

  // A deal's points, who has them, and what everybody pays.
  result(now) {
    const { last } = now.view;
    if (!last || now.phase === "playing" || (now.view.auction && now.view.auction.calls.length)) return null;
    const names = { high: t("High"), low: t("Low"), jack: t("Jack"), game: t("Game") };
    const points = ["high", "low", "jack", "game"].map((name) => el("li", { class: last[name] ? "" : "nobody" }, el("small", {}, names[name]), el("b", {}, last[name] ? this.words.seat(last[name]) : "–")));
    const seats = now.view.seats.filter((chair) => last.paid.some((each) => each.seat === chair.seat) || last.tallies.some((each) => each.seat === chair.seat));
    const paid = ranked(seats, now).map((chair) => {
      const tally = last.tallies.find((each) => each.seat === chair.seat);
      const lines = tally ? [el("p", { class: "bet" }, el("span", {}, t("Tricks")), el("b", {}, String(tally.tricks))), el("p", { class: "bet" }, el("span", {}, t("Card points")), el("b", {}, String(tally.card_points)))] : [];
      const amount = last.paid.filter((each) => each.seat === chair.seat).reduce((sum, each) => sum + each.amount, 0);
      return payout(this.words, chair.seat, chair.colour, lines, amount, chair.money);
    });
    landing([...points, ...paid.map((item) => item.querySelector(".total"))]);
    const who = { name: this.words.seat(last.pitcher), bid: this.bid(last.bid) };
    const title = el("h2", {}, last.made ? t("{name} made {bid}", who) : t("{name} is set at {bid}", who),
      ...(last.trump ? [el("span", { class: `suit ${this.suits[last.trump].red ? "red" : ""}` }, ` ${this.words.tables.suits[last.trump]}`)] : []));
    return { id: `deal-${last.deal}`, parts: [title, el("ul", { class: "points" }, ...points), el("ul", { class: "payouts" }, ...paid)] };
  }
}
