// One EventSource for all tabs of a browser that show the same, none for those that are hidden. A phone that slept, was
// in a lift or lost its Wi-Fi gets what it missed: the stream is opened again after the last event known, and the state
// is asked for at once.
import { Sharing } from "./sharing.js";

const LOOK_MS = 12000;
const LOOK_RUNNING_MS = 5000;
const ASLEEP_MS = 4000;
const LAG_MS = 2000;
const RETRY_MS = 1500;

export class Stream extends EventTarget {
  constructor(store, address) {
    super();
    this.store = store;
    this.address = address;
    this.source = null;
    this.ended = false;
    this.tick = this.looked = Date.now();
    this.sharing = new Sharing([address, store.now.role, store.now.seat].join("|"), {
      known: () => store.known,
      take: (event) => this.take(event),
      listen: () => this.listen(),
      leave: () => this.hangUp(),
      open: () => this.open(),
    });
    for (const name of ["visibilitychange", "resume"]) document.addEventListener(name, () => this.wake());
    for (const name of ["pageshow", "online", "focus"]) addEventListener(name, () => this.wake());
    addEventListener("offline", () => this.cut());
    setInterval(() => this.beat(), 1000);
    this.open();
  }

  say(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  open() {
    if (this.source || this.ended || this.sharing.busy || document.hidden) return;
    this.sharing.open();
  }

  take(event) {
    this.say("live");
    this.store.take(event);
  }

  listen() {
    if (this.source || this.ended || document.hidden) return;
    const from = new URL(this.address, location.href);
    from.searchParams.set("after", this.store.known);
    const source = (this.source = new EventSource(from));
    source.onopen = () => this.say("live");
    source.onmessage = (message) => {
      const event = JSON.parse(message.data);
      this.take(event);
      this.sharing.pass(event);
    };
    source.onerror = () => {
      if (this.source !== source) return;
      this.say(navigator.onLine === false ? "offline" : "lost");
      this.close(); // its own retry would ask after an event that may be old by now
      this.retry();
    };
    source.addEventListener("reset", () => location.reload());
    source.addEventListener("end", () => {
      this.ended = true;
      this.close();
      this.store.load();
    });
  }

  // The browser says there is no network at all. It may be wrong, so we go on trying.
  cut() {
    this.close();
    this.say("offline");
    this.retry();
  }

  retry() {
    clearTimeout(this.retrying);
    this.retrying = setTimeout(() => this.open(), RETRY_MS);
  }

  close() {
    this.hangUp();
    this.sharing.close();
  }

  hangUp() {
    if (this.source) this.source.close();
    this.source = null;
  }

  // A page that was frozen had no second between two ticks.
  beat() {
    const passed = Date.now() - this.tick;
    this.tick = Date.now();
    if (passed > ASLEEP_MS) this.wake();
    else if (Date.now() - this.looked > (this.store.now.status === "running" ? LOOK_RUNNING_MS : LOOK_MS)) this.look();
  }

  wake() {
    this.tick = Date.now();
    if (document.hidden) {
      this.close();
      return;
    }
    if (this.waking) return;
    this.looked = Date.now();
    this.waking = setTimeout(() => (this.waking = null), 300);
    this.close();
    this.open();
    this.store.load(this.store.now.version);
  }

  // Comments that keep a stream alive are nothing a script hears: so now and then we ask whether we are up to date.
  async look() {
    this.looked = Date.now();
    if (document.hidden || this.ended) return;
    const answered = await this.store.load(this.store.now.version);
    if (!answered) return this.say(navigator.onLine === false ? "offline" : "lost");
    if (this.source ? this.source.readyState === EventSource.OPEN : this.sharing.follows) this.say("live");
    if (this.store.now.version > this.store.known) setTimeout(() => this.catchUp(this.store.known), LAG_MS);
  }

  catchUp(known) {
    if (this.store.known > known || this.store.now.version <= known) return;
    this.close(); // the answer knew more than the stream has told
    this.open();
  }
}
