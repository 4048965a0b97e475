# SPDX-License-Identifier: Apache-2.0
"""The desk as people use it: in Chromium, with a webcam, with files, by keyboard, without scripts."""
from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from types import SimpleNamespace

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from stellar_sdk import TransactionEnvelope
from stellar_sdk.operation import ChangeTrust, PathPaymentStrictSend

from desk import Browser, Client, Desk, axe, codes, film, picture, response, until
from programs import PIN, TESTNET, Machine, Sandbox, key
from ramp_standin import CONFIGURATION, KEYS, TEXT, Standin

ALICE, BOB, ISSUER = key("alice"), key("bob"), key("issuer")
USDC, EURC = f"USDC:{ISSUER.public_key}", f"EURC:{ISSUER.public_key}"
JOINT, SECOND, THIRD = key("joint"), key("second signer"), key("third signer")

NETWORK = {
    "accounts": [
        {"id": ALICE.public_key, "balance": "10000", "trustlines": {USDC: {"balance": "500"}}}, {"id": BOB.public_key, "balance": "10000"},
        {"id": ISSUER.public_key, "balance": "100"},
        {"id": key("open joint").public_key, "balance": "1000", "thresholds": {"master": 1, "low": 2, "med": 2, "high": 2},
         "signers": {ALICE.public_key: 1, THIRD.public_key: 1}},
        # Each for one test, so that no test waits for the sequence numbers of another; alice signs for all.
        *({"id": key(f"payer {number}").public_key, "balance": "1000", "signers": {ALICE.public_key: 1}} for number in range(40)),
        {"id": JOINT.public_key, "balance": "1000", "thresholds": {"master": 1, "low": 2, "med": 2, "high": 2},
         "signers": {SECOND.public_key: 1, THIRD.public_key: 1}},
    ],
    "rates": [{"from": "native", "to": USDC, "price": "0.25"}],
}


