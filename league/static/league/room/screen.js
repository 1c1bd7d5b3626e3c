// The big screen and the overlay: nobody taps here. The same store and stream as on phones.
import { Cards } from "./cards.js";
import { Dogs } from "./dogs.js";
import { el, json, money, say } from "./dom.js";
import { Status } from "./status.js";
import { Store } from "./store.js";
import { Stream } from "./stream.js";
import { and, language, t } from "./text.js";
import { Track } from "./track.js";
import { Words } from "./words.js";

const MOMENT_MS = 2600, BRIEFLY_MS = 1300, LOOK_MS = 4000;
const CALLED = new Set(["race_started", "rolled", "red_line_crossed", "betting_closed", "race_finished", "seat_settled", "vip_paid",
  "paused", "resumed", "race_abandoned", "rewound", "game_finished", "seat_taken", "house_chosen", "trick_taken", "pitch_won",
  "deal_scored", "ranked", "finished"]);
const LOUD = new Set(["race_started", "betting_closed", "race_finished", "red_line_crossed", "game_finished", "rolled"]);

const fixed = json("fixed"), first = json("now");
const words = new Words(fixed);
const store = new Store(first, fixed.now_at, words);
const stream = new Stream(store, fixed.live_at);
const nobody = new EventTarget();
nobody.pending = [];
const place = (name) => document.getElementById(name);
new Status(store, stream, nobody);

let track = null;
if (first.ruleset === "ready-set-bet") {
  track = new Track(place("track"), fixed.board, words, "screen");
  const draw = () => {
    track.draw(store.now.view);
    bets();
  };
  store.addEventListener("change", draw);
  draw();
} else if (first.ruleset === "racehorse") new Cards(place("table"), store, nobody, fixed.board, words);
else if (first.ruleset === "greyhounds") new Dogs(place("table"), store, nobody, fixed.board, words);

function between() {
  const { now } = store;
  const racing = ["betting", "no_more_bets", "bidding", "playing", "play"].includes(now.phase);
  if (place("league")) place("league").hidden = racing;
  if (place("join")) place("join").hidden = now.status !== "open";
  if (!racing && place("call") && now.headline !== place("call").dataset.said) {
    place("call").dataset.said = now.headline;
    say(place("call"), now.headline);
    if (place("dice")) say(place("dice"), "");
  }
  if (place("bets-box")) place("bets-box").hidden = !racing || !(now.view.bets || []).length;
}
store.addEventListener("change", between);
between();

function bets() {
  const list = place("bets");
  if (!list || !store.now.view.bets) return;
  const shown = store.now.view.bets.slice(-12).reverse();
  const key = JSON.stringify(shown);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...shown.map((bet) => el("li", {}, el("b", {}, words.seat(bet.seat)), ` ${t("{marker} on {spot}", { marker: words.marker(bet.marker), spot: words.spot(bet.spot) })}`,
    el("small", {}, ` ${bet.pays}:1`))));
}

function moment(element, text) {
  if (!element) return;
  if (text) element.replaceChildren(text);
  element.hidden = false;
  clearTimeout(element.timer);
  element.timer = setTimeout(() => (element.hidden = true), MOMENT_MS);
}

const speak = place("speak");
if (speak && window.speechSynthesis) {
  speak.hidden = false;
  speak.addEventListener("click", () => speak.setAttribute("aria-pressed", String(speak.getAttribute("aria-pressed") !== "true")));
}

store.addEventListener("event", ({ detail: event }) => {
  if (event.type === "betting_closed") moment(place("nmb"));
  if (event.type === "rolled" && place("dice")) say(place("dice"), event.data.dice.map((face) => "⚀⚁⚂⚃⚄⚅"[face - 1]).join(" "));
  if (event.type === "race_finished") finish(event.data);
  if (event.type === "seat_settled") pay(event.data);
  if (!CALLED.has(event.type)) return;
  const sentence = words.line(event);
  if (event.type !== "seat_settled") say(place("call"), sentence);
  if (speak && speak.getAttribute("aria-pressed") === "true" && LOUD.has(event.type)) {
    speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = language;
    speechSynthesis.speak(utterance);
  }
});

// The photo finish: who won, placed, showed; then who was paid what.
function finish(data) {
  const photo = place("photo");
  if (!photo || !data.win) return;
  const medal = (name, horses) => el("p", {}, el("small", {}, name), ` ${horses.map((horse) => words.horse(horse)).join(", ") || "–"}`);
  photo.replaceChildren(el("h2", {}, t("Race {race}: {horses} won", { race: data.race, horses: and(data.win.map((horse) => words.horse(horse))) })),
    medal(t("Win"), data.win), medal(t("Place"), data.place), medal(t("Show"), data.show), el("ul", { class: "payouts" }));
  photo.hidden = false;
  setTimeout(() => (place("nmb").hidden = true), BRIEFLY_MS);
  clearTimeout(photo.timer);
  photo.timer = setTimeout(() => (photo.hidden = true), Math.max(4000, (store.now.view.pace_ms || 0) * 4));
}

function pay(data) {
  const list = document.querySelector("#photo .payouts");
  const gain = data.won === undefined ? null : data.won - data.lost + (data.forgiven || 0);
  if (!list || gain === null) return;
  list.append(el("li", { class: gain < 0 ? "down" : gain ? "up" : "" }, `${words.seat(data.seat)} ${gain < 0 ? "▼" : gain ? "▲" : "="} ${money(gain)}`));
}

store.addEventListener("event", ({ detail: event }) => {
  if (event.type === "race_started" && place("photo")) place("photo").hidden = true;
});

// A finished game counts for the league: its table is asked for again.
async function league() {
  const answer = await fetch(location.href, { credentials: "same-origin", cache: "no-store" }).catch(() => null);
  if (!answer || !answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("league");
  if (fresh && place("league")) place("league").replaceChildren(...fresh.childNodes);
}
store.addEventListener("event", ({ detail: event }) => {
  if (["game_finished", "rewound"].includes(event.type) && place("league")) league();
});

// Follows the club: another game, another page.
if (fixed.follow_at) {
  setInterval(async () => {
    const answer = await fetch(fixed.follow_at, { cache: "no-store" }).catch(() => null);
    if (!answer || !answer.ok) return;
    const { game } = await answer.json();
    if (game && game !== fixed.game) location.reload();
  }, LOOK_MS);
}
