# SPDX-License-Identifier: Apache-2.0
"""The desk's overview and the pages of accounts: names, memos, charts, watched accounts. Without a browser."""
from __future__ import annotations

import html
import http.client
import re
import time
from urllib.parse import urlencode, urlsplit
from xml.etree import ElementTree

import pytest
from stellar_sdk import Asset, ChangeTrust, HashMemo, IdMemo, Network, Payment, Server, StrKey, TextMemo, TransactionBuilder

from programs import key

ALICE, BOB, CAROL, DAVE = (key(name) for name in ("alice", "bob", "carol", "dave"))
USDC = Asset("USDC", CAROL.public_key)
XLM = Asset.native()
LARGEST_PAGE = 100_000
HOSTILE = (b"<script>alert(1)</script>", b"</td></table><h1>", b"\xe2\x80\xaegnp.exe", b"\xff\xfe\x00 \x1b[31m", b"'\"&amp;{{token}}")


class Browser:
    """As much of one as these pages need."""

    def __init__(self, url: str):
        self.port = urlsplit(url).port
        self.cookie = ""
        assert self.request("GET", urlsplit(url).path + "?" + urlsplit(url).query)[0] == 303
        self.token = re.search(r'data-token="([^"]+)"', self.request("GET", "/")[1]).group(1)

    def request(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if fields is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{self.port}"}
        connection.request(method, path, urlencode(fields) if fields is not None else None, headers)
        answer = connection.getresponse()
        body = answer.read()
        self.location = answer.getheader("Location")
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        assert len(body) < LARGEST_PAGE, f"{path} has {len(body)} bytes"
        return answer.status, body.decode()

    def page(self, path: str = "/", with_: str = "", status: int = 200) -> str:
        """A page once it has what the network says, and `with_`."""
        deadline = time.monotonic() + 60
        while True:
            found, text = self.request("GET", path)
            assert found == status, text
            if "from the network." not in text and with_ in text:
                return text
            assert time.monotonic() < deadline, f"{with_!r} never came:\n{text}"
            time.sleep(0.1)

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        return self.request("POST", path, {"token": self.token, **fields})


@pytest.fixture
def desk(online):
    """Opens the desk of Alice; with what the test did before."""
    started = []

    def open_() -> Browser:
        process = online.started("coldstar-desk", "--port", "0", "--no-open", env={"STELLAR_ACCOUNT": ALICE.public_key})
        started.append(process)
        return Browser(process.stdout.readline().decode().removeprefix("ready ").strip())

    yield open_
    for process in started:
        process.terminate()
        assert process.wait(timeout=60) == 0


@pytest.fixture
def ledger(online, sandbox):
    """Applies operations of an account on the practice network, where Alice, Bob, Carol and Dave exist."""
    server = Server(sandbox.url)
    online.fund(ALICE, BOB, CAROL, DAVE)

    def apply(pair, *operations, memo=None) -> str:
        builder = TransactionBuilder(server.load_account(pair.public_key), Network.TESTNET_NETWORK_PASSPHRASE, 100)
        for operation in operations:
            builder.append_operation(operation)
        if memo is not None:
            builder.add_memo(memo)
        envelope = builder.add_time_bounds(0, 0).build()
        envelope.sign(pair)
        return server.submit_transaction(envelope)["hash"]

    return apply


def rows(page: str) -> list[list[str]]:
    """The cells of the first table of payments, as text."""
    table = re.search(r'<table class="stack payments".*?</table>', page, re.S).group(0)
    return [[text(cell) for cell in re.findall(r"<td.*?</td>", row, re.S)] for row in re.findall(r"<tr>(.*?)</tr>", table.partition("<tbody>")[2], re.S)]


def text(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", markup)).split())


def charts(page: str) -> dict[str, tuple[ElementTree.Element | None, str]]:
    """The pictures, read by an XML parser, and the figures' text, by title."""
    found = {}
    for figure in re.findall(r"<figure class=\"chart\".*?</figure>", page, re.S):
        svg = re.search(r"<svg.*?</svg>", figure, re.S)
        found[text(re.search(r"<figcaption>(.*?)</figcaption>", figure).group(1))] = (ElementTree.fromstring(svg.group(0)), figure)
    return found


def numbers(figure: str) -> list[list[str]]:
    """The rows behind a chart."""
    return [[text(cell) for cell in re.findall(r"<td.*?</td>", row)] for row in re.findall(r"<tr>(.*?)</tr>", figure.partition("<tbody>")[2], re.S)]


# ---------------------------------------------------------------- contacts

def test_a_contact_that_is_a_contract_is_listed_without_the_page_of_an_account(online, desk):
    vault = StrKey.encode_contract(bytes(range(32)))
    online.build("contacts", "add", "vault", vault)
    online.build("contacts", "add", "bob", BOB.public_key)
    office = desk()
    for path in ("/contacts", "/"):
        shown = re.sub(r"<[^>]*>", " ", office.page(path))
        assert "vault" in shown and "bob" in shown and (vault in shown.replace(" ", "") or vault[:6] in shown)
        assert f"/accounts/{vault}" not in office.page(path) and f"/accounts/{BOB.public_key}" in office.page(path)


# ---------------------------------------------------------------- payments

def test_payments_have_names_direction_and_memo(online, ledger, desk):
    online.build("contacts", "add", "bob", BOB.public_key)
    ledger(ALICE, Payment(BOB.public_key, XLM, "120.5"), memo=TextMemo("Rent: July"))
    ledger(DAVE, Payment(ALICE.public_key, XLM, "40"), memo=IdMemo(18446744073709551615))
    ledger(BOB, Payment(ALICE.public_key, XLM, "0.0000001"), memo=HashMemo(bytes(range(32))))
    ledger(ALICE, Payment(ALICE.public_key, XLM, "3"))
    page = desk().page(with_="payments")
    dave = f"{DAVE.public_key[:6]}...{DAVE.public_key[-6:]}"
    own = f"{ALICE.public_key[:6]}...{ALICE.public_key[-6:]}"
    found = [row[1:] for row in rows(page)]
    assert found[:4] == [
        ["to itself 3 XLM", f"from {own}", ""],
        ["received 0.0000001 XLM", "from bob", f"hash {bytes(range(32)).hex()}"],
        ["received 40 XLM", f"from {dave}", "id 18446744073709551615"],
        ["sent 120.5 XLM", "to bob", "text Rent: July"],
    ]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", row[0]) for row in rows(page))
    assert f'href="/accounts/{BOB.public_key}"' in page


def test_a_hostile_memo_stays_text(online, ledger, desk):
    for memo in HOSTILE:
        ledger(BOB, Payment(ALICE.public_key, XLM, "1"), memo=TextMemo(memo))
    browser = desk()
    for path in ("/", f"/accounts/{ALICE.public_key}"):
        page = browser.page(path, with_="payments")
        assert [row[3] for row in rows(page)][: len(HOSTILE)] == [
            "text '\"&amp;{{token}}", r"text \xff\xfe\x00 \x1b[31m", r"text \xe2\x80\xaegnp.exe", "text </td></table><h1>",
            "text <script>alert(1)</script>",
        ]
        assert "<script>" not in page and "\u202e" not in page and "\x1b" not in page and page.count("<h1>") == 1


def test_a_transaction_of_many_payments_is_read_with_its_memo(ledger, desk):
    ledger(ALICE, *[Payment(BOB.public_key, XLM, f"{number}") for number in range(1, 101)], memo=TextMemo("salaries"))
    browser = desk()
    found = rows(browser.page(with_="payments"))
    assert len(found) == 8 and {row[3] for row in found} == {"text salaries"}
    assert [row[1] for row in found] == [f"sent {number} XLM" for number in range(100, 92, -1)]


# ---------------------------------------------------------------- charts

def test_charts_are_exact_and_say_what_they_are_based_on(ledger, desk):
    ledger(ALICE, Payment(BOB.public_key, XLM, "100"))
    ledger(BOB, Payment(ALICE.public_key, XLM, "0.5"))
    page = desk().page(with_="<svg")
    found = charts(page)
    assert set(found) == {"Balance in XLM", "Payments in and out, XLM"}
    picture, figure = found["Balance in XLM"]
    assert "through the last 3 transactions, to the creation of the account" in text(figure)
    assert [row[1:] for row in numbers(figure)] == [["+0.5", "9900.49999"], ["-100.00001", "9899.99999"], ["", "10000"]]
    assert picture.find("{*}title").text.startswith("Balance of G") and "lowest 9899.99999, highest 10000" in picture.find("{*}desc").text
    picture, figure = found["Payments in and out, XLM"]
    assert [row[1:] for row in numbers(figure)] == [["10000.5", "100", "9900.5"]]
    assert "10000.5 received, 100 sent" in picture.find("{*}desc").text


def test_a_balance_chart_begins_where_the_history_is_complete(ledger, desk):
    ledger(ALICE, ChangeTrust(USDC))
    ledger(CAROL, Payment(ALICE.public_key, USDC, "7"))
    for number in range(99):
        ledger(ALICE, Payment(BOB.public_key, XLM, "1"))
    _, figure = charts(desk().page(f"/accounts/{ALICE.public_key}", with_="<svg"))["Balance in XLM"]
    assert "through the last 100 transactions" in text(figure) and "earlier ones were not fetched" in text(figure)
    found = numbers(figure)
    assert found[0][1:] == ["-1.00001", "9900.999"] and len(found) == 40 and "more are not in this table" in figure


# ---------------------------------------------------------------- accounts

def test_an_account_has_a_page_with_details_and_all_payments(online, ledger, desk):
    online.build("contacts", "add", "me", ALICE.public_key)
    ledger(ALICE, ChangeTrust(USDC))
    ledger(CAROL, Payment(ALICE.public_key, USDC, "7"))
    ledger(ALICE, *[Payment(BOB.public_key, XLM, f"{number}") for number in range(1, 51)])
    browser = desk()
    page = browser.page(f"/accounts/{ALICE.public_key}", with_="Details")
    assert "<h1>me</h1>" in page and f"{ALICE.public_key} weight 1 (me)" in text(page) and "low 0, medium 0, high 0" in text(page)
    # The payment in USDC is not among the latest, which the charts of payments are drawn from.
    assert set(charts(page)) == {"Balance in XLM", "Payments in and out, XLM", "Balance in USDC"}
    first = rows(page)
    older = re.search(r'href="(/accounts/[^"]+\?cursor=\d+)"', page).group(1)
    page = browser.page(older, with_="Earlier payments")
    second = rows(page)
    assert [row[1] for row in first + second] == [f"sent {number} XLM" for number in range(50, 0, -1)] + ["received 7 USDC", "received 10000 XLM"]
    assert not charts(page), "a chart of the present balance does not belong to earlier payments"
    assert "cursor=" not in page


def test_an_account_that_does_not_exist_is_shown_as_such(online, desk):
    browser = desk()
    assert "does not exist on the network" in browser.page(f"/accounts/{key('nobody').public_key}")
    for path in ("/accounts/G", "/accounts/alice", f"/accounts/{ALICE.public_key[:-1]}A", f"/accounts/{ALICE.public_key}/payments", f"/accounts/{ALICE.secret}"):
        assert browser.request("GET", path)[0] == 404, path
    assert browser.request("GET", f"/accounts/{ALICE.public_key}?cursor=x%27%22%3E")[0] == 200


def test_an_account_is_found_by_address_and_by_name(online, ledger, desk):
    online.build("contacts", "add", "bob", BOB.public_key)
    browser = desk()
    for name in ("bob", BOB.public_key, f" {BOB.public_key} "):
        assert browser.request("GET", "/accounts?" + urlencode({"account": name}))[0] == 303 and browser.location == f"/accounts/{BOB.public_key}"
    for name in ("", "nobody", "<b>", ALICE.secret):
        status, page = browser.request("GET", "/accounts?" + urlencode({"account": name}))
        assert status == 422 and "is neither an account nor a contact" in page and "<b>" not in page
        assert ALICE.secret not in page


def test_accounts_are_watched_from_both_sides(online, ledger, desk):
    online.submit("watch", BOB.public_key)
    browser = desk()
    page = browser.page(with_="Watched accounts")
    assert [text(head) for head in re.findall(r"<h2.*?</h2>", page)][:2] == ["Your accounts", "Watched accounts"]
    assert browser.post(f"/accounts/{DAVE.public_key}/watch")[0] == 303
    browser.page(with_=f'href="/accounts/{DAVE.public_key}"')
    ledger(DAVE, Payment(BOB.public_key, XLM, "1"))
    assert "NOT OURS" in online.submit("watch", DAVE.public_key, code=1).out, "compared with what the desk recorded"
    # Watching once more does not accept what happened since.
    assert browser.post(f"/accounts/{DAVE.public_key}/watch")[0] == 303
    online.submit("watch", DAVE.public_key, code=1)
    assert browser.post(f"/accounts/{DAVE.public_key}/unwatch")[0] == 303
    assert "recorded; later runs compare with it" in online.submit("watch", DAVE.public_key).out
    assert browser.post(f"/accounts/{DAVE.public_key}/forget")[0] == 404
    assert browser.post("/accounts/G/watch")[0] == 404


def test_many_accounts_stay_one_small_page(online, ledger, desk):
    for number in range(30):
        online.build("contacts", "add", f"contact-{number}", key(f"contact {number}").public_key)
    for number in range(11):
        online.submit("watch", key(f"watched {number}").public_key)
    page = desk().page(with_="Watched accounts")
    assert page.count('data-test="account"') == 12 and page.count("does not exist on the network") == 11


def test_many_requests_stay_one_small_page(funded, desk):
    for number in range(30):
        funded.build("payment", "--source", ALICE.public_key, "--destination", BOB.public_key, "--asset", "native", "--amount", f"{number + 1}")
    page = desk().page(with_="5 more requests")
    assert len(set(re.findall(r'href="(/requests/[0-9a-f]{64})"', page))) == 25
