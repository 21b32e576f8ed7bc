// Keys for the page of training data: K keeps, D drops, U undoes. Without this file the buttons do.
(() => {
  "use strict";

  const form = (name) => document.getElementById(name);

  // A key that is held down, or pressed again before the next page is there, must not decide twice.
  let sent = false;
  const send = (which) => {
    if (sent || !which || !which.reportValidity()) return;
    which.requestSubmit();
  };

  document.addEventListener("submit", (event) => {
    if (event.target.method !== "post") return;
    if (sent) event.preventDefault();
    sent = true;
  });
  addEventListener("pageshow", () => { sent = false; }); // also when it is gone back to

  const acts = {
    k: () => send(form("keep")),
    d: () => {
      const why = form("why");
      if (why && !why.value.trim()) why.focus();
      else send(form("drop"));
    },
    u: () => send(form("undo")),
  };

  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input:not([type=hidden]), select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
