// SPDX-License-Identifier: Apache-2.0

// Reads QR codes with the camera, from pictures, from videos and from dropped or pasted text. The page only takes
// pictures: the desk decodes them in its sandboxed decoder process.

import { announce, clip, element, post } from "./page.js";
import { refresh } from "./live.js";

const widestFrame = 1280;
const frameGap = 1000 / 12;
const largestPicture = 16 * 1024 * 1024;
const longestVideo = 300;
const cameraKey = "coldstar.camera";

// Timers may fire a millisecond early.
const wait = (milliseconds) => new Promise((done) => setTimeout(done, Math.ceil(milliseconds) + 1));

const gone = "The desk does not answer. Check that its program is running, then try again.";

// A message for the user that ends what the panel does.
class Stop extends Error {}

// One message in many frames: at most one frame in flight and a bounded number a second.
class Session {
  constructor(path, about) {
    this.path = path;
    this.about = about;
    this.gap = frameGap;
    this.next = 0;
  }

  async open() {
    const { status, answer } = await this.request(this.path, new URLSearchParams({ about: this.about }));
    if (typeof answer.session !== "string") {
      throw new Stop(clip(answer.error) || (status === 0 ? gone : `The desk did not start a scan (status ${status}).`));
    }
    this.frames = `${this.path}/${encodeURIComponent(answer.session)}/frames`;
  }

  async request(path, body) {
    let response;
    try {
      response = await post(path, body, { signal: AbortSignal.timeout(20_000) });
    } catch {
      return { status: 0, answer: {} };
    }
    const answer = await response.json().catch(() => undefined);
    const readable = answer !== null && typeof answer === "object";
    return { status: response.status, answer: readable ? answer : { error: "The desk sent an unreadable answer." } };
  }

  // The answer to a frame, or undefined when the desk did not take it.
  async send(frame) {
    if (!this.frames) await this.open();
    await wait(this.next - performance.now());
    this.next = performance.now() + this.gap;
    const { status, answer } = await this.request(this.frames, frame);
    if (status === 429) {
      this.gap = Math.min(this.gap * 1.5, 2000);
      this.next = performance.now() + this.gap;
      return undefined;
    }
    if (status === 403) throw new Stop(clip(answer.error) || "The desk was restarted. Reload the page.");
    if (status === 404 || status === 410) {
      this.frames = undefined;
      return undefined;
    }
    if (status === 0) {
      this.next = performance.now() + 1000;
      return { error: "The desk does not answer. Trying again." };
    }
    this.gap = Math.max(this.gap * 0.95, frameGap);
    if (status >= 400 || typeof answer.error === "string") {
      return { error: clip(answer.error) || `The desk refused the picture (status ${status}).`, refused: true };
    }
    return answer;
  }

  // A frame that must arrive: of a file, not of a camera.
  async deliver(frame, signal) {
    for (let attempt = 0; attempt < 20; attempt++) {
      signal.throwIfAborted();
      const answer = await this.send(frame);
      if (answer && (!answer.error || answer.refused)) return answer;
    }
    throw new Stop(gone);
  }

  end() {
    if (!this.frames) return;
    post(this.frames.replace(/frames$/, "end"), "", { keepalive: true }).catch(() => {});
    this.frames = undefined;
  }
}

class Panel {
  constructor(section) {
    this.section = section;
    this.form = section.querySelector("form");
    this.files = section.querySelector('input[type="file"]');
    this.text = section.querySelector("textarea");
    const about = this.form?.elements.namedItem("about")?.value ?? "";
    this.session = new Session(section.dataset.scan, about);
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    this.addCamera();
    this.addInputs();
  }

  // Markup

