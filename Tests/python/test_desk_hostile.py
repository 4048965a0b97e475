# SPDX-License-Identifier: Apache-2.0
"""A hostile page in the browser that the desk is open in: on another port of the same address, and on another host's name. It gets nothing."""
from __future__ import annotations

import io
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PIL import Image

from desk import Client, until
from programs import key
from test_desk_browser import shop  # noqa: F401

ALICE, BOB = key("alice"), key("bob")


class Hostile(ThreadingHTTPServer):
    """A web server of the attacker's: any page, redirects to anywhere, and a list of what browsers sent."""
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answers)
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.pages: dict[str, str] = {"/": "<!doctype html><title>free money</title><h1>free money</h1>"}
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def port(self) -> int:
        return self.server_address[1]

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Answers(BaseHTTPRequestHandler):
    server: Hostile

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.server.seen.append((self.path, dict(self.headers.items())))
        path, _, target = self.path.partition("?to=")
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if target:
            self.send_response(int(path.rpartition("/")[2]))
            self.send_header("Location", target)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        page = self.server.pages.get(self.path, "").encode()
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/javascript" if self.path.endswith(".js") else "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    do_POST = do_GET


@pytest.fixture(scope="module")
def hostile():
    server = Hostile()
    yield server
    server.close()


ORIGINS = {"another port": "http://127.0.0.1:{}", "another host": "http://evil.example:{}"}


@pytest.fixture(params=ORIGINS, ids=[name.replace(" ", "-") for name in ORIGINS])
def place(request, hostile):
    """The origin of the hostile page."""
    return ORIGINS[request.param].format(hostile.port)


@pytest.fixture
def victim(shop, browser):
    """A browser with the desk open."""
    browser.enter(shop.client)
    browser.open(shop.desk.origin + "/")
    assert "Coldstar runs on this machine" in browser.text
    return browser


def state(shop) -> tuple:
    """What an attack may not change."""
    return shop.online.submit("status", "--json").out, shop.online.build("contacts", "list", "--json").out, tuple(shop.desk.children())


