// Whatever else may be done now, of any ruleset: a button for each legal move, a small form where a person must fill
// something in. What a drawing shows by itself (a bet on a board, a card in a hand) is left out.
import { el } from "./dom.js";
import { t } from "./text.js";

const NAMES = {
  start_race: t("Start race {race}"), pause: t("Pause"), resume: t("Go on"), abandon: t("Run this again"), close_game: t("End the game"),
  set_pace: t("Set the pace"), roll: t("Roll {n}"), add_salt: t("Add a pinch of salt to the dice"), lay_cards: t("Cards on the real table"),
  close_seat: t("{seat} leaves"), open_seat: t("{seat} plays on"), keep_vip: t("Keep {card}"), accept_house: t("Be the House"), offer_house: t("Give up the House"),
  pass_house: t("Pass"), place_house_bets: t("Place the House's bets"), deal: t("Deal"), bid: t("Bid {points}"), pass: t("Pass"),
  play: t("Play {card}"), set_aside: t("Set {card} aside"), place_bets: t("Place bets"), record: t("Record the result"), amend: t("Amend the result"), add_seat: t("One more chair"),
};
const RARE = new Set(["abandon", "close_game", "set_pace", "close_seat", "open_seat", "lay_cards", "add_salt"]);
const QUIET = new Set(["pause"]);
const SURE = { close_seat: t("Really? Only the host can open the seat again."), close_game: null };
const LABELS = { reason: t("Why?"), pace_ms: t("Milliseconds between two rolls"), props: t("Prop cards, with commas between"), exotics: t("Exotic cards, with commas between") };

export class Choices {
  constructor(element, below, store, sender, words, drawn = () => false, cards = () => []) {
    Object.assign(this, { store, sender, words, drawn, cards });
    this.main = el("div", { class: "choices" });
    this.rare = el("div", { class: "choices rare-list" });
    this.more = el("details", { class: "rare" }, el("summary", {}, t("More")), this.rare);
    element.append(this.main);
    below.append(this.more);
    store.draws(() => this.draw());
  }

  draw() {
    const moves = this.store.now.legal.filter((move) => !this.drawn(move));
    const shown = JSON.stringify([moves, this.store.now.names]);
    if (shown === this.shown || this.busy) return;
    this.shown = shown;
    const typing = this.more.contains(document.activeElement) && document.activeElement.tagName === "INPUT";
    const often = moves.filter((move) => !RARE.has(move.type)).sort((one, other) => Number(QUIET.has(one.type)) - Number(QUIET.has(other.type)));
    const ask = often.some((move) => move.type === "keep_vip") ? [el("p", { class: "ask" }, t("Which VIP card do you keep?"))] : [];
    this.main.replaceChildren(...ask, ...often.map((move) => this.choice(move)));
    if (!typing) this.rare.replaceChildren(...moves.filter((move) => RARE.has(move.type)).map((move) => this.choice(move)));
    this.more.hidden = !moves.some((move) => RARE.has(move.type));
  }

  name(move) {
    const text = NAMES[move.type] || move.type.replaceAll("_", " ");
    return text.replace(/{(\w+)}/g, (_, name) => {
      if (name === "seat") return this.words.seat(move.seat);
      if (move.type === "keep_vip" && name === "card") return this.vip(move.card).name || this.words.card(move.card);
      if (name === "points" && move.points === 5) return "5, Smudge";
      return move[name] === undefined ? "" : this.words.word(name, String(move[name]));
    }).trim();
  }

  choice(move) {
    const fill = move.fill || [];
    if (fill.includes("dice")) return this.dice(move);
    const button = el("button", { type: "submit", class: RARE.has(move.type) ? "quiet" : QUIET.has(move.type) ? "" : "main" }, this.name(move));
    const own = Object.entries(move).filter(([name]) => !["type", "race", "deal", "seat", "n", "card", "points", "fill"].includes(name));
    const note = move.type === "keep_vip" ? this.vip(move.card).text || this.vip(move.card).does || "" : own.length ? own.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ") : "";
    const fields = fill.filter((name) => name !== "salt").map((name) => this.field(name));
    return el("form", { class: "choice", onsubmit: (event) => this.submit(event, move) }, ...fields, button, note ? el("small", {}, note) : null);
  }

  vip(key) {
    return ((this.store.now.view.draft || {}).cards || []).find((each) => each.card === key) || {};
  }

  field(name) {
    // A card that the player says aloud: whoever moves for a seat doesn't see its hand.
    if (name === "card" && this.cards(this.store.now).length) {
      const faces = this.cards(this.store.now).map((card) => el("option", { value: JSON.stringify(card) }, this.words.card(String(card))));
      return el("label", {}, t("Card"), " ", el("select", { name }, ...faces));
    }
    const number = name === "pace_ms";
    const input = el("input", { name, required: name !== "props" && name !== "exotics", maxlength: 400, type: number ? "number" : "text", min: number ? 50 : null, max: number ? 10000 : null });
    return el("label", {}, LABELS[name] || name.replaceAll("_", " "), " ", input);
  }

  dice(move) {
    const dice = [null, null];
    const form = el("form", { class: "choice dice-form", onsubmit: (event) => this.submit(event, move, { dice }) });
    const faces = dice.map((_, die) => el("fieldset", {}, el("legend", {}, die ? t("Second die") : t("First die")), ...[1, 2, 3, 4, 5, 6].map((face) =>
      el("button", { type: "button", class: "die", "aria-pressed": "false", "aria-label": `${face}`, onclick: (event) => {
        dice[die] = face;
        for (const each of event.currentTarget.parentElement.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === event.currentTarget));
        send.disabled = dice.includes(null);
      } }, "⚀⚁⚂⚃⚄⚅"[face - 1]))));
    const send = el("button", { type: "submit", class: "main", disabled: true }, t("Enter roll {n}", { n: move.n || "" }));
    form.append(...faces, send);
    return form;
  }

  async submit(event, move, filled = {}) {
    event.preventDefault();
    if (SURE[move.type] && !confirm(SURE[move.type])) return;
    const { fill = [], ...body } = move;
    for (const name of fill) body[name] = name in filled ? filled[name] : this.value(name, event.target);
    for (const name of fill) if (body[name] === undefined) delete body[name];
    for (const button of event.target.querySelectorAll("button")) button.disabled = true;
    this.busy = true;
    const { race, deal } = this.store.now.view;
    const answer = await this.sender.send(body, () => this.store.now.view.race === race && this.store.now.view.deal === deal);
    this.busy = false;
    this.shown = null;
    this.draw();
    return answer;
  }

  value(name, form) {
    if (name === "salt") return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = form.elements[name].value.trim();
    if (name === "pace_ms") return Number(text);
    if (name === "props" || name === "exotics") return text ? text.split(",").map((each) => each.trim()) : undefined;
    if (name === "reason") return text;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
}
