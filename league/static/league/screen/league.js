// A finished game counts for the league: its table is asked for again, with the page it stands on.
export async function league(element) {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("league");
    if (fresh) element.replaceChildren(...fresh.childNodes);
  } catch {
    // no network just now: the table is asked for again with the next game
  }
}
