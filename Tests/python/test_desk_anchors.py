# SPDX-License-Identifier: Apache-2.0
"""The desk's pages of anchors and transfers: login across the gap, customer data, quotes, deposits and withdrawals that are begun in the
desk and finished on the command line, and the reverse."""
from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
import stellar_sdk as sdk

import test_practice_anchor as practice
from anchor import TransferAnchor
from desk import Client, Desk, response, until
from programs import PIN, key
from test_guided import PERSON
from test_practice_anchor import PNG, PROFILE
from test_transfers import INFO

ALICE, SERVER, HOT = key("alice"), key("server"), key("hot")
SRT = sdk.Asset("SRT", SERVER.public_key)


class Pages:
    """Alice's desk, at one anchor."""

    def __init__(self, online, offline, domain: str, *options: str):
        self.online, self.offline, self.domain = online, offline, domain
        self.desk = Desk(online, "--source", ALICE.public_key, *options)
        self.client: Client = self.desk.client()
        self.path = "/anchors/" + quote(domain, safe="")

    def at(self, path: str = "") -> str:
        """The text of a page, once it waits for no server."""
        def loaded():
            answer = self.client.get(path or self.path)
            assert answer.status == 200, answer.text
            return None if ">Asking " in answer.text else answer.text
        return until(loaded, path or self.path)

    def post(self, action: str, **fields: str):
        """A form of the anchor's page."""
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        return self.client.post(f"{self.path}/{action}", {"account": ALICE.public_key, **fields})

    def log_in(self) -> None:
        hash = self.post("login").hash
        answer = self.client.post("/scan", {"text": response(self.offline, self.client.request(hash)), "about": hash})
        assert answer.location.startswith(self.path + "?account=" + ALICE.public_key)

    def begin(self, action: str, **fields: str) -> str:
        """Begins a transfer and returns the path of its page."""
        return self.post(action, **fields).location

    def answer(self, path: str, fields: dict[str, str]):
        return self.client.post(path + "/answer", fields)

    def form(self, path: str, name: str) -> dict[str, str]:
        """The fields of a form on a page, with their values, once it is there."""
        found = until(lambda: re.search(rf'<form [^>]*data-test="{name}".*?</form>', self.at(path), re.S), f"{name} on {path}")[0]
        inputs = re.findall(r'<(?:input|select|textarea) [^>]*?name="([^"]+)"(?:[^>]*?value="([^"]*)")?', found)
        return {html.unescape(name): html.unescape(value) for name, value in inputs if name != "token"}

    def agree(self, path: str, **fields: str):
        """Agrees to the terms of a transfer, once they are there."""
        form = self.form(path, "transfer-terms")
        return self.answer(path, {**form, **fields})

    def state(self, path: str) -> str:
        return html.unescape(re.search(r'data-test="transfer-state">([^<]*)<', self.at(path))[1])

    def reaches(self, path: str, status: str) -> None:
        until(lambda: self.state(path) == status, f"{path} is {status}", 40)

    def rows(self) -> list[dict]:
        return self.online.submit("anchor", "transfers", "--json").json()["transfers"]


@pytest.fixture
def signer(offline):
    offline.import_key("alice", ALICE)
    return offline


@pytest.fixture
def wallet(sandbox):
    """Alice with an account, a trustline, and customer data that the practice anchor accepts."""
    wallet = practice.Client(sandbox.url)
    wallet.prepare()
    return wallet


@pytest.fixture
def pages(online, signer, sandbox):
    pages = Pages(online, signer, sandbox.url.removeprefix("http://"))
    yield pages
    pages.desk.kill()


@pytest.fixture
def anchor():
    anchor = TransferAnchor(SERVER)
    anchor.answers[("GET", "/sep6/info")] = anchor.answers[("GET", "/sep24/info")] = INFO
    anchor.answers[("GET", "/kyc/customer")] = {"id": "c1", "status": "ACCEPTED"}
    yield anchor
    anchor.stop()


@pytest.fixture
def elsewhere(online, signer, anchor):
    """At an anchor with responses set by the test."""
    anchor.log_in(online, ALICE.public_key)
    pages = Pages(online, signer, anchor.domain)
    yield pages
    pages.desk.kill()


