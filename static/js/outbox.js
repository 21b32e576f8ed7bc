// What is entered on a sheet, sent one after the other, and kept here until the site has it.
(() => {
  "use strict";

  const LONGEST_WAIT = 15000;
  const refusal = (sentence) => Object.assign(new Error(sentence), { isRefusal: true });

  class Outbox {
    // desk: the sheet; token: against forgery; say(text, tone): tells how far it is.
    constructor(desk, token, say) {
      this.desk = desk;
      this.token = token;
      this.say = say;
      this.revision = Number(desk.dataset.revision);
      this.waiting = new Map(JSON.parse(localStorage.getItem(this.key) ?? "[]"));
      this.tries = 0;
    }

    get key() {
      return `sheet-${this.desk.dataset.sheet}`;
    }

    get offline() {
      return `Offline: ${this.waiting.size} not saved yet`;
    }

    keep() {
      if (this.waiting.size) localStorage.setItem(this.key, JSON.stringify([...this.waiting]));
      else localStorage.removeItem(this.key);
    }

    put(item, fields) {
      this.waiting.set(item, fields);
      this.keep();
      this.say("Saving…");
      this.send();
    }

    post(path, fields) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...fields, revision: this.revision })) body.set(name, value);
      body.set("csrfmiddlewaretoken", this.token);
      return fetch(this.desk.dataset.url + path, { method: "POST", body, signal: AbortSignal.timeout(LONGEST_WAIT) });
    }

    async send() {
      if (this.sending || !this.waiting.size) return;
      this.sending = true;
      try {
        await this.sendFirst();
        this.sending = false;
        if (this.waiting.size) this.send();
      } catch (error) {
        this.sending = false;
        if (error.isRefusal) return this.say(error.message, "bad");
        this.tries += 1;
        this.say(this.offline, "failed");
        setTimeout(() => this.send(), Math.min(1000 * 2 ** this.tries, LONGEST_WAIT));
      }
    }

    async sendFirst() {
      const [item, fields] = this.waiting.entries().next().value;
      const answer = await this.post(`/items/${item}`, fields);
      const told = answer.headers.get("content-type")?.includes("json") ? await answer.json() : null;
      if (!told && answer.status < 500) throw refusal("You are signed out, or this sheet is not yours any more. Load the page again.");
      if (!told) throw new Error(answer.status);
      if (!answer.ok && told.code !== "bad_value") {
        this.waiting.clear(); // what another tab has entered meanwhile must not be overwritten later
        this.keep();
        throw refusal(told.sentence);
      }
      if (this.waiting.get(item) === fields) this.waiting.delete(item);
      this.keep();
      this.tries = 0;
      if (answer.ok) this.revision = told.revision;
      if (!answer.ok) throw refusal(told.sentence);
      if (!this.waiting.size) this.say("Saved", "ok");
    }

    async settled() {
      while (this.sending || (this.waiting.size && navigator.onLine)) await new Promise((done) => setTimeout(done, 5));
      return !this.waiting.size;
    }
  }

  window.Outbox = Outbox;
})();
