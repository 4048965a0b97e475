# SPDX-License-Identifier: Apache-2.0
"""The ramp in Chromium under Meso's own names: a stand-in by TLS, to which the browser maps them, and no other name resolves."""
from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from desk import CHROMIUM, Browser, Desk, codes, picture, until
from programs import PIN
from ramp_standin import CONFIGURATION, HOSTILE, KEYS, NAMES, TEXT, Standin
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
    offline.once("the vectors' key of Solana", lambda: import_key(offline, "solana"))
    desk = Desk(online, "--network", "testnet")
    meso.reset()
    shop = SimpleNamespace(online=online, offline=offline, desk=desk, client=desk.client(), browser=meso)
    yield shop
    shop.desk.kill()


def import_key(offline, chain: str) -> None:
    offline.sign("key", "import", chain, "--chain", chain, secret=KEYS["mnemonic"], pin=PIN)


def restart(shop, **options) -> None:
    """Kills the desk and starts another one, at the same address and with the same journal."""
    shop.desk.kill()
    shop.desk = Desk(shop.online, "--network", "testnet", "--port", str(shop.desk.port), **options)
    shop.client = shop.desk.client()


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
    return shop.offline.sign("sign", "-", "--key", request["chain"].partition(":")[0], "--yes", "--format", "response", stdin=json.dumps(request), pin=PIN).out


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


@contextmanager
def inside(shop):
    """Scripts run in Meso's frame."""
    shop.browser.driver.switch_to.frame(shop.browser.one("iframe.framed-page"))
    try:
        yield
    finally:
        shop.browser.driver.switch_to.default_content()


@contextmanager
def cut_off(shop, pattern: str):
    """The browser's pages reach no such address."""
    shop.browser.command("Network.enable")
    shop.browser.command("Network.setBlockedURLs", urls=[pattern])
    try:
        yield
    finally:
        shop.browser.command("Network.setBlockedURLs", urls=[])


def events(shop, kind: str) -> list[dict]:
    return [event["detail"] for event in status(shop.online)["events"] if event["event"] == kind]


def frame_says(shop, text: str) -> None:
    def found():
        with inside(shop):
            return text in text_of(shop, "body")
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
    answer = shop.offline.sign("sign", "-", "--key", "solana", "--yes", "--format", "response", stdin=carried, pin=PIN).out
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
    assert found["transfers"] and [detail["status"] for detail in events(shop, "status")] == ["APPROVED", "DECLINED"]


def test_an_error_of_the_frame(shop):
    number = begin(shop, sourceAmount="666.66")
    until(lambda: "The onboarding failed." in text_of(shop, "#ramp-log-section"), "the error is shown")
    assert status(shop.online)["outcome"] == "pending" and shop.client.get(f"/ramp/{number}/request.json").status == 404


def test_a_frame_that_is_closed(shop):
    number = begin(shop)
    asked(shop, number)
    with inside(shop):
        shop.browser.click("#leave")
    found = outcome(shop, number, "unknown")
    assert found["request"] is None and [detail["reason"] for detail in events(shop, "ended")] == ["close"]
    until(lambda: not shop.browser.all("iframe"), "the frame is removed")


def test_inline_with_onboarding(shop):
    number = begin(shop, "inline")
    shop.client.post("/scan", {"text": signed(shop, asked(shop, number))})
    outcome(shop, number, "complete")


def test_a_reload_keeps_the_request(shop):
    number = begin(shop)
    request = asked(shop, number)
    shop.browser.driver.refresh()
    until(lambda: events(shop, "repeated"), "the frame asks again")
    assert asked(shop, number) == request
    shop.client.post("/scan", {"text": signed(shop, request)})
    outcome(shop, number, "complete")


def test_of_two_pages_the_last_one_counts(shop):
    number = begin(shop)
    request = asked(shop, number)
    first = shop.browser.driver.current_window_handle
    shop.browser.driver.switch_to.new_window("tab")
    show(shop, f"/ramp/{number}")
    until(lambda: events(shop, "repeated"), "the second page's frame asks")
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
        with inside(shop):
            shop.browser.run("setTimeout((place) => { location.href = place; }, 0, arguments[0])", place)
        until(lambda: [text for text in shop.browser.complaints() if "frame-src" in text], "the browser blocks it")
    found = status(shop.online)
    assert found["outcome"] == "pending" and found["transfers"] == [] and found["request"]["id"] == request["id"]
    assert not events(shop, "ended")