def test_a_login_crosses_the_gap(pages, online):
    assert "stellar.toml" in pages.at() and 'data-test="log' not in pages.at("/anchors")
    assert 'id="login"' in pages.at() and 'id="deposit"' not in pages.at() and "Log in again" not in pages.at()
    pages.log_in()
    text = pages.at()
    assert "logged in until" in text and 'id="deposit"' in text and 'id="withdraw"' in text and "Log in again" in text
    assert pages.domain in pages.at("/anchors") and "logged in until" in pages.at("/anchors")
    # The command line has the same login.
    assert "status" in online.submit("anchor", "customer", "get", "--home-domain", pages.domain, "--account", ALICE.public_key, "--http-loopback").out


def test_a_deposit_is_completed(pages, wallet):
    pages.log_in()
    path = pages.begin("deposit", asset="SRT", amount="20", protocol="sep6", type="cash")
    assert path == "/transfers/1"
    form = pages.form(path, "transfer-terms")
    assert form["agreed"] and "18.8 SRT" in pages.at(path)
    assert pages.answer(path, form).location == path
    assert "The practice bank" in pages.at(path)
    pages.reaches(path, "completed")
    assert wallet.balance() == "18.8000000" and pages.rows()[0]["status"] == "completed"
    assert 'data-test="outcome"' in pages.at(path)


# ---------------------------------------------------------------- customer data

PERSON_FIELDS = {"customer.first_name": "Annabelle", "customer.last_name": "Onymous", "customer.email_address": "ann@example.com"}


def test_customer_data_is_asked_for_and_not_kept(pages, online, sandbox):
    online.fund(ALICE)
    online.apply(ALICE, sdk.ChangeTrust(practice.Client(sandbox.url).asset))
    pages.log_in()
    path = pages.begin("deposit", asset="SRT", amount="20", protocol="sep6", type="cash")
    form = pages.form(path, "customer-data")
    assert set(form) == {"give", *PERSON_FIELDS}
    wrong = pages.answer(path, {**form, **PERSON_FIELDS, "customer.email_address": "ann"})
    assert wrong.status == 422 and "not an e-mail address" in wrong.text and "Annabelle" in wrong.text
    missing = pages.answer(path, {**form, **PERSON_FIELDS, "customer.first_name": " "})
    assert missing.status == 422 and "this is needed" in missing.text
    assert pages.answer(path, {**form, **PERSON_FIELDS}).location == path
    def code():
        return "customer.email_address_verification" in pages.at(path)
    until(code, "the anchor asks for the code")
    refused = pages.answer(path, {"give": "customer", "customer.email_address_verification": "000000"})
    assert refused.location == path
    until(code, "the anchor asks for the code again")
    assert pages.answer(path, {"give": "customer", "customer.email_address_verification": "123456"}).location == path
    assert pages.agree(path).location == path
    pages.reaches(path, "completed")
    kept = b"".join(file.read_bytes() for file in online.home.rglob("*") if file.is_file())
    for value in (b"Annabelle", b"Onymous", b"ann@example.com", b"123456"):
        assert value not in kept
    assert "Annabelle" not in pages.at(path) + pages.at()


def test_customer_data_is_given_and_deleted_on_the_anchors_page(pages, online):
    pages.log_in()
    text = until(lambda: re.search(r'id="customer-data".*?</form>', pages.at(pages.path + "?type=sep6-withdraw"), re.S), "the form")[0]
    assert 'name="file.photo_id_front"' in text and 'name="customer.birth_date"' in text and 'name="type" value="sep6-withdraw"' in text
    fields = {"account": ALICE.public_key, "type": "sep6-withdraw", "give": "customer",
              **{f"customer.{name}": value for name, value in PROFILE.items() if not name.endswith("verification")}}
    assert "not a date" in pages.client.post(pages.path + "/customer", {**fields, "customer.birth_date": "1990-13-01"}).text
    given = pages.client.upload(pages.path + "/customer", [("file.photo_id_front", PNG)], **fields)
    assert given.location.startswith(pages.path)
    assert pages.client.post(pages.path + "/customer", {"account": ALICE.public_key, "type": "sep6-withdraw", "give": "customer",
                                                        "customer.email_address_verification": "123456"}).status == 303
    where = pages.path + "?type=sep6-withdraw"
    until(lambda: "ACCEPTED" in pages.at(where), "the anchor has accepted the data", 30)
    assert "photo_id_front" in pages.at(where)
    assert "tick the box" in pages.client.post(pages.path + "/forget", {"account": ALICE.public_key}).text
    assert pages.client.post(pages.path + "/forget", {"account": ALICE.public_key, "agree": "on"}).status == 303
    who = ("--home-domain", pages.domain, "--account", ALICE.public_key, "--http-loopback")
    assert online.submit("anchor", "customer", "get", *who, "--json").json()["status"] == "NEEDS_INFO"


