// SPDX-License-Identifier: Apache-2.0

// Keeps a page current: server-sent events say that something changed, and the page then replaces its live parts. What
// the user types, selects, scrolls or watches stays as it is.

import { clip, element } from "./page.js";

const shortestGap = 300;
const longestDelay = 30_000;
const served = new WeakMap();

let enhance = () => {};
let source;
let failures = 0;
let timer;
let running = false;
let again = false;
let lastStart = 0;

export function start(enhancePart) {
  enhance = enhancePart;
  const live = document.querySelectorAll("[data-live]");
  for (const part of live) served.set(part, part.outerHTML);
  if (live.length === 0 && !document.querySelector("[data-progress]")) return;
  if (!document.hidden) connect();
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : resume()));
  // A postponed part is replaced when the user leaves its field.
  document.addEventListener("focusout", (event) => {
    if (event.target.closest?.("[data-live][data-late]")) setTimeout(refresh, 200);
  });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", (event) => event.persisted && resume());
  addEventListener("online", resume);
  watchSleep();
}

// Connection

// A browser opens six connections to a server at most, for all its tabs: hidden pages give theirs back.
function disconnect() {
  clearTimeout(timer);
  source?.close();
  source = undefined;
}

function resume() {
  if (document.hidden) return;
  disconnect();
  connect();
  refresh();
}

function connect() {
  source = new EventSource("/events");
  source.addEventListener("open", () => {
    const reconnected = failures > 0;
    failures = 0;
    say("");
    if (reconnected) refresh();
  });
  source.addEventListener("change", refresh);
  source.addEventListener("progress", (event) => showProgress(event.data));
  source.addEventListener("error", retry);
}

// Asks again after 1, 2, 4 … 30 seconds. The page itself is fetched too: it says why the events do not come, and it
// stays correct when only they are missing.
function retry() {
  disconnect();
  if (document.hidden) return;
  failures += 1;
  const delay = Math.min(1000 * 2 ** (failures - 1), longestDelay) * (0.85 + 0.3 * Math.random());
  timer = setTimeout(async () => {
    const state = await refresh();
    if (state === "gone") say("The desk does not answer. This page may be out of date. Trying again.");
    if (state === "current" && failures > 2) say("Live updates are interrupted. The page updates every 30 seconds.");
    if (!source && !document.hidden) connect();
  }, delay);
}

// A computer that slept lost its connections without noticing.
function watchSleep() {
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - last > 90_000) resume();
    last = now;
  }, 15_000);
}

function say(text) {
  let line = document.getElementById("connection");
  if (!line) {
    if (!text) return;
    line = element("p", { id: "connection", role: "status", hidden: "" });
    document.body.append(line);
  }
  line.hidden = text === "";
  if (line.textContent !== text) line.textContent = text;
}

function showProgress(data) {
  try {
    const { hash, text } = JSON.parse(data);
    for (const part of document.querySelectorAll(`[data-progress="${CSS.escape(hash)}"]`)) part.textContent = clip(text);
  } catch {
    // Not for this page.
  }
}

// Refresh

// Fetches the page and replaces its live parts: one request at a time, and one more when something changed meanwhile.
// Returns "current", "denied" or "gone"; undefined when a request that is under way does the work.
export async function refresh() {
  if (running) {
    again = true;
    return;
  }
  running = true;
  let state;
  do {
    again = false;
    await new Promise((done) => setTimeout(done, lastStart + shortestGap - Date.now()));
    lastStart = Date.now();
    state = await fetchPage();
  } while (again && !document.hidden);
  running = false;
  return state;
}

async function fetchPage() {
  try {
    const response = await fetch(location.href.split("#")[0], {
      headers: { Accept: "text/html" },
      cache: "no-store",
      signal: AbortSignal.timeout(20_000),
    });
    if (response.status === 403) {
      say("The desk was restarted. Open the address that the desk printed.");
      return "denied";
    }
    if (!response.ok || response.redirected) return "current";
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    takeToken(page);
    if (document.querySelector("[data-live]")) document.title = page.title || document.title;
    for (const old of document.querySelectorAll("[data-live]")) {
      const fresh = page.querySelector(`[data-live="${CSS.escape(old.dataset.live)}"]`);
      if (fresh && document.contains(old)) replace(old, fresh);
    }
    return "current";
  } catch {
    return "gone";
  }
}

