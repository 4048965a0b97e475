// SPDX-License-Identifier: Apache-2.0

// A page that shows another server's: in a frame, or in a window that it opens. It decides nothing: it forwards every
// message with its origin and the window that sent it, and does what the desk answers.

import { announce, element, post } from "./page.js";
import { refresh } from "./live.js";

const longestMessage = 65 * 1024;
const tickGap = 15_000;
const lookGap = 500;
const retryGap = 1_000;
const longestQueue = 1_000;

class InteractivePage {
  constructor(section) {
    this.section = section;
    this.path = section.dataset.interactive;
    this.page = crypto.randomUUID();
    this.queue = Promise.resolve();
    this.waiting = 0;
    const containers = { frame: FrameContainer, window: WindowContainer };
    this.container = new containers[section.dataset.container](section, this);
    addEventListener("message", (event) => this.receive(event));
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    document.addEventListener("submit", (event) => this.submit(event));
    new MutationObserver(() => this.lookForAttention()).observe(document.querySelector("main"), { childList: true, subtree: true });
    this.attention = attention()?.dataset.attention;
    this.send({ action: "open" }).then((answer) => this.begin(answer));
  }

  begin(answer) {
    if (!answer || answer.ended) return;
    this.container.begin();
    this.events = new EventSource("/events");
    this.events.addEventListener("change", () => this.tick());
    this.timer = setInterval(() => this.tick(), tickGap);
  }

  receive(event) {
    const source = (event.source && this.container.source(event.source)) || "other";
    // The desk records what comes from elsewhere; it needs the kind only.
    const raw = textOf(event.data);
    if (source === "other" && event.origin === location.origin) return;
    this.send({ action: "message", raw, origin: event.origin, source });
  }

  // A form sent as usual would load the page anew, and a frame with it.
  async submit(event) {
    const form = event.target;
    const action = form.getAttribute("action") ?? "";
    const isKept = action.startsWith(`${this.path}/`) || action === "/scan";
    if (event.defaultPrevented || !this.container.isLoaded || !isKept) return;
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
        // A part is not replaced while a field of it is in use.
        document.activeElement?.blur();
        refresh();
      } else {
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const found = page.querySelector('main [data-test="error"]');
        this.say(form, found ? document.importNode(found, true) : problem(`The desk refused it: ${response.status}`));
      }
    } catch {
      this.say(form, problem("The desk does not answer."));
    }
    // The guard against a second click has seen it as well.
    delete form.dataset.sent;
    form.removeAttribute("aria-busy");
    this.tick();
  }

  // What the user has to do now appears above what they look at, and the browser would keep that in sight.
  lookForAttention() {
    const found = attention();
    if (found?.dataset.attention === this.attention) return;
    this.attention = found?.dataset.attention;
    if (!found) return;
    found.scrollIntoView({ block: "start" });
    announce(found.textContent);
  }

  say(form, notice) {
    this.notice = notice;
    form.before(notice);
    announce([...notice.childNodes].map((node) => node.textContent.trim()).filter(Boolean).join(". "));
  }

  tick() {
    if (!this.isDone) this.send({ action: "tick" });
  }

  leave() {
    if (this.isDone) return;
    const fields = new URLSearchParams({ action: "leave", page: this.page });
    post(`${this.path}/event`, fields, { keepalive: true }).catch(() => {});
  }

  // One after the other, so that the desk sees messages in the order in which they came. Nobody repeats a message: it is
  // kept until the desk answers. The next tick comes by itself.
  send(fields) {
    // A page that sends without end while the desk does not answer.
    if (this.waiting === longestQueue) return Promise.resolve();
    this.waiting += 1;
    this.queue = this.queue.then(() => this.deliver(fields)).catch(() => undefined).finally(() => (this.waiting -= 1));
    return this.queue;
  }

  async deliver(fields) {
    const body = new URLSearchParams({ ...fields, page: this.page });
    while (!this.isDone) {
      const response = await post(`${this.path}/event`, body).catch(() => undefined);
      if (response) return response.ok ? this.obey(await response.json().catch(() => undefined)) : undefined;
      if (fields.action === "tick") return undefined;
      await new Promise((resolve) => setTimeout(resolve, retryGap));
    }
    return undefined;
  }

  obey(answer) {
    if (!answer) return undefined;
    for (const command of answer.commands) {
      if (command.command === "done") this.end("The session has ended.");
      else this.container.obey(command);
    }
    if (!answer.current && !answer.ended) this.end("This page no longer counts: another one was opened, or the desk was started again. Reload it to go on here.");
    return answer;
  }

  end(text) {
    if (this.isDone) return;
    this.isDone = true;
    clearInterval(this.timer);
    this.events?.close();
    this.container.end();
    this.section.append(element("p", { class: "notice tone-neutral", role: "status" }, text));
  }
}

