// SPDX-License-Identifier: Apache-2.0

// What the other modules share: elements, texts, requests to the desk. It imports none of them.

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

// Puts the place of these texts on the page.
export function addAnnouncements() {
  document.body.append(announcements);
}
