# SPDX-License-Identifier: Apache-2.0
"""A stand-in for Meso: a server of its frame, which completes a transfer only for a valid signature, and the ramp's test keys.

The frame behaves as that of meso-js does. Under Meso's own names it is served by TLS to a Chromium that is told where they are.
"""
from __future__ import annotations

import base64
import hashlib
import json
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from chains import is_signed

VECTORS = Path(__file__).resolve().parents[1] / "Online" / "AnchorsTests" / "Ramp" / "Vectors"
KEYS = json.loads((VECTORS / "ramp-keys.json").read_text())
CONFIGURATION = {
    "sourceAmount": "50", "network": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "walletAddress": KEYS["solana"]["address"],
    "destinationAsset": "SOL", "environment": "SANDBOX", "partnerId": "example", "onSignMessageRequest": True}

NAMES = ("transfer.sandbox.meso.network", "api.sandbox.meso.network")
TEXT = "Verify wallet ownership\nnonce: 12345"
# What the page /hostile sends to the page around all frames, as objects and as strings.
HOSTILE = [{"kind": "REQUEST_SIGNED_MESSAGE", "payload": {"messageToSign": "evil"}},
           {"kind": "TRANSFER_UPDATE", "payload": {"id": "t1", "status": "COMPLETE", "updatedAt": "2026-11-23T00:00:00Z"}},
           {"kind": "CLOSE"}, None, "text", 7, [{"kind": "CLOSE"}]]

# What createPostMessageBus does inside a frame, and the scripts of a transfer by its amount.
FRAME = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Practice stand-in for Meso</title>
<style>
body { box-sizing: border-box; min-height: 100vh; margin: 0; padding: 1rem; display: grid; place-items: center; background: #e9edf5; color: #1b2430;
  font: 1rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; width: 100%; max-width: 26rem; padding: 1.5rem; background: #fff; border: 1px solid #cfd7e6; border-radius: .75rem; }
h1 { margin: 0; font-size: 1.1rem; } p { margin: .25rem 0; } small { color: #55617a; }
#amount { margin: 1rem 0 0; font-size: 2rem; font-weight: 600; } #address { font: .8rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
#state { margin-top: 1rem; padding: .6rem .8rem; background: #e5f0ff; border-radius: .5rem; font-weight: 600; }
button { margin-top: .75rem; padding: .4rem 1rem; background: none; color: inherit; border: 1px solid #8a95ab; border-radius: .5rem; font: inherit; }
</style>
<main><h1>Practice stand-in for Meso</h1><p><small>No money moves here.</small></p>
<p id="amount"></p><p id="address"></p><p id="state" role="status">Starting</p><p><button id="leave">Close</button></p></main>
<script>
const query = new URLSearchParams(location.search), home = location.ancestorOrigins?.[0] ?? new URL(document.referrer).origin;
const field = (name) => query.get(name) ?? "";
amount.textContent = `${field("sourceAmount")} ${field("sourceAsset")} → ${field("destinationAsset")}`;
address.textContent = field("walletAddress");
const emit = (message) => parent.postMessage(JSON.stringify(message), home);
const say = (text) => { state.textContent = text; };
const update = (status, at) => emit({kind: "TRANSFER_UPDATE", payload: {id: "t1", status, updatedAt: "2026-11-23T00:00:0" + at + "Z",
  ...(status === "COMPLETE" && {networkTransactionId: "5nWm"})}});
leave.onclick = () => emit({kind: "CLOSE"});
let asked = 0;
const wait = () => { asked += 1; say(asked > 1 ? "No signature came: asked again" : "Waiting for the wallet's signature"); };
const ask = () => { wait(); emit({kind: "REQUEST_SIGNED_MESSAGE", payload: {messageToSign: TEXT}}); };
addEventListener("message", async (event) => {
  if (event.origin !== home || event.source !== parent) return;
  const message = typeof event.data === "string" ? JSON.parse(event.data) : event.data;
  if (message?.kind === "RESUME_INLINE_FRAME") return ask();
  if (message?.kind !== "RETURN_SIGNED_MESSAGE_RESULT") return;
  const { signedMessage } = message.payload;
  if ("signedMessage" in message.payload && (typeof signedMessage !== "string" || !signedMessage.trim())) return;
  if (signedMessage === undefined) { if (asked < 2) ask(); else say("No signature came"); return; }
  const answer = await fetch("/verify", {method: "POST", body: JSON.stringify({address: field("walletAddress"), signedMessage})});
  say(await answer.text());
  if (!answer.ok) return;
  update("APPROVED", 1);
  if (field("sourceAmount") === "666.06") return update("DECLINED", 2);
  update("EXECUTING", 2); update("COMPLETE", 3);
});
if (location.pathname === "/hostile") {
  for (const message of HOSTILE) { top.postMessage(message, "*"); top.postMessage(JSON.stringify(message), "*"); }
} else if (location.pathname.startsWith("/modal/onboarding")) emit({kind: "RESUME_INLINE_FRAME", payload: {action: "ONBOARDING_COMPLETE"}});
else {
  emit({kind: "READY"});
  if (field("sourceAmount") === "666.66") emit({kind: "ERROR", payload: {message: "The onboarding failed."}});
  else if (location.pathname === "/inline") emit({kind: "INITIATE_MODAL_ONBOARDING", payload: {initialPathname: "/start", search: "?a=b"}});
  else { wait(); parent.postMessage({kind: "REQUEST_SIGNED_MESSAGE", payload: {messageToSign: TEXT}}, home); }
}
</script>"""


class Standin:
    """The server of the frame, on loopback.

    :param text: what its frame wants signed.
    :param folder: for a certificate of Meso's names; without one it has no TLS and no names."""

    def __init__(self, text: str = TEXT, folder: Path | None = None):
        # The addresses that signed.
        self.verified: list[str] = []
        verified, page = self.verified, FRAME.replace("TEXT", json.dumps(text)).replace("HOSTILE", json.dumps(HOSTILE))

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer(200, page)

            def do_POST(self):
                given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                valid = is_signed(given["address"], text, given["signedMessage"])
                if valid:
                    verified.append(given["address"])
                self.answer(*((200, "Signature verified") if valid else (403, "The signature is wrong")))

            def answer(self, code: int, content: str) -> None:
                body = content.encode()
                self.send_response(code)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.origin = f"http://127.0.0.1:{self.port}"
        # What Chromium needs to find it.
        self.options: tuple[str, ...] = ()
        if folder:
            self.take_names(folder)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take_names(self, folder: Path) -> None:
        certificate, key_file = folder / "meso.pem", folder / "meso.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=meso",
                        "-addext", "subjectAltName=" + ",".join(f"DNS:{name}" for name in NAMES), "-keyout", key_file, "-out", certificate],
                       check=True, capture_output=True)
        public = subprocess.run(["openssl", "x509", "-in", certificate, "-pubkey", "-noout"], check=True, capture_output=True).stdout
        spki = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=public, check=True, capture_output=True).stdout
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key_file)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.origin = f"https://{NAMES[0]}"
        mapped = ",".join(f"MAP {name}:443 127.0.0.1:{self.port}" for name in NAMES)
        self.options = (f"--host-resolver-rules={mapped},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1",
                        f"--ignore-certificate-errors-spki-list={base64.b64encode(hashlib.sha256(spki).digest()).decode()}")

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
