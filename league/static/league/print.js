// A button that prints the page; without script there is none, and the browser's own does.
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => window.print());
