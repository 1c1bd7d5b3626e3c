// A browser has six connections to an origin. So of all its tabs that show one game to the same person one listens to
// the stream and tells the others. No leader is elected for good: whoever opens asks whether somebody listens; whoever
// listens and is hidden, loses the line or falls silent is followed by another one. Works without a secure context.
const ANSWER_MS = 80;
const BEAT_MS = 2000;
const SILENT_MS = 5000;
const KEEP = 300;

export class Sharing {
  // `tab`: known() → the version it has been told up to; take(event); listen(): open a stream; leave(): close it;
  // open(): be live again, by whichever way.
  constructor(name, tab) {
    Object.assign(this, { tab, leads: false, follows: false, asking: null, events: [], since: 0, heard: 0 });
    this.id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.channel = window.BroadcastChannel ? new BroadcastChannel(name) : null;
    if (!this.channel) return;
    this.channel.onmessage = ({ data }) => this.hear(data);
    setInterval(() => this.beat(), BEAT_MS);
  }

  get busy() {
    return this.follows || this.asking !== null;
  }

  open() {
    if (!this.channel) return this.tab.listen();
    this.asking = setTimeout(() => this.lead(), ANSWER_MS * (0.7 + 0.6 * Math.random()));
    return this.say({ who: this.tab.known() });
  }

  close() {
    clearTimeout(this.asking);
    if (this.leads) this.say({ bye: true });
    Object.assign(this, { leads: false, follows: false, asking: null });
  }

  // What the stream has said to this tab, for the others.
  pass(event) {
    if (!this.leads) return;
    this.events.push(event);
    if (this.events.length > KEEP) this.since = this.events.shift().version;
    this.say({ event });
  }

  say(message) {
    this.channel.postMessage({ from: this.id, ...message });
  }

  lead() {
    Object.assign(this, { asking: null, leads: true, events: [], since: this.tab.known() });
    this.say({ beat: true });
    this.tab.listen();
  }

  hear({ from, to, who, mine, event, beat, bye }) {
    if (who !== undefined) {
      if (this.leads) this.say({ to: from, mine: who >= this.since ? this.events.filter((each) => each.version > who) : null });
    } else if (this.leads) {
      if (beat && from < this.id) this.yield(); // two asked at once
    } else if (mine !== undefined) {
      if (to === this.id && this.asking !== null) this.follow(mine);
    } else if (this.follows) {
      this.heard = Date.now();
      if (event) this.tab.take(event);
      if (bye) this.again();
    }
  }

  // `missed`: what was said since this tab's version; null where the other tab doesn't know all of it.
  follow(missed) {
    clearTimeout(this.asking);
    this.asking = null;
    if (missed === null) return this.tab.listen();
    Object.assign(this, { follows: true, heard: Date.now() });
    return missed.forEach((event) => this.tab.take(event));
  }

  yield() {
    this.leads = false;
    this.tab.leave();
    this.open();
  }

  again() {
    this.follows = false;
    setTimeout(() => this.tab.open(), ANSWER_MS * Math.random());
  }

  beat() {
    if (this.leads) this.say({ beat: true });
    else if (this.follows && Date.now() - this.heard > SILENT_MS) this.again();
  }
}
