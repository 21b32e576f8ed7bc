// What is entered on a sheet, sent one after the other, and kept here until the site has it.
(() => {
  "use strict";

  const LONGEST_WAIT = 15000;
  const NOTED = "Noted; it is saved with the grade";
  const NOTHING = { value: "", skipped: "", note: "", evidence: "[]" };
  const refusal = (sentence) => Object.assign(new Error(sentence), { isRefusal: true });

  class Outbox {
    // desk: the sheet; token: against forgery; say(text, tone): tells how far it is.
    constructor(desk, token, say) {
      this.desk = desk;
      this.token = token;
      this.key = `sheet-${desk.dataset.sheet}`;
      this.say = say;
      this.revision = Number(desk.dataset.revision);
      this.waiting = this.kept();
      this.tries = 0;
      this.refused = "";
      this.warning = ""; // is said instead of "Saved", until something is entered
    }

    get ready() {
      return [...this.waiting].filter(([, entry]) => !entry.held);
    }

    get going() {
      return this.tries ? this.unsent : "Saving…";
    }

    get unsent() {
      return this.refused || `Offline: ${this.ready.length} not saved yet`;
    }

    kept() {
      try {
        return new Map(JSON.parse(localStorage.getItem(this.key) ?? "[]"));
      } catch {
        return new Map(); // nothing can be kept in this browser, or it is not ours
      }
    }

    keep() {
      try {
        if (this.waiting.size) localStorage.setItem(this.key, JSON.stringify([...this.waiting]));
        else localStorage.removeItem(this.key);
      } catch {
        // the page still holds it
      }
    }

    // fields: what is entered; was: what stood there before; isBegun: it is not to be sent by itself.
    put(item, fields, was, isBegun = false) {
      const before = this.waiting.get(item), held = isBegun && before?.held !== false;
      this.waiting.set(item, { fields, from: [...new Set([...(before?.from ?? []), JSON.stringify(was)])], held });
      this.keep();
      if (held) return this.say(NOTED);
      this.refused = this.warning = "";
      this.say(this.going);
      this.send();
    }

    // Forgets what was begun if it has come back to what stood there.
    drop(item, now) {
      const entry = this.waiting.get(item);
      if (!entry?.held || entry.from[0] !== JSON.stringify(now)) return;
      this.waiting.delete(item);
      this.keep();
      this.say(this.ready.length ? this.going : "Saved");
    }

    // Drops what an earlier visit has left if the site has it, or has got something else meanwhile.
    // shown: by item, what the site has.
    settle(shown) {
      const elsewhere = [];
      for (const [item, { fields, from }] of this.waiting) {
        const there = JSON.stringify(shown[item]), isThere = there === JSON.stringify(fields.withdraw ? NOTHING : fields);
        if (!isThere && from.includes(there)) continue;
        this.waiting.delete(item);
        if (!isThere) elsewhere.push(item);
      }
      this.keep();
      if (elsewhere.length) this.say((this.warning = `Changed elsewhere meanwhile: look at ${elsewhere.join(", ")} again`), "failed");
    }

    post(path, fields) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...fields, revision: this.revision })) body.set(name, value);
      body.set("csrfmiddlewaretoken", this.token);
      return fetch(this.desk.dataset.url + path, { method: "POST", body, signal: AbortSignal.timeout(LONGEST_WAIT) });
    }

    async send() {
      if (this.sending || !this.ready.length) return;
      this.sending = true;
      this.say(this.going);
      try {
        await this.sendFirst();
        this.sending = false;
        if (this.ready.length) this.send();
        else if (this.waiting.size) this.say(NOTED);
        else this.say(this.warning || "Saved", this.warning ? "failed" : "ok");
      } catch (error) {
        this.sending = false;
        if (error.isRefusal) return this.say((this.refused = error.message), "bad");
        this.tries += 1;
        this.say(this.unsent, "failed");
        setTimeout(() => this.send(), Math.min(1000 * 2 ** this.tries, LONGEST_WAIT));
      }
    }

    async sendFirst() {
      const [item, entry] = this.ready[0];
      const answer = await this.post(`/items/${item}`, entry.fields);
      const told = answer.headers.get("content-type")?.includes("json") ? await answer.json() : null;
      if (!told && answer.status < 500) throw refusal("You are signed out, or this sheet is not yours any more. Load the page again.");
      if (!told) throw new Error(answer.status);
      if (!answer.ok && told.code !== "bad_value") {
        if (told.code !== "stale") this.waiting.clear(); // the rest is settled when the page is loaded again
        this.keep();
        throw refusal(told.sentence);
      }
      if (this.waiting.get(item) === entry) this.waiting.delete(item);
      this.keep();
      this.tries = 0;
      if (!answer.ok) throw refusal(told.sentence);
      this.revision = told.revision;
    }

    // Tries once more what was refused: its sender may have signed in again.
    async settled() {
      this.refused = "";
      this.send();
      while (!this.refused && (this.sending || (this.ready.length && navigator.onLine))) await new Promise((done) => setTimeout(done, 5));
      return !this.ready.length;
    }
  }

  Outbox.NOTHING = NOTHING;
  window.Outbox = Outbox;
})();
