// What every page shares: what is said when a part of it could not be fetched.
(() => {
  "use strict";

  const alerts = () => document.getElementById("alerts");

  const say = (text) => {
    const note = document.createElement("p");
    note.className = "note error";
    note.textContent = text;
    alerts().replaceChildren(note);
  };

  document.addEventListener("htmx:error", (event) => {
    if (!event.detail.ctx) return;
    say("The site could not be reached. Check the connection; then try it again.");
  });
  document.addEventListener("htmx:before:request", () => alerts().replaceChildren());
})();
