// Greyhounds: the dogs on a straight track, laps marked; who has bet and set a card aside; the cards of the round; the
// odds before the race and everybody's bets after it.
import { el, money, svg } from "../room/dom.js";
import { t, tn } from "../room/text.js";
import { landing, payout, ranked } from "./panel.js";

const KINDS = { sieg: "Sieg", platz: "Platz", einlauf: "Einlauf" };
const LANE = 96, LEFT = 345, RIGHT = 70, WIDTH = 1135; // the name, then the length of a dog, then the track

export class Game {
  constructor({ store, words, place }) {
    Object.assign(this, { store, words, place });
    this.called = new Set(["race_started", "ranked", "cards_revealed", "moved", "lapped", "finished", "race_finished", "paused", "resumed",
      "rewound", "race_abandoned", "bookmaker_broke", "game_finished"]);
    this.odds = el("div", { class: "odds-board" });
    place("table").append(this.odds);
    store.draws(() => this.draw());
  }

  running(now) {
    return ["bets", "set_aside", "play"].includes(now.phase) && now.status !== "finished";
  }

  draw() {
    const { now } = this.store, { view } = now;
    const key = JSON.stringify([view, now.names]);
    if (key === this.key) return;
    this.key = key;
    this.lay(view, now);
    for (const dog of view.dogs) this.dog(dog, view);
    this.prices(view);
    const where = view.dogs.map((dog) => `${this.words.seat(dog.seat)} ${dog.position}`).join(", ");
    this.picture.setAttribute("aria-label", where);
  }

  // The track is another one for each race: one lap, two, three.
  lay(view, now) {
    const whole = Math.max(1, view.track_length * view.laps);
    const key = JSON.stringify([whole, view.dogs.map((dog) => [dog.seat, dog.hund]), now.names]);
    if (key === this.laid) return;
    this.laid = key;
    const height = Math.max(1, view.dogs.length) * LANE + 6;
    this.step = (WIDTH - LEFT - RIGHT) / whole;
    this.picture = svg("svg", { class: "track dogs-track", viewBox: `0 0 ${WIDTH} ${height}`, role: "img" });
    this.runners = new Map();
    view.dogs.forEach((dog, lane) => this.lane(dog, lane, now));
    for (let space = 1; space <= whole; space += 1) {
      const x = LEFT + space * this.step;
      const kind = space === whole ? "finish" : space % view.track_length === 0 ? "lap" : "space";
      this.picture.append(svg("line", { class: kind, x1: x, x2: x, y1: 3, y2: height - 3 }));
    }
    for (const { runner } of this.runners.values()) this.picture.append(runner);
    this.place("track").replaceChildren(this.picture);
  }

  lane(dog, lane, now) {
    const y = 3 + lane * LANE, seat = now.seats.find((each) => each.seat === dog.seat);
    const colour = seat ? seat.colour : "";
    const name = this.text(20, y + 40, this.short(this.words.seat(dog.seat)), "lane-name"), cards = this.text(20, y + 72, "", "lane-cards");
    this.picture.append(svg("rect", { class: `lane ${lane % 2 ? "odd" : ""}`, x: 0, y, width: WIDTH, height: LANE }),
      svg("rect", { class: `silk ${colour}`, x: 0, y: y + 5, width: 9, height: LANE - 10 }), name, cards);
    const runner = svg("g", { class: `runner ${colour}` });
    runner.append(svg("path", { class: "body", d: GREYHOUND }), this.text(-34, 10, dog.hund || "", "number", "middle"));
    this.runners.set(dog.seat, { runner, cards, y: y + LANE / 2 });
  }

  short(name) {
    return name.length > 12 ? `${name.slice(0, 11)}…` : name;
  }

  text(x, y, words, kind, anchor = "start") {
    const made = svg("text", { x, y, class: kind, "text-anchor": anchor });
    made.textContent = words;
    return made;
  }

