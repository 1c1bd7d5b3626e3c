// A screen before there is a game: asks now and then whether one has been opened.
const { follow } = document.getElementById("main").dataset;
setInterval(async () => {
  const answer = await fetch(follow, { cache: "no-store" }).catch(() => null);
  if (answer && answer.ok && (await answer.json()).game) location.reload();
}, 3000);
