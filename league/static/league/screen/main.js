// The big screen and the overlay: nobody taps here (but to let it speak). The same store and stream as on phones; each
// game has its own drawing, and whatever an element in the page is missing for (an overlay has few) isn't drawn.
import { json, say } from "../room/dom.js";
import { Status } from "../room/status.js";
import { Store } from "../room/store.js";
import { Stream } from "../room/stream.js";
import { Words } from "../room/words.js";
import { Caller } from "./calls.js";
import { Countdown } from "./countdown.js";
import { follow } from "./follow.js";
import { Moment } from "./moment.js";
import { Panel } from "./panel.js";
import { Side } from "./side.js";
import { Voice } from "./voice.js";

// A page loads the drawing of its own game only.
const GAMES = {
  "ready-set-bet": () => import("./horses.js"),
  racehorse: () => import("./cardtable.js"),
  greyhounds: () => import("./greyhounds.js"),
};

const fixed = json("fixed"), first = json("now");
const { Game } = await (GAMES[first.ruleset] || (() => import("./sheet.js")))();
const words = new Words(fixed);
const store = new Store(first, fixed.now_at, words, fixed.credentials);
const stream = new Stream(store, fixed.live_at);
const place = (name) => document.getElementById(name);
const nobody = new EventTarget();
nobody.pending = [];

new Status(store, stream, nobody);
const moment = new Moment(place("nmb"));
const game = new Game({ fixed, store, words, place, moment });
store.attempt(() => new Panel(place("photo"), store, words, moment, game));
store.attempt(() => new Side(store, place, game));
store.attempt(() => new Countdown(place("countdown"), store));
const voice = new Voice(place("speak"));
new Caller(store, words, fixed, game, (calls) => {
  say(place("call"), calls.shown);
  voice.hear(calls);
});
if (fixed.follow_at) follow(fixed, store);
document.body.classList.add("alive");
