// Speech, where somebody has tapped for it: browsers want the tap, and not every device has a voice.
import { say } from "../room/dom.js";
import { language, t } from "../room/text.js";

const PATIENCE = 4; // lines that may wait to be spoken

export class Voice {
  constructor(button) {
    this.on = false;
    if (!button) return;
    this.button = button;
    this.synth = window.speechSynthesis;
    button.hidden = false;
    button.addEventListener("click", () => this.toggle());
    if (this.synth) this.synth.addEventListener?.("voiceschanged", () => this.label());
    this.label();
  }

  get voices() {
    return this.synth ? this.synth.getVoices() : [];
  }

  label() {
    const able = this.voices.length > 0;
    this.button.disabled = !able;
    this.button.setAttribute("aria-pressed", String(this.on && able));
    say(this.button, !able ? t("No voice here") : this.on ? t("Be silent") : t("Speak"));
  }

  toggle() {
    this.on = !this.on;
    this.synth.cancel();
    if (this.on) this.speak(t("I call the race."));
    this.label();
  }

  // What nobody may miss cuts in; a roll is left out while something else is being said; the rest waits its turn.
  hear({ spoken }) {
    if (!this.on) return;
    for (const { text, loud, kind } of spoken) {
      if (loud) this.synth.cancel();
      else if (this.synth.speaking && (RUNNING.has(kind) || this.waiting >= PATIENCE)) continue;
      this.speak(text);
    }
  }

  speak(text) {
    const said = new SpeechSynthesisUtterance(text);
    said.lang = language;
    said.voice = this.voices.find((voice) => voice.lang.toLowerCase().startsWith(language)) || null;
    this.waiting = (this.waiting || 0) + 1;
    said.onend = said.onerror = () => (this.waiting -= 1);
    this.synth.speak(said);
  }
}

const RUNNING = new Set(["roll", "lead", "tie", "red_line", "exotic_possible", "exotic_off"]);
