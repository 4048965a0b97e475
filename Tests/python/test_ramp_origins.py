# SPDX-License-Identifier: Apache-2.0
"""The ramp in Chromium under Meso's own names: a stand-in by TLS, to which the browser maps them, and no other name resolves."""
from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from desk import CHROMIUM, Browser, Desk, codes, picture, until
from programs import PIN
from ramp_standin import CONFIGURATION, KEYS, NAMES, TEXT, Standin
from test_desk_ramp import status

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def meso(tmp_path_factory):
    """Chromium for which Meso's names are the stand-in's."""
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed")
    folder = tmp_path_factory.mktemp("meso")
    server = Standin(folder=folder)
    browser = Browser(folder, *server.options)
    yield browser
    browser.quit()
    server.close()


@pytest.fixture
def shop(online, offline, meso):
    """A desk, a signer with the vectors' key of Solana, and the browser."""
    offline.sign("key", "import", "coins", "--chain", "solana", secret=KEYS["mnemonic"], pin=PIN)
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
    shop.browser.enter(shop.client)
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
        shop.browser.driver.switch_to.frame(shop.browser.one("iframe.framed-page"))
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
    frame_says(shop, "asked again")
    # Late, to the request that was refused; then the right one.
    assert shop.client.post("/scan", {"text": signed(shop, first)}).status == 422
    submit(shop, "/scan", text=signed(shop, second))
    outcome(shop, number, "complete")
    assert shop.browser.run("return window.kept === true")


def test_a_wrong_response_is_said_and_the_frame_stays(shop):
    number = begin(shop)
    request = asked(shop, number)
    right = signed(shop, request)
    wrong = json.loads(right) | {"signature": KEYS["solana"]["messages"][0]["signature_base58"]}
    shop.browser.run("window.kept = true")
    submit(shop, "/scan", text=json.dumps(wrong))
    until(lambda: "signature" in text_of(shop, '[data-test="error"]:not([hidden])'), "the page says what is wrong")
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
        shop.browser.driver.switch_to.frame(shop.browser.one("iframe.framed-page"))
        shop.browser.run("setTimeout((place) => { location.href = place; }, 0, arguments[0])", place)
        shop.browser.driver.switch_to.default_content()
        until(lambda: [text for text in shop.browser.complaints() if "frame-src" in text], "the browser blocks it")
    found = status(shop.online)
    assert found["outcome"] == "pending" and found["transfers"] == [] and found["request"]["id"] == request["id"]
    assert not [event for event in found["events"] if event["event"] == "ended"]
