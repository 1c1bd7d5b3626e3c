// The bet board of Ready Set Bet: nine rows of seven spots, the side bets, props and exotic finishes; below it the
// markers that one's own seat still holds. Tap a marker, then a spot (or a spot that lies there, for its words).
import { el, say } from "./dom.js";
import { Drag } from "./drag.js";
import { t, tn } from "./text.js";

const ROLL_SLACK_MS = 1000;

export class BetBoard {
  constructor(element, store, sender, board, words) {
    Object.assign(this, { store, sender, board, words, chosen: null, cells: new Map(), cards: "" });
    this.placing = new Map(); // spot → marker: sent, not answered yet
    this.house = new Map(); // spot → marker: what the House has laid out, not sent yet
    this.lay_all = el("button", { type: "button", class: "main", hidden: true, onclick: () => this.placeHouse() }, t("Place the House's bets"));
    this.grid = el("div", { class: "bet-grid", role: "group", "aria-label": t("Bet board") });
    this.side = el("div", { class: "bet-side", role: "group", "aria-label": t("Side bets") });
    this.extra = el("div", { class: "bet-extra" });
    this.tray = el("div", { class: "tray", role: "group", "aria-label": t("Your markers") });
    new Drag(this.tray, (marker, spot) => this.dropped(marker, spot));
    this.hint = el("p", { class: "hint", "aria-live": "polite" });
    this.closed = el("div", { class: "closed-banner", hidden: true }, t("NO MORE BETS"));
    document.getElementById("track").append(this.closed);
    element.append(this.grid, this.side, this.extra, el("div", { class: "tray-wrap" }, el("div", { class: "tray-head" }, this.hint, this.more()), this.tray, this.lay_all));
    this.lay();
    store.draws(() => this.draw());
  }

  // What lies below the tray on a phone: one tap there, the next one back to the board.
  more() {
    const look = () => {
      const below = this.side.getBoundingClientRect().top > innerHeight / 2;
      (below ? this.side : document.getElementById("track")).scrollIntoView();
    };
    return el("button", { type: "button", class: "quiet more-bets", "aria-label": t("To the other bets, or back to the board"), onclick: look }, t("More bets"), " ⇅");
  }

  lay() {
    const heads = ["", t("Show"), t("Place"), t("Win")].map((head, i) => el("span", { class: `head head-${i}` }, head));
    this.grid.append(...heads);
    for (const horse of this.board.horses) {
      const spots = this.board.spots.filter((spot) => spot.horse === horse.horse && ["show", "place", "win"].includes(spot.kind));
      const label = el("span", { class: `row-name ${horse.colour}` }, this.words.horse(horse.horse));
      label.title = t("{colour}, bonus {bonus}", { colour: this.words.colour(horse.colour), bonus: horse.bonus });
      this.grid.append(label, ...spots.map((spot) => this.cell(spot)));
    }
    const rest = this.board.spots.filter((spot) => !["show", "place", "win"].includes(spot.kind));
    this.side.append(...rest.map((spot) => this.cell(spot, this.words.spot(spot.spot))));
  }

  cell(spot, name = "") {
    const odds = el("span", { class: "odds" }, `${spot.pays}:1`);
    const risk = el("span", { class: "risk" }, spot.loses ? `−${spot.loses}` : "0");
    const piece = el("span", { class: "piece" });
    const button = el("button", { type: "button", class: `spot ${spot.kind}`, "data-spot": spot.spot, onclick: () => this.tap(spot.spot) });
    if (name) button.append(el("span", { class: "spot-name" }, name));
    button.append(odds, risk, piece);
    this.cells.set(spot.spot, { button, piece, spot, name: name || this.words.spot(spot.spot), drawn: null });
    return button;
  }

  // Props and exotic finishes are other ones in each race.
  layCards(view) {
    const now = JSON.stringify([view.props, view.exotics]);
    if (now === this.cards) return;
    this.cards = now;
    for (const spot of [...this.cells.keys()]) if (/^(prop|exotic):/.test(spot)) this.cells.delete(spot);
    const props = (view.props || []).map((card) => this.cell({ ...card, kind: "prop" }, this.words.prop(card.card)));
    const exotics = (view.exotics || []).map((card) => el("div", { class: "exotic-card" }, el("span", { class: "exotic-name" }, this.words.exotic(card.name)),
      ...card.spots.map((spot) => this.cell({ ...card, spot, kind: "exotic" }))));
    for (const card of view.exotics || []) for (const spot of card.spots) this.cells.get(spot).name = this.words.exotic(card.name);
    this.extra.replaceChildren(
      ...(props.length ? [el("h2", { class: "minor" }, t("Props")), el("div", { class: "props" }, ...props)] : []),
      ...(exotics.length ? [el("h2", { class: "minor" }, t("Exotic finishes")), el("div", { class: "exotics" }, ...exotics)] : []));
  }

