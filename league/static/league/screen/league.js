// A finished game counts for the league: its table is asked for again, with the page it stands on.
export async function league(element) {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (!answer || !answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("league");
  if (fresh) element.replaceChildren(...fresh.childNodes);
}
