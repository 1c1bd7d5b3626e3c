// The track of Ready Set Bet in SVG: nine lanes, a gate, a red line, a finish. Horses are told apart by their number;
// colour only says what the board's colour bets mean. They move by a transition, which the style sheet leaves out for
// people who want no motion.
import { svg } from "./dom.js";

const LANE = 30, STEP = 44, LEFT = 74;

export class Track {
  constructor(element, board, words) {
    this.board = board;
    this.horses = board.horses.map((each) => each.horse);
    const { finish, red_line: red } = board.track;
    const width = LEFT + (finish + 1) * STEP + 8, height = this.horses.length * LANE + 4;
    const x = (position) => LEFT + position * STEP;
    this.x = x;
    this.picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "track", role: "img", "aria-label": "The track" });
    this.runners = [];
    board.horses.forEach((horse, lane) => {
      const y = lane * LANE + 2;
      this.picture.append(svg("rect", { class: `lane ${lane % 2 ? "odd" : ""}`, x: 0, y, width, height: LANE }));
      const name = svg("text", { class: "lane-name", x: 8, y: y + LANE * 0.68 });
      name.textContent = words.horse(horse.horse);
      const bonus = svg("text", { class: "lane-bonus", x: 46, y: y + LANE * 0.66 });
      bonus.textContent = horse.bonus ? `+${horse.bonus}` : "";
      this.picture.append(svg("rect", { class: `silk ${horse.colour}`, x: 0, y: y + 3, width: 5, height: LANE - 6 }), name, bonus);
    });
    for (let position = 0; position <= finish; position += 1) {
      const at = x(position) + STEP / 2;
      this.picture.append(svg("line", { class: "space", x1: at, x2: at, y1: 2, y2: height - 2 }));
    }
    const line = x(red) + STEP / 2, end = x(finish) - STEP / 2 + STEP * 0.1;
    this.picture.append(svg("line", { class: "red-line", x1: line - STEP, x2: line - STEP, y1: 2, y2: height - 2 }));
    this.picture.append(svg("line", { class: "finish", x1: end, x2: end, y1: 2, y2: height - 2 }));
    board.horses.forEach((horse, lane) => {
      const runner = svg("g", { class: `runner ${horse.colour}` });
      const label = svg("text", { x: 0, y: 5, "text-anchor": "middle" });
      label.textContent = words.horse(horse.horse);
      runner.append(
        svg("path", { class: "tail", d: "M -19 -8 L -30 0 L -19 8 Z" }),
        svg("rect", { class: "body", x: -20, y: -12, width: 40, height: 24, rx: 12 }), label);
      this.picture.append(runner);
      this.runners.push({ runner, y: lane * LANE + 2 + LANE / 2, at: null });
    });
    element.replaceChildren(this.picture);
  }

  draw(view) {
    const best = Math.max(...view.positions);
    view.positions.forEach((position, index) => {
      const each = this.runners[index];
      if (each.at !== position) {
        each.at = position;
        each.runner.style.transform = `translate(${this.x(position)}px, ${each.y}px)`;
      }
      each.runner.classList.toggle("leads", best > 0 && position === best);
      each.runner.classList.toggle("moved", view.horse === this.horses[index]);
    });
    const told = this.horses.map((horse, index) => `${horse} on ${view.positions[index]}`).join(", ");
    this.picture.setAttribute("aria-label", `The track. ${told}`);
  }
}
