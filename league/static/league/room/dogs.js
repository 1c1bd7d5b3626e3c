// Greyhounds: dogs on their laps, the odds, one's own bets, cards and hand.
import { el, money } from "./dom.js";
import { t } from "./text.js";

const KINDS = { sieg: t("Sieg (first)"), platz: t("Platz (first or second)"), einlauf: t("Einlauf (first and second)") };

export class Dogs {
  constructor(element, store, sender, board, words) {
    Object.assign(this, { store, sender, words, board });
    this.run = el("div", { class: "dogs" });
    this.own = el("p", { class: "facts" });
    this.bets = el("div", {});
    this.open = "";
    this.hand = el("div", { class: "hand", role: "group", "aria-label": t("Your cards") });
    this.hint = el("p", { class: "hint", "aria-live": "polite" });
    element.append(this.run, this.own, this.bets, el("div", { class: "tray-wrap" }, this.hint, this.hand));
    store.draws(() => this.draw());
  }

  draw() {
    const { now } = this.store;
    const shown = JSON.stringify([now.view, now.legal]);
    if (shown === this.shown) return;
    this.shown = shown;
    const { view } = now;
    const whole = view.track_length * view.laps || 1;
    this.run.replaceChildren(...view.dogs.map((dog) => this.dog(dog, view, whole)));
    const own = view.own;
    this.own.textContent = own ? [own.bets.length ? t("Your bets: {bets}", { bets: own.bets.map((bet) => this.bet(bet)).join("; ") }) : "",
      own.set_aside ? t("set aside: {card}", { card: own.set_aside }) : "", own.laid ? t("lies face down: {card}", { card: own.laid }) : ""].filter(Boolean).join(" · ") : "";
    const offers = now.legal.filter((move) => move.type === "place_bets" && !move.fill);
    const sheet = offers.length ? JSON.stringify([view.race, view.odds]) : "";
    if (sheet !== this.open) this.bets.replaceChildren(...(sheet ? [this.sheet(view)] : [])); // half-written bets stay
    this.open = sheet;
    const cards = now.legal.filter((move) => ["set_aside", "play"].includes(move.type));
    this.hand.replaceChildren(...cards.map((move) => el("button", { type: "button", class: "card", onclick: () => this.send(move) }, String(move.card))));
    const waits = view.waiting.map((seat) => this.words.seat(seat)).join(", ");
    this.hint.textContent = cards.length ? (cards[0].type === "play" ? t("Lay a card face down.") : t("Set one card aside for the whole race."))
      : view.waiting.length ? t("Waiting for {seats}.", { seats: waits }) : "";
  }

  dog(dog, view, whole) {
    const bar = el("progress", { max: whole, value: Math.min(dog.position, whole), "aria-label": t("Dog of {seat}: {position} of {whole}", { seat: this.words.seat(dog.seat), position: dog.position, whole }) });
    const place = dog.place ? t("home, {place}.", { place: dog.place }) : t("{position} of {whole}", { position: dog.position, whole });
    return el("div", { class: "dog" }, el("b", {}, `${dog.hund ? `${t("Hund {n}", { n: dog.hund })}: ` : ""}${this.words.seat(dog.seat)}`), bar,
      el("small", {}, [place, t("cards {cards}", { cards: dog.set.join(" ") }), dog.played.length ? t("played {cards}", { cards: dog.played.join(" ") }) : ""].filter(Boolean).join(" · ")));
  }

  bet(bet) {
    return `${KINDS[bet.kind].split(" ")[0]} ${this.pick(bet)} ${money(bet.stake)}`;
  }

  pick({ pick }) {
    return [pick].flat().map((seat) => this.words.seat(seat)).join(" → ");
  }

  // Up to three bets on one sheet; the quote is what 10 dollars return.
  sheet(view) {
    const lines = [];
    const list = el("ul", { class: "list" });
    const stake = el("input", { type: "number", min: this.board.bets.unit, max: this.board.bets.limit, step: this.board.bets.unit, value: this.board.bets.least });
    const pick = el("select", {}, ...view.odds.map((price, index) => el("option", { value: index },
      t("{kind}: {pick}, {quote} for 10", { kind: KINDS[price.kind], pick: this.pick(price), quote: price.quote }))));
    const send = el("button", { type: "button", class: "main", disabled: true, onclick: () => {
      const kinds = new Set(lines.map((line) => line.kind));
      const one = view.bet_mix === "one_type" || kinds.size === 1;
      this.send({ type: "place_bets", race: view.race, ...(one ? { kind: lines[0].kind } : {}),
        bets: lines.map(({ kind, ...line }) => (one ? line : { kind, ...line })) });
    } }, t("Seal my bets"));
    const add = el("button", { type: "button", onclick: () => {
      const price = view.odds[pick.value];
      lines.push({ kind: price.kind, pick: price.pick, stake: Number(stake.value) });
      list.append(el("li", {}, this.bet(lines.at(-1))));
      send.disabled = false;
      add.disabled = lines.length >= this.board.bets.most;
    } }, t("Add this bet"));
    return el("fieldset", { class: "sheet" }, el("legend", {}, t("Your bets: {least} to {most} in all", { least: money(this.board.bets.least), most: money(this.board.bets.limit) })),
      el("label", {}, t("On"), " ", pick), el("label", {}, t("Stake"), " ", stake), add, list, send);
  }

  send(move) {
    const { race, turn } = this.store.now.view;
    for (const button of this.hand.children) button.disabled = true;
    this.sender.send(move, () => this.store.now.view.race === race && this.store.now.view.turn === turn).then(() => {
      this.shown = null;
      this.draw();
    });
  }
}
