// Keeps a club's page live: one EventSource a page, none while the page is hidden. Needs no secure context.
// #main[data-live][data-types]: fetches its own address again when one of these events or notices comes.
"use strict";
(() => {
  const main = document.getElementById("main");
  const address = main.dataset.live;
  if (!address || !window.EventSource) return;
  const types = new Set(main.dataset.types.split(" "));
  const RETRY_MS = 3000;
  let last = null, source = null, waiting = false, ended = false, told = main.innerHTML;

  // What is the same on the new page: by id, else by kind, address and words.
  const like = (element) => element.id ? `#${CSS.escape(element.id)}` : element.localName;
  const same = (element) => [...main.querySelectorAll(like(element))].find((other) => element.id
    || (other.getAttribute("href") === element.getAttribute("href") && other.textContent === element.textContent));

  // The keyboard stays where it is, and so does what somebody has opened to read.
  const replace = (markup) => {
    const focused = main.contains(document.activeElement) ? document.activeElement : null;
    const opened = [...main.querySelectorAll("details[open]")].map((each) => each.id || each.firstElementChild.textContent);
    const shut = [...main.querySelectorAll("details:not([open])")].map((each) => each.id || each.firstElementChild.textContent);
    const inside = focused && focused.localName === "summary" ? focused.parentElement : null;
    main.innerHTML = markup;
    for (const each of main.querySelectorAll("details")) {
      const name = each.id || each.firstElementChild.textContent;
      if (opened.includes(name)) each.open = true;
      else if (shut.includes(name)) each.open = false;
    }
    const found = inside && inside.id ? main.querySelector(`#${CSS.escape(inside.id)} > summary`) : focused && same(focused);
    if (found) found.focus({ preventScroll: true });
  };

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
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main").innerHTML;
      if (fresh === told) return;
      told = fresh;
      replace(fresh);
    }, 1000);
  };

  const open = () => {
    if (source || ended || document.hidden) return;
    const from = new URL(address, location.href);
    if (last !== null) from.searchParams.set("after", last);
    const opened = (source = new EventSource(from));
    // After an answer that is no stream (a 503 while the server restarts) a browser gives up: we don't, after a pause.
    source.onerror = () => {
      if (source !== opened || source.readyState !== EventSource.CLOSED) return;
      close();
      setTimeout(() => { open(); if (source) renew(); }, RETRY_MS);
    };
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