# Each is the body of an asynchronous function of the page; it returns what the page has got, which must be nothing. `desk` is the desk's origin,
# `hash` a request of it, `own` the page's origin.
READING = {
    "fetch": "try { const r = await fetch(desk + '/', {credentials: 'include'}); return await r.text() } catch { return '' }",
    "fetch without cors": "try { const r = await fetch(desk + '/', {mode: 'no-cors', credentials: 'include'}); return r.status + await r.text() } catch { return '' }",
    "fetch a style": "try { const r = await fetch(desk + '/assets/desk.css', {mode: 'no-cors'}); return r.type } catch { return '' }",
    "fetch with a header": "try { const r = await fetch(desk + '/', {headers: {'X-Coldstar-Token': 'x'}, credentials: 'include'}); return await r.text() } catch { return '' }",
    "fetch by a redirect": "try { const r = await fetch(own + '/302?to=' + desk + '/', {credentials: 'include'}); return await r.text() } catch { return '' }",
    "fetch by a redirect without cors": "try { const r = await fetch(own + '/302?to=' + desk + '/', {mode: 'no-cors', credentials: 'include'}); return await r.text() } catch { return '' }",
    "XMLHttpRequest": "return await new Promise((done) => { const x = new XMLHttpRequest(); x.withCredentials = true; x.open('GET', desk + '/requests'); x.onload = () => done(x.responseText); x.onerror = () => done(''); x.send() })",
    "EventSource": "return await new Promise((done) => { const e = new EventSource(desk + '/events', {withCredentials: true}); e.onopen = () => done('open'); e.addEventListener('change', (m) => done(m.data)); e.onerror = () => { e.close(); done('') } })",
    "WebSocket": "return await new Promise((done) => { const w = new WebSocket(desk.replace('http', 'ws') + '/events'); w.onopen = () => done('open'); w.onmessage = (m) => done(m.data); w.onclose = () => done('') })",
    "WebTransport": "try { const t = new WebTransport(desk.replace('http:', 'https:')); await t.ready; return 'ready' } catch { return '' }",
    "image of the codes": "return await new Promise((done) => { const i = new Image(); i.onload = () => done(i.width); i.onerror = () => done(''); i.src = desk + '/requests/' + hash + '/loop.svg' })",
    "style sheet": "return await new Promise((done) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.onload = () => { try { done(l.sheet.cssRules.length) } catch { done('loaded') } }; l.onerror = () => done(''); l.href = desk + '/assets/desk.css'; document.head.append(l) })",
    "codes as a style sheet": "return await new Promise((done) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.onload = () => done('loaded'); l.onerror = () => done(''); l.href = desk + '/requests/' + hash + '/loop.json'; document.head.append(l) })",
    "script": "return await new Promise((done) => { const s = document.createElement('script'); s.onload = () => done('loaded'); s.onerror = () => done(''); s.src = desk + '/assets/desk.js'; document.head.append(s) })",
    "module": "try { return Object.keys(await import(desk + '/assets/desk.js')).join() } catch { return '' }",
    "codes as a script": "return await new Promise((done) => { const s = document.createElement('script'); s.onload = () => done('loaded'); s.onerror = () => done(''); s.src = desk + '/requests/' + hash + '/loop.json'; document.head.append(s) })",
    "export as a script": "return await new Promise((done) => { const s = document.createElement('script'); s.onload = () => done('loaded'); s.onerror = () => done(''); s.src = desk + '/history/export.jsonl'; document.head.append(s) })",
    "video": "return await new Promise((done) => { const v = document.createElement('video'); v.onloadeddata = () => done('loaded'); v.onerror = () => done(''); v.src = desk + '/requests/' + hash + '/request.json' })",
    "font": "try { const f = new FontFace('x', `url(${desk}/assets/desk.css)`); await f.load(); return 'loaded' } catch { return '' }",
    "worker": "try { return await new Promise((done) => { const w = new Worker(desk + '/assets/desk.js'); w.onmessage = () => done('runs'); w.onerror = () => done('') }) } catch { return '' }",
    "script of a worker": "return await new Promise((done) => { const w = new Worker(URL.createObjectURL(new Blob([`try { importScripts('${desk}/assets/desk.js'); postMessage('runs') } catch { postMessage('') }`]))); w.onmessage = (m) => done(m.data) })",
    "service worker": "try { await navigator.serviceWorker.register(desk + '/assets/desk.js'); return 'registered' } catch { return '' }",
    "frame": "return await new Promise((done) => { const f = document.createElement('iframe'); f.onload = () => { try { done(f.contentDocument.body.textContent.includes('Coldstar') ? 'read' : '') } catch { done(f.contentWindow.length ? 'frames' : '') } }; f.src = desk + '/'; document.body.append(f) })",
    "object": "return await new Promise((done) => { const o = document.createElement('object'); o.onload = () => { try { done(o.contentDocument ? 'read' : '') } catch { done('') } }; o.onerror = () => done(''); o.data = desk + '/'; document.body.append(o); setTimeout(() => done(''), 2000) })",
    "window": "const w = window.open(desk + '/requests'); await new Promise((done) => setTimeout(done, 1200)); let got = ''; try { got = w.document.body.textContent } catch {} try { if (w.length) got += 'frames' } catch {} if (w && !w.closed) { w.postMessage('x', '*'); try { w.location = 'about:blank' } catch {} } return got",
    "cookie": "return document.cookie.includes('coldstar') ? document.cookie : ''",
    "storage": "return JSON.stringify({...localStorage}) === '{}' ? '' : 'stored'",
    "timing": "performance.clearResourceTimings(); try { await fetch(desk + '/requests/' + hash + '/loop.svg', {mode: 'no-cors', credentials: 'include'}) } catch {} return performance.getEntriesByType('resource').filter((e) => e.name.startsWith(desk) && (e.transferSize || e.encodedBodySize || e.responseStatus)).map((e) => e.responseStatus).join()",
    "difference of known and unknown requests": """const ask = (path) => new Promise((done) => { const i = new Image(); i.onload = () => done('load'); i.onerror = () => done('error'); i.src = desk + path });
        return await ask('/requests/' + hash + '/loop.svg') === await ask('/requests/' + 'f'.repeat(64) + '/loop.svg') ? '' : 'known'""",
    "difference of the desk and a closed port": """const ask = async (url) => { try { await fetch(url, {mode: 'no-cors'}); return 'answer' } catch (e) { return e.name + e.message } };
        return await ask(desk + '/') === await ask('http://127.0.0.1:9/') ? '' : 'open'""",
}