# ---------------------------------------------------------------- from one program to the other

def test_a_deposit_begun_in_the_desk_is_finished_on_the_command_line(pages, online, wallet):
    pages.log_in()
    pages.post("forget", agree="on")
    path = pages.begin("deposit", asset="SRT", amount="20", protocol="sep6", type="cash")
    pages.form(path, "customer-data")
    begun = online.submit("anchor", "resume", "1", "--http-loopback", "--yes", "--json", *PERSON).json()
    assert begun["id"] and pages.rows()[0]["id"] == begun["id"]
    pages.reaches(path, "completed")
    assert wallet.balance() == "18.8000000"


def test_a_deposit_begun_on_the_command_line_is_finished_in_the_desk(pages, online, wallet):
    pages.log_in()
    pages.post("forget", agree="on")
    who = ("--home-domain", pages.domain, "--account", ALICE.public_key, "--http-loopback")
    online.submit("anchor", "deposit", *who, "--asset", "SRT", "--amount", "20", "--type", "cash", "--yes", *PERSON[2:], code=1)
    path = "/transfers/1"
    assert "customer data" in pages.at("/anchors")
    assert pages.answer(path, {**pages.form(path, "customer-data"), **PERSON_FIELDS}).location == path
    until(lambda: "customer.email_address_verification" in pages.at(path), "the anchor asks for the code")
    assert pages.answer(path, {"give": "customer", "customer.email_address_verification": "123456"}).location == path
    assert pages.agree(path).location == path
    pages.reaches(path, "completed")
    assert online.submit("anchor", "resume", "1", "--http-loopback", "--yes", "--json").json()["status"] == "completed"


def test_a_withdrawal_is_paid_through_its_request(pages, online, wallet):
    pages.log_in()
    who = ("--home-domain", pages.domain, "--account", ALICE.public_key, "--http-loopback")
    online.submit("anchor", "deposit", *who, "--asset", "SRT", "--amount", "100", "--yes")
    practice.until(lambda: wallet.balance() == "98.0000000")
    path = pages.begin("withdraw", asset="SRT", amount="20", protocol="sep6", type="bank_account")
    form = pages.form(path, "transfer-terms")
    assert "field.dest" in form
    assert pages.answer(path, {**form, "field.dest": "DE89 3704 0044"}).location == path
    assert not any(b"3704" in file.read_bytes() for file in online.home.rglob("*") if file.is_file())
    pages.form(path, "withdrawal-payment")
    assert "expects 20" in pages.client.post(path + "/payment", {"amount": "21"}).error
    hash = pages.client.post(path + "/payment", {}).hash
    assert f'href="/requests/{hash}"' in pages.at(path)
    signed = sdk.TransactionEnvelope.from_xdr(pages.client.get(f"/requests/{hash}/transaction.xdr").text.strip(), practice.TESTNET)
    signed.sign(ALICE)
    assert f'href="{path}"' in pages.client.get(f"/requests/{hash}").text
    assert pages.client.post("/scan", {"text": signed.to_xdr(), "about": hash}).location == f"/requests/{hash}"
    pages.client.ready(hash)
    pages.client.post(f"/requests/{hash}/submit")
    assert "applied" in pages.client.outcome(hash)
    # The anchor may not have noticed yet: it is not paid twice.
    again = pages.client.post(path + "/payment", {})
    assert again.status == 422
    pages.reaches(path, "completed")
    assert wallet.balance() == "78.0000000"


def test_a_withdrawal_begun_in_the_desk_is_paid_on_the_command_line(pages, online, wallet):
    pages.log_in()
    who = ("--home-domain", pages.domain, "--account", ALICE.public_key, "--http-loopback")
    online.submit("anchor", "deposit", *who, "--asset", "SRT", "--amount", "100", "--yes")
    practice.until(lambda: wallet.balance() == "98.0000000")
    path = pages.begin("withdraw", asset="SRT", amount="20", protocol="sep6", type="cash")
    assert pages.agree(path, **{"field.dest": ""}).location == path
    built = online.build("withdrawal", path.rpartition("/")[2], "--http-loopback")
    signed = sdk.TransactionEnvelope.from_xdr(built.json()["envelope"], practice.TESTNET)
    signed.sign(ALICE)
    online.submit("send", "-", stdin=signed.to_xdr())
    pages.reaches(path, "completed")


