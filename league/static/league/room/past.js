// The scrubber: the game as it stood after any step.
import { json, say } from "./dom.js";
import { standings } from "./standings.js";
import { Track } from "./track.js";
import { Words } from "./words.js";

const fixed = json("fixed");
let now = json("now");
const words = new Words(fixed);
const scrub = document.getElementById("scrub"), input = scrub.elements.at;
const track = now.ruleset === "ready-set-bet" ? new Track(document.getElementById("track"), fixed.board, words) : null;

function draw() {
  if (track) track.draw(now.view);
  say(document.getElementById("headline"), now.headline);
  say(document.getElementById("said"), now.said);
  say(document.getElementById("step"), String(now.version));
  const back = document.getElementById("rewind");
  if (back) {
    back.href = back.href.replace(/\d+$/, now.version);
    back.hidden = now.version >= Number(input.max);
  }
  standings(document.getElementById("seats"), now);
}

let asking = false, wanted = null;
async function show(step) {
  wanted = step;
  if (asking) return;
  asking = true;
  while (wanted !== null) {
    const address = new URL(fixed.now_at, location.href);
    address.searchParams.set("at", wanted);
    wanted = null;
    const answer = await fetch(address, { credentials: "same-origin" }).catch(() => null);
    if (answer && answer.ok) {
      now = await answer.json();
      draw();
    }
  }
  asking = false;
}

input.addEventListener("input", () => {
  say(document.getElementById("step"), input.value);
  show(input.value);
});
input.addEventListener("change", () => {
  const here = new URL(location.href);
  here.searchParams.set("at", input.value);
  history.replaceState(null, "", here);
});
draw();
