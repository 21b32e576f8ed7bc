// The grading page by keys; what is entered goes to the outbox at once.
(() => {
  "use strict";

  let desk, form, items, at, outbox, undone, following, place, pressed, leaving;

  const radios = (item) => [...item.querySelectorAll(".pick input")];
  const grade = (item) => ({
    value: radios(item).find((radio) => radio.checked)?.value ?? "",
    skipped: item.querySelector("[name^=skipped-]").value.trim(),
    note: item.querySelector("textarea").value,
    evidence: JSON.stringify(pieces(item)),
  });
  const pieces = (item) => JSON.parse(item.dataset.evidence).map(({ kind, ref, text }) => ({ kind, ref, text }));
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
    const rows = pieces(item).map((piece, number) => {
      const row = document.getElementById("piece").content.firstElementChild.cloneNode(true);
      row.querySelector("span").textContent = piece.text ? `“${piece.text}”` : `${piece.kind} ${piece.ref}`;
      row.querySelector("button").addEventListener("click", () => {
        item.dataset.evidence = JSON.stringify(pieces(item).toSpliced(number, 1));
        changed(item);
      });
      return row;
    });
    item.querySelector(".evidence").replaceChildren(...rows);
    item.classList.toggle("skipped", Boolean(grade(item).skipped));
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
    const missing = items.find((item) => !isGiven(grade(item)));
    if (missing) return focus(items.indexOf(missing)), mark(`${missing.dataset.item} is not graded yet`, "failed");
    if (leaving) return;
    leaving = true;
    try {
      if (!(await outbox.settled())) return (outbox.warning = "Saved, not handed in yet"), mark(outbox.unsent, "failed");
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
    } finally {
      leaving = false;
    }
  };
  const lookAhead = async () => {
    const answer = await fetch(`${desk.dataset.url}/following`).catch(() => null);
    if (!answer?.ok || answer.status === 204) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("desk");
  };

  const focus = (number, isFirst = false) => {
    at = Math.max(0, Math.min(number, items.length - 1));
    items.forEach((item, place) => item.classList.toggle("on", place === at));
    const isBelow = matchMedia("(max-width: 900px)").matches; // of the material, which is read first
    if (!isFirst || !isBelow) items[at].scrollIntoView({ block: "nearest" });
    (radios(items[at]).find((radio) => radio.checked) ?? radios(items[at])[0]).focus({ preventScroll: true });
  };
  // The list of places shows what would be attached: chosen there, clicked, or a marked passage.
  const offer = (kind = "", ref = "", text = "") => {
    const [passage, ...others] = place.options;
    passage.value = text && kind;
    passage.textContent = text ? `“${text}”` : "choose a place";
    passage.dataset.text = text;
    place.selectedIndex = text ? 0 : 1 + others.findIndex((one) => one.value === kind && one.dataset.ref === ref);
  };
  const attach = () => {
    const { value: kind, dataset } = place.selectedOptions[0], { ref = "", text = "" } = dataset;
    if (!kind) return place.focus();
    const known = pieces(items[at]), isNew = !known.some((one) => one.kind === kind && one.ref === ref && one.text === text);
    if (isNew) items[at].dataset.evidence = JSON.stringify([...known, { kind, ref, text }]), changed(items[at]);
    else mark("That is attached already");
    getSelection().empty();
    pick(null);
    focus(at);
  };
  const pick = (row) => {
    document.querySelector(".matter .picked")?.classList.remove("picked");
    if (!row) return offer();
    const ref = (row.querySelector("th, .id, .name")?.textContent ?? "").replace("Node ", "").trim();
    offer(row.dataset.call ? "call" : row.closest(".returned") ? "observation" : "node", ref);
    row.classList.add("picked");
  };
  const undo = () => {
    const last = undone.pop();
    if (!last) return mark("Nothing to undo on this page");
    const number = items.findIndex((item) => item.dataset.item === last[0]), now = grade(items[number]);
    show(items[number], last[1]);
    outbox.put(last[0], sent(last[1]), now);
    focus(number);
  };
  const skip = (field) => {
    const hasReason = field.value.trim() || JSON.parse(items[at].dataset.was).skipped;
    field.setCustomValidity(hasReason ? "" : "Say why, or leave it by Esc");
    field.addEventListener("blur", () => field.setCustomValidity(""), { once: true });
    if (!field.reportValidity()) return;
    chosenOnly(field);
    changed(items[at]);
    focus(at + 1);
  };

  const keys = {
    j: () => focus(at + 1),
    k: () => focus(at - 1),
    n: () => items[at].querySelector("textarea").focus(),
    s: () => items[at].querySelector("[name^=skipped-]").focus(),
    u: undo,
    e: attach,
    "?": () => document.getElementById("keys").showModal(),
  };
  // An item is graded or skipped, not both.
  const chosenOnly = (field) => {
    const item = field.closest(".item"), reason = item.querySelector("[name^=skipped-]");
    if (field.type === "radio") reason.value = "";
    else if (field === reason && reason.value.trim()) for (const radio of radios(item)) radio.checked = false;
  };
  document.addEventListener("keydown", (event) => {
    pressed = false; // the mouse may have been let go outside
    if (document.querySelector("dialog[open]")) return;
    const target = event.target, isField = target.matches("textarea, select, input:not([type=radio])");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return event.preventDefault(), target.blur(), items ? handIn() : desk.querySelector(".hand-in a").click();
    if (!items) return;
    if (target === place && event.key === "Escape") offer();
    if (isField && event.key === "Escape") return focus(at);
    if (target === place && event.key === "Enter") return event.preventDefault(), attach();
    if (event.key === "Enter" && target.name?.startsWith("skipped-")) return event.preventDefault(), skip(target);
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
    const item = event.target.closest?.(".item");
    if (item) chosenOnly(event.target), changed(item);
  });
  document.addEventListener("input", (event) => {
    const item = event.target.matches("textarea, [name^=skipped-]") && event.target.closest(".item");
    if (item && outbox) chosenOnly(event.target), typed(item);
  });
  const unfold = (target) => {
    const number = items?.indexOf(target.closest?.(".item")) ?? -1;
    if (number >= 0 && number !== at) focus(number);
  };
  // A press that unfolded an item at once would move the page, and miss what it was meant for.
  document.addEventListener("mousedown", () => (pressed = true));
  document.addEventListener("mouseup", () => (pressed = false));
  document.addEventListener("focusin", (event) => pressed || unfold(event.target));
  document.addEventListener("click", ({ target }) => {
    unfold(target);
    if (items && target.closest(".matter") && getSelection().isCollapsed) pick(target.closest("tbody tr, g.node"));
  });
  document.addEventListener("selectionchange", () => {
    const found = getSelection(), text = found.toString().trim().slice(0, 2000);
    const within = found.anchorNode?.parentElement?.closest("[data-passage]");
    if (items && text && within) offer(within.dataset.passage, "", text);
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
    undone = [];
    place = form.querySelector("#place");
    desk.classList.add("keyed");
    form.querySelector(".attach").hidden = false;
    form.querySelector("#attach").addEventListener("click", attach);
    form.querySelector("[value=draft]").hidden = true; // every key saves
    document.getElementById("show-keys").hidden = false;
    document.getElementById("show-keys").addEventListener("click", keys["?"]);
    form.addEventListener("submit", (event) => (event.preventDefault(), event.submitter?.value === "hand-in" ? handIn() : outbox.send()));
    for (const item of items) item.dataset.was = JSON.stringify(grade(item)), told(item);
    takeUp();
    document.dispatchEvent(new Event("plans"));
    focus(Math.max(0, items.findIndex((item) => !isGiven(grade(item)))), true);
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
