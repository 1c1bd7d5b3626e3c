// A phone that plays for several seats: nothing is left to be seen when it is handed over.
export class HandOver {
  constructor(store) {
    addEventListener("pagehide", () => document.body.replaceChildren());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    store.addEventListener("gone", () => location.reload()); // handed over in another tab
  }
}
