// SPDX-License-Identifier: Apache-2.0

// Starts the other modules and holds what they share. Every page works without them.

import * as forms from "./forms.js";
import * as live from "./live.js";

// An element with attributes and text. Text from elsewhere never becomes markup.
export function element(name, attributes = {}, text = "") {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

// At most `length` characters of a text that another program wrote.
export function clip(text, length = 500) {
  const whole = typeof text === "string" ? text : "";
  return whole.length <= length ? whole : `${whole.slice(0, length)}…`;
}

export function tone(name) {
  return ["good", "neutral", "attention", "bad"].includes(name) ? `tone-${name}` : "tone-neutral";
}

// POST with the form token, to this desk only.
export function post(path, body, options = {}) {
  return fetch(path, {
    method: "POST",
    body,
    redirect: "error",
    ...options,
    headers: { "X-Coldstar-Token": document.body.dataset.token ?? "", Accept: "application/json" },
  });
}

const announcements = element("p", { id: "announcements", class: "unseen", role: "status" });

// Tells screen readers a text that the eye already sees.
export function announce(text) {
  announcements.textContent = text;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { class: "unseen", "aria-hidden": "true", readonly: "" });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}

function addCopyButtons(root) {
  for (const button of root.querySelectorAll("button[data-copy]")) {
    if (button.dataset.ready) continue;
    button.dataset.ready = "copy";
    button.hidden = false;
    const label = button.textContent;
    button.addEventListener("click", async () => {
      const copied = await copy(button.dataset.copy);
      button.focus();
      button.textContent = copied ? "Copied" : "Not copied";
      announce(copied ? "Copied to the clipboard" : "The browser did not allow the copy");
      setTimeout(() => (button.textContent = label), 2000);
    });
  }
}

function enhance(root) {
  addCopyButtons(root);
  forms.enhance(root);
  if (root.querySelector("[data-loop]")) import("./loop.js").then((loop) => loop.enhance(root));
  if (root.querySelector("[data-interactive]")) import("./interactive.js").then((pages) => pages.enhance(root));
  if (root.querySelector("[data-scan]")) import("./scan.js").then((scan) => scan.enhance(root));
}

function start() {
  document.body.append(announcements);
  live.start(enhance);
  enhance(document);
  const current = document.querySelector(".top nav [aria-current]");
  const pages = current?.closest("nav");
  if (pages) pages.scrollLeft = current.offsetLeft - pages.offsetLeft - (pages.clientWidth - current.offsetWidth) / 2;
}

start();