# ---------------------------------------------------------------- quotes and fees

def test_prices_quotes_and_fees_are_shown(pages, online):
    asset = f"stellar:SRT:{practice.Client('http://' + pages.domain).asset.issuer}"
    pair = {"sell_asset": "iso4217:USD", "buy_asset": asset, "sell_amount": "203"}
    assert "100 stellar:SRT" in pages.post("quote", question="price", **pair).text
    assert asset in html.unescape(pages.post("quote", question="prices", sell_asset="iso4217:USD", sell_amount="100").text)
    assert "requires a login, and there is none" in pages.post("fee", asset="SRT", operation="deposit", amount="20").error
    refused = pages.post("quote", question="quote", **pair)
    assert refused.status == 422 and "there is no login" in refused.error
    both = pages.post("quote", question="price", **pair, buy_amount="1")
    assert both.status == 422 and "either" in both.error and 'value="203"' in both.text
    pages.log_in()
    assert "1.2 SRT" in pages.post("fee", asset="SRT", operation="deposit", amount="20").text
    firm = pages.post("quote", question="quote", **pair).text
    assert re.search(r"<dt>quote</dt><dd>[^<]+</dd>", firm) and "<dt>until</dt>" in firm


def test_a_deposit_is_exchanged_at_one_quote(pages, online, wallet):
    pages.log_in()
    path = pages.begin("deposit", asset="SRT", amount="203", protocol="sep6", type="cash", exchange="iso4217:USD")
    form = pages.form(path, "transfer-terms")
    quoted = re.search(r"<dt>quote</dt><dd>([^<]+)</dd>", pages.at(path))[1]
    # The page is fetched again and again, and the quote stays the same.
    for _ in range(3):
        assert quoted in pages.at(path)
    changed = pages.answer(path, {**form, "agreed": "0" * 32})
    assert changed.location == path and "have changed" in pages.at(path) and pages.rows()[0]["id"] is None
    assert pages.agree(path).location == path
    pages.reaches(path, "completed")
    done = online.submit("anchor", "transaction", "1", "--http-loopback", "--json").json()
    assert done["quote_id"] == quoted and wallet.balance() == "100.0000000"


# ---------------------------------------------------------------- an anchor with any answer

def answered(anchor, **state) -> None:
    anchor.answers[("GET", "/sep6/transaction")] = anchor.answers[("GET", "/sep24/transaction")] = {
        "transaction": {"id": "d1", "kind": "deposit", "status": "pending_user_transfer_start", "amount_in": "20", **state}}


def test_the_anchors_page_opens_in_a_window_without_a_way_back(elsewhere, anchor):
    page = anchor.url + "/page?token=1&x=%3Cb%3E"
    anchor.answers[("POST", "/sep24/transactions/deposit/interactive")] = {"type": "interactive_customer_info_needed", "url": page, "id": "d1"}
    answered(anchor, status="incomplete")
    path = elsewhere.begin("deposit", asset="SRT", protocol="sep24")
    begun = elsewhere.agree(path)
    assert begun.location == path
    link = until(lambda: re.search(r'<a [^>]*data-test="anchor-page"[^>]*>', elsewhere.at(path)), "the anchor's page")[0]
    assert f'href="{html.escape(page)}"' in link and 'rel="noopener noreferrer"' in link and 'target="_blank"' in link
    assert not any(b"token=1" in file.read_bytes() for file in elsewhere.online.home.rglob("*") if file.is_file())
    # The poll decides, and not the page.
    answered(anchor, status="completed")
    elsewhere.reaches(path, "completed")
    assert 'data-test="anchor-page"' not in elsewhere.at(path)


def test_a_page_that_is_not_one_is_no_link(elsewhere, anchor, subtests):
    for page in ("javascript:alert(1)", "http://evil.example/", "data:text/html,x", "file:///etc/passwd"):
        with subtests.test(page=page):
            anchor.answers[("POST", "/sep24/transactions/deposit/interactive")] = {"url": page, "id": "d1"}
            path = elsewhere.begin("deposit", asset="SRT", protocol="sep24")
            refused = elsewhere.agree(path)
            assert refused.status == 502 and page not in re.findall(r'href="([^"]*)"', refused.text)
            answered(anchor, status="incomplete", more_info_url=page)
            assert {row["step"] for row in elsewhere.rows()} == {"sending"}


