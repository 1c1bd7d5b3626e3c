// A game's page: what is drawn follows from the ruleset and from who looks.
import { BetBoard } from "./betboard.js";
import { Cards } from "./cards.js";
import { Choices } from "./choices.js";
import { Dogs } from "./dogs.js";
import { json } from "./dom.js";
import { HandOver } from "./handover.js";
import { LastRace } from "./lastrace.js";
import { Lines } from "./lines.js";
import { Sender } from "./sender.js";
import { Status } from "./status.js";
import { Store } from "./store.js";
import { Stream } from "./stream.js";
import { Track } from "./track.js";
import { Waited } from "./waited.js";
import { Words } from "./words.js";

const fixed = json("fixed"), now = json("now");
const words = new Words(fixed);
const store = new Store(now, fixed.now_at, words);
const stream = new Stream(store, fixed.live_at);
const sender = new Sender(store, fixed.moves_at, fixed.token, fixed.for_seat);
const place = (name) => document.getElementById(name);

const part = (make) => store.attempt(make); // one that fails leaves the others alone
part(() => new Status(store, stream, sender));
if (place("lines")) part(() => new Lines(place("lines"), store, words, fixed));

const handing = document.querySelector(".hand-over");
if (handing) part(() => new HandOver(store));
for (const element of document.querySelectorAll(".hand-over, .hands")) part(() => new Waited(element, store));

let drawn = () => false, cards = () => [];
if (now.ruleset === "ready-set-bet") {
  part(() => {
    const track = new Track(place("track"), fixed.board, words, now.seat ? "compact" : "wide");
    store.draws(() => track.draw(store.now.view));
  });
  if (now.seat) part(() => new LastRace(place("last"), store, words));
  if (now.seat) part(() => new BetBoard(place("table"), store, sender, fixed.board, words));
  drawn = (move) => ["place_bet", "place_house_bets"].includes(move.type);
} else if (now.ruleset === "racehorse") {
  part(() => new Cards(place("table"), store, sender, fixed.board, words));
  drawn = (move) => move.type === "play" && !move.fill;
  cards = () => fixed.board.pack;
} else if (now.ruleset === "greyhounds") {
  part(() => new Dogs(place("table"), store, sender, fixed.board, words));
  drawn = (move) => move.type === "place_bets" || (["play", "set_aside"].includes(move.type) && !move.fill);
  cards = ({ view, seat }) => view.dogs.filter((dog) => dog.seat === seat).flatMap((dog) => dog.set.filter((card) => !dog.played.includes(card)));
}
if (now.role !== "watch") part(() => new Choices(place("choices"), place("more"), store, sender, words, drawn, cards));
document.body.classList.add("alive");
