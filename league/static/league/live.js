// Keeps a page live: one EventSource a page, none while the page is hidden. Needs no secure context.
//  - #main[data-live][data-types]: fetches its own address again when one of these events comes.
//  - #lines[data-live]: adds each event as a line, by the sentences in #told, and renews #board.
"use strict";
(() => {
  const lines = document.getElementById("lines");
  const board = document.getElementById("board");
  const main = document.getElementById("main");
  const address = lines ? lines.dataset.live : main.dataset.live;
  if (!address || !window.EventSource) return;
  const types = lines ? null : new Set(main.dataset.types.split(" "));
  const told = lines ? JSON.parse(document.getElementById("told").textContent) : null;
  let last = null, source = null, waiting = false, ended = false;

  const plain = (value) =>
    Array.isArray(value) ? value.map(plain).join(", ") : value === null || value === undefined || value === "" ? "–" : String(value);
  const word = (name, data) =>
    name === "seat" ? told.seats[data.seat] || `Seat ${data.seat}` : plain(data[name === "chair" ? "seat" : name]);
  const line = (event) => {
    const fits = (told.sentences[event.type] || []).find((each) =>
      Object.entries(each.when).every(([name, value]) => (data(event)[name] ?? null) === value));
    if (fits) return fits.text.replace(/{(\w+)}/g, (_, name) => word(name, data(event)));
    const rest = Object.entries(data(event)).map(([name, value]) => `${name} ${plain(value)}`).join(", ");
    return event.type.replaceAll("_", " ") + (rest ? `: ${rest}` : "");
  };
  const data = (event) => event.data;

  // At most one renewal a second, and one after the last event.
  const renew = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(async () => {
      waiting = false;
      const answer = await fetch(board ? board.dataset.at : location.href, { credentials: "same-origin" }).catch(() => null);
      if (!answer || !answer.ok) return;
      const text = await answer.text();
      if (board) board.innerHTML = text;
      else main.innerHTML = new DOMParser().parseFromString(text, "text/html").getElementById("main").innerHTML;
    }, 1000);
  };

  const take = (message) => {
    last = message.lastEventId || last;
    const event = JSON.parse(message.data);
    if (!lines) {
      if (types.has(event.type)) renew();
      return;
    }
    const item = document.createElement("li");
    item.value = event.version;
    const time = document.createElement("time");
    time.textContent = event.recorded_at.slice(11, 19);
    item.append(time, " ", line(event));
    lines.prepend(item);
    renew();
  };

  const open = () => {
    if (source || ended || document.hidden) return;
    const from = new URL(address, location.href);
    if (last !== null) from.searchParams.set("after", last);
    source = new EventSource(from);
    source.onmessage = take;
    source.addEventListener("reset", () => location.reload());
    source.addEventListener("end", () => { ended = true; close(); });
  };
  const close = () => {
    if (source) source.close();
    source = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  open();
})();
