// Adjudication by keys: a number or a grader's letter chooses what counts, G, S or T why, Enter saves.
(() => {
  "use strict";

  const form = document.getElementById("settle");
  if (!form) return;
  const choose = (radio) => {
    radio.checked = true;
    radio.focus({ preventScroll: true });
    radio.closest("label").scrollIntoView({ block: "nearest" });
  };
  const wanted = (key) => {
    const values = [...form.querySelectorAll("[name=value]")];
    const byLetter = values.find((radio) => radio.dataset.letters.split(" ").includes(key));
    const byNumber = /^[1-9]$/.test(key) ? values[Number(key) - 1] : null;
    return byNumber ?? byLetter ?? form.querySelector(`[data-key="${CSS.escape(key)}"]`);
  };

  document.addEventListener("keydown", (event) => {
    const note = form.elements.note, isNote = event.target === note;
    const saves = event.key === "Enter" && (event.ctrlKey || event.metaKey || !isNote);
    if (saves && !event.target.closest("a, button, summary")) return event.preventDefault(), form.requestSubmit();
    if (isNote && event.key === "Escape") return note.blur();
    if (isNote || event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
    const key = event.key.toUpperCase(), radio = wanted(key);
    if (key === "N") return event.preventDefault(), note.focus();
    if (radio) event.preventDefault(), choose(radio);
  });
})();
