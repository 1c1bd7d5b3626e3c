// Events and keys in people's words: what league/pages/words.py and sentences.py say to a page that is just loaded.
export class Words {
  constructor(fixed) {
    this.told = fixed.told;
    this.tables = fixed.words;
    this.names = {};
    this.laid = new Map(); // race → its prop cards by place: a bet in the log names only the place
  }

  // A picture of the game says who sits where, and what lies now and lay in the race before.
  learn({ names, view }) {
    this.names = names;
    if (view.props) this.laid.set(view.race, view.props.map((prop) => prop.card));
    if (view.last && view.last.props) this.laid.set(view.last.race, view.last.props);
  }

  seat(number) {
    return this.names[number] || this.tables.seat.replace("{seat}", number);
  }

  horse(key) {
    return String(key).replace("-", "/");
  }

  // `race`: the one the bet is of; props are other ones in each.
  spot(key, race) {
    if (this.tables.spots[key]) return this.tables.spots[key];
    const [kind, name, rest] = key.split(":");
    if (this.tables.kinds[kind]) return `${this.horse(name)} ${this.tables.kinds[kind]}`;
    return kind === "exotic" ? this.card(name) : kind === "prop" ? this.prop((this.laid.get(race) || [])[name - 1] || name) : `${kind} ${name}${rest ? ":" + rest : ""}`;
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
    if (this.tables.vips[key]) return this.tables.vips[key];
    if (/^[2-9TJQKA][SHDC]$/.test(key)) return key[0].replace("T", "10") + this.tables.suits[key[1]];
    return /[a-z]/.test(key) ? this.exotic(this.title(key)) : String(key);
  }

  // A card by its printed name: those of the house set have names in every language.
  exotic(name) {
    return this.tables.cards[name] || name;
  }

  // "5 ahead of 9", "7 ahead of every blue horse"; "Prop 3" where nobody knows what lies there
  prop(key) {
    const [horse, other] = String(key).split(">");
    if (!other) return this.tables.prop.replace("{n}", key);
    const text = /^[a-z]+$/.test(other) ? this.tables.ahead_of_all[other] : this.tables.ahead;
    return text.replace("{horse}", this.horse(horse)).replace("{other}", this.horse(other));
  }

  word(name, value, race) {
    if (Array.isArray(value)) return value.map((each) => this.word(name, each, race)).join(name === "dice" ? " + " : ", ") || this.tables.none;
    if (value === null || value === undefined || value === "") return "–";
    if (this.tables.seats.includes(name)) return this.seat(value);
    if (typeof value !== "string") return typeof value === "boolean" ? this.tables[value ? "yes" : "no"] : String(value);
    if (name === "spot") return this.spot(value, race);
    if (name === "marker") return this.marker(value);
    if (["horse", "win", "place", "show"].includes(name)) return this.horse(value);
    if (["card", "cards", "exotics"].includes(name)) return this.card(value);
    return name === "props" ? this.prop(value) : value;
  }

  line(event) {
    const data = event.data;
    if (data.props) this.laid.set(data.race, data.props);
    const fits = (this.told[event.type] || []).find((each) =>
      Object.entries(each.when).every(([name, value]) => same(data[name] ?? null, value)));
    const word = (name) => name === "chair" ? String(data.seat) : this.word(name, data[name], data.race);
    if (fits) return fits.text.replace(/{(\w+)}/g, (_, name) => word(name));
    const rest = Object.entries(data).map(([name, value]) => `${name} ${this.word(name, value, data.race)}`).join(", ");
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
