// NO MORE BETS: a stamp over the race for a moment. What comes in its time (the result, where the race ends with it)
// waits until it is over, so both are seen and neither hides the other.
const LONG_MS = 2400, SHORT_MS = 1400;

export class Moment extends EventTarget {
  constructor(element) {
    super();
    this.element = element;
    this.until = 0;
  }

  get on() {
    return Boolean(this.element) && !this.element.hidden;
  }

  show() {
    if (!this.element) return;
    this.began = Date.now();
    this.element.hidden = false;
    this.end(LONG_MS);
  }

  // Something else wants the place: it gets it soon.
  hurry() {
    if (this.on) this.end(SHORT_MS);
  }

  end(after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.element.hidden = true;
      this.dispatchEvent(new Event("over"));
    }, Math.max(0, this.began + after - Date.now()));
  }
}
