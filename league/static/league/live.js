// Keeps a club's page live: one EventSource a page, none while the page is hidden. Needs no secure context.
// #main[data-live][data-types]: fetches its own address again when one of these events or notices comes.
"use strict";
(() => {
  const main = document.getElementById("main");
  const address = main.dataset.live;
  if (!address || !window.EventSource) return;
  const types = new Set(main.dataset.types.split(" "));
  let last = null, source = null, waiting = false, ended = false;

  // At most one renewal a second, and one after the last event; not while somebody is filling in a form.
  const renew = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(async () => {
      waiting = false;
      const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
      if (!answer || !answer.ok) return;
      const text = await answer.text();
      if (main.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return;
      main.innerHTML = new DOMParser().parseFromString(text, "text/html").getElementById("main").innerHTML;
    }, 1000);
  };

  const open = () => {
    if (source || ended || document.hidden) return;
    const from = new URL(address, location.href);
    if (last !== null) from.searchParams.set("after", last);
    source = new EventSource(from);
    source.onmessage = (message) => {
      last = message.lastEventId || last;
      if (types.has(JSON.parse(message.data).type)) renew();
    };
    source.addEventListener("notice", ({ data }) => {
      if (types.has(JSON.parse(data).notice)) renew();
    });
    source.addEventListener("reset", () => location.reload());
    source.addEventListener("end", () => { ended = true; close(); });
  };
  const close = () => {
    if (source) source.close();
    source = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  open();
})();