FIELDS = "const fields = {token: 'TOKEN', source: 'ALICE', destination: 'BOB', asset: 'XLM', amount: '666', text: 'BOB', name: 'mallory', account: 'BOB'};"
FORM = FIELDS + """const form = document.createElement('form'); form.method = 'post'; form.action = TARGET; form.enctype = ENCTYPE; form.target = 'hidden';
    for (const [name, value] of Object.entries(fields)) { const i = document.createElement('input'); i.name = name; i.value = value; form.append(i) }
    const f = document.createElement('iframe'); f.name = 'hidden'; document.body.append(f, form);
    await new Promise((done) => { f.onload = done; form.submit(); setTimeout(done, 1500) }); return ''"""
WRITING = {
    "form": FORM.replace("TARGET", "desk + path").replace("ENCTYPE", "'application/x-www-form-urlencoded'"),
    "form with files": FORM.replace("TARGET", "desk + path").replace("ENCTYPE", "'multipart/form-data'"),
    "form of text": FORM.replace("TARGET", "desk + path").replace("ENCTYPE", "'text/plain'"),
    "form by a redirect": FORM.replace("TARGET", "own + '/307?to=' + desk + path").replace("ENCTYPE", "'application/x-www-form-urlencoded'"),
    "form in a window": FORM.replace("form.target = 'hidden'", "form.target = '_blank'").replace("TARGET", "desk + path").replace("ENCTYPE", "'application/x-www-form-urlencoded'"),
    "fetch": FIELDS + "try { const r = await fetch(desk + path, {method: 'POST', credentials: 'include', body: new URLSearchParams(fields)}); return await r.text() } catch { return '' }",
    "fetch without cors": FIELDS + "try { const r = await fetch(desk + path, {method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams(fields)}); return r.status || '' } catch { return '' }",
    "fetch with the header": FIELDS + "try { const r = await fetch(desk + path, {method: 'POST', credentials: 'include', headers: {'X-Coldstar-Token': fields.token}, body: new URLSearchParams(fields)}); return await r.text() } catch { return '' }",
    "beacon": FIELDS + "navigator.sendBeacon(desk + path, new URLSearchParams(fields)); await new Promise((done) => setTimeout(done, 200)); return ''",
}
FORMS = ("/pay", "/contacts/add", "/scan", "/scan/sessions", "/resume", "/requests/HASH/forget")


def report(capsys, name: str, attempts: int) -> None:
    with capsys.disabled():
        print(f"\nhostile page, {name}: {attempts} attempts, 0 succeeded")


def test_a_hostile_page_reads_nothing(shop, hostile, place, victim, capsys):
    name = shop.client.pay(source=next(shop.payers))
    before = state(shop)
    got = {}
    first = victim.driver.current_window_handle
    for attempt, script in READING.items():
        victim.open(place + "/")
        got[attempt] = victim.wait("const [desk, hash, own] = given; " + script, shop.desk.origin, name, place)
        for handle in set(victim.driver.window_handles) - {first}:
            victim.driver.switch_to.window(handle)
            assert "data-token" not in victim.driver.page_source and not victim.run("return window.opener")
            victim.driver.close()
        victim.driver.switch_to.window(first)
    assert {attempt: what for attempt, what in got.items() if what} == {}
    assert state(shop) == before
    report(capsys, f"reading from {place}", len(got))