  addCamera() {
    const button = (text, action) => {
      const made = element("button", { type: "button" }, text);
      made.addEventListener("click", action);
      return made;
    };
    this.startButton = button("Use the camera", () => this.startCamera());
    this.startButton.classList.add("primary");
    this.stopButton = button("Stop", () => this.stop("Stopped."));
    this.torchButton = button("Light", () => this.setTorch(!this.torch));
    this.torchButton.setAttribute("aria-pressed", "false");
    this.choice = element("select", { "aria-label": "Camera" });
    this.choice.addEventListener("change", () => this.changeCamera());
    this.video = element("video", { playsinline: "", "aria-label": "Preview" });
    this.video.muted = true;
    this.bar = element("progress", { "aria-label": "Parts of the message", max: "1", value: "0" });
    this.line = element("p", { "data-test": "scan-progress" });
    this.alert = element("p", { class: "notice tone-bad", role: "alert", "data-test": "error" });
    this.state = element("div", { class: "scan-state" });
    this.state.append(this.bar, this.line, this.alert);
    const buttons = element("div", { class: "qr-buttons" });
    buttons.append(this.startButton, this.stopButton, this.torchButton, this.choice);
    const camera = element("div", { class: "scan-camera" });
    camera.append(buttons, this.video, this.state);
    this.form.before(camera);
    for (const part of [this.stopButton, this.torchButton, this.choice, this.video, this.bar, this.line, this.alert]) {
      part.hidden = true;
    }
  }

