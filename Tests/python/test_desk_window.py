# SPDX-License-Identifier: Apache-2.0
"""The anchor's page in a window that a page of the desk opens and listens to (SEP-24 `postMessage`): a hint, which the anchor's answer
decides."""
from __future__ import annotations

import html
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from selenium.webdriver.common.by import By

from desk import until
from test_desk_anchors import ALICE, Pages, answered, anchor, elsewhere, pages, signer, wallet  # noqa: F401

pytestmark = pytest.mark.slow


@pytest.fixture
def host():
    """Serves HTML that a test sets, by path."""
    served: dict[str, str] = {}

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            body = served.get(self.path.partition("?")[0], "").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.served, server.url = served, f"http://127.0.0.1:{server.server_port}"
    yield server
    server.shutdown()
    server.server_close()


class Window:
    """A browser at a transfer: the desk's page that listens, and the anchor's window."""

    def __init__(self, browser, pages: Pages, path: str):  # noqa: F811
        self.browser, self.driver, self.path = browser, browser.driver, path
        name, _, value = pages.client.cookie.partition("=")
        browser.command("Network.setCookie", name=name, value=value, url=pages.client.origin, httpOnly=True, sameSite="Strict")
        browser.open(pages.client.origin + path)
        self.transfer = self.driver.current_window_handle
        until(lambda: self.shown('[data-test="listen"]'), "the link to the page that listens").click()
        self.desk = self.opened()
        self.driver.switch_to.window(self.desk)
        until(lambda: self.shown("section[data-ready=interactive]"), "the page listens")
        until(lambda: "was opened" in self.log, "the desk knows the page")
        self.shown('[data-test="anchor-page"]').click()
        self.anchor = self.opened()

    def opened(self) -> str:
        known = set(self.__dict__.get("windows", {self.driver.current_window_handle}))
        new = until(lambda: set(self.driver.window_handles) - known, "a window opens").pop()
        self.windows = known | {new}
        return new

    def shown(self, selector: str):
        found = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found[0] if found else None

    def at(self, window: str) -> None:
        self.driver.switch_to.window(window)

    @property
    def log(self) -> str:
        return self.driver.execute_script("return document.querySelector('[data-test=log]')?.textContent ?? ''")

    @property
    def state(self) -> str:
        return self.driver.execute_script("return document.querySelector('[data-test=transfer-state]').textContent")


def test_the_practice_anchors_page_says_when_it_is_done(pages, wallet, browser):  # noqa: F811
    pages.log_in()
    path = pages.begin("deposit", asset="SRT", amount="50", protocol="sep24")
    pages.agree(path)
    window = Window(browser, pages, path)
    until(lambda: window.state == "incomplete", "the anchor was asked")
    window.at(window.anchor)
    assert "callback=postMessage&on_change_callback=postMessage" in window.driver.current_url
    window.shown("input[name=name]").send_keys("Ada")
    window.shown("form button").click()
    until(lambda: "Status: pending_user_transfer_start" in window.driver.page_source, "the form is taken")
    window.at(window.desk)
    until(lambda: "the page says: pending_user_transfer_start" in window.log, "the message is heard")
    until(lambda: window.state != "incomplete", "the anchor is asked")
    window.at(window.anchor)
    window.driver.close()
    window.at(window.desk)
    until(lambda: "its window was closed" in window.log, "the end of the window is seen")
    pages.reaches(path, "completed")
    until(lambda: window.state == "completed" and window.shown("#over-part .notice"), "nothing is left to open")
    # Listening is over with the transfer, for a page that is loaded now as well.
    assert pages.client.get(path + "/window").headers["cross-origin-opener-policy"] == "same-origin"


def begun(pages: Pages, anchor, page: str) -> str:  # noqa: F811
    anchor.answers[("POST", "/sep24/transactions/deposit/interactive")] = {"type": "interactive_customer_info_needed", "url": page, "id": "d1"}
    answered(anchor, status="incomplete")
    path = pages.begin("deposit", asset="SRT", protocol="sep24")
    assert pages.agree(path).location == path
    return path


HOSTILE = """<!doctype html><title>anchor</title><p id="got"></p><script>
const say = (message) => opener.postMessage(message, "*");
say(null); say(1); say([]); say("text"); say({kind: "TRANSFER_UPDATE", payload: {status: "COMPLETE"}});
say({transaction: {status: "completed"}}); say({transaction: {id: "d2", status: "completed"}});
say(JSON.stringify({transaction: {id: "d1", status: "completed", withdraw_anchor_account: "<img src=x onerror=alert(1)>"}}));
say({transaction: {id: "d1", status: "<b>\\u202ecompleted"}});
const got = [];
for (const attempt of [() => opener.document.title, () => opener.localStorage.length, () => opener.document.cookie, () => opener.opener?.location.href])
  try { const value = attempt(); if (value) got.push(String(value)); } catch {}
document.getElementById("got").textContent = "done:" + got.join(",");
</script>"""


