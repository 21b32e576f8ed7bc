// Buttons that copy a field. Without this file the fields can be selected and copied by hand.
"use strict";

const SHOWN_MS = 2000;

async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // There is no clipboard on plain http, save on localhost.
    field.select();
    return document.execCommand("copy");
  }
}

for (const button of document.querySelectorAll("button[data-copies]")) {
  const field = document.getElementById(button.dataset.copies);
  const label = button.textContent;
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    button.textContent = (await copied(field)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => { button.textContent = label; }, SHOWN_MS);
  });
}