  get me() {
    return this.store.now.view.seats.find((seat) => seat.seat === this.store.now.seat);
  }

  // The move by which this seat, being the House, places its six markers before the start; or nothing.
  get asHouse() {
    return this.store.now.legal.find((move) => move.type === "place_house_bets");
  }

  get open() {
    return this.store.now.can_bet || Boolean(this.asHouse);
  }

  draw() {
    const { now } = this.store;
    const { view } = now;
    if (!this.asHouse) this.house.clear();
    this.layCards(view);
    const there = new Map();
    for (const bet of [...view.bets, ...(view.house_bets || [])]) there.set(bet.spot, [...(there.get(bet.spot) || []), bet]);
    for (const [spot, cell] of this.cells) this.drawCell(cell, there.get(spot) || [], this.placing.get(spot) || this.house.get(spot), now);
    const closed = now.phase === "no_more_bets" && !now.can_bet;
    this.closed.hidden = !closed;
    this.grid.classList.toggle("shut", !this.open);
    this.drawTray(now, view);
  }

  drawCell(cell, bets, pending, now) {
    const mine = bets.some((bet) => bet.seat === now.seat);
    const key = JSON.stringify([bets.map((bet) => [bet.seat, bet.marker]), pending, this.open]);
    if (cell.drawn === key) return;
    cell.drawn = key;
    const { button, piece, spot } = cell;
    const pieces = bets.map((bet) => el("span", { class: `marker ${this.colour(bet.seat)} ${this.kind(bet.marker)}` }, this.short(bet.marker), el("sub", {}, String(bet.seat))));
    if (pending) pieces.push(el("span", { class: `marker pending ${this.colour(now.seat)} ${this.kind(pending)}` }, this.short(pending)));
    piece.replaceChildren(...pieces);
    button.classList.toggle("mine", mine);
    button.classList.toggle("taken", bets.length > 0);
    button.classList.toggle("pending", Boolean(pending));
    const who = bets.map((bet) => bet.seat === now.seat ? t("your {marker}", { marker: this.words.marker(bet.marker) })
      : t("{name}'s {marker}", { name: this.words.seat(bet.seat), marker: this.words.marker(bet.marker) }));
    const state = pending ? t("being placed") : who.length ? t("taken: {who}", { who: who.join(", ") }) : t("free");
    button.setAttribute("aria-label", tn("{spot}, pays {pays} to 1, loses {n} dollar, {state}", "{spot}, pays {pays} to 1, loses {n} dollars, {state}", spot.loses, { spot: cell.name, pays: spot.pays, state }));
    cell.taken = who.length ? t("Taken: {who}.", { who: who.join(", ") }) : t("Taken by another seat.");
    button.setAttribute("aria-disabled", String(!this.open));
  }

  colour(seat) {
    const chair = this.store.now.seats.find((each) => each.seat === seat);
    return chair ? `seat-${chair.colour}` : "";
  }

  // A bonus marker is black or white, rimmed in its seat's colour.
  kind(marker) {
    return (/^(black|white)-/.exec(marker) || ["", ""])[1];
  }

  short(marker) {
    if (marker.startsWith("house-")) return `H${marker.slice(6)}`;
    return this.words.marker(marker.replace(/^(black|white)-/, ""));
  }

