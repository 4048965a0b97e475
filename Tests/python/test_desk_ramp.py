# SPDX-License-Identifier: Apache-2.0
"""The ramp in the desk: a stand-in for Meso's frame on loopback, which completes a transfer only for a valid signature."""
from __future__ import annotations

import hashlib
import json

import nacl.signing
import pytest
from selenium.webdriver.common.by import By

from chains import base58
from desk import Desk, until
from ramp_standin import CONFIGURATION, HOSTILE, KEYS, Standin
from test_ramp import write

SOLANA = KEYS["solana"]
KEY = nacl.signing.SigningKey(bytes.fromhex(SOLANA["secret_seed_hex"]))
TEXT = SOLANA["messages"][0]["message"]


@pytest.fixture
def standin():
    server = Standin(TEXT)
    yield server.origin
    server.close()


@pytest.fixture
def started(offline, standin):
    """A desk with a session whose frame is the stand-in."""
    write(offline, CONFIGURATION)
    desk = Desk(offline, "--network", "testnet", command=("coldstar-submit", "ramp", "open", "transfer.json", "--frame-origin", standin, "--"))
    yield desk
    desk.kill()


def signed(request: dict, **changes) -> str:
    """The signer's response."""
    message = request["message"].encode()
    return json.dumps({
        "format": "coldstar-response", "version": 1, "id": request["id"], "hash": hashlib.sha256(message).hexdigest(), "chain": request["chain"],
        "address": request["address"], "signature": base58(KEY.sign(message).signature), **changes})


def status(machine) -> dict:
    return machine.submit("ramp", "status", "--json").json()


def kinds(machine) -> list[str]:
    return [event["event"] for event in status(machine)["events"]]


def test_the_round_trip_by_the_scripts_requests(started, offline, standin):
    client = started.client()
    page = client.get("/ramp/1")
    policy = page.headers["content-security-policy"]
    assert page.status == 200 and f"frame-src {standin}" in policy and "default-src 'none'" in policy
    assert page.headers["referrer-policy"] == "origin" and standin in page.headers["permissions-policy"]
    for path in ("/", "/ramp"):
        other = client.get(path).headers
        assert "frame-src" not in other["content-security-policy"] and other["referrer-policy"] == "same-origin"

    def event(action, **fields):
        answer = client.post("/ramp/1/event", {"action": action, "page": "p", **fields})
        assert answer.status == 200, answer.text
        return answer.json()

    def message(kind, source="frame", origin=standin, **payload):
        return event("message", raw=json.dumps({"kind": kind, **({"payload": payload} if payload else {})}), origin=origin, source=source)

    assert event("open") == {"commands": [], "current": True, "ended": False}
    assert message("REQUEST_SIGNED_MESSAGE", source="other", messageToSign="evil")["commands"] == []
    assert message("REQUEST_SIGNED_MESSAGE", origin="https://evil.example", messageToSign="evil")["commands"] == []
    assert message("TRANSFER_UPDATE", source="other", id="t", status="COMPLETE", updatedAt="1")["commands"] == []
    assert client.get("/ramp/1/request.json").status == 404
    message("READY")
    message("REQUEST_SIGNED_MESSAGE", messageToSign=TEXT)
    request = client.get("/ramp/1/request.json").json()
    assert (request["kind"], request["chain"], request["scheme"], request["message"]) == ("message", CONFIGURATION["network"], "solana-raw", TEXT)
    assert (request["origin"], request["address"]) == (standin, CONFIGURATION["walletAddress"])
    wrong = [signed(request, id="330ab613-bbad-4fa7-ab07-68b170d520ae"), signed(request, hash="00" * 32), signed(request, chain="eip155:1"),
             signed(request, signature=base58(bytes(64))), signed(request, address=base58(bytes(31) + b"\1")), "{}", "no JSON", ""]
    for response in wrong:
        answer = client.post("/scan", {"text": response})
        assert answer.status == 422 and answer.error, response
    assert event("tick")["commands"] == [] and status(offline)["request"]["id"] == request["id"]

    assert client.post("/ramp/1/refuse").location == "/ramp/1"
    refusal = {"command": "post", "message": {"kind": "RETURN_SIGNED_MESSAGE_RESULT", "payload": {}}}
    assert event("tick")["commands"] == [refusal] and event("tick")["commands"] == []
    message("REQUEST_SIGNED_MESSAGE", messageToSign=TEXT)
    again = client.get("/ramp/1/request.json").json()
    assert again["id"] != request["id"]
    assert client.post("/scan", {"text": signed(again)}).location == "/ramp/1"
    reply = {"command": "post", "message": {"kind": "RETURN_SIGNED_MESSAGE_RESULT", "payload": {"signedMessage": SOLANA["messages"][0]["signature_base58"]}}}
    assert event("tick")["commands"] == [reply]
    assert client.post("/scan", {"text": signed(again)}).status == 422
    assert [c["command"] for c in message("TRANSFER_UPDATE", id="t1", status="APPROVED", updatedAt="1")["commands"]] == ["hide"]
    last = message("TRANSFER_UPDATE", id="t1", status="COMPLETE", updatedAt="2", networkTransactionId="5nWm")
    assert [c["command"] for c in last["commands"]] == ["remove", "done"] and last["ended"]
    found = status(offline)
    assert found["outcome"] == "complete" and found["ignored"] == 3 and found["transfers"][0]["network_transaction_id"] == "5nWm"
    assert [k for k in kinds(offline) if k != "ignored"] == ["opened", "event", "requested", "refused", "requested", "signed", "replied", "status", "event",
                                                            "status", "event", "ended"]
    page = client.get("/ramp/1")
    assert "frame-src" not in page.headers["content-security-policy"] and "data-interactive" not in page.text


