// A screen or overlay of a club shows the next game when it comes. It says which one it shows: a game that is being
// played is never left; one that is over is shown until there is another one or the night has ended.
const LOOK_MS = 4000;

export function follow(fixed, store) {
  const address = new URL(fixed.follow_at, location.href);
  address.searchParams.set("following", fixed.game);
  setInterval(async () => {
    const told = await ask(address, fixed.credentials);
    if (!told) return;
    const { game } = told;
    const over = ["finished", "void"].includes(store.now.status);
    if (game !== fixed.game && (game || over)) location.reload();
  }, LOOK_MS);
}

// → {"game": id or null}; null where nobody answered.
export async function ask(address, credentials) {
  try {
    const answer = await fetch(address, { cache: "no-store", credentials });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