@pytest.fixture(scope="module")
def shop(folder, tmp_path_factory):
    """A practice network, two machines and a desk for all tests of this file."""
    place = tmp_path_factory.mktemp("shop")
    (place / "network.json").write_text(json.dumps(NETWORK))
    network = Sandbox(folder, "--seed", place / "network.json")
    machines = {}
    for name in ("online", "offline"):
        (place / name).mkdir()
        machines[name] = Machine(folder, place / name, {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": network.url} if name == "online" else {})
    for name, pair in (("alice", ALICE), ("joint", JOINT), ("second", SECOND)):
        machines["offline"].import_key(name, pair)
    machines["online"].build("contacts", "add", "bob", BOB.public_key)
    desk = Desk(machines["online"], "--source", ALICE.public_key)
    payers = (key(f"payer {number}").public_key for number in range(40))
    standin = Standin()
    yield SimpleNamespace(**machines, network=network, desk=desk, client=desk.client(), place=place, payers=payers, standin=standin)
    desk.kill()
    network.stop()
    standin.close()


@pytest.fixture
def at(shop, browser):
    """Opens a path of the desk."""
    browser.enter(shop.client)

    def open_page(path: str) -> Browser:
        browser.open(shop.desk.origin + path)
        return browser
    return open_page


def balance(shop, pair=BOB, asset: str = "native") -> float:
    balances = shop.online.build("lookup", "account", pair.public_key, "--json").json()["balances"]
    return float(next((each["balance"] for each in balances if each["asset"] in (asset, asset.partition(":")[0])), 0))


def build(shop, at, path: str = "/pay", **fields: str) -> str:
    """Fills in a form and sends it; returns the hash of the request."""
    browser = at(path)
    browser.fill(**{"source": next(shop.payers), **fields})
    browser.click("main form button.primary")
    name = browser.arrived("requests/([0-9a-f]{64})")
    assert len(browser.hook("words").text.split()) >= 4 and browser.hook("review").text and browser.hook("qr").is_displayed()
    return name


def signed(shop, name: str, signer: str = "alice") -> str:
    return response(shop.offline, shop.client.request(name), signer)


def finish(browser: Browser) -> None:
    """From the signed request to the outcome, by the page alone."""
    browser.hook("checks")
    browser.hook("submit").click()
    assert "applied" in browser.hook("outcome").text
    steps = {step.text.split("\n")[0].split()[0]: step.get_attribute("data-state") for step in browser.all(".steps li")}
    assert set(steps.values()) == {"done"}, steps
    assert browser.complaints() == []


# ---------------------------------------------------------------- the loop

def by_camera(shop, browser: Browser, answer: str) -> None:
    film(browser.film, codes(shop.offline, answer))
    browser.button("Use the camera").click()


def by_picture(shop, browser: Browser, answer: str) -> None:
    path = shop.place / "response.png"
    path.write_bytes(picture(codes(shop.offline, answer)[0]))
    browser.one("#scan-image").send_keys(str(path))
    browser.button("Read").click()


def by_text(shop, browser: Browser, answer: str) -> None:
    browser.run("arguments[0].value = arguments[1]", browser.one("#scan-text"), answer)
    browser.button("Read").click()


def by_drop(shop, browser: Browser, answer: str) -> None:
    """A file dropped on the panel: the browser makes the file itself."""
    browser.one("#scan[data-ready]")
    browser.run("""const bytes = Uint8Array.from(atob(arguments[0]), (c) => c.charCodeAt(0)), data = new DataTransfer();
                data.items.add(new File([bytes], "photo.png", {type: "image/png"}));
                document.querySelector("#scan").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}))""",
                b64encode(picture(codes(shop.offline, answer)[0])).decode())


RECORD = """
const [urls] = given, canvas = document.createElement("canvas"), context = canvas.getContext("2d");
canvas.width = canvas.height = 640;
const recorder = new MediaRecorder(canvas.captureStream(30), {mimeType: "video/webm;codecs=vp8", videoBitsPerSecond: 8e6}), parts = [];
recorder.ondataavailable = (event) => parts.push(event.data);
const stopped = new Promise((done) => recorder.onstop = done);
const images = await Promise.all(urls.map(async (url) => createImageBitmap(await (await fetch(url)).blob())));
recorder.start();
for (let round = 0; round < 2; round++) for (const image of images) {
  context.fillStyle = "white"; context.fillRect(0, 0, 640, 640); context.imageSmoothingEnabled = false;
  context.drawImage(image, 40, 40, 560, 560);
  await new Promise((done) => setTimeout(done, images.length > 1 ? 200 : 700));
}
recorder.stop(); await stopped;
return await new Promise((done) => { const reader = new FileReader(); reader.onload = () => done(reader.result); reader.readAsDataURL(new Blob(parts)); });
"""


def by_video(shop, browser: Browser, answer: str) -> None:
    """A WebM film, which the browser has recorded from a canvas on a page without the desk's rules."""
    desk_page = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    urls = ["data:image/png;base64," + b64encode(picture(image)).decode() for image in codes(shop.offline, answer)]
    recorded = browser.wait(RECORD, urls)
    browser.driver.close()
    browser.driver.switch_to.window(desk_page)
    path = shop.place / "film.webm"
    path.write_bytes(b64decode(recorded.partition(",")[2]))
    browser.one("#scan-image").send_keys(str(path))
    browser.button("Read").click()


@pytest.mark.slow
@pytest.mark.parametrize("carry", [by_camera, by_picture, by_text, by_drop, by_video], ids=lambda carry: carry.__name__)
def test_a_payment_from_the_form_to_the_ledger(shop, at, carry):
    before = balance(shop)
    name = build(shop, at, destination="bob", amount="12.5", memo=f"text:{carry.__name__}")
    browser = at(f"/requests/{name}")
    assert "12.5" in browser.hook("review").text and "bob" in browser.hook("review").text
    carry(shop, browser, signed(shop, name))
    finish(browser)
    assert balance(shop) == before + 12.5
    assert browser.path.startswith(f"requests/{name}")


@pytest.mark.slow
def test_the_camera_reads_a_response_on_the_scan_page_and_opens_its_request(shop, at):
    name = build(shop, at, destination="bob", amount="1")
    answer = signed(shop, name)
    browser = at("/scan")
    by_camera(shop, browser, answer)
    assert browser.arrived("requests/([0-9a-f]{64})") == name
    finish(browser)


@pytest.mark.slow
def test_a_trustline_is_added(shop, at):
    name = build(shop, at, "/trust", asset=EURC, limit="100")
    operation = TransactionEnvelope.from_xdr(json.loads(shop.client.request(name))["envelope"], TESTNET).transaction.operations[0]
    assert isinstance(operation, ChangeTrust) and operation.limit == "100"
    browser = at(f"/requests/{name}")
    by_text(shop, browser, signed(shop, name))
    finish(browser)


@pytest.mark.slow
def test_a_swap_takes_the_best_path(shop, at):
    name = build(shop, at, "/swap", source=ALICE.public_key, send_amount="8", send_asset="XLM", dest_asset=USDC, slippage="1%")
    operation = TransactionEnvelope.from_xdr(json.loads(shop.client.request(name))["envelope"], TESTNET).transaction.operations[0]
    assert isinstance(operation, PathPaymentStrictSend) and (operation.send_amount, operation.dest_min) == ("8", "1.98")
    browser = at(f"/requests/{name}")
    by_text(shop, browser, signed(shop, name))
    finish(browser)


@pytest.mark.slow
def test_two_of_three_sign_one_after_the_other(shop, at):
    name = build(shop, at, source=JOINT.public_key, destination="bob", amount="3")
    browser = at(f"/requests/{name}")
    by_picture(shop, browser, signed(shop, name, "joint"))
    until(lambda: "1 of" in browser.text or "2" in browser.hook("signatures").text, "what is missing")
    assert "applied" not in browser.text and not browser.all('[data-test="submit"]')
    browser = at(f"/requests/{name}")
    by_camera(shop, browser, signed(shop, name, "second"))
    finish(browser)


@pytest.mark.slow
def test_a_batch_of_two_hundred_by_drag_and_drop(shop, at):
    before = balance(shop)
    rows = "destination,amount,asset\n" + "".join(f"{BOB.public_key},0.5,XLM\n" for _ in range(200))
    browser = at("/batch")
    browser.run("""const data = new DataTransfer(); data.items.add(new File([arguments[0]], "payroll.csv", {type: "text/csv"}));
                document.querySelector("[data-drop]").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}))""", rows)
    path = browser.arrived("(batch/[0-9a-f]+/[0-9]+).*")
    assert len(browser.hook("words").text.split()) >= 4
    document = shop.client.get(f"/{path}/requests.jsonl").text
    assert len(document.split("\n")) >= 2
    requests = shop.offline.file("requests.jsonl", document)
    signed_lines = shop.offline.sign("sign", requests, "--key", "alice", "--yes", "--format", "response", pin=PIN).out
    by_text(shop, browser, signed_lines)
    browser.hook("submit").click()
    assert "applied" in browser.hook("outcome").text
    assert balance(shop) == before + 100


def test_errors_of_a_batch_stand_next_to_their_rows(shop, at):
    browser = at("/batch")
    browser.run("""const data = new DataTransfer(); data.items.add(new File([arguments[0]], "payroll.csv", {type: "text/csv"}));
                document.querySelector("[data-drop]").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}))""",
                f"destination,amount,asset\n{BOB.public_key},1,XLM\nGNOBODY,1,XLM\n{BOB.public_key},-4,XLM\n")
    browser.hook("error")
    faulty = until(lambda: browser.all("tr.faulty"), "faulty rows")
    assert [row.find_element("css selector", "td").text for row in faulty] == ["3", "4"]
    assert all(row.find_elements("css selector", '[data-test="error"]') for row in faulty)


@pytest.mark.slow
@pytest.mark.parametrize("dialect, density, speed", [("coldstar", "high", "200"), ("coldstar", "low", "100"), ("xdr", "normal", "200")])
def test_the_loop_of_one_desk_is_read_by_the_camera_of_another(shop, at, folder, tmp_path, dialect, density, speed):
    """Every code that the page shows becomes a frame of the other browser's camera."""
    name = build(shop, at, destination="bob", amount="2", note="n" * 180)
    browser = at(f"/requests/{name}?dialect={dialect}&density={density}&speed={speed}")
    images = browser.codes()
    (tmp_path / "other").mkdir()
    other = Desk(Machine(folder, tmp_path / "other", {"STELLAR_NETWORK": "testnet", "STELLAR_HORIZON_URL": shop.network.url}))
    try:
        film(browser.film, images, each=4, rate=10)
        browser.enter(other.client())
        browser.open(other.origin + "/scan")
        browser.button("Use the camera").click()
        assert browser.arrived("requests/([0-9a-f]{64})") == name
        assert browser.hook("words").text
    finally:
        other.kill()


@pytest.mark.slow
def test_codes_are_as_sharp_as_the_screen_allows_and_change_at_the_chosen_rate(shop, at):
    name = build(shop, at, destination="bob", amount="2", note="n" * 180)
    browser = at(f"/requests/{name}?density=low&speed=100")
    until(lambda: browser.all(".qr-screen canvas"), "the loop plays")
    colours, size, shown = browser.run("""const c = document.querySelector('.qr-screen canvas'), data = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        return [[...new Set(new Uint32Array(data.buffer))].length, c.width, c.getBoundingClientRect().width * devicePixelRatio]""")
    assert colours == 2 and size == round(shown)
    steps = browser.wait("""const c = document.querySelector('.qr-screen canvas'), seen = [];
        await new Promise((done) => { let last = c.dataset.code; const look = () => { if (c.dataset.code !== last) seen.push([Number(last), Number(last = c.dataset.code)]);
          seen.length < 20 ? requestAnimationFrame(look) : done(); }; look(); });
        return seen""")
    count = int(re.search(r"of (\d+)", browser.one(".qr-place").text).group(1))
    assert all(to == (since + 1) % count for since, to in steps), steps


# ---------------------------------------------------------------- everybody

def ramp_session(shop) -> str:
    """Begins a session of the ramp whose frame is the stand-in, which no form can: its path."""
    transfer = shop.online.file("transfer.json", json.dumps(CONFIGURATION))
    Desk(shop.online, command=("coldstar-submit", "ramp", "open", str(transfer), "--frame-origin", shop.standin.origin, "--")).kill()
    return f"/ramp/{shop.online.submit('ramp', 'status', '--json').json()['number']}"


def ramp_request(shop, path: str) -> None:
    """A page of the session, whose frame asks for a signature."""
    message = json.dumps({"kind": "REQUEST_SIGNED_MESSAGE", "payload": {"messageToSign": TEXT}})
    for fields in ({"action": "open"}, {"action": "message", "raw": message, "origin": shop.standin.origin, "source": "frame"}):
        assert shop.client.post(f"{path}/event", {"page": "another", **fields}).status == 200


def pages(shop, at) -> dict[str, str]:
    if not hasattr(shop, "pages"):
        session, ended = ramp_session(shop), ramp_session(shop)
        ramp_request(shop, session)
        shop.client.post(f"{ended}/end")
        unsigned = shop.client.pay(source=next(shop.payers), amount="1", note="a note")
        part = shop.client.pay(source=key("open joint").public_key, amount="1")
        shop.client.post("/scan", {"text": signed(shop, part)})
        shop.pages = {"overview": "/", "pay": "/pay", "swap": "/swap", "trust": "/trust", "operations": "/operation", "options": "/operation/set-options", "batch": "/batch",
                      "requests": "/requests", "request": f"/requests/{unsigned}", "signed request": f"/requests/{part}", "scan": "/scan", "contacts": "/contacts",
                      "history": "/history", "anchors": "/anchors", "ramp": "/ramp", "ramp session": session, "ended ramp session": ended, "not found": "/nothing"}
        shop.pages = {name: path for name, path in shop.pages.items() if name == "not found" or shop.client.get(path).status == 200}
    return shop.pages


LOOKS = [(width, dark) for width in (360, 1440) for dark in (False, True)]


@pytest.mark.slow
@pytest.mark.parametrize("width, dark", LOOKS, ids=[f"{width}-{'dark' if dark else 'light'}" for width, dark in LOOKS])
def test_axe_finds_nothing_serious_on_any_page(shop, at, browser, width, dark):
    found, script = [], axe()
    for name, path in pages(shop, at).items():
        # Before the page is opened: colours that change have a transition, in whose middle the contrast is low.
        browser.look(width, 1000, dark)
        at(path)
        browser.one("h1")
        until(lambda: browser.run("return document.readyState") == "complete", "the page is loaded")
        # By the debugger: the page's own rules let no script in.
        browser.command("Runtime.evaluate", expression=script)
        result = browser.command("Runtime.evaluate", expression="axe.run().then((r) => JSON.stringify(r.violations.map((v) => [v.id, v.impact, v.nodes.map((n) => n.html + ' | ' + n.failureSummary)])))",
                                 awaitPromise=True, returnByValue=True)["result"]["value"]
        found += [(name, *violation) for violation in json.loads(result) if violation[1] in ("serious", "critical")]
    assert found == [], json.dumps(found, indent=1)[:6000]


@pytest.mark.parametrize("width", [360, pytest.param(1440, marks=pytest.mark.slow)])
def test_no_page_scrolls_sideways(shop, at, browser, width):
    wide = {}
    for name, path in pages(shop, at).items():
        at(path)
        browser.look(width)
        room = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if room > 0:
            wide[name] = room
    assert wide == {}


@pytest.mark.slow
def test_pages_ask_only_the_desk_and_log_no_error(shop, at, browser):
    browser.requests()
    for name, path in pages(shop, at).items():
        at(path)
        browser.one("h1")
        asked: list[str] = []

        def is_loaded() -> bool:
            asked.extend(browser.requests())
            return name != "ramp session" or any(url.startswith(shop.standin.origin + "/app?") for url in asked)
        until(is_loaded, "Meso's frame")
        own = (shop.desk.origin + "/", "data:", "blob:", "about:", "chrome", *([shop.standin.origin + "/app?"] if name == "ramp session" else []))
        elsewhere = [url for url in asked if not url.startswith(own)]
        assert elsewhere == [], name
        assert [line for line in browser.complaints() if "/nothing" not in line] == [], name


def focusable(browser: Browser) -> int:
    return browser.run("""return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
        .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.disabled && !(e.type === 'radio' && !e.checked)).length""")


@pytest.mark.slow
def test_the_keyboard_alone_reaches_everything(shop, at, browser):
    for name, path in pages(shop, at).items():
        at(path)
        browser.one("h1")
        # In one step: the page may renew parts of itself between two.
        browser.run("for (const closed of document.querySelectorAll('details:not([open])')) closed.open = true")
        reached = set()
        for _ in range(300):
            ActionChains(browser.driver).send_keys(Keys.TAB).perform()
            place = browser.run("""const e = document.activeElement; if (e === document.body) return null;
                const all = [...document.querySelectorAll('*')], box = e.getBoundingClientRect(), style = getComputedStyle(e);
                return [all.indexOf(e), e.outerHTML.slice(0, 120), box.width > 0 && box.height > 0,
                        style.outlineStyle !== 'none' || style.boxShadow !== 'none' || e.matches('.skip, iframe')]""")
            if place is None or place[0] in {index for index, *_ in reached}:
                break
            reached.add(tuple(place))
            assert place[2], f"{name}: the focus is on something invisible: {place[1]}"
            # Within a frame its own page shows it.
            assert place[3], f"{name}: nothing shows that the focus is on {place[1]}"
        wanted = focusable(browser)
        assert len(reached) >= wanted, f"{name}: {len(reached)} of {wanted} are reached"


@pytest.mark.slow
def test_a_payment_by_keyboard_alone(shop, at, browser):
    from selenium.webdriver.common.action_chains import ActionChains
    at("/pay")
    press = lambda *keys: ActionChains(browser.driver).send_keys(*keys).perform()     # noqa: E731
    press(Keys.TAB, Keys.ENTER)                                                       # the link to the content
    press(Keys.TAB)
    for _ in range(5):
        if browser.run("return document.activeElement.name") == "destination":
            break
        press(Keys.TAB)
    press(BOB.public_key, Keys.TAB, "4")
    for _ in range(5):
        press(Keys.TAB)
        if browser.run("return document.activeElement.name") == "source":
            break
    press(next(shop.payers), Keys.ENTER)                                              # a field entered by Tab is selected
    name = browser.arrived("requests/([0-9a-f]{64})")
    assert "4" in browser.hook("review").text
    for _ in range(60):
        press(Keys.TAB)
        if browser.run("return document.activeElement.id") == "scan-text":
            break
    browser.command("Input.insertText", text=signed(shop, name))
    press(Keys.TAB, Keys.ENTER)
    browser.hook("submit")
    for _ in range(60):
        press(Keys.TAB)
        if browser.run("return document.activeElement.dataset.test") == "submit":
            break
    press(Keys.ENTER)
    assert "applied" in browser.hook("outcome").text


@pytest.mark.slow
def test_the_whole_loop_with_scripts_off(shop, at, browser):
    browser.scripts(False)
    before = balance(shop)
    at("/pay")
    browser.fill(source=next(shop.payers), destination="bob", amount="6")
    browser.click("main form button.primary")
    name = browser.arrived("requests/([0-9a-f]{64})")
    assert browser.one(".qr-screen img").is_displayed() and browser.hook("words").text
    path = shop.place / "response.png"
    path.write_bytes(picture(codes(shop.offline, signed(shop, name))[0]))
    browser.one("#scan-image").send_keys(str(path))
    browser.click("#scan form button")
    browser.arrived(f"requests/{name}")

    def shown(hook: str):
        # A page without scripts loads itself again while something is missing; a person would press reload at the latest.
        def look():
            found = browser.all(f'[data-test="{hook}"]')
            if not found:
                browser.driver.refresh()
            return found
        return until(look, hook)[0]
    shown("submit").click()
    assert "applied" in shown("outcome").text
    assert balance(shop) == before + 6


@pytest.mark.slow
def test_every_form_works_with_scripts_off(shop, at, browser):
    browser.scripts(False)
    at("/pay")
    browser.fill(destination="nobody-known", amount="6")
    browser.click("main form button.primary")
    assert browser.hook("error").text and browser.one("[name=amount]").get_attribute("value") == "6"
    assert browser.one("[name=destination]").get_attribute("value") == "nobody-known"
    at("/contacts")
    browser.fill(name="dora", account=key("dora").public_key)
    browser.click("main form button.primary")
    until(lambda: "dora" in browser.one("main").text, "the contact")
    at("/history")
    browser.fill(q="nothing like it")
    browser.click("form.search button")
    assert "No transaction matches" in browser.text
    name = shop.client.pay(source=next(shop.payers), amount="1")
    at(f"/requests/{name}")
    Select(browser.one("[name=dialect]")).select_by_value("xdr")
    browser.click(".qr-controls button")
    until(lambda: "dialect=xdr" in browser.driver.current_url, "the other dialect")
    assert "dialect=xdr" in browser.one(".qr-screen img").get_attribute("src")
    browser.one("#scan-text").send_keys("nothing that crosses the gap")
    browser.click("#scan form button")
    assert browser.hook("error").text
    at(f"/requests/{name}")
    browser.click("details:has(form[action$='/forget']) > summary")
    browser.click('form[action$="/forget"] button')
    browser.arrived("requests")
    assert name not in browser.driver.page_source


@pytest.mark.slow
def test_the_forms_of_the_ramp_work_with_scripts_off(shop, at, browser):
    """All but Meso's frame, which needs them: another page has it, and asks for the signature."""
    browser.scripts(False)
    at("/ramp")
    browser.fill(configuration="{}")
    browser.click("main form button.primary")
    assert browser.hook("error").text and browser.one("[name=configuration]").get_attribute("value") == "{}"
    browser.fill(configuration=json.dumps(CONFIGURATION))
    browser.click("main form button.primary")
    browser.arrived("ramp/[0-9]+")
    browser.click('form[action$="/end"] button')
    until(lambda: not browser.all('form[action$="/end"]'), "the session has ended")

    path = ramp_session(shop)
    ramp_request(shop, path)
    at(path)
    assert browser.hook("words").text and browser.one(".qr-screen img").is_displayed()
    browser.click('form[action$="/refuse"] button')
    until(lambda: not browser.all('form[action$="/refuse"]'), "the request is refused")
    ramp_request(shop, path)
    request = shop.client.get(f"{path}/request.json").json()
    at(path)
    browser.fill(text="no response")
    browser.click('form[action="/scan"] button')
    assert browser.hook("error").text and browser.hook("words").text, "the same page says it"
    shop.offline.sign("key", "import", "coins", "--chain", "solana", secret=KEYS["mnemonic"], pin=PIN)
    answer = response(shop.offline, json.dumps(request), "coins")
    browser.fill(text=answer)
    browser.click('form[action="/scan"] button')
    browser.arrived(path.removeprefix("/"))
    assert [event["event"] for event in shop.online.submit("ramp", "status", "--json").json()["events"]][-2:] == ["signed", "replied"]


# ---------------------------------------------------------------- pages that stay open

def test_the_key_in_the_address_is_exchanged_and_leaves_no_trace(online, browser):
    desk = Desk(online)
    try:
        browser.open(desk.url)
        assert browser.driver.current_url == desk.origin + "/"
        assert not [entry for entry in browser.command("Page.getNavigationHistory")["entries"] if desk.key in entry["url"]]
        assert browser.run("return document.cookie") == ""
        browser.driver.refresh()
        assert "Coldstar runs on this machine" in browser.text
        browser.command("Network.clearBrowserCookies")
        browser.open(desk.url)
        assert "used before" in browser.hook("error").text
    finally:
        desk.kill()


def test_an_open_page_shows_what_other_programs_do(shop, at, browser):
    at("/requests")
    name = shop.client.pay(source=next(shop.payers), amount="21.5")
    until(lambda: name[:8] in browser.driver.page_source, "the request of another page", 10)
    shop.online.submit("forget", name, code=None)
    built = shop.online.build("payment", "--source", next(shop.payers), "--destination", BOB.public_key, "--asset", "native", "--amount", "22.5").out
    until(lambda: "22.5" in browser.one("main").text, "the request of the command line", 10)
    assert built


def test_what_is_typed_survives_live_updates(shop, at, browser):
    name = shop.client.pay(source=next(shop.payers), amount="1")
    at(f"/requests/{name}")
    field = browser.one("#scan-text")
    field.send_keys("half a respo")
    shop.client.pay(source=next(shop.payers), amount="1")
    browser.wait("const { refresh } = await import('/assets/live.js'); return await refresh()")
    assert field.get_attribute("value") == "half a respo" and browser.run("return document.activeElement.id") == "scan-text"


@pytest.mark.slow
def test_the_back_button_sends_nothing_again(shop, at, browser):
    name = build(shop, at, destination="bob", amount="9.75")
    count = len(re.findall(r"/requests/[0-9a-f]{64}", shop.client.get("/requests").text))
    browser.driver.back()
    browser.arrived("pay")
    browser.driver.forward()
    browser.arrived(f"requests/{name}")
    browser.driver.refresh()
    browser.driver.back()
    browser.driver.back()
    assert len(re.findall(r"/requests/[0-9a-f]{64}", shop.client.get("/requests").text)) == count


@pytest.mark.slow
def test_a_page_left_open_while_the_desk_restarts_says_so_and_sends_nothing(folder, funded, browser):
    first = Desk(funded, "--source", ALICE.public_key)
    browser.open(first.url)
    browser.open(first.origin + "/pay")
    browser.fill(destination=BOB.public_key, amount="5")
    other = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.open(first.origin + "/requests")
    first.kill()
    until(lambda: "does not answer" in browser.one("#connection").text, "the page says that the desk has stopped")
    second = Desk(funded, "--source", ALICE.public_key, "--port", str(first.port))
    try:
        until(lambda: "restarted" in browser.one("#connection").text, "the page says what to do")
        browser.driver.switch_to.window(other)
        browser.click("main form button.primary")
        until(lambda: "No access" in (browser.run("return document.querySelector('h1')?.textContent") or ""), "the form is refused")
        browser.open(second.url)
        assert not re.search(r"/requests/[0-9a-f]{64}", browser.driver.page_source)
        browser.open(second.origin + "/requests")
        assert "Nothing is pending" in browser.text
    finally:
        second.kill()


def test_checks_while_typing(shop, at, browser):
    at("/pay")
    browser.fill(destination="bob")
    until(lambda: BOB.public_key in browser.one('[data-check-for="destination"]').text, "who bob is")
    browser.fill(destination="nobody-known")
    until(lambda: "tone-bad" in browser.one('[data-check-for="destination"]').get_attribute("class"), "the fault")
    assert browser.one("[name=destination]").get_attribute("aria-invalid") == "true"
    browser.fill(destination="bob", amount="999999")
    until(lambda: browser.one("[data-checks-result]").text or "tone-bad" in browser.one('[data-check-for="amount"]').get_attribute("class"), "too much")