class Tags(HTMLParser):
    """The elements of a page. No attribute is a handler of events."""

    def __init__(self, page: str):
        super().__init__()
        self.names: set[str] = set()
        self.scripts: list[str | None] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag == "script":
            self.scripts.append(dict(attrs).get("src"))


HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>{{token}}\u202e\u001b[2J'


def test_hostile_texts_of_an_anchor_are_only_text(elsewhere, anchor):
    hostile = {HOSTILE: {"description": HOSTILE, "choices": [HOSTILE, "b"]}, "plain": {"description": HOSTILE}}
    anchor.toml_as = (anchor.toml.replace("Practice Ltd.", "Practice \\u003cscript>alert(1)</script> Ltd.")).encode()
    anchor.answers[("GET", "/sep6/info")] = {"deposit": {HOSTILE: {"enabled": True}, "SRT": {"enabled": True, "fields": hostile, "types": {HOSTILE: {}}}}}
    anchor.answers[("GET", "/sep24/info")] = {}
    anchor.answers[("GET", "/kyc/customer")] = {"status": "NEEDS_INFO", "message": HOSTILE, "fields": {
        "first_name": {"type": "string", "description": HOSTILE}, HOSTILE: {"type": HOSTILE, "description": HOSTILE, "optional": True}}}
    texts = [elsewhere.at(), elsewhere.at("/anchors")]
    path = elsewhere.begin("deposit", asset="SRT", amount="20", protocol="sep6")
    until(lambda: "customer-data" in elsewhere.at(path), "the form")
    texts.append(elsewhere.at(path))
    texts.append(elsewhere.answer(path, {"give": "customer"}).text)
    anchor.answers[("GET", "/kyc/customer")] = {"status": "ACCEPTED", "message": HOSTILE}
    elsewhere.answer(path, {"give": "customer", "customer.first_name": "Ann"})
    texts.append(elsewhere.at(path))
    anchor.answers[("PUT", "/kyc/customer")] = {"id": "c1"}
    elsewhere.answer(path, {"give": "customer", "customer.first_name": "Ann"})
    form = elsewhere.form(path, "transfer-terms")
    texts.append(elsewhere.at(path))
    anchor.answers[("GET", "/sep6/deposit")] = {"id": HOSTILE[:100], "how": HOSTILE, "instructions": {HOSTILE: {"value": HOSTILE, "description": HOSTILE}},
                                               "extra_info": {"message": HOSTILE}}
    answered(anchor, id=HOSTILE[:100], message=HOSTILE, status=HOSTILE[:100], more_info_url=HOSTILE, instructions={HOSTILE: {"value": HOSTILE}})
    begun = elsewhere.answer(path, {**form, f"field.{HOSTILE}": HOSTILE, "field.plain": "x"})
    texts += [elsewhere.at(path), elsewhere.at("/anchors"), elsewhere.at()]
    assert begun.status == 303 and 'data-test="facts"' in "".join(texts)
    for text in texts:
        assert "<script>alert" not in text and "<img src=x" not in text
        shown = re.sub(r"<[^>]*>", "", text)
        assert "\u202e" not in shown and "\x1b" not in shown
        assert Tags(text).names.isdisjoint({"img", "iframe", "object"}) and Tags(text).scripts == ["/assets/desk.js"] and len(text) < 100_000


def test_a_request_with_unknown_outcome_is_not_sent_twice(elsewhere, anchor):
    anchor.answers[("GET", "/sep6/deposit")] = (503, {})
    path = elsewhere.begin("deposit", asset="SRT", amount="20", protocol="sep6", type="SEPA")
    assert elsewhere.agree(path).status == 502 and elsewhere.rows()[0]["step"] == "sending"
    # A page that is open does nothing about it.
    anchor.answers[("GET", "/sep6/transactions")] = {"transactions": []}
    assert "transfer-look" in elsewhere.at(path) and elsewhere.rows()[0]["step"] == "sending"
    waiting = {"id": "d1", "kind": "deposit", "status": "pending_user_transfer_start", "amount_in": "20"}
    anchor.answers[("GET", "/sep6/transactions")] = {"transactions": [waiting]}
    answered(anchor)
    assert elsewhere.answer(path, {}).location == path
    choice = elsewhere.form(path, "transfer-choice")
    assert "transfer" in choice
    assert elsewhere.answer(path, {"transfer": "d2"}).status == 422
    assert elsewhere.answer(path, {"transfer": "d1"}).location == path
    assert (elsewhere.rows()[0]["step"], elsewhere.rows()[0]["id"]) == ("begun", "d1")
    assert len([call for call in anchor.calls if call["path"] == "/sep6/deposit"]) == 1


def test_data_that_the_anchor_asks_for_later_become_forms(elsewhere, anchor):
    anchor.answers[("GET", "/sep6/deposit")] = {"id": "d1"}
    answered(anchor, status="pending_transaction_info_update", required_info_updates={"dest": {"description": "IBAN"}})
    path = elsewhere.begin("deposit", asset="SRT", amount="20", protocol="sep6", type="SEPA")
    elsewhere.agree(path)
    form = elsewhere.form(path, "transfer-details")
    assert list(form) == ["field.dest"]
    anchor.answers[("PATCH", "/sep6/transactions/d1")] = lambda call: (answered(anchor, status="pending_anchor"), {})[-1]
    assert elsewhere.answer(path, {"field.dest": ""}).status == 422
    assert elsewhere.answer(path, {"field.dest": "DE89"}).location == path
    assert b"DE89" in [call for call in anchor.calls if call["method"] == "PATCH"][-1]["body"]
    elsewhere.reaches(path, "pending_anchor")


def test_customer_data_demanded_at_the_request_are_asked_for(elsewhere, anchor):
    anchor.answers[("GET", "/sep6/deposit")] = (403, {"type": "non_interactive_customer_info_needed", "fields": ["tax_id"]})
    path = elsewhere.begin("deposit", asset="SRT", amount="20", protocol="sep6", type="SEPA")
    assert elsewhere.agree(path).location == path
    assert "customer.tax_id" in elsewhere.form(path, "customer-data")
    anchor.answers[("PUT", "/kyc/customer")] = {"id": "c1"}
    anchor.answers[("GET", "/sep6/deposit")] = {"id": "d1"}
    answered(anchor)
    assert elsewhere.answer(path, {"give": "customer", "customer.tax_id": "42"}).location == path
    assert elsewhere.agree(path).location == path
    assert elsewhere.rows()[0]["id"] == "d1"


def test_a_transfer_without_a_login_leads_to_one(elsewhere, anchor, online):
    anchor.answers[("GET", "/sep6/deposit")] = {"id": "d1"}
    path = elsewhere.begin("deposit", asset="SRT", amount="20", protocol="sep6", type="SEPA")
    for file in (online.home / "online" / "tokens").rglob("*.json"):
        file.unlink()
    until(lambda: 'data-test="log-in"' in elsewhere.at(path), "the login", 40)
    elsewhere.log_in()
    assert elsewhere.agree(path).location == path


def test_details_that_the_anchor_does_not_take_begin_nothing(elsewhere, anchor, subtests):
    for fields, said in [({"amount": "4.9"}, "the least is 5"), ({"amount": "1e3"}, "not an amount"), ({"amount": ""}, "needed"),
                         ({"asset": "NONE"}, "offers no deposit"), ({"asset": ""}, "required"), ({"protocol": "sep99"}, "sep6"), ({"quote-id": "q1"}, "exchange"), ({"memo": "x"}, "memo")]:
        with subtests.test(fields=fields, said=said):
            fields = {"account": ALICE.public_key, "asset": "SRT", "amount": "20", "protocol": "sep6", "type": "SEPA", **fields}
            refused = elsewhere.client.post(elsewhere.path + "/deposit", fields)
            assert refused.status == 422 and said in refused.error, refused.error
            assert elsewhere.rows() == [] and not [call for call in anchor.calls if call["path"] == "/sep6/deposit"]


def test_an_unknown_transfer_is_not_found(pages, subtests):
    for path in ["/transfers/1", "/transfers/x", "/transfers/-1", "/transfers/01", "/transfers/9999999999999999999999"]:
        with subtests.test(path=path):
            assert pages.client.get(path).status == 404
            assert pages.client.post(path + "/answer", {}).status == 404


def test_only_domains_are_opened(pages, subtests):
    for domain, status in [("exa mple", 422), ("", 422), ("user@evil.example", 422), ("nowhere.invalid", 303), ("127.0.0.1:1/x", 422)]:
        with subtests.test(domain=domain, status=status):
            assert pages.client.post("/anchors", {"home-domain": domain}).status == status


def test_an_anchor_that_does_not_answer_is_shown_as_such(pages):
    answer = until(lambda: (a := pages.client.get("/anchors/127.0.0.1%3A1")) and ">Asking " not in a.text and a, "the page")
    assert answer.status == 200 and answer.error
