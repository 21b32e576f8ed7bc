// The console: what is typed, sent, kept until it is saved, and shown when it is answered.
(() => {
  "use strict";

  const desk = document.getElementById("main");
  const attempt = desk.dataset.attempt;
  const base = desk.dataset.console;
  const at = (id) => document.getElementById(id);
  const made = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const store = (name) => `touchstone/${attempt}/${name}`;
  const kept = (name) => {
    try {
      return JSON.parse(localStorage.getItem(store(name)));
    } catch {
      return null; // there is no storage, or what lies in it is not ours
    }
  };
  const keep = (name, value) => {
    try {
      if (value === null) localStorage.removeItem(store(name));
      else localStorage.setItem(store(name), JSON.stringify(value));
    } catch {
      // There is no room: it is kept as long as the window is open.
    }
  };
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
    paused: "Paused",
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
    const note = made("p", { className: "note" });
    note.append(made("span", { textContent: text }));
    if (label) note.append(made("button", { type: "button", textContent: label, onclick: act }));
    at("banner").replaceChildren(...(text ? [note] : []));
  }

  function stop(state, text, label, act) {
    stopped = state;
    for (const control of document.querySelectorAll("#tool-form button, #search, [data-acts]")) control.disabled = true;
    banner(text, label, act);
    showState();
  }

  const toPage = () => location.assign(desk.dataset.page);
  const reload = () => location.reload();

  function over() {
    forget();
    stop("over", "The attempt has ended.", "See what came of it", toPage);
  }

  function forget() {
    for (const name of ["draft", "outbox", "notes"]) keep(name, null);
  }

  function taken() {
    stop("taken", "The attempt is being continued in another window. What was typed here stays.", "Continue here", reload);
  }

  // Puts calls where they belong by their numbers, each once; and shows how far it is.
  function fold(html) {
    const parts = new DOMParser().parseFromString(html, "text/html");
    const list = at("calls");
    let newest = null;
    for (const call of parts.querySelectorAll("[data-event]")) {
      const number = Number(call.dataset.event);
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

  // Up to which event all has been told; answers to calls of one's own may run ahead of it.
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
      const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
      const shown = parts.slice(parts[0] ? 0 : 1).map((part, n) => (n ? String(part).padStart(2, "0") : part));
      if (place) place.textContent = shown.join(":");
    },
  };

  // --- What is to be sent: kept here until the server has answered ---------------------------
  const outbox = {
    items: kept("outbox") ?? [],
    busy: false,
    wait: 0,

    set(items) {
      this.items = items;
      keep("outbox", items.length ? items : null);
      showState();
    },
    put(path, fields) {
      if (stopped) return;
      this.set([...this.items, { path, fields: [...fields, ["key", random()]] }]);
      this.run();
    },
    async run() {
      if (this.busy || stopped) return;
      this.busy = true;
      try {
        while (this.items.length && !stopped) {
          const [item, ...rest] = this.items;
          const answer = await post(item.path, [...item.fields, ["seat", seat]]);
          if (answer === null) {
            this.wait = Math.min(5000, (this.wait || 250) * 2);
            setTimeout(() => this.run(), this.wait);
            return;
          }
          this.wait = 0;
          settle(item, rest.length, answer);
        }
      } finally {
        this.busy = false;
        showState();
      }
    },
    // Answered: what was put behind it meanwhile is next.
    done() {
      this.set(this.items.slice(1));
    },
  };

  // What to do about what the server said; null if it has to be sent again.
  async function post(path, fields) {
    let response, text;
    try {
      response = await fetch(base + path, {
        method: "POST",
        headers: { "X-CSRFToken": csrf },
        body: new URLSearchParams(fields),
        signal: AbortSignal.timeout(30000),
      });
      text = await response.text();
    } catch {
      connected = false;
      showState();
      return null;
    }
    connected = true;
    const { status } = response;
    const reason = response.headers.get("X-Reason") ?? "";
    if (response.redirected || (status === 403 && !reason)) signedOut();
    else if (!["busy", "not_saved"].includes(reason) && (status < 500 || reason === "errored")) return { status, reason, text };
    return null;
  }

  function signedOut() {
    stop("signedout", "You are signed out. Sign in in another window, then go on here: nothing is lost.", "Go on", reload);
  }

  function settle(item, behind, { status, reason, text }) {
    if (["ended", "errored", "outdated"].includes(reason)) return over();
    // Nothing was done: it stays, and is sent when the clock runs on, or by the window that acts.
    if (reason === "taken_over") return taken();
    if (reason === "paused") return reload();
    if (item.path === "/finish" && status === 204) return leave();
    if (status >= 400) return refused(behind, reason, text);
    outbox.done();
    banner("");
    fold(text);
    line.own(text);
    if (reason === "over") over();
  }

  // What was to follow it may rest on it: so it is not sent.
  function refused(behind, reason, text) {
    outbox.set([]);
    const rest = behind ? ` What was to be sent after it was not sent: ${behind}.` : "";
    const why = reason ? text : "The site did not take this. Load the page anew and try again.";
    if (reason === "untypable") put(text);
    banner(reason === "untypable" ? rest.trim() : why + rest);
  }

  function leave() {
    forget();
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
    own(html) {
      const number = /data-event="(\d+)"/.exec(html)?.[1];
      if (number && this.socket?.readyState === WebSocket.OPEN) this.socket.send(number);
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

  // Selects the option that stands so far from the selected one; gives it back.
  function move(all, by) {
    const next = all[Math.max(0, Math.min(all.length - 1, all.findIndex((one) => one.ariaSelected === "true") + by))];
    for (const one of all) one.setAttribute("aria-selected", String(one === next));
    next?.scrollIntoView({ block: "nearest" });
    return next;
  }

  function step(by) {
    const next = move(options(), by);
    if (next) search.setAttribute("aria-activedescendant", next.id);
    else search.removeAttribute("aria-activedescendant");
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
    form.querySelector("button.primary").focus(); // out of the field: the next key is a key again
  }

  // What is being filled in survives a reload.
  function draft() {
    const form = at("tool-form");
    if (form) keep("draft", { tool: form.dataset.tool, fields: typed(form) });
  }

  async function restoreDraft() {
    const left = kept("draft");
    if (!left) return;
    const values = { ...Object.fromEntries(left.fields), csrfmiddlewaretoken: csrf, restore: "1" };
    await htmx.ajax("POST", toolPath(left.tool), { target: "#tool", swap: "innerHTML", values });
    if (!search.value) focusForm(); // whoever searches by now is left alone
  }

  // --- Values from results, put into fields --------------------------------------------------
  let field = null;
  const valueOf = (span) => span.dataset.value ?? span.textContent;

  // A value as JSON: numbers and truth values stand for themselves, texts in quotation marks.
  const asJson = (value, literal) => (literal ? value : JSON.stringify(value));

  function use(value, literal) {
    const form = at("tool-form");
    if (!form) return;
    if (!field?.isConnected) field = form.querySelector(".field input, .field textarea, .field select");
    if (!field) return;
    if (field.matches("select")) {
      const option = [...field.options].find((one) => one.value === value || one.textContent === value);
      if (option) field.value = option.value;
    } else if (field.id === "json" || field.dataset.kind === "json") {
      field.setRangeText(asJson(value, literal), field.selectionStart, field.selectionEnd, "end");
    } else if (field.dataset.kind === "lines") {
      const before = field.value && !field.value.endsWith("\n") ? `${field.value}\n` : field.value;
      field.value = `${before}${value}\n`;
    } else {
      field.value = value;
    }
    field.focus();
    draft();
  }

  // Below a field: type to narrow the values down. What stands in the field stays.
  const picker = {
    box: null,
    open() {
      this.close();
      this.box = at("picking").content.firstElementChild.cloneNode(true);
      field.after(this.box);
      this.fill();
      this.input.focus();
    },
    get input() {
      return this.box.firstElementChild;
    },
    // The values whose rows have all that was typed, newest first; each value once.
    fill() {
      const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const found = new Map();
      for (const span of at("calls").querySelectorAll(".out .val")) {
        const beside = (span.closest("tr, .object, li") ?? span).querySelectorAll(".val");
        const around = [span, ...beside].map((one) => one.textContent).slice(0, 12);
        if (!words.every((word) => around.join(" ").toLowerCase().includes(word))) continue;
        if (!found.has(valueOf(span))) found.set(valueOf(span), [span, around]);
        if (found.size === 50) break;
      }
      const none = made("li", { className: "none", textContent: "No result has that." });
      const all = [...found.values()].map(([span, around], place) => this.option(span, around, place));
      this.box.lastElementChild.replaceChildren(...(all.length ? all : [none]));
      this.step(1);
    },
    option(span, around, place) {
      const option = made("li", { id: `pick-${place}`, role: "option" });
      option.dataset.pick = valueOf(span);
      option.classList.toggle("lit", span.classList.contains("lit"));
      const beside = around.filter((one) => one !== span.textContent).join(" · ").slice(0, 120);
      option.append(made("span", { className: "mono", textContent: span.textContent }), made("small", { textContent: beside }));
      return option;
    },
    step(by) {
      const next = move([...this.box.querySelectorAll("[data-pick]")], by);
      if (next) this.input.setAttribute("aria-activedescendant", next.id);
    },
    take(option) {
      this.close();
      if (option) use(option.dataset.pick, option.classList.contains("lit"));
      else field.focus();
    },
    close() {
      this.box?.remove();
      this.box = null;
    },
    // Whether a key meant the list of values.
    key(event) {
      if (!this.box) return false;
      if (event.key === "ArrowDown") this.step(1);
      else if (event.key === "ArrowUp") this.step(-1);
      else if (event.key === "Enter") this.take(this.box.querySelector("[aria-selected=true]"));
      else if (event.key === "Escape" || event.key === "Tab") this.take(null);
      else return false;
      return true;
    },
  };

  // --- Notes ---------------------------------------------------------------------------------
  const notes = {
    dirty: false,
    timer: 0,
    changed() {
      this.dirty = true;
      keep("notes", at("notes").value);
      showState();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.send(), 600);
    },
    // What was typed and not yet saved when the window was closed.
    restore() {
      const left = kept("notes");
      if (left === null) return;
      at("notes").value = left;
      this.changed();
    },
    async send() {
      const text = at("notes").value;
      const answer = await post("/notes", [["notes", text]]);
      if (answer?.status === 204 && at("notes").value === text) {
        this.dirty = false;
        keep("notes", null);
      } else if (!stopped) this.timer = setTimeout(() => this.send(), 3000);
      showState();
    },
  };

  // Stops the clock or lets it run on; the page shows what came of it.
  async function turn(path, said) {
    if ((await post(path, said)) === null) banner("The site could not be reached: the clock is as it was. Try it again.");
    else reload();
  }

  // --- Keys ----------------------------------------------------------------------------------
  function goTo(by) {
    const all = [...desk.querySelectorAll(".call")];
    all[Math.max(0, all.indexOf(document.activeElement.closest(".call")) + by)]?.focus();
  }

  function edit() {
    (document.activeElement.closest(".call") ?? desk).querySelector("[data-edit]")?.click();
  }

  const KEYS = {
    "/": () => search.select(),
    "?": () => at("keys").showModal(),
    j: () => goTo(1),
    k: () => goTo(-1),
    e: edit,
    r: toggleRaw,
    n: () => at("notes").focus(),
    f: () => stopped || at("finish").showModal(),
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
    else if (event.key === "Escape") search.blur();
    else if (!search.value && (event.key === "/" || event.key === "?")) KEYS[event.key]();
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
    // A key that is held down is one wish, not many.
    if (event.repeat && event.key === "Enter" && !on.matches("textarea")) return event.preventDefault();
    if (event.altKey && event.key === "ArrowDown" && on.matches(".field input, .field textarea")) picker.open();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.repeat || run(at("tool-form"));
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
    if (picker.box?.contains(target)) return;
    picker.close();
    if (target.closest(".field") && target.closest("#tool-form")) field = target;
  });
  document.addEventListener("input", ({ target }) => {
    if (target.id === "notes") notes.changed();
    if (picker.box?.contains(target)) picker.fill();
    else if (target.closest("#tool-form")) draft();
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
    const value = target.closest(".val");
    if (target.closest("[data-pick]")) picker.take(target.closest("[data-pick]"));
    else if (value) use(valueOf(value), value.classList.contains("lit"));
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (document.activeElement === search && !options().some((one) => one.ariaSelected === "true")) step(1);
    if (opening) openChosen();
    if (event.target.closest?.("#tool-form, #tool") && at("tool-form")) draft();
    showRaw(desk);
  });

  at("raw").addEventListener("click", toggleRaw);
  const sent = (id, act) =>
    at(id).addEventListener("close", () => at(id).returnValue === "send" && act(new FormData(at(id).querySelector("form"))));
  sent("finish", (said) => outbox.put("/finish", said));
  sent("pause", (said) => turn("/pause", said));
  at("resume")?.addEventListener("click", () => turn("/resume", []));
  window.addEventListener("online", () => outbox.run());
  window.addEventListener("offline", showState);

  clock.set();
  setInterval(() => clock.tick(), 1000);
  if (at("standing").dataset.paused !== undefined) {
    stop("paused", "The attempt is paused: the clock stands still, and no call is taken. Resume to go on.");
  } else {
    showHits(true);
    restoreDraft();
    notes.restore();
    line.open(true);
    search.focus();
  }
})();
