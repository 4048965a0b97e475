// SPDX-License-Identifier: Apache-2.0

// The QR loop of a request. A code stays on the screen for its whole interval and none is skipped: when the browser was
// busy, the loop runs late instead of jumping ahead.

import { announce, clip, element } from "./page.js";

const largestCode = 177;
const largestLoop = 5000;
const cachedPixels = 8_000_000;

class Loop {
  constructor(figure) {
    this.figure = figure;
    this.screen = figure.querySelector(".qr-screen");
    this.caption = figure.querySelector(".qr-caption");
    this.form = figure.querySelector(".qr-controls");
    const image = this.screen.querySelector("img");
    this.canvas = element("canvas", { role: "img", "aria-label": image?.alt || "QR codes of the request" });
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.small = document.createElement("canvas");
    this.message = element("p", { class: "notice tone-bad", role: "alert", "data-test": "error", hidden: "" });
    this.paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.position = 0;
    this.due = 0;
    this.addControls();
    this.choose();
  }

  // Controls

  addControls() {
    const button = (text, action) => {
      const made = element("button", { type: "button" }, text);
      made.addEventListener("click", action);
      return made;
    };
    this.pauseButton = button("Pause", () => this.pause(!this.paused));
    this.stepButtons = [button("Previous", () => this.step(-1)), button("Next", () => this.step(1))];
    const screenButton = button("Full screen", () => this.toggleFullScreen());
    screenButton.hidden = !document.fullscreenEnabled;
    this.place = element("span", { class: "qr-place" });
    this.buttons = element("div", { class: "qr-buttons", role: "group", "aria-label": "QR loop" });
    this.buttons.append(this.pauseButton, ...this.stepButtons, screenButton, this.place);
    this.buttons.hidden = true;
    this.screen.after(this.message, this.buttons);

    this.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.choose();
    });
    this.form?.addEventListener("change", (event) => {
      if (event.target.name === "speed") this.setSpeed();
      else this.choose();
    });
    this.screen.addEventListener("click", () => {
      if (document.fullscreenElement === this.screen) document.exitFullscreen();
    });
    document.addEventListener("fullscreenchange", () => this.fullScreenChanged());
    document.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.fit()).observe(this.screen);
  }

  value(name) {
    return this.form?.elements.namedItem(name)?.value ?? "";
  }

  key(event) {
    if (document.fullscreenElement !== this.screen || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      " ": () => this.pause(!this.paused),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  async toggleFullScreen() {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await this.screen.requestFullscreen({ navigationUI: "hide" });
    } catch {
      this.fail("The browser refused to show the code in full screen.");
    }
  }

  // The screen of the computer must not dim while a camera reads from it.
  async fullScreenChanged() {
    this.fit();
    if (document.fullscreenElement !== this.screen) {
      this.wakeLock?.release().catch(() => {});
      this.wakeLock = undefined;
      return;
    }
    try {
      this.wakeLock = await navigator.wakeLock?.request("screen");
    } catch {
      this.wakeLock = undefined;
    }
  }

  // Loading

  async choose() {
    this.loading?.abort();
    const loading = (this.loading = new AbortController());
    const address = new URL(this.figure.dataset.loop, document.baseURI);
    for (const name of ["dialect", "density", "speed"]) {
      if (this.value(name)) address.searchParams.set(name, this.value(name));
    }
    this.figure.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address, { signal: AbortSignal.any([loading.signal, AbortSignal.timeout(30_000)]) });
      const data = await response.json();
      if (loading.signal.aborted) return;
      if (typeof data.error === "string") return this.fail(clip(data.error));
      if (!response.ok) throw new Error(String(response.status));
      this.show(data);
    } catch {
      if (!loading.signal.aborted) this.fail("The desk did not send the codes. Choose the dialect again to retry.");
    } finally {
      if (this.loading === loading) this.figure.removeAttribute("aria-busy");
    }
  }

  fail(text) {
    this.message.textContent = text;
    this.message.hidden = false;
  }

  show(data) {
    const { size, quiet, codes } = data;
    const bytes = Math.ceil((size * size) / 8);
    const valid =
      Number.isInteger(size) && size > 0 && size <= largestCode && Number.isInteger(quiet) && quiet >= 0 && quiet <= 16 &&
      Array.isArray(codes) && codes.length > 0 && codes.length <= largestLoop;
    const decoded = valid ? codes.map((code) => Uint8Array.from(atob(code), (character) => character.charCodeAt(0))) : [];
    if (!valid || decoded.some((code) => code.length !== bytes)) {
      return this.fail("The desk sent codes that this page cannot show.");
    }
    this.data = data;
    this.codes = decoded;
    this.side = size + 2 * quiet;
    this.small.width = this.small.height = this.side;
    this.smallContext = this.small.getContext("2d", { alpha: false });
    this.frames = [];
    this.position = 0;
    this.message.hidden = true;
    this.buttons.hidden = false;
    this.pauseButton.hidden = this.codes.length === 1;
    for (const button of this.stepButtons) button.hidden = this.codes.length === 1;
    if (!this.canvas.isConnected) {
      this.screen.replaceChildren(this.canvas);
      this.form?.querySelector("button")?.setAttribute("hidden", "");
    }
    this.setSpeed();
    this.fit();
    this.pause(this.paused);
  }

  setSpeed() {
    const chosen = Number(this.value("speed")) || this.data?.interval || 200;
    this.interval = Math.min(Math.max(chosen, 20), 10_000);
    if (!this.data) return;
    this.describe();
    this.remember();
  }

  describe() {
    const { interval, text, enough } = this.data;
    const count = this.codes.length;
    if (!this.caption) return;
    if (this.interval === interval || count === 1) {
      this.caption.textContent = clip(text ?? "");
      return;
    }
    const needed = Number.isInteger(enough) ? Math.min(enough, count) : count;
    const seconds = (codes) => Math.ceil((codes * this.interval) / 1000);
    const rate = Math.round(10_000 / this.interval) / 10;
    this.caption.textContent =
      `${count} codes (${needed} are enough), ${rate} a second: ` +
      `about ${seconds(needed)} s to read, ${seconds(count)} s for the whole loop`;
  }

  // Keeps the choice in the address, so that a reload shows the same codes.
  remember() {
    const address = new URL(location.href);
    for (const name of ["dialect", "density", "speed"]) {
      const control = this.form?.elements.namedItem(name);
      if (control && (address.searchParams.has(name) || control.value !== defaultValue(control))) {
        address.searchParams.set(name, control.value);
      }
    }
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }

  // Playing

  pause(paused) {
    this.paused = paused;
    this.pauseButton.textContent = paused ? "Play" : "Pause";
    this.due = 0;
    this.paint();
    if (paused) this.tell();
    this.schedule();
  }

  step(by) {
    if (!this.codes) return;
    const count = this.codes.length;
    this.position = (this.position + by + count) % count;
    if (!this.paused) this.pause(true);
    this.paint();
    this.tell();
  }

  tell() {
    if (this.codes.length > 1) announce(`Paused at code ${this.position + 1} of ${this.codes.length}`);
  }

  schedule() {
    if (this.request || this.paused || !this.codes || this.codes.length === 1) return;
    this.request = requestAnimationFrame((time) => {
      this.request = undefined;
      this.tick(time);
      this.schedule();
    });
  }

  tick(time) {
    if (!this.figure.isConnected) this.paused = true;
    if (this.paused) return;
    // The interval is rounded to whole frames of the display: a steady rate matters more than the exact one.
    const half = Math.min((time - (this.last ?? 0)) / 2, 8);
    this.last = time;
    if (this.due === 0) this.due = time + this.interval;
    if (time < this.due - half) return;
    this.position = (this.position + 1) % this.codes.length;
    this.paint();
    this.due = Math.max(time, performance.now()) + this.interval;
    this.frame((this.position + 1) % this.codes.length);
  }

  // Painting

  frame(index) {
    return (this.frames[index] ??= this.render(index));
  }

  render(index) {
    const { size, quiet } = this.data;
    const code = this.codes[index];
    const image = new ImageData(this.side, this.side);
    const pixels = new Uint32Array(image.data.buffer).fill(0xffffffff);
    for (let bit = 0, row = 0; row < size; row++) {
      const start = (row + quiet) * this.side + quiet;
      for (let column = 0; column < size; column++, bit++) {
        if ((code[bit >> 3] >> (7 - (bit & 7))) & 1) pixels[start + column] = 0xff000000;
      }
    }
    return image;
  }

  paint() {
    if (!this.codes) return;
    this.smallContext.putImageData(this.frame(this.position), 0, 0);
    this.context.drawImage(this.small, 0, 0, this.canvas.width, this.canvas.height);
    this.canvas.dataset.code = this.position;
    this.place.textContent = this.codes.length > 1 ? `Code ${this.position + 1} of ${this.codes.length}` : "";
    if (this.side * this.side * this.codes.length > cachedPixels) delete this.frames[this.position];
  }

  // A whole number of device pixels for each module where that wastes little; a smoothed larger picture otherwise.
  fit() {
    if (!this.codes) return;
    const full = document.fullscreenElement === this.screen;
    const style = getComputedStyle(this.screen);
    const width = this.screen.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const room = full ? Math.min(innerWidth, innerHeight) : Math.min(width, 480);
    const exact = Math.floor((room * devicePixelRatio) / this.side);
    const scale = exact >= 3 ? exact : 6;
    const shown = exact >= 3 ? (this.side * exact) / devicePixelRatio : room;
    if (room <= 0) return;
    if (this.canvas.width !== this.side * scale) this.canvas.width = this.canvas.height = this.side * scale;
    this.canvas.style.width = this.canvas.style.height = `${shown}px`;
    this.context.imageSmoothingEnabled = false;
    this.paint();
  }
}

function defaultValue(control) {
  const options = [...(control.options ?? [])];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? control.defaultValue;
}

export function enhance(root) {
  for (const figure of root.querySelectorAll("[data-loop]")) {
    if (figure.dataset.ready || !figure.querySelector(".qr-screen")) continue;
    figure.dataset.ready = "loop";
    new Loop(figure);
  }
}