@pytest.mark.slow
def test_a_hostile_page_changes_nothing_even_with_the_token(shop, hostile, place, victim, capsys):
    """The token is not known to it; that it would be of no use is the second wall."""
    name = shop.client.pay(source=next(shop.payers))
    before, attempts = state(shop), 0
    first = victim.driver.current_window_handle
    for token in ("x", shop.client.token):
        for path in FORMS:
            victim.open(place + "/")
            for attempt, script in WRITING.items():
                script = script.replace("TOKEN", token).replace("ALICE", ALICE.public_key).replace("BOB", BOB.public_key)
                if "'_blank'" in script and path != "/pay":
                    continue
                got = victim.wait("const [desk, path, own] = given; " + script, shop.desk.origin, path.replace("HASH", name), place)
                assert not got, (attempt, path, got)
                attempts += 1
            for handle in set(victim.driver.window_handles) - {first}:
                victim.driver.switch_to.window(handle)
                assert "data-token" not in victim.driver.page_source
                victim.driver.close()
            victim.driver.switch_to.window(first)
    assert state(shop) == before
    victim.open(shop.desk.origin + "/")
    assert "Coldstar runs on this machine" in victim.text
    report(capsys, f"writing from {place}", attempts)


def test_the_desk_is_not_framed(shop, hostile, place, victim):
    for element in ("<iframe src='{}'></iframe>", "<object data='{}'></object>", "<embed src='{}'>", "<frameset><frame src='{}'></frameset>"):
        hostile.pages["/frame"] = element.format(shop.desk.origin + "/pay")
        victim.open(place + "/frame")
        frames = victim.all("iframe, object, embed, frame")
        until(lambda: victim.run("return document.readyState") == "complete", "the page is loaded")
        for frame in frames:
            if frame.tag_name in ("iframe", "frame"):
                victim.driver.switch_to.frame(frame)
                assert "Coldstar" not in victim.driver.page_source and "No access" not in victim.driver.page_source
                victim.driver.switch_to.default_content()


def test_a_link_to_the_desk_shows_no_page_of_it(shop, hostile, place, victim):
    """The user may type the address; a link of another page may not choose what the user sees."""
    for element in (f"<a href='{shop.desk.origin}/pay?destination={BOB.public_key}&amount=666'>x</a>", f"<a target=_blank rel=opener href='{shop.desk.origin}/'>x</a>",
                    f"<a href='/302?to={shop.desk.origin}/requests'>x</a>"):
        hostile.pages["/link"] = element
        victim.open(place + "/link")
        victim.one("a").click()
        until(lambda: victim.driver.window_handles[-1] and (victim.driver.switch_to.window(victim.driver.window_handles[-1]) or victim.driver.current_url.startswith(shop.desk.origin)), "the link is followed")
        assert "No access" in victim.one("h1").text and "data-token" not in victim.driver.page_source and "666" not in victim.driver.page_source
        assert victim.run("return window.opener === null")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rebind.example", "localhost", "127.0.0.1.example"])
def test_another_name_for_the_same_address_is_refused(shop, victim, name):
    """DNS rebinding: the hostile name resolves to loopback, so that its page and the desk are one origin for the browser."""
    origin = f"http://{name}:{shop.desk.port}"
    before = state(shop)
    victim.open(origin + "/")
    assert "This address is not the desk's" in victim.hook("error").text
    for path in ("/", "/pay", "/requests", "/events", "/assets/desk.js", f"/?key={shop.desk.key}", "/history/export.jsonl"):
        status, text = victim.wait("const r = await fetch(given[0], {credentials: 'include'}); return [r.status, await r.text()]", path)
        assert status == 403 and "data-token" not in text and ALICE.public_key[:6] not in text
    for token in ("x", shop.client.token):
        status, text = victim.wait("const r = await fetch('/pay', {method: 'POST', headers: {'X-Coldstar-Token': given[0]}, body: new URLSearchParams({token: given[0], source: given[1]})}); return [r.status, await r.text()]",
                                   token, ALICE.public_key)
        assert status == 403 and "data-token" not in text
    assert state(shop) == before


def test_nothing_of_the_desk_is_sent_to_other_servers(shop, hostile, place, victim):
    """Neither the key nor the paths of pages, which name requests, are in the Referer."""
    name = shop.client.pay(source=next(shop.payers))
    hostile.seen.clear()
    victim.open(f"{shop.desk.origin}/requests/{name}")
    victim.run("const a = document.createElement('a'); a.href = arguments[0]; document.body.append(a); a.click()", place + "/")
    until(lambda: victim.driver.current_url == place + "/", "the link is followed")
    assert hostile.seen
    for _, headers in hostile.seen:
        assert shop.desk.origin not in headers.get("Referer", "") and shop.desk.key not in json.dumps(headers) and name not in json.dumps(headers)
    assert victim.run("return document.referrer") == ""
    if "evil" in place:
        assert not [headers for _, headers in hostile.seen if "coldstar" in headers.get("Cookie", "")]


