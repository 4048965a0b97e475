# SPDX-License-Identifier: Apache-2.0
"""The sandbox's practice anchor as seen by clients: the Python Stellar SDK, plain HTTP, and Coldstar's own programs."""
from __future__ import annotations

import base64
import json
import random
import socket
import time
from html.parser import HTMLParser

import pytest
import requests
import stellar_sdk as sdk
from stellar_sdk import Asset, Keypair, MuxedAccount, Server, TransactionBuilder, TransactionEnvelope
from stellar_sdk.sep import stellar_web_authentication as sep10
from stellar_sdk.sep.stellar_toml import fetch_stellar_toml

from programs import PIN, TESTNET, key

ALICE, BOB = key("alice"), key("bob")
PROFILE = {"first_name": "Ann", "last_name": "Onymous", "email_address": "ann@example.com", "birth_date": "2001-02-28",
           "bank_account_number": "42", "email_address_verification": "123456"}
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 100


class Client:
    """A wallet with an online key."""

    def __init__(self, url: str, keys: Keypair = ALICE):
        self.url, self.keys = url, keys
        self.domain = url.removeprefix("http://")
        self.toml = fetch_stellar_toml(self.domain, use_http=True)
        self.horizon = Server(url)
        self.asset = Asset("SRT", self.toml["CURRENCIES"][0]["issuer"])
        self.headers: dict[str, str] = {}

    def challenge(self, account: str | None = None, **query) -> TransactionEnvelope:
        found = requests.get(self.toml["WEB_AUTH_ENDPOINT"], {"account": account or self.keys.public_key, **query}, timeout=20)
        assert found.status_code == 200, found.text
        assert found.json()["network_passphrase"] == TESTNET
        return sep10.read_challenge_transaction(found.json()["transaction"], self.toml["SIGNING_KEY"], self.domain, self.domain, TESTNET).transaction

    def post(self, envelope: TransactionEnvelope) -> requests.Response:
        return requests.post(self.toml["WEB_AUTH_ENDPOINT"], json={"transaction": envelope.to_xdr()}, timeout=20)

    def log_in(self, **query) -> str:
        challenge = self.challenge(**query)
        challenge.sign(self.keys)
        token = self.post(challenge).json()["token"]
        self.headers = {"Authorization": f"Bearer {token}"}
        return token

    def get(self, address: str, **query) -> requests.Response:
        return requests.get(address, query, headers=self.headers, timeout=20)

    # -- the ledger
    def send(self, *operations, memo=None) -> dict:
        builder = TransactionBuilder(self.horizon.load_account(self.keys.public_key), TESTNET, 100)
        for operation in operations:
            builder.append_operation(operation)
        if memo:
            builder.add_memo(memo)
        transaction = builder.set_timeout(300).build()
        transaction.sign(self.keys)
        return self.horizon.submit_transaction(transaction)

    def balance(self) -> str | None:
        lines = self.horizon.accounts().account_id(self.keys.public_key).call()["balances"]
        return next((line["balance"] for line in lines if line.get("asset_code") == "SRT"), None)

    def prepare(self) -> None:
        """An account with a trustline, a token, and accepted customer data."""
        assert requests.get(f"{self.url}/friendbot", {"addr": self.keys.public_key}, timeout=20).status_code == 200
        self.send(sdk.ChangeTrust(self.asset))
        self.log_in()
        assert requests.put(self.toml["KYC_SERVER"] + "/customer", json=PROFILE, headers=self.headers, timeout=20).status_code == 202
        until(lambda: self.get(self.toml["KYC_SERVER"] + "/customer", type="sep6-withdraw").json()["status"] == "ACCEPTED")

    def transaction(self, number: str, server="TRANSFER_SERVER") -> dict:
        return self.get(self.toml[server] + "/transaction", id=number).json()["transaction"]

    def finish(self, number: str, status: str, server="TRANSFER_SERVER") -> dict:
        until(lambda: self.transaction(number, server)["status"] == status)
        return self.transaction(number, server)


def until(holds) -> None:
    deadline, pause = time.monotonic() + 60, 0.05
    while not holds():
        assert time.monotonic() < deadline, "the condition was not met in 60 s"
        time.sleep(pause)
        pause = min(2 * pause, 0.4)


