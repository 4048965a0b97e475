# SPDX-License-Identifier: Apache-2.0
"""The ramp in Chromium under Meso's own names: a stand-in by TLS, to which the browser maps them, and no other name resolves.

The stand-in behaves as meso-js' frame does, verifies signatures with PyNaCl, and completes a transfer only for a valid one.
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
from types import SimpleNamespace

import nacl.exceptions
import nacl.signing
import pytest

from desk import CHROMIUM, Browser, Desk, codes, picture, until
from programs import PIN
from test_desk_ramp import KEYS, status
from test_ramp import CONFIGURATION, VECTORS, write

pytestmark = pytest.mark.slow
NAMES = ("transfer.sandbox.meso.network", "api.sandbox.meso.network")
MNEMONIC = json.loads((VECTORS / "ramp-keys.json").read_text())["mnemonic"]
TEXT = "Verify wallet ownership\nnonce: 12345"

# What createPostMessageBus does inside a frame, and the scripts of a transfer by its amount.
FRAME = """<!doctype html><meta charset="utf-8"><body><p id="state">new</p><script>
const query = new URLSearchParams(location.search), home = location.ancestorOrigins?.[0] ?? new URL(document.referrer).origin;
const emit = (message) => parent.postMessage(JSON.stringify(message), home);
const say = (text) => { state.textContent = text; };
const update = (status, at) => emit({kind: "TRANSFER_UPDATE", payload: {id: "t1", status, updatedAt: "2026-11-23T00:00:0" + at + "Z",
  ...(status === "COMPLETE" && {networkTransactionId: "5nWm"})}});
let asked = 0;
const ask = () => { asked += 1; emit({kind: "REQUEST_SIGNED_MESSAGE", payload: {messageToSign: TEXT}}); };
const onboarding = location.pathname.startsWith("/modal/onboarding");
addEventListener("message", async (event) => {
  if (event.origin !== home || event.source !== parent) return;
  const message = typeof event.data === "string" ? JSON.parse(event.data) : event.data;
  if (message?.kind === "RESUME_INLINE_FRAME") return ask();
  if (message?.kind !== "RETURN_SIGNED_MESSAGE_RESULT") return;
  const { signedMessage } = message.payload;
  if ("signedMessage" in message.payload && (typeof signedMessage !== "string" || !signedMessage.trim())) return;
  if (signedMessage === undefined) { say("refused " + asked); if (asked < 2) ask(); return; }
  const answer = await fetch("/verify", {method: "POST", body: JSON.stringify({address: query.get("walletAddress"), signedMessage})});
  say(await answer.text());
  if (!answer.ok) return;
  update("APPROVED", 1);
  if (query.get("sourceAmount") === "666.06") return update("DECLINED", 2);
  update("EXECUTING", 2); update("COMPLETE", 3);
});
if (onboarding) emit({kind: "RESUME_INLINE_FRAME", payload: {action: "ONBOARDING_COMPLETE"}});
else {
  emit({kind: "READY"});
  if (query.get("sourceAmount") === "666.66") emit({kind: "ERROR", payload: {message: "The onboarding failed."}});
  else if (location.pathname === "/inline") emit({kind: "INITIATE_MODAL_ONBOARDING", payload: {initialPathname: "/start", search: "?a=b"}});
  else { parent.postMessage(null, home); parent.postMessage({kind: "REQUEST_SIGNED_MESSAGE", payload: {messageToSign: TEXT}}, home); asked = 1; }
}
</script>""".replace("TEXT", json.dumps(TEXT))


def unbase58(text: str) -> bytes:
    number = 0
    for letter in text:
        number = number * 58 + "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".index(letter)
    return bytes(len(text) - len(text.lstrip("1"))) + number.to_bytes((number.bit_length() + 7) // 8, "big")


class Frame(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, FRAME)

    def do_POST(self):
        given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            nacl.signing.VerifyKey(unbase58(given["address"])).verify(TEXT.encode(), unbase58(given["signedMessage"]))
            self.answer(200, "verified")
        except (nacl.exceptions.BadSignatureError, ValueError):
            self.answer(403, "wrong")

    def answer(self, code: int, text: str) -> None:
        body = text.encode()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def meso(tmp_path_factory):
    """Chromium for which Meso's names are the stand-in's."""
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed")
    folder = tmp_path_factory.mktemp("meso")
    certificate, key_file = folder / "meso.pem", folder / "meso.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=meso",
                    "-addext", "subjectAltName=" + ",".join(f"DNS:{name}" for name in NAMES), "-keyout", key_file, "-out", certificate],
                   check=True, capture_output=True)
    public = subprocess.run(["openssl", "x509", "-in", certificate, "-pubkey", "-noout"], check=True, capture_output=True).stdout
    spki = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=public, check=True, capture_output=True).stdout
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key_file)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Frame)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    mapped = ",".join(f"MAP {name}:443 127.0.0.1:{server.server_port}" for name in NAMES)
    browser = Browser(folder, f"--host-resolver-rules={mapped},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1",
                      f"--ignore-certificate-errors-spki-list={base64.b64encode(hashlib.sha256(spki).digest()).decode()}")
    yield browser
    browser.quit()
    server.shutdown()
    server.server_close()


@pytest.fixture
def shop(online, offline, meso):
    """A desk, a signer with the vectors' key of Solana, and the browser."""
    offline.sign("key", "import", "coins", "--chain", "solana", secret=MNEMONIC, pin=PIN)
    desk = Desk(online, "--network", "testnet")
    meso.reset()
    client = desk.client()
    yield SimpleNamespace(online=online, offline=offline, desk=desk, client=client, browser=meso)
    desk.kill()


