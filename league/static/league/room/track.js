// The track of Ready Set Bet in SVG: nine lanes, a gate, a red line, a finish. Horses are told apart by their number;
// colour only says what the board's colour bets mean. They move by a transition, which the style sheet leaves out for
// people who want no motion.
import { svg } from "./dom.js";
import { t } from "./text.js";

const SIZES = {
  wide: { lane: 42, step: 46, left: 126, half: 22, text: 18 },
  screen: { lane: 50, step: 46, left: 148, half: 22, text: 21 },
  compact: { lane: 17, step: 23, left: 24, half: 13.5, text: 11.5 }, // a phone held upright: no names before the lanes
};

// Own drawing: a horse at full gallop, 60 wide, its saddle cloth at 0.
export const HORSE = "M 31 -14 L 26 -20 L 21 -22 L 20 -26 L 16 -21 L 9 -12 L -12 -12 L -20 -14 L -27 -11 L -36 -4 L -30 -6 L -26 -4 L -29 6 L -37 16 L -34 19 L -24 10 L -19 6 L -21 14 L -29 20 L -25 22 L -14 13 L -9 9 L 7 9 L 16 13 L 27 12 L 30 17 L 33 15 L 30 8 L 18 6 L 17 -1 L 21 -11 L 27 -9 L 31 -10 Z";

export class Track {
  constructor(element, board, words, size = "wide") {
    const { lane: height, step, left, half, text } = SIZES[size];
    this.board = board;
    this.horses = board.horses.map((each) => each.horse);
    const { finish, red_line: red } = board.track;
    const width = left + finish * step + half + 8, depth = this.horses.length * height + 4;
    const x = (this.x = (position) => left + position * step);
    const middle = (lane) => lane * height + 2 + height / 2;
    this.picture = svg("svg", { viewBox: `0 0 ${width} ${depth}`, class: `track ${size}`, role: "img", "aria-label": t("The track") });
    this.picture.style.setProperty("--ratio", width / depth); // for style sheets that bound its height
    board.horses.forEach((horse, lane) => {
      const y = lane * height + 2;
      this.picture.append(svg("rect", { class: `lane ${lane % 2 ? "odd" : ""}`, x: 0, y, width, height }));
      if (size === "compact") return;
      const name = svg("text", { class: "lane-name", x: 12, y: middle(lane) + 6 });
      name.textContent = words.horse(horse.horse);
      const bonus = svg("text", { class: "lane-bonus", x: 70, y: middle(lane) + 5 });
      bonus.textContent = horse.bonus ? `+${horse.bonus}` : "";
      this.picture.append(svg("rect", { class: `silk ${horse.colour}`, x: 0, y: y + 3, width: 6, height: height - 6 }), name, bonus);
    });
    for (let position = 0; position < finish; position += 1) {
      const at = x(position) + step / 2;
      const kind = position === red - 1 ? "red-line" : position === finish - 1 ? "finish" : "space";
      this.picture.append(svg("line", { class: kind, x1: at, x2: at, y1: 2, y2: depth - 2 }));
    }
    this.runners = board.horses.map((horse, lane) => {
      const runner = svg("g", { class: `runner ${horse.colour}` });
      const high = horse.horse.length > 3 ? text * 0.7 : text;
      const label = svg("text", { x: 0, y: high * 0.36, "text-anchor": "middle", "font-size": high });
      label.textContent = words.horse(horse.horse);
      const tall = Math.min(half * 1.5, height - 3);
      runner.append(
        svg("path", { class: "tail", d: `M ${-half} ${-tall / 3} L ${-half * 1.7} 0 L ${-half} ${tall / 3} Z` }),
        size === "screen" ? svg("path", { class: "body", d: HORSE })
          : svg("rect", { class: "body", x: -half, y: -tall / 2, width: half * 2, height: tall, rx: tall / 2 }), label);
      this.picture.append(runner);
      return { runner, y: middle(lane), at: null };
    });
    element.replaceChildren(this.picture);
  }

  // Until the next race starts, the horses stand where the last one ended.
  draw(view) {
    const over = view.last && !["betting", "no_more_bets"].includes(view.phase);
    const positions = over ? view.last.positions : view.positions;
    const best = Math.max(...positions);
    positions.forEach((position, index) => {
      const each = this.runners[index];
      if (each.at !== position) {
        each.at = position;
        each.runner.style.transform = `translate(${this.x(position)}px, ${each.y}px)`;
      }
      each.runner.classList.toggle("leads", best > 0 && position === best);
      each.runner.classList.toggle("moved", !over && view.horse === this.horses[index]);
    });
    const told = this.horses.map((horse, index) => t("{horse} on {position}", { horse, position: positions[index] })).join(", ");
    this.picture.setAttribute("aria-label", `${t("The track")}. ${told}`);
  }
}