@pytest.fixture
def client(sandbox) -> Client:
    return Client(sandbox.url)


class Form(HTMLParser):
    """The inputs of a page's form, with their values."""

    def __init__(self, page: str):
        super().__init__()
        self.inputs: dict[str, str] = {}
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "input":
            self.inputs[dict(attrs)["name"]] = dict(attrs)["value"]


# ---------------------------------------------------------------- discovery and login

def test_the_ledger_is_unchanged_until_the_anchor_is_first_used(sandbox):
    assert requests.get(sandbox.url + "/transactions", timeout=20).json()["_embedded"]["records"] == []
    client = Client(sandbox.url)
    assert len(client.horizon.transactions().call()["_embedded"]["records"]) == 3
    Client(sandbox.url)
    assert len(client.horizon.transactions().call()["_embedded"]["records"]) == 3
    issuer = client.horizon.accounts().account_id(client.asset.issuer).call()
    assert issuer["home_domain"] == client.domain
    assert [currency["code"] for currency in client.toml["CURRENCIES"]] == ["SRT", "native"]
    for name in ("TRANSFER_SERVER", "TRANSFER_SERVER_SEP0024", "ANCHOR_QUOTE_SERVER"):
        assert requests.get(client.toml[name] + "/info", timeout=20).status_code == 200
    found = requests.get(sandbox.url + "/.well-known/stellar.toml", timeout=20)
    assert found.headers["Content-Type"].startswith("text/plain") and found.headers["Access-Control-Allow-Origin"] == "*"


def test_the_sdk_verifies_the_anchors_challenges_and_logs_in(client):
    muxed = MuxedAccount(ALICE.public_key, 7).account_muxed
    for account, query in ((ALICE.public_key, {}), (ALICE.public_key, {"memo": "12"}), (muxed, {})):
        envelope = client.challenge(account, home_domain=client.domain, **query)
        envelope.sign(ALICE)
        sep10.verify_challenge_transaction_signed_by_client_master_key(
            envelope.to_xdr(), client.toml["SIGNING_KEY"], client.domain, client.domain, TESTNET)
        answer = client.post(envelope)
        assert answer.status_code == 200 and answer.json()["token"].count(".") == 2
        form = requests.post(client.toml["WEB_AUTH_ENDPOINT"], data={"transaction": envelope.to_xdr()}, timeout=20)
        assert form.status_code == 200


def test_the_anchor_works_under_localhost_and_127_0_0_1(sandbox):
    client = Client(sandbox.url.replace("127.0.0.1", "localhost"))
    assert client.toml["WEB_AUTH_ENDPOINT"] == client.url + "/auth"
    client.log_in()
    assert client.get(client.toml["KYC_SERVER"] + "/customer").status_code == 200


def test_a_modified_challenge_is_rejected(client, subtests):
    for number, change in enumerate([
            lambda e: e.signatures.pop(0), lambda e: e.sign(BOB), lambda e: e.signatures.clear(),
            lambda e: setattr(e.transaction, "sequence", 1), lambda e: e.transaction.operations.pop(),
            lambda e: setattr(e.transaction, "fee", 101),
        ]):
        with subtests.test(change=number):
            envelope = client.challenge()
            envelope.sign(ALICE)
            change(envelope)
            answer = client.post(envelope)
            assert answer.status_code == 400 and answer.json()["error"] and "token" not in answer.json()


class Gap:
    """Coldstar's programs on both sides of the air gap, at the practice anchor."""

    def __init__(self, online, offline, sandbox):
        self.online, self.offline, self.domain = online, offline, sandbox.url.removeprefix("http://")
        offline.import_key("alice", ALICE)

    def who(self) -> tuple[str, ...]:
        return "--home-domain", self.domain, "--account", ALICE.public_key, "--http-loopback"

    def sign(self, text: str) -> str:
        return self.offline.sign("sign", "-", "--key", "alice", "--yes", "--format", "xdr", stdin=text, pin=PIN).out

    def log_in(self, *options) -> str:
        # A challenge is not valid before the second in which it is made.
        asked = self.online.build("challenge", *self.who(), "--now", str(int(time.time()) + 10)).out
        return self.online.submit("auth", "-", "--http-loopback", *options, stdin=self.sign(asked)).out

    def ask(self, *args, code=0):
        return self.online.submit("anchor", *args, *self.who(), "--json", code=code).json()


