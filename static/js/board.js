// Hands the board's figure to Plotly, in the colours of the page. Without it the table tells all.
(() => {
  "use strict";

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const options = { displayModeBar: false, responsive: true };

  const coloured = (name, value) => {
    const token = /^var\((--[\w-]+)\)$/.exec(value);
    if (!token) return value;
    return getComputedStyle(document.documentElement).getPropertyValue(token[1]).trim();
  };

  const draw = () => {
    const place = document.getElementById("plot");
    if (!place) return;
    document.getElementById("plot-part").hidden = false;
    const figure = JSON.parse(place.dataset.figure, coloured);
    Plotly.react(place, figure.data, figure.layout, options);
  };

  draw();
  dark.addEventListener("change", draw);
  document.addEventListener("htmx:after:swap", draw);
})();
