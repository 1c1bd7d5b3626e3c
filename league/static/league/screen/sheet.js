// A score sheet (and any game without a drawing of its own): who came where.
import { el, money } from "../room/dom.js";

export class Game {
  constructor({ store, words, place }) {
    Object.assign(this, { store, words, list: el("ol", { class: "final" }) });
    this.called = new Set(["result_recorded", "game_finished", "paused", "resumed"]);
    place("table").append(this.list);
    store.draws(() => this.draw());
  }

  running() {
    return false;
  }

  result() {
    return null;
  }

  draw() {
    const { now } = this.store;
    const lines = new Map((now.view.rows || []).map((row) => [row.seat, row]));
    const key = JSON.stringify([now.seats, now.view.rows, now.names]);
    if (key === this.key) return;
    this.key = key;
    this.list.classList.toggle("many", now.seats.length > 6);
    this.list.classList.toggle("crowd", now.seats.length > 14);
    this.list.replaceChildren(...now.seats.map((seat) => this.row(seat, lines.get(seat.seat), lines.size > 0)));
  }

  row(seat, line, known) {
    const won = known && (line ? line.winner : seat.rank === 1);
    const score = seat.score === null ? "" : seat.unit === "$" ? money(seat.score) : String(seat.score);
    const rank = known && line && line.rank !== null ? `${line.rank}` : "";
    return el("li", { class: won ? "first" : "" }, el("span", { class: "rank" }, rank), el("span", { class: `chip ${seat.colour}` }),
      el("span", { class: "name" }, this.words.seat(seat.seat), line && line.team ? el("small", {}, ` ${line.team}`) : ""), el("b", {}, won ? `${score} ★`.trim() : score));
  }
}
