// A marker dragged from the tray to a spot, by mouse, pen or finger. A short touch stays a tap.
import { el } from "./dom.js";

const TAP_PX = 8;
const EDGE_PX = 70;
const SCROLL_PX = 14;

export class Drag {
  // `drop(marker, spot)`: where it was let go.
  constructor(tray, drop) {
    Object.assign(this, { drop, held: null });
    tray.addEventListener("pointerdown", (event) => this.take(event));
    addEventListener("pointermove", (event) => this.move(event)); // a quick hand has left the tray at once
    addEventListener("pointerup", (event) => this.release(event));
    addEventListener("pointercancel", () => this.end());
  }

  take(event) {
    const button = event.target.closest("[data-marker]");
    if (!button || event.button !== 0) return;
    this.held = { marker: button.dataset.marker, button, id: event.pointerId, x: event.clientX, y: event.clientY, left: false };
  }

  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < TAP_PX) return;
      held.ghost = el("span", { class: `${held.button.className} ghost`, "aria-hidden": "true" }, held.button.textContent);
      document.body.append(held.ghost);
      document.body.classList.add("dragging");
    }
    held.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    const over = this.spotAt(event);
    if (over !== held.over) {
      held.over?.classList.remove("over");
      over?.classList.add("over");
      held.over = over;
    }
    this.scroll(event.clientY);
  }

  spotAt({ clientX, clientY }) {
    return document.elementFromPoint(clientX, clientY)?.closest("[data-spot]") || null;
  }

  // Spots above and below come into reach at the edges; the tray itself lies at the lower one.
  scroll(y) {
    if (y < innerHeight - 2 * EDGE_PX) this.held.left = true;
    if (y < EDGE_PX) scrollBy(0, -SCROLL_PX);
    else if (this.held.left && y > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
  }

  release(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const spot = held.ghost && this.spotAt(event);
    this.end();
    if (spot) this.drop(held.marker, spot.dataset.spot);
  }

  end() {
    this.held?.ghost?.remove();
    this.held?.over?.classList.remove("over");
    document.body.classList.remove("dragging");
    this.held = null;
  }
}
