// The list of tasks in the form of a set: found by their names, counted. Without this file they
// can be chosen all the same.
(() => {
  "use strict";

  const list = document.querySelector(".task-list");
  const find = document.getElementById("find-task");
  const told = document.getElementById("tasks-chosen");
  if (!list) return;
  const tasks = [...list.querySelectorAll(".choice")];

  const count = () => {
    const chosen = list.querySelectorAll("input:checked").length;
    told.textContent = chosen ? `${chosen} of ${tasks.length} chosen` : "none chosen: all of the suite";
  };

  const show = () => {
    const words = find.value.toLowerCase().split(/\s+/);
    for (const task of tasks) {
      const name = task.textContent.toLowerCase().replaceAll("_", " ");
      task.hidden = !words.every((word) => name.includes(word.replaceAll("_", " ")));
    }
  };

  find.parentElement.hidden = false;
  find.addEventListener("input", show);
  find.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // it would make the set
  });
  find.addEventListener("change", (event) => event.stopPropagation());
  list.addEventListener("change", count);
  count();
})();