  addInputs() {
    this.form?.addEventListener("submit", (event) => {
      const files = [...(this.files?.files ?? [])];
      // The form itself carries pictures and documents that the desk reads.
      if (files.length === 0 || isCarried(files)) return;
      event.preventDefault();
      this.read(files);
    });
    let inside = 0;
    const mark = (change) => {
      inside = Math.max(inside + change, 0);
      this.section.classList.toggle("dropping", inside > 0);
    };
    this.section.addEventListener("dragenter", () => mark(1));
    this.section.addEventListener("dragleave", () => mark(-1));
    this.section.addEventListener("dragover", (event) => {
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    });
    this.section.addEventListener("drop", (event) => {
      event.preventDefault();
      inside = 0;
      mark(0);
      this.take(event.dataTransfer);
    });
    document.addEventListener("paste", (event) => {
      const files = event.clipboardData?.files.length > 0;
      const typing = event.target.closest?.("input, textarea, [contenteditable]");
      if (!this.section.isConnected || (!files && typing)) return;
      if (typing && !this.section.contains(typing)) return;
      event.preventDefault();
      this.take(event.clipboardData);
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.stream) this.stop("The camera stopped because the page was hidden.");
    });
    addEventListener("pagehide", () => {
      this.stop("");
      this.session.end();
    });
  }

  take(data) {
    if (data.files.length > 0) return this.read([...data.files]);
    const text = data.getData("text/plain");
    if (!text || !this.text) return;
    this.text.value = text;
    this.text.focus();
    this.say("The text is in the field below. Choose “Read” to continue.");
    announce(this.line.textContent);
  }

  // State

  say(text) {
    this.line.textContent = clip(text);
    this.line.hidden = text === "";
  }

  fail(text) {
    if (this.alert.textContent !== text) this.alert.textContent = text;
    this.alert.hidden = text === "";
  }

  start() {
    this.work?.abort();
    this.work = new AbortController();
    this.section.dataset.busy = "scan";
    this.fail("");
    this.stopButton.hidden = false;
    return this.work.signal;
  }

  stop(text) {
    this.work?.abort();
    this.work = undefined;
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    const working = this.stopButton.hidden === false;
    const focused = [this.stopButton, this.torchButton, this.choice].includes(document.activeElement);
    this.stream = this.torch = undefined;
    this.video.pause();
    this.video.srcObject = null;
    this.video.removeAttribute("src");
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = undefined;
    delete this.section.dataset.busy;
    this.startButton.hidden = false;
    for (const part of [this.stopButton, this.torchButton, this.choice, this.video]) part.hidden = true;
    if (focused) this.startButton.focus();
    if (working && text) {
      this.say(text);
      announce(text);
    }
  }

  // Shows the answer to a frame; true when the message is complete.
  progress(answer, prefix = "") {
    if (answer.error) {
      this.fail(answer.error);
      return false;
    }
    this.fail("");
    const { done, total } = answer;
    if (Number.isFinite(done) && Number.isFinite(total) && total > 0) {
      this.bar.hidden = false;
      this.bar.max = total;
      this.bar.value = Math.min(Math.max(done, 0), total);
      const quarter = Math.floor((4 * this.bar.value) / total);
      if (quarter > (this.quarter ?? 0)) announce(clip(answer.progress));
      this.quarter = quarter;
    }
    const found = clip(answer.progress) || this.found || "";
    this.found = found;
    this.say([prefix, found, clip(answer.note)].filter(Boolean).join(" · "));
    return typeof answer.location === "string" && this.go(answer.location);
  }

  // Opens a page of this desk, and nothing else.
  go(location) {
    const address = URL.parse(location, document.baseURI);
    if (address?.origin !== window.location.origin || !location.startsWith("/")) {
      this.fail("The desk named a page that does not belong to it.");
      return false;
    }
    this.session.frames = undefined;
    this.stop("Complete. Opening the page.");
    const here = window.location;
    const isHere = address.pathname === here.pathname && address.search === here.search;
    // A frame of another site would begin anew.
    if (isHere && document.querySelector("[data-interactive][data-ready] iframe")) refresh();
    else if (isHere) here.reload();
    else here.assign(address);
    return true;
  }

  // Camera

  async startCamera(device = remembered()) {
    if (!navigator.mediaDevices?.getUserMedia) {
      return this.fail(
        isSecureContext
          ? "This browser does not offer cameras to pages. Use a picture, a video or text."
          : "Browsers allow the camera only on secure pages. Open the desk at the 127.0.0.1 address that it printed.",
      );
    }
    const signal = this.start();
    this.startButton.hidden = true;
    this.stopButton.focus();
    this.say("Waiting for the camera. The browser may ask for permission.");
    const size = { width: { ideal: widestFrame }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
    const wanted = device ? { deviceId: { exact: device } } : { facingMode: { ideal: "environment" } };
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...wanted } });
      if (signal.aborted) return stream.getTracks().forEach((track) => track.stop());
      this.stream = stream;
      this.video.srcObject = stream;
      this.video.hidden = false;
      await this.video.play();
      await this.describeCamera(stream.getVideoTracks()[0]);
      this.say("Hold the code in front of the camera.");
      await this.watch(signal);
    } catch (error) {
      if (signal.aborted) return;
      const known = device && ["OverconstrainedError", "NotFoundError"].includes(error.name);
      this.stop("");
      if (known) {
        remember("");
        return this.startCamera("");
      }
      this.say("");
      this.fail(error instanceof Stop ? error.message : cameraProblem(error));
    }
  }

  async describeCamera(track) {
    track.addEventListener("ended", () => this.stop("The camera was disconnected."));
    this.torchButton.hidden = !track.getCapabilities?.().torch;
    const devices = await navigator.mediaDevices.enumerateDevices();
    const cameras = devices.filter((device) => device.kind === "videoinput" && device.deviceId);
    const current = track.getSettings().deviceId;
    this.choice.replaceChildren(
      ...cameras.map((camera, index) => {
        const option = element("option", { value: camera.deviceId }, clip(camera.label, 60) || `Camera ${index + 1}`);
        option.selected = camera.deviceId === current;
        return option;
      }),
    );
    this.choice.hidden = cameras.length < 2;
  }

  changeCamera() {
    const device = this.choice.value;
    remember(device);
    this.stop("");
    this.startCamera(device);
  }

  async setTorch(on) {
    const track = this.stream?.getVideoTracks()[0];
    try {
      await track?.applyConstraints({ advanced: [{ torch: on }] });
      this.torch = on;
      this.torchButton.setAttribute("aria-pressed", String(on));
    } catch {
      this.torchButton.hidden = true;
    }
  }

  async watch(signal) {
    while (!signal.aborted) {
      await this.nextFrame();
      if (signal.aborted || !this.video.videoWidth) continue;
      const frame = await this.picture();
      if (signal.aborted || !frame) continue;
      const answer = await this.session.send(frame);
      if (signal.aborted) return;
      if (answer && this.progress(answer)) return;
    }
  }

  // Resolves with the next picture of the camera; a camera that sends none is asked again after a second.
  nextFrame() {
    if (!this.video.requestVideoFrameCallback) return wait(40);
    return Promise.race([new Promise((done) => this.video.requestVideoFrameCallback(done)), wait(1000)]);
  }

  // What the video shows, as a JPEG of at most 1280 pixels in width; undefined when `seen` has it already.
  async picture(seen) {
    const scale = Math.min(1, widestFrame / this.video.videoWidth);
    this.canvas.width = Math.max(1, Math.round(this.video.videoWidth * scale));
    this.canvas.height = Math.max(1, Math.round(this.video.videoHeight * scale));
    this.context.drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    if (seen) {
      const { data } = this.context.getImageData(0, 0, this.canvas.width, this.canvas.height);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data)).join();
      if (seen.has(digest)) return undefined;
      seen.add(digest);
    }
    return new Promise((done) => this.canvas.toBlob(done, "image/jpeg", 0.8));
  }

  // Files

  async read(files) {
    this.stop("");
    const signal = this.start();
    this.startButton.hidden = true;
    this.found = "";
    const failures = [];
    try {
      if (!files.some(isVideo)) return await this.sendPictures(files, signal);
      for (const [index, file] of files.entries()) {
        const name = clip(file.name, 60) || "picture";
        const prefix = files.length > 1 ? `File ${index + 1} of ${files.length}` : "";
        this.say(`Reading ${name}`);
        const answer = isVideo(file) ? await this.readVideo(file, prefix, signal) : await this.readPicture(file, signal);
        if (answer.complete || (!isVideo(file) && this.progress(answer, prefix))) return;
        if (answer.error) failures.push(`${name}: ${answer.error}`);
        else if (answer.codes === 0) failures.push(`${name}: no QR code found`);
      }
      this.stop("");
      this.fail(clip(failures.join(". ")));
      this.say(this.found ? `Not complete: ${this.found}. Add further pictures, or a longer video.` : "");
    } catch (error) {
      if (signal.aborted) return;
      this.stop("");
      this.say("");
      this.fail(error instanceof Stop ? error.message : "The browser could not read the file.");
    }
  }

  // A picture beside videos.
  async readPicture(file, signal) {
    const picture = isKnown(file) && file.size <= largestPicture ? file : await converted(file);
    if (!picture) return { error: "neither a picture nor a video that this browser can read" };
    return this.session.deliver(picture, signal);
  }

  // Sends pictures with the form: the desk reads each of them whole, at all scales. It also takes a document.
  async sendPictures(files, signal) {
    const data = new DataTransfer();
    const failures = [];
    const reduces = total(files) > largestPicture;
    for (const file of files) {
      const isReady = isDocument(file) || (isKnown(file) && !reduces);
      const picture = isReady ? file : await converted(file);
      signal.throwIfAborted();
      if (picture) data.items.add(new File([picture], "picture", { type: picture.type }));
      else failures.push(`${clip(file.name, 60) || "picture"}: neither a picture nor a video that this browser can read`);
    }
    if (failures.length > 0) throw new Stop(failures.join(". "));
    if (total([...data.files]) > largestPicture) throw new Stop("The files are larger than 16 MiB. Choose fewer of them.");
    this.stop("");
    this.files.files = data.files;
    this.form.requestSubmit();
  }

  // Steps through a video in four passes, each 100 ms apart: the first often suffices, and together they see every
  // picture of a loop that changes ten times a second.
  async readVideo(file, prefix, signal) {
    const duration = await this.openVideo(file, signal);
    const seen = new Set();
    let codes = 0;
    let last = {};
    for (const offset of [0.04, 0.09, 0.015, 0.065]) {
      for (let time = offset; time < duration || time === offset; time += 0.1) {
        signal.throwIfAborted();
        await this.seek(Math.min(time, duration), signal);
        const frame = await this.picture(seen);
        if (!frame) continue;
        last = await this.session.deliver(frame, signal);
        signal.throwIfAborted();
        codes += last.codes ?? 0;
        const place = `${prefix ? `${prefix}, ` : ""}${time.toFixed(1)} s of ${duration.toFixed(1)} s`;
        if (this.progress(last, place)) return { complete: true };
      }
      if (codes === 0 && offset === 0.09) break;
    }
    return last.error ? last : { codes };
  }

  // Loads a video into the preview. Recordings of browsers have no length until their end was sought.
  async openVideo(file, signal) {
    this.url = URL.createObjectURL(file);
    this.video.hidden = false;
    this.video.preload = "auto";
    this.video.src = this.url;
    await this.event("loadeddata", signal, 15_000);
    if (!Number.isFinite(this.video.duration)) {
      this.video.currentTime = 1e7;
      await this.event("seeked", signal, 15_000);
    }
    const duration = Number.isFinite(this.video.duration) ? this.video.duration : this.video.currentTime;
    return Math.min(duration, longestVideo);
  }

  async seek(time, signal) {
    const done = this.event("seeked", signal, 10_000);
    this.video.currentTime = time;
    await done;
  }

  event(name, signal, milliseconds) {
    return new Promise((done, reject) => {
      const stop = new AbortController();
      const once = (action) => () => {
        stop.abort();
        action();
      };
      const problem = new Stop("The browser cannot read this video. Record it as MP4 (H.264) or WebM, or use pictures.");
      const timer = setTimeout(once(() => reject(problem)), milliseconds);
      stop.signal.addEventListener("abort", () => clearTimeout(timer));
      this.video.addEventListener(name, once(done), { signal: stop.signal });
      this.video.addEventListener("error", once(() => reject(problem)), { signal: stop.signal });
      signal.addEventListener("abort", once(() => reject(signal.reason)), { signal: stop.signal });
    });
  }
}