def test_a_forged_message_only_makes_the_desk_ask(elsewhere, anchor, host, browser):  # noqa: F811
    host.served["/page"] = HOSTILE
    path = begun(elsewhere, anchor, host.url + "/page?token=1")
    window = Window(browser, elsewhere, path)
    window.at(window.anchor)
    until(lambda: "done:" in window.shown("#got").text, "the page has tried")
    assert window.shown("#got").text == "done:"
    window.at(window.desk)
    until(lambda: window.log.count("the page says") == 2, "what could be a hint is one")
    assert "completed. " in window.log and "<b>\\u{202e}completed" in window.log and window.log.count("about another transaction") == 2
    assert window.log.count("not a transaction of SEP-24") == 5
    until(lambda: window.state == "incomplete", "the anchor was asked, and decides")
    assert elsewhere.rows()[0]["status"] == "incomplete"
    # A frame inside of the anchor's page is another window, and another site another origin.
    window.driver.execute_script("const f = document.createElement('iframe'); f.src = 'about:blank'; document.body.append(f);"
                                 "f.contentWindow.parent.postMessage({transaction: {id: 'd1', status: 'completed'}}, '*')")
    assert window.log.count("the page says") == 2
    answered(anchor, status="completed")
    elsewhere.reaches(path, "completed")


def test_the_anchors_window_reaches_no_other_page_of_the_desk(elsewhere, anchor, host, browser):  # noqa: F811
    """It can send the page that opened it elsewhere, which has nothing to lose."""
    host.served["/page"] = """<!doctype html><script>try { opener.opener.location = "/stolen" } catch {} opener.location = location.origin + "/stolen"</script>"""
    host.served["/stolen"] = "<!doctype html><title>stolen</title><p>stolen</p>"
    path = begun(elsewhere, anchor, host.url + "/page")
    window = Window(browser, elsewhere, path)
    window.at(window.desk)
    until(lambda: "stolen" in window.driver.title, "the page that listens is sent away")
    seen = window.driver.execute_script("return [document.referrer, document.cookie, JSON.stringify({...localStorage}), window.opener === null]")
    assert seen[0].startswith(host.url) and seen[1:] == ["", "{}", True], "it learns nothing of the desk"
    window.at(window.transfer)
    assert window.driver.current_url.endswith(path) and window.shown('[data-test="transfer-state"]')
    window.driver.refresh()
    assert window.shown('[data-test="transfer-state"]')


def test_only_the_page_that_listens_can_be_reached_by_a_window(elsewhere, anchor, host):  # noqa: F811
    page = host.url + "/page?a=<b>&token=1"
    path = begun(elsewhere, anchor, page.replace("<b>", "%3Cb%3E"))
    client = elsewhere.client
    assert client.get(path).headers["cross-origin-opener-policy"] == "same-origin"
    listening = client.get(path + "/window")
    assert listening.status == 200 and listening.headers["cross-origin-opener-policy"] == "same-origin-allow-popups"
    assert "default-src 'none'" in listening.headers["content-security-policy"] and "frame-src" not in listening.headers["content-security-policy"]
    assert html.escape(page.replace("<b>", "%3Cb%3E") + "&callback=postMessage&on_change_callback=postMessage") in listening.text

    def event(action, page="p", **fields):
        return client.post(path + "/window/event", {"action": action, "page": page, **fields})

    message = {"raw": json.dumps({"transaction": {"id": "d1", "status": "completed"}}), "origin": host.url, "source": "window"}
    assert event("open").json() == {"commands": [], "current": True, "ended": False}
    assert event("message", **message).json()["commands"] == []
    assert event("message", "q", **message).json()["current"] is False
    assert client.post(path + "/window/event", {"action": "open", "page": "p"}, token="0" * 64).status == 403
    assert client.post(path + "/window/event", {"action": "open", "page": "p"}, Origin=host.url).status == 403
    assert event("open", "p" * 65).status == 422 and client.post("/transfers/9/window/event", {"action": "open", "page": "p"}).status == 404
    log = client.get(path + "/window").text
    assert "the page says: completed" in log and "another page was opened since" in log and client.get("/transfers/9/window").status == 404


def test_many_hints_are_few_requests(elsewhere, anchor, host):  # noqa: F811
    path = begun(elsewhere, anchor, host.url + "/page")
    client = elsewhere.client
    client.get(path + "/window")
    message = {"action": "message", "page": "p", "raw": json.dumps({"transaction": {"id": "d1", "status": "completed"}}), "origin": host.url,
               "source": "window"}
    client.post(path + "/window/event", {"action": "open", "page": "p"})

    def hint() -> int:
        """Sends a hint; returns how often the anchor was asked until then."""
        assert client.post(path + "/window/event", message).status == 200
        return sum(call["path"] == "/sep24/transaction" for call in anchor.calls)

    started = time.monotonic()
    for _ in range(200):
        asked = hint()
    # At most once in two seconds, and once more for what was asked when the page was opened.
    assert asked <= 2 + (time.monotonic() - started) / 2
    until(hint, "the anchor is asked")
    until(lambda: elsewhere.rows()[0]["status"] == "incomplete", "what the anchor says counts, not the page")


def test_a_transfer_without_a_page_has_nothing_to_listen_to(pages, wallet):  # noqa: F811
    pages.log_in()
    path = pages.begin("deposit", asset="SRT", amount="20", protocol="sep6", type="bank_account")
    pages.agree(path)
    assert 'data-test="listen"' not in pages.at(path)
    assert pages.client.get(path + "/window").location == path
    assert pages.client.post(path + "/window/event", {"action": "open", "page": "p"}).status == 404
