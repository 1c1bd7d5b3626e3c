// Greyhounds: dogs on their laps, the odds, one's own bets, cards and hand.
import { el, money } from "./dom.js";

const KINDS = { sieg: "Sieg (first)", platz: "Platz (first or second)", einlauf: "Einlauf (first and second)" };

export class Dogs {
  constructor(element, store, sender, board, words) {
    Object.assign(this, { store, sender, words, board });
    this.run = el("div", { class: "dogs" });
    this.own = el("p", { class: "facts" });
    this.bets = el("div", {});
    this.open = "";
    this.hand = el("div", { class: "hand", role: "group", "aria-label": "Your cards" });
    this.hint = el("p", { class: "hint", "aria-live": "polite" });
    element.append(this.run, this.own, this.bets, el("div", { class: "tray-wrap" }, this.hint, this.hand));
    store.addEventListener("change", () => this.draw());
    this.draw();
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
    this.own.textContent = own ? [own.bets.length ? `Your bets: ${own.bets.map((bet) => this.bet(bet)).join("; ")}` : "",
      own.set_aside ? `set aside: ${own.set_aside}` : "", own.laid ? `lies face down: ${own.laid}` : ""].filter(Boolean).join(" · ") : "";
    const offers = now.legal.filter((move) => move.type === "place_bets" && !move.fill);
    const sheet = offers.length ? JSON.stringify([view.race, view.odds]) : "";
    if (sheet !== this.open) this.bets.replaceChildren(...(sheet ? [this.sheet(view)] : [])); // half-written bets stay
    this.open = sheet;
    const cards = now.legal.filter((move) => ["set_aside", "play"].includes(move.type));
    this.hand.replaceChildren(...cards.map((move) => el("button", { type: "button", class: "card", onclick: () => this.send(move) }, String(move.card))));
    const waits = view.waiting.map((seat) => this.words.seat(seat)).join(", ");
    this.hint.textContent = cards.length ? (cards[0].type === "play" ? "Lay a card face down." : "Set one card aside for the whole race.")
      : view.waiting.length ? `Waiting for ${waits}.` : "";
  }

  dog(dog, view, whole) {
    const bar = el("progress", { max: whole, value: Math.min(dog.position, whole), "aria-label": `${this.words.seat(dog.seat)}'s dog, ${dog.position} of ${whole}` });
    const place = dog.place ? `home, ${dog.place}.` : `${dog.position} of ${whole}`;
    return el("div", { class: "dog" }, el("b", {}, `${dog.hund ? `Hund ${dog.hund}: ` : ""}${this.words.seat(dog.seat)}`), bar,
      el("small", {}, `${place} · cards ${dog.set.join(" ")}${dog.played.length ? ` · played ${dog.played.join(" ")}` : ""}`));
  }

  bet(bet) {
    return `${KINDS[bet.kind].split(" ")[0]} ${[bet.pick].flat().map((seat) => this.words.seat(seat)).join(" before ")} ${money(bet.stake)}`;
  }

  // Up to three bets on one sheet; the quote is what 10 dollars return.
  sheet(view) {
    const lines = [];
    const list = el("ul", { class: "list" });
    const stake = el("input", { type: "number", min: this.board.bets.unit, max: this.board.bets.limit, step: this.board.bets.unit, value: this.board.bets.least });
    const pick = el("select", {}, ...view.odds.map((price, index) => el("option", { value: index },
      `${KINDS[price.kind]}: ${[price.pick].flat().map((seat) => this.words.seat(seat)).join(" before ")}, ${price.quote} for 10`)));
    const send = el("button", { type: "button", class: "main", disabled: true, onclick: () => {
      const kinds = new Set(lines.map((line) => line.kind));
      const one = view.bet_mix === "one_type" || kinds.size === 1;
      this.send({ type: "place_bets", race: view.race, ...(one ? { kind: lines[0].kind } : {}),
        bets: lines.map(({ kind, ...line }) => (one ? line : { kind, ...line })) });
    } }, "Seal my bets");
    const add = el("button", { type: "button", onclick: () => {
      const price = view.odds[pick.value];
      lines.push({ kind: price.kind, pick: price.pick, stake: Number(stake.value) });
      list.append(el("li", {}, this.bet(lines.at(-1))));
      send.disabled = false;
      add.disabled = lines.length >= this.board.bets.most;
    } }, "Add this bet");
    return el("fieldset", { class: "sheet" }, el("legend", {}, `Your bets: ${money(this.board.bets.least)} to ${money(this.board.bets.limit)} in all`),
      el("label", {}, "On ", pick), el("label", {}, "Stake ", stake), add, list, send);
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
