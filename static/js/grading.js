// The grading page by keys; what is entered goes to the outbox at once.
(() => {
  "use strict";

  let desk, form, items, at, outbox, undone, following, picked, leaving;

  const radios = (item) => [...item.querySelectorAll(".pick input")];
  const grade = (item) => ({
    value: radios(item).find((radio) => radio.checked)?.value ?? "",
    skipped: item.querySelector("[name^=skipped-]").value.trim(),
    note: item.querySelector("textarea").value,
    evidence: JSON.stringify(JSON.parse(item.dataset.evidence)),
  });
  const isGiven = (given) => Boolean(given && (given.value || given.skipped));
  const sent = (given) => (isGiven(given) ? given : { withdraw: "1" });
  const mark = (text, tone = "") => {
    const found = document.getElementById("mark");
    found.textContent = text;
    found.className = `pill ${tone}`;
  };

  const show = (item, given) => {
    for (const radio of radios(item)) radio.checked = radio.value === given.value;
    item.querySelector("[name^=skipped-]").value = given.skipped;
    item.querySelector("textarea").value = given.note;
    item.dataset.evidence = given.evidence;
    item.dataset.was = JSON.stringify(given);
    told(item);
  };
  const told = (item) => {
    const pieces = JSON.parse(item.dataset.evidence).map((piece, place) => {
      const row = document.createElement("li");
      const remove = document.createElement("button");
      remove.type = "button";
      remove.className = "link small";
      remove.textContent = "remove";
      remove.addEventListener("click", () => {
        const left = JSON.parse(item.dataset.evidence);
        left.splice(place, 1);
        item.dataset.evidence = JSON.stringify(left);
        changed(item);
      });
      row.append(piece.kind === "thought" ? `“${piece.text}”` : `${piece.kind} ${piece.ref}`, " ", remove);
      return row;
    });
    item.querySelector(".evidence").replaceChildren(...pieces);
    document.getElementById("done").textContent = items.filter((one) => isGiven(grade(one))).length;
  };

  const changed = (item) => {
    const was = JSON.parse(item.dataset.was), now = grade(item);
    if (JSON.stringify(was) === JSON.stringify(now)) return outbox.drop(item.dataset.item, now);
    undone.push([item.dataset.item, was]);
    item.dataset.was = JSON.stringify(now);
    told(item);
    const isNoteAlone = !isGiven(now) && !isGiven(was); // that waits for its grade
    outbox.put(item.dataset.item, isNoteAlone ? now : sent(now), was, isNoteAlone);
  };
  const typed = (item) => outbox.put(item.dataset.item, grade(item), JSON.parse(item.dataset.was), true);
  const handIn = async () => {
    if (leaving) return;
    leaving = true;
    await handInOnce();
    leaving = false;
  };
  const handInOnce = async () => {
    const missing = items.find((item) => !isGiven(grade(item)));
    if (missing) return focus(items.indexOf(missing)), mark(`${missing.dataset.item} is not graded yet`, "failed");
    if (!(await outbox.settled())) return mark(outbox.unsent, "failed");
    try {
      const answer = await outbox.post("/hand-in", {});
      const said = await answer.json();
      if (!answer.ok) return mark(said.sentence, "bad");
      const page = "training" in desk.dataset ? null : await following;
      if (!page) return location.assign(said.next);
      desk.replaceWith(page);
      history.pushState(null, "", page.dataset.url);
      window.scrollTo(0, 0);
      begin();
    } catch {
      mark("Offline: not handed in yet. Try it again.", "failed");
    }
  };
  const lookAhead = async () => {
    const answer = await fetch(`${desk.dataset.url}/following`).catch(() => null);
    if (!answer?.ok || answer.status === 204) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("desk");
  };

  const focus = (place) => {
    at = Math.max(0, Math.min(place, items.length - 1));
    items.forEach((item, number) => item.classList.toggle("on", number === at));
    items[at].scrollIntoView({ block: "nearest" });
    (radios(items[at]).find((radio) => radio.checked) ?? radios(items[at])[0]).focus({ preventScroll: true });
  };
  const attach = (piece) => {
    const pieces = [...JSON.parse(items[at].dataset.evidence), piece];
    items[at].dataset.evidence = JSON.stringify(pieces);
    changed(items[at]);
    told(items[at]);
    focus(at);
  };
  const marked = () => {
    const found = getSelection(), text = found.toString().trim();
    const within = found.anchorNode?.parentElement?.closest("[data-passage]");
    if (text && within) return { kind: within.dataset.passage, ref: "", text: text.slice(0, 2000) };
    return picked;
  };
  const pick = (target) => {
    const row = target.closest?.(".matter tbody tr, .matter g.node");
    document.querySelector(".matter .picked")?.classList.remove("picked");
    picked = null;
    if (!row) return;
    const ref = (row.querySelector("th, .id, .name")?.textContent ?? "").replace("Node ", "").trim();
    const kind = row.dataset.call ? "call" : row.closest(".returned") ? "observation" : "node";
    picked = { kind, ref, text: "" };
    row.classList.add("picked");
  };
  const undo = () => {
    const last = undone.pop();
    if (!last) return;
    const place = items.findIndex((item) => item.dataset.item === last[0]), now = grade(items[place]);
    show(items[place], last[1]);
    outbox.put(last[0], sent(last[1]), now);
    focus(place);
  };

  const keys = {
    j: () => focus(at + 1),
    k: () => focus(at - 1),
    n: () => items[at].querySelector("textarea").focus(),
    s: () => items[at].querySelector("[name^=skipped-]").focus(),
    u: undo,
    e: () => (marked() ? attach(marked()) : form.querySelector(".attach select").focus()),
    "?": () => document.getElementById("keys").showModal(),
  };
  // An item is graded or skipped, not both.
  const chosenOnly = (field) => {
    const item = field.closest(".item"), reason = item.querySelector("[name^=skipped-]");
    if (field.type === "radio") reason.value = "";
    else if (field === reason && reason.value.trim()) for (const radio of radios(item)) radio.checked = false;
  };
  document.addEventListener("keydown", (event) => {
    if (!desk || document.querySelector("dialog[open]")) return;
    const isField = event.target.matches("textarea, select, input:not([type=radio])");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return event.preventDefault(), event.target.blur(), handIn();
    if (isField && event.key === "Escape") return focus(at);
    if (isField && event.key === "Enter" && event.target.name?.startsWith("skipped-")) return event.preventDefault(), chosenOnly(event.target), changed(items[at]), focus(at + 1);
    if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
    const radio = radios(items[at])[Number(event.key) - 1];
    if (!radio && !keys[event.key]) return;
    event.preventDefault();
    if (leaving) return; // it would go to a sheet that is not in view any more
    if (!radio) return keys[event.key]();
    radio.checked = true;
    chosenOnly(radio);
    changed(items[at]);
    focus(at + 1);
  });
  document.addEventListener("change", (event) => {
    const item = event.target.closest?.(".item"), chosen = event.target.selectedOptions?.[0];
    if (item) chosenOnly(event.target), changed(item);
    else if (chosen?.dataset.ref) attach({ kind: chosen.value, ref: chosen.dataset.ref, text: "" }), (event.target.selectedIndex = 0);
  });
  document.addEventListener("input", (event) => {
    const item = event.target.matches("textarea, [name^=skipped-]") && event.target.closest(".item");
    if (item && outbox) chosenOnly(event.target), typed(item);
  });
  document.addEventListener("click", (event) => pick(event.target));
  document.addEventListener("focusin", (event) => {
    const place = items?.indexOf(event.target.closest?.(".item")) ?? -1;
    if (place >= 0 && place !== at) focus(place);
  });
  addEventListener("online", () => outbox?.send());
  addEventListener("popstate", () => location.reload());

  const begin = () => {
    desk = document.getElementById("desk");
    if (!desk || !("open" in desk.dataset)) return;
    const here = desk;
    form = desk.querySelector("form.sheet");
    items = [...form.querySelectorAll(".item")];
    outbox = new Outbox(desk, form.elements.csrfmiddlewaretoken.value, mark);
    [undone, picked] = [[], null];
    desk.classList.add("keyed");
    form.querySelector(".attach").hidden = false;
    form.querySelector("[value=draft]").hidden = true; // every key saves
    document.getElementById("show-keys").hidden = false;
    document.getElementById("show-keys").addEventListener("click", keys["?"]);
    form.addEventListener("submit", (event) => (event.preventDefault(), event.submitter?.value === "hand-in" ? handIn() : outbox.send()));
    for (const item of items) item.dataset.was = JSON.stringify(grade(item)), told(item);
    takeUp();
    document.dispatchEvent(new Event("plans"));
    focus(Math.max(0, items.findIndex((item) => !isGiven(grade(item)))));
    following = "training" in desk.dataset ? null : lookAhead();
    following?.then((page) => (here.dataset.ahead = page ? "ready" : "none"));
    outbox.send();
  };
  // What an earlier visit could not send, or had only begun to type.
  const takeUp = () => {
    outbox.settle(Object.fromEntries(items.map((item) => [item.dataset.item, grade(item)])));
    for (const [name, { fields, held }] of [...outbox.waiting]) {
      const item = items.find((one) => one.dataset.item === name), was = grade(item);
      show(item, fields.withdraw ? Outbox.NOTHING : fields);
      if (held && isGiven(fields)) chosenOnly(item.querySelector("[name^=skipped-]")), outbox.put(name, grade(item), was);
    }
  };
  begin();
})();