def test_the_frame_runs_in_a_sandbox_with_what_meso_needs(shop):
    """Scripts, its own origin and forms. It cannot lead the user's page away, nor open windows."""
    number = begin(shop)
    asked(shop, number)
    assert set(shop.browser.one("iframe.framed-page").get_dom_attribute("sandbox").split()) == {"allow-scripts", "allow-same-origin", "allow-forms"}
    place = shop.browser.driver.current_url
    with inside(shop):
        assert shop.browser.run("return location.origin") == f"https://{NAMES[0]}"
        assert shop.browser.run("""try { top.location = arguments[0]; return "navigated" } catch (error) { return error.name }""", f"https://{NAMES[1]}/app") == "SecurityError"
        assert shop.browser.run("return window.open(arguments[0]) === null", f"https://{NAMES[1]}/app")
    assert shop.browser.driver.current_url == place and len(shop.browser.driver.window_handles) == 1


def test_a_purchase_on_ethereum(shop):
    import_key(shop.offline, "eip155")
    number = begin(shop, network="eip155:1", walletAddress=KEYS["eip155"]["address"], destinationAsset="ETH")
    request = asked(shop, number)
    assert (request["chain"], request["scheme"]) == ("eip155:1", "eip191")
    submit(shop, "/scan", text=signed(shop, request))
    assert outcome(shop, number, "complete")["address"] == KEYS["eip155"]["address"]


# ---------------------------------------------------------------- desks that are killed, responses that are late

def test_a_desk_that_was_killed_goes_on_with_the_open_request(shop):
    number = begin(shop)
    request = asked(shop, number)
    shop.desk.kill()
    until(lambda: "does not answer" in text_of(shop, "#connection"), "the page says that the desk has stopped")
    restart(shop)
    until(lambda: "restarted" in text_of(shop, "#connection"), "the page says what to do")
    show(shop, f"/ramp/{number}")
    until(lambda: events(shop, "repeated"), "the frame asks again")
    assert asked(shop, number) == request
    submit(shop, "/scan", text=signed(shop, request))
    outcome(shop, number, "complete")
    assert len(events(shop, "requested")) == 1


def test_a_page_that_survived_the_desk_says_that_it_no_longer_counts(shop):
    number = begin(shop)
    request = asked(shop, number)
    restart(shop)
    # Another page of the browser has used the key; this one is told at its next tick.
    shop.browser.enter(shop.client)
    until(lambda: "Reload it" in text_of(shop, "[data-interactive]"), "the page says what to do")
    shop.browser.driver.refresh()
    until(lambda: events(shop, "repeated"), "the frame asks again")
    shop.client.post("/scan", {"text": signed(shop, request)})
    outcome(shop, number, "complete")


def test_a_signature_that_no_frame_waited_for_is_given_again_after_a_kill(shop):
    """The response is checked while no page is there, so that the desk has the signature in its memory alone."""
    number = begin(shop)
    request = asked(shop, number)
    shop.browser.open("about:blank")
    until(lambda: events(shop, "gone"), "the page is gone")
    response = signed(shop, request)
    assert shop.client.post("/scan", {"text": response}).location == f"/ramp/{number}"
    assert events(shop, "signed") and not events(shop, "replied")
    restart(shop)
    show(shop, f"/ramp/{number}")
    until(lambda: events(shop, "repeated"), "the frame asks again")
    assert asked(shop, number) == request and not events(shop, "replied")
    submit(shop, "/scan", text=response)
    outcome(shop, number, "complete")


def test_a_reply_that_never_reached_the_frame_is_asked_for_again_after_a_kill(shop):
    """The signature is on its way to a page that cannot fetch it when the desk is killed."""
    number = begin(shop)
    request = asked(shop, number)
    response = signed(shop, request)
    with cut_off(shop, "*/event"):
        assert shop.client.post("/scan", {"text": response}).location == f"/ramp/{number}"
        assert events(shop, "replied")
        restart(shop)
    show(shop, f"/ramp/{number}")
    assert asked(shop, number) == request, "nobody has to sign it again"
    submit(shop, "/scan", text=response)
    outcome(shop, number, "complete")


def test_messages_that_found_no_desk_arrive_when_it_answers(shop):
    with cut_off(shop, "*/event"):
        number = begin(shop)
        assert not events(shop, "opened")
    request = asked(shop, number)
    with cut_off(shop, "*/event"):
        with inside(shop):
            for text in ("first", "second"):
                shop.browser.run("emit({kind: 'REQUEST_SIGNED_MESSAGE', payload: {messageToSign: arguments[0]}})", text)
    second = until(lambda: (found := asked(shop, number, but=request["id"]))["message"] == "second" and found, "the frame asks for the second text")
    requested = [detail["id"] for detail in events(shop, "requested")]
    assert len(requested) == 3 and [requested[0], requested[2]] == [request["id"], second["id"]], "neither was lost, and neither came twice"


