// What happened, in words, the newest first. The page keeps the last ones; all of them are in the history.
import { el } from "./dom.js";

const KEEP = 30;

export class Lines {
  // `fixed.mend_at`: where a host corrects a move; `fixed.kept`: types of moves that nobody corrects.
  constructor(list, store, words, fixed) {
    this.list = list;
    this.fixed = fixed;
    this.words = words;
    this.zone = list.dataset.zone;
    store.addEventListener("event", (event) => this.add(event.detail));
  }

  add(event) {
    let at = event.recorded_at.slice(11, 19);
    try {
      at = new Date(event.recorded_at).toLocaleTimeString("en-GB", { timeZone: this.zone });
    } catch {
      // a zone this browser doesn't know: UTC then
    }
    const parts = [el("time", {}, at), " ", this.words.line(event)];
    const mend = this.fixed.mend_at && event.move.n === 1 && event.actor.kind !== "clock" && !this.fixed.kept.includes(event.move.type);
    const item = el("li", { value: event.version }, ...(mend ? [el("a", { href: `${this.fixed.mend_at}/${event.version}` }, ...parts)] : parts));
    item.dataset.type = event.type;
    this.list.prepend(item);
    while (this.list.children.length > KEEP) this.list.lastElementChild.remove();
  }
}
