// The console: what is typed, sent, kept until it is saved, and shown when it is answered.
(() => {
  "use strict";

  const desk = document.getElementById("main");
  const attempt = desk.dataset.attempt;
  const base = desk.dataset.console;
  const at = (id) => document.getElementById(id);
  const store = (name) => `touchstone/${attempt}/${name}`;
  const random = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
  const seat = random();
  const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const typing = (element) => element?.matches?.("input:not([type=radio]), textarea, select");

  // --- What is shown -------------------------------------------------------------------------

  const STATES = {
    saved: "Saved",
    sending: "Sending …",
    offline: "Offline",
    taken: "In another window",
    signedout: "Signed out",
    over: "Ended",
  };
  let connected = true;
  let stopped = "";

  function showState() {
    const waiting = outbox.items.length + (notes.dirty ? 1 : 0);
    const state = stopped || (!connected || !navigator.onLine ? "offline" : waiting ? "sending" : "saved");
    const pill = at("saved");
    let text = STATES[state];
    if (state === "offline" && waiting) text = `Offline: ${waiting} to be sent`;
    if (pill.textContent !== text) pill.textContent = text;
    pill.dataset.state = state;
  }

  function banner(text, label, act) {
    const note = document.createElement("p");
    note.className = "note";
    note.append(Object.assign(document.createElement("span"), { textContent: text }));
    if (label) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
      button.addEventListener("click", act);
      note.append(button);
    }
    at("banner").replaceChildren(...(text ? [note] : []));
  }

  function stop(state, text, label, act) {
    stopped = state;
    for (const control of desk.querySelectorAll("#tool-form button, #search")) control.disabled = true;
    banner(text, label, act);
    showState();
  }

  const toPage = () => location.assign(desk.dataset.page);

  function over() {
    localStorage.removeItem(store("draft"));
    stop("over", "The attempt has ended.", "See what came of it", toPage);
  }

  function taken() {
    stop("taken", "The attempt is being continued in another window. What was typed here stays.", "Continue here", () =>
      location.reload(),
    );
  }

  // Puts calls where they belong by their numbers, each once; and shows how far it is.
  function fold(html) {
    const parts = new DOMParser().parseFromString(html, "text/html");
    const list = at("calls");
    let newest = null;
    for (const call of parts.querySelectorAll("[data-event]")) {
      const number = Number(call.dataset.event);
      last = Math.max(last, number);
      if (at(call.id)) continue;
      const older = [...list.children].find((other) => Number(other.dataset.event) < number);
      list.insertBefore(call, older ?? null);
      newest = call;
    }
    const standing = parts.getElementById("standing");
    if (standing) {
      at("standing").replaceWith(standing);
      clock.set();
    }
    if (!newest) return;
    at("no-calls").hidden = true;
    showRaw(newest);
    newest.parentElement.closest(".pane").scrollTop = 0;
    at("heard").textContent = newest.getAttribute("aria-label");
  }

  let last = Number(desk.dataset.number);

  let rawShown = false;
  function showRaw(root) {
    for (const raw of root.querySelectorAll(".raw")) {
      raw.hidden = !rawShown;
      raw.previousElementSibling.hidden = rawShown;
    }
  }
  function toggleRaw() {
    rawShown = !rawShown;
    at("raw").setAttribute("aria-pressed", String(rawShown));
    showRaw(desk);
  }

  // --- The clock: the server's time, ticking on ---------------------------------------------

  const clock = {
    since: 0,
    set() {
      this.since = performance.now();
      this.tick();
    },
    tick() {
      const { used, left, paused } = at("standing").dataset;
      const gone = paused === undefined ? (performance.now() - this.since) / 1000 : 0;
      this.show("used", Number(used) + gone);
      if (left !== undefined) this.show("left", Math.max(0, Number(left) - gone));
    },
    show(which, seconds) {
      const place = at("standing").querySelector(`[data-clock=${which}]`);
      const whole = Math.floor(seconds);
      const two = (number) => String(number).padStart(2, "0");
      const hours = Math.floor(whole / 3600);
      const minutes = Math.floor((whole % 3600) / 60);
      if (place) place.textContent = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
    },
  };

  // --- What is to be sent: kept here until the server has answered ---------------------------

  const outbox = {
    items: JSON.parse(localStorage.getItem(store("outbox")) ?? "[]"),
    busy: false,
    wait: 0,

    keep() {
      if (this.items.length) localStorage.setItem(store("outbox"), JSON.stringify(this.items));
      else localStorage.removeItem(store("outbox"));
      showState();
    },
    put(path, fields) {
      this.items.push({ path, fields: [...fields, ["key", random()]] });
      this.keep();
      this.run();
    },
    async run() {
      if (this.busy || stopped) return;
      this.busy = true;
      while (this.items.length && !stopped) {
        const answer = await post(this.items[0].path, [...this.items[0].fields, ["seat", seat]]);
        if (answer === null) {
          this.wait = Math.min(5000, (this.wait || 250) * 2);
          setTimeout(() => this.run(), this.wait);
          break;
        }
        this.wait = 0;
        const item = this.items.shift();
        this.keep();
        settle(item, answer);
      }
      this.busy = false;
      showState();
    },
  };

  // What to do about what the server said; null if it has to be sent again.
  async function post(path, fields) {
    let response;
    try {
      response = await fetch(base + path, {
        method: "POST",
        headers: { "X-CSRFToken": csrf },
        body: new URLSearchParams(fields),
        signal: AbortSignal.timeout(30000),
      });
    } catch {
      connected = false;
      showState();
      return null;
    }
    connected = true;
    if (response.redirected) {
      signedOut();
      return null;
    }
    const reason = response.headers.get("X-Reason") ?? "";
    if (["busy", "not_saved"].includes(reason) || (response.status >= 500 && reason !== "errored")) return null;
    return { status: response.status, reason, text: await response.text() };
  }

  function signedOut() {
    stop("signedout", "You are signed out. Sign in in another window, then go on here: nothing is lost.", "Go on", () =>
      location.reload(),
    );
  }

  const ENDED = ["ended", "errored", "outdated"];

  function settle(item, { status, reason, text }) {
    if (ENDED.includes(reason)) return over();
    if (reason === "taken_over") return taken();
    if (reason === "paused") return location.reload();
    if (item.path === "/finish" && status === 204) return leave();
    if (reason === "untypable") return put(text);
    if (status >= 400) return banner(reason ? text : "The site did not take this. Load the page anew and try again.");
    banner("");
    fold(text);
    line.seen();
    if (reason === "over") over();
  }

  function leave() {
    localStorage.removeItem(store("draft"));
    stopped = "over";
    toPage();
  }

  // --- What others do in the attempt, and what was missed while away -------------------------

  const line = {
    socket: null,
    wait: 0,
    open(take) {
      const scheme = location.protocol === "https:" ? "wss:" : "ws:";
      const query = new URLSearchParams({ after: last, seat, ...(take ? { take: 1 } : {}) });
      this.socket = new WebSocket(`${scheme}//${location.host}/ws/attempts/${attempt}/console?${query}`);
      this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
      this.socket.addEventListener("close", (event) => (event.code === 4404 ? signedOut() : this.again()));
    },
    hear({ number, news, seat: mine, over: ended }) {
      this.wait = 0;
      this.settled = true;
      connected = true;
      if (news) fold(news);
      last = Math.max(last, number);
      if (ended) over();
      else if (!mine) taken();
      else outbox.run();
      showState();
    },
    // What came in answer to a call need not be told again.
    seen() {
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(String(last));
    },
    again() {
      if (stopped) return;
      connected = false;
      showState();
      this.wait = Math.min(5000, (this.wait || 250) * 2);
      setTimeout(() => this.open(!this.settled), this.wait);
    },
  };

  // --- Tools: searched, opened, filled in, run -----------------------------------------------

  const search = at("search");
  const options = () => [...at("hits").querySelectorAll("[data-tool]")];

  function choose(option) {
    for (const other of at("hits").querySelectorAll("[aria-selected=true]")) other.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) search.setAttribute("aria-activedescendant", option.id);
    else search.removeAttribute("aria-activedescendant");
  }

  function step(by) {
    const all = options();
    const now = all.findIndex((option) => option.ariaSelected === "true");
    choose(all[Math.max(0, Math.min(all.length - 1, now + by))]);
  }

  function showHits(shown) {
    desk.classList.toggle("hits-shown", shown);
    search.setAttribute("aria-expanded", String(shown));
  }

  const toolPath = (name) => `${base}/tools/${encodeURIComponent(name)}`;

  async function openTool(name, query) {
    await htmx.ajax("GET", `${toolPath(name)}?${new URLSearchParams(query)}`, { target: "#tool", swap: "innerHTML" });
    draft();
    focusForm();
  }

  function put(html) {
    at("tool").innerHTML = html;
    htmx.process(at("tool"));
    draft();
    (at("tool").querySelector("[aria-invalid]") ?? at("tool").querySelector("input, textarea"))?.focus();
  }

  function focusForm() {
    const form = at("tool-form");
    if (!form) return;
    showHits(false);
    if (stopped) for (const button of form.querySelectorAll("button")) button.disabled = true;
    (form.querySelector(".field input, .field textarea, .field select") ?? form.querySelector("button.primary")).focus();
  }

  const typed = (form) => [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");

  function run(form) {
    if (stopped) return;
    outbox.put("/call", [["tool", form.dataset.tool], ...typed(form)]);
  }

  // What is being filled in survives a reload.
  function draft() {
    const form = at("tool-form");
    if (form) localStorage.setItem(store("draft"), JSON.stringify({ tool: form.dataset.tool, fields: typed(form) }));
  }

  async function restoreDraft() {
    const kept = JSON.parse(localStorage.getItem(store("draft")) ?? "null");
    if (!kept) return;
    const path = toolPath(kept.tool);
    await htmx.ajax("GET", path, { target: "#tool", swap: "innerHTML" });
    const values = new Map(kept.fields);
    if (values.has("json")) await htmx.ajax("POST", path, { target: "#tool", swap: "innerHTML", values: { csrfmiddlewaretoken: csrf } });
    for (const [name, value] of values) {
      const field = at("tool-form")?.elements.namedItem(name);
      if (field) field.value = value;
    }
    focusForm();
  }

  // --- Values from results, put into fields --------------------------------------------------

  let field = null;
  const valueOf = (span) => span.dataset.value ?? span.textContent;

  function use(value) {
    const form = at("tool-form");
    if (!form) return;
    if (!field?.isConnected) field = form.querySelector(".field input, .field textarea, .field select");
    if (!field) return;
    if (field.matches("select")) {
      const option = [...field.options].find((one) => one.value === value || one.textContent === value);
      if (option) field.value = option.value;
    } else if (field.id === "json" || field.dataset.kind === "json") {
      field.setRangeText(JSON.stringify(value), field.selectionStart, field.selectionEnd, "end");
    } else if (field.dataset.kind === "lines") {
      const before = field.value && !field.value.endsWith("\n") ? `${field.value}\n` : field.value;
      field.value = `${before}${value}\n`;
    } else {
      field.value = value;
    }
    field.focus();
    draft();
  }

  const picker = {
    list: null,
    open() {
      this.close();
      this.list = Object.assign(document.createElement("ul"), { id: "picker", className: "hits picker" });
      this.list.setAttribute("role", "listbox");
      this.list.setAttribute("aria-label", "Values from the results");
      field.after(this.list);
      field.setAttribute("aria-controls", "picker");
      this.typed = field.dataset.kind === "lines" || field.id === "json" ? "" : field.value;
      this.fill();
    },
    // The values whose rows have all that was typed, newest first; each value once.
    fill() {
      const words = this.typed.toLowerCase().split(/\s+/).filter(Boolean);
      const found = new Map();
      for (const span of at("calls").querySelectorAll(".out .val")) {
        const beside = (span.closest("tr, .object, li") ?? span).querySelectorAll(".val");
        const around = [span, ...beside].map((one) => one.textContent).slice(0, 12).join(" · ");
        if (!words.every((word) => around.toLowerCase().includes(word))) continue;
        if (!found.has(valueOf(span))) found.set(valueOf(span), around);
        if (found.size === 50) break;
      }
      this.list.replaceChildren(...[...found].map(([value, around], place) => this.option(value, around, place)));
      if (!found.size) this.list.append(Object.assign(document.createElement("li"), { className: "none", textContent: "No result has that." }));
      this.step(1);
    },
    option(value, around, place) {
      const option = Object.assign(document.createElement("li"), { id: `pick-${place}` });
      option.setAttribute("role", "option");
      option.dataset.pick = value;
      const text = document.createElement("span");
      text.className = "mono";
      text.textContent = value;
      const context = document.createElement("small");
      context.textContent = around.split(" · ").filter((text) => text !== value).join(" · ").slice(0, 120);
      option.append(text, context);
      return option;
    },
    step(by) {
      const all = [...this.list.querySelectorAll("[data-pick]")];
      const now = all.findIndex((option) => option.ariaSelected === "true");
      for (const option of all) option.setAttribute("aria-selected", "false");
      const next = all[Math.max(0, Math.min(all.length - 1, now + by))];
      if (!next) return;
      next.setAttribute("aria-selected", "true");
      next.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", next.id);
    },
    take() {
      const chosen = this.list.querySelector("[aria-selected=true]");
      this.close();
      if (chosen) use(chosen.dataset.pick);
    },
    close() {
      this.list?.remove();
      this.list = null;
      field?.removeAttribute("aria-activedescendant");
      field?.removeAttribute("aria-controls");
    },
    // Whether a key meant the list of values.
    key(event) {
      if (!this.list) return false;
      if (event.key === "ArrowDown") this.step(1);
      else if (event.key === "ArrowUp") this.step(-1);
      else if (event.key === "Enter") this.take();
      else if (event.key === "Escape" || event.key === "Tab") this.close();
      else return false;
      return event.key !== "Tab";
    },
  };

  // --- Notes ---------------------------------------------------------------------------------

  const notes = {
    dirty: false,
    timer: 0,
    changed() {
      this.dirty = true;
      showState();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.send(), 600);
    },
    async send() {
      const text = at("notes").value;
      const answer = await post("/notes", [["notes", text]]);
      if (answer === null) this.timer = setTimeout(() => this.send(), 3000);
      else this.dirty = at("notes").value !== text;
      showState();
    },
  };

  // --- Keys ----------------------------------------------------------------------------------

  function goTo(by) {
    const all = [...desk.querySelectorAll(".call")];
    const now = all.indexOf(document.activeElement.closest(".call"));
    all[Math.max(0, Math.min(all.length - 1, now + by))]?.focus();
  }

  function edit() {
    const call = document.activeElement.closest(".call") ?? desk.querySelector(".call");
    call?.querySelector("[data-edit]").click();
  }

  const KEYS = {
    "/": () => search.select(),
    "?": () => at("keys").showModal(),
    j: () => goTo(1),
    k: () => goTo(-1),
    e: edit,
    r: toggleRaw,
    n: () => at("notes").focus(),
    f: () => at("finish").showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.isComposing) return;
    const on = event.target;
    if (picker.key(event)) return event.preventDefault();
    if (on === search) return searchKey(event);
    if (on.closest("#tool-form")) return formKey(event, on);
    if (event.key === "Escape" && typing(on)) return on.blur();
    if (typing(on) || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });

  function searchKey(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter") openChosen();
    else if (event.key === "Escape") focusForm();
    else return;
    event.preventDefault();
  }

  let opening = false;

  // The tool that is meant may still be on its way: then it is opened when it has come.
  function openChosen() {
    opening = at("hits").dataset.query !== search.value.trim();
    if (opening) return;
    const option = options().find((one) => one.ariaSelected === "true") ?? options()[0];
    if (option) openTool(option.dataset.tool, { q: search.value });
  }

  function formKey(event, on) {
    if (event.altKey && event.key === "ArrowDown" && on.matches(".field input, .field textarea")) picker.open();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run(at("tool-form"));
    else if (event.key === "Escape") on.blur();
    else if (!typing(on) && !event.ctrlKey && !event.metaKey && KEYS[event.key]) KEYS[event.key]();
    else return;
    event.preventDefault();
  }

  // --- Events --------------------------------------------------------------------------------

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "tool-form") return;
    event.preventDefault();
    run(event.target);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target === search) showHits(true);
    if (field !== target && picker.list) picker.close();
    if (target.closest(".field") && target.closest("#tool-form")) field = target;
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id === "notes") notes.changed();
    if (!target.closest("#tool-form")) return;
    draft();
    if (!picker.list) return;
    picker.typed = target.value;
    picker.fill();
  });
  document.addEventListener("mousedown", (event) => {
    // The field in focus stays in focus when a value is clicked.
    if (event.target.closest(".val, [data-pick], .hits")) event.preventDefault();
  });
  document.addEventListener("click", ({ target }) => {
    const hit = target.closest("#hits [data-tool]");
    const opens = target.closest("[data-opens]");
    const edits = target.closest("[data-edit]");
    if (hit) openTool(hit.dataset.tool, { q: search.value });
    if (opens) at(opens.dataset.opens).showModal();
    if (edits) openTool(edits.dataset.tool, { from: edits.dataset.edit });
    if (target.closest("[data-pick]")) {
      const { pick } = target.closest("[data-pick]").dataset;
      picker.close();
      use(pick);
    } else if (target.closest(".val")) use(valueOf(target.closest(".val")));
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (document.activeElement === search) choose(options()[0]);
    if (opening) openChosen();
    if (event.target.closest?.("#tool-form, #tool") && at("tool-form")) draft();
    showRaw(desk);
  });

  at("raw").addEventListener("click", toggleRaw);
  at("finish").addEventListener("close", () => {
    if (at("finish").returnValue !== "send") return;
    outbox.put("/finish", new FormData(at("finish").querySelector("form")));
  });
  at("pause").addEventListener("close", async () => {
    if (at("pause").returnValue !== "send") return;
    const answer = await post("/pause", new FormData(at("pause").querySelector("form")));
    if (answer === null) banner("The site could not be reached: the clock is still running. Try it again.");
    else location.reload();
  });
  at("resume")?.addEventListener("click", async () => {
    if ((await post("/resume", [])) === null) banner("The site could not be reached. Try it again.");
    else location.reload();
  });
  window.addEventListener("online", () => outbox.run());
  window.addEventListener("offline", showState);
  window.addEventListener("beforeunload", (event) => {
    if (notes.dirty && !stopped) event.preventDefault();
  });

  clock.set();
  setInterval(() => clock.tick(), 1000);
  if (at("standing").dataset.paused !== undefined) {
    stop("", "The attempt is paused: the clock stands still, and no call is taken. Resume to go on.");
    for (const control of desk.querySelectorAll("#search")) control.disabled = true;
    stopped = "paused";
    at("saved").textContent = "Paused";
  } else {
    showHits(true);
    restoreDraft();
    line.open(true);
    search.focus();
  }
})();
