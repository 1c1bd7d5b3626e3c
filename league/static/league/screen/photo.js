// The photo of the finish: the horses in the order at the line, the line itself, and who counts as win, place, show.
import { svg } from "../room/dom.js";
import { HORSE } from "../room/track.js";
import { t } from "../room/text.js";

const LANE = 48, STEP = 46, LINE = 640, WIDTH = 1000, MOST = 5, ROOM = 560;

export function photo(last, board, words) {
  const told = { win: t("Win"), place: t("Place"), show: t("Show") };
  const horses = board.horses.map((each, index) => ({ ...each, at: last.positions[index] }));
  const order = horses.filter((each) => last.show.includes(each.horse) || each.at > 0)
    .sort((one, other) => medal(one.horse, last) - medal(other.horse, last) || other.at - one.at).slice(0, Math.max(MOST, last.show.length));
  const finish = board.track.finish, height = order.length * LANE + 8;
  const step = Math.min(STEP, ROOM / Math.max(1, ...order.map((horse) => finish - horse.at)));
  const picture = svg("svg", { class: "finish-photo", viewBox: `0 0 ${WIDTH} ${height}`, role: "img" });
  const heard = [];
  picture.append(svg("rect", { class: "grass", x: 0, y: 0, width: WIDTH, height, rx: 8 }));
  order.forEach((horse, lane) => {
    const behind = finish - horse.at, y = 4 + lane * LANE, middle = y + LANE / 2;
    const x = LINE - Math.max(0, behind) * step - 32;
    picture.append(svg("line", { class: "rail", x1: 0, x2: WIDTH, y1: y, y2: y }));
    const runner = svg("g", { class: `at-line ${horse.colour}` },
      svg("path", { class: "body", d: HORSE, transform: `translate(${x} ${middle})` }), text(x - 2, middle + 5, words.horse(horse.horse), horse.horse.length > 3 ? "number-long" : "number", "middle"));
    picture.append(runner);
    const name = medals(horse.horse, last).map((key) => told[key]).join(" · ");
    if (name) picture.append(text(LINE + 66, middle + 8, name, "medal"));
    if (behind > 0) picture.append(text(LINE + 12, middle + 6, `−${behind}`, "behind"));
    heard.push(`${words.horse(horse.horse)}${name ? ` ${name}` : ""}`);
  });
  picture.append(svg("line", { class: "line", x1: LINE, x2: LINE, y1: 0, y2: height }));
  picture.setAttribute("aria-label", heard.join(", "));
  return picture;
}

const medals = (horse, last) => ["win", "place", "show"].filter((key) => last[key].includes(horse));
const medal = (horse, last) => 3 - medals(horse, last).length;

function text(x, y, words, kind, anchor = "start") {
  const made = svg("text", { x, y, class: kind, "text-anchor": anchor });
  made.textContent = words;
  return made;
}
