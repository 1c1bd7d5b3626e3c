// An embedded scoreboard keeps itself up to date: it asks for its own page again, without cookie or storage, and the
// browser gets 304 for it while nothing has happened. Nothing is asked while nobody can see it; a server in trouble is
// asked less and less often.
const SLOWEST_S = 120;
let failed = 0, shown = "", timer = null;

const main = () => document.getElementById("main");

async function look() {
  clearTimeout(timer);
  if (!document.hidden) {
    const text = await page();
    failed = text === null ? failed + 1 : 0;
    if (text !== null) show(text);
  }
  timer = setTimeout(look, Math.min(SLOWEST_S, Number(main().dataset.again) * 2 ** failed) * 1000);
}

async function page() {
  try {
    const answer = await fetch(location.href, { credentials: "omit", cache: "no-cache", referrerPolicy: "no-referrer" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

function show(text) {
  if (text === shown) return;
  shown = text;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  if (fresh && fresh.innerHTML !== main().innerHTML) main().replaceWith(document.adoptNode(fresh));
}

document.addEventListener("visibilitychange", () => document.hidden || look());
timer = setTimeout(look, Number(main().dataset.again) * 1000);
