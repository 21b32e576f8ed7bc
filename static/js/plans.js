// Drawn plans that are wider than their box begin where something differs, or went wrong.
(() => {
  "use strict";

  const MARKED = ".node.added, .node.changed, .node.removed, .node.failed";
  const show = () => {
    let left = 0;
    for (const box of [...document.querySelectorAll(".plan-canvas")].reverse()) {
      const node = box.querySelector(MARKED)?.getBoundingClientRect(), edge = box.getBoundingClientRect();
      if (node) left = box.scrollLeft + node.right - edge.left - 0.8 * edge.width;
      box.scrollLeft = left; // the plan before shows the same place if nothing in it is marked
    }
  };
  document.addEventListener("plans", show);
  show();
})();
