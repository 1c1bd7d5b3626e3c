// A die as a picture: pips on a square.
import { svg } from "../room/dom.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export function die(face) {
  const pips = PIPS[face].map((at) => svg("circle", { cx: 25 + 25 * (at % 3), cy: 25 + 25 * Math.floor(at / 3), r: 9.5 }));
  return svg("svg", { class: "die-face", viewBox: "0 0 100 100" }, svg("rect", { x: 3, y: 3, width: 94, height: 94, rx: 18 }), ...pips);
}

export function show(element, faces) {
  const key = faces.join("-");
  if (!element || element.dataset.faces === key) return;
  element.dataset.faces = key;
  element.replaceChildren(...faces.map(die));
}
