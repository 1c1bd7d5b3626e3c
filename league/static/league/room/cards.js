// Racehorse: the trick on the table, the auction, and one's own hand.
import { el } from "./dom.js";
import { t } from "./text.js";

export class Cards {
  constructor(element, store, sender, board, words) {
    Object.assign(this, { store, sender, words });
    this.red = new Set(board.suits.filter((suit) => suit.red).map((suit) => suit.suit));
    this.facts = el("p", { class: "facts" });
    this.table = el("div", { class: "trick", role: "group", "aria-label": t("Cards on the table") });
    this.hand = el("div", { class: "hand", role: "group", "aria-label": t("Your hand") });
    this.hint = el("p", { class: "hint", "aria-live": "polite" });
    element.append(this.facts, this.table, el("div", { class: "tray-wrap" }, this.hint, this.hand));
    store.draws(() => this.draw());
  }

  face(card) {
    return el("span", { class: `card ${this.red.has(card[1]) ? "red" : ""}` }, this.words.card(card));
  }

  draw() {
    const { now } = this.store;
    const { view } = now;
    const shown = JSON.stringify([view, now.legal]);
    if (shown === this.shown) return;
    this.shown = shown;
    const facts = [];
    const auction = view.auction;
    if (view.pitcher) facts.push(t("{seat} pitches for {points}", { seat: this.words.seat(view.pitcher), points: view.bid === 5 ? "Smudge" : view.bid }));
    else if (auction) facts.push(auction.highest ? t("{seat} bids {points}", { seat: this.words.seat(auction.highest.seat), points: auction.highest.points }) : t("No bid yet"));
    if (view.trump) facts.push(t("trump: {suit}", { suit: `${this.words.suit(view.trump)} ${this.words.tables.suits[view.trump]}` }));
    this.facts.textContent = facts.join(" · ");
    const lies = view.trick.length ? view.trick.map(({ seat, card }) => this.laid(this.words.seat(seat), card)) : [];
    if (!lies.length && view.last_trick) {
      lies.push(el("p", {}, t("{seat} took", { seat: this.words.seat(view.last_trick.seat) })), ...view.last_trick.cards.map((card) => this.face(card)));
    }
    this.table.replaceChildren(...lies);
    const playable = new Set(now.legal.filter((move) => move.type === "play").map((move) => move.card));
    this.hand.replaceChildren(...(view.hand || []).map((card) => el("button", {
      type: "button", class: `card ${this.red.has(card[1]) ? "red" : ""}`, "aria-label": this.say(card), disabled: !playable.has(card),
      onclick: () => this.play(card),
    }, this.words.card(card))));
    this.hint.textContent = view.turn === now.seat && now.seat ? t("It is your turn.") : view.turn ? t("{name}'s turn.", { name: this.words.seat(view.turn) }) : "";
    document.body.classList.toggle("my-turn", view.turn === now.seat && Boolean(now.seat));
  }

  laid(name, card) {
    return el("figure", {}, this.face(card), el("figcaption", {}, name));
  }

  say(card) {
    return t("{rank} of {suit}", { rank: this.words.card(card).slice(0, -1), suit: this.words.suit(card[1]) });
  }

  play(card) {
    const move = this.store.now.legal.find((each) => each.type === "play" && each.card === card);
    if (!move) return;
    const { deal } = this.store.now.view;
    for (const button of this.hand.children) button.disabled = true;
    this.sender.send(move, () => this.store.now.view.deal === deal).then(() => {
      this.shown = null;
      this.draw();
    });
  }
}