function cameraProblem(error) {
  const problems = {
    NotAllowedError: "The browser denied the camera. Allow it for this page in the address bar, then try again.",
    SecurityError: "The browser denied the camera. Allow it for this page in the address bar, then try again.",
    NotFoundError: "No camera found. Connect one, or use a picture, a video or text.",
    NotReadableError: "The camera does not start. Close other programs that use it, then try again.",
    OverconstrainedError: "The camera does not offer a usable picture. Choose another one.",
  };
  return problems[error.name] ?? "The camera does not start. Use a picture, a video or text.";
}

const isVideo = (file) => file.type.startsWith("video/");
const isKnown = (file) => ["image/png", "image/jpeg"].includes(file.type);
// A request, a response or a transaction as a file.
const isDocument = (file) => !/^(image|video|audio)\//.test(file.type);
const total = (files) => files.reduce((sum, file) => sum + file.size, 0);
const isCarried = (files) => files.every((file) => isKnown(file) || isDocument(file)) && total(files) <= largestPicture;

// A PNG of a picture that is large, or in another format that the browser knows, such as WebP.
async function converted(file) {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, 2048 / Math.max(image.width, image.height));
    const canvas = element("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } catch {
    return undefined;
  }
}

function remembered() {
  try {
    return localStorage.getItem(cameraKey) ?? "";
  } catch {
    return "";
  }
}

function remember(device) {
  try {
    localStorage.setItem(cameraKey, device);
  } catch {
    // Private windows may refuse storage: the choice then lasts until the page closes.
  }
}

export function enhance(root) {
  for (const section of root.querySelectorAll("[data-scan]")) {
    if (section.dataset.ready) continue;
    section.dataset.ready = "scan";
    new Panel(section);
  }
}
