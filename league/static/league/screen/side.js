// Beside the table: who may still sit down, the bets of a running race, the league table in between.
import { say } from "../room/dom.js";
import { t } from "../room/text.js";
import { league } from "./league.js";

export class Side {
  constructor(store, place, game) {
    Object.assign(this, { store, place, game });
    store.addEventListener("event", ({ detail }) => {
      if (["game_finished", "rewound", "result_recorded"].includes(detail.type) && place("league")) league(place("league"));
    });
    store.draws(() => this.draw());
  }

  draw() {
    const { now } = this.store;
    const over = now.status === "finished" || now.status === "void";
    const running = this.game.running(now);
    const free = !over && now.seats.some((seat) => seat.member === null && seat.state !== "closed");
    this.show("join", free);
    this.show("league", !running);
    document.body.classList.toggle("running", running);
    const lamp = this.place("lamp");
    if (!lamp) return;
    const roll = running && now.view.roll ? `, ${t("roll {n}", { n: now.view.roll })}` : "";
    say(this.place("where"), over ? "" : `${now.said.split(",")[0]}${roll}`);
    const { phases, status } = this.game.words.tables;
    const text = now.status === "running" || now.status === "open" ? phases[now.phase] || now.phase : status[now.status];
    say(lamp, text);
    lamp.dataset.phase = now.status === "paused" ? "paused" : now.phase;
  }

  show(name, shown) {
    if (this.place(name)) this.place(name).hidden = !shown;
  }
}
