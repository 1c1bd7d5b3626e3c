// What happened, in words, the newest first. The page keeps the last ones; all of them are in the history.
import { el } from "./dom.js";

const KEEP = 30;

export class Lines {
  constructor(list, store, words) {
    this.list = list;
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
    const item = el("li", { value: event.version }, el("time", {}, at), " ", this.words.line(event));
    item.dataset.type = event.type;
    this.list.prepend(item);
    while (this.list.children.length > KEEP) this.list.lastElementChild.remove();
  }
}
