// SPDX-License-Identifier: Apache-2.0

// Meso's frame on a page of a session. It decides nothing: it forwards every message with its origin and the window that
// sent it, and does what the desk answers.

import { announce, element, post } from "./desk.js";
import { refresh } from "./live.js";

const longestMessage = 65 * 1024;
const tickGap = 15_000;

class Session {
  constructor(section) {
    this.section = section;
    this.path = section.dataset.ramp;
    this.origin = section.dataset.origin;
    this.page = crypto.randomUUID();
    this.queue = Promise.resolve();
    addEventListener("message", (event) => this.receive(event));
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    document.addEventListener("submit", (event) => this.submit(event));
    this.send({ action: "open" }).then((answer) => this.begin(answer));
  }

  begin(answer) {
    if (!answer || answer.ended) return;
    this.frame = this.makeFrame(this.section.dataset.url, "Meso");
    this.section.append(this.frame);
    this.events = new EventSource("/events");
    this.events.addEventListener("change", () => this.tick());
    this.timer = setInterval(() => this.tick(), tickGap);
  }

  makeFrame(url, title) {
    const frame = element("iframe", {
      title,
      class: `ramp-frame ramp-${this.section.dataset.presentation}`,
      allow: "payment",
      referrerpolicy: "origin",
      allowtransparency: "true",
    });
    frame.src = url;
    return frame;
  }

  source(event) {
    if (event.source && event.source === this.frame?.contentWindow) return "frame";
    if (event.source && event.source === this.onboarding?.contentWindow) return "onboarding";
    return "other";
  }

  receive(event) {
    const source = this.source(event);
    // The desk records what does not come from the frame; it needs the kind only.
    const raw = textOf(event.data);
    if (source === "other" && event.origin === location.origin) return;
    this.send({ action: "message", raw, origin: event.origin, source });
  }

  // A form sent as usual would load the page anew, and Meso's frame with it.
  async submit(event) {
    const form = event.target;
    const kept = [`${this.path}/response`, `${this.path}/refuse`, "/scan"];
    if (event.defaultPrevented || !this.frame || !kept.includes(form.getAttribute("action"))) return;
    event.preventDefault();
    this.notice?.remove();
    try {
      const fields = new FormData(form);
      const body = form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields);
      const response = await fetch(form.action, { method: "POST", body });
      if (response.ok) {
        const { pathname } = new URL(response.url);
        if (pathname !== this.path) return location.assign(pathname);
        form.reset();
        refresh();
      } else {
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        this.say(form, page.querySelector('main [data-test="error"]')?.textContent ?? `The desk refused it: ${response.status}`);
      }
    } catch {
      this.say(form, "The desk does not answer.");
    }
    // The guard against a second click has seen it as well.
    delete form.dataset.sent;
    form.removeAttribute("aria-busy");
    this.tick();
  }

  say(form, text) {
    this.notice = element("p", { class: "notice tone-bad", role: "alert", "data-test": "error" }, text.trim());
    form.before(this.notice);
    announce(text.trim());
  }

  tick() {
    if (!this.isDone) this.send({ action: "tick" });
  }

  leave() {
    if (this.isDone) return;
    const fields = new URLSearchParams({ action: "leave", page: this.page });
    post(`${this.path}/event`, fields, { keepalive: true }).catch(() => {});
  }

  // One after the other, so that the desk sees messages in the order in which they came.
  send(fields) {
    const body = new URLSearchParams({ ...fields, page: this.page });
    this.queue = this.queue.then(async () => {
      if (this.isDone) return undefined;
      try {
        const response = await post(`${this.path}/event`, body);
        if (!response.ok) return undefined;
        const answer = await response.json();
        this.obey(answer);
        return answer;
      } catch {
        return undefined;
      }
    });
    return this.queue;
  }

  obey(answer) {
    for (const command of answer.commands) {
      switch (command.command) {
        case "post":
          this.frame?.contentWindow?.postMessage(command.message, this.origin);
          break;
        case "hide":
          if (this.frame) this.frame.hidden = true;
          break;
        case "remove":
          this.frame?.remove();
          this.frame = undefined;
          break;
        case "open-onboarding":
          this.onboarding?.remove();
          this.onboarding = this.makeFrame(command.url, "Meso: onboarding");
          this.onboarding.classList.add("ramp-onboarding");
          this.section.append(this.onboarding);
          break;
        case "close-onboarding":
          this.onboarding?.remove();
          this.onboarding = undefined;
          break;
        case "done":
          this.end("The session has ended.");
          break;
      }
    }
    if (!answer.current && !answer.ended) this.end("Only the page that was opened last counts, and this is another one. Reload it to go on here.");
  }

  end(text) {
    if (this.isDone) return;
    this.isDone = true;
    clearInterval(this.timer);
    this.events?.close();
    this.onboarding?.remove();
    this.section.append(element("p", { class: "notice tone-neutral", role: "status" }, text));
  }
}

function textOf(data) {
  let text = typeof data === "string" ? data : "";
  if (typeof data === "object") {
    try {
      text = JSON.stringify(data) ?? "";
    } catch {
      text = "";
    }
  }
  return text.slice(0, longestMessage);
}

export function enhance(root) {
  for (const section of root.querySelectorAll("[data-ramp]")) {
    if (section.dataset.ready) continue;
    section.dataset.ready = "ramp";
    new Session(section);
  }
}