// A desk that was restarted has another form token.
function takeToken(page) {
  const { token } = page.body.dataset;
  if (!token || token === document.body.dataset.token) return;
  document.body.dataset.token = token;
  for (const input of document.querySelectorAll('input[type="hidden"][name="token"]')) input.value = token;
}

function replace(old, fresh) {
  const markup = fresh.outerHTML;
  if (served.get(old) === markup || old.matches("[data-loop], [data-scan]")) return;
  if (inUse(old)) {
    old.dataset.late = "";
    return;
  }
  const focus = focusedPath(old);
  keepControls(old, fresh);
  keepState(old, fresh);
  const part = document.adoptNode(fresh);
  const scrolls = scrollPositions(old);
  moveWidgets(old, part);
  old.replaceWith(part);
  served.set(part, markup);
  enhance(part.parentElement);
  for (const [index, box] of scrollBoxes(part).entries()) {
    if (scrolls[index]) box.scrollTo({ left: scrolls[index][0], top: scrolls[index][1], behavior: "instant" });
  }
  if (focus) findPath(part, focus)?.focus({ preventScroll: true });
}

// Whether the user types, selects or watches something in a part that a replacement would destroy.
function inUse(part) {
  const active = document.activeElement;
  if (part.contains(active) && active.matches("input, textarea, select, [contenteditable]")) return true;
  if (part.matches("[data-busy]") || part.querySelector("[data-busy]")) return true;
  if (document.fullscreenElement && part.contains(document.fullscreenElement)) return true;
  if ([...part.querySelectorAll('input[type="file"]')].some((input) => input.files.length > 0)) return true;
  const selection = getSelection();
  return Boolean(selection && !selection.isCollapsed && selection.rangeCount && selection.getRangeAt(0).intersectsNode(part));
}

const controlKey = (control) => {
  const exact = ["radio", "checkbox"].includes(control.type) ? control.value : "";
  return [control.form?.getAttribute("action"), control.name || control.id, exact].join(" ");
};

// What the user changed in the controls of a part, for those that the new part has too.
function keepControls(old, fresh) {
  const controls = new Map();
  for (const control of fresh.querySelectorAll("input, textarea, select")) controls.set(controlKey(control), control);
  for (const control of old.querySelectorAll("input:not([type=hidden]), textarea, select")) {
    const twin = controls.get(controlKey(control));
    if (!twin || twin.type !== control.type) continue;
    if (["radio", "checkbox"].includes(control.type)) {
      if (control.checked !== control.defaultChecked) twin.checked = control.checked;
    } else if (control instanceof HTMLSelectElement) {
      const preset = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
      const same = [...twin.options].some((option) => option.value === control.value);
      if (preset && preset.value !== control.value && same) twin.value = control.value;
    } else if (control.value !== control.defaultValue) {
      twin.value = control.value;
    }
  }
}

function keepState(old, fresh) {
  const name = (details) => details.querySelector("summary")?.textContent ?? "";
  const states = new Map([...old.querySelectorAll("details")].map((details) => [name(details), details.open]));
  for (const details of fresh.querySelectorAll("details")) {
    if (states.has(name(details))) details.open = states.get(name(details));
  }
}

// A QR loop goes on playing, and a scan panel keeps its session.
function moveWidgets(old, part) {
  for (const attribute of ["data-loop", "data-scan"]) {
    for (const widget of old.querySelectorAll(`[${attribute}][data-ready]`)) {
      const value = CSS.escape(widget.getAttribute(attribute));
      part.querySelector(`[${attribute}="${value}"]:not([data-ready])`)?.replaceWith(widget);
    }
  }
}

const scrollBoxes = (part) => [part, ...part.querySelectorAll(".scroll, pre")];
const scrollPositions = (part) => scrollBoxes(part).map((box) => [box.scrollLeft, box.scrollTop]);

// The place of the focused element in a part: its identifier, or its number among the elements of its kind.
function focusedPath(part) {
  const active = document.activeElement;
  if (!part.contains(active) || active === document.body) return undefined;
  if (active.id) return { selector: `#${CSS.escape(active.id)}`, index: 0 };
  const target = active.getAttribute("href");
  const selector = target === null ? active.localName : `${active.localName}[href="${CSS.escape(target)}"]`;
  return { selector, index: [...part.querySelectorAll(selector)].indexOf(active) };
}

function findPath(part, { selector, index }) {
  return part.matches(selector) ? part : part.querySelectorAll(selector)[index];
}
