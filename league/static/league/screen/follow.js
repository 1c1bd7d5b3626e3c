// A screen or overlay of a club shows the next game when it comes. A game that is being played is never left; one that
// is over is shown until there is another one or the night has ended.
const LOOK_MS = 4000;

export function follow(fixed, store) {
  setInterval(async () => {
    const answer = await fetch(fixed.follow_at, { cache: "no-store", credentials: fixed.credentials }).catch(() => null);
    if (!answer || !answer.ok) return;
    const { game } = await answer.json();
    const over = ["finished", "void"].includes(store.now.status);
    if (game !== fixed.game && (game || over)) location.reload();
  }, LOOK_MS);
}
