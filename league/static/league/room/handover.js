// A phone that plays for several seats: whom the table waits for, and nothing left to be seen when it is handed over.
export class HandOver {
  constructor(element, store) {
    Object.assign(this, { element, store });
    store.addEventListener("change", () => this.draw());
    addEventListener("pagehide", () => document.body.replaceChildren());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    store.addEventListener("gone", () => location.reload()); // handed over in another tab
    this.draw();
  }

  draw() {
    const { view } = this.store.now;
    const waited = new Set([view.turn, view.asked, ...(view.waiting || []), ...((view.draft || {}).waiting || [])]);
    for (const button of this.element.querySelectorAll("button")) {
      const turn = waited.has(Number(button.dataset.seat));
      button.classList.toggle("awaited", turn);
      button.querySelector(".turn").hidden = !turn;
    }
  }
}