def test_a_late_response_is_refused_and_the_frame_asks_again(shop, clock):
    ahead = shop.online.home / "ahead"
    restart(shop, env={"LD_PRELOAD": clock, "CLOCK_AHEAD": str(ahead)})
    number = begin(shop)
    request = asked(shop, number)
    response = signed(shop, request)
    shop.browser.run("window.kept = true")
    # Before the desk has closed the request, and after.
    later = ("the request has expired: the response came too late", "the response is to a request that no longer counts")
    # The page would notice by itself that the time is over, perhaps before the response comes.
    with cut_off(shop, "*/ramp/*"):
        ahead.write_text("1800")
        answer = shop.client.post("/scan", {"text": response})
        assert answer.status == 422 and any(text in answer.error for text in later)
    submit(shop, "/scan", text=response)
    until(lambda: any(text in text_of(shop, "main") for text in later), "the page says that nothing waits for it")
    frame_says(shop, "asked again")
    again = asked(shop, number, but=request["id"])
    assert [detail["id"] for detail in events(shop, "expired")] == [request["id"]] and not events(shop, "signed")
    answer = shop.client.post("/scan", {"text": response})
    assert answer.status == 422 and "no longer counts" in answer.error
    submit(shop, "/scan", text=signed(shop, again))
    outcome(shop, number, "complete")
    assert shop.browser.run("return window.kept === true")


# ---------------------------------------------------------------- messages that do not count

APPEND = """const frame = document.createElement("iframe");
    if (arguments[1]) frame.sandbox = "allow-scripts";
    frame.src = arguments[0];
    document.body.append(frame);"""


def ignored(shop, count: int) -> set[tuple[str, str, str]]:
    """Waits for so many ignored messages: their origins, windows and reasons."""
    until(lambda: status(shop.online)["ignored"] >= count, f"{count} messages are recorded")
    assert status(shop.online)["ignored"] == count
    return {(detail["origin"], detail["source"], detail["reason"]) for detail in events(shop, "ignored")}


def test_other_frames_are_not_heard(shop):
    """Beside Meso's frame and inside it, with its origin, another one and none: they ask for a signature, and say that the transfer is complete."""
    number = begin(shop)
    request = asked(shop, number)
    meso, other = (f"https://{name}" for name in NAMES)
    reason, each = "not from the frame of the transfer", 2 * len(HOSTILE)
    shop.browser.run(APPEND, f"{meso}/hostile", False)
    assert ignored(shop, each) == {(meso, "other", reason)}
    with inside(shop):
        shop.browser.run(APPEND, f"{other}/hostile", False)
    assert ignored(shop, 2 * each) == {(meso, "other", reason), (other, "other", reason)}
    with inside(shop):
        shop.browser.run(APPEND, f"{meso}/hostile", True)
    assert ignored(shop, 3 * each) == {(meso, "other", reason), (other, "other", reason), ("null", "other", reason)}
    assert {detail["kind"] for detail in events(shop, "ignored")} == {"REQUEST_SIGNED_MESSAGE", "TRANSFER_UPDATE", "CLOSE", None}
    found = status(shop.online)
    assert found["outcome"] == "pending" and found["transfers"] == [] and asked(shop, number) == request
    submit(shop, "/scan", text=signed(shop, request))
    outcome(shop, number, "complete")


def test_what_is_not_a_message_is_not_heard(shop):
    number = begin(shop)
    request = asked(shop, number)
    wrong = [None, "text", "null", "7", 7, True, "", [], [{"kind": "CLOSE"}], "[]", "{", {}, {"kind": 7}, {"kind": "COMPLETE"},
             {"kind": "TRANSFER_UPDATE", "payload": {"id": "t1", "status": "COMPLETED", "updatedAt": "1"}}, {"kind": "REQUEST_SIGNED_MESSAGE", "payload": {"messageToSign": " "}}]
    with inside(shop):
        shop.browser.run("for (const message of arguments[0]) parent.postMessage(message, '*')", wrong)
    found = ignored(shop, len(wrong))
    assert {(origin, source) for origin, source, _ in found} == {(f"https://{NAMES[0]}", "frame")}
    assert {reason.partition(" (")[0] for *_, reason in found} == {
        "Unable to deserialize message into JSON", "a message without a kind", *(f"not a valid message of the kind {kind}" for kind in (
            "COMPLETE", "TRANSFER_UPDATE", "REQUEST_SIGNED_MESSAGE"))}
    found = status(shop.online)
    assert found["outcome"] == "pending" and found["transfers"] == [] and asked(shop, number) == request
    submit(shop, "/scan", text=signed(shop, request))
    outcome(shop, number, "complete")