@pytest.fixture
def gap(online, offline, sandbox) -> Gap:
    return Gap(online, offline, sandbox)


def test_the_programs_log_in_across_the_gap(gap, sandbox):
    token = gap.log_in("--print-token").strip()
    found = requests.get(sandbox.url + "/sep12/customer", headers={"Authorization": f"Bearer {token}"}, timeout=20)
    assert found.status_code == 200
    shown = gap.online.build("lookup", "toml", gap.domain, "--http-loopback", "--json").json()
    assert shown["problems"] == [] and shown["general"]["TRANSFER_SERVER"] == sandbox.url + "/sep6"


def test_the_programs_deposit_and_withdraw(gap, sandbox, client):
    gap.log_in()
    assert requests.get(sandbox.url + "/friendbot", {"addr": ALICE.public_key}, timeout=20).status_code == 200
    client.send(sdk.ChangeTrust(client.asset))
    fields = [option for name, value in PROFILE.items() for option in ("--field", f"{name}={value}")]
    gap.ask("customer", "put", *fields)
    until(lambda: gap.ask("customer", "get", "--type", "sep6-withdraw")["status"] == "ACCEPTED")
    deposit = gap.ask("deposit", "--asset", "SRT", "--amount", "200", "--type", "bank_account")
    done = gap.ask("watch", deposit["id"])
    assert done["status"] == "completed" and client.balance() == "197.0000000"
    for kind in ("bank_account", "cash"):
        begun = gap.ask("withdraw", "--asset", "SRT", "--amount", "50", "--type", kind, "--field", "dest=42")
        asked = gap.online.build("withdrawal", *gap.who(), "--id", begun["id"])
        assert "does not name" not in asked.err
        # The signer holds a withdrawal until a value is typed, which is tested at a terminal.
        signed = TransactionEnvelope.from_xdr(asked.json()["envelope"], TESTNET)
        signed.sign(ALICE)
        gap.online.submit("send", "-", stdin=signed.to_xdr())
        assert gap.ask("watch", begun["id"])["status"] == "completed"
    assert client.balance() == "97.0000000"


# ---------------------------------------------------------------- transfers

def test_a_deposit_is_completed_without_polling(client):
    client.prepare()
    begun = client.get(client.toml["TRANSFER_SERVER"] + "/deposit", asset_code="SRT", account=ALICE.public_key, amount="100").json()
    assert begun["instructions"] and begun["how"]
    until(lambda: client.balance() == "98.0000000")
    done = client.transaction(begun["id"])
    assert done["status"] == "completed" and done["fee_details"]["total"] == "2"
    paid = client.horizon.transactions().transaction(done["stellar_transaction_id"]).call()
    assert paid["successful"]


def test_a_withdrawal_waits_for_its_payment_and_completes(client):
    client.prepare()
    begun = client.get(client.toml["TRANSFER_SERVER"] + "/deposit", asset_code="SRT", account=ALICE.public_key, amount="500").json()
    client.finish(begun["id"], "completed")
    for kind, memo in (("bank_account", lambda m: sdk.IdMemo(int(m))), ("cash", lambda m: sdk.HashMemo(base64.b64decode(m)))):
        asked = client.get(client.toml["TRANSFER_SERVER"] + "/withdraw", asset_code="SRT", type=kind, dest="42", amount="100").json()
        pay = sdk.Payment(asked["account_id"], client.asset, "100")
        sent = client.send(pay, memo=memo(asked["memo"]))
        done = client.finish(asked["id"], "completed")
        assert done["stellar_transaction_id"] == sent["hash"] and done["amount_out"] == "98"
    kinds = [line["kind"] for line in client.get(client.toml["TRANSFER_SERVER"] + "/transactions", asset_code="SRT").json()["transactions"]]
    assert kinds == ["withdrawal", "withdrawal", "deposit"]