// Frames inside the page: one, and another for an onboarding.
class FrameContainer {
  constructor(section) {
    this.section = section;
    this.origin = section.dataset.origin;
  }

  get isLoaded() {
    return Boolean(this.frame);
  }

  begin() {
    this.frame = this.makeFrame(this.section.dataset.url, this.section.dataset.name);
    this.section.append(this.frame);
  }

  makeFrame(url, title) {
    const frame = element("iframe", {
      title,
      class: `framed-page framed-${this.section.dataset.look}`,
      allow: "payment",
      referrerpolicy: "origin",
      allowtransparency: "true",
      // What Meso's page needs: its scripts, its own origin, which its messages carry, and its forms. It cannot
      // navigate our page, open windows or dialogs, or start downloads.
      sandbox: "allow-scripts allow-same-origin allow-forms",
    });
    frame.src = url;
    return frame;
  }

  source(sender) {
    if (sender === this.frame?.contentWindow) return "frame";
    if (sender === this.onboarding?.contentWindow) return "onboarding";
    return undefined;
  }

  obey(command) {
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
        this.end();
        this.onboarding = this.makeFrame(command.url, `${this.section.dataset.name}: onboarding`);
        this.onboarding.classList.add("framed-onboarding");
        // Below the first one, and not over the page: what the desk shows stays in sight.
        this.section.append(this.onboarding);
        this.onboarding.scrollIntoView({ block: "start" });
        break;
      case "close-onboarding":
        this.end();
        break;
    }
  }

  end() {
    this.onboarding?.remove();
    this.onboarding = undefined;
  }
}

// A window that the page opens when the user asks for it. It stays open whatever happens here.
class WindowContainer {
  constructor(section, page) {
    this.section = section;
    this.page = page;
  }

  get isLoaded() {
    return false;
  }

  begin() {
    const link = this.section.querySelector("[data-anchor-window]");
    link.addEventListener("click", (event) => {
      // The window can read its name.
      const opened = window.open(this.section.dataset.url, "anchor", "popup,width=520,height=860");
      // A browser that blocks windows follows the link.
      if (!opened) return;
      event.preventDefault();
      this.window = opened;
      clearInterval(this.look);
      this.look = setInterval(() => this.lookAfter(), lookGap);
    });
  }

  source(sender) {
    return sender === this.window ? "window" : undefined;
  }

  // No event says that a window was closed.
  lookAfter() {
    if (!this.window.closed) return;
    clearInterval(this.look);
    this.window = undefined;
    this.page.send({ action: "closed" });
  }

  obey() {}

  end() {
    clearInterval(this.look);
  }
}

const attention = () => document.querySelector("[data-attention]");

const problem = (text) => element("p", { class: "notice tone-bad", role: "alert", "data-test": "error" }, text);

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
  for (const section of root.querySelectorAll("[data-interactive]")) {
    if (section.dataset.ready) continue;
    section.dataset.ready = "interactive";
    new InteractivePage(section);
  }
}
