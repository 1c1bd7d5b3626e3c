// An embedded scoreboard keeps itself up to date: it asks for its own page again, without cookie, storage or cache, and
// names what it has: the answer is empty while nothing has happened. Nothing is asked while nobody can see it; a server
// in trouble is asked less and less often.
const SLOWEST_S = 120;
let failed = 0, timer = null;

const main = () => document.getElementById("main");

async function look() {
  clearTimeout(timer);
  if (!document.hidden) failed = (await renew()) ? 0 : failed + 1;
  timer = setTimeout(look, Math.min(SLOWEST_S, Number(main().dataset.again) * 2 ** failed) * 1000);
}

async function renew() {
  const address = new URL(location.href);
  address.searchParams.set("known", main().dataset.tag);
  try {
    const answer = await fetch(address, { credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" });
    if (answer.status !== 200) return answer.ok;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
    if (fresh) main().replaceWith(document.adoptNode(fresh));
    return Boolean(fresh);
  } catch {
    return false;
  }
}

document.addEventListener("visibilitychange", () => document.hidden || look());
timer = setTimeout(look, Number(main().dataset.again) * 1000);
