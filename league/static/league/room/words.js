// Events and keys in people's words: what league/pages/words.py and sentences.py say to a page that is just loaded.
export class Words {
  constructor(fixed) {
    this.told = fixed.told;
    this.tables = fixed.words;
    this.names = {};
  }

  seat(number) {
    return this.names[number] || `Seat ${number}`;
  }

  horse(key) {
    return String(key).replace("-", "/");
  }

  spot(key) {
    if (this.tables.spots[key]) return this.tables.spots[key];
    const [kind, name, rest] = key.split(":");
    if (this.tables.kinds[kind]) return `${this.horse(name)} ${this.tables.kinds[kind]}`;
    return kind === "exotic" ? this.title(name) : `${kind} ${name}${rest ? ":" + rest : ""}`;
  }

  marker(key) {
    if (key.startsWith("house-")) return `House marker ${key.slice(6)}`;
    const cut = key.lastIndexOf("-");
    return cut < 0 ? key.replace(/[ab]$/, "") : `${key.slice(0, cut)} ${key.slice(cut + 1)}`;
  }

  title(key) {
    return String(key).split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ").replace(/ (A|Of|The)\b/g, (word) => word.toLowerCase());
  }

  card(key) {
    if (/^[2-9TJQKA][SHDC]$/.test(key)) return key[0].replace("T", "10") + this.tables.suits[key[1]];
    return /[a-z]/.test(key) ? this.title(key) : String(key);
  }

  prop(key) {
    const [first, other] = key.split(">");
    return `${this.horse(first)} ahead of ${/^[a-z]+$/.test(other) ? `every ${other} horse` : this.horse(other)}`;
  }

  word(name, value) {
    if (Array.isArray(value)) return value.map((each) => this.word(name, each)).join(name === "dice" ? " + " : ", ") || "none";
    if (value === null || value === undefined || value === "") return "–";
    if (typeof value !== "string") return typeof value === "boolean" ? (value ? "True" : "False") : String(value);
    if (name === "spot") return this.spot(value);
    if (name === "marker") return this.marker(value);
    if (["horse", "win", "place", "show"].includes(name)) return this.horse(value);
    if (["card", "cards", "exotics"].includes(name)) return this.card(value);
    return name === "props" ? this.prop(value) : value;
  }

  line(event) {
    const data = event.data;
    const fits = (this.told[event.type] || []).find((each) =>
      Object.entries(each.when).every(([name, value]) => same(data[name] ?? null, value)));
    const word = (name) => name === "seat" ? this.seat(data.seat) : this.word(name, data[name === "chair" ? "seat" : name]);
    if (fits) return fits.text.replace(/{(\w+)}/g, (_, name) => word(name));
    const rest = Object.entries(data).map(([name, value]) => `${name} ${this.word(name, value)}`).join(", ");
    return event.type.replaceAll("_", " ") + (rest ? `: ${rest}` : "");
  }

  // "Seat 2 wins" → "Ann wins"
  named(text) {
    return text.replace(/\b[Ss]eats? (\d+(?:(?:, | and )\d+)*)/g, (whole, seats) =>
      seats.match(/\d+/g).every((seat) => this.names[seat]) ? seats.replace(/\d+/g, (seat) => this.names[seat]) : whole);
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