def test_interactive_pages_start_a_deposit_and_a_withdrawal(client):
    client.prepare()
    server = client.toml["TRANSFER_SERVER_SEP0024"]
    for kind, answers in (("deposit", {"amount": "300", "name": "<b>Ann</b>"}), ("withdraw", {"amount": "50", "name": "Ann", "dest": "'\"<"})):
        asked = requests.post(f"{server}/transactions/{kind}/interactive", data={"asset_code": "SRT"}, headers=client.headers, timeout=20).json()
        page = requests.get(asked["url"], timeout=20)
        assert page.headers["Content-Type"].startswith("text/html") and "form-action 'self'" in page.headers["Content-Security-Policy"]
        assert set(Form(page.text).inputs) == set(answers)
        assert requests.post(asked["url"], data={**answers, "amount": "4"}, timeout=20).status_code == 400
        done = requests.post(asked["url"], data=answers, timeout=20)
        assert done.status_code == 200 and "form" not in Form(done.text).tags
        if kind == "withdraw":
            ready = client.transaction(asked["id"], "TRANSFER_SERVER_SEP0024")
            assert ready["to"] == "'\"<"
            client.send(sdk.Payment(ready["withdraw_anchor_account"], client.asset, "50"), memo=sdk.IdMemo(int(ready["withdraw_memo"])))
        client.finish(asked["id"], "completed", "TRANSFER_SERVER_SEP0024")


def test_a_deposit_exchange_uses_its_firm_quote(client):
    client.prepare()
    terms = {"sell_asset": "iso4217:USD", "buy_asset": f"stellar:SRT:{client.asset.issuer}", "buy_amount": "100", "context": "sep6"}
    price = client.get(client.toml["ANCHOR_QUOTE_SERVER"] + "/price", **terms).json()
    quote = requests.post(client.toml["ANCHOR_QUOTE_SERVER"] + "/quote", json=terms, headers=client.headers, timeout=20)
    assert quote.status_code == 201
    quote = quote.json()
    assert {name: quote[name] for name in price} == price and price["sell_amount"] == "203"
    begun = client.get(client.toml["TRANSFER_SERVER"] + "/deposit-exchange", destination_asset="SRT", source_asset="iso4217:USD",
                       amount="203", account=ALICE.public_key, quote_id=quote["id"]).json()
    done = client.finish(begun["id"], "completed")
    assert (done["amount_in"], done["amount_out"], done["quote_id"]) == ("203", "100", quote["id"])
    assert client.balance() == "100.0000000"


def test_customer_pictures_are_accepted_as_multipart_forms(client):
    client.log_in()
    server = client.toml["KYC_SERVER"]
    for content, status in ((b"no picture", "REJECTED"), (PNG, "ACCEPTED")):
        sent = requests.put(server + "/customer", data={"type": "sep6-withdraw", "first_name": "Ann"},
                            files={"photo_id_front": ("p.png", content, "image/png")}, headers=client.headers, timeout=20)
        assert sent.status_code == 202
        until(lambda: client.get(server + "/customer", type="sep6-withdraw").json()["provided_fields"]["photo_id_front"]["status"] == status)
    stored = requests.post(server + "/customer/files", files={"file": ("p", PNG)}, headers=client.headers, timeout=20).json()
    assert (stored["content_type"], stored["size"]) == ("image/png", len(PNG))


def test_special_amounts_lead_to_their_documented_statuses(client):
    client.prepare()
    ends = {"13": "error", "17": "refunded", "19": "pending_customer_info_update", "23": "pending_transaction_info_update", "31": "expired"}
    begun = {amount: client.get(client.toml["TRANSFER_SERVER"] + "/deposit", asset_code="SRT", account=ALICE.public_key, amount=amount).json()["id"]
             for amount in ends}
    for amount, status in ends.items():
        client.finish(begun[amount], status)
    assert requests.put(client.toml["KYC_SERVER"] + "/customer", json={"tax_id": "1"}, headers=client.headers, timeout=20).status_code == 202
    patch = f"{client.toml['TRANSFER_SERVER']}/transactions/{begun['23']}"
    assert requests.patch(patch, json={"transaction": {"sender_reference": "1"}}, headers=client.headers, timeout=20).status_code == 200
    client.finish(begun["19"], "completed")
    client.finish(begun["23"], "completed")
    # 17.81 and 21.77: the amounts received less the fee.
    assert client.balance() == "39.5800000"