  drawTray(now, view) {
    const chair = this.me;
    if (!chair) return;
    const flying = new Set(this.placing.values());
    const house = [1, 2, 3, 4, 5, 6].map((number) => `house-${number}`).filter((marker) => ![...this.house.values()].includes(marker));
    const left = this.asHouse ? house : chair.markers.filter((marker) => !flying.has(marker));
    this.lay_all.hidden = !this.asHouse || house.length > 0;
    if (this.chosen && !left.includes(this.chosen)) this.chosen = null;
    const key = JSON.stringify([left, this.chosen, this.open]);
    if (key !== this.tray.dataset.key) {
      const focused = document.activeElement && document.activeElement.dataset.marker;
      this.tray.dataset.key = key;
      this.tray.replaceChildren(...left.map((marker) => el("button", {
        type: "button", class: `marker big ${this.colour(now.seat)} ${this.kind(marker)}`, "data-marker": marker,
        "aria-pressed": String(marker === this.chosen), "aria-label": t("Marker {marker}", { marker: this.words.marker(marker) }),
        onclick: () => this.choose(marker),
      }, this.short(marker))));
      if (focused) this.tray.querySelector(`[data-marker="${focused}"]`)?.focus();
    }
    say(this.hint, this.hintFor(now, view, left));
    this.hint.classList.toggle("ask", this.choosing());
  }

  // Is a VIP card to be chosen here? (A host who moves for a seat doesn't see what it was dealt.)
  choosing() {
    return this.store.now.legal.some((move) => move.type === "keep_vip");
  }

  hintFor(now, view, left) {
    if (now.status === "finished") return t("The game is over.");
    if (now.status === "paused") return t("The race is paused: the host goes on.");
    if (this.choosing()) return t("Choose your VIP card, above the board.");
    if (view.draft && view.draft.waiting.includes(now.seat)) return t("VIP cards are chosen on the player's own phone.");
    if (view.draft) return t("The others are choosing their VIP cards.");
    if (this.asHouse) return left.length ? t("You are the House: put your six markers down.") : t("All six lie. Place them?");
    if (!now.can_bet) {
      if (now.phase === "no_more_bets" || (now.phase === "betting" && !view.betting)) return t("No more bets: watch them run.");
      if (view.betting && now.phase === "betting" && !left.length) return t("All your markers are down.");
      return now.phase === "ready" ? t("Bets open when the race starts.") : "";
    }
    if (this.chosen) return t("Now tap a spot for your {marker}.", { marker: this.words.marker(this.chosen) });
    return left.length ? t("Tap a marker, then a spot.") : t("All your markers are down.");
  }

  choose(marker) {
    this.chosen = this.chosen === marker ? null : marker;
    this.draw();
  }

  dropped(marker, spot) {
    this.chosen = marker;
    this.tap(spot);
    this.draw();
  }

  tap(spot) {
    const { now } = this.store;
    const cell = this.cells.get(spot);
    if (this.house.has(spot)) {
      this.house.delete(spot); // taken up again
      this.draw();
      return;
    }
    if (!this.open || !this.chosen) {
      this.sender.tell(cell.button.getAttribute("aria-label").replace(/^./, (first) => first.toUpperCase()) + ".");
      return;
    }
    if (this.asHouse) {
      this.house.set(spot, this.chosen);
      this.chosen = null;
      this.draw();
      return;
    }
    const taken = now.view.bets.some((bet) => bet.spot === spot);
    const offer = now.legal.find((move) => move.piggyback && move.spot === spot && move.marker === this.chosen);
    if (taken && !offer) {
      this.sender.tell(cell.taken);
      return;
    }
    this.place(spot, this.chosen, Boolean(offer));
  }

  async placeHouse() {
    const { fill, ...move } = this.asHouse;
    const { race } = this.store.now.view;
    this.lay_all.disabled = true;
    await this.sender.send({ ...move, bets: [...this.house].map(([spot, marker]) => ({ marker, spot })) }, () => this.store.now.view.race === race);
    this.lay_all.disabled = false;
    this.house.clear();
    this.draw();
  }

  async place(spot, marker, piggyback) {
    const { race, roll, pace_ms: pace } = this.store.now.view;
    const until = roll + Math.max(1, Math.ceil(ROLL_SLACK_MS / (pace || ROLL_SLACK_MS)));
    const body = { type: "place_bet", race, marker, spot, until_roll: until, ...(piggyback ? { piggyback } : {}) };
    this.chosen = null;
    this.placing.set(spot, marker);
    this.draw();
    const fits = () => this.store.now.view.race === race && this.store.now.view.roll <= until && this.store.now.can_bet;
    const answer = await this.sender.send(body, fits);
    this.placing.delete(spot);
    const { button } = this.cells.get(spot) || {};
    if (button && !answer.ok) {
      button.classList.add("refused");
      setTimeout(() => button.classList.remove("refused"), 900);
    }
    this.draw();
  }
}
