// Marks the seats that the table waits for, wherever a page lists seats: [data-seat] gets the class "awaited", and what
// is only of use then (".turn", ".default") is shown.
export class Waited {
  constructor(element, store) {
    Object.assign(this, { element, store });
    store.draws(() => this.draw());
  }

  draw() {
    const { view, status } = this.store.now;
    const waited = status === "finished" ? new Set() : new Set([view.turn, view.asked, ...(view.waiting || []), ...((view.draft || {}).waiting || [])]);
    for (const each of this.element.querySelectorAll("[data-seat]")) {
      const turn = waited.has(Number(each.dataset.seat));
      each.classList.toggle("awaited", turn);
      for (const part of each.querySelectorAll(".turn, .default")) part.hidden = !turn;
    }
  }
}
