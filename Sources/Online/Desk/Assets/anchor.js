// SPDX-License-Identifier: Apache-2.0

// The anchor's page in a window of its own. Its messages are only a hint to refresh: the desk asks the anchor for the
// state of the transfer.

const shortestGap = 1000;

let started = false;

export function start(refresh) {
  if (started) return;
  started = true;
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-anchor-window]");
    if (!link || !link.hasAttribute("data-wants-message") || event.defaultPrevented) return;
    event.preventDefault();
    open(link, refresh);
  });
}

// Opens the window with a way back, which `rel=noopener` on the link itself denies.
function open(link, refresh) {
  const address = new URL(link.href);
  const origin = link.dataset.anchorOrigin;
  if (!["https:", "http:"].includes(address.protocol) || !origin || origin === location.origin) return;
  const page = window.open("about:blank", "_blank");
  if (!page) {
    window.open(address, "_blank", "noopener,noreferrer");
    return;
  }
  const direct = page.document.createElement("a");
  direct.href = address.href;
  direct.referrerPolicy = "no-referrer";
  page.document.body.append(direct);
  direct.click();
  listen(page, origin, refresh);
}

function listen(page, origin, refresh) {
  let last = 0;
  const hear = (event) => {
    if (event.origin !== origin || event.source !== page || Date.now() - last < shortestGap) return;
    last = Date.now();
    refresh();
  };
  addEventListener("message", hear);
  const watch = setInterval(() => {
    if (!page.closed) return;
    clearInterval(watch);
    removeEventListener("message", hear);
    refresh();
  }, 1000);
}
