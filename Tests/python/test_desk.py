# SPDX-License-Identifier: Apache-2.0
"""coldstar-desk over HTTP: who gets in, what every response carries, what becomes of hostile texts, kills and several at once."""
from __future__ import annotations

import base64
import contextlib
import html
import json
import os
import random
import re
import socket
import sqlite3
import stat
import threading
from http.client import HTTPException
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.parse import quote

import pytest
from stellar_sdk import AccountMerge

from contracts import NATIVE, VAULT
from desk import LARGEST_PAGE, Answer, Client, Desk, codes, picture, response, until
from held import sign_held
from programs import TESTNET, Machine, Sandbox, descriptors, key, opened

ALICE, BOB = key("alice"), key("bob")

PAGES = ("/", "/pay", "/swap", "/swap/receive", "/trust", "/trust/remove", "/operation", "/operation/manage-data", "/operation/set-options",
         "/requests", "/scan", "/contacts", "/history")
POSTS = ("/pay", "/pay/check", "/swap", "/trust", "/operation/payment", "/scan", "/scan/sessions", "/contacts/add", "/contacts/remove", "/resume")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
                               "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "x-frame-options": "DENY", "x-content-type-options": "nosniff", "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin", "cache-control": "no-store",
}


@pytest.fixture(scope="module")
def shop(folder, tmp_path_factory):
    """Machines and a desk that several tests share: they change nothing that another one counts on."""
    place = tmp_path_factory.mktemp("shop")
    network = Sandbox(folder)
    machines = {}
    for name in ("online", "offline"):
        (place / name).mkdir()
        machines[name] = Machine(folder, place / name, {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": network.url} if name == "online" else {})
    machines["online"].fund(ALICE, BOB)
    machines["offline"].import_key("alice", ALICE)
    desk = Desk(machines["online"], "--source", ALICE.public_key)
    client = desk.client()
    yield SimpleNamespace(**machines, network=network, desk=desk, client=client, hash=client.pay())
    desk.kill()
    network.stop()


def refused(answer: Answer, words: str = "", status: int = 403) -> None:
    """Says that access is refused, and nothing of the desk's data."""
    assert answer.status == status, f"{answer.status}: {answer.text[:500]}"
    assert words in answer.text
    for secret in (ALICE.public_key, ALICE.public_key[:6], "data-token", "testnet", "Check words"):
        assert secret not in answer.text
    assert "set-cookie" not in answer.headers


# ---------------------------------------------------------------- who gets in

def test_the_key_admits_one_browser_once(online):
    desk = Desk(online)
    try:
        refused(Client(desk.port).get("/?key="), "has no access")
        refused(Client(desk.port).get(f"/?key={desk.key[:-1]}"), "has no access")
        refused(Client(desk.port).get(f"/?key={desk.key.upper()}x"), "has no access")
        refused(Client(desk.port).get(f"/pay?key={desk.key}"), "has no access")
        refused(Client(desk.port).ask("HEAD", f"/?key={desk.key}"), status=403)
        refused(Client(desk.port).post(f"/?key={desk.key}"), "has no access")
        first, second = Client(desk.port), Client(desk.port)
        answer = first.get(f"/?key={desk.key}")
        assert (answer.status, answer.headers["location"]) == (303, "/")
        name, *attributes = answer.headers["set-cookie"].split("; ")
        assert re.fullmatch(rf"coldstar-desk-{desk.port}=[0-9a-f]{{64}}", name) and sorted(attributes) == ["HttpOnly", "Path=/", "SameSite=Strict"]
        assert desk.key not in name
        refused(second.get(f"/?key={desk.key}"), "used before")
        assert first.get("/").status == 200 and first.get(f"/?key={desk.key}").headers["location"] == "/"
        assert desk.key not in first.get("/").text
    finally:
        desk.kill()


def test_without_the_cookie_no_page_says_anything(shop, subtests):
    for path in [*PAGES, "/requests/HASH", "/requests/HASH/request.json", "/requests/HASH/loop.json", "/requests/HASH/loop.svg", "/events",
                 "/history/export.jsonl", "/assets/desk.js", "/assets/nothing", "/nothing"]:
        with subtests.test(path=path):
            stranger = Client(shop.desk.port)
            answer = stranger.get(path.replace("HASH", shop.hash))
            refused(answer, "No access")
            assert "Open the address with the key that the desk printed" in answer.text
            stranger.cookie = shop.client.cookie[:-1] + ("0" if shop.client.cookie[-1] != "0" else "1")
            refused(stranger.get(path.replace("HASH", shop.hash)), "No access")


def test_without_the_cookie_no_form_does_anything(shop, subtests):
    for path in [*POSTS, "/requests/HASH/submit", "/requests/HASH/forget", "/requests/HASH/cancel"]:
        with subtests.test(path=path):
            stranger = Client(shop.desk.port)
            stranger.token = shop.client.token
            refused(stranger.post(path.replace("HASH", shop.hash), {"source": ALICE.public_key}), "No access")


def test_other_names_are_refused(shop, subtests):
    for host in ["localhost:PORT", "127.0.0.1", "127.0.0.1:1", "evil.example:PORT", "evil.example", "127.0.0.1.evil.example:PORT", "[::1]:PORT",
                 "127.1:PORT", "2130706433:PORT", "0.0.0.0:PORT", "127.0.0.1:PORT.", "127.0.0.1.:PORT", "127.0.0.1:PORT@evil.example", "", None]:
        with subtests.test(host=host):
            for method in ("GET", "POST"):
                answer = shop.client.ask(method, "/", b"" if method == "POST" else None, {"Host": host and host.replace("PORT", str(shop.desk.port))})
                assert answer.status in (400, 403) and ALICE.public_key[:6] not in answer.text


def test_what_another_page_caused_is_refused(shop, subtests):
    for site in ["cross-site", "same-site", "", "Same-Origin", "same-origin, cross-site", "anything"]:
        with subtests.test(site=site):
            for path in ("/", "/pay", "/events", "/assets/desk.js", "/assets/desk.css", f"/requests/{shop.hash}/loop.svg"):
                refused(shop.client.get(path, Sec_Fetch_Site=site), "Another web page")
            refused(shop.client.post("/pay", {}, Sec_Fetch_Site=site), "Another web page")


def test_a_form_needs_the_site_of_the_desk_itself(shop):
    refused(shop.client.post("/pay", {}, Sec_Fetch_Site="none"), "Another web page")
    # Browsers that do not send it are known by the origin.
    assert shop.client.post("/pay", {}, Sec_Fetch_Site=None).status == 422


def test_other_origins_are_refused(shop, subtests):
    for origin in ["null", "http://evil.example", "https://127.0.0.1:PORT", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:PORT",
                   "http://127.0.0.1:PORT.evil.example", "http://127.0.0.1:PORT/", "HTTP://127.0.0.1:PORT", "", None]:
        with subtests.test(origin=origin):
            refused(shop.client.post("/pay", {}, Origin=origin and origin.replace("PORT", str(shop.desk.port))), "Another web page")


def test_a_form_without_the_token_is_not_carried_out(shop, subtests):
    for token in ["", "0" * 64, "TOKEN ", "TOKEN0", "TOKE", "COOKIE"]:
        with subtests.test(token=token):
            given = token.replace("TOKEN", shop.client.token).replace("TOKE", shop.client.token[:-1]).replace("COOKIE", shop.client.cookie.partition("=")[2])
            if token == "TOKEN ":
                given = shop.client.token[:32] + " " + shop.client.token[32:]
            before = shop.client.get("/requests").text
            for path in POSTS:
                refused(shop.client.post(path, {"source": ALICE.public_key, "destination": BOB.public_key, "asset": "XLM", "amount": "9"}, token=given), "earlier run")
            refused(shop.client.script("/scan/sessions", X_Coldstar_Token=given), "earlier run")
            refused(shop.client.script(f"/scan/sessions?token={shop.client.token}", X_Coldstar_Token=None), "earlier run")
            assert shop.client.get("/requests").text == before and not shop.desk.children()


def test_other_methods_are_refused(shop, subtests):
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "POSTX"]:
        with subtests.test(method=method):
            for client in (shop.client, Client(shop.desk.port)):
                for path in ("/", f"/requests/{shop.hash}/submit"):
                    answer = client.ask(method, path)
                    assert answer.status in (400, 403, 404, 405, 501) and not answer.token, answer.status
                    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_page_with_head_has_no_body(shop):
    answer = shop.client.ask("HEAD", "/pay")
    assert (answer.status, answer.body) == (200, b"")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user")
def test_another_user_is_refused_even_with_the_cookie(shop):
    """Cookies are sent to all ports of a host, so that another user's server may have seen it."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setresuid(65534, 65534, 65534)
            answers = [shop.client.get("/"), shop.client.get(f"/requests/{shop.hash}"), shop.client.get("/assets/desk.css"), shop.client.post("/pay", {})]
            os.write(writer, json.dumps([[a.status, a.text] for a in answers]).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as file:
        answers = json.loads(file.read())
    os.waitpid(child, 0)
    assert [status for status, _ in answers] == [403] * 4 and {text for _, text in answers} == {"This is another user's desk.\n"}
    assert shop.client.get("/").status == 200


def test_nothing_listens_beyond_loopback(shop):
    table = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    listening = [fields[1] for fields in map(str.split, table.splitlines()) if len(fields) > 3 and fields[3] == "0A" and fields[1].endswith(f":{shop.desk.port:04X}")]
    assert listening == [f"0100007F:{shop.desk.port:04X}"]


def test_the_page_that_refuses_says_nothing_of_a_malformed_form(shop):
    """The token is on every page of the desk, also on those about errors."""
    for kind, body in (("multipart/form-data", b""), ("multipart/form-data; boundary=b", b"--b\r\n"), ("application/x-www-form-urlencoded", b"%")):
        for path in POSTS:
            refused(Client(shop.desk.port).ask("POST", path, body, {"Content-Type": kind}), "No access")
            refused(shop.client.ask("POST", path, body, {"Content-Type": kind, "Origin": "http://evil.example"}), "Another web page")
            refused(shop.client.ask("POST", path, body, {"Content-Type": kind}), "earlier run")


# ---------------------------------------------------------------- what every response carries

def responses(shop) -> dict[str, Answer]:
    client, stranger = shop.client, Client(shop.desk.port)
    css = client.get("/assets/desk.css")
    return {
        "page": client.get("/"), "asset": css, "redirect": client.get(f"/?key={shop.desk.key}"), "no access": stranger.get("/"), "style for all": stranger.get("/assets/desk.css"),
        "not changed": client.get("/assets/desk.css", If_None_Match=css.headers["etag"]), "not found": client.get("/nothing"), "method": client.ask("PUT", "/"),
        "wrong form": client.post("/pay", {"amount": "x"}), "too large": client.script("/scan/sessions/x/frames", bytes(18 << 20)),
        "no picture": client.script("/scan/sessions/x/frames", b"x"), "no session": client.script("/scan/sessions/x/frames", b"\xff\xd8\xff"),
        "no such hash": client.get("/requests/" + "f" * 64), "json": client.script("/pay/check"), "file": client.get(f"/requests/{shop.hash}/request.json"),
        "picture": client.get(f"/requests/{shop.hash}/loop.svg"), "codes": client.get(f"/requests/{shop.hash}/loop.json"), "export": client.get("/history/export.jsonl"),
        "other host": client.get("/", Host="evil.example"), "other site": client.get("/", Sec_Fetch_Site="cross-site"), "token": client.post("/pay", {}, token="x"),
        "head": client.ask("HEAD", "/"),
    }


def test_every_response_has_the_headers_that_protect_it(shop):
    answers = responses(shop)
    expected = {"page": 200, "redirect": 303, "not changed": 304, "no access": 403, "not found": 404, "method": 405, "too large": 413, "no picture": 415,
                "wrong form": 422, "no session": 404, "no such hash": 404, "head": 200}
    assert {name: answers[name].status for name in expected} == expected
    for name, answer in answers.items():
        assert {header: answer.headers.get(header) for header in HEADERS} == HEADERS, name
        assert "camera=(self)" in answer.headers["permissions-policy"], name
        assert not {"server", "x-powered-by"} & set(answer.headers) and not [h for h in answer.headers if h.startswith("access-control")], name
        if answer.body:
            assert "content-type" in answer.headers, name
    assert all(answer.headers["content-type"].endswith("charset=utf-8") for answer in answers.values() if answer.text.startswith("<!doctype"))
    assert answers["file"].headers["content-disposition"].startswith("attachment; filename=")


def test_pages_have_no_inline_code_and_nothing_from_elsewhere(shop):
    for path in (*PAGES, f"/requests/{shop.hash}", "/nothing"):
        text = shop.client.get(path).text
        assert re.findall(r"<script\b[^>]*>", text) == ['<script type="module" src="/assets/desk.js">'], path
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|<iframe|<object|<embed|<base", text), path
        links = re.findall(r'(?:src|href|action|data-loop|data-scan|data-checks)="([^"]*)"', text)
        assert links and all(link.startswith(("/", "#", "data:,")) and not link.startswith("//") for link in links), (path, links)


def test_no_page_is_larger_than_100_kilobytes(shop):
    for path in (*PAGES, f"/requests/{shop.hash}", "/assets/desk.css", "/assets/desk.js", "/assets/scan.js", "/assets/loop.js", "/assets/live.js", "/assets/forms.js"):
        answer = shop.client.get(path)
        assert answer.status == 200 and len(answer.body) <= LARGEST_PAGE, (path, len(answer.body))


def test_pages_stay_small_with_a_long_journal(desk, client, funded):
    # A memo of its own makes a request of each row.
    rows = "".join(f"{BOB.public_key},1,XLM,text:{number:028}\n" for number in range(400))
    funded.build("batch", funded.file("rows.csv", f"destination,amount,asset,memo\n{rows}"), "--source", ALICE.public_key, "--note", "n" * 200)
    assert len(re.findall(r'href="/requests/', client.get("/requests").text)) > 20
    sizes = {path: len(client.get(path).body) for path in PAGES}
    assert max(sizes.values()) <= LARGEST_PAGE, sizes


def test_unknown_paths_are_not_found(shop, subtests):
    for path in ["/nothing", "/requests/zz", "/requests/" + "f" * 64, "/requests/" + "f" * 64 + "/loop.json", "/requests/HASH/nothing", "/requests/HASH/x/y",
                 "/batch/HASH/1", "/batch/HASH/1/loop.json", "/batch/HASH/0", "/batch/HASH/-1",
                 "/../../etc/passwd", "/assets/../../../etc/passwd", "/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/assets/", "/%00", "/%", "/%zz", "//evil.example",
                 "/pay/nothing", "/operation/nothing", "/operation/payment/x", "/scan/sessions", "/events/x", "/history/x", "/contacts/add", "/" + "x" * 4000,
                 "/" + "/".join("x" * 500), "/requests/%F0%28%8C%28", "/\\evil.example"]:
        with subtests.test(path=path[:80]):
            answer = shop.client.get(path.replace("HASH", shop.hash))
            assert answer.status in (400, 404, 414, 422, 431), answer.status
            assert "root:" not in answer.text and len(answer.body) <= LARGEST_PAGE
            assert shop.client.get("/").status == 200, "the desk has ended"


# ---------------------------------------------------------------- hostile texts

BAD = "<script>alert(1)</script>"
QUOTES = "\"'><img src=x onerror=alert(1)>"


def escaped(page: str, *texts: str) -> None:
    for text in texts:
        assert text not in page and "<script>alert" not in page and "<img src=x" not in page
        assert html.escape(text[:20], quote=False).replace("'", "&#39;")[:12] in page or html.escape(text)[:12] in page, f"{text} is not on the page at all"


def test_texts_of_requests_are_escaped_on_every_page(desk, client, funded):
    name = client.pay(note=BAD + QUOTES, memo=f"text:{BAD}")
    entry = client.post("/operation/manage-data", {"source": ALICE.public_key, "data-name": BAD, "data-value": QUOTES, "place": "after-drafts"})
    funded.build("contacts", "add", "bob", BOB.public_key, "--note", BAD + QUOTES)
    for path, texts in ((f"/requests/{name}", [BAD]), (f"/requests/{entry.hash}", [BAD]), ("/contacts", [BAD]), ("/history", []), ("/requests", []), ("/", []), ("/pay", [])):
        page = client.get(path).text
        escaped(page, *texts)
        assert QUOTES not in page and "<script>" not in page and "<img src=x" not in page
    caption = client.get(f"/requests/{name}/loop.json").text
    assert "<script>" not in caption


def test_a_payment_link_for_another_network_is_refused(shop, subtests):
    for network, words in [("Public Global Stellar Network ; September 2015", "the request is for public"),
                           (None, "the link names no network: SEP-7 then means public, not testnet")]:
        with subtests.test(network=network, words=words):
            link = f"web+stellar:pay?destination={BOB.public_key}&amount=1"
            fields = {"source": ALICE.public_key, "link": link + (f"&network_passphrase={quote(network)}" if network else "")}
            answer = shop.client.post("/pay", fields)
            assert answer.status == 422 and words in html.unescape(answer.text)
            assert shop.client.post("/pay", fields | {"link": f"{link}&network_passphrase={quote(TESTNET)}"}).status == 303


def test_what_was_typed_comes_back_escaped(shop, subtests):
    for path, field in [("/pay", "destination"), ("/pay", "amount"), ("/pay", "memo"), ("/pay", "link"), ("/pay", "note"), ("/swap", "dest-asset"), ("/trust", "asset"),
                        ("/contacts/add", "name"), ("/contacts/add", "note"), ("/scan", "text"), ("/operation/manage-data", "source")]:
        with subtests.test(path=path, field=field):
            answer = shop.client.post(path, {"source": ALICE.public_key, field: BAD + QUOTES})
            assert answer.status in (404, 422) and answer.error
            escaped(answer.text, BAD)
            assert QUOTES not in answer.text


def test_what_an_address_says_comes_back_escaped(shop, subtests):
    for path in ["/pay?destination=X", "/pay?link=X", "/pay?source=X", "/history?q=X", "/history?state=X", "/contacts?text=X", "/requests/HASH?dialect=X",
                 "/requests/HASH?density=X&speed=X", "/requests/HASH?dialect=keystone&key-path=X", "/requests/HASH/loop.svg?dialect=keystone&key-path=X",
                 "/requests/X", "/operation/X", "/X", "/assets/X", "/contacts?X=X"]:
        with subtests.test(path=path):
            answer = shop.client.get(path.replace("X", quote(BAD + QUOTES, safe="")).replace("HASH", shop.hash))
            assert answer.status < 500
            if answer.headers["content-type"] != "application/json":     # with nosniff it is not markup for any browser
                assert "<script>alert" not in answer.text and "<img src=x" not in answer.text


def test_headers_cannot_be_split_by_what_an_address_says(shop):
    for path in ("/pay?link=x%0d%0aSet-Cookie:%20a=b", "/requests/x%0d%0aX-Bad:%201", f"/requests/{shop.hash}?speed=%0d%0aX-Bad:1", "/?key=%0d%0aX-Bad:1"):
        answer = shop.client.get(path)
        assert "x-bad" not in answer.headers and "set-cookie" not in answer.headers
    link = "web+stellar:pay?destination=" + BOB.public_key + "\r\nX-Bad: 1"
    answer = shop.client.post("/scan", {"text": link})
    assert "x-bad" not in answer.headers and answer.status in (303, 422)
    assert "\r" not in answer.headers.get("location", "")


# ---------------------------------------------------------------- sizes

def test_bodies_of_strangers_are_not_read(shop):
    """They are thrown away as they come, so that the browser reads the page that refuses."""
    before = shop.desk.memory()
    with socket.create_connection(("127.0.0.1", shop.desk.port), timeout=30) as stranger:
        stranger.sendall(f"POST /scan HTTP/1.1\r\nHost: 127.0.0.1:{shop.desk.port}\r\nContent-Length: {1 << 30}\r\n\r\n".encode())
        sent = 0
        while sent < 64 << 20:
            sent += stranger.send(bytes(1 << 16))
    assert shop.desk.memory() - before < 16 << 20
    assert shop.client.get("/").status == 200


def test_malformed_and_huge_forms_are_refused(shop, subtests):
    for body, kind in [
            (b"a=" + b"x" * (17 << 20), "application/x-www-form-urlencoded"), (b"&" * (1 << 20), "application/x-www-form-urlencoded"), (b"a=1&" * 200_000, "application/x-www-form-urlencoded"),
            (b"%" * 1000, "application/x-www-form-urlencoded"), (b"a=%ff%fe", "application/x-www-form-urlencoded"), (b"x", "multipart/form-data"), (b"x", "multipart/form-data; boundary="),
            (b"--b\r\n" * 10_000, "multipart/form-data; boundary=b"), (b"--b\r\n\r\n--b--", "multipart/form-data; boundary=b"), (b"\x00" * 1000, "text/plain"), (b"{}", "application/json"),
            (b"--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n" + b"x" * (16 << 20) + b"\r\n--b--", "multipart/form-data; boundary=b")]:
        with subtests.test(body=body[:20], kind=kind):
            for path in ("/pay", "/scan", "/contacts/add"):
                answer = shop.client.script(path, body, Content_Type=kind)
                assert answer.status in (403, 404, 413, 422), (path, answer.status)
                assert len(answer.body) <= 2 * LARGEST_PAGE + 2 * len(body)
            assert shop.client.get("/requests").status == 200


def test_a_huge_field_is_refused_by_every_form(shop):
    for path in ("/pay", "/swap", "/trust", "/operation/manage-data", "/contacts/add"):
        for field in ("source", "destination", "memo", "amount", "name", "asset", "account"):
            answer = shop.client.post(path, {"source": ALICE.public_key, field: "9" * 100_000})
            assert answer.status in (404, 422), (path, field, answer.status)


def test_slow_clients_do_not_stop_the_others(shop):
    """Connections that send their request byte by byte, and such as send nothing."""
    idle = [socket.create_connection(("127.0.0.1", shop.desk.port), timeout=30) for _ in range(100)]
    try:
        for number, connection in enumerate(idle):
            connection.sendall(b"POST /scan HTTP/1.1\r\nHost: 127" if number % 2 else b"")
        for _ in range(3):
            assert shop.client.get("/").status == 200
            for connection in idle[1::2]:
                connection.sendall(b".")
    finally:
        for connection in idle:
            connection.close()
    assert shop.client.pay()


# ---------------------------------------------------------------- several at once

@pytest.mark.slow
def test_pages_and_the_command_line_agree_and_events_say_so(desk, client, funded, offline):
    offline.import_key("alice", ALICE)
    events = client.events()
    assert events.status == 200
    until(lambda: events.seen, "the first event")
    name = client.pay(amount="3")
    assert name in funded.submit("status", "--json").out
    built = funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", "7", "--after-drafts")
    seen = len(events.seen)
    until(lambda: "7" in client.get("/requests").text and len(events.seen) >= seen, "the desk shows what the command line built")
    # Begun on the page, signed, finished on the command line.
    answer = response(offline, client.request(name))
    funded.submit("send", "-", stdin=answer)
    until(lambda: 'data-test="outcome"' in client.get(f"/requests/{name}").text, "the page shows the outcome")
    assert "applied" in client.outcome(name)
    # Begun on the command line, finished on the page.
    answer = client.post("/scan", {"text": response(offline, built.out), "about": ""})
    assert answer.hash == opened(built.out).hash_hex()
    client.ready(answer.hash)
    client.post(f"/requests/{answer.hash}/submit")
    assert "applied" in client.outcome(answer.hash)
    assert "applied in ledger" in funded.submit("status", answer.hash).out
    changes = [int(number) for kind, number in events.seen if kind == "change"]
    assert len(changes) >= 4 and changes == sorted(changes)
    assert any(kind == "progress" and json.loads(text)["hash"] == answer.hash for kind, text in events.seen)
    events.close()


def test_a_change_by_another_program_is_told_within_seconds(desk, client, funded):
    events = client.events()
    until(lambda: events.seen, "the first event")
    first = events.seen[-1]
    funded.build("contacts", "add", "carol", key("carol").public_key)
    until(lambda: events.seen[-1] != first, "a change event", 10)
    assert "carol" in client.get("/contacts").text
    events.close()


@pytest.mark.slow
def test_listeners_are_bounded_and_those_who_left_are_forgotten(desk, client):
    open_pages = [client.events() for _ in range(30)]
    statuses = [page.status for page in open_pages]
    assert statuses.count(200) == 24 and set(statuses) == {200, 503}
    assert client.get("/").status == 200
    for page in open_pages:
        page.close()

    def again() -> bool:
        page = client.events()
        page.close()
        return page.status == 200
    until(again, "a page can listen again", 40)


def test_pages_sent_at_the_same_time_take_different_sequence_numbers(desk, client, funded):
    hashes: list[str] = []
    threads = [threading.Thread(target=lambda n=n: hashes.append(client.pay(amount=str(n + 1), place="after-drafts"))) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers = {json.loads(client.request(name))["envelope"] for name in hashes}
    assert len(set(hashes)) == 6 == len(numbers)


def test_a_request_is_rebuilt_and_an_applied_one_repeated_by_a_button(desk, client, funded):
    first, second = client.pay(amount="1", place="next"), client.pay(amount="2", place="next")
    assert 'data-test="rebuild"' in client.get(f"/requests/{second}").text and 'data-test="repeat"' not in client.get(f"/requests/{second}").text
    made = client.post(f"/requests/{second}/rebuild").hash
    old, new = (opened(client.request(name)).transaction for name in (first, made))
    assert new.sequence == old.sequence + 1 and new.operations[0].amount == "2"
    assert client.get(f"/requests/{second}").status == 404
    envelope = opened(client.request(first))
    envelope.sign(ALICE)
    funded.submit("signatures", "-", stdin=envelope.to_xdr())
    assert 'data-test="rebuild"' not in client.get(f"/requests/{first}").text
    refused_ = client.post(f"/requests/{first}/rebuild")
    assert refused_.status == 422 and "can still be applied" in refused_.text and "coldstar-" not in refused_.text
    funded.submit("send", "-", stdin=envelope.to_xdr())
    page = client.get(f"/requests/{first}").text
    assert 'data-test="repeat"' in page and 'data-test="rebuild"' not in page
    again = client.post(f"/requests/{first}/repeat", {"amount": "4.5", "memo": "text:June", "token": client.token}).hash
    transaction = opened(client.request(again)).transaction
    assert (transaction.operations[0].amount, transaction.memo.memo_text) == ("4.5", b"June") and transaction.sequence == new.sequence + 1
    assert client.post(f"/requests/{first}/repeat", {"amount": "nothing"}).status == 422


@pytest.mark.parametrize("payee_is_back", [True, False])
def test_the_payments_of_a_batch_that_failed_are_rebuilt_by_a_button(desk, client, funded, payee_is_back):
    carol = key("carol")
    funded.fund(carol)
    table = f"destination,amount,asset\n{BOB.public_key},1,XLM\n{carol.public_key},2,XLM\n"
    made = client.post("/batch", {"source": ALICE.public_key, "text": table, "one-per-transaction": "on"})
    assert 'data-test="rebuild"' not in client.get(made.location).text
    assert "no payment of" in client.post(f"{made.location}/rebuild").error
    funded.apply(carol, AccountMerge(BOB.public_key))
    for line in client.get(f"{made.location}/requests.jsonl").text.splitlines():
        envelope = opened(line)
        envelope.sign(ALICE)
        with contextlib.suppress(HTTPError):
            funded.post(envelope)
        funded.submit("send", "-", "--wait", "0", stdin=envelope.to_xdr(), code=None)
    page = client.get(made.location)
    assert 'data-test="rebuild"' in page.text and 'name="no-account-checks"' in page.text
    assert f"the destination {carol.public_key} does not exist" in client.post(f"{made.location}/rebuild").text
    if payee_is_back:
        funded.fund(carol)
    built = client.post(f"{made.location}/rebuild", {} if payee_is_back else {"no-account-checks": "on"})
    [operation] = opened(client.request(built.hash)).transaction.operations
    assert (operation.destination.account_id, operation.amount) == (carol.public_key, "2")
    assert 'data-test="rebuild"' not in client.get(made.location).text


def test_an_error_leads_to_the_page_that_helps_and_names_no_command(desk, client, funded):
    """Where the command line has a command to copy, a page has a link."""
    asset = f"USD:{ALICE.public_key}"
    answer = client.post("/pay", {"source": ALICE.public_key, "destination": BOB.public_key, "asset": asset, "amount": "1"})
    assert answer.status == 422 and "has no trustline for USD" in answer.text
    wanted = f"/trust?source={BOB.public_key}&amp;asset=USD%3A{ALICE.public_key}"
    assert f'<a href="{wanted}">' in answer.text and "coldstar-build" not in answer.text
    assert f'value="{asset}"' in client.get(wanted.replace("&amp;", "&")).text


def test_pages_read_the_journal_over_one_connection_that_stays_open(desk, client, funded):
    client.get(f"/requests/{client.pay()}")

    def journal() -> dict[int, str]:
        return {number: path for number, path in descriptors(desk.process.pid).items() if path.endswith("/journal.sqlite")}
    opened = until(lambda: len(journal()) == 1 and journal(), "what builds and fetches has closed its connections")
    for path in ("/", "/pay", "/requests", "/contacts", "/history", "/anchors", f"/accounts/{ALICE.public_key}"):
        assert client.get(path).status == 200
        assert opened.items() <= journal().items(), path
    # A journal that takes its place is read.
    file = funded.home / "online/journal.sqlite"
    for name in file.parent.glob("journal.sqlite*"):
        name.rename(file.parent / f"old-{name.name}")
    funded.build("contacts", "add", "carol", key("carol").public_key)
    assert "carol" in client.get("/contacts").text


# ---------------------------------------------------------------- what crosses the gap

def test_a_response_is_taken_as_text_as_pictures_and_by_frames(desk, client, funded, offline):
    offline.import_key("alice", ALICE)
    for way in ("text", "file", "pictures", "frames"):
        name = client.pay()
        answer = response(offline, client.request(name))
        images = [picture(image) for image in codes(offline, answer)]
        if way == "text":
            assert client.post("/scan", {"text": answer, "about": name}).hash == name
        elif way == "file":
            assert client.upload("/scan", [("image", answer.encode())], about=name).hash == name
        elif way == "pictures":
            assert client.upload("/scan", [("image", image) for image in images], about=name).hash == name
        else:
            session = client.script("/scan/sessions").json()["session"]

            def shown():
                for image in images:
                    sent = client.script(f"/scan/sessions/{session}/frames", image)
                    assert sent.status in (200, 429), sent.text
                    if "location" in sent.json():
                        return sent.json()["location"]
            assert until(shown, "the response is read") == f"/requests/{name}"
        client.ready(name)
        assert client.post(f"/requests/{name}/submit").status == 303
        assert "applied" in client.outcome(name)
    until(lambda: not desk.children(), "the decoders have ended")
    balances = funded.build("lookup", "account", BOB.public_key, "--json").json()["balances"]
    assert balances[0]["balance"] == "10004.0000000"


def test_a_desk_submits_over_stellar_rpc_and_stops_where_a_contract_has_changed(funded, offline, sandbox, middle):
    """Horizon refuses every transaction: what is applied went over Stellar RPC."""
    middle.lose = True
    offline.import_key("alice", ALICE)
    funded.env |= {"STELLAR_HORIZON_URL": middle.url, "STELLAR_RPC_URL": f"{sandbox.url}/rpc"}
    desk = Desk(funded, "--source", ALICE.public_key)
    try:
        client = desk.client()
        name = client.pay()
        client.post("/scan", {"text": response(offline, client.request(name)), "about": name})
        client.ready(name)
        assert client.post(f"/requests/{name}/submit").status == 303
        assert "applied" in client.outcome(name)
        built = funded.build("invoke", "--source", ALICE.public_key, "--contract", VAULT, "--", "deposit", "--user", ALICE.public_key, "--token",
                             NATIVE, "--amount", "7").out
        name = opened(built).hash_hex()
        sign_held(offline, offline.file("deposit", built), "alice", "answer", "--format", "response")
        client.post("/scan", {"text": (offline.home / "answer").read_text(), "about": name})
        client.ready(name)
        pins = {"format": "coldstar-contracts", "version": 1, "contracts": [
            {"label": "vault", "network_passphrase": TESTNET, "contract": VAULT, "asset": None, "wasm_hash": "ab" * 32, "spec_hash": None,
             "token": None, "account": None, "functions": [], "upgradable": "unknown"}]}
        funded.build("contracts", "import", str(funded.file("pins", json.dumps(pins))))
        client.post(f"/requests/{name}/submit")
        assert until(lambda: "runs other code" in client.get(f"/requests/{name}").text, "the desk says that the contract has changed")
        assert json.loads(funded.submit("status", name, "--json").out)["status"] == "requested"
    finally:
        desk.kill()


def test_the_page_of_a_signed_request_asks_the_server_once(funded, offline, middle):
    """Its signatures and its checks are of one look at the ledger."""
    offline.import_key("alice", ALICE)
    funded.env["STELLAR_HORIZON_URL"] = middle.url
    desk = Desk(funded, "--source", ALICE.public_key)
    try:
        client = desk.client()
        name = client.pay()
        page = until(lambda: "missing" in (text := client.get(f"/requests/{name}").text) and text, "the page says who has not signed")
        assert 'data-test="checks"' not in page
        client.post("/scan", {"text": response(offline, client.request(name)), "about": name})
        middle.log.clear()
        client.ready(name)
        page = client.get(f"/requests/{name}").text
        assert page.index("weight 1 of 1") < page.index('data-test="checks"') < page.index("ready to submit")
        assert middle.log.count("GET /") == 1 and middle.log.count(f"GET /accounts/{ALICE.public_key}") == 1, middle.log
    finally:
        desk.kill()


def test_what_is_not_for_the_desk_is_refused_with_a_message(shop, subtests):
    for text in ["", "x", "{}", "[]", "null", "AAAA", "web+stellar:tx?xdr=AAAA", "{\"format\":\"coldstar-response\"}", "ur:coldstar/1-2/lpadaxcf", "\u0000", "https://evil.example/"]:
        with subtests.test(text=text):
            for about in ("", shop.hash, "zz", "ramp/9", "ramp/x", "ramp/"):
                answer = shop.client.post("/scan", {"text": text, "about": about})
                assert answer.status in (404, 422) and answer.error, (answer.status, answer.text[:300])


def test_a_response_to_another_request_does_not_sign_this_one(shop):
    name, other = shop.client.pay(amount="11", place="after-drafts"), shop.client.pay(amount="12", place="after-drafts")
    document = json.loads(response(shop.offline, shop.client.request(other)))
    assert shop.client.post("/scan", {"text": json.dumps(document), "about": name}).hash == other
    document["signatures"][0]["signature"] = base64.b64encode(bytes(64)).decode() if "signatures" in document else ""
    answer = shop.client.post("/scan", {"text": json.dumps(document), "about": name})
    assert 'data-test="submit"' not in shop.client.get(f"/requests/{name}").text
    assert answer.status in (303, 422)


def test_pictures_without_a_code_are_refused_with_a_message(shop, subtests):
    for content in [b"", b"x" * 1000, b"\x89PNG\r\n\x1a\n", b"\x89PNG\r\n\x1a\n" + bytes(5000), b"\xff\xd8\xff" + bytes(100_000), b"GIF89a" + bytes(100), b"<svg/>", b"{}", b"\xff\xfe{}"]:
        with subtests.test(content=content[:20]):
            answer = shop.client.upload("/scan", [("image", content)], about="")
            assert answer.status == 422 and answer.error
            until(lambda: not shop.desk.children(), "the decoder has ended")


def test_cameras_are_bounded(shop):
    sessions = [shop.client.script("/scan/sessions") for _ in range(12)]
    assert [answer.status for answer in sessions].count(200) == 4
    assert all("scanning already" in answer.json()["error"] for answer in sessions if answer.status != 200)
    assert len(shop.desk.children()) == 4
    for answer in sessions:
        if answer.status == 200:
            assert shop.client.script(f"/scan/sessions/{answer.json()['session']}/end").status == 200
    until(lambda: not shop.desk.children(), "the decoders have ended")


def test_the_decoder_has_no_network_and_no_files(shop):
    session = shop.client.script("/scan/sessions").json()["session"]
    child = until(lambda: shop.desk.children(), "the decoder runs")[0]
    status = until(lambda: (text := Path(f"/proc/{child}/status").read_text()) and "Seccomp:\t2" in text and text, "the decoder is in its sandbox")
    assert "NoNewPrivs:\t1" in status
    links = list(descriptors(child).values())
    assert links and not [link for link in links if link.startswith("socket:") or "journal" in link or str(shop.online.home) in link], links
    environment = Path(f"/proc/{child}/environ").read_bytes()
    assert environment == b"", environment
    shop.client.script(f"/scan/sessions/{session}/end")


# ---------------------------------------------------------------- killed at any moment

def journal_is_whole(machine: Machine) -> None:
    for path in machine.home.rglob("*.sqlite*"):
        if path.suffix not in (".sqlite", ".db"):
            continue
        with sqlite3.connect(path) as base:
            assert base.execute("pragma integrity_check").fetchone() == ("ok",)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_killed_desk_loses_nothing_and_pays_once(funded, offline, seed):
    """The desk is killed while it builds, takes in a signature, or submits; another one, and the command line, go on."""
    offline.import_key("alice", ALICE)
    moments = random.Random(seed)

    def killed(act, longest: float):
        """Does something at a desk that is killed meanwhile; returns its result, if there was one."""
        desk = Desk(funded, "--source", ALICE.public_key)
        client = desk.client()
        timer = threading.Timer(moments.uniform(0, longest), desk.process.kill)
        timer.start()
        try:
            return act(client)
        except (OSError, AssertionError, ValueError, HTTPException):
            return None
        finally:
            timer.join()
            desk.kill()
            journal_is_whole(funded)

    rounds = 3
    for number in range(rounds):
        memo = f"text:round {number}"
        shown = killed(lambda client: client.pay(amount="1", memo=memo), 0.15)
        known = [entry for entry in map(json.loads, funded.submit("status", "--json").out.splitlines())]
        known = known[0] if len(known) == 1 and isinstance(known[0], list) else known
        text = json.dumps(known)
        assert shown is None or shown in text, "a page was shown of a request that is not in the journal"
        desk = Desk(funded, "--source", ALICE.public_key)
        client = desk.client()
        name = re.findall(r'href="/requests/([0-9a-f]{64})"', client.get("/requests").text)
        assert len(name) <= 1
        name = name[0] if name else client.pay(amount="1", memo=memo)
        request = client.request(name)
        desk.kill()
        answer = response(offline, request)
        taken = killed(lambda client: client.post("/scan", {"text": answer, "about": name}).hash, 0.15)
        desk = Desk(funded, "--source", ALICE.public_key)
        client = desk.client()
        if taken:
            client.ready(name)
        desk.kill()

        def submit(client):
            client.post("/scan", {"text": answer, "about": name})
            client.ready(name)
            client.post(f"/requests/{name}/submit")
            return client.outcome(name)
        outcome = killed(submit, 1.5)
        funded.submit("resume")
        if outcome is None:
            funded.submit("send", "-", stdin=answer)
        desk = Desk(funded, "--source", ALICE.public_key)
        assert "applied" in desk.client().outcome(name)
        desk.kill()
        balance = funded.build("lookup", "account", BOB.public_key, "--json").json()["balances"][0]["balance"]
        assert balance == f"{10_001 + number}.0000000"


def test_a_desk_that_is_told_to_stop_ends_with_pages_open(desk, client):
    events = client.events()
    until(lambda: events.seen, "the first event")
    client.script("/scan/sessions")
    children = until(desk.children, "the process that decodes pictures")
    assert desk.stop() == 0
    assert not [child for child in children if Path(f"/proc/{child}").exists() and "zombie" not in Path(f"/proc/{child}/status").read_text()]


def test_no_file_is_open_to_other_users(shop):
    shop.client.pay(amount="2", place="after-drafts")
    found = {path: stat.S_IMODE(path.lstat().st_mode) for path in (shop.online.home / "online").rglob("*")}
    assert found and {str(path): oct(mode) for path, mode in found.items() if mode != (0o700 if path.is_dir() else 0o600)} == {}


def test_the_port_of_a_running_desk_is_not_taken_over(shop):
    result = shop.online.run("coldstar-desk", "--no-open", "--port", str(shop.desk.port), code=None)
    assert result.code == 69 and "the port may be in use" in result.err


def test_a_desk_without_a_network_is_refused(offline):
    assert "network" in offline.run("coldstar-desk", "--no-open", "--port", "0", code=64).err