def begin(shop, path: str = "", **changes) -> int:
    """Begins a session and opens its page."""
    inline = {"inline": "on"} if path == "inline" else {}
    place = shop.client.post("/ramp", {"configuration": json.dumps({**CONFIGURATION, **changes}), **inline}).location
    show(shop, place)
    return int(place.rpartition("/")[2])


def show(shop, place: str) -> None:
    name, _, value = shop.client.cookie.partition("=")
    shop.browser.command("Network.setCookie", name=name, value=value, url=shop.client.origin, httpOnly=True, sameSite="Strict")
    shop.browser.open(shop.desk.origin + place)


def asked(shop, number: int, but: str = "") -> dict:
    """Waits for the frame's request; `but` is the id of an earlier one."""
    def found():
        answer = shop.client.get(f"/ramp/{number}/request.json")
        return answer.status == 200 and answer.json()["id"] != but and answer.json()
    return until(found, "the frame asks")


def signed(shop, request: dict) -> str:
    return shop.offline.sign("sign", "-", "--key", "coins", "--yes", "--format", "response", stdin=json.dumps(request), pin=PIN).out


def outcome(shop, number: int, what: str) -> dict:
    def found():
        said = shop.online.submit("ramp", "status", number, "--json").json()
        return said["outcome"] == what and said
    return until(found, f"the outcome {what}")


def submit(shop, action: str, **fields: str) -> None:
    """Sends a form of the page, in one step: the page replaces parts of itself whenever something happens."""
    until(lambda: shop.browser.run("""const form = document.querySelector(`form[action$="${arguments[0]}"]`);
        if (!form) return false;
        for (const [name, value] of Object.entries(arguments[1])) form.elements[name].value = value;
        form.requestSubmit();
        return true;""", action, fields), f"the form {action}")


def text_of(shop, selector: str) -> str:
    return shop.browser.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)


def frame_says(shop, text: str) -> None:
    def found():
        shop.browser.driver.switch_to.frame(shop.browser.one("iframe.ramp-frame"))
        try:
            return text in text_of(shop, "body")
        finally:
            shop.browser.driver.switch_to.default_content()
    until(found, f"the frame says {text}")


def test_a_transfer_with_the_signer_behind_pictures(shop, tmp_path):
    """The request leaves the page as a picture, and the response comes back as one, without a reload of Meso's frame."""
    number = begin(shop)
    request = asked(shop, number)
    assert request["message"] == TEXT and request["origin"] == f"https://{NAMES[0]}"
    shop.browser.one("#qr[data-ready] canvas")
    seen = tmp_path / "request.png"
    shop.browser.look(1440, 2400)
    shop.browser.screenshot(seen)
    carried = shop.offline.run("coldstar-scan", seen).out
    answer = shop.offline.sign("sign", "-", "--key", "coins", "--yes", "--format", "response", stdin=carried, pin=PIN).out
    shop.browser.run("window.kept = true")
    back = tmp_path / "response.png"
    back.write_bytes(picture(codes(shop.offline, answer)[0]))
    shop.browser.one("#scan-image").send_keys(str(back))
    shop.browser.button("Read").click()
    found = outcome(shop, number, "complete")
    assert found["transfers"][0]["network_transaction_id"] == "5nWm" and shop.browser.run("return window.kept === true")
    until(lambda: not shop.browser.all("iframe"), "the frame is removed")