  dog(dog, view) {
    const { runner, cards, y } = this.runners.get(dog.seat);
    const whole = view.track_length * view.laps;
    const furthest = Math.max(...view.dogs.map((each) => each.position));
    const marks = [dog.place ? `${dog.place}.` : "", view.phase === "bets" && dog.has_bet ? "✓" : "", view.phase === "set_aside" && dog.has_set_aside ? "✓" : "", view.phase === "play" && dog.has_laid ? "▮" : ""];
    const shown = view.shown.find((each) => each.seat === dog.seat);
    cards.textContent = [marks.filter(Boolean).join(" "), shown ? `${shown.card}` : "", view.phase === "play" && dog.played.length ? dog.played.join(" ") : tn("{n} card", "{n} cards", dog.set.length - dog.played.length)].filter(Boolean).join(" · ");
    runner.style.transform = `translate(${LEFT + Math.min(dog.position, whole + 0.8) * this.step}px, ${y}px)`;
    runner.classList.toggle("leads", furthest > 0 && dog.position === furthest);
    runner.classList.toggle("out", dog.state === "lapped" || dog.state === "out");
  }

  // What ten dollars return.
  prices(view) {
    const key = JSON.stringify([view.odds, this.store.now.names, view.phase === "play"]);
    if (key === this.odds.dataset.key) return;
    this.odds.dataset.key = key;
    const of = (kind) => view.odds.filter((price) => price.kind === kind);
    const group = (kind) => el("section", {}, el("h3", {}, KINDS[kind] || kind), el("ul", {}, ...of(kind).map((price) => el("li", {}, this.pick(price.pick), el("b", {}, ` ${price.quote}`)))));
    this.odds.replaceChildren(...["sieg", "platz", "einlauf"].filter((kind) => of(kind).length).map(group));
  }

  pick(pick) {
    return [pick].flat().map((seat) => this.words.seat(seat)).join(" › ");
  }

  // The sheets are turned up: what each had bet, and what it brought.
  result(now) {
    const { last } = now.view;
    if (!last || (now.phase !== "finished" && now.view.dogs.some((dog) => dog.has_bet))) return null;
    const lines = new Map(now.view.seats.map((chair) => [chair.seat, []]));
    const bets = (last.bets || []).map((bet) => {
      const line = el("p", { class: `bet ${bet.payout > 0 ? "up" : "down"}` }, el("span", {}, `${bet.payout > 0 ? "✓" : "✗"} ${KINDS[bet.kind] || bet.kind}: ${this.pick(bet.pick)} ${money(bet.stake)}`), el("b", {}, money(bet.payout)));
      lines.get(bet.seat).push(line);
      return line;
    });
    const aside = new Map((last.set_aside || []).map(({ seat, card }) => [seat, t("set aside: {card}", { card })]));
    const paid = ranked(now.view.seats, now).map((chair) => payout(this.words, chair.seat, chair.colour, lines.get(chair.seat), chair.delta, chair.money, aside.get(chair.seat)));
    landing([...bets, ...paid.map((item) => item.querySelector(".total"))]);
    const order = el("ol", { class: "dog-places" }, ...last.places.filter((seat) => seat !== null).map((seat) => {
      const chair = now.view.seats.find((each) => each.seat === seat);
      return el("li", {}, el("span", { class: `chip ${chair ? chair.colour : ""}` }), ` ${this.words.seat(seat)}`);
    }));
    const title = el("h2", {}, t("Race {race}: {name} won", { race: last.race, name: this.words.seat(last.places[0]) }));
    return { id: `race-${last.race}`, parts: [title, order, el("ul", { class: "payouts" }, ...paid)] };
  }
}

// Own drawing: a greyhound at full stretch, its nose at 0.
const GREYHOUND = "M 0 -13 L -12 -20 L -22 -19 L -30 -13 L -58 -15 L -72 -10 L -92 -22 L -90 -17 L -75 -4 L -80 6 L -96 18 L -90 20 L -70 8 L -60 8 L -76 20 L -70 22 L -48 8 L -34 6 L -14 20 L -8 18 L -24 4 L -20 0 L 6 12 L 10 8 L -14 -6 L -10 -9 L -2 -9 Z";
