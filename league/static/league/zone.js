// A new club most likely plays where this browser is.
"use strict";
(() => {
  const select = document.querySelector("select[name=timezone]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (select && [...select.options].some((option) => option.value === here)) select.value = here;
})();