def test_a_killed_desk_goes_on_with_the_open_request(started, offline, standin):
    def ask(client, page):
        client.post("/ramp/1/event", {"action": "open", "page": page})
        raw = json.dumps({"kind": "REQUEST_SIGNED_MESSAGE", "payload": {"messageToSign": TEXT}})
        return client.post("/ramp/1/event", {"action": "message", "page": page, "raw": raw, "origin": standin, "source": "frame"}).json()

    client = started.client()
    ask(client, "one")
    request = client.get("/ramp/1/request.json").json()
    started.kill()
    desk = Desk(offline, "--network", "testnet")
    try:
        client = desk.client()
        assert client.get("/ramp/1/request.json").json() == request
        assert client.post("/scan", {"text": signed(request)}).status == 303
        assert client.post("/ramp/1/event", {"action": "tick", "page": "one"}).json()["commands"] == [], "no page waits for it"
        commands = ask(client, "two")["commands"]
        assert [c["message"]["payload"] for c in commands] == [{"signedMessage": SOLANA["messages"][0]["signature_base58"]}]
        stale = client.post("/ramp/1/event", {"action": "tick", "page": "one"}).json()
        assert stale == {"commands": [], "current": False, "ended": False}
    finally:
        desk.kill()


def test_a_configuration_is_checked_before_a_session_begins(started, offline):
    client = started.client()
    refused = client.post("/ramp", {"configuration": json.dumps({**CONFIGURATION, "partnerId": ""})})
    assert refused.status == 422 and '"partnerId" must be provided.' in refused.error
    assert client.post("/ramp", {"configuration": "<script>"}).status == 422
    assert client.post("/ramp", {}).status == 422
    assert client.post("/ramp", {"configuration": json.dumps(CONFIGURATION), "inline": "on"}).location == "/ramp/2"
    assert client.upload("/ramp", [("file", json.dumps(CONFIGURATION).encode())]).location == "/ramp/3"
    assert "https://transfer.sandbox.meso.network/inline?" in client.get("/ramp/2").text
    assert client.get("/ramp/9").status == 404 and client.get("/ramp/x").status == 404 and client.get("/ramp/1/x").status == 404
    assert client.post("/ramp/1/event", {"action": "open", "page": "p"}, token="0" * 64).status == 403
    assert client.post("/ramp/1/event", {"action": "open", "page": "p"}, Origin="https://evil.example").status == 403
    assert client.post("/ramp/2/end").location == "/ramp/2"
    assert json.loads(offline.submit("ramp", "status", "2", "--json").out)["outcome"] == "unknown"


@pytest.mark.slow
def test_the_frame_completes_in_the_browser(started, offline, standin, browser):
    client = started.client()
    browser.enter(client)
    browser.open(f"{started.origin}/ramp/1")
    first = until(lambda: status(offline)["request"], "the frame asks")["id"]
    # Another window of the right origin on the same page.
    browser.driver.execute_script("const f = document.createElement('iframe'); f.src = arguments[0]; document.body.append(f);", f"{standin}/hostile")
    until(lambda: status(offline)["ignored"] >= 2 * len(HOSTILE), "the hostile frame is recorded")
    found = status(offline)
    assert found["request"]["id"] == first and found["transfers"] == []
    until(lambda: browser.driver.find_elements(By.CSS_SELECTOR, "form[action='/ramp/1/refuse'] button"), "the request is shown")
    client.post("/ramp/1/refuse")
    second = until(lambda: (r := status(offline)["request"]) and r["id"] != first and r["id"], "the frame asks again")
    request = client.get("/ramp/1/request.json").json()
    assert request["id"] == second
    stranger = client.post("/scan", {"text": signed(request, id=first)})
    assert stranger.status == 422 and "no longer counts" in stranger.error
    assert client.post("/scan", {"text": signed(request)}).location == "/ramp/1"
    until(lambda: status(offline)["outcome"] == "complete", "the transfer completes")
    until(lambda: not browser.driver.find_elements(By.CSS_SELECTOR, "iframe.framed-page"), "the frame is removed")
    log = "return document.querySelector('#ramp-log-section').textContent"
    until(lambda: "COMPLETE" in browser.driver.execute_script(log), "the log shows it")
