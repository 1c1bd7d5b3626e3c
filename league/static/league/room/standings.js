// The scoreboard's rows, as _board.html has them.
import { el, money } from "./dom.js";
import { number, t } from "./text.js";

export function standings(body, now) {
  const shown = JSON.stringify([now.seats, now.names]);
  if (!body || body.dataset.shown === shown) return;
  body.dataset.shown = shown;
  const sheet = now.ruleset === "scoresheet"; // nobody has a colour there, nor a race before
  body.replaceChildren(...now.seats.map((seat) => el("tr", { class: seat.seat === now.seat ? "me" : "" },
    el("td", {}, String(seat.rank ?? "–")),
    el("td", {}, sheet ? null : el("span", { class: `chip ${seat.colour}` }), ` ${seat.seat}`),
    el("td", {}, now.names[seat.seat] || (seat.member ? "N. N." : t("free")), seat.state === "closed" ? ` ${t("(left)")}` : ""),
    el("td", { class: "n" }, seat.score === null ? "–" : seat.unit === "$" ? money(seat.score) : `${number(seat.score)} ${seat.unit}`),
    sheet ? null : el("td", { class: "n" }, seat.delta > 0 ? `+${seat.delta}` : String(seat.delta ?? "")))));
}