def test_the_page_of_an_anchor_does_not_get_the_desks_window(shop, hostile, place, victim):
    """It tries to navigate it, to read it, and to send it messages."""
    hostile.pages["/anchor"] = """<!doctype html><title>anchor</title><script src="/anchor.js"></script>"""
    hostile.pages["/anchor.js"] = """const got = []; const tries = [() => opener.document.title, () => { opener.location = "/stolen"; return "navigated" }, () => opener.localStorage.length,
        () => { opener.postMessage({type: "transaction", transaction: {status: "completed"}}, "*"); return "" }, () => top.opener.frames.length || ""];
        for (const attempt of tries) { try { const value = attempt(); if (value) got.push(String(value)) } catch {} } document.title = "done:" + got.join(",");"""
    victim.open(shop.desk.origin + "/requests")
    desk_page = victim.driver.current_window_handle
    victim.run("""const a = document.createElement('a'); a.href = arguments[0]; a.target = '_blank'; a.rel = 'noopener noreferrer'; a.dataset.anchorWindow = ''; a.textContent = 'anchor'; a.id = 'anchor-link';
        document.querySelector('main').prepend(a)""", place + "/anchor")
    victim.one("#anchor-link").click()
    until(lambda: len(victim.driver.window_handles) == 2, "the window opens")
    victim.driver.switch_to.window(next(handle for handle in victim.driver.window_handles if handle != desk_page))
    until(lambda: victim.driver.title.startswith("done:"), "the anchor's page has run")
    got = victim.driver.title.removeprefix("done:")
    assert victim.run("return document.referrer") == ""
    victim.driver.close()
    victim.driver.switch_to.window(desk_page)
    assert got == ""
    assert victim.path == "requests" and "Requests" in victim.one("h1").text, "the anchor's page has navigated the desk"


def test_text_dropped_from_another_page_is_not_sent(shop, victim):
    before = state(shop)
    victim.open(shop.desk.origin + "/scan")
    victim.one("#scan[data-ready]")
    victim.run("""for (const type of ['drop', 'paste']) { const data = new DataTransfer(); data.setData('text/plain', arguments[0]); data.setData('text/html', '<img src=x onerror=alert(1)>');
        document.querySelector('#scan').dispatchEvent(type === 'drop' ? new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})
        : new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})) }""", f"web+stellar:pay?destination={BOB.public_key}")
    assert victim.path == "scan" and "web+stellar:pay" in victim.one("#scan-text").get_attribute("value")
    assert not victim.all("main img") and state(shop) == before


def test_a_hostile_code_in_front_of_the_camera_leads_nowhere_else(shop, victim):
    """A code is only ever a document for the desk: no address in it is opened."""
    qr = shop.offline.file("evil.json", json.dumps({"format": "coldstar-request"}))
    assert qr.exists()
    for text in ("https://evil.example/", "javascript:alert(1)", "//evil.example/", "/requests/../history"):
        answer = shop.client.post("/scan", {"text": text})
        assert answer.status == 422 and "location" not in answer.headers


# ---------------------------------------------------------------- floods

# What a page can send: images, requests, bodies and sockets, with addresses far beyond what a head may have.
FLOOD = """const [desk] = given; const long = 'a'.repeat(1 << 17);
for (let number = 0; number < 40; number++) {
  new Image().src = `${desk}/${number}?${long}`;
  fetch(`${desk}/${number}?${long}`, {mode: 'no-cors', credentials: 'include'}).catch(() => {});
  fetch(`${desk}/pay`, {method: 'POST', mode: 'no-cors', body: long}).catch(() => {});
  try { new WebSocket(`${desk.replace('http', 'ws')}/${number}`) } catch {}
}
return 40"""


