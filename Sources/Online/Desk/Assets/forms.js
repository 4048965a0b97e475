// SPDX-License-Identifier: Apache-2.0

// Checks while the user types, files dropped on a form, and protection against sending a form twice.

import { clip, element, post, tone } from "./page.js";

const typingPause = 400;
const mostNotices = 20;

// Checks a form with the desk: one request at a time, and only the answer to what the form says now is shown.
class Checks {
  constructor(form) {
    this.form = form;
    this.result = form.querySelector("[data-checks-result]");
    this.places = new Map();
    for (const place of form.querySelectorAll("[data-check-for]")) this.places.set(place.dataset.checkFor, place);
    form.addEventListener("input", (event) => {
      this.places.get(event.target.name)?.setAttribute("data-stale", "");
      this.schedule(typingPause);
    });
    form.addEventListener("change", () => this.schedule(0));
    form.addEventListener("reset", () => this.schedule(0));
    if ([...this.places.keys()].some((name) => this.form.elements.namedItem(name)?.value)) this.schedule(0);
  }

  // The fields of the form, as the form would send them. Files stay where they are.
  values() {
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(this.form)) if (typeof value === "string") values.append(name, value);
    return values;
  }

  schedule(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), delay);
  }

  async run() {
    if (this.inFlight) {
      this.again = true;
      return;
    }
    const values = this.values().toString();
    if (values === this.checked) return this.freshen();
    this.inFlight = true;
    const answer = await this.ask(values);
    this.inFlight = false;
    if (this.again) {
      this.again = false;
      if (this.values().toString() !== values) return this.run();
    }
    this.checked = answer.failed ? undefined : values;
    this.show(answer);
  }

  async ask(values) {
    try {
      const body = new URLSearchParams(values);
      const response = await post(this.form.dataset.checks, body, { signal: AbortSignal.timeout(20_000) });
      const answer = await response.json();
      if (!response.ok) return { failed: true, notices: [{ tone: "attention", text: answer?.error }] };
      return answer !== null && typeof answer === "object" ? answer : {};
    } catch {
      const text = "The desk did not check the form. It checks everything again when you continue.";
      return { failed: true, notices: [{ tone: "neutral", text }] };
    }
  }

  freshen() {
    for (const place of this.places.values()) place.removeAttribute("data-stale");
  }

  show({ fields, notices }) {
    const known = fields !== null && typeof fields === "object" ? fields : {};
    for (const [name, place] of this.places) {
      const check = Object.hasOwn(known, name) ? known[name] : undefined;
      const text = clip(check?.text);
      place.classList.remove("tone-good", "tone-neutral", "tone-attention", "tone-bad");
      if (text) place.classList.add(tone(check.tone));
      if (place.textContent !== text) place.textContent = text;
      const control = this.form.elements.namedItem(name);
      if (control instanceof Element) {
        if (text && check.tone === "bad") control.setAttribute("aria-invalid", "true");
        else control.removeAttribute("aria-invalid");
      }
    }
    this.freshen();
    if (!this.result) return;
    const shown = (Array.isArray(notices) ? notices : []).filter((notice) => clip(notice?.text)).slice(0, mostNotices);
    const signature = JSON.stringify(shown.map((notice) => [notice.tone, clip(notice.text)]));
    if (signature === this.signature) return;
    this.signature = signature;
    this.result.setAttribute("aria-live", "polite");
    this.result.replaceChildren(
      ...shown.map((notice) => element("p", { class: `notice ${tone(notice.tone)}` }, clip(notice.text))),
    );
  }
}

// A file dropped anywhere on the form goes into its file input and sends the form.
function addDrop(form) {
  const input = form.querySelector('input[type="file"]');
  if (!input) return;
  let inside = 0;
  const mark = (change) => {
    inside = Math.max(inside + change, 0);
    form.classList.toggle("dropping", inside > 0);
  };
  form.addEventListener("dragenter", () => mark(1));
  form.addEventListener("dragleave", () => mark(-1));
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    inside = 0;
    mark(0);
    if (event.dataTransfer.files.length === 0) return;
    const taken = new DataTransfer();
    const files = [...event.dataTransfer.files].slice(0, input.multiple ? undefined : 1);
    for (const file of files) taken.items.add(file);
    input.files = taken.files;
    form.requestSubmit();
  });
}

// A file dropped beside its place must not replace the page.
function guardPage() {
  for (const type of ["dragover", "drop"]) {
    addEventListener(type, (event) => {
      if (!event.defaultPrevented && event.dataTransfer?.types.includes("Files")) {
        event.preventDefault();
        event.dataTransfer.dropEffect = "none";
      }
    });
  }
}

// A second click on “Submit” while the first one is on its way does nothing.
function guardForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method")?.toLowerCase() !== "post") return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "true";
    form.setAttribute("aria-busy", "true");
    setTimeout(() => release(form), 10_000);
  });
  addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(release));
}

function release(form) {
  delete form.dataset.sent;
  form.removeAttribute("aria-busy");
}

let guarded = false;

export function enhance(root) {
  if (!guarded) {
    guarded = true;
    guardPage();
    guardForms();
  }
  for (const form of root.querySelectorAll("form[data-checks]")) {
    if (form.dataset.ready) continue;
    form.dataset.ready = "checks";
    for (const place of form.querySelectorAll("[data-check-for]")) describe(form, place);
    new Checks(form);
  }
  for (const form of root.querySelectorAll("form[data-drop]")) {
    if (form.dataset.dropReady) continue;
    form.dataset.dropReady = "true";
    addDrop(form);
  }
}

// Screen readers read a field's check together with the field.
function describe(form, place) {
  const control = form.elements.namedItem(place.dataset.checkFor);
  if (!(control instanceof Element)) return;
  place.id ||= `check-${place.dataset.checkFor}`;
  const described = (control.getAttribute("aria-describedby") ?? "").split(/\s+/).filter(Boolean);
  if (!described.includes(place.id)) control.setAttribute("aria-describedby", [...described, place.id].join(" "));
}
