// A screen before there is a game: asks now and then whether one has been opened.
import { ask } from "./follow.js";

const LOOK_MS = 3000;
const { follow } = document.getElementById("main").dataset;
const credentials = document.body.classList.contains("overlay") ? "omit" : "same-origin";
setInterval(async () => {
  const told = await ask(follow, credentials);
  if (told && told.game) location.reload();
}, LOOK_MS);