def test_a_hostile_page_that_floods_the_desk_keeps_no_one_from_it(shop, hostile, place, victim):
    """Its requests are refused before they are read to their end."""
    before = state(shop)
    victim.open(place + "/")
    assert victim.wait(FLOOD, shop.desk.origin) == 40
    for _ in range(10):
        assert shop.client.get("/requests").status == 200
    victim.driver.get("about:blank")
    assert state(shop) == before and shop.client.get("/").status == 200


def frame(width: int, height: int, quality: int = 80) -> bytes:
    file = io.BytesIO()
    Image.effect_noise((width, height), 80).convert("RGB").save(file, "JPEG", quality=quality)
    return file.getvalue()


def family(shop) -> int:
    """The memory of the decoders and their processes, in bytes."""
    found, left = 0, shop.desk.children()
    while left:
        process = left.pop()
        try:
            found += sum(int(line.split()[1]) << 10 for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS"))
            for task in Path(f"/proc/{process}/task").iterdir():
                left += map(int, (task / "children").read_text().split())
        except (OSError, ValueError):
            pass
    return found


@pytest.mark.slow
def test_a_flood_of_frames_takes_bounded_memory_and_processes(shop, capsys):
    image, client = frame(1280, 720), shop.client
    ids = [client.script("/scan/sessions").json()["session"] for _ in range(4)]
    before, most, processes, statuses = shop.desk.memory(), 0, 0, []

    def send(number: int) -> int:
        return client.script(f"/scan/sessions/{ids[number % 4]}/frames", image).status

    with ThreadPoolExecutor(32) as pool:
        for status in pool.map(send, range(800)):
            statuses.append(status)
            if len(statuses) % 20 == 0:
                most, processes = max(most, shop.desk.memory()), max(processes, len(shop.desk.children()))
    decoders = family(shop)
    for session in ids:
        client.script(f"/scan/sessions/{session}/end")
    until(lambda: not shop.desk.children(), "the decoders have ended")
    assert set(statuses) <= {200, 429, 503} and processes <= 4
    assert most - before < 256 << 20 and decoders < 400 << 20
    assert client.get("/").status == 200
    with capsys.disabled():
        print(f"\n800 frames of {len(image) >> 10} KiB: the desk grew by {(most - before) >> 20} MiB at most, decoders {decoders >> 20} MiB in {processes} processes; "
              f"{ {status: statuses.count(status) for status in set(statuses)} }")


@pytest.mark.slow
def test_pictures_that_unpack_to_gigabytes_are_refused(shop):
    """A PNG of a few hundred kilobytes, 20,000 pixels each way."""
    file = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(file, "PNG")
    before = shop.desk.memory()
    answer = shop.client.upload("/scan", [("image", file.getvalue())], about="")
    assert answer.status == 422 and answer.error
    session = shop.client.script("/scan/sessions").json()["session"]
    for _ in range(5):
        assert shop.client.script(f"/scan/sessions/{session}/frames", file.getvalue()).status in (200, 422, 429)
    assert family(shop) < 1 << 30
    shop.client.script(f"/scan/sessions/{session}/end")
    assert shop.desk.memory() - before < 64 << 20


@pytest.mark.slow
def test_uploads_at_the_same_time_are_bounded(shop):
    before, body = shop.desk.memory(), b"\xff\xd8\xff" + bytes(12 << 20)
    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(lambda _: shop.client.upload("/scan", [("image", body)], about="").status, range(40)))
    assert set(answers) <= {422, 503} and 422 in answers
    assert shop.desk.memory() - before < 1 << 30
    assert shop.client.get("/").status == 200


@pytest.mark.slow
def test_connections_that_send_nothing_do_not_stop_the_desk(shop):
    idle = []
    try:
        for number in range(500):
            connection = socket.create_connection(("127.0.0.1", shop.desk.port), timeout=30)
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-" + b"a" * (number % 50))
            idle.append(connection)
        assert shop.client.get("/").status == 200 and shop.client.pay(source=next(shop.payers))
    finally:
        for connection in idle:
            connection.close()
    assert Client(shop.desk.port).get("/").status == 403