# ---------------------------------------------------------------- refusals

def test_oversized_request_bodies_are_rejected(client, subtests):
    client.log_in()
    for path, size, status in [
            ("/sep12/customer", 10 << 20, 400), ("/sep12/customer", (10 << 20) + 1, 413), ("/auth", (64 << 10) + 1, 413),
            ("/sep24/transactions/deposit/interactive", 20 << 20, 413),
        ]:
        with subtests.test(path=path, size=size, status=status):
            method = "PUT" if path == "/sep12/customer" else "POST"
            body = b'{"first_name": "' + b"x" * (size - 18) + b'"}'
            answer = requests.request(method, client.url + path, data=body, headers={**client.headers, "Content-Type": "application/json"}, timeout=60)
            assert answer.status_code == status and answer.json()["error"]
            assert client.get(client.toml["KYC_SERVER"] + "/customer").json()["status"] == "NEEDS_INFO"


def test_cross_origin_requests_are_allowed(client):
    answer = requests.options(client.toml["KYC_SERVER"] + "/customer", headers={"Origin": "https://wallet.example"}, timeout=20)
    assert answer.status_code == 204 and answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "PUT" in answer.headers["Access-Control-Allow-Methods"] and "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    refused = requests.get(client.toml["KYC_SERVER"] + "/customer", timeout=20)
    assert refused.status_code == 401 and refused.headers["Access-Control-Allow-Origin"] == "*"


def test_the_host_header_of_a_request_is_not_echoed(sandbox):
    port = int(sandbox.url.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port)) as wire:
        wire.sendall(b"GET /.well-known/stellar.toml HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        answer = b""
        while more := wire.recv(65536):
            answer += more
    assert b"evil" not in answer and f"{sandbox.url}/auth".encode() in answer


def test_random_requests_do_not_crash_the_anchor(client):
    client.log_in()
    dice = random.Random(7)
    paths = ["auth", "sep6/deposit", "sep6/withdraw", "sep6/withdraw-exchange", "sep6/fee", "sep6/transaction", "sep6/transactions",
             "sep6/transactions/x", "sep12/customer", "sep12/customer/files", "sep12/customer/verification", "sep24/page/x",
             "sep24/transactions/deposit/interactive", "sep38/price", "sep38/prices", "sep38/quote", "sep38/quote/x"]
    names = ["asset_code", "amount", "account", "memo", "memo_type", "type", "id", "transaction", "sell_asset", "buy_asset", "sell_amount",
             "buy_amount", "context", "limit", "kind", "no_older_than", "paging_id", "expire_after", "quote_id", "birth_date", "first_name"]
    values = ["SRT", "", "0", "-1", "9223372036854775807", "922337203685.4775807", "0.0000001", "1e9", "sep6", "iso4217:USD", "\u202e\x00", "%",
              "id", "x" * 300, ALICE.public_key, f"stellar:SRT:{client.asset.issuer}", "18446744073709551616", "9999-12-31T23:59:59Z"]
    kinds = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/html", ""]
    with requests.Session() as session:
        for _ in range(400):
            fields = {dice.choice(names): dice.choice(values) for _ in range(dice.randrange(6))}
            body = dice.choice([b"", json.dumps(fields).encode(), dice.randbytes(50), b"--b\r\n" + dice.randbytes(20) + b"\r\n--b--"])
            headers = {**(client.headers if dice.random() < 0.8 else {}), "Content-Type": dice.choice(kinds)}
            answer = session.request(dice.choice(["GET", "POST", "PUT", "PATCH", "DELETE"]), f"{client.url}/{dice.choice(paths)}",
                                     params=fields, data=body, headers=headers, timeout=20)
            assert answer.status_code in (200, 201, 202, 400, 401, 403, 404, 405, 415), (answer.status_code, answer.text, fields)
    assert requests.get(client.url, timeout=20).status_code == 200