def test_a_refusal_and_a_second_prompt(shop):
    number = begin(shop)
    first = asked(shop, number)
    shop.browser.run("window.kept = true")
    submit(shop, "/refuse")
    second = asked(shop, number, but=first["id"])
    frame_says(shop, "refused 1")
    # Late, to the request that was refused; then the right one.
    assert shop.client.post("/scan", {"text": signed(shop, first)}).status == 422
    submit(shop, "/response", response=signed(shop, second))
    outcome(shop, number, "complete")
    assert shop.browser.run("return window.kept === true")


def test_a_wrong_response_is_said_and_the_frame_stays(shop):
    number = begin(shop)
    request = asked(shop, number)
    right = signed(shop, request)
    wrong = json.loads(right) | {"signature": KEYS["messages"][0]["signature_base58"]}
    shop.browser.run("window.kept = true")
    submit(shop, "/response", response=json.dumps(wrong))
    until(lambda: "signature" in text_of(shop, '[data-test="error"]'), "the page says what is wrong")
    assert shop.browser.run("return window.kept === true") and asked(shop, number) == request
    shop.client.post("/scan", {"text": right})
    outcome(shop, number, "complete")


def test_a_declined_payment(shop):
    number = begin(shop, sourceAmount="666.06")
    shop.client.post("/scan", {"text": signed(shop, asked(shop, number))})
    found = outcome(shop, number, "declined")
    assert [event["detail"]["status"] for event in found["events"] if event["event"] == "status"] == ["APPROVED", "DECLINED"]


def test_an_error_of_the_frame(shop):
    number = begin(shop, sourceAmount="666.66")
    until(lambda: "The onboarding failed." in text_of(shop, "#ramp-log-section"), "the error is shown")
    assert status(shop.online)["outcome"] == "pending" and shop.client.get(f"/ramp/{number}/request.json").status == 404


def test_inline_with_onboarding(shop):
    number = begin(shop, "inline")
    shop.client.post("/scan", {"text": signed(shop, asked(shop, number))})
    outcome(shop, number, "complete")


def test_a_reload_keeps_the_request(shop):
    number = begin(shop)
    request = asked(shop, number)
    shop.browser.driver.refresh()
    until(lambda: any(e["event"] == "repeated" for e in status(shop.online)["events"]), "the frame asks again")
    assert asked(shop, number) == request
    shop.client.post("/scan", {"text": signed(shop, request)})
    outcome(shop, number, "complete")


def test_of_two_pages_the_last_one_counts(shop):
    number = begin(shop)
    request = asked(shop, number)
    first = shop.browser.driver.current_window_handle
    shop.browser.driver.switch_to.new_window("tab")
    show(shop, f"/ramp/{number}")
    until(lambda: any(e["event"] == "repeated" for e in status(shop.online)["events"]), "the second page's frame asks")
    shop.client.post("/scan", {"text": signed(shop, request)})
    outcome(shop, number, "complete")
    shop.browser.driver.switch_to.window(first)
    until(lambda: "another one" in text_of(shop, "main") or "has ended" in text_of(shop, "main"), "the first page says so")


def test_a_frame_that_navigates_itself_is_not_heard(shop):
    """The page's policy keeps the frame at its origin: another document never gets to speak."""
    number = begin(shop)
    request = asked(shop, number)
    shop.browser.complaints()
    for place in (f"https://{NAMES[1]}/app?walletAddress=x", "data:text/html,<script>parent.postMessage('{\"kind\":\"CLOSE\"}', '*')</script>"):
        shop.browser.driver.switch_to.frame(shop.browser.one("iframe.ramp-frame"))
        shop.browser.run("setTimeout((place) => { location.href = place; }, 0, arguments[0])", place)
        shop.browser.driver.switch_to.default_content()
        until(lambda: [text for text in shop.browser.complaints() if "frame-src" in text], "the browser blocks it")
    found = status(shop.online)
    assert found["outcome"] == "pending" and found["transfers"] == [] and found["request"]["id"] == request["id"]
    assert not [event for event in found["events"] if event["event"] == "ended"]
