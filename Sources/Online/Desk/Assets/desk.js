// SPDX-License-Identifier: Apache-2.0

// Starts the other modules. Every page works without them. No module imports this one.

import * as forms from "./forms.js";
import * as live from "./live.js";
import { addAnnouncements, announce, element } from "./page.js";

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
  addAnnouncements();
  live.start(enhance);
  enhance(document);
  const current = document.querySelector(".top nav [aria-current]");
  const pages = current?.closest("nav");
  if (pages) pages.scrollLeft = current.offsetLeft - pages.offsetLeft - (pages.clientWidth - current.offsetWidth) / 2;
}

start();
