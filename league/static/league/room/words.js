// Events and keys in people's words: what league/pages/words.py and sentences.py say to a page that is just loaded.
export class Words {
  constructor(fixed) {
    this.told = fixed.told;
    this.tables = fixed.words;
    this.names = {};
  }

  seat(number) {
    return this.names[number] || this.tables.seat.replace("{seat}", number);
  }

  horse(key) {
    return String(key).replace("-", "/");
  }

  spot(key) {
    if (this.tables.spots[key]) return this.tables.spots[key];
    const [kind, name, rest] = key.split(":");
    if (this.tables.kinds[kind]) return `${this.horse(name)} ${this.tables.kinds[kind]}`;
    return kind === "exotic" ? this.card(name) : kind === "prop" ? this.prop(name) : `${kind} ${name}${rest ? ":" + rest : ""}`;
  }

  marker(key) {
    if (key.startsWith("house-")) return this.tables.house_marker.replace("{n}", key.slice(6));
    const cut = key.lastIndexOf("-");
    return cut < 0 ? key.replace(/[ab]$/, "") : `${this.colour(key.slice(0, cut))} ${key.slice(cut + 1)}`;
  }

  colour(key) {
    return this.tables.colours[key] || key;
  }

  suit(key) {
    return this.tables.suit_names[key];
  }

  title(key) {
    return String(key).split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ").replace(/ (A|Of|The)\b/g, (word) => word.toLowerCase());
  }

  card(key) {
    if (/^[2-9TJQKA][SHDC]$/.test(key)) return key[0].replace("T", "10") + this.tables.suits[key[1]];
    return /[a-z]/.test(key) ? this.exotic(this.title(key)) : String(key);
  }

  // A card by its printed name: those of the house set have names in every language.
  exotic(name) {
    return this.tables.cards[name] || name;
  }

  prop(key) {
    const [first, other] = key.split(">");
    return this.ahead(first, other);
  }

  // "5 ahead of 9", "7 ahead of every blue horse"
  ahead(horse, other) {
    const text = /^[a-z]+$/.test(other) ? this.tables.ahead_of_all[other] : this.tables.ahead;
    return text.replace("{horse}", this.horse(horse)).replace("{other}", this.horse(other));
  }

  word(name, value) {
    if (Array.isArray(value)) return value.map((each) => this.word(name, each)).join(name === "dice" ? " + " : ", ") || this.tables.none;
    if (value === null || value === undefined || value === "") return "–";
    if (typeof value !== "string") return typeof value === "boolean" ? this.tables[value ? "yes" : "no"] : String(value);
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
    const seat = new RegExp(`${this.tables.seat.replace("{seat}", "(\\d+)")}\\b`, "g");
    return text.replace(seat, (whole, number) => this.names[number] || whole).replace(/\b[Ss]eats? (\d+(?:(?:, | and )\d+)*)/g, (whole, seats) =>
      seats.match(/\d+/g).every((seat) => this.names[seat]) ? seats.replace(/\d+/g, (seat) => this.names[seat]) : whole);
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
